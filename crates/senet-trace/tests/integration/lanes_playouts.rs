//! Random matches in lanes have the same means as matches that the circuit plays one by one, on every game of the library, and those from the
//! initial state as matches of the reference.
//!
//! Seeds are fixed, so what passes once always does. A difference of four standard errors is allowed, which chance exceeds in one of
//! sixteen thousand comparisons.

use crate::public::{SEED, budget, library, until, within};
use senet_engine::{
    Circuit, CodeLimits, Game, GoalSums, Lanes, MoveWeights, PlayoutRequest, PlayoutTally, Policy,
    Reference, State, Stopped, Width, play_one_by_one,
};
use senet_gdl::{Sheet, playable};
use senet_ground::{Grounded, ground};
use senet_trace::{legal_moves, match_rng, random_joint};
use std::time::Instant;

/// Matches played one by one from each start; `SENET_PLAYOUTS` says otherwise.
const MATCHES: u32 = 200;
/// So many times more are played in lanes.
const MORE: u32 = 20;

#[test]
fn means_agree_on_library_games() {
    on_library_games(60.0, |text, name, end| {
        let (judge, lanes) = with_circuit(text, end)?;
        let judge = Stoppable { judge, end };
        judge
            .check(&lanes, name)
            .map_err(|stopped| stopped.to_string())
    });
}

/// The reference plays a tenth as many matches: it is slow.
#[test]
fn means_agree_with_the_reference() {
    on_library_games(20.0, |text, name, end| {
        let (circuit, lanes) = with_circuit(text, end)?;
        check_by_reference(text, &circuit, &lanes, name, end).map_err(|stopped| stopped.to_string())
    });
}

/// Checks game after game within so many seconds, and tells which were not finished.
fn on_library_games(seconds: f64, check: impl Fn(&str, &str, Instant) -> Result<usize, String>) {
    let start = Instant::now();
    let end = budget(seconds);
    let share = (end - start).as_secs_f64() / 15.0;
    let sheets = library();
    let (mut compared, mut games, mut cut) = (0, 0, Vec::new());
    for sheet in sheets.iter().take_while(|_| Instant::now() < end) {
        let text = std::fs::read_to_string(sheet).expect("a sheet is text");
        let name = sheet.display().to_string();
        match check(&text, &name, within(share, end)) {
            Ok(number) => (compared, games) = (compared + number, games + 1),
            Err(reason) => cut.push(format!("{name}: {reason}")),
        }
    }
    eprintln!(
        "{compared} means compared on {games} of {} games",
        sheets.len()
    );
    cut.iter()
        .for_each(|reason| eprintln!("cut short: {reason}"));
    assert!(compared > 0, "not one mean was compared");
}

fn matches() -> u32 {
    let given = std::env::var("SENET_PLAYOUTS").ok();
    given.map_or(MATCHES, |text| text.parse().expect("a number of matches"))
}

/// The circuit of a game, and its lanes in all widths; or why there are none.
fn with_circuit(text: &str, end: Instant) -> Result<(Circuit, Vec<Lanes>), String> {
    let description = playable(&Sheet::read(text)).map_err(|_| "not playable")?;
    let mut options = senet_ground::Options::default();
    options.limits.stop = until(end).stop;
    let grounded = ground(&description, &options).map_err(|error| error.to_string())?;
    let lanes = Width::ALL
        .into_iter()
        .filter(|width| width.is_available())
        .map(|width| lanes(&grounded, width, end))
        .collect::<Result<_, _>>()?;
    Ok((Circuit::new(&grounded), lanes))
}

fn check_by_reference(
    text: &str,
    circuit: &Circuit,
    lanes: &[Lanes],
    name: &str,
    end: Instant,
) -> Result<usize, Stopped> {
    let description = playable(&Sheet::read(text)).expect("it was playable");
    let judge = Stoppable {
        judge: Reference::new(&description, until(end))?,
        end,
    };
    let truth = judge.play(&few(&[judge.judge.initial()?]))?;
    let initial = [circuit.initial()?];
    let mut compared = 0;
    for lanes in lanes {
        let what = format!("{name}, {} by the reference", lanes.counts().width.name());
        compared += compare(lanes, &few(&initial), &truth, &what)?;
    }
    Ok(compared)
}

