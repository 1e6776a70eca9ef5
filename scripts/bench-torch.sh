#!/bin/sh
# Measures our networks beside PyTorch, one after the other on one core. SENET_PYTHON names a Python with torch.
set -eu
cd "$(dirname "$0")/.."
python="${SENET_PYTHON:-python3}"
if ! "$python" -c "import torch" 2>/dev/null; then
    echo "bench-torch: $python has no torch; set SENET_PYTHON to one that has it" >&2
    exit 1
fi
"${CARGO:-cargo}" run --release --quiet --package senet-value-net --example throughput | "$python" benches/torch/bench.py
