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

from calibration.fixed import Fixed  # noqa: E402
from companion.app.doctor import Surroundings  # noqa: E402
from hardware import pi_camera  # noqa: E402
from hardware.cameras import connected, kind_of, open_camera  # noqa: E402
from hardware.frames import Dimmable, Fixable, FrameError  # noqa: E402
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
    assert (ended.value.key, ended.value.source) == ("no_camera", "pi")


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


METADATA = {
    "ExposureTime": 21000,
    "AnalogueGain": 2.5,
    "ColourGains": (1.4, 1.9),
    "LensPosition": 3.25,
    "Lux": 210.0,
}
SETTLED = Fixed(exposure_us=21000, gain=2.5, red_gain=1.4, blue_gain=1.9, focus_dioptres=3.25)


class Adjustable(Pretended):
    """picamera2 with a camera that has everything; records what was set."""

    camera_controls = dict.fromkeys(("AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains"))
    lens = dict.fromkeys(("AfMode", "LensPosition"))

    def __init__(self) -> None:
        self.was_set: dict[str, Any] = {}
        self.camera_controls = {**type(self).camera_controls, **self.lens}

    def capture_metadata(self) -> dict[str, Any]:
        return {name: value for name, value in METADATA.items() if name != "LensPosition" or self.lens}

    def set_controls(self, controls: dict[str, Any]) -> None:
        assert set(controls) <= set(self.camera_controls), "picamera2 raises for what a camera has not"
        self.was_set |= controls


def test_picamera2_is_fixed_as_it_is_and_later_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, Adjustable)
    source = open_camera("pi", SIZE)
    assert isinstance(source, Fixable)
    assert source.hold() == SETTLED
    wanted = {
        "AeEnable": False,
        "ExposureTime": 21000,
        "AnalogueGain": 2.5,
        "AwbEnable": False,
        "ColourGains": (1.4, 1.9),
        "AfMode": 0,
        "LensPosition": 3.25,
    }
    assert source._camera.was_set == wanted  # type: ignore[attr-defined]
    later = open_camera("pi", SIZE)
    assert isinstance(later, Fixable) and later.hold(SETTLED) == SETTLED
    assert later._camera.was_set == wanted  # type: ignore[attr-defined]
    later.release()
    assert later._camera.was_set | {"AeEnable": True, "AwbEnable": True, "AfMode": 2} == (  # type: ignore[attr-defined]
        later._camera.was_set  # type: ignore[attr-defined]
    )


def test_picamera2_lets_in_less_light_where_its_exposure_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, Adjustable)
    source = open_camera("pi", SIZE)
    assert isinstance(source, Dimmable) and isinstance(source, Fixable)
    assert not source.darken(1), "it adjusts itself, and would make up for it"
    source.hold(SETTLED)
    set_now: dict[str, Any] = source._camera.was_set  # type: ignore[attr-defined]
    for stops, exposure_us in ((1, 10500), (2, 5250), (3, 2625), (0, 21000)):
        assert source.darken(stops)
        assert set_now["ExposureTime"] == exposure_us and set_now["AnalogueGain"] == 2.5
    source.release()
    assert not source.darken(1)


def test_a_camera_without_a_lens_to_move_keeps_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stiff(Adjustable):
        lens: dict[str, Any] = {}  # noqa: RUF012

    pretend(monkeypatch, Stiff)
    source = open_camera("pi", SIZE)
    assert isinstance(source, Fixable)
    assert source.hold() == Fixed(exposure_us=21000, gain=2.5, red_gain=1.4, blue_gain=1.9)
    source.release()


def test_a_camera_that_refuses_is_used_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    class Refusing(Adjustable):
        def set_controls(self, controls: dict[str, Any]) -> None:
            raise RuntimeError("Control ExposureTime is not advertised by libcamera")

    for camera in (Refusing, Pretended):
        pretend(monkeypatch, camera)
        source = open_camera("pi", SIZE)
        assert isinstance(source, Fixable) and source.hold() == Fixed()
        source.release()
        assert next(source.frames()).number == 0


CHILD = r"""
from pathlib import Path
options = dict(zip(sys.argv[1::1], sys.argv[2::1]))
with open("{folder}/calls", "a") as calls:
    print(*sys.argv[1:], file=calls)
if "--metadata" in options:
    Path(options["--metadata"]).write_text(
        "ExposureTime=9000\nAnalogueGain=1.0\n\n"
        "ExposureTime=21000\nAnalogueGain=2.500000\n"
        "ColourGains=[ 1.400000, 1.900000 ]\nLensPosition=3.250000\n")
    sys.exit()
data = open("{folder}/0.jpg", "rb").read()
while True:
    out.write(data); out.flush(); time.sleep(0.05)
"""


def test_the_child_begins_again_with_what_the_camera_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "0.jpg").write_bytes(jpeg(120))
    child(monkeypatch, tmp_path, CHILD.format(folder=tmp_path))
    source = open_camera("pi", SIZE)
    frames = source.frames()
    assert next(frames).number == 0
    assert isinstance(source, Fixable)
    assert not isinstance(source, Dimmable), "it would begin again for each picture, for seconds"
    assert source.hold() == SETTLED
    assert next(frames).number == 1, "pictures go on"
    source.close()
    first, measured, fixed = (tmp_path / "calls").read_text().splitlines()
    assert "--shutter" not in first and "--metadata-format txt" in measured
    assert (
        "--shutter 21000 --gain 2.500 --awbgains 1.400,1.900 --autofocus-mode manual --lens-position 3.250"
        in fixed
    )


def test_a_child_that_tells_nothing_goes_on_by_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "0.jpg").write_bytes(jpeg(120))
    silent = CHILD.format(folder=tmp_path).replace(
        'if "--metadata" in options:', 'if "--metadata" in options: sys.exit(1)\nif 0:'
    )
    child(monkeypatch, tmp_path, silent)
    source = open_camera("pi", SIZE)
    assert isinstance(source, Fixable) and source.hold() == Fixed()
    assert next(source.frames()).number == 0
    source.close()


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
