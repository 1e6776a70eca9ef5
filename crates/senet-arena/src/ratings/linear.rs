//! Symmetric positive definite matrices of the size that ratings need.

/// A square matrix in row order.
#[derive(Clone, Debug)]
pub struct Matrix {
    size: usize,
    entries: Vec<f64>,
}

impl Matrix {
    /// A zero matrix.
    pub fn zero(size: usize) -> Matrix {
        Matrix {
            size,
            entries: vec![0.0; size * size],
        }
    }

    /// An entry.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.size + column]
    }

    /// Adds to an entry.
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.entries[row * self.size + column] += value;
    }

    /// The Cholesky factor; `None` if the matrix is not positive definite.
    pub fn cholesky(&self) -> Option<Cholesky> {
        let mut lower = Matrix::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let sum: f64 = (0..column)
                    .map(|k| lower.at(row, k) * lower.at(column, k))
                    .sum();
                let rest = self.at(row, column) - sum;
                let entry = match row == column {
                    true if rest > 0.0 && rest.is_finite() => rest.sqrt(),
                    true => return None,
                    false => rest / lower.at(column, column),
                };
                lower.add(row, column, entry);
            }
        }
        Some(Cholesky { lower })
    }
}

/// A Cholesky factor, ready to solve equations.
pub struct Cholesky {
    lower: Matrix,
}

impl Cholesky {
    /// Solves the linear system for a right-hand side.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let (lower, size) = (&self.lower, self.lower.size);
        let mut x = right.to_vec();
        for row in 0..size {
            let sum: f64 = (0..row).map(|k| lower.at(row, k) * x[k]).sum();
            x[row] = (x[row] - sum) / lower.at(row, row);
        }
        for row in (0..size).rev() {
            let sum: f64 = (row + 1..size).map(|k| lower.at(k, row) * x[k]).sum();
            x[row] = (x[row] - sum) / lower.at(row, row);
        }
        x
    }

    /// The variance `wᵀ M⁻¹ w` of a weighted sum, where `M` is the information matrix.
    pub fn variance(&self, weights: &[f64]) -> f64 {
        let solved = self.solve(weights);
        weights.iter().zip(solved).map(|(w, s)| w * s).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: &[&[f64]]) -> Matrix {
        let mut matrix = Matrix::zero(rows.len());
        for (row, entries) in rows.iter().enumerate() {
            for (column, &entry) in entries.iter().enumerate() {
                matrix.add(row, column, entry);
            }
        }
        matrix
    }

    #[test]
    fn equations_are_solved() {
        let matrix = matrix(&[&[4.0, 2.0, 0.0], &[2.0, 5.0, 1.0], &[0.0, 1.0, 3.0]]);
        let solved = matrix.cholesky().unwrap().solve(&[8.0, 15.0, 11.0]);
        let expected = [1.0, 2.0, 3.0];
        let close = |(a, b): (&f64, f64)| (a - b).abs() < 1e-12;
        assert!(solved.iter().zip(expected).all(close), "{solved:?}");
    }

    #[test]
    fn variance_is_that_of_the_inverse() {
        let matrix = matrix(&[&[2.0, 1.0], &[1.0, 2.0]]);
        // The inverse has the entries 2/3 and −1/3, so the difference of both terms has the variance 2.
        let variance = matrix.cholesky().unwrap().variance(&[1.0, -1.0]);
        assert!((variance - 2.0).abs() < 1e-12);
    }

    #[test]
    fn rejects_matrix_that_is_not_positive_definite() {
        assert!(matrix(&[&[1.0, 2.0], &[2.0, 1.0]]).cholesky().is_none());
        assert!(matrix(&[&[f64::NAN]]).cholesky().is_none());
    }
}
