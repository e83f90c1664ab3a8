"""Rigs that people wrote down one by one, of which networks learn: what is made by rule is alike in ways that
nobody sees. The ``plans`` were kept apart once, and are known too well for that now.
"""