/// A request for a tenth of the matches.
fn few(starts: &[State]) -> PlayoutRequest<'_> {
    PlayoutRequest {
        squared_lengths: true,
        ..PlayoutRequest::new(starts, matches() / 10, SEED)
    }
}

fn lanes(grounded: &Grounded, width: Width, end: Instant) -> Result<Lanes, String> {
    let circuit = Box::new(Circuit::new(grounded));
    let lanes = Lanes::new(circuit, width, CodeLimits::default(), until(end));
    lanes.map_err(|(_, reason)| reason)
}

/// A judge who plays one match after the other, and the time at which to stop asking it.
struct Stoppable<G> {
    judge: G,
    end: Instant,
}

impl<G: Game> Stoppable<G> {
    /// Matches one by one, in small portions. The seeds of the portions are fixed, so the answer is, too.
    fn play(&self, request: &PlayoutRequest) -> Result<Vec<PlayoutTally>, Stopped> {
        let portion = 5;
        let mut sums = vec![PlayoutTally::new(self.judge.roles().len()); request.starts.len()];
        for number in 0..request.each.div_ceil(portion) {
            if Instant::now() >= self.end {
                return Err(Stopped::Signalled);
            }
            let part = PlayoutRequest {
                each: portion.min(request.each - number * portion),
                seed: request.seed + u64::from(number),
                ..*request
            };
            let played = play_one_by_one(&self.judge, &part)?;
            let pairs = sums.iter_mut().zip(&played.tallies);
            pairs.for_each(|(sum, tally)| sum.merge(tally));
        }
        Ok(sums)
    }

    fn check(&self, lanes: &[Lanes], name: &str) -> Result<usize, Stopped> {
        let initial = [self.judge.initial()?];
        let starts = walk(&self.judge)?;
        let weights = weights(&self.judge);
        let each = matches();
        let plain = PlayoutRequest {
            squared_lengths: true,
            ..PlayoutRequest::new(&initial, each, SEED)
        };
        let several = PlayoutRequest {
            starts: &starts,
            each: each.div_ceil(4),
            ..plain
        };
        let mut compared = 0;
        for (what, request) in [
            ("plain", plain),
            ("several starts", several),
            (
                "depth limit",
                PlayoutRequest {
                    depth_limit: Some(5),
                    ..several
                },
            ),
            (
                "weights and details",
                PlayoutRequest {
                    policy: Policy::Weighted(&weights),
                    details: true,
                    ..plain
                },
            ),
        ] {
            let truth = self.play(&request)?;
            for lanes in lanes {
                let width = lanes.counts().width.name();
                let what = format!("{name}, {width}, {what}");
                compared += compare(lanes, &request, &truth, &what)?;
            }
        }
        Ok(compared)
    }
}

/// Plays more of the same matches in lanes and compares all means with those of the judge.
fn compare(
    lanes: &Lanes,
    request: &PlayoutRequest,
    truth: &[PlayoutTally],
    what: &str,
) -> Result<usize, Stopped> {
    let request = PlayoutRequest {
        each: request.each * MORE,
        ..*request
    };
    let played = lanes.playouts(&request)?;
    check_sums(lanes, &request, &played.tallies, what)?;
    if request.details {
        let count = played.matches.len() as u64;
        assert_eq!(
            count,
            played
                .tallies
                .iter()
                .map(PlayoutTally::matches)
                .sum::<u64>()
        );
        let steps: u64 = played.matches.iter().map(|m| u64::from(m.length)).sum();
        assert_eq!(steps, played.tallies.iter().map(|t| t.steps).sum::<u64>());
    }
    let mut compared = 0;
    for (start, (found, truth)) in played.tallies.iter().zip(truth).enumerate() {
        let what = format!("{what}, start {start}");
        assert_eq!(found.matches(), u64::from(request.each), "{what}");
        let lengths = [found, truth].map(|t| Sample {
            count: t.matches() as f64,
            sum: t.steps as f64,
            squares: t.squared_lengths as f64,
            range: 0.0,
        });
        check_means(lengths, &format!("{what}, length"));
        let roles = 0..truth.goals.len();
        let valid = roles.map(|role| [found, truth].map(|t| t.goals[role].valid));
        let stopped = [[found.cut, truth.cut], [found.stuck, truth.stuck]];
        for [few, of_truth] in stopped.into_iter().chain(valid) {
            let shares = [(found, few), (truth, of_truth)].map(|(all, part)| Sample {
                count: all.matches() as f64,
                sum: part as f64,
                squares: part as f64,
                range: 1.0,
            });
            check_means(shares, &format!("{what}, a share of the matches"));
        }
        for (role, (found, truth)) in found.goals.iter().zip(&truth.goals).enumerate() {
            let samples = [found, truth].map(Sample::of_goals);
            check_means(samples, &format!("{what}, goal of role {role}"));
        }
        compared += 3 + 2 * found.goals.len();
    }
    Ok(compared)
}

