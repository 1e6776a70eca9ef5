//! Selects the n-th set bit without a loop over the bits before it.

const BYTES: u64 = 0x0101_0101_0101_0101;

/// The positions of the set bits of each byte: `BIT_POSITIONS[byte][n]` is the position of the n-th set bit.
static BIT_POSITIONS: [[u8; 8]; 256] = bit_positions();

const fn bit_positions() -> [[u8; 8]; 256] {
    let mut positions = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                positions[byte][found] = bit as u8;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    positions
}

/// Returns the position of the n-th set bit of a byte. `n` must be less than the number of set bits.
#[inline(always)]
pub fn nth_of_byte(byte: u8, n: u32) -> u32 {
    u32::from(BIT_POSITIONS[usize::from(byte)][n as usize & 7])
}

/// Returns the set with only its n-th bit. `n` must be less than the number of set bits.
///
/// Counts the bits of all bytes at once and sums the counts from the lowest byte up. The bytes with a sum of at most `n` precede the
/// byte with the n-th bit.
#[inline(always)]
pub fn nth(set: u64, n: u32) -> u64 {
    let upto = sums_of_bytes(set);
    // In each byte, 128 + n - sum has its highest bit set if and only if sum <= n. Sums and n are at most 64.
    let before = ((u64::from(n) | 0x80) * BYTES).wrapping_sub(upto) & (BYTES << 7);
    let byte = before.count_ones();
    let passed = (upto << 8) >> (8 * byte) & 0xff;
    let rest = n - passed as u32;
    let bits = (set >> (8 * byte)) as u8;
    1 << (8 * byte + nth_of_byte(bits, rest))
}

/// Returns in each byte the number of set bits in it and in all lower bytes.
#[inline(always)]
fn sums_of_bytes(set: u64) -> u64 {
    let pairs = set - (set >> 1 & (BYTES * 0x55));
    let nibbles = (pairs & (BYTES * 0x33)) + (pairs >> 2 & (BYTES * 0x33));
    let bytes = (nibbles + (nibbles >> 4)) & (BYTES * 0x0f);
    bytes.wrapping_mul(BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(set: u64) {
        let mut rest = set;
        for n in 0..set.count_ones() {
            assert_eq!(
                nth(set, n),
                rest & rest.wrapping_neg(),
                "bit {n} of {set:#x}"
            );
            rest &= rest - 1;
        }
    }

    #[test]
    fn selects_every_set_bit() {
        check(u64::MAX);
        check(1 << 63);
        check(0x8000_0000_0000_0001);
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..10_000 {
            check(rng.u64(..) & rng.u64(..));
            check(rng.u64(..) | rng.u64(..));
        }
    }
}
