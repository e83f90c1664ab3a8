from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

from tools.dice_training import packages


def test_missing_packages_are_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "find_spec", lambda name: None if name in ("bpy", "cv2") else name)
    packages.require("numpy", "torch")
    with pytest.raises(SystemExit, match=r"^Missing: bpy, opencv-python-headless\. .*\[camera,training\]"):
        packages.require("bpy", "numpy", "cv2")


@pytest.mark.parametrize("command", ["tools.dice_training", "tools.dice_training.unseen"])
def test_without_blender_nothing_is_begun(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = import_module(f"{command}.__main__").main
    folder = tmp_path / "made"
    place = [str(folder)] if command == "tools.dice_training" else ["--out", str(folder)]
    monkeypatch.setattr(packages, "find_spec", lambda name: None if name == "bpy" else name)
    monkeypatch.setattr(sys, "argv", [command, *place])
    with pytest.raises(SystemExit, match="Missing: bpy"):
        main()
    assert not folder.exists()
