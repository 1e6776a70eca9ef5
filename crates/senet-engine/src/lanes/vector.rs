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

use super::program::Width;
use std::marker::PhantomData;

/// Proves that the processor has the instructions of `V`.
///
/// Every vector is made from this proof or from other vectors. So each vector is a proof too, and
/// its operations are safe to call.
#[derive(Debug)]
pub struct Detected<V>(PhantomData<V>);

// Not derived, since `derive` would require `V: Clone` and `V: Copy`.
impl<V> Clone for Detected<V> {
    #[inline(always)]
    fn clone(&self) -> Detected<V> {
        *self
    }
}

impl<V> Copy for Detected<V> {}

impl<V: LaneVector> Detected<V> {
    /// Asks the processor; `None` if it does not have the instructions.
    pub fn new() -> Option<Detected<V>> {
        V::WIDTH.is_available().then_some(Detected(PhantomData))
    }

    /// All lanes false.
    #[inline(always)]
    pub fn zeros(self) -> V {
        V::from_words(self, &[0; 8])
    }

    /// All lanes true.
    #[inline(always)]
    pub fn ones(self) -> V {
        V::from_words(self, &[!0; 8])
    }

    /// Makes a vector from words; missing words are zero.
    #[inline(always)]
    pub fn vector(self, words: &[u64]) -> V {
        V::from_words(self, words)
    }
}

/// A vector with one bit per lane, stored as 64-bit words and nothing else.
///
/// Vectors exist only if the processor has their instructions; see [`Detected`]. Every caller is
/// compiled with the matching `target_feature`, and everything here is inlined into it. Callers use
/// plain loops: a closure in an iterator may become a separate function without these features,
/// which is many times slower.
pub trait LaneVector: Copy + Send + 'static {
    /// The width of programs for these vectors.
    const WIDTH: Width;
    /// The number of lanes.
    const LANES: usize = Self::WORDS * 64;
    /// The number of words.
    const WORDS: usize;

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
    fn from_words(cpu: Detected<Self>, words: &[u64]) -> Self;
    /// One of the words.
    fn word(&self, at: usize) -> u64;

    /// The proof that the processor has the instructions of this vector.
    #[inline(always)]
    fn cpu(self) -> Detected<Self> {
        Detected(PhantomData)
    }

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
