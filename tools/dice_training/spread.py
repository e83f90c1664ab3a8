"""Spreads work over processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any


def spread(work: Callable[..., None], jobs: Iterable[tuple[Any, ...]], processes: int) -> None:
    """Calls ``work`` with the arguments of each job, in so many new processes, or here if it is one."""
    if processes == 1:
        for job in jobs:
            work(*job)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        running = [pool.submit(work, *job) for job in jobs]
        try:
            for one in running:
                one.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
