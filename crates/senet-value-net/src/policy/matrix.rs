//! Matrix products, by the library `matrixmultiply`.

// The library takes pointers.
#![allow(unsafe_code)]

/// A matrix in row order, or its transpose.
#[derive(Clone, Copy)]
pub struct Matrix<'a> {
    numbers: &'a [f32],
    rows: usize,
    columns: usize,
    strides: (isize, isize),
}

impl<'a> Matrix<'a> {
    /// A matrix whose rows follow one another.
    ///
    /// # Panics
    /// Panics if the size does not fit the numbers.
    pub fn new(numbers: &'a [f32], rows: usize, columns: usize) -> Matrix<'a> {
        assert_eq!(numbers.len(), rows * columns);
        Matrix {
            numbers,
            rows,
            columns,
            strides: (columns as isize, 1),
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The same matrix with rows and columns exchanged.
    pub fn transposed(self) -> Matrix<'a> {
        Matrix {
            rows: self.columns,
            columns: self.rows,
            strides: (self.strides.1, self.strides.0),
            ..self
        }
    }
}

/// Adds the product of two matrices to `sum`, whose rows follow one another.
///
/// # Panics
/// Panics if the sizes do not fit.
pub fn add_product(sum: &mut [f32], a: Matrix, b: Matrix) {
    assert_eq!(a.columns, b.rows);
    assert_eq!(sum.len(), a.rows * b.columns);
    // SAFETY: `Matrix::new` checked that the numbers fill the matrices, and the assertions check that the sizes fit. `sum` is
    // borrowed mutably, so it overlaps neither.
    unsafe {
        matrixmultiply::sgemm(
            a.rows,
            a.columns,
            b.columns,
            1.0,
            a.numbers.as_ptr(),
            a.strides.0,
            a.strides.1,
            b.numbers.as_ptr(),
            b.strides.0,
            b.strides.1,
            1.0,
            sum.as_mut_ptr(),
            b.columns as isize,
            1,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_agree_with_plain_sums() {
        let mut rng = fastrand::Rng::with_seed(1);
        for (rows, inner, columns) in [(1, 3, 2), (7, 20, 9), (33, 70, 40)] {
            let a: Vec<f32> = (0..rows * inner).map(|_| rng.f32() - 0.5).collect();
            let b: Vec<f32> = (0..columns * inner).map(|_| rng.f32() - 0.5).collect();
            let mut sum = vec![1.0; rows * columns];
            let right = Matrix::new(&b, columns, inner).transposed();
            add_product(&mut sum, Matrix::new(&a, rows, inner), right);
            for (at, found) in sum.iter().enumerate() {
                let (row, column) = (at / columns, at % columns);
                let terms = (0..inner).map(|k| a[row * inner + k] * b[column * inner + k]);
                assert!((1.0 + terms.sum::<f32>() - found).abs() < 1e-4);
            }
        }
    }
}
