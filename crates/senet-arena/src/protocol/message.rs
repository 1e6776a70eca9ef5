//! Parses the messages of hosts. Case and spaces do not matter, and extra arguments are ignored.

use crate::kif::{Expression, term};

/// The longest clock in seconds; longer ones are cut to it.
const MAX_CLOCK: u64 = 1_000_000;

/// A message to a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Asks for the player's status. Also `ping`, and an empty message.
    Info,
    /// Starts a match.
    Start {
        /// The identifier of the match, exactly as sent.
        id: String,
        /// The role of the player.
        role: String,
        /// The text of the rules.
        rules: String,
        /// Seconds until the first move.
        start_clock: u64,
        /// Seconds for each move.
        play_clock: u64,
    },
    /// Announces rules that will be played later.
    Preview {
        /// The text of the rules.
        rules: String,
    },
    /// Asks for a move.
    Play {
        /// The match.
        id: String,
        /// The last joint move.
        past: Past,
    },
    /// Ends a match.
    Stop {
        /// The match.
        id: String,
        /// The last joint move.
        past: Past,
    },
    /// Aborts a match.
    Abort {
        /// The match.
        id: String,
    },
}

/// The last joint move as a host tells it; terms are in the form that games use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Past {
    /// There was no joint move.
    Nothing,
    /// The moves of all roles, or the player's percepts in a game with hidden information.
    All(Vec<String>),
    /// The form with the number of the turn.
    Turn {
        /// The number of the turn.
        turn: Option<u64>,
        /// The player's own last move.
        last: Option<String>,
        /// The percepts.
        percepts: Vec<String>,
    },
}

impl Past {
    /// Estimated bytes of the message in memory.
    pub fn bytes(&self) -> usize {
        let (texts, last) = match self {
            Past::Nothing => (&[][..], None),
            Past::All(texts) => (&texts[..], None),
            Past::Turn { last, percepts, .. } => (&percepts[..], last.as_ref()),
        };
        let texts = texts.iter().chain(last);
        texts.map(|text| size_of::<String>() + text.len()).sum()
    }
}

impl Request {
    /// Reads a message; the error says what is wrong with it.
    pub fn read(text: &str) -> Result<Request, String> {
        if text.trim().is_empty() {
            return Ok(Request::Info);
        }
        let message = Expression::read(text).ok_or("it is not a complete expression")?;
        let words = match message.items {
            Some(_) => message.list(),
            None => std::slice::from_ref(&message),
        };
        let (head, arguments) = words.split_first().ok_or("it is an empty list")?;
        let head = head.word().ok_or("it does not begin with a word")?;
        match head.to_lowercase().as_str() {
            "info" | "ping" => Ok(Request::Info),
            "start" => start(arguments),
            "preview" => preview(arguments),
            "play" => match_and_past(arguments).map(|(id, past)| Request::Play { id, past }),
            "stop" => match_and_past(arguments).map(|(id, past)| Request::Stop { id, past }),
            "abort" => match arguments {
                [id, ..] => Ok(Request::Abort { id: name(id)? }),
                [] => Err("ABORT needs the name of a match".to_string()),
            },
            other => Err(format!("there is no message `{other}`")),
        }
    }
}

fn start(arguments: &[Expression]) -> Result<Request, String> {
    let [id, role, rules, start_clock, play_clock, ..] = arguments else {
        let count = arguments.len();
        return Err(format!("START needs five arguments and has {count}"));
    };
    Ok(Request::Start {
        id: name(id)?,
        role: role.term().ok_or("the role is not a term")?,
        rules: rules.inside().to_string(),
        start_clock: seconds(start_clock)?,
        play_clock: seconds(play_clock)?,
    })
}

fn preview(arguments: &[Expression]) -> Result<Request, String> {
    let rules = arguments.first().ok_or("PREVIEW needs rules")?;
    Ok(Request::Preview {
        rules: rules.inside().to_string(),
    })
}

