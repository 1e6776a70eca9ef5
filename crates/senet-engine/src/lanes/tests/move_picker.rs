//! Tests the move picker: uniform or proportional to weights, independently of the other lanes.

#[path = "../../../tests/integration/chi_square/mod.rs"]
mod chi_square;

use super::super::allocate::{FIRST_FREE, frame};
use super::super::lane_rng::LaneRng;
use super::super::move_picker::MovePicker;
use super::super::step_logic::MoveAddresses;
use super::super::vector::{Detected, LaneVector, Portable};
use chi_square::check_fit;
use fastrand::Rng;

/// The proof for vectors that every processor has.
fn portable() -> Detected<Portable> {
    Detected::new().expect("every processor has it")
}

/// Moves with legal wires in all lanes, and memory for the choice.
struct PickFixture {
    moves: Vec<MoveAddresses>,
    frame: Vec<Portable>,
    picker: MovePicker<Portable>,
    random: LaneRng<Portable>,
}

impl PickFixture {
    fn new(count: u32, seed: u64) -> PickFixture {
        let cpu = portable();
        let address = |number: u32| MoveAddresses {
            // Move numbers have gaps, like the moves that may be legal in a phase.
            number: 3 * number,
            legal: frame(FIRST_FREE + 2 * number),
            made: frame(FIRST_FREE + 2 * number + 1),
        };
        PickFixture {
            moves: (0..count).map(address).collect(),
            frame: vec![cpu.ones(); (FIRST_FREE + 2 * count) as usize],
            picker: MovePicker::new(count as usize),
            random: LaneRng::new(cpu, seed),
        }
    }

    fn set_legal(&mut self, mut legal: impl FnMut(usize, usize) -> bool) {
        for (at, one) in self.moves.iter().enumerate() {
            let mut words = [0u64; 8];
            for lane in (0..512).filter(|&lane| legal(at, lane)) {
                words[lane / 64] |= 1 << (lane % 64);
            }
            self.frame[one.legal.index as usize] = portable().vector(&words);
        }
    }

    /// The move made in each lane; `None` for lanes reported to have no legal move.
    fn pick(&mut self, weights: Option<&[u32]>) -> Vec<Option<usize>> {
        let none = match weights {
            None => self
                .picker
                .pick(&self.moves, &mut self.frame, &mut self.random),
            Some(weights) => {
                let weight = |number: u32| weights[number as usize / 3];
                let (frame, random) = (&mut self.frame, &mut self.random);
                self.picker
                    .pick_weighted(&self.moves, frame, random, weight)
            }
        };
        let mut made = vec![None; 512];
        for (at, one) in self.moves.iter().enumerate() {
            self.frame[one.made.index as usize].for_each_lane(|lane| {
                assert_eq!(made[lane], None, "two moves in lane {lane}");
                made[lane] = Some(at);
            });
        }
        none.for_each_lane(|lane| assert_eq!(made[lane], None));
        let idle = made.iter().filter(|m| m.is_none()).count();
        assert_eq!(idle as u64, none.count());
        made
    }
}

#[test]
fn picks_uniformly_for_all_move_counts() {
    for count in [1, 2, 3, 7, 8, 9, 15, 16, 17, 100, 255, 1000, 1025, 2000] {
        let mut fixture = PickFixture::new(count, u64::from(count));
        let rounds = 20 + count / 4;
        let mut seen = vec![0u64; count as usize];
        for _ in 0..rounds {
            fixture
                .pick(None)
                .into_iter()
                .flatten()
                .for_each(|m| seen[m] += 1);
        }
        let expected = f64::from(512 * rounds) / f64::from(count);
        check_fit(
            &format!("{count} moves"),
            &seen,
            &vec![expected; count as usize],
        );
    }
}

