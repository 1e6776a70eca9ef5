"""The examples in docstrings and documents are run; stubs and code pass a strict type checker."""

import ast
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


STUB = ast.parse((ROOT / "lib" / "senet" / "_senet.pyi").read_text(encoding="utf-8"))


def stubs(tree):
    """The classes, functions and attributes that a part of the stub declares, by name."""
    named = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    fields = [node.target for node in tree.body if isinstance(node, ast.AnnAssign)]
    return {**named, **{field.id: field for field in fields if isinstance(field, ast.Name)}}


def written(node):
    """The arguments of a stub, each with its kind and its default."""
    plain = [*node.args.posonlyargs, *node.args.args]
    defaults = [None] * (len(plain) - len(node.args.defaults)) + node.args.defaults
    found = [(one.arg, "positional", default) for one, default in zip(plain, defaults, strict=True)]
    found += [(node.args.vararg.arg, "rest", None)] if node.args.vararg else []
    keywords = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    found += [(one.arg, "keyword", default) for one, default in keywords]
    value = {name: ast.literal_eval(default) for name, _, default in found if default is not None}
    return [(name, kind, value.get(name, "none")) for name, kind, _ in found if name not in ("self", "cls")]


def native(thing):
    """The arguments that the native part takes, in the same form."""
    kinds = {inspect.Parameter.VAR_POSITIONAL: "rest", inspect.Parameter.KEYWORD_ONLY: "keyword"}
    return [
        (one.name, kinds.get(one.kind, "positional"), "none" if one.default is one.empty else one.default)
        for one in inspect.signature(thing).parameters.values()
        if one.name not in ("self", "cls")
    ]


def callables():
    """The public functions, classes that can be made, and methods of the native part, each with its stub."""
    top = stubs(STUB)
    for name, thing in vars(senet._senet).items():
        if name.startswith("_"):
            continue
        assert name in top, name
        if not inspect.isclass(thing):
            yield name, thing, top[name]
            continue
        inner = stubs(top[name])
        if "__init__" in inner:
            yield name, thing, inner["__init__"]
        for member in (member for member in vars(thing) if not member.startswith("_")):
            assert member in inner, f"{name}.{member}"
            if callable(getattr(thing, member)):
                yield f"{name}.{member}", getattr(thing, member), inner[member]


def test_stubs_agree_with_the_native_part():
    found = {name: (native(thing), written(stub)) for name, thing, stub in callables()}
    assert len(found) > 30
    for name, (has, says) in found.items():
        assert has == says, name
