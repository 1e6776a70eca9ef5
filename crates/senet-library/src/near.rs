//! Names that look like a mistyped one.

use senet_gdl::edit_distance;

/// The candidates that differ from a name by few typing errors or contain it, the nearest first, at most three.
pub fn near_misses<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let name = folded(name);
    let allowed = 1 + name.chars().count() / 4;
    let mut near: Vec<_> = candidates
        .into_iter()
        .filter_map(|candidate| Some((distance(&name, &folded(candidate), allowed)?, candidate)))
        .collect();
    near.sort();
    near.truncate(3);
    near.into_iter().map(|(_, candidate)| candidate).collect()
}

/// Lower case, without what people leave out or vary between words.
fn folded(name: &str) -> String {
    let letters = name.chars().filter(|c| !matches!(c, '-' | '_' | ' '));
    letters.flat_map(char::to_lowercase).collect()
}

/// The number of typing errors, if it is allowed; a name that is a part of another counts as one error too many to be sure.
fn distance(name: &str, candidate: &str, allowed: usize) -> Option<usize> {
    let errors = edit_distance(name, candidate, 2);
    if errors <= allowed {
        Some(errors)
    } else if name.len() >= 3 && candidate.contains(name) {
        Some(allowed + 1)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["connect-four", "connect-four-3p", "tic-tac-toe", "hex"];

    #[track_caller]
    fn check(name: &str, expected: &[&str]) {
        assert_eq!(near_misses(name, NAMES), expected);
    }

    #[test]
    fn typing_errors_are_forgiven() {
        check("conect-four", &["connect-four", "connect-four-3p"]);
        check("TicTacToe", &["tic-tac-toe"]);
        check("hxe", &[]);
        check("tic", &["tic-tac-toe"]);
        check("chess", &[]);
    }
}
