//! One step of induction: if a state has some properties, does the next state have others?

use crate::State;
use crate::encode::{Encoding, Need};
use crate::family::Family;
use crate::latch::{Latch, broken};
use crate::loop_formulas::forbid_unfounded;
use crate::solver::Lit;
use crate::solver::{Answer, Solver};
use crate::violation::{Violation, holds_now};
use rustc_hash::FxHashMap;
use senet_gdl::{Deadline, MemoryBudget};
use senet_ground::RuleEvaluator;
use senet_ground::RuleIndex;

/// A solver with the rules of a game and the properties so far.
pub struct Prover<'m> {
    encoding: Encoding<'m>,
    evaluator: RuleEvaluator<'m>,
    /// Per family, the literal that the family holds now.
    holding: Vec<Option<Lit>>,
    /// Per family, the literals that the family is violated next.
    violated: Vec<Violation>,
    /// Per latch, the literal that a step breaks the latch; `None` if no step does.
    broken: FxHashMap<Latch, Option<Lit>>,
    /// The literal that the match is not over, created on first use.
    not_over: Option<Lit>,
    questions: usize,
    /// How often the solver made moves whose legality was not encoded.
    illegal_moves: usize,
}

/// Conflicts per part of a question in the first two rounds. Every part gets a short attempt before any part gets a long
/// one. Afterwards the solver decides the moves first.
const EARLY_CONFLICTS: [u32; 2] = [20, 1000];

/// After this many illegal moves the legality of all moves is encoded.
const MAX_ILLEGAL_MOVES: usize = 8;

/// The result of a step of induction.
pub enum Induction {
    /// No state and joint move leads to a violation.
    Holds,
    /// This state and joint move lead to a violation.
    Fails(Counterexample),
    /// A limit was reached first.
    Unknown,
}

/// A state with all assumed properties, and legal moves that lead to a state that lacks a required property.
pub struct Counterexample {
    pub state: State,
    pub joint: Vec<u32>,
    pub next: State,
}

impl Counterexample {
    /// Makes a joint move in the state that the evaluator holds.
    pub fn after(evaluator: &mut RuleEvaluator, state: State, joint: Vec<u32>) -> Counterexample {
        evaluator.act(&joint);
        let next = evaluator.next();
        Counterexample { state, joint, next }
    }
}

