"""The Lighthouses with Cities & Knights: a bridge, as every combination that needs a word has one."""
