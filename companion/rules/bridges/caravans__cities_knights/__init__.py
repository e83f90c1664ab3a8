"""The Caravans with Cities & Knights: a bridge, for the rules that hold only where both are played."""
