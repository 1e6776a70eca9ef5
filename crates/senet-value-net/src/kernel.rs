//! Compiles the same loops for each vector width, and runs the widest that the processor has.

// Calls of functions with a `target_feature` are unsafe, and checks of indices are slow.
#![allow(unsafe_code)]

/// Work that profits from vector instructions.
pub trait Kernel {
    /// The result.
    type Output;

    /// Does the work. `FUSED` says that multiplication and addition are one instruction, and `ROWS` is the number of
    /// states whose second layer fits into the registers. Implementations must be `#[inline(always)]`.
    fn run<const FUSED: bool, const ROWS: usize>(self) -> Self::Output;
}

/// Runs a kernel with the widest instructions of this processor.
#[inline]
pub fn run<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512vl")
            && std::arch::is_x86_feature_detected!("fma")
        {
            // SAFETY: the processor has the features that the function is compiled for.
            return unsafe { run_avx512(kernel) };
        }
        if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma")
        {
            // SAFETY: the processor has the features that the function is compiled for.
            return unsafe { run_avx2(kernel) };
        }
    }
    kernel.run::<false, 2>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx2,fma,bmi1,popcnt")]
fn run_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<true, 4>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<true, 2>()
}

/// `a * b + c`.
#[inline(always)]
pub fn multiply_add<const FUSED: bool>(a: f32, b: f32, c: f32) -> f32 {
    match FUSED {
        true => a.mul_add(b, c),
        false => a * b + c,
    }
}

/// Adds the weighted numbers of some rows to sums, one row of weights for each number. The sums stay in registers.
///
/// # Panics
/// Panics if a row has another length than the weights.
#[inline(always)]
pub fn weighted_sums<const FUSED: bool, const ROWS: usize, const OUTPUTS: usize>(
    mut sums: [[f32; OUTPUTS]; ROWS],
    rows: [&[f32]; ROWS],
    weights: &[[f32; OUTPUTS]],
) -> [[f32; OUTPUTS]; ROWS] {
    for row in rows {
        assert_eq!(row.len(), weights.len());
    }
    for (at, weights) in weights.iter().enumerate() {
        for row in 0..ROWS {
            // SAFETY: the row is as long as the weights. With a check, the sums would be stored in every step.
            let number = unsafe { *rows[row].get_unchecked(at) };
            for output in 0..OUTPUTS {
                let sum = sums[row][output];
                sums[row][output] = multiply_add::<FUSED>(number, weights[output], sum);
            }
        }
    }
    sums
}

/// Adds a vector to another.
#[inline(always)]
pub fn add(sum: &mut [f32], other: &[f32]) {
    for (sum, other) in sum.iter_mut().zip(other) {
        *sum += other;
    }
}

/// Subtracts a vector from another.
#[inline(always)]
pub fn subtract(sum: &mut [f32], other: &[f32]) {
    for (sum, other) in sum.iter_mut().zip(other) {
        *sum -= other;
    }
}

/// Adds a multiple of a vector to another.
#[inline(always)]
pub fn add_multiple<const FUSED: bool>(sum: &mut [f32], factor: f32, other: &[f32]) {
    for (sum, other) in sum.iter_mut().zip(other) {
        *sum = multiply_add::<FUSED>(factor, *other, *sum);
    }
}

/// Replaces negative numbers by zero.
#[inline(always)]
pub fn rectify(numbers: &mut [f32]) {
    for number in numbers {
        *number = number.max(0.0);
    }
}
