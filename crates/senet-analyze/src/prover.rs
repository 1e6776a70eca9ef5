//! One step of induction: if a state has some properties, does the next one have others?

use crate::Model;
use crate::encode::{Encoding, Need};
use crate::evaluate::{Evaluator, State};
use crate::exhaust::{Exhausted, exhaust};
use crate::family::Family;
use crate::latch::{Latch, broken};
use crate::loops::forbid_unfounded;
use crate::scope::Scope;
use crate::solver::Lit;
use crate::solver::{Answer, Solver, SolverError};
use crate::violation::{Violation, holds_now};
use rustc_hash::FxHashMap;
use senet_ground::StopSignal;

/// A solver with the rules of a game and the properties met so far.
pub struct Prover<'m> {
    encoding: Encoding<'m>,
    evaluator: Evaluator<'m>,
    /// Per family, that it holds now.
    holding: Vec<Option<Lit>>,
    /// Per family, that it is violated next.
    violated: Vec<Violation>,
    /// Per latch, that it is broken, unless that cannot be.
    broken: FxHashMap<Latch, Option<Lit>>,
    /// That the match goes on, once it was asked for.
    going_on: Option<Lit>,
    questions: usize,
    /// How often the solver made moves of which it did not know when they are legal.
    unlawful: usize,
}

/// Conflicts that may be spent on a part of a question before it is asked in other ways.
const EASY: u32 = 1000;
/// Conflicts that may be spent before moves are supposed to be made.
const AT_ONCE: u32 = 20;

/// How often the solver learns when single moves are legal; then it learns it of all.
const MAX_UNLAWFUL: usize = 8;

/// What came of a step of induction.
pub enum Step {
    /// No state and joint move leads to a violation.
    Holds,
    /// This state and joint move do.
    Fails(Counterexample),
    /// A limit was reached first.
    Unknown,
}

/// A state that has all properties that were assumed, and legal moves that lead to one that has not all that were asked for.
pub struct Counterexample {
    pub state: State,
    pub joint: Vec<u32>,
    pub next: State,
}

impl Counterexample {
    /// What follows from a joint move in a state that the evaluator has looked at.
    pub fn after(evaluator: &mut Evaluator, state: State, joint: Vec<u32>) -> Counterexample {
        evaluator.act(&joint);
        let next = evaluator.next();
        Counterexample { state, joint, next }
    }
}

