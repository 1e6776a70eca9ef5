//! Principal component analysis: the plane in which points differ most.

/// Rounds of power iteration. They end early when the direction stops changing.
const ROUNDS: usize = 500;

/// Projects points to their first two principal components.
pub fn project(points: &[Vec<f32>]) -> Vec<[f64; 2]> {
    let size = points.first().map_or(0, Vec::len);
    let mean: Vec<f64> = (0..size)
        .map(|at| {
            points.iter().map(|point| f64::from(point[at])).sum::<f64>() / points.len() as f64
        })
        .collect();
    let centred: Vec<Vec<f64>> = points
        .iter()
        .map(|point| {
            point
                .iter()
                .zip(&mean)
                .map(|(x, mean)| f64::from(*x) - mean)
                .collect()
        })
        .collect();
    let first = direction(&centred, &[]);
    let second = direction(&centred, &[&first]);
    let along = |point: &Vec<f64>| [dot(point, &first), dot(point, &second)];
    centred.iter().map(along).collect()
}

/// The unit vector along which the points differ most, at right angles to others.
fn direction(points: &[Vec<f64>], others: &[&[f64]]) -> Vec<f64> {
    let size = points.first().map_or(0, Vec::len);
    let mut vector: Vec<f64> = (0..size).map(|at| 1.0 + (at % 7) as f64).collect();
    normalise(&mut vector, others);
    for _ in 0..ROUNDS {
        let mut next = vec![0.0; size];
        for point in points {
            let share = dot(point, &vector);
            next.iter_mut()
                .zip(point)
                .for_each(|(sum, x)| *sum += share * x);
        }
        normalise(&mut next, others);
        let turned = 1.0 - dot(&next, &vector).abs();
        vector = next;
        if turned < 1e-12 {
            break;
        }
    }
    vector
}

fn normalise(vector: &mut [f64], others: &[&[f64]]) {
    for other in others {
        let share = dot(vector, other);
        vector
            .iter_mut()
            .zip(*other)
            .for_each(|(x, other)| *x -= share * other);
    }
    let length = dot(vector, vector).sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|x| *x /= length);
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_axes_of_a_stretched_cloud() {
        let points: Vec<Vec<f32>> = (0..60)
            .map(|n| {
                let (long, short) = ((n % 10) as f32 - 4.5, (n / 10) as f32 - 2.5);
                vec![3.0 * long + 7.0, 0.0, 3.0 * long - 1.0, short]
            })
            .collect();
        for (point, [x, y]) in points.iter().zip(project(&points)) {
            let long = f64::from(point[0] - 7.0) * 2f64.sqrt();
            assert!((x.abs() - long.abs()).abs() < 1e-6, "{x} {long}");
            assert!((y.abs() - f64::from(point[3]).abs()).abs() < 1e-6);
        }
    }

    #[test]
    fn equal_points_are_projected_to_the_centre() {
        assert_eq!(project(&[vec![1.0, 2.0], vec![1.0, 2.0]]), [[0.0, 0.0]; 2]);
        assert!(project(&[]).is_empty());
    }
}
