//! Playouts in lanes have the same means as playouts of the circuit back end one by one, on every library game. Playouts from the
//! initial state are also compared with the reference back end.
//!
//! The seeds are fixed, so the results are reproducible. Means may differ by four standard errors; by chance, one of sixteen thousand
//! comparisons exceeds this.

use crate::public::{SEED, budget, library, until, within};
use senet_engine::{
    BuildLimits, Circuit, CodeLimits, Game, GoalSums, Lanes, MoveWeights, PlayoutRequest,
    PlayoutTally, Policy, Reference, State, Stopped, Width, legal_moves, play_one_by_one,
    random_joint,
};
use senet_gdl::{Sheet, playable_by_force};
use senet_ground::{Grounded, ground};
use senet_trace::match_rng;
use std::time::Instant;

/// The number of playouts one by one from each start; `SENET_PLAYOUTS` overrides it.
const MATCHES: u32 = 200;
/// The number of playouts in lanes for each playout one by one.
const LANES_FACTOR: u32 = 20;

#[test]
fn means_agree_with_the_circuit() {
    on_library_games(60.0, |text, name, end| {
        let (judge, lanes) = with_circuit(text, end)?;
        let judge = Judge { game: judge, end };
        judge
            .check(&lanes, name)
            .map_err(|stopped| stopped.to_string())
    });
}

/// The reference back end is slow, so it plays a tenth of the matches.
#[test]
fn means_agree_with_the_reference() {
    on_library_games(20.0, |text, name, end| {
        let (circuit, lanes) = with_circuit(text, end)?;
        check_by_reference(text, &circuit, &lanes, name, end).map_err(|stopped| stopped.to_string())
    });
}

/// Checks game after game within the time and prints the games that were cut short.
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
    assert!(compared > 0, "no mean was compared");
}

fn matches() -> u32 {
    let given = std::env::var("SENET_PLAYOUTS").ok();
    given.map_or(MATCHES, |text| text.parse().expect("a number of matches"))
}

/// Builds the circuit of a game and its lanes in all widths.
fn with_circuit(text: &str, end: Instant) -> Result<(Circuit, Vec<Lanes>), String> {
    let description = playable_by_force(&Sheet::read(text)).map_err(|_| "not playable")?;
    let mut options = senet_ground::GroundOptions::default();
    options.limits.deadline = until(end).deadline;
    let grounded = ground(&description, &options).map_err(|error| error.to_string())?;
    let lanes = Width::ALL
        .into_iter()
        .filter(|width| width.is_available())
        .map(|width| lanes(&grounded, width, end))
        .collect::<Result<_, _>>()?;
    Ok((
        Circuit::new(&grounded, &BuildLimits::default()).unwrap(),
        lanes,
    ))
}

fn check_by_reference(
    text: &str,
    circuit: &Circuit,
    lanes: &[Lanes],
    name: &str,
    end: Instant,
) -> Result<usize, Stopped> {
    let description = playable_by_force(&Sheet::read(text)).expect("it was playable");
    let judge = Judge {
        game: Reference::new(&description, until(end))?,
        end,
    };
    let expected = judge.play(&reduced_request(&[judge.game.initial()?]))?;
    let initial = [circuit.initial()?];
    let mut compared = 0;
    for lanes in lanes {
        let what = format!(
            "{name}, {} against the reference",
            lanes.counts().width.name()
        );
        compared += compare(lanes, &reduced_request(&initial), &expected, &what)?;
    }
    Ok(compared)
}

/// Requests a tenth of the playouts.
fn reduced_request(starts: &[State]) -> PlayoutRequest<'_> {
    PlayoutRequest {
        squared_lengths: true,
        ..PlayoutRequest::new(starts, matches() / 10, SEED)
    }
}

fn lanes(grounded: &Grounded, width: Width, end: Instant) -> Result<Lanes, String> {
    let circuit = Box::new(Circuit::new(grounded, &BuildLimits::default()).unwrap());
    let lanes = Lanes::new(
        circuit,
        width,
        CodeLimits::default(),
        until(end),
        &BuildLimits::default(),
    );
    lanes.map_err(|(_, reason)| reason)
}

/// A back end that plays matches one by one, with a deadline.
struct Judge<G> {
    game: G,
    end: Instant,
}

