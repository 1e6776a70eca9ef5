//! Looks up one scrambled game and judges the answer.

use senet_console::clock::thread_cpu_seconds;
use senet_gdl::{
    Deadline, Description, Notation, Renaming, ScrambleOptions, Sheet, scramble, write,
};
use senet_graph::{CanonicalKey, TooHard, canonical};
use senet_knowledge::recognition::{GameIndex, Recognition, RolePair};
use senet_structure::variants::Transformation;

/// The known games.
pub struct KnownGames {
    /// The index of the games' signatures.
    pub index: GameIndex,
    /// The rules of the games.
    pub descriptions: Vec<Description>,
    /// The keys of the games.
    pub keys: Vec<CanonicalKey>,
}

/// A game to look up.
pub struct Question {
    /// The index of the original game.
    pub game: usize,
    /// The change that makes a variant of the original game, if any.
    pub change: Option<Transformation>,
    /// The rules of the variant, if they differ from the original.
    pub description: Option<Description>,
    /// The seed of the scrambling.
    pub seed: u64,
}

/// The verdict on an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerVerdict {
    /// The answer is the original game, with the same change if any.
    Found,
    /// The answer has the same game and class of change, but different parameters that give the same rules.
    Equivalent,
    /// The answer is a known game that differs only in names and order.
    SameAsKnown,
    /// The answer is another game or change that gives the same rules.
    Otherwise,
    /// There is no answer.
    Missed,
    /// The answer is a game with different rules. This must not happen.
    Wrong,
    /// The game has no canonical form within the limits.
    TooHard(TooHard),
}

/// The verdict on a question, and the CPU milliseconds of the lookup.
pub struct QuestionOutcome {
    /// The verdict on the answer.
    pub verdict: AnswerVerdict,
    /// CPU milliseconds of the lookup.
    pub ms: f64,
    /// The answer in words, if it is not the expected one.
    pub told: Option<String>,
}

impl KnownGames {
    /// Looks up a scrambled copy, given only its text.
    pub fn ask(&self, asked: &Question, deadline: &Deadline) -> QuestionOutcome {
        let rules = asked.description.as_ref();
        let rules = rules.unwrap_or(&self.descriptions[asked.game]);
        let scrambled = scramble(rules, asked.seed, &ScrambleOptions::default());
        let sheet = Sheet::read_as(
            Notation::Prefix,
            write(&scrambled.description, Notation::Prefix),
        );
        let begin = thread_cpu_seconds();
        let answer = self.look_up(asked, &sheet.description, &scrambled.renaming, deadline);
        let ms = (thread_cpu_seconds() - begin) * 1e3;
        let verdict = match &answer {
            Err(error) => AnswerVerdict::TooHard(*error),
            Ok(None) => AnswerVerdict::Missed,
            Ok(Some(answer)) => self.judge(asked, answer),
        };
        let answer = answer.ok().flatten();
        let told = answer.filter(|_| verdict != AnswerVerdict::Found);
        QuestionOutcome {
            verdict,
            ms,
            told: told.map(|answer| self.in_words(&answer)),
        }
    }

    /// Looks up a sheet. For a switched role, passes both roles, the current one under its scrambled name.
    fn look_up(
        &self,
        asked: &Question,
        sheet: &Description,
        words: &Renaming,
        deadline: &Deadline,
    ) -> Result<Option<Recognition>, TooHard> {
        let form = canonical(sheet, deadline)?;
        let answer = self.index.recognise(&form, deadline)?;
        match (&asked.change, answer) {
            (Some(Transformation::SwitchedRole { from, to }), Some(answer)) => {
                let chair = RolePair {
                    now: words.get(to).unwrap_or(to),
                    known: from,
                };
                self.index
                    .with_roles(&form, answer, chair, deadline)
                    .map(Some)
            }
            (_, answer) => Ok(answer),
        }
    }

    fn judge(&self, asked: &Question, answer: &Recognition) -> AnswerVerdict {
        let changes: Vec<_> = answer.changes.iter().map(|c| &c.transformation).collect();
        let same_game = self.keys[answer.game] == self.keys[asked.game];
        match (&asked.change, &changes[..]) {
            (None, []) if answer.game == asked.game => AnswerVerdict::Found,
            (None, []) if same_game => AnswerVerdict::SameAsKnown,
            (None, _) => AnswerVerdict::Wrong,
            (Some(_), []) => AnswerVerdict::SameAsKnown,
            (Some(change), [found]) if same_game => match found {
                found if *found == change => AnswerVerdict::Found,
                found if found.class() == change.class() => AnswerVerdict::Equivalent,
                _ => AnswerVerdict::Otherwise,
            },
            (Some(_), _) => AnswerVerdict::Otherwise,
        }
    }

    fn in_words(&self, answer: &Recognition) -> String {
        let changes: Vec<_> = answer.changes.iter().map(ToString::to_string).collect();
        let name = &self.index.games()[answer.game].name;
        match changes.is_empty() {
            true => format!("the same as {name}"),
            false => format!("{name} with {}", changes.join(" and ")),
        }
    }
}
