"""Times a training step of the attention network in PyTorch, for a rule graph that `senet graph` has exported.

    bench-torch-gat.py GRAPH.json STEPS BATCH THREADS

It builds the network that `senet reasoner train --arch gat` trains: two dense input layers, three blocks of two pairs of attention
layers, PairNorm, jumping knowledge, soft-attention pooling, two dense output layers, Adam. It prints milliseconds and memory as JSON.
"""

import json
import resource
import sys
import time

import torch
from torch import nn

WIDTH, FEATURES, BLOCKS = 32, 19, 3


class Attention(nn.Module):
    """One attention layer over the edges of one direction, with a loop at each node."""

    def __init__(self, inputs):
        super().__init__()
        self.weights = nn.Linear(inputs, WIDTH, bias=False)
        self.source = nn.Linear(WIDTH, 1, bias=False)
        self.target = nn.Linear(WIDTH, 1, bias=False)
        self.bias = nn.Parameter(torch.zeros(WIDTH))

    def forward(self, x, source, target):
        values = self.weights(x)
        nodes = x.shape[0]
        scores = self.source(values)[source, 0] + self.target(values)[target, 0]
        scores = nn.functional.leaky_relu(scores, 0.2)
        largest = torch.full((nodes,), -torch.inf).scatter_reduce(0, target, scores.detach(), "amax")
        powers = torch.exp(scores - largest[target])
        sums = torch.zeros(nodes).index_add(0, target, powers)
        shares = (powers / sums[target]).unsqueeze(1)
        return torch.zeros(nodes, WIDTH).index_add(0, target, shares * values[source]) + self.bias


class Block(nn.Module):
    """Two pairs of layers, a skip connection, PairNorm and relu."""

    def __init__(self):
        super().__init__()
        self.first = nn.ModuleList(Attention(WIDTH) for _ in range(2))
        self.second = nn.ModuleList(Attention(2 * WIDTH) for _ in range(2))
        self.merge = nn.Linear(3 * WIDTH, WIDTH)

    def forward(self, x, edges, graphs):
        hidden = torch.cat([layer(x, *pair) for layer, pair in zip(self.first, edges)], 1).relu()
        hidden = [layer(hidden, *pair) for layer, pair in zip(self.second, edges)]
        return pair_norm(self.merge(torch.cat([*hidden, x], 1)), graphs).relu()


def pair_norm(x, graphs):
    """PairNorm of each graph of the batch; all have the same number of nodes."""
    rows = x.view(graphs, -1, WIDTH)
    rows = rows - rows.mean(1, keepdim=True)
    length = rows.square().sum(2).mean(1).view(-1, 1, 1)
    return (rows * (WIDTH / (1e-6 + length)).sqrt()).view(-1, WIDTH)


class Network(nn.Module):
    """The whole network."""

    def __init__(self):
        super().__init__()
        self.input = nn.Sequential(
            nn.Linear(FEATURES, WIDTH), nn.ReLU(), nn.Dropout(0.1), nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Dropout(0.1)
        )
        self.blocks = nn.ModuleList(Block() for _ in range(BLOCKS))
        wide = (BLOCKS + 1) * WIDTH
        self.pool = nn.Linear(wide, 1, bias=False)
        self.hidden = nn.Linear(2 * wide, WIDTH)
        self.output = nn.Linear(WIDTH, 1)

    def forward(self, x, edges, graphs, targets):
        stages = [self.input(x)]
        for block in self.blocks:
            stages.append(block(stages[-1], edges, graphs))
        joined = torch.cat(stages, 1)
        rows = joined.view(graphs, -1, joined.shape[1])
        shares = self.pool(rows).softmax(1)
        pooled = (shares * rows).sum(1)
        chosen = rows[:, targets]
        pooled = pooled.unsqueeze(1).expand(-1, chosen.shape[1], -1)
        hidden = self.hidden(torch.cat([chosen, pooled], 2)).relu()
        return self.output(nn.functional.dropout(hidden, 0.1)).squeeze(2)


def directed(pairs, nodes, graphs):
    """The edges of all graphs of a batch, with loops."""
    loops = torch.arange(nodes)
    source = torch.cat([loops, pairs[:, 0]])
    target = torch.cat([loops, pairs[:, 1]])
    order = target.argsort(stable=True)
    shifts = (torch.arange(graphs) * nodes).unsqueeze(1)
    return (source[order] + shifts).flatten(), (target[order] + shifts).flatten()


def main():
    path, steps, batch, threads = sys.argv[1], *map(int, sys.argv[2:5])
    torch.set_num_threads(threads)
    torch.manual_seed(1)
    with open(path) as file:
        graph = json.load(file)
    nodes = len(graph["nodes"])
    pairs = torch.tensor(graph["edges"], dtype=torch.long)
    # Senet asks for legal moves in half of the examples and for next fluents in the others. There are fewer legal moves.
    is_target = lambda node: node["kind"] == "keyword" and node["label"] == "legal"
    targets = torch.tensor([at for at, node in enumerate(graph["nodes"]) if is_target(node)], dtype=torch.long)
    edges = [directed(pairs, nodes, batch), directed(pairs.flip(1), nodes, batch)]
    network = Network()
    optimiser = torch.optim.Adam(network.parameters(), lr=1e-3)
    x = torch.zeros(batch * nodes, FEATURES)
    x.scatter_(1, torch.randint(1, FEATURES, (batch * nodes, 1)), 1.0)
    x[:, 0] = (torch.rand(batch * nodes) < 0.1).float()
    truths = (torch.rand(batch, len(targets)) < 0.2).float()

    def step():
        optimiser.zero_grad()
        outputs = network(x, edges, batch, targets)
        nn.functional.binary_cross_entropy_with_logits(outputs, truths).backward()
        optimiser.step()

    step()
    cpu, wall = time.process_time(), time.perf_counter()
    for _ in range(steps):
        step()
    print(
        json.dumps(
            {
                "nodes": nodes,
                "targets": len(targets),
                "cpu_ms_per_step": 1e3 * (time.process_time() - cpu) / steps,
                "wall_ms_per_step": 1e3 * (time.perf_counter() - wall) / steps,
                "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
                "torch": torch.__version__,
            }
        )
    )


main()
