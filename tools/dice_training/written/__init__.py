"""Rigs that people wrote down one by one, for networks to be trained on: those that are made by rule are
alike in ways that nobody sees. The ``plans`` were kept apart once, and are known too well for that now.
"""
