from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

pytest.importorskip("cv2")

from calibration.model import VERSION, CalibrationError, load, pack, save, unpack
from tests.kit.dice_pictures import learned


def test_a_calibration_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "tray.toml"
    save(learned("d03"), file)
    assert load(file) == learned("d03")
    assert "width_px = 960" in file.read_text()


def stored(folder: Path) -> tuple[Path, str]:
    file = folder / "tray.toml"
    save(learned("d03"), file)
    return file, file.read_text()


def refusal(file: Path) -> str:
    with pytest.raises(CalibrationError) as refused:
        load(file)
    return refused.value.key


def test_a_calibration_of_a_newer_version_is_not_guessed_at(tmp_path: Path) -> None:
    file, text = stored(tmp_path)
    file.write_text(text.replace(f"version = {VERSION}", "version = 99\nlens = 'round'", 1))
    assert refusal(file) == "newer"


@pytest.mark.parametrize("more", [b"\xff", b"more = " + b"[" * 100_000, b"more = " + b"9" * 10_000])
def test_a_calibration_without_an_end_is_damaged(tmp_path: Path, more: bytes) -> None:
    (tmp_path / "tray.toml").write_bytes(more)
    assert refusal(tmp_path / "tray.toml") == "damaged"


@pytest.mark.parametrize("part", [0.0, 0.1, 0.5, 0.99])
def test_a_calibration_cut_short_is_damaged(tmp_path: Path, part: float) -> None:
    file, text = stored(tmp_path)
    file.write_text(text[: int(len(text) * part)])
    assert refusal(file) == "damaged"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("width_px = 960", "width_px = -1"),
        ("width_px = 960", "width_px = 'wide'"),
        ("tray_width_edges = ", "tray_width_edges = nan # "),
        ("slant = ", "slant = 9"),
        ("slant = ", "slant = -"),
        ("white_lab = [", "white_lab = [1e300, 0, 0] # "),
        ("event_distance = ", "event_distance = nan # "),
        ("event_distance = ", "event_distance = inf # "),
        ("event_distance = ", "event_distance = -"),
        ('ship = "', 'ship = "AAAA'),
        ("[faces_png]", "[faces_jpg]"),
    ],
)
def test_a_calibration_that_makes_no_sense_is_damaged(tmp_path: Path, old: str, new: str) -> None:
    file, text = stored(tmp_path)
    assert old in text
    file.write_text(text.replace(old, new, 1))
    assert refusal(file) == "damaged"


@pytest.mark.parametrize(
    ("field", "spoil"),
    [
        ("empty_png", lambda seen: seen[:, :, 0]),
        ("view_png", lambda seen: np.dstack([seen] * 3)),
        ("ship", lambda seen: seen[:, :, 0]),
        ("ship", lambda seen: seen[:1, :1]),
        ("ship", lambda seen: np.vstack([seen, seen])),
    ],
)
def test_a_calibration_with_pictures_of_another_kind_is_damaged(
    tmp_path: Path, field: str, spoil: Callable[[np.ndarray], np.ndarray]
) -> None:
    good = learned("d03")
    packed = {"empty_png": good.empty_png, "view_png": good.view_png, **good.faces_png}
    packed[field] = pack(np.ascontiguousarray(spoil(unpack(packed[field]))))
    changed = replace(
        good,
        empty_png=packed.pop("empty_png"),
        view_png=packed.pop("view_png"),
        faces_png=packed,
    )
    save(changed, tmp_path / "tray.toml")
    assert refusal(tmp_path / "tray.toml") == "damaged"


def test_a_calibration_with_event_faces_of_another_size_is_damaged(tmp_path: Path) -> None:
    good = learned("d03")
    small = {name: pack(unpack(packed)[::2, ::2].copy()) for name, packed in good.faces_png.items()}
    save(replace(good, faces_png=small), tmp_path / "tray.toml")
    assert refusal(tmp_path / "tray.toml") == "damaged"


def test_what_is_no_text_or_not_there_is_said(tmp_path: Path) -> None:
    file = tmp_path / "tray.toml"
    assert refusal(file) == "no_file"
    file.write_bytes(b"\xff\xfe\x00")
    assert refusal(file) == "damaged"
    assert refusal(tmp_path) == "unreadable"
    with pytest.raises(CalibrationError) as refused:
        save(learned("d03"), tmp_path / "tray.toml" / "tray.toml")
    assert refused.value.key == "unwritable"
