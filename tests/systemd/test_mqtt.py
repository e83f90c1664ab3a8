"""The file that opens the service's way to an MQTT broker: to addresses inside a house, and only where it is
installed."""

from __future__ import annotations

import ipaddress
import shutil
import subprocess
from pathlib import Path

SYSTEMD = Path(__file__).resolve().parents[2] / "systemd"
UNIT, DROP_IN = SYSTEMD / "longship.service", SYSTEMD / "longship-mqtt.conf"
NAMES = {"localhost": ("127.0.0.0/8", "::1/128"), "link-local": ("169.254.0.0/16", "fe80::/64")}


def values(file: Path, key: str) -> list[str]:
    """All words of a key, however often it stands there."""
    lines = (line.split("=", 1) for line in file.read_text().splitlines() if "=" in line and line[0] != "#")
    return [word for name, words in lines if name == key for word in words.split()]


def test_without_it_the_service_has_no_network() -> None:
    assert not {"AF_INET", "AF_INET6"} & set(values(UNIT, "RestrictAddressFamilies"))
    assert values(UNIT, "IPAddressDeny") == ["any"] and values(UNIT, "IPAddressAllow") == []


def test_with_it_the_service_reaches_the_house_alone() -> None:
    assert values(DROP_IN, "RestrictAddressFamilies") == ["AF_INET", "AF_INET6"]
    allowed = [
        ipaddress.ip_network(address)
        for word in values(DROP_IN, "IPAddressAllow")
        for address in NAMES.get(word, (word,))
    ]
    assert all(network.is_private for network in allowed)

    def reached(address: str) -> bool:
        one = ipaddress.ip_address(address)
        return any(one in network for network in allowed if network.version == one.version)

    assert all(
        map(reached, ("127.0.0.1", "192.168.1.20", "10.0.0.2", "172.20.0.1", "::1", "fd12::1", "fe80::1"))
    )
    assert not any(map(reached, ("8.8.8.8", "172.32.0.1", "192.169.0.1", "2001:db8::1", "2606::1")))


def complaints(root: Path, text: str) -> str:
    """What systemd says of the unit with this beside it, in a root of its own."""
    units, program = root / "etc/systemd/system", root / "opt/longship/current/longship"
    beside = units / "longship.service.d"
    for folder in (beside, program.parent):
        folder.mkdir(parents=True, exist_ok=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (root / "bin").mkdir(exist_ok=True)
    shutil.copy(program, root / "bin/sh")
    for name in ("sysinit.target", "basic.target", "shutdown.target", "multi-user.target"):
        (units / name).write_text("[Unit]\nDescription=There\n")
    shutil.copy(UNIT, units)
    (beside / DROP_IN.name).write_text(text)
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", f"--root={root}", UNIT.name], capture_output=True, text=True
    )
    return "\n".join(line for line in found.stderr.splitlines() if DROP_IN.name in line or found.returncode)


def test_systemd_takes_it_and_would_find_a_mistake(tmp_path: Path) -> None:
    text = DROP_IN.read_text()
    told = [line.split("=")[0] for line in text.splitlines() if line and line[0] != "#"]
    assert told[0] == "[Service]" and set(told[1:]) == {"RestrictAddressFamilies", "IPAddressAllow"}
    if shutil.which("systemd-analyze") is None:
        return
    assert complaints(tmp_path, text) == ""
    for right, wrong in (
        ("[Service]", "[Sirvice]"),
        ("AF_INET6", "AF_INET7"),
        ("192.168.0.0/16", "192.168.0.0/99"),
        ("IPAddressAllow=", "IPAdressAllow="),
    ):
        assert DROP_IN.name in complaints(tmp_path, text.replace(right, wrong, 1)), wrong
