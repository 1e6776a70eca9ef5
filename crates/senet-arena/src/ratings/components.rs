//! Connected components of players, linked by matches.

use super::Comparison;

/// The component of each player, named by its smallest player number.
pub fn components(players: usize, comparisons: &[Comparison]) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..players).collect();
    for comparison in comparisons {
        let [a, b] = comparison.players.map(|player| root(&parent, player));
        parent[a.max(b)] = a.min(b);
    }
    (0..players).map(|player| root(&parent, player)).collect()
}

fn root(parent: &[usize], mut player: usize) -> usize {
    while parent[player] != player {
        player = parent[player];
    }
    player
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(players: usize, pairs: &[[usize; 2]], expected: &[usize]) {
        let comparison = |&players: &[usize; 2]| Comparison {
            game: 0,
            players,
            seats: [0, 1],
            wins: 1.0,
            draws: 0.0,
            losses: 0.0,
        };
        let comparisons: Vec<_> = pairs.iter().map(comparison).collect();
        assert_eq!(components(players, &comparisons), expected);
    }

    #[test]
    fn matches_connect() {
        check(3, &[], &[0, 1, 2]);
        check(5, &[[3, 4], [1, 3], [0, 2]], &[0, 1, 0, 1, 1]);
        check(4, &[[2, 3], [0, 1], [1, 2]], &[0, 0, 0, 0]);
    }
}
