//! Chooses a random legal move by logic alone: no lane waits for another, and all lanes execute the
//! same instructions.
//!
//! The rank of the move is drawn by rejection sampling: as many random bits as `legal moves - 1`
//! has, accepted if they do not exceed that number. This is exactly uniform. A lane whose draws are
//! all rejected makes no move in this step. Rejection depends only on fresh random bits and on the
//! number of legal moves, so the delay does not favour any move.

use super::arithmetic::{Columns, WireNumber, decrement, fill_down, is_greater, subtract, sum};
use super::logic::Logic;
use crate::network::Wire;

/// The chosen move of one role.
pub struct MoveChoice {
    /// For each legal wire, a wire that is true if the move is chosen.
    pub chosen: Vec<Wire>,
    /// True if all draws were rejected.
    pub failed: Wire,
    /// True if no move is legal.
    pub stuck: Wire,
}

/// Chooses among the legal wires. `random` returns a fresh random wire at each call.
pub fn choose_move(
    logic: &mut Logic,
    legal: &[Wire],
    draws: usize,
    random: &mut dyn FnMut(&mut Logic) -> Wire,
) -> MoveChoice {
    if legal.len() <= 1 {
        let some = legal.first().copied().unwrap_or(Wire::FALSE);
        return MoveChoice {
            chosen: legal.to_vec(),
            failed: Wire::FALSE,
            stuck: !some,
        };
    }
    let (tree, columns) = RankTree::of(logic, legal);
    let total = sum(logic, columns);
    let some = total
        .iter()
        .fold(Wire::FALSE, |some, &bit| logic.or(some, bit));
    let mut last = decrement(logic, &total);
    let width = bits(legal.len() - 1);
    last.truncate(width);
    let (mut rank, failed) = draw(logic, &last, draws, random);
    // The rank may have fewer bits than the tree expects: the sum drops high bits that are always
    // false, for example if two moves are never legal together.
    rank.resize(width, Wire::FALSE);
    let mut chosen = Vec::with_capacity(legal.len());
    tree.descend(logic, Wire::TRUE, &rank, &mut chosen);
    MoveChoice {
        chosen,
        failed,
        stuck: !some,
    }
}

/// A binary tree over the moves that stores the number of legal moves in each left half. The rank
/// of a move decides in which half it lies, and its rank there. The tree needs few gates: deep
/// nodes count few moves, and few nodes are near the root.
enum RankTree {
    /// A single move.
    One,
    /// Two moves; contains the legal wire of the first.
    Two(Wire),
    /// Two moves in the left half, one or two in the right half.
    Pair(Wire, Wire, Box<RankTree>),
    /// More moves; the size of the left half is a power of two.
    Split(Box<RankSplit>),
}

struct RankSplit {
    first: RankTree,
    /// The number of legal moves in the left half.
    count: WireNumber,
    rest: RankTree,
    /// The number of rank bits in each half.
    widths: [usize; 2],
}

impl RankTree {
    /// Builds the tree. Also returns the number of legal moves, as columns of bits that are not yet
    /// added. Only the left halves need sums, so leaving the rest unadded saves gates.
    fn of(logic: &mut Logic, legal: &[Wire]) -> (RankTree, Columns) {
        let columns = || vec![legal.to_vec()];
        match legal {
            [] | [_] => (RankTree::One, columns()),
            [first, _] => (RankTree::Two(*first), columns()),
            [a, b, rest @ ..] if rest.len() <= 2 => {
                let (rest, _) = RankTree::of(logic, rest);
                (RankTree::Pair(*a, *b, Box::new(rest)), columns())
            }
            _ => {
                let (first, rest) = legal.split_at(legal.len().next_power_of_two() / 2);
                let widths = [bits(first.len() - 1), bits(rest.len() - 1)];
                let (first, columns) = RankTree::of(logic, first);
                let count = sum(logic, columns);
                let (rest, mut columns) = RankTree::of(logic, rest);
                columns.resize(columns.len().max(count.len()), Vec::new());
                for (column, &bit) in columns.iter_mut().zip(&count) {
                    column.push(bit);
                }
                let split = RankSplit {
                    first,
                    count,
                    rest,
                    widths,
                };
                (RankTree::Split(Box::new(split)), columns)
            }
        }
    }

    /// Marks the move with a rank, if `here` is true. A rank that is too large may mark any move.
    fn descend(&self, logic: &mut Logic, here: Wire, rank: &[Wire], chosen: &mut Vec<Wire>) {
        match self {
            RankTree::One => chosen.push(here),
            RankTree::Two(legal) => {
                let is_first = logic.and(*legal, !rank[0]);
                chosen.push(logic.and(here, is_first));
                chosen.push(logic.and(here, !is_first));
            }
            RankTree::Pair(a, b, rest) => {
                let differ = logic.xor(*a, *b);
                // The rank without its high bit falls into the left half if both moves are legal,
                // or if one is legal and the rank is zero.
                let reaches = logic.choose(differ, !rank[0], *a);
                let is_first = logic.and(!rank[1], reaches);
                let first = logic.and(here, is_first);
                RankTree::Two(*a).descend(logic, first, rank, chosen);
                let second = logic.and(here, !is_first);
                let left = logic.xor(rank[0], differ);
                rest.descend(logic, second, &[left], chosen);
            }
            RankTree::Split(split) => {
                let RankSplit {
                    first,
                    count,
                    rest,
                    widths,
                } = &**split;
                let mut left = rank.to_vec();
                let is_first = subtract(logic, &mut left, count);
                let here_first = logic.and(here, is_first);
                first.descend(logic, here_first, &rank[..widths[0]], chosen);
                let here_rest = logic.and(here, !is_first);
                rest.descend(logic, here_rest, &left[..widths[1]], chosen);
            }
        }
    }
}

/// The number of bits of a number.
fn bits(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()) as usize
}

/// Draws a random number of at most `last`. The second wire is true if all draws exceeded `last`.
fn draw(
    logic: &mut Logic,
    last: &[Wire],
    draws: usize,
    random: &mut dyn FnMut(&mut Logic) -> Wire,
) -> (WireNumber, Wire) {
    let mask = fill_down(logic, last);
    let mut rank = WireNumber::new();
    let mut failed = Wire::TRUE;
    // A single bit never exceeds its mask.
    let draws = if last.len() == 1 { 1 } else { draws };
    for _ in 0..draws {
        let mut drawn = WireNumber::new();
        for &wanted in &mask {
            let bit = random(logic);
            drawn.push(logic.and(bit, wanted));
        }
        let too_great = is_greater(logic, &drawn, last);
        rank = match rank.is_empty() {
            true => drawn,
            false => select(logic, failed, &drawn, &rank),
        };
        failed = logic.and(failed, too_great);
    }
    (rank, if last.len() == 1 { Wire::FALSE } else { failed })
}

fn select(logic: &mut Logic, condition: Wire, yes: &[Wire], no: &[Wire]) -> WireNumber {
    let pairs = yes.iter().zip(no);
    pairs
        .map(|(&yes, &no)| logic.choose(condition, yes, no))
        .collect()
}
