"""The notebooks and the learning example run."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def test_there_are_notebooks():
    assert len(NOTEBOOKS) == 3


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(notebook):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    cells = nbformat.read(notebook, as_version=4)
    nbclient.NotebookClient(cells, timeout=120, kernel_name="python3").execute()
    assert any(cell.get("outputs") for cell in cells.cells)


@pytest.mark.heavy
def test_ppo_learns(tmp_path):
    pytest.importorskip("torch")
    curve = tmp_path / "curve.svg"
    command = [sys.executable, str(ROOT / "examples" / "ppo_connect_four.py"), "--iterations", "12", "--curve", str(curve)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    shares = [float(line.split(":")[1].split("%")[0]) for line in done.stdout.splitlines()]
    assert shares[-1] > shares[0] + 10, done.stdout
    assert curve.read_text().startswith("<svg")
