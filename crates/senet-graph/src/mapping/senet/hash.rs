//! Hash mixing.

/// Mixes the bits of a number.
#[inline]
pub fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let value = (value ^ (value >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    value ^ (value >> 32)
}

/// Hashes two numbers; their order matters.
#[inline]
pub fn combine(first: u64, second: u64) -> u64 {
    mix(first
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(mix(second)))
}
