//! Evaluates ground rules one by one: the plain evaluator against which faster reasoning is checked.

use crate::grounded::AtomKind;
use crate::layers::Layer;
use crate::rule_index::RuleIndex;

/// A truth value, or those of many states at once.
pub trait Truth: Copy + PartialEq {
    /// False in every state.
    const FALSE: Self;
    /// True in every state.
    const TRUE: Self;
    /// Conjunction, state by state.
    fn and(self, other: Self) -> Self;
    /// Disjunction, state by state.
    fn or(self, other: Self) -> Self;
    /// Negation, state by state.
    fn not(self) -> Self;
}

impl Truth for bool {
    const FALSE: bool = false;
    const TRUE: bool = true;

    fn and(self, other: bool) -> bool {
        self & other
    }

    fn or(self, other: bool) -> bool {
        self | other
    }

    fn not(self) -> bool {
        !self
    }
}

/// One bit per state.
impl<const WORDS: usize> Truth for [u64; WORDS] {
    const FALSE: [u64; WORDS] = [0; WORDS];
    const TRUE: [u64; WORDS] = [!0; WORDS];

    fn and(self, other: [u64; WORDS]) -> [u64; WORDS] {
        std::array::from_fn(|word| self[word] & other[word])
    }

    fn or(self, other: [u64; WORDS]) -> [u64; WORDS] {
        std::array::from_fn(|word| self[word] | other[word])
    }

    fn not(self) -> [u64; WORDS] {
        self.map(|word| !word)
    }
}

/// Derives atoms of a layer from the values of lower layers. Atoms that hold already stay true.
pub fn derive_layer<T: Truth>(index: &RuleIndex, values: &mut [T], layer: &Layer, atoms: &[u32]) {
    // Rules negate only lower layers, so atoms only ever become true.
    loop {
        let mut changed = false;
        for &atom in atoms {
            let before = values[atom as usize];
            if before != T::TRUE {
                let after = before.or(conclude(index, values, atom));
                changed |= after != before;
                values[atom as usize] = after;
            }
        }
        if !(changed && layer.is_loop) {
            break;
        }
    }
}

/// Whether the conditions of one of an atom's rules hold.
fn conclude<T: Truth>(index: &RuleIndex, values: &[T], atom: u32) -> T {
    let mut any = T::FALSE;
    for &rule in index.rules(atom) {
        let mut all = T::TRUE;
        for &condition in index.body(rule) {
            let value = values[(condition / 2) as usize];
            let is_negated = condition % 2 == 1;
            all = all.and(if is_negated { value.not() } else { value });
            if all == T::FALSE {
                break;
            }
        }
        any = any.or(all);
        if any == T::TRUE {
            break;
        }
    }
    any
}

/// Evaluates all atoms of a game in one state at a time. A state has one truth value per fluent.
pub struct Evaluator<'i> {
    index: &'i RuleIndex<'i>,
    values: Vec<bool>,
}

impl<'i> Evaluator<'i> {
    /// Creates an evaluator of a game.
    pub fn new(index: &'i RuleIndex<'i>) -> Evaluator<'i> {
        Evaluator {
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

    /// Derives the rest, given the move of each role. Call [`Evaluator::look`] first.
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
        due.for_each(|layer| derive_layer(index, values, layer, index.atoms_of(layer)));
    }

    /// Whether an atom holds.
    pub fn holds(&self, atom: u32) -> bool {
        self.values[atom as usize]
    }

    /// Whether the match is over.
    pub fn is_terminal(&self) -> bool {
        self.index.terminal.is_some_and(|atom| self.holds(atom))
    }

    /// The legal moves of a role.
    pub fn legal(&self, role: usize) -> Vec<u32> {
        let atoms = (0..).zip(&self.index.legal[role]);
        let legal = atoms.filter(|(_, atom)| atom.is_some_and(|atom| self.holds(atom)));
        legal.map(|(number, _)| number).collect()
    }

    /// The next state. Call [`Evaluator::act`] first.
    pub fn next(&self) -> Vec<bool> {
        let atoms = self.index.next.iter();
        let holds = |atom: &Option<u32>| atom.is_some_and(|atom| self.holds(atom));
        atoms.map(holds).collect()
    }
}
