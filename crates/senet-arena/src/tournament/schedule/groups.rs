//! Groups of players.

/// All combinations of `take` out of the first `of` numbers, each in order.
pub fn combinations(of: usize, take: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    let mut current: Vec<usize> = (0..take).collect();
    if take > of {
        return all;
    }
    loop {
        all.push(current.clone());
        let movable = (0..take)
            .rev()
            .find(|&index| current[index] < of - take + index);
        let Some(index) = movable else {
            return all;
        };
        current[index] += 1;
        for next in index + 1..take {
            current[next] = current[next - 1] + 1;
        }
    }
}

/// The number of combinations, capped at the largest integer.
pub fn combination_count(of: usize, take: usize) -> usize {
    if take > of {
        return 0;
    }
    let take = take.min(of - take) as u128;
    let step =
        |count: u128, index: u128| Some(count.checked_mul(of as u128 - index)? / (index + 1));
    let count = (0..take).try_fold(1, step);
    count
        .and_then(|count| count.try_into().ok())
        .unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_complete() {
        assert_eq!(combinations(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(combinations(2, 0), [Vec::<usize>::new()]);
        assert!(combinations(2, 3).is_empty());
        for (of, take) in [(5, 3), (6, 6), (7, 1), (0, 0)] {
            assert_eq!(combinations(of, take).len(), combination_count(of, take));
        }
    }

    #[test]
    fn large_counts_do_not_overflow() {
        assert_eq!(combination_count(30, 6), 593_775);
        assert_eq!(combination_count(1000, 500), usize::MAX);
    }
}
