"""Files of arrays."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from tools.dice_training.drawings import Floats


def write(arrays: Mapping[str, Floats], file: Path) -> None:
    """Writes them by their names, all or nothing."""
    part = file.with_suffix(".part")
    with part.open("wb") as stored:
        np.savez(stored, **arrays)  # type: ignore[arg-type]  # none is called allow_pickle
    part.replace(file)
