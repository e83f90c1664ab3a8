"""The Rivers of Catan: gold for roads and settlements at two rivers, bridges, and the rich and the poor."""
