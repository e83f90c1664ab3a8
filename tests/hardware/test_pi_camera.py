"""The Pi's camera without a Pi: a pretended picamera2, and a child process that writes JPEGs."""

from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

cv2 = pytest.importorskip("cv2", reason="the dice camera is an optional part")
import numpy as np  # noqa: E402

from companion.app.doctor import Surroundings  # noqa: E402
from hardware import pi_camera  # noqa: E402
from hardware.cameras import connected, kind_of, open_camera  # noqa: E402
from hardware.frames import FrameError  # noqa: E402
from hardware.pi_camera import split  # noqa: E402

SIZE = (64, 48)


def jpeg(brightness: int) -> bytes:
    made = cv2.imencode(".jpg", np.full((48, 64, 3), brightness, np.uint8))[1]
    return bytes(made.tobytes())


def child(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> None:
    """Put a program in the place of rpicam-vid."""
    program = folder / "bin" / "rpicam-vid"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\nimport sys, time\nout = sys.stdout.buffer\n{script}")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    monkeypatch.setitem(sys.modules, "picamera2", None)


def test_the_child_process_gives_its_pictures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for number, brightness in enumerate((10, 120, 250)):
        (tmp_path / f"{number}.jpg").write_bytes(jpeg(brightness))
    child(
        monkeypatch,
        tmp_path,
        f"""
assert sys.argv[1:] == ("--timeout 0 --nopreview --codec mjpeg --framerate 12 --width 64 --height 48 "
                        "--output -").split()
for number in range(3):
    data = open("{tmp_path}/%d.jpg" % number, "rb").read()
    out.write(data[:100]); out.flush(); time.sleep(0.05)
    out.write(data[100:]); out.flush(); time.sleep(0.1)
""",
    )
    source = open_camera("pi", SIZE)
    seen: list[float] = []
    with pytest.raises(FrameError) as ended:
        for frame in source.frames():
            assert frame.picture.shape == (48, 64, 3)
            seen.append(float(frame.picture.mean()))
    source.close()
    assert [round(one / 10) for one in seen] == [1, 12, 25]
    assert ended.value.key == "camera_stopped"


@pytest.mark.parametrize(
    ("script", "key"),
    [("sys.exit('no cameras available')", "no_camera"), ("time.sleep(60)", "no_camera")],
    ids=["no camera", "silent"],
)
def test_a_child_that_sends_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, key: str
) -> None:
    monkeypatch.setattr(pi_camera, "SILENT_SECONDS", 0.5)
    child(monkeypatch, tmp_path, script)
    source = open_camera("pi", SIZE)
    with pytest.raises(FrameError) as ended:
        list(source.frames())
    source.close()
    assert ended.value.key == key


def test_no_program_at_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(FrameError) as ended:
        open_camera("pi", SIZE)
    assert ended.value.key == "no_camera"


class Pretended:
    """picamera2 as far as it is used."""

    fault: Exception | None = None
    closed = 0

    def create_video_configuration(self, main: dict[str, Any], controls: dict[str, Any]) -> object:
        assert main == {"size": SIZE, "format": "RGB888"} and controls == {"FrameRate": 12}
        return main

    def configure(self, _configuration: object) -> None:
        pass

    def start(self) -> None:
        if self.fault is not None:
            raise self.fault

    def capture_array(self, name: str) -> Any:
        assert name == "main"
        return np.zeros((48, 64, 3), np.uint8)

    def close(self) -> None:
        type(self).closed += 1


def pretend(monkeypatch: pytest.MonkeyPatch, make: Any) -> None:
    module = types.ModuleType("picamera2")
    module.Picamera2 = make  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)


def test_picamera2_gives_its_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, Pretended)
    source = open_camera("pi", SIZE)
    frames = source.frames()
    assert [next(frames).number for _count in range(3)] == [0, 1, 2]
    source.close()
    assert list(frames) == []


def test_picamera2_without_a_camera_or_with_a_busy_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise IndexError("list index out of range")

    pretend(monkeypatch, none)
    with pytest.raises(FrameError):
        open_camera("pi", SIZE)

    class Busy(Pretended):
        fault = RuntimeError("Device or resource busy")
        closed = 0

    pretend(monkeypatch, Busy)
    with pytest.raises(FrameError):
        open_camera("pi", SIZE)
    assert Busy.closed == 1


BODY = st.binary(max_size=40).map(lambda data: data.replace(b"\xff", b"\xfe"))


@given(bodies=st.lists(BODY, max_size=6), cuts=st.lists(st.integers(1, 30), max_size=40), noise=BODY)
def test_pictures_come_whole_however_the_stream_is_cut(
    bodies: list[bytes], cuts: list[int], noise: bytes
) -> None:
    pictures = [b"\xff\xd8" + body + b"\xff\xd9" for body in bodies]
    stream = noise + b"".join(pictures)
    found: list[bytes] = []
    waiting = b""
    for cut in [*cuts, len(stream)]:
        chunk, stream = stream[:cut], stream[cut:]
        whole, waiting = split(waiting + chunk)
        found += whole
    assert found == pictures


# --- which cameras there are --------------------------------------------------------------------------


def test_connected_cameras_each_once(tmp_path: Path) -> None:
    def put(name: str, text: str) -> None:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    (tmp_path / "drivers/uvcvideo").mkdir(parents=True)
    for number, index, name in ((0, 0, "Table Camera"), (1, 1, "Table Camera"), (2, 0, "Door Camera")):
        put(f"sys/class/video4linux/video{number}/name", f"{name}\n")
        put(f"sys/class/video4linux/video{number}/index", f"{index}\n")
        device = tmp_path / f"sys/class/video4linux/video{number}/device"
        device.mkdir()
        (device / "driver").symlink_to(tmp_path / "drivers/uvcvideo")
    put("sys/class/video4linux/video10/name", "bcm2835-codec-decode\n")
    around = Surroundings(root=tmp_path, has_module=lambda _name: False, has_program=lambda _name: True)
    assert [(one.camera, one.name) for one in connected(around)] == [
        ("usb:0", "Table Camera"),
        ("usb:2", "Door Camera"),
    ]
    put("proc/device-tree/model", "Raspberry Pi 5\0")
    assert connected(around)[-1].camera == "pi"


def test_kinds() -> None:
    assert [kind_of(camera) for camera in ("usb:0", "pi", "folder:/a:b", "")] == ["usb", "pi", "folder", ""]
