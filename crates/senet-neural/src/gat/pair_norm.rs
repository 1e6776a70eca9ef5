//! PairNorm (Zhao and Akoglu, 2020): the vectors of all nodes get the mean zero and a fixed mean length.

use super::matrix::{NodeVector, WIDTH, add_rows, add_scaled, dot};

/// Keeps the division finite where all vectors are equal.
const TINY: f32 = 1e-6;

/// The mean squared length of a normalised vector: 1 for each of its numbers.
const SQUARE_LENGTH: f32 = WIDTH as f32;

/// Normalises in place. Returns the factor, which the gradient needs.
pub(super) fn pair_norm(rows: &mut [NodeVector]) -> f32 {
    centre(rows);
    let squares: f32 = rows.iter().map(|row| dot(row, row)).sum();
    let factor = (SQUARE_LENGTH / (TINY + squares / rows.len() as f32)).sqrt();
    rows.as_flattened_mut()
        .iter_mut()
        .for_each(|number| *number *= factor);
    factor
}

/// Turns the gradient for the output into the gradient for the input, in place.
pub(super) fn pair_norm_gradient(gradient: &mut [NodeVector], output: &[NodeVector], factor: f32) {
    let products = output.iter().zip(gradient.iter());
    let product: f32 = products
        .map(|(output, gradient)| dot(output, gradient))
        .sum();
    let share = product / (rows_times_square(output));
    for (gradient, output) in gradient.iter_mut().zip(output) {
        add_scaled(gradient, -share, output);
        gradient.iter_mut().for_each(|number| *number *= factor);
    }
    centre(gradient);
}

fn rows_times_square(rows: &[NodeVector]) -> f32 {
    rows.len() as f32 * SQUARE_LENGTH
}

/// Subtracts the mean of all rows from each.
fn centre(rows: &mut [NodeVector]) {
    let mut sum = [0.0; WIDTH];
    add_rows(&mut sum, rows);
    let share = -1.0 / rows.len().max(1) as f32;
    rows.iter_mut().for_each(|row| add_scaled(row, share, &sum));
}
