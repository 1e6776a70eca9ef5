//! The numbers of a game in the numbering of a model.

use crate::DeepError;
use senet_engine::{Game, MoveId, RoleId};
use senet_gdl::Renaming;
use senet_value_net::policy::PolicyHeader;
use std::collections::HashMap;

/// Translates states, roles and moves of a game into the numbering of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Translation {
    /// For each role of the model, the role of the game.
    pub roles: Vec<RoleId>,
    /// For each fluent of the game, the input of the model.
    inputs: Vec<u32>,
    /// For each role of the model and each move of the game, the move of the model.
    moves: Vec<Vec<u32>>,
    /// True if all fluents have the same number in both.
    same_inputs: bool,
}

impl Translation {
    /// The translation to the model's words. The renaming turns words of the game into words of the model.
    pub fn new(
        game: &dyn Game,
        header: &PolicyHeader,
        renaming: &Renaming,
    ) -> Result<Translation, DeepError> {
        let renamed = |text: &String| renaming.translate(text).to_lowercase();
        let fluents = game.fluent_names().ok_or(DeepError::NotGrounded)?;
        let inputs = numbers(fluents.iter().map(renamed), &header.model.fluents)?;
        let game_roles = game.roles().iter().map(renamed);
        let model_role = numbers(game_roles, &header.model.roles)?;
        let mut roles = vec![0; model_role.len()];
        for (own, &model) in model_role.iter().enumerate() {
            roles[model as usize] = own;
        }
        let mut moves = Vec::new();
        for (model, &own) in roles.iter().enumerate() {
            let names = move_names(game, own)?;
            moves.push(numbers(names.iter().map(renamed), &header.moves[model])?);
        }
        Ok(Translation {
            same_inputs: inputs.iter().enumerate().all(|(at, &to)| at as u32 == to),
            roles,
            inputs,
            moves,
        })
    }

    /// Appends a state in the numbering of the model.
    pub fn push_state(&self, words: &[u64], states: &mut Vec<u64>) {
        if self.same_inputs {
            states.extend_from_slice(words);
            return;
        }
        let first = states.len();
        states.resize(first + words.len(), 0);
        for (word, &bits) in words.iter().enumerate() {
            let mut rest = bits;
            while rest != 0 {
                let input = self.inputs[64 * word + rest.trailing_zeros() as usize] as usize;
                states[first + input / 64] |= 1 << (input % 64);
                rest &= rest - 1;
            }
        }
    }

    /// The number of a move in the model.
    pub fn move_of(&self, role: usize, id: MoveId) -> u32 {
        self.moves[role][id.0 as usize]
    }
}

/// The texts of all moves of a role.
pub fn move_names(game: &dyn Game, role: RoleId) -> Result<Vec<String>, DeepError> {
    let circuit = game.circuit().ok_or(DeepError::NotGrounded)?;
    let count = circuit.move_count(role) as u32;
    let name = |id| game.move_name(role, MoveId(id));
    Ok((0..count).map(name).collect())
}

/// The positions of words in a list. Every word must be in the list, and every word of the list must occur.
pub fn numbers(
    words: impl Iterator<Item = String>,
    list: &[String],
) -> Result<Vec<u32>, DeepError> {
    let known: HashMap<&str, u32> = list.iter().map(String::as_str).zip(0..).collect();
    let number = |word: String| match known.get(word.as_str()) {
        Some(&at) => Ok(at),
        None => Err(DeepError::Unknown(format!(
            "the model does not know `{word}`"
        ))),
    };
    let found: Vec<u32> = words.map(number).collect::<Result<_, _>>()?;
    match found.len() == list.len() {
        true => Ok(found),
        false => Err(DeepError::Unknown(format!(
            "the game does not have all {} words of the model",
            list.len()
        ))),
    }
}
