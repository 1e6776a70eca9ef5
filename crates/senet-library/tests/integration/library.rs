//! Every game of the library is complete and valid, by reading and by play.

use senet_engine::{LoadOptions, QueryLimits, load};
use senet_gdl::{Lines, Sheet, check};
use senet_library::{LibraryGame, defects, games};
use senet_trace::{Declared, DynamicOptions, check_by_play};

/// Calls the test on every game, and fails with all that it says.
fn for_every_game(test: impl Fn(&LibraryGame) -> Vec<String>) {
    let said: Vec<_> = games()
        .iter()
        .flat_map(|game| {
            test(game)
                .into_iter()
                .map(|text| format!("{}: {text}", game.name))
        })
        .collect();
    assert!(said.is_empty(), "{}", said.join("\n"));
}

#[test]
fn every_folder_is_a_game() {
    assert_eq!(defects(), &[]);
    assert!(games().len() >= 45, "only {} games", games().len());
}

#[test]
fn cards_are_complete() {
    for_every_game(|game| {
        let mut said = Vec::new();
        let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !game.name.chars().all(kebab) {
            said.push("the name should be of lower-case letters, digits and hyphens".to_string());
        }
        let texts = [
            ("title", &game.card.title),
            ("summary", &game.card.summary),
            ("source", &game.card.source),
        ];
        for (field, _) in texts.iter().filter(|(_, text)| text.trim().is_empty()) {
            said.push(format!("{field} is empty"));
        }
        if game.card.tags.is_empty() {
            said.push("there are no tags".to_string());
        }
        said
    });
}

#[test]
fn roles_are_those_of_the_sheet() {
    for_every_game(|game| {
        let description = Sheet::read(game.rules).description;
        let symbols = &description.symbols;
        let roles: Vec<_> = description
            .roles()
            .iter()
            .map(|&role| symbols.spelling(role).to_string())
            .collect();
        let same = roles == game.card.roles;
        (!same)
            .then(|| format!("the card names {:?}, the sheet {roles:?}", game.card.roles))
            .into_iter()
            .collect()
    });
}

#[test]
fn sheets_have_neither_errors_nor_warnings() {
    for_every_game(|game| {
        let sheet = Sheet::read(game.rules);
        let lines = Lines::new(&sheet.text);
        let tell = |problem: &senet_gdl::Problem| {
            let (line, column) = lines.position(problem.span.start);
            format!("{line}:{column} {} {}", problem.code, problem.message)
        };
        check(&sheet).iter().map(tell).collect()
    });
}

#[test]
fn play_finds_nothing() {
    let options = DynamicOptions {
        matches: 5,
        seed: 1,
        max_steps: 1000,
    };
    for_every_game(|game| {
        let played = load(&Sheet::read(game.rules), &LoadOptions::default())
            .map_err(|error| error.to_string())
            .and_then(|loaded| {
                let declared = Declared::of(&loaded.description, &QueryLimits::default());
                let declared = declared.map_err(|stopped| stopped.to_string())?;
                let undeclared = declared.base.is_none() || declared.input.is_none();
                let problems = check_by_play(&*loaded.game, &declared, options);
                let mut said: Vec<_> = problems
                    .map_err(|stopped| stopped.to_string())?
                    .iter()
                    .map(|p| format!("{} {} after {:?}", p.check.code, p.message, p.moves))
                    .collect();
                said.extend(undeclared.then(|| "base or input is missing".to_string()));
                Ok(said)
            });
        played.unwrap_or_else(|error| vec![error])
    });
}
