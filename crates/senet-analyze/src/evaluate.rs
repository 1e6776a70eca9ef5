//! What follows from a state and a joint move, rule by rule: plain, and the judge of the solver's models.

use crate::Model;
use crate::model::Layer;
use senet_ground::AtomKind;

/// A state: per fluent, whether it holds.
pub type State = Vec<bool>;

/// The truth of all atoms.
pub struct Evaluator<'m> {
    model: &'m Model<'m>,
    values: Vec<bool>,
}

impl<'m> Evaluator<'m> {
    /// An evaluator of a game.
    pub fn new(model: &'m Model<'m>) -> Evaluator<'m> {
        Evaluator {
            values: vec![false; model.atoms()],
            model,
        }
    }

    /// The initial state of the game.
    pub fn initial(&self) -> State {
        let mut state = vec![false; self.model.grounded.fluents.len()];
        for &fluent in &self.model.grounded.initial {
            state[fluent as usize] = true;
        }
        state
    }

    /// Works out what a state alone decides: what is legal, and whether the match is over.
    pub fn look(&mut self, state: &State) {
        for (atom, kind) in self.model.grounded.atoms.iter().enumerate() {
            self.values[atom] = matches!(*kind, AtomKind::True(fluent) if state[fluent as usize]);
        }
        self.derive(false);
    }

    /// Works out the rest, given the move of each role. Ask [`Evaluator::look`] first.
    pub fn act(&mut self, joint: &[u32]) {
        for (role, &chosen) in joint.iter().enumerate() {
            if let Some(atom) = self.model.does[role][chosen as usize] {
                self.values[atom as usize] = true;
            }
        }
        self.derive(true);
    }

    /// Whether an atom holds.
    pub fn holds(&self, atom: u32) -> bool {
        self.values[atom as usize]
    }

    /// Whether the match is over.
    pub fn is_terminal(&self) -> bool {
        self.model.terminal.is_some_and(|atom| self.holds(atom))
    }

    /// The legal moves of a role.
    pub fn legal(&self, role: usize) -> Vec<u32> {
        let legal = self.model.legal[role].iter().enumerate();
        let holds = |atom: &Option<u32>| atom.is_some_and(|atom| self.holds(atom));
        legal
            .filter(|(_, atom)| holds(atom))
            .map(|(m, _)| m as u32)
            .collect()
    }

    /// The state that follows. Ask [`Evaluator::act`] first.
    pub fn next(&self) -> State {
        let next = self.model.next.iter();
        next.map(|atom| atom.is_some_and(|atom| self.holds(atom)))
            .collect()
    }

    fn derive(&mut self, with_moves: bool) {
        let (model, values) = (self.model, &mut self.values);
        let layers = model.layers().iter();
        let due = layers.filter(|layer| layer.needs_moves == with_moves);
        due.for_each(|layer| derive(model, values, layer, model.atoms_of(layer)));
    }
}

/// Works out atoms of a layer.
fn derive(model: &Model, values: &mut [bool], layer: &Layer, atoms: &[u32]) {
    // Within a layer nothing is negated, so facts only ever become true.
    loop {
        let mut changed = false;
        for &atom in atoms {
            if !values[atom as usize] && follows(model, values, atom) {
                values[atom as usize] = true;
                changed = true;
            }
        }
        if !(changed && layer.is_loop) {
            break;
        }
    }
}

fn follows(model: &Model, values: &[bool], atom: u32) -> bool {
    let is_met = |&literal: &u32| values[(literal / 2) as usize] != (literal % 2 == 1);
    let mut rules = model.rules(atom).iter();
    rules.any(|&rule| model.body(rule).iter().all(is_met))
}
