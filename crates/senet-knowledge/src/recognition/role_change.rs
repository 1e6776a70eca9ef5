//! Recognises a known game in another role.
//!
//! Rule sheets do not assign players to roles, so the caller gives the old role and the new role. If a symmetry of the
//! rules swaps the two roles, nothing has changed.

use super::{GameIndex, Recognition, RuleChange};
use senet_gdl::{Deadline, Description};
use senet_graph::{Canonical, Isomorphism, TooHard, canonical};
use senet_structure::variants::Transformation;

/// The roles of a player in both games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RolePair<'a> {
    /// The role in the queried game.
    pub now: &'a str,
    /// The role in the known game.
    pub known: &'a str,
}

impl GameIndex {
    /// Adds a change of roles to a result, as the last change. Returns the result unchanged if a game does not have
    /// the role.
    pub fn with_roles(
        &self,
        asked: &Canonical,
        mut answer: Recognition,
        roles: RolePair,
        deadline: &Deadline,
    ) -> Result<Recognition, TooHard> {
        let known = self.description(answer.game);
        let is_now = |(word, _): &&(String, String)| word.eq_ignore_ascii_case(roles.now);
        let now = answer.mapping.iter().find(is_now);
        let now = now.and_then(|(_, word)| role(&known, word));
        let (Some(from), Some(to)) = (role(&known, roles.known), now) else {
            return Ok(answer);
        };
        if from == to {
            return Ok(answer);
        }
        if answer.changes.is_empty()
            && let Some(mapping) =
                self.symmetric_mapping(asked, answer.game, (roles.now, &from), deadline)?
        {
            return Ok(Recognition { mapping, ..answer });
        }
        let switched = Transformation::SwitchedRole { from, to };
        answer.changes.push(RuleChange::forward(switched));
        Ok(answer)
    }

    /// Returns a mapping between the games that maps one word to the other, if there is one.
    fn symmetric_mapping(
        &self,
        asked: &Canonical,
        game: usize,
        (word, known_word): (&str, &str),
        deadline: &Deadline,
    ) -> Result<Option<Vec<(String, String)>>, TooHard> {
        let known = canonical(&self.description(game), deadline)?;
        let asked = asked.with_fixed_symbol(word, deadline)?;
        let known = known.with_fixed_symbol(known_word, deadline)?;
        let witness = Isomorphism::between(&asked, &known, deadline)?;
        let words = witness.map(|witness| witness.renaming(&asked, &known));
        let fits = words.filter(|words| words.get(word) == Some(known_word));
        Ok(fits.map(|words| self.mapping(game, &words)))
    }
}

/// Returns a role in the spelling of the rule sheet.
fn role(description: &Description, word: &str) -> Option<String> {
    let roles = description.roles().into_iter();
    let mut names = roles.map(|role| description.symbols.spelling(role));
    let found = names.find(|role| role.eq_ignore_ascii_case(word));
    found.map(str::to_string)
}
