//! All states that matter, looked at one after the other, hundreds at a time.
//!
//! A step may depend on few facts and yet be hard to argue about, say where sums of points decide: a solver then goes through the states one by one, with a conflict for
//! each. There are 65,536 ways to colour four cells in three colours and place two pieces; to evaluate the rules on all of them takes milliseconds.

use crate::Model;
use crate::cone::Cone;
use crate::evaluate::State;
use crate::family::{Family, Kind};
use crate::scope::Scope;
use senet_ground::StopSignal;

/// Truth values in so many states at once.
type Values = [u64; WORDS];
const WORDS: usize = 8;
const NOWHERE: Values = [0; WORDS];
const EVERYWHERE: Values = [!0; WORDS];
/// The facts whose values differ between the states of one block.
const IN_BLOCK: usize = 9;
/// More facts than this are too many whatever the rules.
const MAX_FACTS: usize = 24;
/// How many conditions may be looked at, each in all states of a block.
const MAX_WORK: usize = 1 << 24;

/// What came of looking at all states.
pub enum Exhausted {
    /// There are too many, or time was up.
    No,
    /// None of them breaks the property.
    Holds,
    /// In this one these moves do.
    Fails(State, Vec<u32>),
}

/// Looks at all states that have the property of a family, and all legal joint moves in them: has the next state it, too?
pub fn exhaust(model: &Model, family: &Family, scope: &Scope, stop: &StopSignal) -> Exhausted {
    if stop() {
        return Exhausted::No;
    }
    let Some(space) = Space::of(model, family, scope) else {
        return Exhausted::No;
    };
    let mut look = Look {
        model,
        family,
        space: &space,
        values: vec![NOWHERE; model.atoms()],
        now: vec![NOWHERE; model.now.len()],
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

/// What is looked at.
struct Space<'m> {
    cone: Cone<'m>,
    /// The facts that matter.
    facts: Vec<u32>,
    /// The moves of each role.
    moves: Vec<Vec<u32>>,
}

impl<'m> Space<'m> {
    /// `None` if it is too large.
    fn of(model: &'m Model<'m>, family: &Family, scope: &Scope) -> Option<Space<'m>> {
        let cone = Cone::of_step(model, family);
        let looked_at = |atom: &Option<u32>| atom.is_some_and(|atom| cone.matters[atom as usize]);
        let mut matters: Vec<bool> = model.now.iter().map(looked_at).collect();
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

    /// How many joint moves there are.
    fn joints(&self) -> usize {
        let moves = self.moves.iter().map(Vec::len);
        moves.fold(1, usize::saturating_mul)
    }

    /// One of the joint moves. They are not listed: two roles with thousands of moves each would fill the memory before it is known that they are too many.
    fn joint(&self, mut number: usize) -> Vec<u32> {
        let one = |moves: &Vec<u32>| {
            let made = moves[number % moves.len()];
            number /= moves.len();
            made
        };
        self.moves.iter().map(one).collect()
    }
}

/// Per role, the moves that are in scope.
fn moves(scope: &Scope) -> Vec<Vec<u32>> {
    let of_role = |moves: &Vec<bool>| {
        let numbers = 0..moves.len() as u32;
        numbers.filter(|&made| moves[made as usize]).collect()
    };
    scope.moves.iter().map(of_role).collect()
}

/// A look at a block of states.
struct Look<'a> {
    model: &'a Model<'a>,
    family: &'a Family,
    space: &'a Space<'a>,
    /// Per atom.
    values: Vec<Values>,
    /// Per fluent.
    now: Vec<Values>,
}