impl<G: Game> Judge<G> {
    /// Plays matches one by one in small portions with fixed seeds, so that the result is reproducible.
    fn play(&self, request: &PlayoutRequest) -> Result<Vec<PlayoutTally>, Stopped> {
        let portion = 5;
        let mut sums = vec![PlayoutTally::new(self.game.roles().len()); request.starts.len()];
        for number in 0..request.each.div_ceil(portion) {
            if Instant::now() >= self.end {
                return Err(Stopped::Signalled);
            }
            let part = PlayoutRequest {
                each: portion.min(request.each - number * portion),
                seed: request.seed + u64::from(number),
                ..*request
            };
            let played = play_one_by_one(&self.game, &part)?;
            let pairs = sums.iter_mut().zip(&played.tallies);
            pairs.for_each(|(sum, tally)| sum.merge(tally));
        }
        Ok(sums)
    }

    fn check(&self, lanes: &[Lanes], name: &str) -> Result<usize, Stopped> {
        let initial = [self.game.initial()?];
        let starts = walk(&self.game)?;
        let weights = weights(&self.game);
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
            let expected = self.play(&request)?;
            for lanes in lanes {
                let width = lanes.counts().width.name();
                let what = format!("{name}, {width}, {what}");
                compared += compare(lanes, &request, &expected, &what)?;
            }
        }
        Ok(compared)
    }
}

/// Plays the request in lanes with more matches and compares all means with the expected ones.
fn compare(
    lanes: &Lanes,
    request: &PlayoutRequest,
    expected: &[PlayoutTally],
    what: &str,
) -> Result<usize, Stopped> {
    let request = PlayoutRequest {
        each: request.each * LANES_FACTOR,
        ..*request
    };
    let played = lanes.playouts(&request)?;
    check_reproducible(lanes, &request, &played.tallies, what)?;
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
    for (start, (found, expected)) in played.tallies.iter().zip(expected).enumerate() {
        let what = format!("{what}, start {start}");
        assert_eq!(found.matches(), u64::from(request.each), "{what}");
        let lengths = [found, expected].map(|t| Sample {
            count: t.matches() as f64,
            sum: t.steps as f64,
            squares: t.squared_lengths as f64,
            range: 0.0,
        });
        check_means(lengths, &format!("{what}, length"));
        let roles = 0..expected.goals.len();
        let valid = roles.map(|role| [found, expected].map(|t| t.goals[role].valid));
        let stopped = [[found.cut, expected.cut], [found.stuck, expected.stuck]];
        for [few, of_expected] in stopped.into_iter().chain(valid) {
            let shares = [(found, few), (expected, of_expected)].map(|(all, part)| Sample {
                count: all.matches() as f64,
                sum: part as f64,
                squares: part as f64,
                range: 1.0,
            });
            check_means(shares, &format!("{what}, a share of the matches"));
        }
        for (role, (found, expected)) in found.goals.iter().zip(&expected.goals).enumerate() {
            let samples = [found, expected].map(Sample::of_goals);
            check_means(samples, &format!("{what}, goal of role {role}"));
        }
        compared += 3 + 2 * found.goals.len();
    }
    Ok(compared)
}

/// Asserts that squared lengths and the number of threads do not change the matches.
fn check_reproducible(
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

/// A sample of numbers, given by its sums.
#[derive(Clone, Copy, Debug)]
struct Sample {
    count: f64,
    sum: f64,
    squares: f64,
    /// The greatest minus the least possible number; 0 if unknown.
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

/// Asserts that the means of two samples differ by less than four standard errors. The variance is that of both samples together,
/// since one alone may miss rare values. Rare values are not normally distributed, so a tolerance of 1.5 matches of the smaller sample
/// is added.
fn check_means(samples: [Sample; 2], what: &str) {
    let [found, expected] = samples;
    let (count, range) = (
        found.count + expected.count,
        found.range.max(expected.range),
    );
    if found.count == 0.0 || expected.count == 0.0 {
        return;
    }
    let mean = (found.sum + expected.sum) / count;
    let variance = ((found.squares + expected.squares) / count - mean * mean).max(0.0);
    let error = (variance * (1.0 / found.count + 1.0 / expected.count)).sqrt();
    let rare = 1.5 * range / found.count.min(expected.count);
    let difference = (found.sum / found.count - expected.sum / expected.count).abs();
    assert!(
        difference <= 4.0 * error + rare + 1e-9,
        "{what}: means {} and {} differ by {:.1} standard errors",
        found.sum / found.count,
        expected.sum / expected.count,
        difference / error
    );
}

/// Returns some states of a random match, including the last one.
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

/// Returns random weights for the first moves of each role. The other moves have weight 1.
fn weights(game: &dyn Game) -> MoveWeights {
    let mut rng = match_rng(SEED, 2);
    let own = |_: &String| (0..40).map(|_| [0, 1, 5, 200][rng.usize(..4)]).collect();
    MoveWeights {
        weights: game.roles().iter().map(own).collect(),
    }
}