/// The same matches are played whether or not their lengths are squared, and on however many threads.
fn check_sums(
    lanes: &Lanes,
    request: &PlayoutRequest,
    tallies: &[PlayoutTally],
    what: &str,
) -> Result<(), Stopped> {
    let other = lanes.playouts(&PlayoutRequest {
        squared_lengths: false,
        threads: 2,
        ..*request
    })?;
    for (other, tally) in other.tallies.iter().zip(tallies) {
        let key = |t: &PlayoutTally| (t.ended, t.cut, t.stuck, t.steps, t.goals.clone());
        assert_eq!(key(other), key(tally), "{what}");
    }
    Ok(())
}

/// Numbers by their sums.
#[derive(Clone, Copy, Debug)]
struct Sample {
    count: f64,
    sum: f64,
    squares: f64,
    /// From the least to the greatest number, where that is known.
    range: f64,
}

impl Sample {
    fn of_goals(sums: &GoalSums) -> Sample {
        Sample {
            count: sums.valid as f64,
            sum: sums.sum as f64,
            squares: sums.squares as f64,
            range: 100.0,
        }
    }
}

/// If both samples come from the same matches, their means differ by less than four standard errors. The spread is that of both
/// together, since one alone may have missed what is rare; and what is rare is not normally distributed, so a match or two of the smaller
/// sample may be out of the ordinary.
fn check_means(samples: [Sample; 2], what: &str) {
    let [found, truth] = samples;
    let (count, range) = (found.count + truth.count, found.range.max(truth.range));
    if found.count == 0.0 || truth.count == 0.0 {
        return;
    }
    let mean = (found.sum + truth.sum) / count;
    let variance = ((found.squares + truth.squares) / count - mean * mean).max(0.0);
    let error = (variance * (1.0 / found.count + 1.0 / truth.count)).sqrt();
    let rare = 1.5 * range / found.count.min(truth.count);
    let difference = (found.sum / found.count - truth.sum / truth.count).abs();
    assert!(
        difference <= 4.0 * error + rare + 1e-9,
        "{what}: means {} and {} differ by {:.1} standard errors",
        found.sum / found.count,
        truth.sum / truth.count,
        difference / error
    );
}

/// Some states of a random match, the last of them included.
fn walk(game: &dyn Game) -> Result<Vec<State>, Stopped> {
    let mut rng = match_rng(SEED, 1);
    let mut states = vec![game.initial()?];
    for _ in 0..30 {
        let state = &states[states.len() - 1];
        let joint = random_joint(&legal_moves(game, state)?, &mut rng);
        match joint {
            Some(joint) if !game.is_terminal(state)? => states.push(game.next(state, &joint)?),
            _ => break,
        }
    }
    let apart = states.len().div_ceil(4);
    let last = states[states.len() - 1].clone();
    let mut some: Vec<State> = states.into_iter().step_by(apart).collect();
    some.push(last);
    Ok(some)
}

/// Weights for the first moves of each role; the rest weighs 1.
fn weights(game: &dyn Game) -> MoveWeights {
    let mut rng = match_rng(SEED, 2);
    let own = |_: &String| (0..40).map(|_| [0, 1, 5, 200][rng.usize(..4)]).collect();
    MoveWeights {
        weights: game.roles().iter().map(own).collect(),
    }
}
