//! Matches between two players at equal processor time, in pairs with the same opening and seats swapped.

use super::score::Score;
use fastrand::Rng;
use rayon::prelude::*;
use senet_arena::Rules;
use senet_console::Failure;
use senet_engine::{MoveId, State, Stopped, spread_seed};
use senet_search::{Budget, Clock, Player, PlayerName, Setting, chance_role, player};
use std::time::Duration;

/// No match is longer than this; what is not over by then is a draw.
const MOST_MOVES: usize = 2000;

/// One side of a duel.
#[derive(Clone, Debug)]
pub struct Side {
    /// The player.
    pub player: PlayerName,
    /// Seconds of processor time for each move.
    pub seconds: f64,
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The two sides.
    pub sides: [Side; 2],
    /// How many matches; an even number.
    pub matches: usize,
    /// Random joint moves before the players take over.
    pub opening: usize,
    /// Seconds of processor time before the first move.
    pub start_seconds: f64,
    /// Where all random choices come from.
    pub seed: u64,
}

/// What came out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// The score of the first side.
    pub score: Score,
    /// How much each side thought.
    pub effort: [Effort; 2],
}

/// How much a side thought.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Moves for which it had a choice.
    pub moves: u64,
    /// Random matches.
    pub simulations: u64,
    /// Seconds of processor time.
    pub seconds: f64,
}

impl Effort {
    /// Random matches per second.
    pub fn rate(&self) -> f64 {
        self.simulations as f64 / self.seconds.max(1e-9)
    }
}

impl Duel {
    /// Plays the duel on all processors, a match on each; `done` is called after every match.
    pub fn play(&self, rules: &Rules, done: &(dyn Fn() + Sync)) -> Result<Outcome, Failure> {
        let roles = players_of(rules)?;
        let played: Vec<Outcome> = (0..self.matches)
            .into_par_iter()
            .map(|number| {
                let played = self.play_one(rules, roles, number);
                done();
                played
            })
            .collect::<Result<_, Failure>>()?;
        Ok(played.into_iter().fold(Outcome::default(), add))
    }

    fn play_one(
        &self,
        rules: &Rules,
        roles: [usize; 2],
        number: usize,
    ) -> Result<Outcome, Failure> {
        let seed = spread_seed(self.seed, number as u64 / 2);
        let seats = match number % 2 {
            0 => roles,
            _ => [roles[1], roles[0]],
        };
        let mut seated = Vec::new();
        for (side, role) in self.sides.iter().zip(seats) {
            seated.push((role, self.seat(rules, side, role, seed)?));
        }
        let mut rng = Rng::with_seed(seed);
        let mut match_of = MatchOf {
            rules,
            sides: &self.sides,
            seated,
            effort: Default::default(),
        };
        let end = match_of.run(self.opening, &mut rng).map_err(stopped)?;
        let end = end.as_ref();
        let goal = |role| end.map_or(Ok(0), |state| goal_of(rules, state, role));
        let mut outcome = Outcome {
            effort: match_of.effort,
            ..Outcome::default()
        };
        outcome.score.add(goal(seats[0])?, goal(seats[1])?);
        Ok(outcome)
    }

    fn seat(
        &self,
        rules: &Rules,
        side: &Side,
        role: usize,
        seed: u64,
    ) -> Result<Box<dyn Player>, Failure> {
        let setting = Setting {
            game: rules.game.clone(),
            role,
            seed: spread_seed(seed, role as u64),
            learn: rules.learn.clone(),
        };
        let told = |error: senet_search::PlayerError| Failure::new(error.to_string());
        let mut seated = player(&side.player, setting).map_err(told)?;
        let budget = Budget::time(
            Clock::ThreadCpu,
            Duration::from_secs_f64(self.start_seconds),
        );
        seated.prepare(&budget).map_err(stopped)?;
        Ok(seated)
    }
}

struct MatchOf<'a> {
    rules: &'a Rules,
    sides: &'a [Side; 2],
    seated: Vec<(usize, Box<dyn Player>)>,
    effort: [Effort; 2],
}

impl MatchOf<'_> {
    /// Plays to the end; `None` if that does not come.
    fn run(&mut self, opening: usize, rng: &mut Rng) -> Result<Option<State>, Stopped> {
        let game = &*self.rules.game;
        let mut state = game.initial()?;
        for _ in 0..opening {
            let joint = random_joint(self.rules, &state, rng)?;
            let next = game.next(&state, &joint)?;
            if game.is_terminal(&next)? {
                break;
            }
            state = next;
        }
        for _ in 0..MOST_MOVES {
            if game.is_terminal(&state)? {
                return Ok(Some(state));
            }
            let mut joint = random_joint(self.rules, &state, rng)?;
            for side in 0..self.seated.len() {
                let (role, chosen) = self.choose(side, &state)?;
                joint[role] = chosen;
            }
            state = game.next(&state, &joint)?;
            for (_, player) in &mut self.seated {
                player.observe(&joint, &state);
            }
        }
        Ok(None)
    }

    fn choose(&mut self, side: usize, state: &State) -> Result<(usize, MoveId), Stopped> {
        let time = Duration::from_secs_f64(self.sides[side].seconds);
        let budget = Budget::time(Clock::ThreadCpu, time);
        let (role, player) = &mut self.seated[side];
        let choice = player.choose(state, &budget)?;
        let effort = &mut self.effort[side];
        if choice.report.stop != senet_search::Stop::OnlyMove {
            effort.moves += 1;
            effort.simulations += choice.report.simulations;
            effort.seconds += budget.elapsed().as_secs_f64();
        }
        Ok((*role, choice.chosen))
    }
}

/// A random move for every role: for openings, and for chance.
fn random_joint(rules: &Rules, state: &State, rng: &mut Rng) -> Result<Vec<MoveId>, Stopped> {
    let game = &*rules.game;
    let pick = |role| {
        let legal = game.legal(state, role)?;
        let none = || Stopped::Misuse(format!("`{}` has no legal move", game.roles()[role]));
        rng.choice(legal).ok_or_else(none)
    };
    (0..game.roles().len()).map(pick).collect()
}

fn goal_of(rules: &Rules, state: &State, role: usize) -> Result<i32, Failure> {
    let goal = rules.game.goal(state, role).map_err(stopped)?;
    Ok(goal.value().unwrap_or(0))
}

fn add(mut sum: Outcome, one: Outcome) -> Outcome {
    sum.score.merge(one.score);
    for (own, more) in sum.effort.iter_mut().zip(one.effort) {
        own.moves += more.moves;
        own.simulations += more.simulations;
        own.seconds += more.seconds;
    }
    sum
}

/// The two roles that players have.
fn players_of(rules: &Rules) -> Result<[usize; 2], Failure> {
    let game = &*rules.game;
    let chance = chance_role(game);
    let roles = (0..game.roles().len()).filter(|&role| Some(role) != chance);
    let roles: Vec<_> = roles.collect();
    roles.try_into().map_err(|roles: Vec<usize>| {
        let message = format!("{} has {} players", rules.name, roles.len());
        Failure::new(message).help("choose games for two players")
    })
}

fn stopped(stopped: Stopped) -> Failure {
    Failure::new(stopped.to_string())
}
