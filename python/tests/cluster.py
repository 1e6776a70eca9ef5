"""Self-play and a tournament on a local cluster of three nodes, one of which is killed in the middle of each.

The results must be those of one undisturbed process. Run `python tests/cluster.py --positions 1000000 --rounds 250`.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
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
PLAYERS = ["random", "uct"]


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


class Killer:
    """Kills a node when half of the work is done. It is the `progress` of a call."""

    def __init__(self, cluster, node) -> None:
        self.cluster, self.node, self.killed_at = cluster, node, None

    def __call__(self, done: int, total: int) -> None:
        if self.killed_at is None and 2 * done >= total:
            self.killed_at = done / total
            self.cluster.remove_node(self.node, allow_graceful=False)


def play(folder: Path, rounds: int, use_ray: bool, progress=None):
    """All results of a tournament whose moves are limited by playouts, so that the seed decides them."""
    game = senet.Game("tic-tac-toe")
    options = dict(rounds=rounds, start_clock=600.0, play_clock=600.0, simulations=2000, seed=7)
    rated = senet.ray.tournament([game], PLAYERS, folder=folder, name="cup", use_ray=use_ray, progress=progress, **options)
    store = TournamentStore(folder, "cup", [game], PLAYERS, rounds, 600.0, 600.0, 2000, 7)
    return [(rating.player, rating.elo) for rating in rated.ratings], store.results()


def check(positions: int, rounds: int) -> None:
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
            killer, begin = Killer(cluster, others[0]), time.time()
            table = senet.ray.self_play("connect-four", positions, seed=5, use_ray=True, progress=killer)
            tell(f"self-play, {table.num_rows} positions", begin, killer, table.equals(plain_table))
            cluster.add_node(**NODE)
            killer, begin = Killer(cluster, others[1]), time.time()
            cup = play(Path(scratch) / "disturbed", rounds, use_ray=True, progress=killer)
            tell(f"tournament, {len(cup[1])} matches", begin, killer, cup == plain_cup)
        finally:
            stop(cluster)


def tell(what: str, begin: float, killer: Killer, is_same: bool) -> None:
    """Prints how a disturbed run went. It must have lost its node before its end, and still give the same results."""
    took = time.time() - begin
    print(f"{what}: {took:.1f} s, node killed at {killer.killed_at:.0%}, same results: {is_same}", flush=True)
    assert killer.killed_at < 1, "the node was killed too late"
    assert is_same, "the results differ"


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
    parser.add_argument("--scale", action="store_true", help="measure one, two and three nodes instead")
    given = parser.parse_args()
    if given.scale:
        scale(given.positions)
    else:
        check(given.positions, given.rounds)
