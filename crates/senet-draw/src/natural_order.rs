//! The order in which people list words: numbers by size, letters before longer words, `c2` before `c10`.

/// Sorts words of places that no relation puts in a row. Only looks depend on it.
pub fn sort(words: &mut [String]) {
    words.sort_by_cached_key(|word| key(word));
}

/// Reverses numbers that a relation puts in falling order. Only looks depend on it.
pub fn rising(mut words: Vec<String>) -> Vec<String> {
    let numbers: Option<Vec<i64>> = words.iter().map(|word| word.parse().ok()).collect();
    let falls = |numbers: Vec<i64>| numbers.windows(2).all(|pair| pair[0] > pair[1]);
    if numbers.is_some_and(falls) {
        words.reverse();
    }
    words
}

/// A word as its letters and numbers in turn.
pub fn key(word: &str) -> Vec<(String, u64)> {
    let mut parts = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let letters = rest
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(rest.len());
        let (text, after) = rest.split_at(letters);
        let digits = after
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(after.len());
        let (number, after) = after.split_at(digits);
        parts.push((text.to_string(), number.parse().unwrap_or(0)));
        rest = after;
    }
    parts
}

#[cfg(test)]
mod tests {
    #[test]
    fn sorts_numbers_by_size() {
        let mut words = ["c10", "c2", "b", "10", "9", "a1"].map(str::to_string);
        super::sort(&mut words);
        assert_eq!(words, ["9", "10", "a1", "b", "c2", "c10"]);
    }
}
