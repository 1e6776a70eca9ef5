//! The same rules on another chair.
//!
//! Sheets do not say who sits where, so a switched role is not seen in the rules: whoever was one role of a known game and is now given the same
//! rules tells both roles. Where a symmetry of the rules exchanges them, nothing has changed.

use super::{Change, Index, Recognition};
use senet_gdl::Description;
use senet_graph::{Canonical, TooHard, Witness, canonical};
use senet_structure::variants::Transformation;

/// The chair of somebody who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chair<'a> {
    /// The role in the asked-for game.
    pub now: &'a str,
    /// The role in the known game.
    pub known: &'a str,
}

impl Index {
    /// An answer for somebody on a chair: another role than the known one is a change, too, the last of all. An answer about a game that does not
    /// have the roles stays as it is.
    pub fn on_chair(
        &self,
        asked: &Canonical,
        mut answer: Recognition,
        chair: Chair,
        stop: &dyn Fn() -> bool,
    ) -> Result<Recognition, TooHard> {
        let known = self.description(answer.game);
        let is_now = |(word, _): &&(String, String)| word.eq_ignore_ascii_case(chair.now);
        let now = answer.mapping.iter().find(is_now);
        let now = now.and_then(|(_, word)| role(&known, word));
        let (Some(from), Some(to)) = (role(&known, chair.known), now) else {
            return Ok(answer);
        };
        if from == to {
            return Ok(answer);
        }
        if answer.changes.is_empty()
            && let Some(mapping) = self.exchanged(asked, answer.game, (chair.now, &from), stop)?
        {
            return Ok(Recognition { mapping, ..answer });
        }
        let switched = Transformation::SwitchedRole { from, to };
        answer.changes.push(Change::forward(switched));
        Ok(answer)
    }

    /// A mapping of the same game that takes one word to the other, if there is one.
    fn exchanged(
        &self,
        asked: &Canonical,
        game: usize,
        (word, known_word): (&str, &str),
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<(String, String)>>, TooHard> {
        let known = canonical(&self.description(game), stop)?;
        let asked = asked.with_marked(word, stop)?;
        let known = known.with_marked(known_word, stop)?;
        let witness = Witness::between(&asked, &known, stop)?;
        let words = witness.map(|witness| witness.mapping(&asked, &known));
        let fits = words.filter(|words| words.get(word) == Some(known_word));
        Ok(fits.map(|words| self.mapping(game, &words)))
    }
}

/// A role as the sheet spells it.
fn role(description: &Description, word: &str) -> Option<String> {
    let roles = description.roles().into_iter();
    let mut spelt = roles.map(|role| description.symbols.spelling(role));
    let found = spelt.find(|role| role.eq_ignore_ascii_case(word));
    found.map(str::to_string)
}