impl Look<'_> {
    /// Sets up a block of states, and works out what they decide without moves.
    fn enter(&mut self, block: usize) {
        // The first facts are the same in all blocks.
        let known = if block == 0 { 0 } else { IN_BLOCK };
        for (place, &fluent) in self.space.facts.iter().enumerate().skip(known) {
            self.now[fluent as usize] = pattern(place, block);
            if let Some(atom) = self.model.now[fluent as usize] {
                self.values[atom as usize] = self.now[fluent as usize];
            }
        }
        self.derive(false);
    }

    /// A state in which this joint move is legal and breaks the property, which the state has.
    fn violated(&mut self, joint: &[u32]) -> Option<usize> {
        let mut where_possible = self.holds(|look, fluent| look.now[fluent as usize]);
        for (role, &made) in joint.iter().enumerate() {
            let legal = self.model.legal[role][made as usize]?;
            where_possible = and(where_possible, self.values[legal as usize]);
        }
        if where_possible == NOWHERE {
            return None;
        }
        for (role, does) in self.model.does.iter().enumerate() {
            for (number, atom) in does.iter().enumerate() {
                if let Some(atom) = *atom {
                    let is_made = joint[role] as usize == number;
                    self.values[atom as usize] = if is_made { EVERYWHERE } else { NOWHERE };
                }
            }
        }
        self.derive(true);
        let holds_next = self.holds(|look, fluent| {
            let atom = look.model.next[fluent as usize];
            atom.map_or(NOWHERE, |atom| look.values[atom as usize])
        });
        let broken = and(where_possible, not(holds_next));
        let word = broken.iter().position(|&word| word != 0)?;
        Some(64 * word + broken[word].trailing_zeros() as usize)
    }

    /// Where the family has its property, given where each fact holds.
    fn holds(&self, fact: impl Fn(&Self, u32) -> Values) -> Values {
        let mut holds = EVERYWHERE;
        for group in &self.family.groups {
            let (mut one, mut two) = (NOWHERE, NOWHERE);
            for &fluent in group {
                let fact = fact(self, fluent);
                two = or(two, and(one, fact));
                one = or(one, fact);
            }
            holds = match self.family.kind {
                Kind::Some => and(holds, one),
                Kind::One => and(holds, not(two)),
            };
        }
        let barred = self.family.barred.iter();
        barred.fold(holds, |holds, &fluent| and(holds, not(fact(self, fluent))))
    }

    fn derive(&mut self, with_moves: bool) {
        let space = self.space;
        for (layer, atoms) in &space.cone.layers {
            if layer.needs_moves != with_moves {
                continue;
            }
            for &atom in atoms {
                self.values[atom as usize] = NOWHERE;
            }
            // Within a layer nothing is negated, so facts only ever become true.
            loop {
                let mut changed = false;
                for &atom in atoms {
                    let value = self.follows(atom);
                    changed |= value != self.values[atom as usize];
                    self.values[atom as usize] = value;
                }
                if !(changed && layer.is_loop) {
                    break;
                }
            }
        }
    }

    /// Where the conditions of one of an atom's rules hold.
    fn follows(&self, atom: u32) -> Values {
        let mut any = NOWHERE;
        for &rule in self.model.rules(atom) {
            let mut all = EVERYWHERE;
            for &condition in self.model.body(rule) {
                let value = self.values[(condition / 2) as usize];
                all = and(
                    all,
                    if condition % 2 == 1 {
                        not(value)
                    } else {
                        value
                    },
                );
            }
            any = or(any, all);
        }
        any
    }

    /// One state of the block.
    fn state(&self, lane: usize) -> State {
        let holds = |values: &Values| values[lane / 64] >> (lane % 64) & 1 == 1;
        self.now.iter().map(holds).collect()
    }
}

/// Where the fact at this place holds among the states of a block: states are counted, and each fact is a digit.
fn pattern(place: usize, block: usize) -> Values {
    let holds = |state: usize| (block << IN_BLOCK | state) >> place & 1 == 1;
    let mut values = NOWHERE;
    for (number, word) in values.iter_mut().enumerate() {
        let bits = (0..64).filter(|bit| holds(64 * number + bit));
        *word = bits.fold(0, |word, bit| word | 1 << bit);
    }
    values
}

fn and(left: Values, right: Values) -> Values {
    std::array::from_fn(|word| left[word] & right[word])
}

fn or(left: Values, right: Values) -> Values {
    std::array::from_fn(|word| left[word] | right[word])
}

fn not(values: Values) -> Values {
    values.map(|word| !word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::projection::{Projection, Space as Facts};
    use crate::prover::{Prover, Step};
    use senet_gdl::{Sheet, playable};
    use senet_ground::ground;
    use std::sync::Arc;

    /// Three cells that are light or dark, and two roles that name a cell each.
    const FRAME: &str = "(role a) (role b) (cell 1) (cell 2) (cell 3) (next-to 1 2) (next-to 2 3) (shade light) (shade dark)
        (<= (init (at ?c light)) (cell ?c)) (<= (init (at ?c dark)) (cell ?c)) (<= (legal ?r (name ?c)) (role ?r) (true (at ?c light)))
        (<= (legal ?r rest) (role ?r)) (<= terminal (true (at 1 dark))) (goal a 0) (goal b 0)
        (<= (named ?c) (does ?r (name ?c))) (<= (reached 1) (true (at 1 dark)))
        (<= (reached ?d) (reached ?c) (next-to ?c ?d) (true (at ?d dark)))";

    /// Compares with what the solver says of all projections, and with how many of them hold.
    fn check(next: &str, expected: usize) {
        let sheet = Sheet::read(format!("{FRAME} {next}").as_str());
        let grounded = ground(&playable(&sheet).unwrap(), &Default::default()).unwrap();
        let model = Model::new(&grounded);
        let stop: StopSignal = Arc::new(|| false);
        let mut held = 0;
        for positions in [vec![0], vec![1], vec![0, 1]] {
            let projection = Projection {
                relation: 0,
                positions,
            };
            let families = [Family::shows_all(&Facts::new(&grounded), projection)];
            let mut prover = Prover::new(&model, 1, false, u32::MAX, stop.clone()).unwrap();
            let by_solver = prover.step(&families, &[0], &[0], false).unwrap();
            let by_looking = exhaust(&model, &families[0], &Scope::all(&grounded), &stop);
            match (by_solver, by_looking) {
                (Step::Holds, Exhausted::Holds) => held += 1,
                (Step::Fails(_), Exhausted::Fails(state, joint)) => {
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

    /// What comes of looking at ⟨at, {1}⟩ of the frame with more rules, for as long as nobody says stop.
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
        exhaust(&Model::new(&grounded), &family, &scope, &stop)
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
