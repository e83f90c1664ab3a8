"""What developers and translators run; nothing here is installed or needed to play."""
