//! Products of small matrices and vectors. The sizes are constants, so the compiler makes vector instructions of them.
//!
//! Training, inference and certificate use the same functions. So a proof about rounded numbers holds for inference, too.

/// The vector of an atom or a rule.
pub(crate) type Vector<const H: usize> = [f32; H];

/// `x W + b`.
#[inline]
pub(crate) fn affine<const H: usize>(
    x: &Vector<H>,
    matrix: &[Vector<H>; H],
    bias: &Vector<H>,
) -> Vector<H> {
    let mut sum = *bias;
    for (&value, row) in x.iter().zip(matrix) {
        for (sum, &weight) in sum.iter_mut().zip(row) {
            *sum += value * weight;
        }
    }
    sum
}

/// `x W`.
#[inline]
pub(crate) fn product<const H: usize>(x: &Vector<H>, matrix: &[Vector<H>; H]) -> Vector<H> {
    affine(x, matrix, &[0.0; H])
}

/// Adds `y Wᵀ` to a vector: the gradient of `x W` with respect to `x`.
#[inline]
pub(crate) fn affine_transposed<const H: usize>(
    y: &Vector<H>,
    matrix: &[Vector<H>; H],
    sum: &mut Vector<H>,
) {
    for (sum, row) in sum.iter_mut().zip(matrix) {
        *sum += dot(y, row);
    }
}

/// Adds the outer product of two vectors to a matrix: the gradient of `x W` with respect to `W`.
#[inline]
pub(crate) fn add_outer<const H: usize>(matrix: &mut [Vector<H>; H], x: &Vector<H>, y: &Vector<H>) {
    for (row, &value) in matrix.iter_mut().zip(x) {
        for (cell, &other) in row.iter_mut().zip(y) {
            *cell += value * other;
        }
    }
}

/// The scalar product.
#[inline]
pub(crate) fn dot<const H: usize>(x: &Vector<H>, y: &Vector<H>) -> f32 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

/// Takes the maximum of two vectors, number by number.
#[inline]
pub(crate) fn maximum<const H: usize>(most: &mut Vector<H>, other: &Vector<H>) {
    for (most, &other) in most.iter_mut().zip(other) {
        *most = if other > *most { other } else { *most };
    }
}
