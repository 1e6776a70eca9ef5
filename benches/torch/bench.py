"""The networks of crates/senet-value-net/examples/throughput.rs in PyTorch, on one core, beside our figures.

Reads our lines `kind inference training` from standard input, in states a second, and prints both with their ratio.
"""

import sys
import time

import torch
from torch import nn

FLUENTS, MOVES, BATCH, SECONDS = 86, 8, 256, 3.0


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(FLUENTS, 256)
        self.hidden = nn.ModuleList(nn.Linear(256, 256) for _ in range(3))
        self.head, self.output = nn.Linear(256, 64), nn.Linear(64, 2 * MOVES + 2)

    def forward(self, x):
        x = torch.relu(self.first(x))
        for layer in self.hidden:
            x = x + torch.relu(layer(x))
        return self.output(torch.relu(self.head(x)))


class Cnn(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.side = nn.Conv2d(2, 32, 3, padding=1), nn.Linear(2, 32, bias=False)
        self.hidden = nn.ModuleList(nn.Conv2d(32, 32, 3, padding=1) for _ in range(3))
        self.reduce = nn.Conv2d(32, 8, 1)
        self.head, self.output = nn.Linear(8 * 42, 64), nn.Linear(64, 2 * MOVES + 2)

    def forward(self, x):
        planes, side = x[:, :84].reshape(-1, 2, 6, 7), x[:, 84:]
        x = torch.relu(self.first(planes) + self.side(side)[:, :, None, None])
        for layer in self.hidden:
            x = x + torch.relu(layer(x))
        x = torch.relu(self.reduce(x)).flatten(1)
        return self.output(torch.relu(self.head(x)))


def rate(work):
    work()
    start, count = time.process_time(), 0
    while time.process_time() - start < SECONDS:
        work()
        count += BATCH
    return count / (time.process_time() - start)


def measure(net):
    optimiser = torch.optim.Adam(net.parameters(), 1e-3)
    states = (torch.rand(BATCH, FLUENTS) < 0.25).float()
    policy, value = torch.full((BATCH, MOVES), 1 / MOVES), torch.full((BATCH, 2), 0.5)

    def infer():
        with torch.inference_mode():
            net(states)

    def train():
        outputs = net(states)
        loss = nn.functional.cross_entropy(outputs[:, :MOVES], policy)
        loss = loss + nn.functional.cross_entropy(outputs[:, MOVES : 2 * MOVES], policy)
        loss = loss + nn.functional.binary_cross_entropy_with_logits(outputs[:, 2 * MOVES :], value)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()

    return rate(infer), rate(train)


def main():
    torch.set_num_threads(1)
    print(f"states a second of CPU time on one core, batches of {BATCH}; PyTorch {torch.__version__}")
    ours = dict((line.split()[0], [float(word) for word in line.split()[1:]]) for line in sys.stdin)
    for kind, net in [("mlp", Mlp()), ("cnn", Cnn())]:
        for what, own, other in zip(["inference", "training"], ours[kind], measure(net)):
            print(f"{kind}  {what:9}  senet {own:9.0f}  torch {other:9.0f}  ratio {own / other:.2f}")


main()
