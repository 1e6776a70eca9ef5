//! Suggests names for a mistyped one.

use senet_gdl::edit_distance;

/// Returns at most three candidates that differ from the name by few edits or contain it, the closest first.
///
/// ```
/// assert_eq!(senet_library::near_misses("ches", ["chess", "go"]), ["chess"]);
/// ```
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

/// Returns the name in lower case without hyphens, underscores and spaces.
fn folded(name: &str) -> String {
    let letters = name.chars().filter(|c| !matches!(c, '-' | '_' | ' '));
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns the edit distance if it is at most `allowed`. A candidate that contains the name counts as `allowed + 1`.
fn distance(name: &str, candidate: &str, allowed: usize) -> Option<usize> {
    // Each edit changes the length by at most one. A name of a million letters must not cost a second.
    let least = name.chars().count().abs_diff(candidate.chars().count());
    let errors = (least <= allowed).then(|| edit_distance(name, candidate, 2));
    if let Some(errors) = errors.filter(|&errors| errors <= allowed) {
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
    fn suggests_names_within_few_edits() {
        check("conect-four", &["connect-four", "connect-four-3p"]);
        check("TicTacToe", &["tic-tac-toe"]);
        check("hxe", &[]);
        check("tic", &["tic-tac-toe"]);
        check("chess", &[]);
    }

    #[test]
    fn very_long_names_cost_nothing() {
        // Computing the distances to all of these would take hours.
        let long = "x".repeat(1_000_000);
        let candidates = std::iter::repeat_n("connect-four", 10_000);
        assert!(near_misses(&long, candidates).is_empty());
    }
}
