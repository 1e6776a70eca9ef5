//! Which reasoners to measure.

use senet_engine::BackEnd;
use std::str::FromStr;

/// What the user asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The one that is chosen by itself.
    Auto,
    /// Every one.
    All,
    /// This one.
    One(BackEnd),
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Choice, String> {
        match text {
            "auto" => Ok(Choice::Auto),
            "all" => Ok(Choice::All),
            name => name.parse().map(Choice::One).map_err(|problem: String| {
                format!("{problem}; or `auto` for the one that is chosen by itself, or `all`")
            }),
        }
    }
}

impl Choice {
    /// The reasoners meant, as the loader wants them, each once.
    pub fn meant(choices: &[Choice]) -> Vec<Option<BackEnd>> {
        let mut meant = Vec::new();
        for choice in choices {
            let more = match choice {
                Choice::Auto => vec![None],
                Choice::All => BackEnd::ALL.into_iter().map(Some).collect(),
                Choice::One(back_end) => vec![Some(*back_end)],
            };
            for back_end in more {
                if !meant.contains(&back_end) {
                    meant.push(back_end);
                }
            }
        }
        meant
    }
}
