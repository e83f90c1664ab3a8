"""Makes the networks again from nothing: ``python -m tools.dice_training OUT [--short] [--install]``.

Draws scenes, renders rigs, trains the networks on all but the rigs that are held back, and says how these see
what was held back, beside the networks that are shipped. OUT gets them as ONNX files, and
``training.json``, which tells how they were made. Scenes, rigs and trained weights that are in OUT already
are not made again.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
from pathlib import Path

from tools.dice_training.packages import PACKAGES, require


def _one_or_more(text: str) -> int:
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--short", action="store_true", help="hardly any of it, to see that it runs")
    parser.add_argument("--install", action="store_true", help="put the networks where they are read")
    parser.add_argument(
        "--processes", type=_one_or_more, default=os.cpu_count() or 1, help="how many draw and render"
    )
    parser.add_argument("--trainings", type=_one_or_more, default=1, help="how many networks at once")
    parser.add_argument("--cutters", type=_one_or_more, default=1, help="processes that feed each of them")
    parser.add_argument("--device", default="cpu", help='where networks are trained, such as "cuda"')
    parser.add_argument("--narrow", action="store_true", help="train with numbers of 16 bits, mostly")
    chosen = parser.parse_args()
    require(*PACKAGES)
    from calibration import networks
    from tools.dice_training import figures, train
    from tools.dice_training.plan import SHORT, Plan, run

    machine = train.Machine(chosen.device, chosen.cutters, chosen.narrow)
    plan = SHORT if chosen.short else Plan()
    told = run(plan, chosen.out, chosen.processes, chosen.trainings, machine)
    record = chosen.out / "training.json"
    record.write_text(json.dumps(told, indent=1) + "\n")
    if chosen.install:
        for file in (*(f"{name}.onnx" for name in figures.NAMES), record.name):
            shutil.copy(chosen.out / file, networks.FINDER.parent / file)


if __name__ == "__main__":
    main()
