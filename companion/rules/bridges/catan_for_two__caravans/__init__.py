"""Catan for two with the Caravans: a bridge, for the rules that hold only where both are played."""
