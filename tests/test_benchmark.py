"""What of the benchmark needs no measuring: which budgets hold, and where a slow machine can be imitated."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import benchmark
from tests.benchmark import Figure, by_quarter, line, report
from tests.kit import slow_machine
from tests.kit.slow_machine import Hierarchy, hierarchy

FIGURES = [
    Figure("cold start to the first screen, median of 5", 1.5, "s", 1.2),
    Figure("a game of 400 entries resumed", 0.3, "s", 0.5),
    Figure("most memory in an evening (with libraries)", 150, "MB", 200),
    Figure("touch to drawn frame, p50 (outside)", 30, "ms"),
    Figure("touch to drawn frame, p95 (outside)", 70, "ms"),
    Figure("touch to drawn frame with board and hands, p95 (outside)", 90, "ms", 60),
    Figure("first light after the tap, p95 (from outside)", 300, "ms", 50),
    Figure("tap to changed frame, p95 (in the process)", 45, "ms", 40),
    Figure("board moved: a frame, mean (50 a second)", 20, "ms", 1000 / 30),
    Figure("board zoomed: a frame, mean (20 a second)", 50, "ms", 1000 / 30),
    Figure("board: longest step of painting it", 55, "ms"),
    Figure("correction: preview of entry 1 of 400", 290, "ms", 300),
    Figure("correction: longest frame meanwhile", 45, "ms", 60),
    Figure("memory added by 24 looks at table and board", 1, "MB", 5),
]
OLDER = "cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,relatime,cpu,cpuacct 0 0\n"
OTHER = "cgroup /sys/fs/cgroup/cpuset cgroup rw,relatime,cpuset 0 0\n"
NEWER = "cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0\n"


def test_the_slow_machine_has_budgets_of_its_own() -> None:
    budgets = {figure.name: figure.budget for figure in by_quarter(FIGURES)}
    assert list(budgets.values()) == [1.6, 0.4, 200, None, 80, 100, None, 50, 25, None, 60, 300, 50, 5]
    assert "of    1.6     94%" in line(by_quarter(FIGURES)[0])
    assert "ABOVE BUDGET" in line(FIGURES[0])


def test_a_budget_without_its_figure_is_told() -> None:
    with pytest.raises(AssertionError, match="memory added by"):
        by_quarter(FIGURES[:-1])


def test_a_figure_above_its_budget_is_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(FIGURES, json=True) == 1
    assert report(by_quarter(FIGURES), json=False) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2 * len(FIGURES)


def test_both_interfaces_of_the_kernel_give_the_same_share() -> None:
    older, newer = hierarchy(OTHER + NEWER + OLDER), hierarchy(OTHER + NEWER)
    assert older == Hierarchy(Path("/sys/fs/cgroup/cpu,cpuacct"), 1)
    assert newer == Hierarchy(Path("/sys/fs/cgroup"), 2)
    assert older.limits == {"cpu.cfs_period_us": "4000", "cpu.cfs_quota_us": "1100"}
    assert newer.limits == {"cpu.max": "1100 4000"}


def test_without_a_cgroup_one_sentence_and_nothing_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mounts = tmp_path / "mounts"
    monkeypatch.setattr(slow_machine, "MOUNTS", mounts)
    monkeypatch.setattr(benchmark, "measure", None)
    gone = tmp_path / "gone"
    for text in (OTHER, f"cgroup {gone} cgroup rw,cpu 0 0\n", f"cgroup2 {gone} cgroup2 rw 0 0\n"):
        mounts.write_text(text)
        assert benchmark.main(["--quarter"]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert re.fullmatch(r"longship benchmark: --quarter takes a CPU cgroup, and none .+: .+\n", said.err)
