//! Tests the move choice exhaustively: over all random bits, every legal move is chosen equally
//! often.

use super::super::logic::Logic;
use super::super::move_choice::{MoveChoice, choose_move};
use super::arithmetic::LogicFixture;
use super::{Lanes, Memory, ZEROS};
use crate::network::Wire;
use fastrand::Rng;

/// A choice among a number of moves, with its legal wires and its random wires.
fn fixture(moves: usize, draws: usize) -> (LogicFixture, Vec<Wire>, Vec<Wire>, MoveChoice) {
    fixture_of(draws, |fixture| fixture.inputs(moves))
}

/// A choice among the given wires.
fn fixture_of(
    draws: usize,
    wires: impl FnOnce(&mut LogicFixture) -> Vec<Wire>,
) -> (LogicFixture, Vec<Wire>, Vec<Wire>, MoveChoice) {
    let mut fixture = LogicFixture::new();
    let legal = wires(&mut fixture);
    // More than enough random wires; the choice takes some of them.
    let spare = fixture.inputs(40 * draws);
    let mut drawn = 0;
    let mut random = |_: &mut Logic| {
        drawn += 1;
        spare[drawn - 1]
    };
    let choice = choose_move(&mut fixture.logic, &legal, draws, &mut random);
    let random = spare[..drawn].to_vec();
    (fixture, legal, random, choice)
}

fn set(memory: &mut Memory, fixture: &LogicFixture, wire: Wire, value: Lanes) {
    use super::super::logic::LogicNode;
    if let LogicNode::Input(address) = fixture.logic.nodes()[wire.node() as usize] {
        memory.set(address, value);
    }
}

/// The lanes whose number has this bit set.
fn bit_of_lane(bit: usize) -> Lanes {
    let mut value = ZEROS;
    for lane in (0..512).filter(|lane| lane >> bit & 1 == 1) {
        value[lane / 64] |= 1 << (lane % 64);
    }
    value
}

/// Tries all combinations of random bits, one per lane.
fn check_all_random_bits(moves: usize, draws: usize) {
    let (fixture, legal, random, choice) = fixture(moves, draws);
    assert!(random.len() <= 9, "512 lanes hold all random bits");
    let lanes = 1 << random.len();
    for set_of_moves in 0..1u64 << moves {
        let mut memory = fixture.memory(&mut Rng::with_seed(0));
        for (at, &wire) in legal.iter().enumerate() {
            let value = [0u64.wrapping_sub(set_of_moves >> at & 1); 8];
            set(&mut memory, &fixture, wire, value);
        }
        for (at, &wire) in random.iter().enumerate() {
            set(&mut memory, &fixture, wire, bit_of_lane(at));
        }
        let value = fixture.evaluate(memory);
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
fn chooses_every_legal_move_equally_often() {
    for moves in [1, 2, 3, 4, 5, 6, 7, 8, 9, 11] {
        let bits = fixture(moves, 1).2.len();
        check_all_random_bits(moves, (9 / bits.max(1)).clamp(1, 3));
    }
}

#[test]
fn chooses_one_legal_move_among_many() {
    let mut rng = Rng::with_seed(5);
    for moves in [12, 16, 17, 31, 64, 65, 100, 255, 257] {
        check_some_random_bits(&mut rng, fixture(moves, 3));
    }
}

#[test]
fn chooses_one_legal_move_among_interdependent_wires() {
    let mut rng = Rng::with_seed(6);
    for pairs in 1..20 {
        check_some_random_bits(
            &mut rng,
            fixture_of(3, |fixture| {
                let wires = fixture.inputs(pairs);
                let mut legal: Vec<Wire> = wires.iter().flat_map(|&wire| [wire, !wire]).collect();
                legal.extend([Wire::TRUE, wires[0]].into_iter().take(pairs % 3));
                legal
            }),
        );
    }
}

/// Checks with random inputs that the choice is a single legal move.
fn check_some_random_bits(
    rng: &mut Rng,
    (fixture, legal, random, choice): (LogicFixture, Vec<Wire>, Vec<Wire>, MoveChoice),
) {
    let moves = legal.len();
    let mut memory = fixture.memory(rng);
    for &wire in legal.iter().chain(&random) {
        // Few legal moves in some lanes, many in others.
        let value = std::array::from_fn(|at| (0..at).fold(rng.u64(..), |v, _| v & rng.u64(..)));
        set(&mut memory, &fixture, wire, value);
    }
    let value = fixture.evaluate(memory);
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
