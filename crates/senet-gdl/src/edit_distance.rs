//! The edit distance of two spellings.

/// The number of characters to insert, remove or replace to turn one name into the other, each place edited once. Swapping two
/// neighbours costs `swap`: with 1 it counts as a single typing error, with 2 as two replacements (Levenshtein's distance).
pub fn edit_distance(one: &str, other: &str, swap: usize) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + swap);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(one: &str, other: &str, swap: usize, expected: usize) {
        assert_eq!(edit_distance(one, other, swap), expected);
        assert_eq!(edit_distance(other, one, swap), expected);
    }

    #[test]
    fn counts_edits() {
        check("cell", "cell", 1, 0);
        check("cell", "cel", 1, 1);
        check("terminal", "terminl", 1, 1);
        check("next", "legal", 1, 4);
        check("", "ab", 1, 2);
    }

    #[test]
    fn swap_costs_the_given_number_of_edits() {
        check("cell", "clel", 1, 1);
        check("cell", "clel", 2, 2);
    }
}
