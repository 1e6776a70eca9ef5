//! What the programs have in common: positions of two players who move in turn.

use fastrand::Rng;

/// A position, seen from the player to move.
pub trait Position: Copy {
    /// Where every match starts.
    fn start() -> Self;

    /// How the match has ended; `None` while it goes on.
    fn over(&self) -> Option<Winner>;

    /// How many legal moves there are.
    fn choices(&self) -> u32;

    /// The position after the `index`-th legal move, seen from the other player.
    fn after(&self, index: u32) -> Self;
}

/// Who has won a match, seen from the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winner {
    /// The player to move.
    Mover,
    /// The player who has just moved.
    Other,
    /// Neither.
    Nobody,
}

/// Sums over random matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sums {
    /// Matches played.
    pub matches: u64,
    /// Moves made in all of them.
    pub steps: u64,
    /// For the first and the second player, the sum of the goals: 100 for a win, 50 for a draw.
    pub goals: [u64; 2],
}

/// Plays random matches; every legal move is equally likely.
///
/// Counting bits is one instruction of almost every processor there is, but not of the oldest that programs are built for; the
/// yardstick shall not suffer from that.
pub fn playouts<P: Position>(matches: u64, seed: u64) -> Sums {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("popcnt") && std::is_x86_feature_detected!("bmi1") {
        // SAFETY: the processor has just said that it has these instructions.
        #[allow(unsafe_code)]
        return unsafe { playouts_with_popcnt::<P>(matches, seed) };
    }
    plain_playouts::<P>(matches, seed)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1")]
fn playouts_with_popcnt<P: Position>(matches: u64, seed: u64) -> Sums {
    plain_playouts::<P>(matches, seed)
}

/// Inlined, so that it is compiled for the processor of its caller.
#[inline(always)]
fn plain_playouts<P: Position>(matches: u64, seed: u64) -> Sums {
    let mut rng = Rng::with_seed(seed);
    let mut sums = Sums::default();
    for _ in 0..matches {
        let (length, winner) = playout::<P>(&mut rng);
        let mover = (length % 2) as usize;
        match winner {
            Winner::Mover => sums.goals[mover] += 100,
            Winner::Other => sums.goals[1 - mover] += 100,
            Winner::Nobody => sums.goals = sums.goals.map(|sum| sum + 50),
        }
        sums.matches += 1;
        sums.steps += length;
    }
    sums
}

#[inline(always)]
fn playout<P: Position>(rng: &mut Rng) -> (u64, Winner) {
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

/// The numbers of move sequences of length 1 to `depth`. A sequence ends where the match does.
pub fn perft<P: Position>(depth: usize) -> Vec<u64> {
    let mut counts = vec![0; depth];
    count(P::start(), &mut counts);
    counts
}

fn count<P: Position>(position: P, counts: &mut [u64]) {
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
