"""Solves answer-set programs with clingo, one a line.

Reads a JSON text a line from standard input: a program. Writes a JSON list a line: the atoms of its only answer set, sorted.
"""

import json
import sys

import clingo

print(json.dumps(clingo.__version__), flush=True)
for line in sys.stdin:
    control = clingo.Control(["--warn=none", "0"])
    control.add("base", [], json.loads(line))
    control.ground([("base", [])])
    answers = []
    control.solve(on_model=lambda model: answers.append(sorted(str(atom) for atom in model.symbols(shown=True))))
    print(json.dumps(answers[0] if len(answers) == 1 else {"answers": len(answers)}), flush=True)
