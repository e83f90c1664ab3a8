"""The Fishermen of Catan: a lake, fishing grounds, and tokens that buy favours."""
