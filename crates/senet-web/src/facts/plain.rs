//! Words findings as a person would. Names in the rules affect only the wording.

use senet_analyze::{Amount, Basis, Finding, FindingKind, RelationArguments};

/// The places of the boards of a game: relations and the positions of coordinates, from 1 on.
pub type Places = Vec<RelationArguments>;

/// A finding as a sentence for people who do not know GDL.
pub fn sentence(finding: &Finding) -> Option<String> {
    let told = words_of(&finding.what)?;
    Some(match finding.basis {
        Basis::Proved | Basis::Rules => told,
        Basis::Seen => format!("{told} (In all matches that Senet tried.)"),
    })
}

/// The places of all boards among the findings.
pub fn places(findings: &[Finding]) -> Places {
    let board = |finding: &Finding| match &finding.what {
        FindingKind::Board { places, .. } => Some(places.clone()),
        _ => None,
    };
    findings.iter().filter_map(board).collect()
}

fn words_of(what: &FindingKind) -> Option<String> {
    Some(match what {
        FindingKind::TurnHolder { turns, .. } => {
            let names: Vec<String> = turns.iter().map(|(name, _)| plain(name)).collect();
            format!("{} take turns.", capital(&listed(&names)))
        }
        FindingKind::Order { simultaneous: true } => {
            "Players choose their moves at the same time.".to_string()
        }
        FindingKind::Order { .. } => "One player moves at a time.".to_string(),
        FindingKind::StepCounter { steps, .. } => {
            format!("The game ends after {} moves at the latest.", (*steps)?)
        }
        FindingKind::Score(amount) => number("Points decide the result", amount),
        FindingKind::Counter(amount) => number("Something is counted", amount),
        FindingKind::Pool(amount) => format!(
            "{} is a number from {} to {}.",
            capital(&plain(&amount.number.relation)),
            amount.from,
            amount.to
        ),
        FindingKind::Hand { .. } => "Players hold things that are not on the board.".to_string(),
        FindingKind::Latch {
            relation,
            stays,
            only,
            ..
        } => latch(relation, *stays, only.as_ref()),
        FindingKind::Constant { relation, .. } => {
            format!("{} never change.", capital(&plural(&plain(relation))))
        }
        FindingKind::Board { size, .. } => match size[..] {
            [wide, high] => format!("The board has {wide} columns and {high} rows."),
            [count] => format!("The board has {count} places."),
            _ => return None,
        },
        FindingKind::Markers { markers, .. } => {
            let names: Vec<String> = markers.iter().map(|(name, _)| plain(name)).collect();
            format!("A place can hold {}.", alternatives(&names))
        }
        FindingKind::Pieces { pieces, .. } => {
            let names: Vec<String> = pieces.iter().map(|name| plain(name)).collect();
            match &names[..] {
                [one] => format!("There is only one {one} on the board."),
                _ => format!("There is only one each of {}.", listed(&names)),
            }
        }
        FindingKind::Symmetry { board, roles, .. } => symmetry(board.is_some(), roles)?,
    })
}

fn number(what: &str, amount: &Amount) -> String {
    let name = plain(&amount.number.relation);
    format!("{what}: {name}, from {} to {}.", amount.from, amount.to)
}

fn latch(relation: &str, stays: bool, only: Option<&(usize, Vec<String>)>) -> String {
    let things = plural(&plain(relation));
    let which = match only {
        None => capital(&things),
        Some((_, values)) => {
            let values: Vec<String> = values.iter().map(|value| plain(value)).collect();
            capital(&format!("{} {things}", alternatives(&values)))
        }
    };
    match stays {
        true => format!("{which} are never removed."),
        false => format!("{which} that are gone never come back."),
    }
}

fn symmetry(has_board: bool, roles: &[Vec<String>]) -> Option<String> {
    match (has_board, roles.first()) {
        (true, _) => Some("The board can be mirrored or turned without changing the game.".into()),
        (false, Some(group)) => {
            let names: Vec<String> = group.iter().map(|name| plain(name)).collect();
            Some(format!(
                "{} have the same chances.",
                capital(&listed(&names))
            ))
        }
        (false, None) => None,
    }
}

/// A feature of states as a sentence: what is good or bad for a role.
pub fn feature(pattern: &str, weight: f64, role: &str, boards: &Places) -> String {
    let fact = senet_draw::Fact::read(pattern);
    let board = boards
        .iter()
        .find(|board| board.relation == fact.name && board.arity == fact.args.len());
    let (mut adjectives, mut places) = (Vec::new(), Vec::new());
    for (at, word) in fact.args.iter().enumerate() {
        if is_open(word) {
            continue;
        }
        let positions = board.map(|board| &board.positions[..]).unwrap_or_default();
        match positions.iter().position(|&position| position == at + 1) {
            Some(axis) if positions.len() == 2 => {
                places.push(format!("{} {}", ["column", "row"][axis], plain(word)));
            }
            Some(_) => places.push(format!("place {}", plain(word))),
            None => adjectives.push(plain(word)),
        }
    }
    adjectives.push(plain(&fact.name));
    let thing = adjectives.join(" ");
    let place = match places.is_empty() {
        true => String::new(),
        false => format!(" in {}", places.join(", ")),
    };
    let worth = if weight < 0.0 { "bad" } else { "good" };
    format!(
        "{} {thing}{place} is {worth} for {}.",
        article(&thing),
        plain(role)
    )
}

/// True for a wildcard of a pattern.
fn is_open(word: &str) -> bool {
    matches!(word, "_" | "?" | "*") || word.starts_with('?')
}

fn article(thing: &str) -> &'static str {
    match thing.chars().next() {
        Some('a' | 'e' | 'i' | 'o' | 'u') => "An",
        _ => "A",
    }
}

/// A word of the rules without underscores, hyphens and outer parentheses.
fn plain(word: &str) -> String {
    let spaced = word.replace(['_', '-'], " ");
    spaced.trim_matches(['(', ')']).to_string()
}

fn plural(word: &str) -> String {
    let ends = |ending: &str| word.ends_with(ending);
    match () {
        () if ends("s") || ends("x") || ends("ch") || ends("sh") => format!("{word}es"),
        () if ends("y") && !ends("ay") && !ends("ey") && !ends("oy") => {
            format!("{}ies", &word[..word.len() - 1])
        }
        () => format!("{word}s"),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

fn listed(names: &[String]) -> String {
    joined(names, "and")
}

fn alternatives(names: &[String]) -> String {
    joined(names, "or")
}

fn joined(names: &[String], word: &str) -> String {
    match names {
        [] => "nothing".to_string(),
        [one] => one.clone(),
        [start @ .., last] => format!("{} {word} {last}", start.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Places {
        vec![RelationArguments {
            relation: "disc".to_string(),
            arity: 3,
            positions: vec![1, 2],
        }]
    }

    #[test]
    fn says_what_is_good_and_bad() {
        let told = |pattern: &str, weight| feature(pattern, weight, "yellow", &board());
        assert_eq!(
            told("(disc 4 _ red)", -1.0),
            "A red disc in column 4 is bad for yellow."
        );
        assert_eq!(
            told("(disc 4 2 _)", 1.0),
            "A disc in column 4, row 2 is good for yellow."
        );
    }

    #[test]
    fn says_what_never_comes_back() {
        assert_eq!(latch("disc", true, None), "Discs are never removed.");
        assert_eq!(
            latch("box", false, None),
            "Boxes that are gone never come back."
        );
    }
}
