//! Tests with public sheets: scrambled copies have the same boards and the same clicks, and all back ends give the same
//! plan.

use senet_draw::{DrawingPlan, Evidence, Fact, Picture, targets};
use senet_engine::{BackEnd, Game, LoadOptions, legal_moves, load};
use senet_gdl::{Deadline, Description, Renaming, ScrambleOptions, Sheet, scramble};
use std::path::PathBuf;

/// The number of sheets.
const SHEETS: usize = 50;
/// Larger sheets take too long for this test.
const LARGEST: u64 = 6_000;

/// Small public sheets, evenly chosen; none if there is no folder of public games.
fn sheets() -> Vec<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("SENET_SHARED").map_or(beside, PathBuf::from);
    let Ok(entries) = std::fs::read_dir(shared.join("games/base")) else {
        eprintln!("skipped: there is no folder of public games (set SENET_SHARED)");
        return Vec::new();
    };
    let small = |path: &PathBuf| path.metadata().is_ok_and(|data| data.len() < LARGEST);
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> = paths.filter(small).collect();
    paths.sort();
    let every = (paths.len() / SHEETS).max(1);
    paths.into_iter().step_by(every).take(SHEETS).collect()
}

/// Describes the boards and the clicks of the first state without names.
fn shape(description: &Description, game: &dyn Game, words: &Renaming) -> Vec<String> {
    let evidence = Evidence::of(
        description,
        game,
        &|text| words.translate(text),
        1,
        &Deadline::never(),
    );
    let plan = DrawingPlan::with_evidence(description, &evidence, &Deadline::never());
    let board = |space: &senet_draw::BoardSpace| {
        let layer = |layer: &senet_draw::BoardLayer| {
            format!("{:?}{:?}{:?}", layer.boards, layer.place, layer.contents)
        };
        let mut layers: Vec<String> = space.layers.iter().map(layer).collect();
        layers.sort();
        let (places, boards) = (space.places.len(), space.boards.len());
        format!("{places} places {boards} boards {layers:?}")
    };
    let mut shape: Vec<String> = plan.spaces.iter().map(board).collect();
    shape.sort();
    let state = game.initial().expect("an initial state");
    let read = |text: &String| Fact::read(&words.translate(text));
    let facts: Vec<Fact> = game.fluents(&state).iter().map(read).collect();
    let legal = legal_moves(game, &state).expect("moves");
    let texts: Vec<Vec<String>> = (0..legal.len())
        .map(|role| {
            let names = legal[role].iter().map(|&id| game.move_name(role, id));
            names.map(|text| words.translate(&text)).collect()
        })
        .collect();
    let picture = Picture::of(&plan, &facts, None).with_buttons(&plan, &texts, None);
    let clicks = texts.iter().enumerate().flat_map(|(role, moves)| {
        let clicks = moves.iter().map(move |text| (role, text));
        clicks.map(|(role, text)| targets(&plan, &picture, role, text).len())
    });
    shape.push(format!("{:?}", clicks.collect::<Vec<usize>>()));
    shape
}

#[test]
fn scrambled_public_sheets_have_the_same_boards_and_clicks() {
    for path in sheets() {
        let text = std::fs::read_to_string(&path).expect("a readable sheet");
        let sheet = Sheet::read(text);
        let options = LoadOptions {
            deadline: Deadline::after_seconds(20.0),
            ..LoadOptions::default()
        };
        let Ok(loaded) = load(&sheet, &options) else {
            continue;
        };
        let own = Renaming::new(Vec::new());
        let options = ScrambleOptions {
            rename_integers: true,
            ..ScrambleOptions::default()
        };
        let other = scramble(&sheet.description, 5, &options);
        let expected = shape(&sheet.description, &*loaded.game, &own);
        let found = shape(&other.description, &*loaded.game, &other.renaming);
        assert_eq!(expected, found, "{}", path.display());
    }
}

/// The plan of a sheet on a back end, as text; `None` if the sheet does not load in time.
fn plan_on(back_end: BackEnd, sheet: &Sheet) -> Option<String> {
    let options = LoadOptions {
        back_end: Some(back_end),
        deadline: Deadline::after_seconds(20.0),
        ..LoadOptions::default()
    };
    let game = load(sheet, &options).ok()?.game;
    let (rules, never) = (&sheet.description, Deadline::never());
    let evidence = Evidence::of(rules, &*game, &str::to_string, 1, &never);
    let plan = DrawingPlan::with_evidence(rules, &evidence, &never);
    Some(format!("{plan:#?}"))
}

fn check_same_plan(sheet: &Sheet, name: &str) {
    let grounded = plan_on(BackEnd::Circuit, sheet);
    let interpreted = plan_on(BackEnd::Interpreter, sheet);
    if let (Some(grounded), Some(interpreted)) = (grounded, interpreted) {
        assert!(grounded == interpreted, "{name}");
    }
}

#[test]
fn public_sheets_have_the_same_plan_whether_they_are_grounded_or_not() {
    for path in sheets() {
        let text = std::fs::read_to_string(&path).expect("a readable sheet");
        check_same_plan(&Sheet::read(text), &path.display().to_string());
    }
}

#[test]
fn library_games_have_the_same_plan_whether_they_are_grounded_or_not() {
    // Lanes and circuits of the largest games take too long to build for this test.
    for game in senet_library::games()
        .iter()
        .filter(|game| game.rules.len() < 12_000)
    {
        check_same_plan(&Sheet::read(game.rules), game.name);
    }
}
