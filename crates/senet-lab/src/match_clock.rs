//! `senet lab clock`: measures whether players keep to their clocks.

use super::pauses::Pauses;
use clap::Args;
use senet_arena::{Clocks, MatchEvent, MatchSetup, Rules, play, read_players, seat_players};
use senet_console::cells;
use senet_console::table::{TextTable, left, right};
use senet_console::{BackEndArgs, Common, Failure, Out, back_end::load_rules, progress, source};
use senet_engine::spread_seed;
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Tolerated overrun of the play clock, in milliseconds.
const TOLERATED_MS: f64 = 50.0;

/// Measures how far players overrun their play clock, with one match per core
///
/// The measured time runs from the request of the match to the player's answer. The exit code is 1 if a move overruns
/// the clock by more than 50 ms. A second column excludes the time in which the player's thread was not running. On a
/// busy machine, this separates the load of other programs from the player's own delay.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab clock\n  senet lab clock --players uct,mtdf --games checkers --moves 100 --play-clock 0.5"
)]
pub struct ClockLab {
    /// Games to play; matches rotate over them
    #[arg(
        long,
        value_name = "G1,G2,…",
        value_delimiter = ',',
        default_value = "tic-tac-toe,connect-four,breakthrough,checkers,othello,hex,pentago,amazons-6x6,chess,rock-paper-scissors"
    )]
    games: Vec<String>,
    /// Players: one for all roles, or one per role
    #[arg(long, value_name = "P1,P2,…", default_value = "uct")]
    players: String,
    /// Minimum number of moves to measure
    #[arg(long, value_name = "N", default_value_t = 1000)]
    moves: usize,
    /// Seconds per move
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    play_clock: f64,
    /// Seconds before the first move
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    start_clock: f64,
    /// Matches in parallel [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    at_once: Option<u16>,
    #[command(flatten)]
    back_end: BackEndArgs,
}

/// The waiting times of a game's matches, in milliseconds.
#[derive(Clone, Debug)]
struct Waits {
    game: String,
    milliseconds: Vec<f64>,
    /// The waiting times without pauses of the player's thread.
    unpaused: Vec<f64>,
    /// Moves that were substituted, because the answer was late or illegal.
    troubles: usize,
}

impl Waits {
    fn add(&mut self, other: Waits) {
        self.milliseconds.extend(other.milliseconds);
        self.unpaused.extend(other.unpaused);
        self.troubles += other.troubles;
    }
}

