//! Numbers of things in sentences.

/// A number and its noun, which gets an `s` unless the number is 1.
pub fn plural(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        n => format!("{n} {noun}s"),
    }
}
