#!/usr/bin/env python3
"""Compares `senet boards --verify-ip` with clingo, which solves the published test as an answer-set program.

usage: clingo-verify-ip.py SENET [--json FILE] [--times N] SHEET...

Clingo tests every projection that Senet reports, and both verdicts must be the same. The script prints one line for each sheet with the
CPU time of both: the shortest of N runs (default 3). It exits with 1 if a verdict differs. Both programs read the rules from memory, ground
them and decide; the start of the process does not count. Clingo gets one program for each projection, as published, and its times are added.
Senet also answers each question in a process of its own, so that no result of one question helps another. The line also shows the question on
which Senet has the smallest lead, among all questions and among those that take clingo over 50 ms. --json writes all figures as data.

If a sheet does not declare its facts or moves (`base`, `input`), the script adds the declarations that `senet boards --declarations` finds.
Both programs then get the same sheet. Needs `pip install clingo`; without it the script checks nothing and says so.
"""

import itertools
import json
import re
import subprocess
import sys
import tempfile
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
    """Replaces words by numbered names, because clingo restricts the characters of names."""

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
    """Returns true if the test fails (the program has an answer set), and the CPU time in milliseconds."""
    start = time.process_time()
    control = clingo.Control(["--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    fails = control.solve().satisfiable
    return fails, (time.process_time() - start) * 1e3


def senet_answer(senet, sheet, only=()):
    run = subprocess.run([senet, "boards", sheet, "--verify-ip", "--json", *only], capture_output=True, text=True, check=False)
    return json.loads(run.stdout)


def heads(forms):
    """The relations that rules conclude."""
    for form in forms:
        head = form[1] if isinstance(form, list) and form[0] == "<=" else form
        yield head[0] if isinstance(head, list) else head


def missing_declarations(senet, sheet, forms):
    """The declarations that the sheet lacks."""
    missing = {"base", "input"} - set(heads(forms))
    if not missing:
        return ""
    run = subprocess.run([senet, "boards", sheet, "--declarations"], capture_output=True, text=True, check=True)
    return "\n".join(line for line in run.stdout.splitlines() if line[1:].split(" ", 1)[0] in missing)


def check(senet, sheet, times):
    """Returns the answers of both programs about a sheet; None if Senet gives no answer."""
    name = "/".join(sheet.split("/")[-2:])
    text = open(sheet, encoding="utf-8", errors="replace").read()
    declarations = missing_declarations(senet, sheet, read(text))
    if not declarations:
        return compare(senet, sheet, name, read(text), times)
    with tempfile.NamedTemporaryFile("w", suffix=".kif", encoding="utf-8") as whole:
        whole.write(text + "\n" + declarations + "\n")
        whole.flush()
        return compare(senet, whole.name, name + " (declared)", read(text + "\n" + declarations), times)


def compare(senet, sheet, name, forms, times):
    """Like `check`, for a sheet with all declarations."""
    found = senet_answer(senet, sheet)
    if "error" in found:
        print(f"skipped: {name}: {found['error']['message']}")
        return None
    senet_ms = min([found["cpu_ms"]] + [senet_answer(senet, sheet)["cpu_ms"] for _ in range(times - 1)])
    translation = Translation()
    rules = "\n".join(translation.rules(forms)) + STEP
    same, questions = True, []
    for report in found["projections"]:
        program = rules + question(translation.word(report["relation"]), report["arity"], report["positions"])
        asked = " ".join([report["relation"], *map(str, report["positions"])])
        clingo_ms = alone = float("inf")
        # The programs run in turn, so that a slow moment of the machine affects both.
        for _ in range(times):
            fails, ms = ask(program)
            clingo_ms = min(clingo_ms, ms)
            alone = min(alone, senet_answer(senet, sheet, ["--only", asked])["cpu_ms"])
        if fails != (report["verdict"] == "refuted") or report["verdict"] == "undecided":
            same = False
            answer = "refuted" if fails else "proved"
            print(f"DIFFERS: {name} {report['relation']} {report['positions']}: senet {report['verdict']}, clingo {answer}")
        questions.append({"asked": asked, "senet_ms": alone, "clingo_ms": clingo_ms, "ratio": clingo_ms / alone})
    if not questions:
        print(f"skipped: {name} has no projections")
        return None
    row = {"sheet": name, "same": same, "senet_ms": senet_ms, "clingo_ms": sum(one["clingo_ms"] for one in questions), "questions": questions}
    row["ratio"] = row["clingo_ms"] / senet_ms
    print(f"{name:<28} {len(questions):>3} projections  senet {senet_ms:>8.2f} ms  clingo {row['clingo_ms']:>9.2f} ms  {row['ratio']:.1f} times"
          f"{least('alone', questions)}{least('over 50 ms', hard(questions))}", flush=True)
    return row


def hard(questions):
    return [one for one in questions if one["clingo_ms"] > 50]


def least(among, questions):
    """The question on which Senet has the smallest lead, as the end of a line."""
    if not questions:
        return ""
    one = min(questions, key=lambda one: one["ratio"])
    return f"; {among} at least {one['ratio']:.1f} times ({one['asked']}: {one['senet_ms']:.2f} ms, {one['clingo_ms']:.2f} ms)"


def main():
    args, file, times = sys.argv[1:], None, 3
    while len(args) > 2 and args[1].startswith("--"):
        if args[1] == "--json":
            file = args[2]
        elif args[1] == "--times":
            times = int(args[2])
        else:
            break
        del args[1:3]
    if len(args) < 2 or args[1].startswith("--"):
        print(__doc__, file=sys.stderr)
        return 2
    rows = [row for row in (check(args[0], sheet, times) for sheet in args[1:]) if row]
    if file:
        with open(file, "w", encoding="utf-8") as out:
            json.dump({"clingo": clingo.__version__, "rows": rows}, out, indent=1)
    questions = [one for row in rows for one in row["questions"]]
    print(f"{len(rows)} sheets, {sum(row['same'] for row in rows)} with the same verdicts; {len(questions)} questions alone, "
          f"{sum(one['ratio'] < 1 for one in questions)} slower than clingo; {len(hard(questions))} take clingo over 50 ms, "
          f"{sum(one['ratio'] < 10 for one in hard(questions))} of them less than ten times as long as Senet")
    return 0 if all(row["same"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
