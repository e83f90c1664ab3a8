"""From the game to views: pure functions, without Kivy."""
