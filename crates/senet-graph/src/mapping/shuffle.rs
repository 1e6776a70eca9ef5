//! Seeded shuffling of symbols, which decides ties between pairs.

/// The numbers below `count`, shuffled by a seed.
pub fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut state = seed;
    for last in (1..count).rev() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        order.swap(last, (mixed(state) % (last as u64 + 1)) as usize);
    }
    order
}

/// Mixes the bits of a number (the finaliser of SplitMix64).
pub fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::shuffled;

    #[test]
    fn shuffle_is_a_permutation() {
        let mut order = shuffled(100, 7);
        assert_ne!(order, shuffled(100, 8));
        order.sort_unstable();
        assert_eq!(order, (0..100).collect::<Vec<_>>());
    }
}