impl<'m> Prover<'m> {
    /// Creates a prover for a number of families. With `only_declared` it considers only states of declared facts.
    /// `conflicts` limits each question.
    pub fn new(
        index: &'m RuleIndex<'m>,
        families: usize,
        only_declared: bool,
        conflicts: u32,
        (deadline, memory): (Deadline, &MemoryBudget),
    ) -> Prover<'m> {
        let solver = Solver::new(conflicts, deadline, memory);
        Prover {
            encoding: Encoding::new(index, solver, only_declared),
            evaluator: RuleEvaluator::new(index),
            holding: vec![None; families],
            violated: vec![Violation::default(); families],
            broken: FxHashMap::default(),
            not_over: None,
            questions: 0,
            illegal_moves: 0,
        }
    }

    /// The number of questions. One question may take several solver calls.
    pub fn questions(&self) -> usize {
        self.questions
    }

    /// If the assumed families hold in a state, do the `asked` families hold in the next state? `in_play` excludes
    /// terminal states.
    pub fn step(
        &mut self,
        families: &[Family],
        assumed: &[usize],
        asked: &[usize],
        in_play: bool,
    ) -> Induction {
        self.begin();
        let mut literals: Vec<Lit> = assumed.iter().map(|&f| self.holding(families, f)).collect();
        if in_play {
            literals.push(self.not_over());
        }
        let is_violation = |found: &Counterexample| {
            let mut asked = asked.iter();
            asked.any(|&family| !families[family].holds(&found.next))
        };
        let &[family] = asked else {
            literals.push(self.some_violated(families, asked));
            return self.refute(&literals, u32::MAX, is_violation);
        };
        let (number, family) = (family, &families[family]);
        for conflicts in EARLY_CONFLICTS {
            let step = self.refute_parts(family, number, &literals, conflicts);
            if !matches!(step, Induction::Unknown) {
                return step;
            }
        }
        self.encoding.prefer_moves();
        self.refute_parts(family, number, &literals, u32::MAX)
    }

    /// Asks about a single family, one part after the other.
    fn refute_parts(
        &mut self,
        family: &Family,
        number: usize,
        given: &[Lit],
        conflicts: u32,
    ) -> Induction {
        let is_violation = |found: &Counterexample| !family.holds(&found.next);
        for part in 0.. {
            let violated = &mut self.violated[number];
            let Some(violated) = violated.part(&mut self.encoding, family, part) else {
                break;
            };
            let literals = [given, &[violated]].concat();
            let step = self.refute(&literals, conflicts, is_violation);
            if !matches!(step, Induction::Holds) {
                return step;
            }
        }
        Induction::Holds
    }

    /// Counts a question; the first one adds the common clauses.
    fn begin(&mut self) {
        self.questions += 1;
        self.encoding.begin();
    }

    /// Searches for a step that satisfies all literals and that the evaluator confirms.
    ///
    /// Most answers depend neither on legality nor on the number of moves per role, so clauses about them are added only
    /// when needed. When the solver makes an illegal move, the legality of this move is encoded. After several illegal
    /// moves, the legality of all moves is encoded. When a role makes several moves, the limit of one move is encoded.
    fn refute(
        &mut self,
        literals: &[Lit],
        conflicts: u32,
        is_violation: impl Fn(&Counterexample) -> bool,
    ) -> Induction {
        loop {
            match self.encoding.solver.solve(literals, conflicts) {
                Answer::Nothing => return Induction::Holds,
                Answer::Unknown => return Induction::Unknown,
                Answer::Model => {}
            }
            let Some(found) = self.counterexample() else {
                return Induction::Unknown;
            };
            if is_violation(&found) && self.is_legal(&found) {
                return Induction::Fails(found);
            }
            let is_new = self.encoding.limit_to_one_move() || self.restrict_to_legal(&found.joint);
            if !is_new && !forbid_unfounded(&mut self.encoding, &self.evaluator) {
                return Induction::Unknown;
            }
        }
    }

    /// Restricts these moves to states where they are legal; returns whether that is new for one of them.
    fn restrict_to_legal(&mut self, joint: &[u32]) -> bool {
        let mut is_new = false;
        for (role, &number) in joint.iter().enumerate() {
            is_new |= self.encoding.restrict_to_legal(role, number);
        }
        self.illegal_moves += usize::from(is_new);
        if self.illegal_moves == MAX_ILLEGAL_MOVES {
            self.encoding.restrict_all_to_legal();
        }
        is_new
    }

    /// If the assumed families hold in a state, can a step break one of the latches?
    pub fn changes(
        &mut self,
        families: &[Family],
        assumed: &[usize],
        latches: &[Latch],
    ) -> Induction {
        self.begin();
        let mut literals: Vec<Lit> = assumed.iter().map(|&f| self.holding(families, f)).collect();
        literals.push(self.not_over());
        let some = self.encoding.solver.variable();
        let mut reasons = vec![!some];
        for &latch in latches {
            let encoding = &mut self.encoding;
            let new = || broken(encoding, latch);
            reasons.extend(*self.broken.entry(latch).or_insert_with(new));
        }
        self.encoding.solver.clause(reasons);
        literals.push(some);
        let is_violation = |found: &Counterexample| {
            let mut latches = latches.iter();
            latches.any(|latch| latch.is_broken(&found.state, &found.next))
        };
        self.refute(&literals, u32::MAX, is_violation)
    }

    /// If the assumed families and this fact hold in a state, is the match over?
    pub fn ends(&mut self, families: &[Family], assumed: &[usize], fluent: u32) -> Induction {
        self.begin();
        let mut literals: Vec<Lit> = assumed.iter().map(|&f| self.holding(families, f)).collect();
        literals.push(self.not_over());
        literals.push(self.encoding.now(fluent));
        self.refute(&literals, u32::MAX, |_| true)
    }

    /// Forgets the literals of a family that has changed.
    pub fn forget(&mut self, family: usize) {
        self.holding[family] = None;
        self.violated[family] = Violation::default();
    }

    fn holding(&mut self, families: &[Family], family: usize) -> Lit {
        if self.holding.len() < families.len() {
            self.holding.resize(families.len(), None);
            self.violated.resize(families.len(), Violation::default());
        }
        let encoding = &mut self.encoding;
        *self.holding[family].get_or_insert_with(|| holds_now(encoding, &families[family]))
    }

    /// A literal that implies that one of the families is violated next.
    fn some_violated(&mut self, families: &[Family], asked: &[usize]) -> Lit {
        let mut literals = Vec::new();
        for &family in asked {
            let violation = &mut self.violated[family];
            literals.push(violation.any(&mut self.encoding, &families[family]));
        }
        let some = self.encoding.solver.variable();
        self.encoding
            .solver
            .clause([!some].into_iter().chain(literals));
        some
    }

    fn not_over(&mut self) -> Lit {
        if let Some(known) = self.not_over {
            return known;
        }
        let not_over = self.encoding.solver.variable();
        if let Some(over) = self.encoding.terminal(Need::Forced) {
            self.encoding.solver.clause([!not_over, !over]);
        }
        *self.not_over.insert(not_over)
    }

    /// The step of the solver's model, with the true next state.
    fn counterexample(&mut self) -> Option<Counterexample> {
        let (state, joint) = (self.encoding.state(), self.encoding.joint()?);
        Some(self.follow(state, joint))
    }

    /// Follows a joint move from a state.
    pub fn follow(&mut self, state: State, joint: Vec<u32>) -> Counterexample {
        self.evaluator.look(&state);
        Counterexample::after(&mut self.evaluator, state, joint)
    }

    /// True if all moves are truly legal, according to the evaluator's last state.
    pub fn is_legal(&self, found: &Counterexample) -> bool {
        let legal = &self.encoding.index.legal;
        let mut moves = found.joint.iter().enumerate();
        moves.all(|(role, &m)| {
            let atom = legal[role][m as usize];
            atom.is_some_and(|atom| self.evaluator.holds(atom))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::projection::{Projection, Space};
    use senet_gdl::{Sheet, playable_by_force};
    use senet_ground::ground;

    /// Checks whether ⟨at, {1}⟩ of a game with 300 places is inductive. Also checks how often the solver made
    /// moves without knowing whether they are legal.
    fn check(next: &str, expected: (bool, usize)) {
        let places: String = (0..300).map(|place| format!("(place {place})")).collect();
        let text = format!(
            "(role r) {places} (<= (init (at ?p)) (place ?p)) (<= (legal r (leave ?p)) (true (at ?p)) (true (open ?p)))
            (legal r rest) (init (open 7)) {next} (<= terminal (not (true (at 1)))) (goal r 100)"
        );
        let sheet = Sheet::read(text.as_str());
        let grounded = ground(&playable_by_force(&sheet).unwrap(), &Default::default()).unwrap();
        let index = RuleIndex::new(&grounded);
        let projection = Projection {
            relation: 0,
            positions: vec![0],
        };
        let families = [Family::shows_all(&Space::new(&grounded), projection)];
        assert_eq!(families[0].groups.len(), 300);
        let limits = (Deadline::never(), &MemoryBudget::default());
        let mut prover = Prover::new(&index, 1, false, u32::MAX, limits);
        for _ in 0..2 {
            let step = prover.step(&families, &[0], &[0], false);
            if let Induction::Fails(found) = &step {
                assert!(prover.is_legal(found) && !families[0].holds(&found.next));
            }
            let holds = matches!(step, Induction::Holds);
            assert_eq!((holds, prover.illegal_moves), expected, "{next}");
        }
    }

    #[test]
    fn asks_every_part_of_a_question() {
        check("(<= (next (at ?p)) (true (at ?p)))", (true, 0));
        check(
            "(<= (next (at ?p)) (true (at ?p)) (distinct ?p 299))",
            (false, 0),
        );
    }

    #[test]
    fn no_role_makes_two_moves() {
        let both = "(<= both (does r (leave 7)) (does r rest))";
        check(
            &format!("{both} (<= (next (at ?p)) (true (at ?p)) (not both))"),
            (true, 0),
        );
    }

    #[test]
    fn encodes_legality_where_it_matters() {
        // Leaving removes a place, but only an open place can be left, and only place 7 is ever open.
        let leaving = "(<= (next (at ?p)) (true (at ?p)) (not (does r (leave ?p))))";
        let opening = "(<= (next (open 7)) (true (open 7)))";
        check(&format!("{leaving} {opening}"), (false, 1));
        let closed = "(<= (next (at 7)) (true (at 7)))";
        check(&format!("{leaving} {closed} {opening}"), (true, 0));
    }
}
