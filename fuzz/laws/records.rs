//! Laws of match records: reading never panics, what was written is read back, and what the rules confirm can be written again.

use senet_arena::{Clocks, LoadPlan, Match, MatchRecord, MatchSetup, Rules, load_for_play, play};
use senet_gdl::Sheet;
use std::sync::OnceLock;

/// Maximum number of edits of the example.
const MOST_EDITS: usize = 16;

/// Reads bytes as a record, and the example with edits that the bytes describe. Panics if a law is violated.
pub fn check_laws(bytes: &[u8]) {
    check_text(&String::from_utf8_lossy(bytes));
    check_text(&edited(example(), bytes));
}

fn check_text(text: &str) {
    let record = match MatchRecord::read(text) {
        Ok(record) => record,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let written = serde_json::to_string(&record).expect("a record can be written");
    let again = MatchRecord::read(&written);
    assert_eq!(again.as_ref(), Ok(&record), "what was written is read back");
    match Match::replay(rules(), &record) {
        Ok(replayed) => assert_eq!(replayed.steps(), record.moves.len()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Changes a text: each group of four bytes is a place, a kind of edit and a byte.
fn edited(text: &str, bytes: &[u8]) -> String {
    let mut edited = text.as_bytes().to_vec();
    for edit in bytes.chunks_exact(4).take(MOST_EDITS) {
        let place = usize::from(u16::from_le_bytes([edit[0], edit[1]])) % edited.len().max(1);
        match edit[2] % 4 {
            0 if place < edited.len() => edited[place] = edit[3],
            1 => edited.insert(place, edit[3]),
            2 if place < edited.len() => drop(edited.remove(place)),
            _ => edited.truncate(edited.len().saturating_sub(usize::from(edit[3] & 1))),
        }
    }
    String::from_utf8_lossy(&edited).into_owned()
}

fn rules() -> &'static Rules {
    static RULES: OnceLock<Rules> = OnceLock::new();
    RULES.get_or_init(|| {
        let text = senet_library::find("tic-tac-toe")
            .expect("a library game")
            .rules;
        load_for_play("tic-tac-toe", Sheet::read(text), &LoadPlan::default()).expect("playable")
    })
}

/// The record of a whole match.
fn example() -> &'static str {
    static EXAMPLE: OnceLock<String> = OnceLock::new();
    EXAMPLE.get_or_init(|| {
        let players = vec!["legal".parse().expect("a player"); 2];
        let clocks = Clocks::seconds(5.0, 5.0);
        let setup = MatchSetup {
            players,
            ..MatchSetup::of(rules().clone(), Vec::new(), clocks, 1)
        };
        let played = play(&setup, &mut |_| {}).expect("a match can be played");
        serde_json::to_string(&played.record).expect("a record can be written")
    })
}
