"""What systemd hears, on a socket that it would have made."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.service import LONGEST_STATUS, Service
from tests.kit.each import each
from tests.kit.manager import Manager


@pytest.fixture(params=["a file", "no file"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Manager]:
    address = str(tmp_path / "notify") if request.param == "a file" else f"@longship-test-{tmp_path.name}"
    found = Manager(address)
    yield found
    found.close()


def test_a_service_says_what_it_does(manager: Manager) -> None:
    service = Service.of({"NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "10000000"})
    assert service.runs and service.watch_s == 10.0
    service.ready()
    service.alive()
    service.status("Anna, Ben")
    service.waits(20)
    service.stopping()
    assert manager.heard() == [
        "READY=1",
        "WATCHDOG=1",
        "STATUS=Anna, Ben",
        "EXTEND_TIMEOUT_USEC=20000000",
        "STOPPING=1",
    ]


def test_a_name_says_no_other_word(manager: Manager) -> None:
    """A player may be called anything."""
    service = Service.of({"NOTIFY_SOCKET": manager.address})
    service.status("Anna\nREADY=1\n" + "x" * 10_000)
    (word,) = manager.heard()
    assert "\n" not in word and word.startswith("STATUS=Anna") and len(word) < LONGEST_STATUS + 50


def test_no_child_speaks_in_its_name(tmp_path: Path) -> None:
    around = {"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "1", "WATCHDOG_PID": "4", "HOME": "/"}
    Service.of(around)
    assert around == {"HOME": "/"}


@each(
    [
        {},
        {"NOTIFY_SOCKET": "", "WATCHDOG_USEC": "5"},
        {"NOTIFY_SOCKET": "vsock:2:1", "WATCHDOG_USEC": "5"},
        {"NOTIFY_SOCKET": "somewhere"},
    ]
)
def test_nobody_is_told_where_nobody_listens(environment: dict[str, str]) -> None:
    service = Service.of(dict(environment))
    assert not service.runs and service.watch_s == math.inf
    service.ready()


@each(["", "0", "-5", "ten", "²", "1e6"])
def test_a_watchdog_without_a_time_does_not_watch(time: str) -> None:
    assert Service.of({"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": time}).watch_s == math.inf


def test_who_does_not_read_holds_nobody_up(manager: Manager) -> None:
    service = Service.of({"NOTIFY_SOCKET": manager.address})
    for _word in range(2000):
        service.alive()
    heard = manager.heard()
    assert 0 < len(heard) < 2000
    manager.close()
    service.alive()
