//! Bit vectors with one bit per lane, in the widths of vector registers.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
pub use portable::Portable;

/// A vector with one bit per lane, stored as 64-bit words and nothing else.
///
/// Implementations for vector registers may only be used if the processor has them. Every caller is
/// compiled with the matching `target_feature`, and everything here is inlined into it. Callers use
/// plain loops: a closure in an iterator may become a separate function without these features,
/// which is many times slower.
pub trait LaneVector: Copy + Send + 'static {
    /// The number of lanes.
    const LANES: usize = Self::WORDS * 64;
    /// The number of words.
    const WORDS: usize;

    /// All lanes false.
    fn zeros() -> Self;
    /// All lanes true.
    fn ones() -> Self;
    /// `self & other`.
    fn and(self, other: Self) -> Self;
    /// `!self & other`.
    fn and_not(self, other: Self) -> Self;
    /// `self | other`.
    fn or(self, other: Self) -> Self;
    /// `self ^ other`.
    fn xor(self, other: Self) -> Self;
    /// Returns true if any lane is true.
    fn any(self) -> bool;
    /// Adds word by word.
    fn add(self, other: Self) -> Self;
    /// Shifts each word left.
    fn shift_left<const BITS: i32>(self) -> Self;
    /// Shifts each word right.
    fn shift_right<const BITS: i32>(self) -> Self;
    /// Makes a vector from words; missing words are zero.
    fn from_words(words: &[u64]) -> Self;
    /// One of the words.
    fn word(&self, at: usize) -> u64;

    /// The number of true lanes.
    #[inline(always)]
    fn count(self) -> u64 {
        let mut count = 0;
        for at in 0..Self::WORDS {
            count += u64::from(self.word(at).count_ones());
        }
        count
    }

    /// `yes` in lanes where `self` is true, else `no`.
    #[inline(always)]
    fn choose(self, yes: Self, no: Self) -> Self {
        self.and(yes).or(self.and_not(no))
    }

    /// Calls the function with each true lane.
    #[inline(always)]
    fn for_each_lane(self, mut action: impl FnMut(usize)) {
        for at in 0..Self::WORDS {
            let mut word = self.word(at);
            while word != 0 {
                action(at * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
}
