"""Runs seeded tasks on this machine or on a Ray cluster. A task depends on its arguments alone, so it can be repeated."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

from ._senet import Stop
from ._untyped import untyped

Job = TypeVar("Job")
Result = TypeVar("Result")

_MASK = (1 << 64) - 1
_RETRIES = 20
"""How often Ray restarts a task after the loss of its node."""


def spread_seed(seed: int, number: int) -> int:
    """The seed with this number: SplitMix64, as everywhere in Senet."""
    mixed = (seed + (number + 1) * 0x9E3779B97F4A7C15) & _MASK
    mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _MASK
    return mixed ^ mixed >> 31


def uses_ray(wanted: bool | None) -> bool:
    """True if tasks go to a cluster: as requested; by default, if the program has connected to one."""
    if wanted is not None:
        return wanted
    ray: Any = sys.modules.get("ray")
    return ray is not None and bool(ray.is_initialized())


def run(
    work: Callable[[Job], Result], jobs: Sequence[Job] | Iterator[Job], *, use_ray: bool, workers: int | None = None
) -> Generator[tuple[Job, Result], None, None]:
    """Does all jobs and yields each with its result as soon as it is done. Jobs are taken from an iterator when needed."""
    if workers is not None and workers < 1:
        raise ValueError(f"`workers` is {workers}, but must be 1 or more")
    source = iter(jobs)
    return _on_ray(work, source, workers) if use_ray else _here(work, source, workers)


def _here(
    work: Callable[[Job], Result], jobs: Iterator[Job], workers: int | None
) -> Generator[tuple[Job, Result], None, None]:
    count = workers or os.cpu_count() or 1
    stop = Stop()
    with ThreadPoolExecutor(count, initializer=stop.follow) as pool:
        running: dict[Future[Result], Job] = {}
        try:
            while True:
                while len(running) < count and (job := next(jobs, None)) is not None:
                    running[pool.submit(work, job)] = job
                if not running:
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield running.pop(future), future.result()
        except BaseException:
            # Only the main thread gets Ctrl-C, and the pool waits for its threads.
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _on_ray(
    work: Callable[[Job], Result], jobs: Iterator[Job], workers: int | None
) -> Generator[tuple[Job, Result], None, None]:
    ray = untyped("ray")

    def task(job: Job) -> Result:
        return work(job)

    remote = ray.remote(max_retries=_RETRIES, num_cpus=1, scheduling_strategy="SPREAD")(task)
    running: dict[Any, Job] = {}
    try:
        while True:
            # Nodes come and go, so each round asks for the current number of cores.
            count = workers or max(2, 2 * int(ray.cluster_resources().get("CPU", 1)))
            while len(running) < count and (job := next(jobs, None)) is not None:
                running[remote.remote(job)] = job
            if not running:
                return
            done, _ = ray.wait(list(running), num_returns=1)
            for reference in done:
                yield running.pop(reference), ray.get(reference)
    finally:
        for reference in running:
            ray.cancel(reference)
