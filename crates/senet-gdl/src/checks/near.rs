//! Suggests the name that was probably meant.

use crate::edit_distance::edit_distance;

/// Comparisons that one sheet may cost: a sheet with very many unknown names gets no further suggestions.
const BUDGET: usize = 200_000;
/// Longer names are not compared.
const LONGEST: usize = 40;

/// Finds near misses among names, within a budget.
pub(super) struct Near<'a> {
    candidates: Vec<&'a str>,
    budget: usize,
}

impl<'a> Near<'a> {
    /// Prepares to search among the names.
    pub fn new(candidates: impl IntoIterator<Item = &'a str>) -> Near<'a> {
        let mut candidates: Vec<_> = candidates.into_iter().collect();
        candidates.sort_unstable();
        candidates.dedup();
        Near {
            candidates,
            budget: BUDGET,
        }
    }

    /// The name that is closest to the given one, if one is close.
    pub fn find(&mut self, name: &str) -> Option<&'a str> {
        if self.candidates.len() > self.budget {
            return None;
        }
        self.budget -= self.candidates.len();
        let allowed = allowed(name)?;
        self.candidates
            .iter()
            .filter(|&&other| other != name && !differ_in_digits(name, other))
            .filter(|other| other.len().abs_diff(name.len()) <= 4 * allowed)
            .map(|&other| (edit_distance(name, other, 1), other))
            .filter(|&(distance, _)| distance <= allowed)
            .min()
            .map(|(_, other)| other)
    }

    /// A help text: the suggestion where there is one, then what else to do.
    pub fn help(&mut self, name: &str, otherwise: &str) -> String {
        match self.find(name) {
            Some(other) => format!("did you mean `{other}`? Otherwise {otherwise}"),
            None => otherwise.to_string(),
        }
    }
}

/// How many edits away a suggestion may be; short names have too many neighbours.
fn allowed(name: &str) -> Option<usize> {
    match name.chars().count() {
        0..3 => None,
        3..6 => Some(1),
        6..=LONGEST => Some(2),
        _ => None,
    }
}

/// `step1` and `step2` are different on purpose.
fn differ_in_digits(one: &str, other: &str) -> bool {
    let letters = |name: &str| -> String { name.chars().filter(|c| !c.is_ascii_digit()).collect() };
    letters(one) == letters(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_close_names_are_suggested() {
        let mut near = Near::new(["cell", "step1", "terminal", "x"]);
        assert_eq!(near.find("cel"), Some("cell"));
        assert_eq!(near.find("termnial"), Some("terminal"));
        assert_eq!(near.find("step2"), None);
        assert_eq!(near.find("y"), None);
        assert_eq!(near.find("control"), None);
    }
}