#[test]
fn picks_uniformly_if_lanes_have_different_moves() {
    let mut rng = Rng::with_seed(8);
    for count in [5usize, 8, 20, 64, 150] {
        let mut fixture = PickFixture::new(count as u32, 9);
        // By number of legal moves: how often each of them was chosen, in order.
        let mut ranks = vec![vec![0u64; count]; count + 1];
        for _ in 0..400 {
            let mut of_lane = || {
                let share = rng.f64();
                (0..count).map(|_| rng.f64() < share).collect::<Vec<bool>>()
            };
            let legal: Vec<Vec<bool>> = (0..512).map(|_| of_lane()).collect();
            fixture.set_legal(|at, lane| legal[lane][at]);
            for (made, legal) in fixture.pick(None).into_iter().zip(&legal) {
                let own: Vec<usize> = (0..count).filter(|&at| legal[at]).collect();
                assert_eq!(made.is_none(), own.is_empty());
                if let Some(made) = made {
                    let rank = own.iter().position(|&at| at == made).expect("a legal move");
                    ranks[own.len()][rank] += 1;
                }
            }
        }
        for (legal, ranks) in ranks.iter().enumerate().skip(1) {
            let all: u64 = ranks.iter().sum();
            let expected = vec![all as f64 / legal as f64; legal];
            check_fit(&format!("{legal} of {count}"), &ranks[..legal], &expected);
        }
    }
}

#[test]
fn picks_in_proportion_to_weights() {
    let mut rng = Rng::with_seed(10);
    for count in [1usize, 2, 6, 8, 9, 40, 300, 2000] {
        let weights: Vec<u32> = (0..count)
            .map(|_| [0, 1, rng.u32(..256), 255][rng.usize(..4)])
            .chain([1])
            .collect();
        let mut fixture = PickFixture::new(count as u32, 11);
        // The first half of the moves is legal in odd lanes, all moves in even lanes.
        let legal = |at: usize, lane: usize| lane.is_multiple_of(2) || at < count.div_ceil(2);
        fixture.set_legal(legal);
        let mut seen = vec![vec![0u64; count]; 2];
        let rounds = 40 + count / 2;
        for _ in 0..rounds {
            let made = fixture.pick(Some(&weights));
            for (lane, made) in made.into_iter().enumerate() {
                seen[lane % 2][made.expect("moves are legal everywhere")] += 1;
            }
        }
        for (half, seen) in seen.iter().enumerate() {
            let weigh = |at: usize| f64::from(weights[at] * u32::from(legal(at, half)));
            let total: f64 = (0..count).map(weigh).sum();
            let open = (0..count).filter(|&at| legal(at, half)).count() as f64;
            let share = |at: usize| match total > 0.0 {
                true => weigh(at) / total,
                false => f64::from(u8::from(legal(at, half))) / open,
            };
            let all = (256 * rounds) as f64;
            let expected: Vec<f64> = (0..count).map(|at| all * share(at)).collect();
            check_fit(&format!("{count} weights, half {half}"), seen, &expected);
        }
    }
}

#[test]
fn picks_uniformly_where_all_weights_are_zero() {
    let mut fixture = PickFixture::new(12, 12);
    let weights: Vec<u32> = (0..12).map(|at| u32::from(at >= 6) * 9).collect();
    // Lanes 0, 3, 6, …: only moves without weight. Lanes 1, 4, …: both kinds. Lanes 2, 5, …: none.
    fixture.set_legal(|at, lane| lane % 3 == 1 || lane % 3 == 0 && at < 6);
    let mut seen = [0u64; 12];
    let mut expected = [0f64; 12];
    for _ in 0..50 {
        for (lane, made) in fixture.pick(Some(&weights)).into_iter().enumerate() {
            assert_eq!(made.is_none(), lane % 3 == 2);
            made.into_iter().for_each(|at| seen[at] += 1);
            let possible = [0..6, 6..12, 0..0][lane % 3].clone();
            possible.for_each(|at| expected[at] += 1.0 / 6.0);
        }
    }
    check_fit("zero weights", &seen, &expected);
}
