//! All back ends agree on small random rule sheets, also if they are scrambled.

use crate::public::{BACK_ENDS, options};
use senet_engine::{Deadline, Game, LoadError, QueryLimits, load};
use senet_gdl::{Description, Notation, ScrambleOptions, Sheet, scramble, write};
use senet_graph::canonical;
use senet_structure::Structure;
use senet_trace::{CompareError, compare, random_sheet};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The seed of the first sheet; `SENET_RULES_SEED` overrides it.
const FIRST_SEED: u64 = 1;

#[test]
fn back_ends_agree_on_random_rules() {
    let first = number("SENET_RULES_SEED").unwrap_or(FIRST_SEED);
    let seconds = number("SENET_TEST_SECONDS").unwrap_or(15.0);
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let (mut sheets, mut states, mut graphs) = (0, 0, 0);
    for seed in (first..).take_while(|_| Instant::now() < end) {
        sheets += 1;
        let text = random_sheet(seed);
        states += check(&text).unwrap_or_else(|what| fail(seed, &text, &what));
        let sheet = Sheet::read_as(Notation::Prefix, &text);
        let scrambled = scramble(&sheet.description, seed, &ScrambleOptions::default());
        let text = write(&scrambled.description, Notation::Prefix);
        states += check(&text).unwrap_or_else(|what| fail(seed, &text, &what));
        graphs += usize::from(same_key(&sheet.description, &scrambled.description));
    }
    eprintln!("{sheets} sheets from seed {first} on, {states} states, {graphs} keys compared");
    assert!(states > sheets, "most sheets are not playable");
}

fn number<T: FromStr>(variable: &str) -> Option<T> {
    let number = std::env::var(variable).ok()?.parse().ok();
    assert!(number.is_some(), "{variable} is not a number");
    number
}

/// Minimises a failing sheet: removes rules while the back ends still differ. Then panics with the remaining rules.
fn fail(seed: u64, text: &str, what: &str) -> ! {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        let line = lines.remove(at);
        if check(&lines.join("\n")).is_ok() {
            lines.insert(at, line);
            at += 1;
        }
    }
    let left = lines.join("\n");
    let what = check(&left).err().unwrap_or_else(|| what.to_string());
    panic!("seed {seed}: {what}\n{left}")
}

/// Returns the number of compared states; 0 if the rules are not playable or need more than a second.
fn check(text: &str) -> Result<usize, String> {
    let sheet = Sheet::read_as(Notation::Prefix, text);
    let deadline = Deadline::after(Duration::from_secs(1));
    let mut games = Vec::new();
    for back_end in BACK_ENDS {
        let limits = QueryLimits {
            deadline: deadline.clone(),
            ..QueryLimits::default()
        };
        match load(&sheet, &options(back_end, limits)) {
            Ok(loaded) => games.push(loaded.game),
            Err(LoadError::Unplayable(_)) => return Ok(0),
            Err(
                LoadError::Stopped { .. }
                | LoadError::Ground { .. }
                | LoadError::Build(_)
                | LoadError::Compile { .. },
            ) => {}
        }
    }
    let [judge, others @ ..] = &games[..] else {
        return Ok(0);
    };
    same_roles(&sheet.description, &**judge)?;
    let mut states = 0;
    for other in others {
        states += agree(&**other, &**judge)?;
        states += agree(&**judge, &**other)?;
    }
    Ok(states)
}

/// Compares the roles that graphs, pictures and matches see with those of the back ends.
fn same_roles(description: &Description, judge: &dyn Game) -> Result<(), String> {
    let name = |role| description.symbols.key(role).to_string();
    let roles: Vec<String> = description.roles().into_iter().map(name).collect();
    match roles == judge.roles() {
        true => Ok(()),
        false => Err(format!(
            "the sheet has roles {roles:?}, the game {:?}",
            judge.roles()
        )),
    }
}

/// Compares the canonical keys of a sheet and its scrambled form; returns false if there is no time for it. Structure must not
/// panic.
fn same_key(original: &Description, scrambled: &Description) -> bool {
    let deadline = Deadline::after(Duration::from_secs(1));
    let [one, other] = [original, scrambled].map(|rules| canonical(rules, &deadline));
    let structure = Structure::of(original, &Deadline::never()).unwrap();
    assert!(structure.boards.len() <= original.rules.len());
    match (one, other) {
        (Ok(one), Ok(other)) => {
            assert_eq!(one.key, other.key, "{}", write(original, Notation::Prefix));
            true
        }
        _ => false,
    }
}

fn agree(game: &dyn Game, judge: &dyn Game) -> Result<usize, String> {
    match compare(game, judge, FIRST_SEED, 3, 6) {
        Ok(agreement) => Ok(agreement.states),
        // Unrestricted recursion may terminate in one back end and not in another.
        Err(CompareError::Stopped(_)) => Ok(0),
        Err(CompareError::Differs(difference)) => Err(difference.to_string()),
    }
}
