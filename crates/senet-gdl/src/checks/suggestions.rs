//! Suggests a known name for a misspelt one.

use crate::edit_distance::edit_distance;

/// The maximum number of comparisons per sheet. After that, unknown names get no suggestion.
const MAX_COMPARISONS: usize = 200_000;
/// Longer names get no suggestion.
const MAX_LENGTH: usize = 40;

/// Finds similar names among known ones, within a limit on the work.
pub(super) struct Suggester<'a> {
    candidates: Vec<&'a str>,
    comparisons_left: usize,
}

impl<'a> Suggester<'a> {
    /// Prepares a search among these names.
    pub fn new(candidates: impl IntoIterator<Item = &'a str>) -> Suggester<'a> {
        let mut candidates: Vec<_> = candidates.into_iter().collect();
        candidates.sort_unstable();
        candidates.dedup();
        Suggester {
            candidates,
            comparisons_left: MAX_COMPARISONS,
        }
    }

    /// Returns the most similar name, if one is similar enough.
    pub fn find(&mut self, name: &str) -> Option<&'a str> {
        if self.candidates.len() > self.comparisons_left {
            return None;
        }
        self.comparisons_left -= self.candidates.len();
        let max_distance = max_distance(name)?;
        self.candidates
            .iter()
            .filter(|&&other| other != name && !differ_in_digits(name, other))
            .filter(|other| other.len().abs_diff(name.len()) <= 4 * max_distance)
            .map(|&other| (edit_distance(name, other, 1), other))
            .filter(|&(distance, _)| distance <= max_distance)
            .min()
            .map(|(_, other)| other)
    }

    /// Returns a help text: the suggestion, if there is one, and the alternative.
    pub fn help(&mut self, name: &str, otherwise: &str) -> String {
        match self.find(name) {
            Some(other) => format!("did you mean `{other}`? Otherwise {otherwise}"),
            None => otherwise.to_string(),
        }
    }
}

/// The maximum edit distance of a suggestion. Very short names get none, since they are similar to too many others.
fn max_distance(name: &str) -> Option<usize> {
    match name.chars().count() {
        0..3 => None,
        3..6 => Some(1),
        6..=MAX_LENGTH => Some(2),
        _ => None,
    }
}

/// Returns whether two names differ only in digits. `step1` and `step2` are different on purpose.
fn differ_in_digits(one: &str, other: &str) -> bool {
    let letters = |name: &str| -> String { name.chars().filter(|c| !c.is_ascii_digit()).collect() };
    letters(one) == letters(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_only_similar_names() {
        let mut suggester = Suggester::new(["cell", "step1", "terminal", "x"]);
        assert_eq!(suggester.find("cel"), Some("cell"));
        assert_eq!(suggester.find("termnial"), Some("terminal"));
        assert_eq!(suggester.find("step2"), None);
        assert_eq!(suggester.find("y"), None);
        assert_eq!(suggester.find("control"), None);
    }
}
