"""The eye of the dice camera: pure vision, from pictures to readings. Cameras are in ``hardware``.

``calibrate`` learns a tray and its dice, ``reading`` reads a picture, ``rest`` says when a roll came to rest.
"""
