"""The examples in docstrings and documents are run; stubs and code pass a strict type checker."""

import doctest
import importlib
import importlib.util
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import senet

ROOT = Path(__file__).parents[1]
ADAPTERS = {"gymnasium": "gymnasium", "pettingzoo": "pettingzoo", "openspiel": "pyspiel", "ray": "pyarrow"}


def needs(module):
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not installed")


def run_examples(name, text):
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    failures, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert failures == 0, name
    return len(test.examples)


def documented():
    """Every public object and its public members."""
    for name in senet.__all__:
        thing = getattr(senet, name)
        yield f"senet.{name}", thing
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    yield f"senet.{name}.{member}", value


def test_examples_of_docstrings_run():
    examples = sum(run_examples(name, inspect.getdoc(thing) or "") for name, thing in documented())
    assert examples > 40


def test_every_public_object_has_a_docstring():
    bare = [name for name, thing in documented() if not inspect.getdoc(thing) and not name.endswith("__version__")]
    assert bare == []


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_examples_of_adapters_run(adapter):
    needs(ADAPTERS[adapter])
    module = importlib.import_module(f"senet.{adapter}")
    assert run_examples(module.__name__, module.__doc__ or "") > 0


def test_examples_of_the_guide_run():
    """All examples run in one session, except those of adapters whose library is not installed."""
    guide = ROOT.parent / "docs" / "python.md"
    blocks = re.findall(r"```python\n(.*?)```", guide.read_text(encoding="utf-8"), re.S)
    assert len(blocks) > 4
    scope: dict[str, object] = {}
    for block in blocks:
        libraries = [ADAPTERS[name] for name in re.findall(r"import senet\.(\w+)", block)]
        if all(importlib.util.find_spec(library) for library in libraries):
            exec(compile(block, str(guide), "exec"), scope)


def test_strict_type_checker_passes():
    for module in ("pyright", "gymnasium", "pettingzoo", "pyarrow"):
        needs(module)
    pyright = [sys.executable, "-m", "pyright"]
    if subprocess.run([*pyright, "--version"], capture_output=True).returncode != 0:
        pytest.skip("pyright cannot be fetched")
    done = subprocess.run([*pyright, "--pythonpath", sys.executable], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_stubs_name_what_the_native_part_has():
    stub = (ROOT / "lib" / "senet" / "_senet.pyi").read_text(encoding="utf-8")
    for name, thing in vars(senet._senet).items():
        if name.startswith("_"):
            continue
        assert re.search(rf"^(class|def) {name}\b", stub, re.M), name
        if inspect.isclass(thing):
            body = stub.split(f"class {name}:")[1].split("\nclass ")[0]
            for member in vars(thing):
                if not member.startswith("_"):
                    assert re.search(rf"\b{member}\b", body), f"{name}.{member}"