/// The match and the last joint move, in the form with two arguments or with four.
fn match_and_past(arguments: &[Expression]) -> Result<(String, Past), String> {
    let terms = |list: &Expression| -> Result<Vec<String>, String> {
        let terms = list.list().iter().map(Expression::term);
        let terms: Option<Vec<_>> = terms.collect();
        terms.ok_or_else(|| "the moves are not a list of terms".to_string())
    };
    match arguments {
        [id, turn, last, percepts, ..] => {
            let is_nil = |text: &String| text == "nil";
            let past = Past::Turn {
                turn: turn.word().and_then(|turn| turn.parse().ok()),
                last: last.term().filter(|last| !is_nil(last)),
                percepts: terms(percepts)?,
            };
            Ok((name(id)?, past))
        }
        // A word instead of a list means that there are no moves.
        [id, moves, ..] if moves.items.is_none() => Ok((name(id)?, Past::Nothing)),
        [id, moves, ..] => Ok((name(id)?, Past::All(terms(moves)?))),
        [id] => Ok((name(id)?, Past::Nothing)),
        [] => Err("it needs the name of a match".to_string()),
    }
}

fn name(id: &Expression) -> Result<String, String> {
    let word = id.word().ok_or("the name of a match is a word")?;
    Ok(word.to_string())
}

fn seconds(clock: &Expression) -> Result<u64, String> {
    let text = term(clock.text).unwrap_or_default();
    let whole = text.parse().ok();
    // Some hosts may send fractions. Rounding down is the safe direction.
    let fraction = text.parse::<f64>().ok().filter(|seconds| *seconds >= 0.0);
    let seconds = whole.or(fraction.map(|seconds| seconds as u64));
    let seconds = seconds.map(|seconds| seconds.min(MAX_CLOCK));
    seconds.ok_or_else(|| format!("`{text}` is not a number of seconds"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Request) {
        assert_eq!(Request::read(text), Ok(expected));
    }

    #[track_caller]
    fn check_wrong(text: &str, expected: &str) {
        assert_eq!(Request::read(text), Err(expected.to_string()));
    }

    fn play(id: &str, past: Past) -> Request {
        Request::Play {
            id: id.to_string(),
            past,
        }
    }

    #[test]
    fn reads_all_forms_of_info() {
        for text in ["( INFO )", "(info)", "INFO", "(Ping)", "", " \r\n"] {
            check(text, Request::Info);
        }
    }

    #[test]
    fn start_accepts_extra_arguments() {
        check(
            "( START Match.1 X ((ROLE X) (<= TERMINAL (TRUE (AT 1))) ) 30 15 more (and more))",
            Request::Start {
                id: "Match.1".to_string(),
                role: "x".to_string(),
                rules: "(ROLE X) (<= TERMINAL (TRUE (AT 1))) ".to_string(),
                start_clock: 30,
                play_clock: 15,
            },
        );
        check_wrong(
            "(START m x ((role x)) 30)",
            "START needs five arguments and has 4",
        );
        check_wrong(
            "(START m x () soon 15)",
            "`soon` is not a number of seconds",
        );
        check(
            "(start m x () 99999999999999999999 2.7)",
            Request::Start {
                id: "m".to_string(),
                role: "x".to_string(),
                rules: String::new(),
                start_clock: MAX_CLOCK,
                play_clock: 2,
            },
        );
    }

    #[test]
    fn reads_both_forms_of_play() {
        let moves = vec!["(mark 1 1)".to_string(), "noop".to_string()];
        check("( PLAY m NIL )", play("m", Past::Nothing));
        check("( PLAY m whatever )", play("m", Past::Nothing));
        check("(play m ((MARK 1 1) NOOP))", play("m", Past::All(moves)));
        check("(play m ())", play("m", Past::All(Vec::new())));
        let turn = |turn, last: Option<&str>, percepts: &[&str]| Past::Turn {
            turn: Some(turn),
            last: last.map(str::to_string),
            percepts: percepts.iter().map(|text| text.to_string()).collect(),
        };
        check("(PLAY m 0 NIL NIL)", play("m", turn(0, None, &[])));
        check(
            "(PLAY m 3 (BET 1) ((CARD ACE) BELL))",
            play("m", turn(3, Some("(bet 1)"), &["(card ace)", "bell"])),
        );
    }

    #[test]
    fn rejects_invalid_messages_with_a_reason() {
        check_wrong("(PLAY m", "it is not a complete expression");
        check_wrong("()", "it is an empty list");
        check_wrong("((a))", "it does not begin with a word");
        check_wrong("(DANCE m)", "there is no message `dance`");
        check_wrong("(PLAY (m) NIL)", "the name of a match is a word");
        check_wrong("(PLAY m (()))", "the moves are not a list of terms");
    }
}
