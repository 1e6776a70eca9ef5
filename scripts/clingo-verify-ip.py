#!/usr/bin/env python3
"""Holds `senet boards --verify-ip` against clingo, which is asked the published test as an answer-set program.

usage: clingo-verify-ip.py SENET SHEET...

For each sheet every projection that Senet reports is put to clingo; the verdicts must be the same. Prints a line a sheet with the
processor time of both, and exits with 1 if a verdict differs. Sheets without `base` or `input` are skipped. Needs `pip install clingo`;
without it nothing is checked, and that is said.
"""

import itertools
import json
import re
import subprocess
import sys
import time

try:
    import clingo
except ImportError:
    print("skipped: clingo is not installed (pip install clingo)", file=sys.stderr)
    sys.exit(0)

RELATIONS = {"role", "init", "true", "next", "legal", "does", "goal", "terminal", "base", "input", "sees"}


def read(text):
    """The forms of a sheet as nested lists of lower-case words."""
    text = re.sub(r";[^\n]*", " ", text)
    stack = [[]]
    for token in re.findall(r"[()]|[^\s()]+", text.lower()):
        if token == "(":
            stack.append([])
        elif token == ")":
            form = stack.pop()
            stack[-1].append(form)
        else:
            stack[-1].append(token)
    return stack[0]


class Translation:
    """Words by number, so that any word will do."""

    def __init__(self):
        self.numbers = {}

    def word(self, word):
        return f"w{self.numbers.setdefault(word, len(self.numbers))}"

    def term(self, form):
        if isinstance(form, list):
            if len(form) == 1:
                return self.term(form[0])
            return f"{self.word(form[0])}({', '.join(map(self.term, form[1:]))})"
        return f"V{self.word(form)}" if form.startswith("?") else self.word(form)

    def sentence(self, form):
        name, args = (form[0], form[1:]) if isinstance(form, list) else (form, [])
        name = name if name in RELATIONS else f"r{self.word(name)}"
        return f"{name}({', '.join(map(self.term, args))})" if args else name

    def cases(self, literal, negated=False):
        """Alternatives of conjunctions of plain literals."""
        head = literal[0] if isinstance(literal, list) else literal
        if head == "not":
            return self.cases(literal[1], not negated)
        if head in ("or", "and"):
            parts = [self.cases(part, negated) for part in literal[1:]]
            if (head == "or") != negated:
                return [case for part in parts for case in part]
            return [sum(choice, []) for choice in itertools.product(*parts)]
        if head == "distinct":
            left, right = map(self.term, literal[1:])
            return [[f"{left} {'=' if negated else '!='} {right}"]]
        return [[("not " if negated else "") + self.sentence(literal)]]

    def rules(self, forms):
        for form in forms:
            if isinstance(form, list) and form[0] == "<=":
                head = self.sentence(form[1])
                bodies = itertools.product(*(self.cases(literal) for literal in form[2:]))
                for body in bodies:
                    conditions = sum(body, [])
                    yield f"{head} :- {', '.join(conditions)}." if conditions else f"{head}."
            else:
                yield f"{self.sentence(form)}."


STEP = """
{true(X) : base(X)}.
1 {does(R,M) : input(R,M)} 1 :- role(R).
:- does(R,M), not legal(R,M).
"""


def question(relation, arity, positions):
    """The published test of a projection."""
    every = ", ".join(f"X{i}" for i in range(1, arity + 1))
    some = ", ".join(f"X{i}" for i in positions)
    fact = f"{relation}({every})"
    lines = [f"pi_{name}({some}) :- {source}({fact})." for name, source in
             [("b", "base"), ("init", "init"), ("s", "true"), ("next", "next")]]
    for name, shown in [("initial", "init"), ("current", "s"), ("nxt", "next")]:
        lines.append(f"{name} :- pi_b({some}), not pi_{shown}({some}).")
        lines.append(f"{name} :- pi_{shown}({some}), not pi_b({some}).")
    lines += ["variant :- not current, nxt.", "variant :- initial.", ":- not variant."]
    return "\n".join(lines)


def ask(program):
    """Whether the test fails: whether the program has an answer set."""
    control = clingo.Control(["--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    return control.solve().satisfiable


def check(senet, sheet):
    forms = read(open(sheet, encoding="utf-8", errors="replace").read())
    if not all(any(name in str(form) for form in forms) for name in ("'base'", "'input'")):
        print(f"skipped: {sheet} declares no base or input")
        return True
    run = subprocess.run([senet, "boards", sheet, "--verify-ip", "--json"], capture_output=True, text=True, check=False)
    found = json.loads(run.stdout)
    if "error" in found:
        print(f"skipped: {sheet}: {found['error']['message']}")
        return True
    translation = Translation()
    rules = "\n".join(translation.rules(forms)) + STEP
    same, start = True, time.process_time()
    for report in found["projections"]:
        relation = translation.word(report["relation"])
        fails = ask(rules + question(relation, report["arity"], report["positions"]))
        if fails != (report["verdict"] == "refuted") or report["verdict"] == "undecided":
            same = False
            answer = "refuted" if fails else "proved"
            print(f"DIFFERS: {sheet} {report['relation']} {report['positions']}: senet {report['verdict']}, clingo {answer}")
    clingo_ms = (time.process_time() - start) * 1e3
    count = len(found["projections"])
    print(f"{sheet}: {count} projections, senet {found['total_ms']:.1f} ms, clingo {clingo_ms:.1f} ms")
    return same


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    results = [check(sys.argv[1], sheet) for sheet in sys.argv[2:]]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
