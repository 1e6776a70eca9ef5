//! The interface of the programs: positions of games with two players who move in turn.

use fastrand::Rng;

/// A position, seen from the player to move.
pub trait NativePosition: Copy {
    /// The initial position.
    fn start() -> Self;

    /// The result of the match; `None` if the position is not terminal.
    fn over(&self) -> Option<Winner>;

    /// The number of legal moves.
    fn choices(&self) -> u32;

    /// The position after the legal move with this index, seen from the other player.
    fn after(&self, index: u32) -> Self;
}

/// The winner of a match, seen from the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winner {
    /// The player to move.
    Mover,
    /// The player who has just moved.
    Other,
    /// Neither: a draw.
    Draw,
}

/// Sums of playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayoutSums {
    /// The number of matches.
    pub matches: u64,
    /// The number of moves in all matches.
    pub steps: u64,
    /// The sums of the goals of the first and the second player: 100 for a win, 50 for a draw.
    pub goals: [u64; 2],
}

/// Plays random matches. Every legal move is equally likely.
///
/// Uses the population-count instruction if the processor has it. The default compiler target does not, which would slow down the
/// yardstick.
pub fn playouts<P: NativePosition>(matches: u64, seed: u64) -> PlayoutSums {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("popcnt") && std::is_x86_feature_detected!("bmi1") {
        // SAFETY: the processor has these instructions, as checked above.
        #[allow(unsafe_code)]
        return unsafe { playouts_with_popcnt::<P>(matches, seed) };
    }
    plain_playouts::<P>(matches, seed)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1")]
fn playouts_with_popcnt<P: NativePosition>(matches: u64, seed: u64) -> PlayoutSums {
    plain_playouts::<P>(matches, seed)
}

/// Inlined, so that it is compiled with the target features of its caller.
#[inline(always)]
fn plain_playouts<P: NativePosition>(matches: u64, seed: u64) -> PlayoutSums {
    let mut rng = Rng::with_seed(seed);
    let mut sums = PlayoutSums::default();
    for _ in 0..matches {
        let (length, winner) = playout::<P>(&mut rng);
        let mover = (length % 2) as usize;
        match winner {
            Winner::Mover => sums.goals[mover] += 100,
            Winner::Other => sums.goals[1 - mover] += 100,
            Winner::Draw => sums.goals = sums.goals.map(|sum| sum + 50),
        }
        sums.matches += 1;
        sums.steps += length;
    }
    sums
}

#[inline(always)]
fn playout<P: NativePosition>(rng: &mut Rng) -> (u64, Winner) {
    let mut position = P::start();
    let mut length = 0;
    loop {
        if let Some(winner) = position.over() {
            return (length, winner);
        }
        position = position.after(rng.u32(..position.choices()));
        length += 1;
    }
}

/// Returns the numbers of move sequences of length 1 to `depth`. A sequence ends at a terminal position.
///
/// ```
/// use senet_native::{TicTacToe, perft};
/// assert_eq!(perft::<TicTacToe>(3), [9, 72, 504]);
/// ```
pub fn perft<P: NativePosition>(depth: usize) -> Vec<u64> {
    let mut counts = vec![0; depth];
    count(P::start(), &mut counts);
    counts
}

fn count<P: NativePosition>(position: P, counts: &mut [u64]) {
    let Some((here, deeper)) = counts.split_first_mut() else {
        return;
    };
    if position.over().is_some() {
        return;
    }
    let choices = position.choices();
    *here += u64::from(choices);
    if !deeper.is_empty() {
        (0..choices).for_each(|index| count(position.after(index), deeper));
    }
}
