//! Tests the places of moves in random matches of library games.

use senet_draw::{DrawingPlan, Fact, Picture, targets};
use senet_engine::{BackEnd, LoadOptions, legal_moves, load, random_joint};
use senet_gdl::{Deadline, Description, Renaming, ScrambleOptions, Sheet, scramble};
use senet_library::LibraryGame;
use senet_trace::match_rng;
use std::collections::BTreeMap;

/// A random match: the facts and the legal moves of each role, for each state.
struct Match {
    possible: Vec<String>,
    states: Vec<(Vec<String>, Vec<Vec<String>>)>,
}

/// The number of states of each match.
const STATES: usize = 12;

fn random_match(game: &LibraryGame) -> Match {
    let options = LoadOptions {
        back_end: Some(BackEnd::Circuit),
        ..LoadOptions::default()
    };
    let loaded = load(&Sheet::read(game.rules), &options).expect("library games load");
    let loaded = &*loaded.game;
    let mut rng = match_rng(5, 0);
    let mut state = loaded.initial().expect("an initial state");
    let mut states = Vec::new();
    while states.len() < STATES && !loaded.is_terminal(&state).expect("an answer") {
        let legal = legal_moves(loaded, &state).expect("moves");
        let text = |(role, moves): (usize, &Vec<_>)| {
            let names = moves.iter().map(|&id| loaded.move_name(role, id));
            names.collect::<Vec<_>>()
        };
        let texts = legal.iter().enumerate().map(text).collect();
        states.push((loaded.fluents(&state), texts));
        let joint = random_joint(&legal, &mut rng).expect("each role has a move");
        state = loaded.next(&state, &joint).expect("a next state");
    }
    Match {
        possible: loaded.fluent_names().expect("grounded").to_vec(),
        states,
    }
}

fn facts(texts: &[String], words: &Renaming) -> Vec<Fact> {
    let texts = texts.iter().map(|text| words.translate(text));
    texts.map(|text| Fact::read(&text)).collect()
}

/// Returns the places of each move in each state, in words.
fn clicked(description: &Description, played: &Match, words: &Renaming) -> Vec<Vec<Vec<String>>> {
    let plan = DrawingPlan::of(
        description,
        &facts(&played.possible, words),
        &Deadline::never(),
    );
    let back = words.inverse();
    let states = played.states.iter().map(|(state, legal)| {
        let picture = Picture::of(&plan, &facts(state, words), None);
        let mut found = Vec::new();
        for (role, moves) in legal.iter().enumerate() {
            for text in moves {
                let places = targets(&plan, &picture, role, &words.translate(text));
                let named = places
                    .iter()
                    .map(|place| place_words(&picture, place, &back));
                found.push(named.collect());
            }
        }
        found
    });
    states.collect()
}

/// Returns the words of a place, in the original words of a scrambled game.
fn place_words(picture: &Picture, place: &str, back: &Renaming) -> String {
    let numbers = place.split(':').map(|n| n.parse().expect("a number"));
    let numbers: Vec<usize> = numbers.collect();
    let grid = &picture.grids[numbers[0]];
    assert!(grid.cells.contains_key(&(numbers[1], numbers[2])));
    if let Some(name) = grid.look.names.get(&(numbers[1], numbers[2])) {
        return back.translate(name);
    }
    let (column, row) = (&grid.columns[numbers[1]], &grid.rows[numbers[2]]);
    back.translate(&format!("{} / {column} / {row}", grid.title))
}

#[test]
fn finds_places_of_moves_under_any_names() {
    let none = Renaming::new(Vec::new());
    let mut table = BTreeMap::new();
    for game in senet_library::games() {
        let description = Sheet::read(game.rules).description;
        let played = random_match(game);
        let found = clicked(&description, &played, &none);
        let options = ScrambleOptions {
            rename_integers: true,
            ..ScrambleOptions::default()
        };
        let other = scramble(&description, 3, &options);
        let again = clicked(&other.description, &played, &other.renaming);
        assert_eq!(found, again, "{}", game.name);
        table.insert(game.name, counts(&found, &played));
    }
    for (name, [all, matched, unique]) in &table {
        eprintln!("{name:30} {all:6} {matched:6} {unique:6}");
        let kind = match (matched, unique) {
            (0, _) => "none",
            _ if unique == all => "all",
            _ => "some",
        };
        let expected = match () {
            _ if NONE.contains(name) => "none",
            _ if SOME.contains(name) => "some",
            _ => "all",
        };
        assert_eq!(
            kind, expected,
            "{name}: {matched} of {all} moves have places, {unique} have unique places"
        );
    }
}

/// Games where some moves name no place, or several moves have the same places.
const SOME: [&str; 11] = [
    "hanoi-6",
    "queens-31-guided",
    "queens-8-guided",
    "bidding-tic-tac-toe",
    "chinese-checkers-2",
    "chinese-checkers-3",
    "chinese-checkers-6",
    "minichess-4x4",
    "nim",
    "pentago",
    "babel",
];

/// Games whose moves name directions, signs, buttons or turns instead of places.
const NONE: [&str; 5] = [
    "buttons-and-lights",
    "buttons-and-lights-parallel",
    "prisoners-dilemma",
    "rock-paper-scissors",
    "rubik-2x2",
];

/// Counts the moves of roles with a choice, the moves with places, and the moves with unique places.
fn counts(found: &[Vec<Vec<String>>], played: &Match) -> [usize; 3] {
    let mut counts = [0; 3];
    for (places, (_, legal)) in found.iter().zip(&played.states) {
        let mut places = places.iter();
        for moves in legal {
            let own: Vec<&Vec<String>> = places.by_ref().take(moves.len()).collect();
            if moves.len() < 2 {
                continue;
            }
            let matched = own.iter().filter(|places| !places.is_empty());
            let once = |places: &&&Vec<String>| own.iter().filter(|p| *p == *places).count() == 1;
            counts[0] += own.len();
            counts[1] += matched.clone().count();
            counts[2] += matched.filter(once).count();
        }
    }
    counts
}
