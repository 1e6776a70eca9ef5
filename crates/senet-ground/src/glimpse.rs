//! A look at single steps while a game is being grounded: what follows from states made of the facts that were grounded first.
//!
//! For such states the rule instances found so far are all there are, since grounding has come to a rest with those facts.

use crate::declared::firsts;
use crate::program::{Pred, Program};
use crate::questions::Questions;
use crate::terms::{TermId, Terms};
use crate::world::World;
use senet_gdl::components;

/// What is worked out together: instances of rules that are defined by means of each other.
struct Layer {
    instances: Vec<u32>,
    /// Whether some look at conclusions of others.
    is_loop: bool,
    /// Whether they depend on the moves.
    needs_moves: bool,
}

/// A state, its legal moves, and what follows.
pub struct Glimpse<'a> {
    world: &'a World,
    questions: &'a Questions,
    /// Whether moves are declared.
    has_input: bool,
    layers: Vec<Layer>,
    /// Per atom.
    holds: Vec<bool>,
}

impl<'a> Glimpse<'a> {
    /// A look at what a world has come to; nothing holds yet.
    pub(crate) fn of(
        world: &'a World,
        program: &Program,
        questions: &'a Questions,
        recorded: &[bool],
    ) -> Glimpse<'a> {
        Glimpse {
            world,
            questions,
            has_input: world.relations[questions.input].len() > 0,
            layers: layers(world, program, questions, recorded),
            holds: vec![false; world.atoms.len()],
        }
    }

    /// The terms met so far.
    pub fn terms(&self) -> &Terms {
        &self.world.terms
    }

    /// The roles.
    pub fn roles(&self) -> Vec<TermId> {
        firsts(self.world, self.questions.role)
    }

    /// Works out what a state alone decides. All its facts must be among those that are looked at first.
    pub fn look(&mut self, state: &[TermId]) {
        self.holds.fill(false);
        for &fact in state {
            self.set(self.questions.holds, &[fact]);
        }
        self.derive(false);
    }

    /// The legal moves of a role; where moves are declared, those of them.
    pub fn legal(&self, role: TermId) -> Vec<TermId> {
        let declared = &self.world.relations[self.questions.input];
        let rows = self.rows(self.questions.legal).filter(|row| row[0] == role);
        let rows = rows.filter(|row| !self.has_input || declared.find(row).is_some());
        rows.map(|row| row[1]).collect()
    }

    /// Works out the rest, given the move of each role. Ask [`Glimpse::look`] first.
    pub fn act(&mut self, joint: &[(TermId, TermId)]) {
        for &(role, made) in joint {
            self.set(self.questions.does, &[role, made]);
        }
        self.derive(true);
    }

    /// The facts of the next state. Ask [`Glimpse::act`] first.
    pub fn next(&self) -> Vec<TermId> {
        self.rows(self.questions.next).map(|row| row[0]).collect()
    }

    /// Makes a tuple hold that some rule looks at.
    fn set(&mut self, pred: Pred, row: &[TermId]) {
        let relation = &self.world.relations[pred];
        if let Some(number) = relation.find(row) {
            self.holds[relation.atoms[number as usize] as usize] = true;
        }
    }

    /// The tuples of a predicate that hold.
    fn rows(&self, pred: Pred) -> impl Iterator<Item = &'a [TermId]> + '_ {
        let relation = &self.world.relations[pred];
        let numbers = 0..relation.len() as u32;
        let holding =
            numbers.filter(|&number| self.holds[relation.atoms[number as usize] as usize]);
        holding.map(|number| relation.row(number))
    }

    fn derive(&mut self, with_moves: bool) {
        let (rules, holds) = (&self.world.rules, &mut self.holds);
        for layer in self
            .layers
            .iter()
            .filter(|layer| layer.needs_moves == with_moves)
        {
            // Within a layer nothing is negated, so facts only ever become true.
            loop {
                let mut changed = false;
                for &instance in &layer.instances {
                    let head = rules.head(instance as usize) as usize;
                    let is_met =
                        |&literal: &u32| holds[(literal / 2) as usize] != (literal % 2 == 1);
                    if !holds[head] && rules.body(instance as usize).iter().all(is_met) {
                        holds[head] = true;
                        changed = true;
                    }
                }
                if !(changed && layer.is_loop) {
                    break;
                }
            }
        }
    }
}

/// The instances found so far in an order in which they can be worked out.
fn layers(
    world: &World,
    program: &Program,
    questions: &Questions,
    recorded: &[bool],
) -> Vec<Layer> {
    let count = program.predicates.len();
    // Guards are no part of the game: without them nothing rests on its own absence.
    let mut uses: Vec<Vec<Pred>> = vec![Vec::new(); count];
    for rule in program.rules.iter().filter(|rule| recorded[rule.head.pred]) {
        uses[rule.head.pred].extend(rule.uses().filter(|&pred| recorded[pred]));
    }
    let component = components(&uses);
    let needs_moves = program.dependents_without_guards(&[questions.does]);
    let mut layers: Vec<Layer> = (0..count)
        .map(|_| Layer {
            instances: Vec::new(),
            is_loop: false,
            needs_moves: false,
        })
        .collect();
    for instance in 0..world.rules.len() {
        let (pred, _) = world.atoms[world.rules.head(instance) as usize];
        layers[component[pred]].instances.push(instance as u32);
    }
    for pred in 0..count {
        let layer = &mut layers[component[pred]];
        layer.needs_moves |= needs_moves[pred];
        layer.is_loop |= uses[pred]
            .iter()
            .any(|&used| component[used] == component[pred]);
    }
    layers.retain(|layer| !layer.instances.is_empty());
    layers
}
