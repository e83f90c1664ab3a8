"""Says which of some devices may be opened. It runs in the emulated machine of ``tests.kiosk_lab``."""

from __future__ import annotations

import os
import sys

for path in sys.argv[1:]:
    try:
        os.close(os.open(path, os.O_RDWR | os.O_NONBLOCK))
        print("opened", path)
    except OSError as error:
        print("refused", path, error.strerror)
