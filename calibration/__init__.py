"""The eye of the dice camera: pure vision, from pictures to readings. Cameras are in ``hardware``.

``calibrate`` learns a tray and its dice, ``reading`` reads a picture, ``rest`` says when a roll came to rest.
"""

import os

# The matrices here are small: further threads of NumPy would only wait for one another, and busily. It reads
# this when it is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
