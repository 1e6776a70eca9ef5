//! Truth values of a row, packed as they are stored.

/// A list of truth values: value `n` is bit `n % 8` of byte `n / 8`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bits(Vec<u8>);

impl Bits {
    /// Packs truth values.
    pub fn of(values: impl IntoIterator<Item = bool>) -> Bits {
        let mut bytes = Vec::new();
        for (at, holds) in values.into_iter().enumerate() {
            if at % 8 == 0 {
                bytes.push(0);
            }
            *bytes.last_mut().expect("a byte was just added") |= u8::from(holds) << (at % 8);
        }
        Bits(bytes)
    }

    /// Value `at`; false beyond the end.
    pub fn get(&self, at: usize) -> bool {
        self.0
            .get(at / 8)
            .is_some_and(|byte| byte >> (at % 8) & 1 == 1)
    }

    /// The number of values that hold.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|byte| byte.count_ones()).sum()
    }

    /// The packed bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_bits_round_trip() {
        let values: Vec<bool> = (0..19).map(|n| n % 3 == 0).collect();
        let bits = Bits::of(values.iter().copied());
        assert_eq!(bits.bytes().len(), 3);
        assert!((0..19).all(|n| bits.get(n) == values[n]));
        assert_eq!(bits.count(), 7);
        assert!(!bits.get(1000));
    }
}
