//! Checks all relevant states, hundreds at a time.
//!
//! A step may depend on few facts and still be hard for the solver, for example if sums of points decide. The solver
//! then enumerates the states, with a conflict for each. Four cells in three colours and two pieces have 65,536
//! states; evaluating the rules in all of them takes milliseconds.

use crate::State;
use crate::cone::Cone;
use crate::family::{Family, Kind};
use crate::scope::Scope;
use senet_ground::RuleIndex;
use senet_ground::{StopSignal, Truth, derive_layer};

/// Truth values in many states at once.
type Values = [u64; WORDS];
const WORDS: usize = 8;
/// The number of facts that vary within one block of states.
const IN_BLOCK: usize = 9;
/// Maximal number of facts.
const MAX_FACTS: usize = 24;
/// Maximal number of evaluated conditions, each in all states of a block.
const MAX_WORK: usize = 1 << 24;

/// The result of checking all states.
pub enum Exhausted {
    /// There are too many states, or the stop signal came.
    No,
    /// No state violates the property.
    Holds,
    /// This joint move violates the property in this state.
    Fails(State, Vec<u32>),
}

/// Checks all states with the property of a family and all their legal joint moves: has the next state the property
/// too?
pub fn exhaust(index: &RuleIndex, family: &Family, scope: &Scope, stop: &StopSignal) -> Exhausted {
    if stop() {
        return Exhausted::No;
    }
    let Some(space) = Space::of(index, family, scope) else {
        return Exhausted::No;
    };
    let mut look = Look {
        index,
        family,
        space: &space,
        values: vec![Values::FALSE; index.atoms()],
        now: vec![Values::FALSE; index.now.len()],
    };
    for block in 0..space.blocks() {
        look.enter(block);
        for joint in (0..space.joints()).map(|number| space.joint(number)) {
            if stop() {
                return Exhausted::No;
            }
            if let Some(lane) = look.violated(&joint) {
                return Exhausted::Fails(look.state(lane), joint);
            }
        }
    }
    Exhausted::Holds
}

/// The states and moves to check.
struct Space<'m> {
    cone: Cone<'m>,
    /// The facts that vary.
    facts: Vec<u32>,
    /// The moves of each role.
    moves: Vec<Vec<u32>>,
}

impl<'m> Space<'m> {
    /// Collects the facts and moves; `None` if there are too many.
    fn of(index: &'m RuleIndex<'m>, family: &Family, scope: &Scope) -> Option<Space<'m>> {
        let cone = Cone::of_step(index, family);
        let looked_at = |atom: &Option<u32>| atom.is_some_and(|atom| cone.matters[atom as usize]);
        let mut matters: Vec<bool> = index.now.iter().map(looked_at).collect();
        let in_groups = family.groups.iter().flatten().chain(&family.barred);
        in_groups.for_each(|&fluent| matters[fluent as usize] = true);
        let facts = (0..matters.len()).filter(|&fluent| matters[fluent] && scope.facts[fluent]);
        let facts: Vec<u32> = facts.map(|fluent| fluent as u32).collect();
        if facts.len() > MAX_FACTS {
            return None;
        }
        let space = Space {
            cone,
            facts,
            moves: moves(scope),
        };
        let work = space.blocks().saturating_mul(space.joints());
        let work = work.saturating_mul(space.cone.conditions.max(1));
        (work <= MAX_WORK).then_some(space)
    }

    fn blocks(&self) -> usize {
        1 << self.facts.len().saturating_sub(IN_BLOCK)
    }

    /// The number of joint moves.
    fn joints(&self) -> usize {
        let moves = self.moves.iter().map(Vec::len);
        moves.fold(1, usize::saturating_mul)
    }

    /// The joint move with this number. A list of all could fill the memory before the limit applies.
    fn joint(&self, mut number: usize) -> Vec<u32> {
        let one = |moves: &Vec<u32>| {
            let made = moves[number % moves.len()];
            number /= moves.len();
            made
        };
        self.moves.iter().map(one).collect()
    }
}

/// Per role, the moves in scope.
fn moves(scope: &Scope) -> Vec<Vec<u32>> {
    let of_role = |moves: &Vec<bool>| {
        let numbers = 0..moves.len() as u32;
        numbers.filter(|&made| moves[made as usize]).collect()
    };
    scope.moves.iter().map(of_role).collect()
}

