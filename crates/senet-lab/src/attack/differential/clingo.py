"""Solves answer-set programs with clingo, one per line.

The first line of output is the version. Each line of input is a program, as a JSON text. Each further line of output is a JSON list:
the sorted atoms of the only answer set. It is "not_unique" if there is no answer set or more than one, and "refused" if clingo refuses
the program.
"""

import json
import sys

import clingo

print(json.dumps(clingo.__version__), flush=True)


def answer(program):
    control = clingo.Control(["--warn=none", "0"])
    try:
        control.add("base", [], program)
        control.ground([("base", [])])
    except RuntimeError:
        return "refused"
    answers = []
    control.solve(on_model=lambda model: answers.append(sorted(str(atom) for atom in model.symbols(shown=True))))
    return answers[0] if len(answers) == 1 else "not_unique"


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
