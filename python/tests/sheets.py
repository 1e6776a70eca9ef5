"""Games of the laws, and small sheets."""

LAW_GAMES = [
    "queens-6",  # one role
    "buttons-and-lights",
    "tic-tac-toe",  # two roles in turn, with draws
    "connect-four",
    "nim",
    "othello",  # passes
    "breakthrough-6x6",
    "connect-four-3p",  # three roles
    "chinese-checkers-6",  # six roles
    "rock-paper-scissors",  # simultaneous moves
    "prisoners-dilemma",
    "tron",
    "bidding-tic-tac-toe",
]

DICE = """
(role you) (role random)
(init (step 1)) (face 1) (face 2) (face 3)
(<= (legal random (roll ?f)) (true (step 1)) (face ?f))
(<= (legal random wait) (true (step 2)))
(<= (legal you wait) (true (step 1)))
(<= (legal you (guess ?f)) (true (step 2)) (face ?f))
(<= (next (rolled ?f)) (does random (roll ?f)))
(<= (next (rolled ?f)) (true (rolled ?f)))
(<= (next (guessed ?f)) (does you (guess ?f)))
(<= (next (step 2)) (true (step 1)))
(<= (next (step 3)) (true (step 2)))
(<= terminal (true (step 3)))
(<= hit (true (rolled ?f)) (true (guessed ?f)))
(<= (goal you 100) hit)
(<= (goal you 0) (not hit))
(goal random 50)
"""

HIDDEN = DICE + "(<= (sees you rolled) (does random (roll ?f)))"

LATE_ROLE = """
(role early) (role late) (init (step 1))
(<= (legal early (say ?w)) (word ?w)) (word yes) (word no) (legal late wait)
(<= (next over) (does early (say ?w)))
(<= terminal (true over)) (goal early 0) (goal late 100)
"""
"""The match is over before the second role has a turn."""

NO_GOAL = """
(role you) (init (step 1)) (legal you a) (legal you b)
(<= (next (step 2)) (true (step 1)))
(<= (next chosen) (does you a))
(<= terminal (true (step 2)))
(<= (goal you 100) (true chosen))
"""

ENDLESS = "(role x) (init on) (legal x stay) (<= (next on) (true on)) (<= terminal (not (true on))) (goal x 50)"
"""No match ever ends."""

ENDLESS_UNGROUNDED = ENDLESS + """
(init (n z)) (<= (next (n (s ?x))) (true (n ?x)) (not (true on))) (<= (next (n ?x)) (true (n ?x)))
"""
"""The same on the interpreter: the terms grow as far as grounding can see."""

STUCK = """
(role x) (role o) (init (step 1)) (succ 1 2) (succ 2 3)
(<= (legal ?r go) (role ?r) (true (step 1)))
(<= (legal x wait) (true (step 2)))
(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
(<= terminal (true (step 3))) (goal x 50) (goal o 50)
"""
"""The second role has no move after the first step."""

STUCK_CHANCE = STUCK.replace("role o", "role random").replace("goal o", "goal random")

UNEVEN = """
(role x) (role o) (init (step 1))
(legal x noop) (legal o noop)
(<= (legal x bad) (true (step 1))) (<= (legal x good) (true (step 1)))
(<= (legal o act) (true (step 2))) (<= (legal o pass) (true (step 2)))
(<= (next (step 2)) (does x good))
(<= (next (step 3)) (true (step 1)) (does x bad))
(<= (next (step 4)) (true (step 2)))
(<= terminal (true (step 3))) (<= terminal (true (step 4)))
(<= (goal x 0) (true (step 4))) (<= (goal o 100) (true (step 4)))
"""
"""A match that the first role ends has no goals."""

ENDLESS_TERMS = """
(role you) (init (count z)) (legal you go) (legal you halt)
(<= (next (count (s ?n))) (true (count ?n)) (does you go))
(<= (next done) (does you halt))
(<= terminal (true done)) (goal you 50)
"""

SLOW = "\n".join(f"(digit {number})" for number in range(60)) + """
(role you) (init start)
(<= (legal you (pick ?a ?b ?c ?d ?e)) (digit ?a) (digit ?b) (digit ?c) (digit ?d) (digit ?e))
(<= (next (picked ?a ?b ?c ?d ?e)) (does you (pick ?a ?b ?c ?d ?e)))
(<= terminal (true (picked ?a ?b ?c ?d ?e)))
(goal you 100)
"""
"""Grounding takes longer than any test waits."""