impl ClockLab {
    /// Plays the matches and measures the waiting times.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let setups = self.setups(common)?;
        let empty = setups.iter().map(|setup| Waits {
            game: setup.rules.name.clone(),
            milliseconds: Vec::new(),
            unpaused: Vec::new(),
            troubles: 0,
        });
        let waits = Mutex::new(empty.collect::<Vec<_>>());
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let bar = progress::bar(self.moves, "moves");
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let failed = Mutex::new(None);
        std::thread::scope(|scope| {
            for _ in 0..self.at_once.map_or(processors, usize::from) {
                scope.spawn(|| {
                    while done.load(Ordering::Relaxed) < self.moves && !common.deadline().is_over()
                    {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let at = number % setups.len();
                        let setup = MatchSetup {
                            seed: spread_seed(common.seed, number as u64),
                            ..setups[at].clone()
                        };
                        match measured(setup, &done, self.moves) {
                            Ok(new) => lock(&waits)[at].add(new),
                            Err(error) => {
                                *lock(&failed) = Some(error);
                                return;
                            }
                        }
                        bar.set_position(done.load(Ordering::Relaxed) as u64);
                    }
                });
            }
        });
        bar.finish_and_clear();
        if let Some(error) = lock(&failed).take() {
            return Err(Failure::new(error));
        }
        let waits = lock(&waits).clone();
        self.tell(&waits, common)
    }

    fn setups(&self, common: &Common) -> Result<Vec<MatchSetup>, Failure> {
        self.games
            .iter()
            .map(|game| self.setup(game, common))
            .collect()
    }

    fn setup(&self, game: &str, common: &Common) -> Result<MatchSetup, Failure> {
        let told = |error: &dyn std::fmt::Display| Failure::new(format!("{game}: {error}"));
        let rules: Rules = load_rules(&source::find(game, common)?, &self.back_end, common)?;
        let players = read_players(&self.players).map_err(|error| told(&error))?;
        let players = seat_players(&rules, &players).map_err(|error| told(&error))?;
        let clocks = Clocks::seconds(self.start_clock, self.play_clock);
        Ok(MatchSetup {
            players,
            ..MatchSetup::of(rules, Vec::new(), clocks, common.seed)
        })
    }

    fn tell(&self, waits: &[Waits], common: &Common) -> Result<(), Failure> {
        let clock = self.play_clock * 1e3;
        let all = || waits.iter().flat_map(|waits| waits.milliseconds.iter());
        let worst = all().fold(f64::MIN, |worst, wait| worst.max(wait - clock));
        let late = all().filter(|wait| **wait - clock > TOLERATED_MS).count();
        let unpaused = || waits.iter().flat_map(|waits| waits.unpaused.iter());
        let worst_unpaused = unpaused().fold(f64::MIN, |worst, wait| worst.max(wait - clock));
        let mut out = Out::new();
        if common.json {
            let games: Vec<_> = waits.iter().map(|waits| row(waits, clock)).collect();
            out.json(&json!({
                "players": self.players,
                "moves": all().count(),
                "play_clock_ms": clock,
                "worst_overrun_ms": worst,
                "worst_unpaused_overrun_ms": worst_unpaused,
                "late": late,
                "games": games,
            }))?;
        } else {
            let numbers = ["moves", "mean ms", "overrun ms", "unpaused"].map(right);
            let mut table = TextTable::new([left("game")].into_iter().chain(numbers));
            for waits in waits.iter().filter(|waits| !waits.milliseconds.is_empty()) {
                let (mean, over) = (mean(waits), worst_of(&waits.milliseconds) - clock);
                let own = worst_of(&waits.unpaused) - clock;
                let times = [mean, over, own].map(|ms| format!("{ms:.1}"));
                let cells = cells![waits.game, waits.milliseconds.len()];
                table.row(cells.into_iter().chain(times));
            }
            out.text(&table.to_string())?;
            out.line(format!(
                "\n{} moves of {} under a clock of {clock} ms: worst overrun {worst:+.1} ms ({worst_unpaused:+.1} ms without pauses), {late} above {TOLERATED_MS} ms",
                all().count(),
                self.players
            ))?;
        }
        out.flush()?;
        match late {
            0 => Ok(()),
            _ => Err(Failure::No),
        }
    }
}

/// Locks a mutex. After a panic elsewhere, the measurements are still valid.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn mean(waits: &Waits) -> f64 {
    waits.milliseconds.iter().sum::<f64>() / waits.milliseconds.len().max(1) as f64
}

fn worst_of(milliseconds: &[f64]) -> f64 {
    milliseconds.iter().copied().fold(0.0, f64::max)
}

fn row(waits: &Waits, clock: f64) -> serde_json::Value {
    json!({
        "game": waits.game,
        "moves": waits.milliseconds.len(),
        "mean_ms": mean(waits),
        "worst_overrun_ms": worst_of(&waits.milliseconds) - clock,
        "worst_unpaused_overrun_ms": worst_of(&waits.unpaused) - clock,
        "troubles": waits.troubles,
    })
}

/// Plays a match until it ends, or until all matches together have made enough moves.
fn measured(mut setup: MatchSetup, done: &AtomicUsize, enough: usize) -> Result<Waits, String> {
    // Enough moves end only this match, not the command.
    setup.deadline = setup.deadline.within(Duration::MAX);
    let stop = setup.deadline.clone();
    let mut waits = Waits {
        game: setup.rules.name.clone(),
        milliseconds: Vec::new(),
        unpaused: Vec::new(),
        troubles: 0,
    };
    let pauses = Pauses::default();
    setup.players = setup.players.iter().map(|who| pauses.watch(who)).collect();
    let played = play(&setup, &mut |moment| {
        let MatchEvent::Moved(_, turn) = moment else {
            return;
        };
        waits.troubles += turn.faults.iter().flatten().count();
        let thinking = turn.thinking.iter().enumerate();
        let asked = thinking.filter_map(|(role, wait)| Some((role, (*wait)?)));
        let asked: Vec<(usize, Duration)> = asked.collect();
        for &(role, wait) in &asked {
            let unpaused = wait.saturating_sub(pauses.last(role));
            waits.milliseconds.push(wait.as_secs_f64() * 1e3);
            waits.unpaused.push(unpaused.as_secs_f64() * 1e3);
        }
        if done.fetch_add(asked.len(), Ordering::Relaxed) + asked.len() >= enough {
            stop.cancel();
        }
    });
    match played {
        Ok(_) => Ok(waits),
        Err(error) => Err(format!("{}: {error}", waits.game)),
    }
}