/// Evaluates one block of states.
struct Look<'a> {
    index: &'a RuleIndex<'a>,
    family: &'a Family,
    space: &'a Space<'a>,
    /// The values of each atom.
    values: Vec<Values>,
    /// The values of each fluent.
    now: Vec<Values>,
}

impl Look<'_> {
    /// Enters a block of states and derives everything that does not depend on moves.
    fn enter(&mut self, block: usize) {
        // The first facts have the same values in all blocks.
        let known = if block == 0 { 0 } else { IN_BLOCK };
        for (place, &fluent) in self.space.facts.iter().enumerate().skip(known) {
            self.now[fluent as usize] = pattern(place, block);
            if let Some(atom) = self.index.now[fluent as usize] {
                self.values[atom as usize] = self.now[fluent as usize];
            }
        }
        self.derive(false);
    }

    /// A state of the block that has the property and in which this legal joint move violates it.
    fn violated(&mut self, joint: &[u32]) -> Option<usize> {
        let mut where_possible = self.holds(|look, fluent| look.now[fluent as usize]);
        for (role, &made) in joint.iter().enumerate() {
            let legal = self.index.legal[role][made as usize]?;
            where_possible = where_possible.and(self.values[legal as usize]);
        }
        if where_possible == Values::FALSE {
            return None;
        }
        for (role, does) in self.index.does.iter().enumerate() {
            for (number, atom) in does.iter().enumerate() {
                if let Some(atom) = *atom {
                    let is_made = joint[role] as usize == number;
                    self.values[atom as usize] = if is_made { Values::TRUE } else { Values::FALSE };
                }
            }
        }
        self.derive(true);
        let holds_next = self.holds(|look, fluent| {
            let atom = look.index.next[fluent as usize];
            atom.map_or(Values::FALSE, |atom| look.values[atom as usize])
        });
        let broken = where_possible.and(holds_next.not());
        let word = broken.iter().position(|&word| word != 0)?;
        Some(64 * word + broken[word].trailing_zeros() as usize)
    }

    /// Where the family has its property, given where each fact holds.
    fn holds(&self, fact: impl Fn(&Self, u32) -> Values) -> Values {
        let mut holds = Values::TRUE;
        for group in &self.family.groups {
            let (mut one, mut two) = (Values::FALSE, Values::FALSE);
            for &fluent in group {
                let fact = fact(self, fluent);
                two = two.or(one.and(fact));
                one = one.or(fact);
            }
            holds = match self.family.kind {
                Kind::Some => holds.and(one),
                Kind::One => holds.and(two.not()),
            };
        }
        let barred = self.family.barred.iter();
        barred.fold(holds, |holds, &fluent| holds.and(fact(self, fluent).not()))
    }

    fn derive(&mut self, needs_moves: bool) {
        let layers = self.space.cone.layers.iter();
        for (layer, atoms) in layers.filter(|(layer, _)| layer.needs_moves == needs_moves) {
            atoms
                .iter()
                .for_each(|&atom| self.values[atom as usize] = Values::FALSE);
            derive_layer(self.index, &mut self.values, layer, atoms);
        }
    }

    /// One state of the block.
    fn state(&self, lane: usize) -> State {
        let holds = |values: &Values| values[lane / 64] >> (lane % 64) & 1 == 1;
        self.now.iter().map(holds).collect()
    }
}

