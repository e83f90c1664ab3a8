"""What the extras ``camera`` and ``training`` bring, and what is said where it is missing."""

from __future__ import annotations

import sys
from importlib.util import find_spec

PACKAGES = {
    "bpy": "bpy",
    "cv2": "opencv-python-headless",
    "numpy": "numpy",
    "onnx": "onnx",
    "torch": "torch",
}
"""By the names that they are imported by."""


def require(*modules: str) -> None:
    """Ends the program with one sentence if one of these cannot be imported, before any work is done."""
    missing = [PACKAGES[module] for module in modules if find_spec(module) is None]
    if missing:
        sys.exit(
            f"Missing: {', '.join(missing)}. In an environment of its own, with Python 3.11,"
            " pip install -e '.[camera,training]' brings all that is needed."
        )
