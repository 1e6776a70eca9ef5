//! A look at single steps while a game is being grounded: what follows from states made of the facts that were grounded first.
//!
//! For such states the rule instances found so far are all there are, since grounding has come to a rest with those facts. States that are looked at have few facts, so
//! what follows is worked out from them, and not instance by instance: whatever has no condition that holds is never touched.

use crate::declared::firsts;
use crate::products::Moves;
use crate::program::{Pred, Program};
use crate::questions::Questions;
use crate::terms::{TermId, Terms};
use crate::world::World;
use senet_gdl::components;

/// Instances of rules that are defined by means of each other: they are worked out together.
#[derive(Clone, Default)]
struct Layer {
    /// Whether some look at conclusions of others.
    is_loop: bool,
    /// Whether they depend on the moves.
    needs_moves: bool,
    /// Those that need nothing to hold.
    free: Vec<u32>,
    /// Those whose first condition holds.
    due: Vec<u32>,
    /// How many of those were due before any move was made.
    due_before: usize,
}

/// A state, its legal moves, and what follows.
pub struct Glimpse<'a> {
    world: &'a World,
    questions: &'a Questions,
    layers: Vec<Layer>,
    /// Per instance, its layer.
    layer_of: Vec<u32>,
    /// The instances in the order of the first thing that they need to hold.
    waiting: Vec<u32>,
    /// Per atom, where the instances that wait for it end.
    ends: Vec<u32>,
    /// Per atom.
    holds: Vec<bool>,
    /// The atoms that hold, in the order in which they were worked out.
    found: Vec<u32>,
    /// How many of them the state alone decides.
    found_before: usize,
}

impl<'a> Glimpse<'a> {
    /// A look at what a world has come to; nothing holds yet.
    pub(crate) fn of(
        world: &'a World,
        program: &Program,
        questions: &'a Questions,
        recorded: &[bool],
    ) -> Glimpse<'a> {
        let (component, mut layers) = layers(program, questions, recorded);
        let instances = 0..world.rules.len();
        let layer_of = |instance| {
            let (pred, _) = world.atoms[world.rules.head(instance) as usize];
            component[pred] as u32
        };
        let layer_of: Vec<u32> = instances.clone().map(layer_of).collect();
        // In the order of atoms, by counting: there may be very many instances.
        let mut ends = vec![0; world.atoms.len() + 1];
        for instance in instances.clone() {
            match first(world, instance) {
                Some(atom) => ends[atom as usize + 1] += 1,
                None => layers[layer_of[instance] as usize]
                    .free
                    .push(instance as u32),
            }
        }
        for atom in 1..ends.len() {
            ends[atom] += ends[atom - 1];
        }
        let mut waiting = vec![0; ends[world.atoms.len()] as usize];
        for instance in instances {
            if let Some(atom) = first(world, instance) {
                let end = &mut ends[atom as usize];
                waiting[*end as usize] = instance as u32;
                *end += 1;
            }
        }
        Glimpse {
            world,
            questions,
            layers,
            layer_of,
            waiting,
            ends,
            holds: vec![false; world.atoms.len()],
            found: Vec::new(),
            found_before: 0,
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
        self.forget(0);
        self.layers.iter_mut().for_each(|layer| layer.due.clear());
        for &fact in state {
            self.set_row(self.questions.holds, &[fact]);
        }
        self.derive(false);
        self.found_before = self.found.len();
        for layer in &mut self.layers {
            layer.due_before = layer.due.len();
        }
    }

    /// The legal moves of a role; where moves are declared, those of them.
    pub fn legal(&self, role: TermId) -> Vec<TermId> {
        let declared = Moves::of(self.world, self.questions.input);
        let is_declared = |row: &[TermId]| declared.len() == 0 || declared.contain(row);
        let rows = self.rows(self.questions.legal);
        let own = rows.filter(|row| row[0] == role && is_declared(row));
        own.map(|row| row[1]).collect()
    }

