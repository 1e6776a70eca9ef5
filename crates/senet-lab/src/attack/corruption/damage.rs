//! Ways in which disks, editors and crashes damage files.

use fastrand::Rng;

/// A block of a disk.
const BLOCK: usize = 4096;

/// Damages bytes. Returns the kind of damage, and the result.
pub fn damage(bytes: &[u8], rng: &mut Rng) -> (&'static str, Vec<u8>) {
    let mut damaged = bytes.to_vec();
    if damaged.is_empty() {
        return ("nothing", damaged);
    }
    let how = match rng.usize(0..8) {
        0 | 1 => flip_bit(&mut damaged, rng),
        2 | 3 => change_digit(&mut damaged, rng),
        4 => {
            damaged.truncate(rng.usize(..bytes.len()));
            "cut short"
        }
        5 => fill_block(&mut damaged, rng),
        6 => swap_blocks(&mut damaged, rng),
        _ => {
            damaged.extend((0..rng.usize(1..5000)).map(|_| rng.u8(..)));
            "longer"
        }
    };
    (how, damaged)
}

fn flip_bit(bytes: &mut [u8], rng: &mut Rng) -> &'static str {
    let place = rng.usize(..bytes.len());
    bytes[place] ^= 1 << rng.u8(..8);
    "a flipped bit"
}

/// Changes a digit of a text: goals, seeds and times stay well-formed.
fn change_digit(bytes: &mut [u8], rng: &mut Rng) -> &'static str {
    let digits = bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| byte.is_ascii_digit());
    let digits: Vec<usize> = digits.map(|(place, _)| place).collect();
    if let Some(&place) = rng.choice(&digits) {
        bytes[place] = b'0' + (bytes[place] - b'0' + rng.u8(1..10)) % 10;
    }
    "a changed digit"
}

fn fill_block(bytes: &mut [u8], rng: &mut Rng) -> &'static str {
    let start = rng.usize(..bytes.len()) / BLOCK * BLOCK;
    let end = (start + BLOCK).min(bytes.len());
    let value = if rng.bool() { 0 } else { rng.u8(..) };
    bytes[start..end].fill(value);
    "an overwritten block"
}

fn swap_blocks(bytes: &mut [u8], rng: &mut Rng) -> &'static str {
    let blocks = bytes.len() / BLOCK;
    if blocks >= 2 {
        let (one, two) = (rng.usize(..blocks) * BLOCK, rng.usize(..blocks) * BLOCK);
        for place in 0..BLOCK {
            bytes.swap(one + place, two + place);
        }
    }
    "swapped blocks"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damages_almost_always_and_every_way_occurs() {
        let bytes: Vec<u8> = (0..3 * BLOCK).map(|n| b'0' + (n * n % 10) as u8).collect();
        let mut ways = std::collections::BTreeSet::new();
        let mut changed = 0;
        for seed in 0..200 {
            let (how, damaged) = damage(&bytes, &mut Rng::with_seed(seed));
            ways.insert(how);
            changed += usize::from(damaged != bytes);
        }
        assert_eq!(ways.len(), 6);
        assert!(changed > 180, "{changed}");
        assert!(damage(&[], &mut Rng::with_seed(1)).1.is_empty());
    }
}
