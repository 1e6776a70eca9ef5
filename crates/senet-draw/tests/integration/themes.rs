//! Tests the themes of library games, and the pictures.

use senet_draw::{DrawingPlan, Fact, Picture, Theme, ThemeError, plain_colours, png, svg};
use senet_gdl::{Deadline, Sheet};
use senet_library::LibraryGame;
use std::collections::BTreeSet;

fn theme(game: &LibraryGame) -> Option<Theme> {
    let text = game.theme?;
    match Theme::read(text) {
        Ok(theme) => Some(theme),
        Err(error) => panic!("{}: {error}", game.name),
    }
}

/// Returns all words of the game that a theme uses.
fn words(theme: &Theme) -> BTreeSet<String> {
    let pieces = theme.pieces.keys().flat_map(|key| key.split(' '));
    let roles = theme.roles.keys().chain(&theme.hidden);
    let layout = theme.layout.iter().flat_map(|(name, rows)| {
        let places = rows.iter().flatten().filter(|word| !word.is_empty());
        std::iter::once(name).chain(places)
    });
    let others = roles.chain(theme.labels.keys()).chain(layout);
    pieces.map(str::to_string).chain(others.cloned()).collect()
}

#[test]
fn themes_use_words_of_the_rules() {
    let mut count = 0;
    for game in senet_library::games() {
        let Some(theme) = theme(game) else {
            continue;
        };
        count += 1;
        let is_shared = game.theme.is_some_and(|own| {
            let same = |other: &&LibraryGame| other.theme == Some(own);
            senet_library::games().iter().filter(same).count() > 1
        });
        let symbols = Sheet::read(game.rules).description.symbols;
        for word in words(&theme)
            .iter()
            .filter(|word| symbols.get(word).is_none())
        {
            assert!(is_shared, "{}: no `{word}` in the rules", game.name);
        }
    }
    assert!(count >= 40, "only {count} games have a theme");
}

#[test]
fn rejects_invalid_themes() {
    let check = |text: &str, expected: &str| {
        let error = Theme::read(text).expect_err("wrong").to_string();
        assert!(error.contains(expected), "{error}");
    };
    check("[board]\nlight = \"red;}</style>\"", "not a valid colour");
    check(
        "[pieces.king]\npath = \"M0 0\\\"/><script>\"",
        "not a valid path",
    );
    check("[pieces.king]\nshape = \"star\"", "unknown field");
    check("[board]\nstyle = \"wavy\"", "unknown variant");
    let empty = Theme::read("[roles.x]\nfill = \"\"");
    assert!(matches!(empty, Err(ThemeError::Value { .. })));
}

/// Draws a state of a game.
fn drawn(name: &str, facts: &str, before: Option<&str>) -> String {
    let game = senet_library::find(name).expect("in the library");
    let plan = DrawingPlan::of(
        &Sheet::read(game.rules).description,
        &[],
        &Deadline::never(),
    );
    let plan = plan.themed(&theme(game).unwrap_or_default());
    let read = |facts: &str| -> Vec<Fact> { facts.split(';').map(Fact::read).collect() };
    let before = before.map(read);
    svg(&Picture::of(&plan, &read(facts), before.as_deref()))
}

#[test]
fn pictures_match_snapshots() {
    let crosses = drawn(
        "tic-tac-toe",
        "(marked a 1 x);(marked b 2 o);(control x)",
        Some("(marked a 1 x);(control o)"),
    );
    insta::assert_snapshot!("tic-tac-toe", crosses);
    let heaps = drawn(
        "nim",
        "(heap a 1);(heap b 0);(heap c 4);(heap d 2);(control second)",
        None,
    );
    insta::assert_snapshot!("nim", heaps);
    let pegs = drawn(
        "hanoi-6",
        "(on 6 left);(on 5 left);(on 1 right);(step 3)",
        None,
    );
    insta::assert_snapshot!("hanoi-6", pegs);
}

#[test]
fn plain_colours_replaces_custom_properties() {
    let plain = plain_colours(&drawn("chess", "(on e 1 white king);(control white)", None));
    assert!(!plain.contains("var("), "{plain}");
    assert!(plain.contains(".place{fill:#c39a6b"), "{plain}");
}

#[test]
fn png_contains_text() {
    let state = "(heap a 1);(heap b 5);(heap c 4);(heap d 2);(control first)";
    let with_text = png(&drawn("nim", state, None), 1.0).expect("a picture");
    let longer = state.replace("first", "second");
    let other = png(&drawn("nim", &longer, None), 1.0).expect("a picture");
    assert!(with_text.starts_with(b"\x89PNG"));
    assert_ne!(with_text, other);
    let letters = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\"><text x=\"2\" y=\"15\">WWW</text></svg>";
    let blank = letters.replace("WWW", "");
    assert_ne!(png(letters, 1.0), png(&blank, 1.0), "text changes pixels");
    assert!(png(letters, 1e6).is_err());
}
