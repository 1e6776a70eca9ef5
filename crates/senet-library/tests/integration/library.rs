//! Every game of the library is complete and passes the static checks and the checks by play.

use senet_engine::{LoadOptions, QueryLimits, load};
use senet_gdl::{LineIndex, Sheet, check};
use senet_library::{LibraryGame, defects, games};
use senet_trace::{Declarations, PlayCheckOptions, check_by_play};

/// Runs the test on every game and fails with all its complaints.
fn for_every_game(test: impl Fn(&LibraryGame) -> Vec<String>) {
    let complaints: Vec<_> = games()
        .iter()
        .flat_map(|game| {
            test(game)
                .into_iter()
                .map(|text| format!("{}: {text}", game.name))
        })
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_folder_is_a_valid_game() {
    assert_eq!(defects(), &[]);
    assert!(games().len() >= 45, "only {} games", games().len());
}

#[test]
fn cards_are_complete() {
    for_every_game(|game| {
        let mut complaints = Vec::new();
        let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !game.name.chars().all(kebab) {
            complaints.push(
                "the name must consist of lower-case letters, digits and hyphens".to_string(),
            );
        }
        let texts = [
            ("title", &game.card.title),
            ("summary", &game.card.summary),
            ("source", &game.card.source),
        ];
        for (field, _) in texts.iter().filter(|(_, text)| text.trim().is_empty()) {
            complaints.push(format!("{field} is empty"));
        }
        if game.card.tags.is_empty() {
            complaints.push("there are no tags".to_string());
        }
        complaints
    });
}

#[test]
fn card_roles_equal_sheet_roles() {
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
fn sheets_pass_all_static_checks() {
    for_every_game(|game| {
        let sheet = Sheet::read(game.rules);
        let lines = LineIndex::new(&sheet.text);
        let describe = |problem: &senet_gdl::Problem| {
            let (line, column) = lines.position(problem.span.start);
            format!("{line}:{column} {} {}", problem.code, problem.message)
        };
        check(&sheet).iter().map(describe).collect()
    });
}

#[test]
fn sheets_pass_all_checks_by_play() {
    let options = PlayCheckOptions {
        matches: 5,
        seed: 1,
        max_steps: 1000,
    };
    for_every_game(|game| {
        let played = load(&Sheet::read(game.rules), &LoadOptions::default())
            .map_err(|error| error.to_string())
            .and_then(|loaded| {
                let declared = Declarations::of(&loaded.description, &QueryLimits::default());
                let declared = declared.map_err(|stopped| stopped.to_string())?;
                let undeclared = declared.base.is_none() || declared.input.is_none();
                let problems = check_by_play(&*loaded.game, &declared, options);
                let mut complaints: Vec<_> = problems
                    .map_err(|stopped| stopped.to_string())?
                    .iter()
                    .map(|p| format!("{} {} after {:?}", p.check.code, p.message, p.moves))
                    .collect();
                complaints.extend(undeclared.then(|| "base or input is missing".to_string()));
                Ok(complaints)
            });
        played.unwrap_or_else(|error| vec![error])
    });
}
