//! The published scores of the thesis: precision, recall and F1 of next fluents and of legal moves.

use serde::Serialize;

/// Precision, recall and F1.
pub type PublishedScore = [f64; 3];

/// The published scores of one row.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Published {
    /// Next fluents.
    pub next: PublishedScore,
    /// Legal moves.
    pub legal: PublishedScore,
}

const fn row(next: PublishedScore, legal: PublishedScore) -> Published {
    Published { next, legal }
}

const EXACT: PublishedScore = [1.0, 1.0, 1.0];
const NOTHING: PublishedScore = [0.0, 0.0, 0.0];

/// Table 5.3: a network for each game, in the order of the table.
pub const GAMES: [Published; 10] = [
    row([0.9319, 0.8989, 0.9151], EXACT),
    row(EXACT, EXACT),
    row(EXACT, [0.7814, 0.7750, 0.7782]),
    row(EXACT, [0.9212, 0.9982, 0.9581]),
    row([0.9358, 1.0, 0.9668], EXACT),
    row([0.9945, 0.9601, 0.9770], [0.9175, 1.0, 0.9570]),
    row([0.8894, 1.0, 0.9415], EXACT),
    row(EXACT, EXACT),
    row([1.0, 0.9494, 0.9740], EXACT),
    row([0.8755, 1.0, 0.9336], [1.0, 0.7266, 0.8417]),
];

/// Table 5.4: the standard and the flat rules of each game.
pub const FLAT: [[Published; 2]; 3] = [
    [row(EXACT, [0.7083, 0.8916, 0.7894]), row(EXACT, EXACT)],
    [row(EXACT, [0.8169, 1.0, 0.8992]), row(EXACT, EXACT)],
    [row([0.9337, 1.0, 0.9657], EXACT), row(EXACT, EXACT)],
];

/// Table 5.5: for each game, training with minimal and subtree labels, each tested with both.
pub const LABELLING: [[[Published; 2]; 2]; 2] = [
    [
        [
            row([0.9967, 0.9593, 0.9776], [0.9117, 1.0, 0.9538]),
            row([1.0, 0.9056, 0.9505], [1.0, 0.5063, 0.6722]),
        ],
        [
            row(NOTHING, [0.6667, 0.2175, 0.3280]),
            row([1.0, 0.9507, 0.9747], [0.9793, 0.8980, 0.9369]),
        ],
    ],
    [
        [
            row([1.0, 0.9245, 0.9607], [0.6394, 0.9667, 0.7697]),
            row([1.0, 0.9259, 0.9615], [0.5882, 0.9936, 0.7389]),
        ],
        [row(NOTHING, NOTHING), row(EXACT, [0.6950, 0.8960, 0.7828])],
    ],
];

/// Table 5.6: the networks in the order of their names.
pub const ABLATION: [Published; 11] = [
    row([0.9660, 0.9540, 0.9600], [0.9571, 0.9734, 0.9652]),
    row([1.0, 0.9516, 0.9752], [0.8301, 1.0, 0.9072]),
    row([0.9398, 0.9648, 0.9522], [0.9686, 0.9195, 0.9434]),
    row([1.0, 0.9502, 0.9745], [0.8718, 0.9293, 0.8996]),
    row([0.9841, 0.9552, 0.9694], [0.8378, 1.0, 0.9117]),
    row([1.0, 0.9504, 0.9746], [0.9745, 0.9084, 0.9403]),
    row([0.9420, 0.9650, 0.9533], [0.9527, 0.9753, 0.9639]),
    row([0.9860, 0.9517, 0.9686], [0.9186, 1.0, 0.9576]),
    row([1.0, 0.9508, 0.9748], [0.9185, 1.0, 0.9575]),
    row(NOTHING, [0.3700, 0.5145, 0.4305]),
    row([1.0, 0.9512, 0.9750], [0.9173, 1.0, 0.9569]),
];

/// Table 5.7: rows are the games trained on (the last is the mixture), columns the games tested on. One score looks like π/4.
#[allow(clippy::approx_constant)]
pub const TRANSFER: [[Published; 4]; 5] = [
    [
        row(EXACT, EXACT),
        row(EXACT, [0.0824, 0.0159, 0.0267]),
        row(EXACT, [0.5602, 1.0, 0.7182]),
        row([0.9345, 1.0, 0.9662], EXACT),
    ],
    [
        row(EXACT, [1.0, 0.9136, 0.9549]),
        row(EXACT, [0.9212, 0.9982, 0.9581]),
        row([1.0, 0.9477, 0.9732], [0.7435, 0.8322, 0.7854]),
        row([0.9353, 1.0, 0.9666], [1.0, 0.8971, 0.9458]),
    ],
    [
        row([0.4066, 1.0, 0.5782], [0.5902, 1.0, 0.7423]),
        row([0.4106, 1.0, 0.5822], [0.3705, 0.1869, 0.2484]),
        row(EXACT, [0.7814, 0.7750, 0.7782]),
        row([0.4092, 1.0, 0.5808], [1.0, 0.1285, 0.2277]),
    ],
    [
        row(EXACT, EXACT),
        row([0.9468, 1.0, 0.9727], [0.0846, 0.0163, 0.0273]),
        row([1.0, 0.9249, 0.9610], [0.5647, 1.0, 0.7218]),
        row([0.9358, 1.0, 0.9668], EXACT),
    ],
    [
        row(EXACT, EXACT),
        row(EXACT, [0.8262, 1.0, 0.9048]),
        row(EXACT, [0.5580, 1.0, 0.7163]),
        row([1.0, 0.9800, 0.9899], EXACT),
    ],
];

/// Table 5.8: random and sequential mixing, on the four games.
pub const MIXED: [[Published; 4]; 2] = [
    [
        row(EXACT, EXACT),
        row(EXACT, [0.8209, 1.0, 0.9016]),
        row(EXACT, [0.5640, 1.0, 0.7213]),
        row([0.9345, 1.0, 0.9662], EXACT),
    ],
    [
        row(EXACT, EXACT),
        row(EXACT, [0.8235, 1.0, 0.9032]),
        row([1.0, 0.9252, 0.9612], [0.7707, 0.7974, 0.7838]),
        row([0.9363, 1.0, 0.9671], EXACT),
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Guards against typing errors: F1 follows from precision and recall, up to the rounding of the tables.
    #[test]
    fn every_f1_is_the_harmonic_mean() {
        let tables = GAMES
            .iter()
            .chain(FLAT.as_flattened())
            .chain(LABELLING.as_flattened().as_flattened())
            .chain(&ABLATION)
            .chain(TRANSFER.as_flattened())
            .chain(MIXED.as_flattened());
        for [precision, recall, f1] in tables.flat_map(|row| [row.next, row.legal]) {
            let sum = precision + recall;
            let expected = if sum > 0.0 {
                2.0 * precision * recall / sum
            } else {
                0.0
            };
            assert!((expected - f1).abs() < 2e-4, "{precision} {recall} {f1}");
        }
    }
}
