"""The rules of four scenarios again, by plain searches and counting.

Nothing of the product is imported here (``tests/properties/test_positions.py`` looks): hexes are points in
the plane, edges are pairs of points, and only the names of corners and edges are the same.
"""
