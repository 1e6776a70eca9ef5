"""Learns connect four by self-play with PPO, and draws the learning curve. Needs torch.

    python examples/ppo_connect_four.py --iterations 60 --curve curve.svg

One network plays both sides: it sees the facts of the state and whose turn it is, and masks illegal actions. The value of a
state is that of the role to move, so it changes its sign when the turn changes.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from torch import nn

import senet

GAMMA, LAMBDA, CLIP, ENTROPY = 1.0, 0.95, 0.2, 0.01


class Net(nn.Module):
    """Logits of the actions and the value of the state."""

    def __init__(self, game: senet.Game) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(len(game.fluents), 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.policy = nn.Linear(256, len(game.actions))
        self.value = nn.Linear(256, 1)

    def forward(self, obs: torch.Tensor, mask: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        hidden = self.body(obs.float())
        logits = self.policy(hidden).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), torch.tanh(self.value(hidden)).squeeze(-1)


def collect(env: senet.VectorEnv, net: Net, step: senet.Step, length: int) -> tuple[dict[str, torch.Tensor], senet.Step]:
    """Plays some steps in every lane and computes advantages."""
    rows: dict[str, list[torch.Tensor]] = {key: [] for key in ("obs", "mask", "action", "logp", "value", "reward", "go", "sign")}
    lanes = np.arange(env.lanes)
    with torch.no_grad():
        for _ in range(length):
            obs, mask = torch.from_numpy(step.obs), torch.from_numpy(step.info["action_mask"])
            movers = step.info["current_player"].astype(np.int64)
            choice, value = net(obs, mask)
            action = choice.sample()
            step = env.step(action.numpy())
            same = movers == step.info["current_player"]
            found = {
                "obs": obs, "mask": mask, "action": action, "logp": choice.log_prob(action), "value": value,
                "reward": torch.from_numpy(step.rewards[lanes, movers]),
                "go": torch.from_numpy(~step.terminated).float(),
                "sign": torch.from_numpy(np.where(same, 1.0, -1.0)).float(),
            }  # fmt: skip
            for key, part in found.items():
                rows[key].append(part)
        _, last = net(torch.from_numpy(step.obs), torch.from_numpy(step.info["action_mask"]))
    advantages, advantage, following = [], torch.zeros(env.lanes), last
    for at in reversed(range(length)):
        carry = GAMMA * rows["go"][at] * rows["sign"][at]
        delta = rows["reward"][at] + carry * following - rows["value"][at]
        advantage = delta + LAMBDA * carry * advantage
        following = rows["value"][at]
        advantages.append(advantage)
    batch = {key: torch.cat(rows[key]) for key in ("obs", "mask", "action", "logp", "value")}
    batch["advantage"] = torch.cat(advantages[::-1])
    batch["target"] = batch["advantage"] + batch["value"]
    return batch, step


def improve(net: Net, optimizer: torch.optim.Optimizer, batch: dict[str, torch.Tensor], epochs: int = 3) -> None:
    """Some passes of PPO over the batch."""
    scale = (batch["advantage"] - batch["advantage"].mean()) / (batch["advantage"].std() + 1e-8)
    for _ in range(epochs):
        for part in torch.randperm(len(scale)).split(4096):
            choice, value = net(batch["obs"][part], batch["mask"][part])
            ratio = (choice.log_prob(batch["action"][part]) - batch["logp"][part]).exp()
            gain = torch.min(ratio * scale[part], ratio.clamp(1 - CLIP, 1 + CLIP) * scale[part]).mean()
            error = (value - batch["target"][part]).square().mean()
            loss = 0.5 * error - gain - ENTROPY * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


def score(game: senet.Game, net: Net, matches: int, seed: int) -> float:
    """The share of points against random moves, half of the matches on each seat."""
    env = senet.VectorEnv(game, matches, seed=seed, autoreset="disabled", reward="unit")
    seats = np.arange(matches) % 2
    step, points = env.reset(), np.zeros(matches)
    while (step.info["current_player"] >= 0).any():
        with torch.no_grad():
            choice, _ = net(torch.from_numpy(step.obs), torch.from_numpy(step.info["action_mask"]))
        own = choice.sample().numpy().astype(np.int32)
        actions = np.where(step.info["current_player"] == seats, own, env.sample())
        step = env.step(actions)
        points += step.rewards[np.arange(matches), seats]
    return float(points.mean())


def draw(curve: list[tuple[int, float]]) -> str:
    """The curve as SVG."""
    last = max(steps for steps, _ in curve) or 1
    points = " ".join(f"{40 + 340 * steps / last:.1f},{220 - 200 * share:.1f}" for steps, share in curve)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 250" font-family="sans-serif" font-size="10">'
        '<rect width="400" height="250" fill="#fff"/>'
        '<path d="M40 20V220H380M40 120H380M40 20H380" fill="none" stroke="#bbb"/>'
        '<text x="8" y="24">100 %</text><text x="14" y="124">50 %</text><text x="20" y="224">0 %</text>'
        f'<text x="200" y="240">steps, up to {last}</text><text x="44" y="14">points against random moves</text>'
        f'<polyline points="{points}" fill="none" stroke="#06c" stroke-width="2"/></svg>'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="connect-four")
    parser.add_argument("--iterations", type=int, default=60)
    parser.add_argument("--lanes", type=int, default=512)
    parser.add_argument("--steps", type=int, default=32, help="steps of each lane between improvements")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", help="write the learning curve as SVG")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    game = senet.Game(given.game)
    net = Net(game)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    env = senet.VectorEnv(game, given.lanes, seed=given.seed)
    step, curve = env.reset(), [(0, score(game, net, 400, 1))]
    print(f"{0:>10} steps: {curve[-1][1]:.1%} of the points against random moves", flush=True)
    for iteration in range(1, given.iterations + 1):
        batch, step = collect(env, net, step, given.steps)
        improve(net, optimizer, batch)
        if iteration % max(1, given.iterations // 10) == 0:
            curve.append((iteration * given.lanes * given.steps, score(game, net, 400, 1 + iteration)))
            print(f"{curve[-1][0]:>10} steps: {curve[-1][1]:.1%} of the points against random moves", flush=True)
    if given.curve:
        with open(given.curve, "w", encoding="utf-8") as file:
            file.write(draw(curve))


if __name__ == "__main__":
    main()
