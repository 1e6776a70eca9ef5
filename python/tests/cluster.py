"""Self-play and a tournament on a local cluster of three nodes, one of which is killed in the middle of each.

The results must be those of one undisturbed process. Run `python tests/cluster.py --positions 1000000 --rounds 250`.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import threading
import time
from pathlib import Path

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
# Otherwise the driver replaces 127.0.0.1 by another address and waits for ever.
os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")

import senet
import senet.ray
from senet._senet import TournamentStore

NODE = dict(num_cpus=1, object_store_memory=100 * 2**20, node_ip_address="127.0.0.1")
PLAYERS = ["random", "uct:batch=1"]


def start(nodes: int):
    """A cluster on this machine, reachable through loopback only."""
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args=dict(include_dashboard=False, **NODE))
    others = [cluster.add_node(**NODE) for _ in range(nodes - 1)]
    ray.init(
        address=cluster.address,
        _node_ip_address="127.0.0.1",
        logging_level="ERROR",
        log_to_driver=False,
        runtime_env={"env_vars": {"PYTHONPATH": os.pathsep.join([*sys.path, str(Path(__file__).parent)])}},
    )
    return cluster, others


def stop(cluster) -> None:
    import ray

    ray.shutdown()
    cluster.shutdown()


def killed_during(cluster, node, seconds: float, work):
    """Does the work and kills the node after some seconds. Returns the result, the time, and whether the kill came in time."""
    ended = threading.Event()
    was_in_time: list[bool] = []

    def kill() -> None:
        if not ended.wait(seconds):
            cluster.remove_node(node, allow_graceful=False)
            was_in_time.append(not ended.is_set())

    killer = threading.Thread(target=kill)
    begin = time.time()
    killer.start()
    result = work()
    took = time.time() - begin
    ended.set()
    killer.join()
    return result, took, bool(was_in_time and was_in_time[0])


def play(folder: Path, rounds: int, use_ray: bool):
    """All results of a tournament whose moves are limited by playouts, so that the seed decides them."""
    game = senet.Game("tic-tac-toe")
    options = dict(rounds=rounds, start_clock=600.0, play_clock=600.0, simulations=50, seed=7)
    rated = senet.ray.tournament([game], PLAYERS, folder=folder, name="cup", use_ray=use_ray, **options)
    store = TournamentStore(folder, "cup", [game], PLAYERS, rounds, 600.0, 600.0, 50, 7)
    return [(rating.player, rating.elo) for rating in rated.ratings], store.results()


def check(positions: int, rounds: int, kill_after: float = 2.0) -> bool:
    """Plays everything undisturbed in this process and disturbed on a cluster, and compares."""
    with tempfile.TemporaryDirectory() as scratch:
        begin = time.time()
        plain_table = senet.ray.self_play("connect-four", positions, seed=5, use_ray=False, workers=1)
        table_seconds = time.time() - begin
        begin = time.time()
        plain_cup = play(Path(scratch) / "plain", rounds, use_ray=False)
        cup_seconds = time.time() - begin
        print(f"one process: self-play {table_seconds:.1f} s, tournament {cup_seconds:.1f} s", flush=True)
        cluster, others = start(3)
        try:
            disturbed_table, took, killed = killed_during(
                cluster, others[0], kill_after,
                lambda: senet.ray.self_play("connect-four", positions, seed=5, use_ray=True),
            )  # fmt: skip
            same_table = disturbed_table.equals(plain_table)
            print(f"self-play, {positions} positions: {took:.1f} s, node killed {killed}, same {same_table}", flush=True)
            cluster.add_node(**NODE)
            disturbed_cup, took, killed = killed_during(
                cluster, others[1], kill_after, lambda: play(Path(scratch) / "disturbed", rounds, use_ray=True)
            )
            same_cup = disturbed_cup == plain_cup
            matches = len(plain_cup[1])
            print(f"tournament, {matches} matches: {took:.1f} s, node killed {killed}, same {same_cup}", flush=True)
        finally:
            stop(cluster)
    return same_table and same_cup


def scale(positions: int) -> None:
    """Self-play on clusters of one, two and three nodes."""
    for nodes in (1, 2, 3):
        cluster, _ = start(nodes)
        try:
            senet.ray.self_play("connect-four", 1000, seed=1, use_ray=True)
            begin = time.time()
            table = senet.ray.self_play("connect-four", positions, seed=5, use_ray=True)
            took = time.time() - begin
            print(f"{nodes} nodes: {positions / took:.0f} positions/s, {table.nbytes / table.num_rows:.1f} bytes each")
        finally:
            stop(cluster)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=250, help="two matches each")
    parser.add_argument("--kill-after", type=float, default=2.0, help="seconds")
    parser.add_argument("--scale", action="store_true", help="measure one, two and three nodes instead")
    given = parser.parse_args()
    if given.scale:
        scale(given.positions)
    elif not check(given.positions, given.rounds, given.kill_after):
        raise SystemExit("the results differ")
