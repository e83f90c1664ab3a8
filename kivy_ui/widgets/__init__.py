"""The kit: widgets that paint themselves from views."""
