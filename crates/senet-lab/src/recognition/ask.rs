//! One question, and whether the answer is right.

use senet_console::clock::thread_cpu_seconds;
use senet_gdl::{Description, Notation, Renaming, ScrambleOptions, Sheet, scramble, write};
use senet_graph::{Key, TooHard, canonical};
use senet_knowledge::recognition::{Chair, Index, Recognition};
use senet_structure::variants::Transformation;

/// The known games.
pub struct KnownGames {
    /// By their signs.
    pub index: Index,
    /// Their rules.
    pub descriptions: Vec<Description>,
    /// Their keys.
    pub keys: Vec<Key>,
}

/// A game that is asked for.
pub struct Question {
    /// The number of the game that it was made of.
    pub game: usize,
    /// What makes it another game, if it is one.
    pub change: Option<Transformation>,
    /// Its rules, if they are not those of the game.
    pub description: Option<Description>,
    /// How it is scrambled.
    pub seed: u64,
}

/// What came of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerVerdict {
    /// The game, or the game and the change.
    Found,
    /// The game and the class of the change, with other parameters that lead to the same rules.
    Equivalent,
    /// A game that differs in names and order alone, whatever it was made of.
    SameAsKnown,
    /// Another game or another change that leads to the same rules.
    Otherwise,
    /// Nothing.
    Missed,
    /// A game with other rules: this must not happen.
    Wrong,
    /// No canonical form.
    TooHard(TooHard),
}

/// The verdict on a question, and the processor time of the look-up in milliseconds.
pub struct QuestionOutcome {
    /// Whether the answer is right.
    pub verdict: AnswerVerdict,
    /// How long it took.
    pub ms: f64,
    /// What was told, in words, where it is not what was expected.
    pub told: Option<String>,
}

impl KnownGames {
    /// Asks for a scrambled copy, as somebody would who has nothing but its text.
    pub fn ask(&self, asked: &Question, stop: &dyn Fn() -> bool) -> QuestionOutcome {
        let rules = asked.description.as_ref();
        let rules = rules.unwrap_or(&self.descriptions[asked.game]);
        let scrambled = scramble(rules, asked.seed, &ScrambleOptions::default());
        let sheet = Sheet::read(write(&scrambled.description, Notation::Prefix));
        let begin = thread_cpu_seconds();
        let answer = self.look_up(asked, &sheet.description, &scrambled.renaming, stop);
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

    /// Looks the sheet up, and for a switched role tells both roles, the one of now in its words.
    fn look_up(
        &self,
        asked: &Question,
        sheet: &Description,
        words: &Renaming,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Recognition>, TooHard> {
        let form = canonical(sheet, stop)?;
        let answer = self.index.recognise(&form, stop)?;
        match (&asked.change, answer) {
            (Some(Transformation::SwitchedRole { from, to }), Some(answer)) => {
                let chair = Chair {
                    now: words.get(to).unwrap_or(to),
                    known: from,
                };
                self.index.on_chair(&form, answer, chair, stop).map(Some)
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
