//! The choice of a move as logic, for every set of legal moves and all random bits: exactly as often each.

use super::super::choice::{Choice, choose_move};
use super::super::logic::Logic;
use super::numbers::Bench;
use super::{Lanes, Memory, ZEROS};
use crate::network::Wire;
use fastrand::Rng;

/// A choice among so many moves, its legal wires and its random wires.
fn bench(moves: usize, trials: usize) -> (Bench, Vec<Wire>, Vec<Wire>, Choice) {
    bench_of(trials, |bench| bench.inputs(moves))
}

/// The same among wires that are made as one likes.
fn bench_of(
    trials: usize,
    wires: impl FnOnce(&mut Bench) -> Vec<Wire>,
) -> (Bench, Vec<Wire>, Vec<Wire>, Choice) {
    let mut bench = Bench::new();
    let legal = wires(&mut bench);
    // More than enough; which of them are drawn is found out below.
    let spare = bench.inputs(40 * trials);
    let mut drawn = 0;
    let mut random = |_: &mut Logic| {
        drawn += 1;
        spare[drawn - 1]
    };
    let choice = choose_move(&mut bench.logic, &legal, trials, &mut random);
    let random = spare[..drawn].to_vec();
    (bench, legal, random, choice)
}

fn set(memory: &mut Memory, bench: &Bench, wire: Wire, value: Lanes) {
    use super::super::logic::Node;
    if let Node::Input(place) = bench.logic.nodes()[wire.node() as usize] {
        memory.set(place, value);
    }
}

/// The lanes in which a bit of the number of the lane is set.
fn bit_of_lane(bit: usize) -> Lanes {
    let mut value = ZEROS;
    for lane in (0..512).filter(|lane| lane >> bit & 1 == 1) {
        value[lane / 64] |= 1 << (lane % 64);
    }
    value
}

/// Tries all random bits; each lane has its own.
fn check_all_draws(moves: usize, trials: usize) {
    let (bench, legal, random, choice) = bench(moves, trials);
    assert!(random.len() <= 9, "512 lanes hold all random bits");
    let lanes = 1 << random.len();
    for set_of_moves in 0..1u64 << moves {
        let mut memory = bench.memory(&mut Rng::with_seed(0));
        for (at, &wire) in legal.iter().enumerate() {
            let value = [0u64.wrapping_sub(set_of_moves >> at & 1); 8];
            set(&mut memory, &bench, wire, value);
        }
        for (at, &wire) in random.iter().enumerate() {
            set(&mut memory, &bench, wire, bit_of_lane(at));
        }
        let value = bench.evaluate(memory);
        assert_eq!(value(&[choice.stuck], 0) == 1, set_of_moves == 0);
        let mut chosen = vec![0u64; moves];
        for lane in (0..lanes).filter(|&lane| value(&[choice.failed], lane) == 0) {
            let marked = value(&choice.chosen, lane);
            if set_of_moves != 0 {
                assert_eq!(marked.count_ones(), 1, "{set_of_moves:b} lane {lane}");
                chosen[marked.trailing_zeros() as usize] += 1;
            }
        }
        let most = *chosen.iter().max().expect("there are moves");
        for (at, &times) in chosen.iter().enumerate() {
            let expected = most * (set_of_moves >> at & 1);
            assert_eq!(times, expected, "{set_of_moves:b} of {moves}: move {at}");
        }
    }
}

#[test]
fn every_legal_move_is_equally_likely() {
    for moves in [1, 2, 3, 4, 5, 6, 7, 8, 9, 11] {
        let bits = bench(moves, 1).2.len();
        check_all_draws(moves, (9 / bits.max(1)).clamp(1, 3));
    }
}

#[test]
fn choices_among_many_moves_are_legal_and_single() {
    let mut rng = Rng::with_seed(5);
    for moves in [12, 16, 17, 31, 64, 65, 100, 255, 257] {
        check_some_draws(&mut rng, bench(moves, 3));
    }
}

#[test]
fn moves_may_depend_on_each_other() {
    let mut rng = Rng::with_seed(6);
    for pairs in 1..20 {
        check_some_draws(
            &mut rng,
            bench_of(3, |bench| {
                let wires = bench.inputs(pairs);
                let mut legal: Vec<Wire> = wires.iter().flat_map(|&wire| [wire, !wire]).collect();
                legal.extend([Wire::TRUE, wires[0]].into_iter().take(pairs % 3));
                legal
            }),
        );
    }
}

/// What is chosen is legal and one move, whatever the random bits.
fn check_some_draws(
    rng: &mut Rng,
    (bench, legal, random, choice): (Bench, Vec<Wire>, Vec<Wire>, Choice),
) {
    let moves = legal.len();
    let mut memory = bench.memory(rng);
    for &wire in legal.iter().chain(&random) {
        // Few legal moves in some lanes, many in others.
        let value = std::array::from_fn(|at| (0..at).fold(rng.u64(..), |v, _| v & rng.u64(..)));
        set(&mut memory, &bench, wire, value);
    }
    let value = bench.evaluate(memory);
    for lane in 0..512 {
        let own: Vec<usize> = (0..moves)
            .filter(|&at| value(&[legal[at]], lane) == 1)
            .collect();
        assert_eq!(value(&[choice.stuck], lane) == 1, own.is_empty());
        if own.is_empty() || value(&[choice.failed], lane) == 1 {
            continue;
        }
        let made: Vec<usize> = (0..moves)
            .filter(|&at| value(&[choice.chosen[at]], lane) == 1)
            .collect();
        assert_eq!(made.len(), 1, "{moves} moves, lane {lane}");
        assert!(own.contains(&made[0]));
    }
}
