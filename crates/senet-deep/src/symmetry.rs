//! Proved symmetries of a game: a position teaches the same as its images.

use crate::{Model, TrainingPosition};
use senet_graph::Symmetries;
use senet_ground::Grounded;
use std::collections::{HashMap, HashSet};

/// The maximum number of elements of a group. More would teach little.
const MOST_ELEMENTS: usize = 16;

/// A symmetry in the numbering of a model.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ModelSymmetry {
    /// For each input, its image.
    inputs: Vec<u32>,
    /// For each role, its image.
    roles: Vec<usize>,
    /// For each role and move, the move of the role's image.
    moves: Vec<Vec<u32>>,
}

impl ModelSymmetry {
    /// The symmetries of a game, the identity among them. Elements of large groups are left out.
    pub fn all(model: &Model, grounded: &Grounded, symmetries: &Symmetries) -> Vec<ModelSymmetry> {
        let names = Names::of(model);
        let generators: Vec<ModelSymmetry> = symmetries
            .generators
            .iter()
            .filter_map(|one| names.symmetry(model, grounded, one))
            .collect();
        let mut all = vec![ModelSymmetry::identity(model)];
        let mut seen: HashSet<ModelSymmetry> = all.iter().cloned().collect();
        let mut next = 0;
        while next < all.len() && all.len() < MOST_ELEMENTS {
            for generator in &generators {
                let image = all[next].then(generator);
                if all.len() < MOST_ELEMENTS && seen.insert(image.clone()) {
                    all.push(image);
                }
            }
            next += 1;
        }
        all
    }

    fn identity(model: &Model) -> ModelSymmetry {
        let count = |count: usize| (0..count as u32).collect();
        ModelSymmetry {
            inputs: count(model.header.model.fluents.len()),
            roles: (0..model.header.model.roles.len()).collect(),
            moves: model
                .header
                .moves
                .iter()
                .map(|all| count(all.len()))
                .collect(),
        }
    }

    /// The composition: this symmetry, then another.
    fn then(&self, other: &ModelSymmetry) -> ModelSymmetry {
        let moves = self.moves.iter().zip(&self.roles).map(|(own, &role)| {
            let image = |&to: &u32| other.moves[role][to as usize];
            own.iter().map(image).collect()
        });
        ModelSymmetry {
            inputs: self
                .inputs
                .iter()
                .map(|&to| other.inputs[to as usize])
                .collect(),
            roles: self.roles.iter().map(|&to| other.roles[to]).collect(),
            moves: moves.collect(),
        }
    }

    /// The image of a position.
    pub fn position(&self, position: &TrainingPosition) -> TrainingPosition {
        let mut state = vec![0; position.state.len()];
        for (word, &bits) in position.state.iter().enumerate() {
            let mut rest = bits;
            while rest != 0 {
                let to = self.inputs[64 * word + rest.trailing_zeros() as usize] as usize;
                state[to / 64] |= 1 << (to % 64);
                rest &= rest - 1;
            }
        }
        let mut policy = vec![Vec::new(); position.policy.len()];
        for (role, moves) in position.policy.iter().enumerate() {
            let image = |&(number, share): &(u32, f32)| (self.moves[role][number as usize], share);
            policy[self.roles[role]] = moves.iter().map(image).collect();
        }
        TrainingPosition {
            state,
            policy,
            searched: self.values(&position.searched),
        }
    }

    /// The values of the roles in the image of a position.
    pub fn values(&self, values: &[f32]) -> Vec<f32> {
        let mut image = vec![0.0; values.len()];
        for (role, &value) in values.iter().enumerate() {
            image[self.roles[role]] = value;
        }
        image
    }
}

/// The numbers of words in a model.
struct Names<'a> {
    inputs: HashMap<&'a str, u32>,
    roles: HashMap<&'a str, usize>,
    moves: Vec<HashMap<&'a str, u32>>,
}

impl<'a> Names<'a> {
    fn of(model: &'a Model) -> Names<'a> {
        let numbered = |words: &'a [String]| words.iter().map(String::as_str).zip(0..).collect();
        let roles = model.header.model.roles.iter().map(String::as_str);
        Names {
            inputs: numbered(&model.header.model.fluents),
            roles: roles.zip(0..).collect(),
            moves: model.header.moves.iter().map(|all| numbered(all)).collect(),
        }
    }

    /// A symmetry of the grounded rules in the numbering of the model. `None` if the model lacks a part of it.
    fn symmetry(
        &self,
        model: &Model,
        grounded: &Grounded,
        symmetry: &senet_graph::Symmetry,
    ) -> Option<ModelSymmetry> {
        let text = |term| grounded.text(term).to_lowercase();
        let mut own = ModelSymmetry::identity(model);
        for &(from, to) in &symmetry.fluents {
            let input = |at: u32| {
                let name = text(grounded.fluents[at as usize]);
                self.inputs.get(name.as_str()).copied()
            };
            match (input(from), input(to)) {
                (Some(from), Some(to)) => own.inputs[from as usize] = to,
                (None, None) => {}
                _ => return None,
            }
        }
        let role = |at: u32| {
            let name = text(grounded.roles[at as usize]);
            self.roles.get(name.as_str()).copied()
        };
        for &(from, to) in &symmetry.roles {
            own.roles[role(from)?] = role(to)?;
        }
        let number = |(at, number): (u32, u32)| {
            let name = text(grounded.moves[at as usize][number as usize]);
            let known = &self.moves[role(at)?];
            known.get(name.as_str()).map(|&number| (role(at), number))
        };
        for &(from, to) in &symmetry.moves {
            match (number(from), number(to)) {
                (Some((Some(role), from)), Some((_, to))) => own.moves[role][from as usize] = to,
                (None, None) => {}
                _ => return None,
            }
        }
        Some(own)
    }
}
