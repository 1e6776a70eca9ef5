//! Evaluates ground rules one by one: the plain evaluator against which faster reasoning is checked.

use crate::grounded::AtomKind;
use crate::rule_index::RuleIndex;

/// Evaluates all atoms of a game in one state at a time. A state has one truth value per fluent.
pub struct RuleEvaluator<'i> {
    index: &'i RuleIndex<'i>,
    values: Vec<bool>,
}

impl<'i> RuleEvaluator<'i> {
    /// Creates an evaluator of a game.
    pub fn new(index: &'i RuleIndex<'i>) -> RuleEvaluator<'i> {
        RuleEvaluator {
            values: vec![false; index.atoms()],
            index,
        }
    }

    /// The initial state of the game.
    pub fn initial(&self) -> Vec<bool> {
        let mut state = vec![false; self.index.grounded.fluents.len()];
        for &fluent in &self.index.grounded.initial {
            state[fluent as usize] = true;
        }
        state
    }

    /// Derives everything that a state decides without moves: legal moves and whether the match is over.
    pub fn look(&mut self, state: &[bool]) {
        for (atom, kind) in self.index.grounded.atoms.iter().enumerate() {
            self.values[atom] = matches!(*kind, AtomKind::True(fluent) if state[fluent as usize]);
        }
        self.derive(false);
    }

    /// Derives the rest, given the move of each role. Call [`RuleEvaluator::look`] first.
    pub fn act(&mut self, joint: &[u32]) {
        for (role, &chosen) in joint.iter().enumerate() {
            if let Some(atom) = self.index.does[role][chosen as usize] {
                self.values[atom as usize] = true;
            }
        }
        self.derive(true);
    }

    fn derive(&mut self, needs_moves: bool) {
        let (index, values) = (self.index, &mut self.values);
        let due = index.layers().filter(|l| l.needs_moves == needs_moves);
        for layer in due {
            let atoms = index.atoms_of(layer);
            // Rules negate only lower layers, so atoms only ever become true.
            while derive_once(index, values, atoms) && layer.is_loop {}
        }
    }

    /// True if an atom holds.
    pub fn holds(&self, atom: u32) -> bool {
        self.values[atom as usize]
    }

    /// True if the match is over.
    pub fn is_terminal(&self) -> bool {
        self.index.terminal.is_some_and(|atom| self.holds(atom))
    }

    /// The legal moves of a role.
    pub fn legal(&self, role: usize) -> Vec<u32> {
        let atoms = (0..).zip(&self.index.legal[role]);
        let legal = atoms.filter(|(_, atom)| atom.is_some_and(|atom| self.holds(atom)));
        legal.map(|(number, _)| number).collect()
    }

    /// The next state. Call [`RuleEvaluator::act`] first.
    pub fn next(&self) -> Vec<bool> {
        let atoms = self.index.next.iter();
        let holds = |atom: &Option<u32>| atom.is_some_and(|atom| self.holds(atom));
        atoms.map(holds).collect()
    }
}

/// Adds the atoms that follow from the values so far; returns whether there were any.
fn derive_once(index: &RuleIndex, values: &mut [bool], atoms: &[u32]) -> bool {
    let mut changed = false;
    for &atom in atoms {
        if !values[atom as usize] && follows(index, values, atom) {
            values[atom as usize] = true;
            changed = true;
        }
    }
    changed
}

/// True if all conditions of one of an atom's rules hold.
fn follows(index: &RuleIndex, values: &[bool], atom: u32) -> bool {
    let holds = |&condition: &u32| values[(condition / 2) as usize] != (condition % 2 == 1);
    let mut rules = index.rules(atom).iter();
    rules.any(|&rule| index.body(rule).iter().all(holds))
}