impl<'m> Prover<'m> {
    /// A prover for a game and a number of families, which looks at all states or at those of declared facts alone. Each question may cost so many
    /// conflicts.
    pub fn new(
        model: &'m Model<'m>,
        families: usize,
        only_declared: bool,
        conflicts: u32,
        stop: StopSignal,
    ) -> Result<Prover<'m>, SolverError> {
        let solver = Solver::new(conflicts, stop)?;
        Ok(Prover {
            encoding: Encoding::new(model, solver, only_declared),
            evaluator: Evaluator::new(model),
            holding: vec![None; families],
            violated: vec![Violation::default(); families],
            broken: FxHashMap::default(),
            going_on: None,
            questions: 0,
            unlawful: 0,
        })
    }

    /// How many questions were put. One may take the solver several rounds.
    pub fn questions(&self) -> usize {
        self.questions
    }

    /// If the assumed families hold in a state, do the asked ones in the next? `in_play` leaves out states in which the match is over.
    pub fn step(
        &mut self,
        families: &[Family],
        assumed: &[usize],
        asked: &[usize],
        in_play: bool,
    ) -> Result<Step, SolverError> {
        self.begin();
        let mut literals: Vec<Lit> = assumed.iter().map(|&f| self.holding(families, f)).collect();
        if in_play {
            literals.push(self.going_on());
        }
        let is_one = |found: &Counterexample| {
            let mut asked = asked.iter();
            asked.any(|&family| !families[family].holds(&found.next))
        };
        let &[family] = asked else {
            literals.push(self.some_violated(families, asked));
            return self.refute(&literals, u32::MAX, is_one);
        };
        let (number, family) = (family, &families[family]);
        let step = self.refute_parts(family, number, &literals, AT_ONCE)?;
        if !matches!(step, Step::Unknown) {
            return Ok(step);
        }
        self.encoding.suppose_moves();
        let step = self.refute_parts(family, number, &literals, EASY)?;
        if !matches!(step, Step::Unknown) {
            return Ok(step);
        }
        let is_alone = assumed == asked && !in_play;
        if let Some(step) = is_alone.then(|| self.exhaust(family)).flatten() {
            return Ok(step);
        }
        self.encoding.prefer_moves();
        self.refute_parts(family, number, &literals, u32::MAX)
    }

    /// The same for a single family, one part of it after the other.
    fn refute_parts(
        &mut self,
        family: &Family,
        number: usize,
        given: &[Lit],
        conflicts: u32,
    ) -> Result<Step, SolverError> {
        let is_one = |found: &Counterexample| !family.holds(&found.next);
        for part in 0.. {
            let violated = &mut self.violated[number];
            let Some(violated) = violated.part(&mut self.encoding, family, part) else {
                break;
            };
            let literals = [given, &[violated]].concat();
            let step = self.refute(&literals, conflicts, is_one)?;
            if !matches!(step, Step::Holds) {
                return Ok(step);
            }
        }
        Ok(Step::Holds)
    }

    /// The same by looking at all states, if those that matter are few.
    fn exhaust(&mut self, family: &Family) -> Option<Step> {
        let grounded = self.encoding.model.grounded;
        let scope = match self.encoding.only_declared {
            true => Scope::declared(grounded),
            false => Scope::all(grounded),
        };
        let stop = self.encoding.solver.stop_signal();
        match exhaust(self.encoding.model, family, &scope, &stop) {
            Exhausted::No => None,
            Exhausted::Holds => Some(Step::Holds),
            Exhausted::Fails(state, joint) => {
                let found = self.follow(state, joint);
                let is_one = !family.holds(&found.next) && self.is_legal(&found);
                is_one.then_some(Step::Fails(found))
            }
        }
    }

    /// Counts a question; the first one needs what all need.
    fn begin(&mut self) {
        self.questions += 1;
        self.encoding.begin();
    }

    /// Looks for a step on which all literals hold and that is, when the rules are evaluated, what is looked for. Much holds whether moves are legal or not and
    /// however many a role makes, so when a move is legal is written down only if it turns up where it is not, and for all moves if that goes on; and that a role makes one move
    /// only if it makes several.
    fn refute(
        &mut self,
        literals: &[Lit],
        conflicts: u32,
        is_one: impl Fn(&Counterexample) -> bool,
    ) -> Result<Step, SolverError> {
        loop {
            match self.encoding.solver.solve(literals, conflicts)? {
                Answer::Nothing => return Ok(Step::Holds),
                Answer::Unknown => return Ok(Step::Unknown),
                Answer::Model => {}
            }
            let Some(found) = self.counterexample() else {
                return Ok(Step::Unknown);
            };
            if is_one(&found) && self.is_legal(&found) {
                return Ok(Step::Fails(found));
            }
            let is_new = self.encoding.make_single() || self.make_lawful(&found.joint);
            if !is_new && !forbid_unfounded(&mut self.encoding, &self.evaluator) {
                return Ok(Step::Unknown);
            }
        }
    }

    /// Makes sure that the solver makes these moves only where they are legal; whether that is new for one of them.
    fn make_lawful(&mut self, joint: &[u32]) -> bool {
        let mut is_new = false;
        for (role, &number) in joint.iter().enumerate() {
            is_new |= self.encoding.make_lawful(role, number);
        }
        self.unlawful += usize::from(is_new);
        if self.unlawful == MAX_UNLAWFUL {
            self.encoding.make_all_lawful();
        }
        is_new
    }

    /// If the assumed families hold in a state, do these facts change as no latch does?
    pub fn changes(
        &mut self,
        families: &[Family],
        assumed: &[usize],
        latches: &[Latch],
    ) -> Result<Step, SolverError> {
        self.begin();
        let mut literals: Vec<Lit> = assumed.iter().map(|&f| self.holding(families, f)).collect();
        literals.push(self.going_on());
        let some = self.encoding.solver.variable();
        let mut reasons = vec![!some];
        for &latch in latches {
            let encoding = &mut self.encoding;
            let new = || broken(encoding, latch);
            reasons.extend(*self.broken.entry(latch).or_insert_with(new));
        }
        self.encoding.solver.clause(reasons);
        literals.push(some);
        let is_one = |found: &Counterexample| {
            let mut latches = latches.iter();
            latches.any(|latch| latch.is_broken(&found.state, &found.next))
        };
        self.refute(&literals, u32::MAX, is_one)
    }

    /// If the assumed families hold in a state and this fact too, is the match over?
    pub fn ends(
        &mut self,
        families: &[Family],
        assumed: &[usize],
        fluent: u32,
    ) -> Result<Step, SolverError> {
        self.begin();
        let mut literals: Vec<Lit> = assumed.iter().map(|&f| self.holding(families, f)).collect();
        literals.push(self.going_on());
        literals.push(self.encoding.now(fluent));
        self.refute(&literals, u32::MAX, |_| true)
    }

    /// Forgets what was written down about a family that has changed since.
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

    /// A literal that one of the families is violated next.
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

    fn going_on(&mut self) -> Lit {
        if let Some(known) = self.going_on {
            return known;
        }
        let going_on = self.encoding.solver.variable();
        if let Some(over) = self.encoding.terminal(Need::Forced) {
            self.encoding.solver.clause([!going_on, !over]);
        }
        *self.going_on.insert(going_on)
    }

    /// The model, with what really follows from it.
    fn counterexample(&mut self) -> Option<Counterexample> {
        let (state, joint) = (self.encoding.state(), self.encoding.joint()?);
        Some(self.follow(state, joint))
    }

    /// What follows from a state and a joint move.
    pub fn follow(&mut self, state: State, joint: Vec<u32>) -> Counterexample {
        self.evaluator.look(&state);
        Counterexample::after(&mut self.evaluator, state, joint)
    }

    /// Whether all moves are legal in truth; the evaluator has just looked at them.
    pub fn is_legal(&self, found: &Counterexample) -> bool {
        let legal = &self.encoding.model.legal;
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
    use senet_gdl::{Sheet, playable};
    use senet_ground::ground;
    use std::sync::Arc;

    /// Whether ⟨at, {1}⟩ of a game with 300 places goes from each state to the next, and how often the solver made moves without knowing when they are legal.
    fn check(next: &str, expected: (bool, usize)) {
        let places: String = (0..300).map(|place| format!("(place {place})")).collect();
        let text = format!(
            "(role r) {places} (<= (init (at ?p)) (place ?p)) (<= (legal r (leave ?p)) (true (at ?p)) (true (open ?p)))
            (legal r rest) (init (open 7)) {next} (<= terminal (not (true (at 1)))) (goal r 100)"
        );
        let sheet = Sheet::read(text.as_str());
        let grounded = ground(&playable(&sheet).unwrap(), &Default::default()).unwrap();
        let model = Model::new(&grounded);
        let projection = Projection {
            relation: 0,
            positions: vec![0],
        };
        let families = [Family::shows_all(&Space::new(&grounded), projection)];
        assert_eq!(families[0].groups.len(), 300);
        let mut prover = Prover::new(&model, 1, false, u32::MAX, Arc::new(|| false)).unwrap();
        for _ in 0..2 {
            let step = prover.step(&families, &[0], &[0], false).unwrap();
            if let Step::Fails(found) = &step {
                assert!(prover.is_legal(found) && !families[0].holds(&found.next));
            }
            let holds = matches!(step, Step::Holds);
            assert_eq!((holds, prover.unlawful), expected, "{next}");
        }
    }

    #[test]
    fn every_part_of_a_question_is_asked() {
        check("(<= (next (at ?p)) (true (at ?p)))", (true, 0));
        check(
            "(<= (next (at ?p)) (true (at ?p)) (distinct ?p 299))",
            (false, 1),
        );
    }

    #[test]
    fn nobody_makes_two_moves() {
        let both = "(<= both (does r (leave 7)) (does r rest))";
        check(
            &format!("{both} (<= (next (at ?p)) (true (at ?p)) (not both))"),
            (true, 0),
        );
    }

    #[test]
    fn legality_counts_where_it_matters() {
        // Whoever leaves takes the place away, but only an open place can be left, and only the seventh ever is open.
        let leaving = "(<= (next (at ?p)) (true (at ?p)) (not (does r (leave ?p))))";
        let opening = "(<= (next (open 7)) (true (open 7)))";
        check(&format!("{leaving} {opening}"), (false, 1));
        let closed = "(<= (next (at 7)) (true (at 7)))";
        check(&format!("{leaving} {closed} {opening}"), (true, 0));
    }
}
