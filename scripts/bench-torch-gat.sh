#!/usr/bin/env bash
# Compares the time of a training step of the attention network with PyTorch, for the same graphs, batches and cores in one run.
#
#   scripts/bench-torch-gat.sh PROGRAM SHEETS [STEPS]
#
# PROGRAM is the optimised program, SHEETS the folder of public sheets. PyTorch comes from a virtual environment (SENET_TORCH_VENV, or one
# in the target folder). Fails if Senet needs more than 1.5 times PyTorch's time or 4 GiB. Without PyTorch it ends with status 77.
set -euo pipefail
cd "$(dirname "$0")/.."

program="$1" sheets="$2" steps="${3:-5}"
threads="${THREADS:-$(nproc)}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
environment="${SENET_TORCH_VENV:-${CARGO_TARGET_DIR:-$PWD/target}/torch-venv}"
python="$environment/bin/python"
if ! "$python" -c 'import torch' 2>/dev/null; then
    python3 -m venv "$environment" >&2 && "$python" -m pip install --quiet torch >&2 || { echo "skipped: pip cannot install torch" >&2; exit 77; }
fi

status=0
# PyTorch keeps the messages of all edges for the gradient: 32 states of connect four would need more than ten gigabytes.
for game in dresden/tictactoe:32 base/connect4:8; do
    sheet="$sheets/${game%:*}.kif" batch="${game#*:}"
    "$program" graph "$sheet" --kind instantiated --compatible --export json >"$work/graph.json"
    "$python" scripts/bench-torch-gat.py "$work/graph.json" "$steps" "$batch" "$threads" >"$work/torch.json"
    RAYON_NUM_THREADS="$threads" "$program" reasoner train --arch gat --games "$sheet" --steps "$((steps + 1))" --batch "$batch" --rows 400 \
        --out "$work/model.safetensors" --json >"$work/senet.json"
    "$python" - "$work" "$game" <<'PYTHON' || status=1
import json, sys
work, game = sys.argv[1:]
senet, torch = (json.load(open(f"{work}/{name}.json")) for name in ("senet", "torch"))
ours, theirs = senet["wall_ms_per_step"], torch["wall_ms_per_step"]
print(f"{game}: {torch['nodes']} nodes; senet {ours:.0f} ms a step ({senet['cpu_ms_per_step']:.0f} ms CPU, {senet['peak_mib']:.0f} MiB), "
      f"PyTorch {torch['torch']} {theirs:.0f} ms ({torch['cpu_ms_per_step']:.0f} ms CPU, {torch['peak_mib']:.0f} MiB); "
      f"CPU ratio {senet['cpu_ms_per_step'] / torch['cpu_ms_per_step']:.2f}, wall ratio {ours / theirs:.2f}")
sys.exit(not (senet["cpu_ms_per_step"] <= 1.5 * torch["cpu_ms_per_step"] and senet["peak_mib"] < 4096))
PYTHON
done
exit "$status"