    /// Works out the rest, given the move of each role. Ask [`Glimpse::look`] first; after it this may be asked several times.
    pub fn act(&mut self, joint: &[(TermId, TermId)]) {
        self.forget(self.found_before);
        for layer in &mut self.layers {
            layer.due.truncate(layer.due_before);
        }
        for &(role, made) in joint {
            self.set_row(self.questions.does, &[role, made]);
        }
        self.derive(true);
    }

    /// The facts of the next state. Ask [`Glimpse::act`] first.
    pub fn next(&self) -> Vec<TermId> {
        self.rows(self.questions.next).map(|row| row[0]).collect()
    }

    /// Takes back all that was found after the first ones.
    fn forget(&mut self, first: usize) {
        for atom in self.found.drain(first..) {
            self.holds[atom as usize] = false;
        }
    }

    /// The tuples of a predicate that hold.
    fn rows(&self, pred: Pred) -> impl Iterator<Item = &'a [TermId]> + '_ {
        let relation = &self.world.relations[pred];
        let tuples = self
            .found
            .iter()
            .map(|&atom| self.world.atoms[atom as usize]);
        let own = tuples.filter(move |(of, _)| *of == pred);
        own.filter_map(|(_, number)| Some(relation.row(number?)))
    }

    /// Makes a tuple hold, if it was met at all.
    fn set_row(&mut self, pred: Pred, row: &[TermId]) {
        let relation = &self.world.relations[pred];
        if let Some(number) = relation.find(row) {
            self.set(relation.atoms[number as usize]);
        }
    }

    fn set(&mut self, atom: u32) {
        if std::mem::replace(&mut self.holds[atom as usize], true) {
            return;
        }
        self.found.push(atom);
        let start = match atom {
            0 => 0,
            _ => self.ends[atom as usize - 1],
        };
        for &instance in &self.waiting[start as usize..self.ends[atom as usize] as usize] {
            let layer = self.layer_of[instance as usize];
            self.layers[layer as usize].due.push(instance);
        }
    }

    fn derive(&mut self, with_moves: bool) {
        for number in 0..self.layers.len() {
            if self.layers[number].needs_moves != with_moves {
                continue;
            }
            // Within a layer nothing is negated, so facts only ever become true.
            while self.derive_layer(number) && self.layers[number].is_loop {}
        }
    }

    /// Looks at all instances of a layer that may apply; whether there was anything new.
    fn derive_layer(&mut self, number: usize) -> bool {
        let before = self.found.len();
        let mut at = 0;
        loop {
            let layer = &self.layers[number];
            let due = layer
                .free
                .get(at)
                .or_else(|| layer.due.get(at - layer.free.len()));
            let Some(&instance) = due else {
                return self.found.len() > before;
            };
            let rules = &self.world.rules;
            let is_met = |&literal: &u32| self.holds[(literal / 2) as usize] != (literal % 2 == 1);
            if rules.body(instance as usize).iter().all(is_met) {
                self.set(rules.head(instance as usize));
            }
            at += 1;
        }
    }
}

/// The first atom that must hold for an instance to apply.
fn first(world: &World, instance: usize) -> Option<u32> {
    let mut body = world.rules.body(instance).iter();
    body.find(|&literal| literal % 2 == 0)
        .map(|literal| literal / 2)
}

/// Per predicate the number of its layer, and the layers in the order in which they can be worked out.
fn layers(program: &Program, questions: &Questions, recorded: &[bool]) -> (Vec<usize>, Vec<Layer>) {
    let count = program.predicates.len();
    // Guards are no part of the game: without them nothing rests on its own absence.
    let mut uses: Vec<Vec<Pred>> = vec![Vec::new(); count];
    for rule in program.rules.iter().filter(|rule| recorded[rule.head.pred]) {
        uses[rule.head.pred].extend(rule.uses().filter(|&pred| recorded[pred]));
    }
    let component = components(&uses);
    let needs_moves = program.dependents_without_guards(&[questions.does]);
    let mut layers = vec![Layer::default(); count];
    for pred in 0..count {
        let layer = &mut layers[component[pred]];
        layer.needs_moves |= needs_moves[pred];
        layer.is_loop |= uses[pred]
            .iter()
            .any(|&used| component[used] == component[pred]);
    }
    (component, layers)
}
