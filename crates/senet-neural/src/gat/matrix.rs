//! Matrices with one row of 32 numbers for each node, and their products.

/// The numbers of a node: the width of all layers.
pub const WIDTH: usize = 32;

/// The numbers in a square matrix of weights.
pub(super) const SQUARE: usize = WIDTH * WIDTH;

/// The vector of a node.
pub(crate) type NodeVector = [f32; WIDTH];

/// The vectors of all nodes.
pub(crate) type Matrix = Vec<NodeVector>;

/// A matrix of zeros.
pub(crate) fn zeros(nodes: usize) -> Matrix {
    vec![[0.0; WIDTH]; nodes]
}

/// Adds the product of `x` and a square matrix of weights (inputs × outputs) to `y`.
pub(super) fn add_product(y: &mut [NodeVector], x: &[NodeVector], weights: &[f32]) {
    assert!(y.len() == x.len() && weights.len() == SQUARE);
    multiply(
        (x.len(), WIDTH),
        (x.as_flattened(), WIDTH, 1),
        (weights, WIDTH, 1),
        y.as_flattened_mut(),
    );
}

/// Adds the product of `dy` and the transposed weights to `dx`: the gradient of [`add_product`] for `x`.
pub(super) fn add_transposed_product(dx: &mut [NodeVector], dy: &[NodeVector], weights: &[f32]) {
    assert!(dx.len() == dy.len() && weights.len() == SQUARE);
    multiply(
        (dy.len(), WIDTH),
        (dy.as_flattened(), WIDTH, 1),
        (weights, 1, WIDTH),
        dx.as_flattened_mut(),
    );
}

/// Adds the sum of the outer products of rows to a square matrix: the gradient of [`add_product`] for the weights.
pub(super) fn add_outer_products(dw: &mut [f32], x: &[NodeVector], dy: &[NodeVector]) {
    assert!(x.len() == dy.len() && dw.len() == SQUARE);
    multiply(
        (WIDTH, x.len()),
        (x.as_flattened(), 1, WIDTH),
        (dy.as_flattened(), WIDTH, 1),
        dw,
    );
}

/// Adds the product of two matrices, given with their row and column strides, to a matrix of 32 columns.
fn multiply(
    (rows, inner): (usize, usize),
    (a, a_row, a_column): (&[f32], usize, usize),
    (b, b_row, b_column): (&[f32], usize, usize),
    c: &mut [f32],
) {
    assert!(a.len() == rows * inner && b.len() == inner * WIDTH && c.len() == rows * WIDTH);
    // SAFETY: `a` holds rows × inner numbers, `b` inner × 32 and `c` rows × 32, and each pair of strides is either (columns, 1) or
    // (1, rows) of its matrix. So every access stays inside the slices. `c` is borrowed mutably, so it overlaps neither.
    #[allow(unsafe_code)]
    unsafe {
        matrixmultiply::sgemm(
            rows,
            inner,
            WIDTH,
            1.0,
            a.as_ptr(),
            a_row as isize,
            a_column as isize,
            b.as_ptr(),
            b_row as isize,
            b_column as isize,
            1.0,
            c.as_mut_ptr(),
            WIDTH as isize,
            1,
        );
    }
}

/// Adds a multiple of a vector.
#[inline]
pub(super) fn add_scaled(sum: &mut NodeVector, factor: f32, vector: &NodeVector) {
    for (sum, number) in sum.iter_mut().zip(vector) {
        *sum += factor * number;
    }
}

/// The scalar product. Eight partial sums let the compiler use vector instructions.
#[inline]
pub(super) fn dot(a: &NodeVector, b: &NodeVector) -> f32 {
    let mut sums = [0.0f32; 8];
    for at in 0..WIDTH {
        sums[at % 8] += a[at] * b[at];
    }
    sums.iter().sum()
}

/// A row of a parameter slice.
#[inline]
pub(super) fn vector(numbers: &[f32]) -> &NodeVector {
    numbers.try_into().expect("a vector of 32 numbers")
}

/// A row of a gradient slice.
#[inline]
pub(super) fn vector_mut(numbers: &mut [f32]) -> &mut NodeVector {
    numbers.try_into().expect("a vector of 32 numbers")
}

/// Sets negative numbers to zero.
pub(super) fn relu(matrix: &mut [NodeVector]) {
    matrix
        .as_flattened_mut()
        .iter_mut()
        .for_each(|number| *number = number.max(0.0));
}

/// Sets the gradient to zero where the output of [`relu`] is zero.
pub(super) fn relu_gradient(gradient: &mut [NodeVector], output: &[NodeVector]) {
    let pairs = gradient
        .as_flattened_mut()
        .iter_mut()
        .zip(output.as_flattened());
    pairs.for_each(|(gradient, &output)| *gradient = if output > 0.0 { *gradient } else { 0.0 });
}

/// On which side of the bend of [`relu`] each number is, given its outputs.
#[cfg(test)]
pub(super) fn sides(output: &[NodeVector]) -> impl Iterator<Item = bool> {
    output.as_flattened().iter().map(|&number| number > 0.0)
}

/// Adds a bias to every row.
pub(super) fn add_bias(matrix: &mut [NodeVector], bias: &[f32]) {
    let bias = vector(bias);
    matrix.iter_mut().for_each(|row| add_scaled(row, 1.0, bias));
}

/// Adds the sum of all rows: the gradient of [`add_bias`].
pub(super) fn add_rows(sum: &mut [f32], matrix: &[NodeVector]) {
    let sum = vector_mut(sum);
    matrix.iter().for_each(|row| add_scaled(sum, 1.0, row));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: usize, seed: u64) -> Vec<f32> {
        let mut rng = fastrand::Rng::with_seed(seed);
        (0..count).map(|_| rng.f32() - 0.5).collect()
    }

    fn matrix(rows: usize, seed: u64) -> Matrix {
        numbers(rows * WIDTH, seed).as_chunks::<WIDTH>().0.to_vec()
    }

    #[test]
    fn products_equal_plain_sums() {
        let (x, dy, weights) = (matrix(7, 1), matrix(7, 2), numbers(SQUARE, 3));
        let (mut y, mut dx, mut dw) = (zeros(7), zeros(7), vec![0.0; SQUARE]);
        add_product(&mut y, &x, &weights);
        add_transposed_product(&mut dx, &dy, &weights);
        add_outer_products(&mut dw, &x, &dy);
        let near = |a: f32, b: f32| assert!((a - b).abs() < 1e-5, "{a} {b}");
        for i in 0..WIDTH {
            for j in 0..WIDTH {
                near(dw[i * WIDTH + j], (0..7).map(|n| x[n][i] * dy[n][j]).sum());
            }
            for n in 0..7 {
                near(
                    y[n][i],
                    (0..WIDTH).map(|k| x[n][k] * weights[k * WIDTH + i]).sum(),
                );
                near(
                    dx[n][i],
                    (0..WIDTH).map(|k| dy[n][k] * weights[i * WIDTH + k]).sum(),
                );
            }
        }
        near(
            dot(&x[0], &dy[0]),
            (0..WIDTH).map(|k| x[0][k] * dy[0][k]).sum(),
        );
    }
}