/// Where a fact holds among the states of a block. The number of a state in binary gives its facts.
fn pattern(place: usize, block: usize) -> Values {
    let holds = |state: usize| (block << IN_BLOCK | state) >> place & 1 == 1;
    let mut values = Values::FALSE;
    for (number, word) in values.iter_mut().enumerate() {
        let bits = (0..64).filter(|bit| holds(64 * number + bit));
        *word = bits.fold(0, |word, bit| word | 1 << bit);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::projection::{Projection, Space as Facts};
    use crate::prover::{Induction, Prover};
    use senet_gdl::{Sheet, playable};
    use senet_ground::ground;
    use std::sync::Arc;

    /// Three cells that are light or dark, and two roles that each name a cell.
    const FRAME: &str = "(role a) (role b) (cell 1) (cell 2) (cell 3) (next-to 1 2) (next-to 2 3) (shade light) (shade dark)
        (<= (init (at ?c light)) (cell ?c)) (<= (init (at ?c dark)) (cell ?c)) (<= (legal ?r (name ?c)) (role ?r) (true (at ?c light)))
        (<= (legal ?r rest) (role ?r)) (<= terminal (true (at 1 dark))) (goal a 0) (goal b 0)
        (<= (named ?c) (does ?r (name ?c))) (<= (reached 1) (true (at 1 dark)))
        (<= (reached ?d) (reached ?c) (next-to ?c ?d) (true (at ?d dark)))";

    /// Compares with the solver on all projections, and counts how many hold.
    fn check(next: &str, expected: usize) {
        let sheet = Sheet::read(format!("{FRAME} {next}").as_str());
        let grounded = ground(&playable(&sheet).unwrap(), &Default::default()).unwrap();
        let index = RuleIndex::new(&grounded);
        let stop: StopSignal = Arc::new(|| false);
        let mut held = 0;
        for positions in [vec![0], vec![1], vec![0, 1]] {
            let projection = Projection {
                relation: 0,
                positions,
            };
            let families = [Family::shows_all(&Facts::new(&grounded), projection)];
            let mut prover = Prover::new(&index, 1, false, u32::MAX, stop.clone()).unwrap();
            let by_solver = prover.step(&families, &[0], &[0], false).unwrap();
            let by_looking = exhaust(&index, &families[0], &Scope::all(&grounded), &stop);
            match (by_solver, by_looking) {
                (Induction::Holds, Exhausted::Holds) => held += 1,
                (Induction::Fails(_), Exhausted::Fails(state, joint)) => {
                    let found = prover.follow(state, joint);
                    assert!(families[0].holds(&found.state) && !families[0].holds(&found.next));
                    assert!(prover.is_legal(&found), "{next}");
                }
                _ => panic!("the two differ on {next}"),
            }
        }
        assert_eq!(held, expected, "{next}");
    }

    #[test]
    fn it_says_what_the_solver_says() {
        check("(<= (next (at ?c ?s)) (true (at ?c ?s)))", 3);
        check(
            "(<= (next (at ?c dark)) (named ?c)) (<= (next (at ?c ?s)) (true (at ?c ?s)) (not (named ?c)))",
            1,
        );
        check(
            "(<= (next (at ?c dark)) (named ?c)) (<= (next (at ?c light)) (cell ?c) (not (named ?c)))",
            1,
        );
        check(
            "(<= (next (at ?c dark)) (reached ?c)) (<= (next (at ?c light)) (cell ?c) (not (reached ?c)))",
            1,
        );
        check(
            "(<= (next (at ?c dark)) (reached ?c)) (<= (next (at ?c ?s)) (true (at ?c ?s)) (not (reached 3)))",
            1,
        );
    }

    /// The result for ⟨at, {1}⟩ of the frame with more rules, until the stop signal.
    fn outcome(rules: &str, stop: StopSignal) -> Exhausted {
        let next = "(<= (next (at ?c ?s)) (true (at ?c ?s)))";
        let sheet = Sheet::read(format!("{FRAME} {rules} {next}").as_str());
        let grounded = ground(&playable(&sheet).unwrap(), &Default::default()).unwrap();
        let projection = Projection {
            relation: 0,
            positions: vec![0],
        };
        let family = Family::shows_all(&Facts::new(&grounded), projection);
        let scope = Scope::all(&grounded);
        exhaust(&RuleIndex::new(&grounded), &family, &scope, &stop)
    }

    #[test]
    fn many_facts_or_joint_moves_are_too_many() {
        let go_on = || Arc::new(|| false);
        assert!(matches!(outcome("", go_on()), Exhausted::Holds));
        let cells: String = (4..30).map(|cell| format!("(cell {cell})")).collect();
        assert!(matches!(outcome(&cells, go_on()), Exhausted::No));
        let moves = (0..3000).map(|number| format!("(legal a (go {number})) (legal b {number})"));
        let moves: String = moves.collect();
        assert!(matches!(outcome(&moves, go_on()), Exhausted::No));
    }

    #[test]
    fn who_is_told_to_stop_does() {
        assert!(matches!(outcome("", Arc::new(|| true)), Exhausted::No));
    }
}
