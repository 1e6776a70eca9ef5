//! The choice of a random legal move as logic: no lane waits for another, and none is treated differently.
//!
//! The rank of the move is drawn by rejection: as many random bits as the number of legal moves minus one has, taken if they do not
//! exceed it. That is exactly uniform. A lane whose draws all fail makes no move in this step; since failing depends on nothing but
//! fresh random bits and the number of moves, waiting does not favour any move.

use super::logic::Logic;
use super::number::{Columns, Number, decrement, fill_down, is_greater, subtract, sum};
use crate::network::Wire;

/// The move of one role.
pub struct Choice {
    /// For each legal wire, whether it was chosen.
    pub chosen: Vec<Wire>,
    /// Whether no draw was good.
    pub failed: Wire,
    /// Whether no move is legal.
    pub stuck: Wire,
}

/// Chooses among the legal wires. `random` gives a fresh random wire at each call.
pub fn choose_move(
    logic: &mut Logic,
    legal: &[Wire],
    trials: usize,
    random: &mut dyn FnMut(&mut Logic) -> Wire,
) -> Choice {
    if legal.len() <= 1 {
        let some = legal.first().copied().unwrap_or(Wire::FALSE);
        return Choice {
            chosen: legal.to_vec(),
            failed: Wire::FALSE,
            stuck: !some,
        };
    }
    let (tree, columns) = Tree::of(logic, legal);
    let total = sum(logic, columns);
    let some = total
        .iter()
        .fold(Wire::FALSE, |some, &bit| logic.or(some, bit));
    let mut last = decrement(logic, &total);
    let width = bits(legal.len() - 1);
    last.truncate(width);
    let (mut rank, failed) = draw(logic, &last, trials, random);
    // Wires that depend on each other may never hold all at once.
    rank.resize(width, Wire::FALSE);
    let mut chosen = Vec::with_capacity(legal.len());
    tree.descend(logic, Wire::TRUE, &rank, &mut chosen);
    Choice {
        chosen,
        failed,
        stuck: !some,
    }
}

/// The moves in halves, and how many are legal in each first half: the rank of a move says in which half it is, and which one
/// it is there. Far from the root there is little to count, and near it there are few halves.
enum Tree {
    /// A single move.
    One,
    /// Two moves, of which the first is this.
    Two(Wire),
    /// Two moves in the first half, one or two in the second.
    Pair(Wire, Wire, Box<Tree>),
    /// More; as many in the first half as a power of two.
    Halves(Box<Halves>),
}

struct Halves {
    first: Tree,
    /// How many moves of the first half are legal.
    count: Number,
    rest: Tree,
    /// How many bits a rank in each half has.
    widths: [usize; 2],
}

impl Tree {
    /// The tree, and the number of legal moves as columns that are not yet added up: nobody asks for that of a second half.
    fn of(logic: &mut Logic, legal: &[Wire]) -> (Tree, Columns) {
        let columns = || vec![legal.to_vec()];
        match legal {
            [] | [_] => (Tree::One, columns()),
            [first, _] => (Tree::Two(*first), columns()),
            [a, b, rest @ ..] if rest.len() <= 2 => {
                let (rest, _) = Tree::of(logic, rest);
                (Tree::Pair(*a, *b, Box::new(rest)), columns())
            }
            _ => {
                let (first, rest) = legal.split_at(legal.len().next_power_of_two() / 2);
                let widths = [bits(first.len() - 1), bits(rest.len() - 1)];
                let (first, columns) = Tree::of(logic, first);
                let count = sum(logic, columns);
                let (rest, mut columns) = Tree::of(logic, rest);
                columns.resize(columns.len().max(count.len()), Vec::new());
                for (column, &bit) in columns.iter_mut().zip(&count) {
                    column.push(bit);
                }
                let halves = Halves {
                    first,
                    count,
                    rest,
                    widths,
                };
                (Tree::Halves(Box::new(halves)), columns)
            }
        }
    }

    /// Marks the move with a rank, if the choice is `here` at all. A rank that is too great may mark anything.
    fn descend(&self, logic: &mut Logic, here: Wire, rank: &[Wire], chosen: &mut Vec<Wire>) {
        match self {
            Tree::One => chosen.push(here),
            Tree::Two(legal) => {
                let is_first = logic.and(*legal, !rank[0]);
                chosen.push(logic.and(here, is_first));
                chosen.push(logic.and(here, !is_first));
            }
            Tree::Pair(a, b, rest) => {
                let differ = logic.xor(*a, *b);
                // Of a rank without its higher bit: both are legal, or one is and no other comes before.
                let reaches = logic.choose(differ, !rank[0], *a);
                let is_first = logic.and(!rank[1], reaches);
                let first = logic.and(here, is_first);
                Tree::Two(*a).descend(logic, first, rank, chosen);
                let second = logic.and(here, !is_first);
                let left = logic.xor(rank[0], differ);
                rest.descend(logic, second, &[left], chosen);
            }
            Tree::Halves(halves) => {
                let Halves {
                    first,
                    count,
                    rest,
                    widths,
                } = &**halves;
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

/// How many bits a number has.
fn bits(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()) as usize
}

/// A random number that is at most `last`, and whether every trial gave a greater one.
fn draw(
    logic: &mut Logic,
    last: &[Wire],
    trials: usize,
    random: &mut dyn FnMut(&mut Logic) -> Wire,
) -> (Number, Wire) {
    let mask = fill_down(logic, last);
    let mut rank = Number::new();
    let mut failed = Wire::TRUE;
    // One bit never exceeds its mask.
    let trials = if last.len() == 1 { 1 } else { trials };
    for _ in 0..trials {
        let mut drawn = Number::new();
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

fn select(logic: &mut Logic, condition: Wire, yes: &[Wire], no: &[Wire]) -> Number {
    let pairs = yes.iter().zip(no);
    pairs
        .map(|(&yes, &no)| logic.choose(condition, yes, no))
        .collect()
}
