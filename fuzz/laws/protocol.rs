//! Laws of the GGP protocol: no message makes a player panic, and what hosts write is read with the same meaning.

use senet_arena::{Dialect, Past, Request, Script};

/// Longer identifiers and terms are cut; they only slow down the fuzzer.
const LONGEST: usize = 4000;

/// Reads any text as a message, and the messages that hosts write with its words. Panics if a law is violated.
pub fn check_laws(text: &str) {
    for message in [
        text.to_string(),
        format!("(PLAY m {text})"),
        format!("(START m a ({text}) 1 1)"),
    ] {
        if let Err(problem) = Request::read(&message) {
            assert!(!problem.is_empty(), "an error says what is wrong");
        }
    }
    let (id, terms) = words(text);
    for dialect in Dialect::ALL {
        check_dialect(dialect, &id, &terms);
    }
}

/// An identifier, and terms as games write them.
fn words(text: &str) -> (String, Vec<String>) {
    let is_letter =
        |c: &char| c.is_ascii_lowercase() || c.is_ascii_digit() || "+-<>=.!".contains(*c);
    let words = text.split_whitespace().map(|word| {
        let letters = word.chars().filter(is_letter).take(LONGEST);
        letters.collect::<String>()
    });
    let mut words = words.filter(|word| !word.is_empty() && word != "nil");
    let id = words.next().unwrap_or_else(|| "m".to_string());
    let mut terms: Vec<String> = words.take(20).collect();
    if let [first, second, ..] = &terms[..] {
        terms.push(format!("({first} {second})"));
    }
    (id, terms)
}

fn check_dialect(dialect: Dialect, id: &str, terms: &[String]) {
    let read = |message: String| Request::read(&message);
    let id = id.to_string();
    let told = Past::All(terms.to_vec());
    let play = read(dialect.play(&id, Script::All(terms)));
    let expected = Request::Play {
        id: id.clone(),
        past: told.clone(),
    };
    assert_eq!(play, Ok(expected), "PLAY in {dialect}");
    let stop = read(dialect.stop(&id, Script::All(terms)));
    assert_eq!(
        stop,
        Ok(Request::Stop {
            id: id.clone(),
            past: told
        }),
        "STOP in {dialect}"
    );
    let first = terms.first().map(String::as_str);
    let turn = read(dialect.play(&id, Script::Turn(7, first, terms)));
    let past = Past::Turn {
        turn: Some(7),
        last: first.map(str::to_string),
        percepts: first.map_or(Vec::new(), |_| terms.to_vec()),
    };
    assert_eq!(
        turn,
        Ok(Request::Play {
            id: id.clone(),
            past
        }),
        "percepts in {dialect}"
    );
    let abort = read(dialect.abort(&id));
    assert_eq!(abort, Ok(Request::Abort { id }), "ABORT in {dialect}");
}
