//! Reads amounts of memory such as `500M` or `4G`.

/// Reads a number of bytes with an optional unit: K, M or G, each 1024 times the one before.
pub fn memory(text: &str) -> Result<usize, String> {
    let (number, shift) = match text.trim().char_indices().last() {
        Some((at, 'k' | 'K')) => (&text.trim()[..at], 10),
        Some((at, 'm' | 'M')) => (&text.trim()[..at], 20),
        Some((at, 'g' | 'G')) => (&text.trim()[..at], 30),
        _ => (text.trim(), 0),
    };
    let number: f64 = number.parse().map_err(|_| explanation(text))?;
    let bytes = number * f64::from(1u32 << shift);
    match bytes >= 1.0 && bytes < usize::MAX as f64 {
        true => Ok(bytes as usize),
        false => Err(explanation(text)),
    }
}

fn explanation(text: &str) -> String {
    format!(
        "`{text}` is not an amount of memory; write a number of bytes, or one with K, M or G such as 500M"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_units_and_rejects_other_words() {
        assert_eq!(memory("500M"), Ok(500 << 20));
        assert_eq!(memory("4g"), Ok(4 << 30));
        assert_eq!(memory("1.5K"), Ok(1536));
        assert_eq!(memory("1000"), Ok(1000));
        for bad in ["", "M", "-1", "0", "4T", "x", "nan", "inf", "1e300G"] {
            assert!(memory(bad).is_err(), "{bad}");
        }
    }
}
