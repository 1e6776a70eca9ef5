//! A bit for each lane, as wide as the machine's registers are.

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

/// A vector of bits, one for each lane, kept as 64-bit words.
///
/// Implementations for special registers may only be used where the processor has them; every function that does is compiled for
/// them and everything here is inlined into it. Code on the way there works in plain loops: a closure in an iterator may become a
/// function of its own, which is not compiled for them and many times slower.
pub trait Wide: Copy + Send + 'static {
    /// How many lanes there are.
    const LANES: usize = Self::WORDS * 64;
    /// How many words.
    const WORDS: usize;

    /// All lanes false.
    fn zeros() -> Self;
    /// All lanes true.
    fn ones() -> Self;
    /// Both.
    fn and(self, other: Self) -> Self;
    /// The other without this one.
    fn and_not(self, other: Self) -> Self;
    /// At least one.
    fn or(self, other: Self) -> Self;
    /// Exactly one.
    fn xor(self, other: Self) -> Self;
    /// Whether any lane is true.
    fn any(self) -> bool;
    /// The words added one by one.
    fn add(self, other: Self) -> Self;
    /// Each word shifted left.
    fn shift_left<const BITS: i32>(self) -> Self;
    /// Each word shifted right.
    fn shift_right<const BITS: i32>(self) -> Self;
    /// From words; missing ones are zero.
    fn from_words(words: &[u64]) -> Self;
    /// One of the words.
    fn word(&self, at: usize) -> u64;

    /// How many lanes are true.
    #[inline(always)]
    fn count(self) -> u64 {
        let mut count = 0;
        for at in 0..Self::WORDS {
            count += u64::from(self.word(at).count_ones());
        }
        count
    }

    /// `yes` where this is true, else `no`.
    #[inline(always)]
    fn choose(self, yes: Self, no: Self) -> Self {
        self.and(yes).or(self.and_not(no))
    }

    /// Calls the function with each lane that is true.
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
