//! The vector environment is judged by the reference back end: library games and public sheets, every kind of lanes, every
//! mode of autoreset, with resets, rewards, masks, truncation and joint moves.

use crate::public::{SEED, budget, build, library, public_sheets, scrambled, until, within};
use senet_engine::{
    ActionRows, Autoreset, BackEnd, BitRows, EnvError, EnvOptions, Game, LaneKind, MoveId,
    RewardScale, State, StepArrays, Stopped, VectorEnv, Width, legal_moves, random_joint,
};

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// More than a word of lanes, and not a multiple of it.
const LANES: usize = 70;
/// The lanes that the reference back end follows.
const JUDGED: [usize; 3] = [0, 63, 69];
const MODES: [Autoreset; 3] = [
    Autoreset::SameStep,
    Autoreset::NextStep,
    Autoreset::Disabled,
];
const STEP_LIMIT: u32 = 11;
/// From this number of seconds on, as in `make verify`, the test must judge all library games and a hundred public sheets.
const LONG_SECONDS: f64 = 1800.0;

#[test]
fn environment_agrees_on_library_games() {
    check(library(), |text| text, [1, library().len()]);
}

#[test]
fn environment_agrees_on_scrambled_library_games() {
    check(library(), scrambled, [1, library().len()]);
}

#[test]
fn environment_agrees_on_public_sheets() {
    check(public_sheets(), |text| text, [1, 100]);
}

fn kinds() -> Vec<LaneKind> {
    let widths = Width::ALL.into_iter().filter(|width| width.is_available());
    widths
        .map(LaneKind::Vector)
        .chain([LaneKind::Single])
        .collect()
}

/// Judges every sheet, within the time budget. Sheets that do not ground in their share of it are skipped. `fewest` sheets must be
/// judged in a short and in a long run.
fn check(sheets: Vec<PathBuf>, change: impl Fn(String) -> String, fewest: [usize; 2]) {
    let end = budget(15.0);
    let seconds = end.saturating_duration_since(Instant::now()).as_secs_f64();
    let fewest = fewest[usize::from(seconds > LONG_SECONDS - 1.0)];
    // Most sheets need little time, a few need much.
    let share = (5.0 * seconds / sheets.len().max(1) as f64).max(2.0);
    let (mut judged, mut states, mut skipped) = (0, 0, Vec::new());
    for (number, sheet) in sheets.iter().enumerate() {
        if Instant::now() >= end {
            break;
        }
        let text = change(std::fs::read_to_string(sheet).expect("a sheet is text"));
        match judge_sheet(&text, number, within(share, end)) {
            Ok(Some(seen)) => {
                judged += 1;
                states += seen;
            }
            Ok(None) => skipped.push(sheet.display().to_string()),
            Err(difference) => panic!("{}: {difference}", sheet.display()),
        }
    }
    eprintln!(
        "{judged} of {} sheets judged, {states} lane states; without judgement: {skipped:?}",
        sheets.len()
    );
    assert!(
        sheets.is_empty() || judged >= fewest,
        "{judged} sheets were judged, {fewest} are needed"
    );
}

/// Judges every kind of lanes on one sheet, each for its share of the time. Returns the number of judged lane states, or `None` if
/// the sheet has no environment or a kind made no step in time.
fn judge_sheet(text: &str, number: usize, end: Instant) -> Result<Option<usize>, String> {
    let Ok(loaded) = build(text, BackEnd::Circuit, until(end)) else {
        return Ok(None);
    };
    let Ok(judge) = build(text, BackEnd::Reference, until(end)) else {
        return Ok(None);
    };
    let game: Arc<dyn Game> = Arc::from(loaded.game);
    let mut states = 0;
    let several = several_choose(&*judge.game, end);
    let share = end.saturating_duration_since(Instant::now()) / kinds().len() as u32;
    for (turn, kind) in kinds().into_iter().enumerate() {
        let options = EnvOptions {
            lanes: Some(LANES),
            seed: SEED,
            threads: 1 + turn % 2,
            autoreset: MODES[(number + turn) % MODES.len()],
            step_limit: number.is_multiple_of(2).then_some(STEP_LIMIT),
            joint: number.is_multiple_of(3) || several,
            rewards: RewardScale::Goal,
            kind: Some(kind),
            ..EnvOptions::default()
        };
        match Play::new(&*judge.game, game.clone(), &options) {
            Ok(mut play) => {
                let seen = play
                    .run(40, end.min(Instant::now() + share))
                    .map_err(|error| format!("{kind:?}, {options:?}: {error}"))?;
                if seen <= JUDGED.len() {
                    return Ok(None);
                }
                states += seen;
            }
            Err(EnvError::OverAtStart | EnvError::NoLegalMove { .. } | EnvError::Compile(_)) => {
                return Ok(None);
            }
            Err(error) => return Err(format!("{kind:?}: {error}")),
        }
    }
    Ok(Some(states))
}

/// Returns true if several roles have a choice in some state of a few random matches.
fn several_choose(game: &dyn Game, end: Instant) -> bool {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut look = || -> Result<bool, Stopped> {
        for _ in 0..4 {
            let mut state = game.initial()?;
            for _ in 0..60 {
                if game.is_terminal(&state)? || Instant::now() >= end {
                    break;
                }
                let legal = legal_moves(game, &state)?;
                if legal.iter().filter(|moves| moves.len() > 1).count() > 1 {
                    return Ok(true);
                }
                let Some(joint) = random_joint(&legal, &mut rng) else {
                    break;
                };
                state = game.next(&state, &joint)?;
            }
        }
        Ok(false)
    };
    look().unwrap_or(true)
}

/// The state of a judged lane in the reference back end.
struct Expected {
    state: State,
    steps: u32,
    over: bool,
}

/// The arrays of a step.
#[derive(Default, Clone)]
struct Arrays {
    observations: Vec<u8>,
    finals: Vec<u64>,
    masks: Vec<u8>,
    movers: Vec<i8>,
    choosers: Vec<u8>,
    rewards: Vec<f32>,
    terminated: Vec<u8>,
    truncated: Vec<u8>,
}

impl Arrays {
    fn of(env: &VectorEnv) -> Arrays {
        let (rows, lanes) = (env.row_lengths(), env.lanes());
        Arrays {
            observations: vec![9; rows.fluents * lanes],
            finals: vec![9; rows.fluents.div_ceil(64) * lanes],
            masks: vec![9; rows.mask * lanes],
            movers: vec![9; lanes],
            choosers: vec![9; rows.roles * lanes],
            rewards: vec![9.0; rows.roles * lanes],
            terminated: vec![9; lanes],
            truncated: vec![9; lanes],
        }
    }

    fn views(&mut self) -> StepArrays<'_> {
        StepArrays {
            observations: BitRows::Bytes(&mut self.observations),
            final_observations: BitRows::Packed(&mut self.finals),
            masks: BitRows::Bytes(&mut self.masks),
            movers: &mut self.movers,
            choosers: &mut self.choosers,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
        }
    }
}

/// An environment that plays random moves, and its judge.
struct Play<'a> {
    judge: &'a dyn Game,
    env: VectorEnv,
    options: EnvOptions,
    arrays: Arrays,
    lanes: Vec<Expected>,
}

impl<'a> Play<'a> {
    fn new(
        judge: &'a dyn Game,
        game: Arc<dyn Game>,
        options: &EnvOptions,
    ) -> Result<Play<'a>, EnvError> {
        let env = VectorEnv::new(game, options)?;
        let lane = |_| {
            Ok(Expected {
                state: judge.initial()?,
                steps: 0,
                over: false,
            })
        };
        let lanes = JUDGED.iter().map(lane).collect::<Result<_, Stopped>>()?;
        Ok(Play {
            judge,
            arrays: Arrays::of(&env),
            env,
            options: options.clone(),
            lanes,
        })
    }

    /// Plays and judges some steps. Returns the number of judged lane states.
    fn run(&mut self, steps: usize, end: Instant) -> Result<usize, String> {
        self.env
            .reset(None, Some(SEED), self.arrays.views())
            .map_err(|error| error.to_string())?;
        let mut actions = vec![0; self.env.lanes() * self.env.actions_of_lane()];
        let mut seen = 0;
        for step in 0..steps {
            for (at, lane) in JUDGED.into_iter().enumerate() {
                match self.judge_view(at) {
                    Err(Judged::Stopped) => return Ok(seen),
                    Err(Judged::Differs(what)) => {
                        return Err(format!("step {step}, lane {lane}: {what}"));
                    }
                    Ok(()) => seen += 1,
                }
            }
            if Instant::now() >= end {
                break;
            }
            self.env
                .sample(&mut actions)
                .map_err(|error| error.to_string())?;
            let given = match self.options.joint {
                true => ActionRows::Joint(&actions),
                false => ActionRows::Movers(&actions),
            };
            match self.env.step(given, self.arrays.views()) {
                Ok(()) => {}
                // The rules of some public sheets break the standard, and the environment reports
                // it.
                Err(EnvError::UndefinedGoal { .. } | EnvError::NoLegalMove { .. }) => {
                    return Ok(seen);
                }
                Err(EnvError::SeveralChoose { .. }) if !self.options.joint => return Ok(seen),
                Err(error) => return Err(error.to_string()),
            }
            for (at, lane) in JUDGED.into_iter().enumerate() {
                match self.judge_step(at, &actions) {
                    Err(Judged::Stopped) => return Ok(seen),
                    Err(Judged::Differs(what)) => {
                        return Err(format!("step {step}, lane {lane}: {what}"));
                    }
                    Ok(()) => {}
                }
            }
            if self.options.autoreset == Autoreset::Disabled && step % 9 == 8 {
                self.reset_ended().map_err(|error| error.to_string())?;
            }
        }
        Ok(seen)
    }

    /// Resets the lanes that are over, as a user does without autoreset.
    fn reset_ended(&mut self) -> Result<(), EnvError> {
        let ended = self.arrays.terminated.iter().zip(&self.arrays.truncated);
        let chosen: Vec<bool> = ended
            .map(|(&terminated, &truncated)| terminated + truncated > 0)
            .collect();
        self.env.reset(Some(&chosen), None, self.arrays.views())?;
        for (lane, &at) in self.lanes.iter_mut().zip(&JUDGED) {
            if chosen[at] {
                *lane = Expected {
                    state: self.judge.initial()?,
                    steps: 0,
                    over: false,
                };
            }
        }
        Ok(())
    }

    /// Judges observation, mask, movers and choosers of a lane.
    fn judge_view(&self, at: usize) -> Result<(), Judged> {
        let (lane, expected) = (JUDGED[at], &self.lanes[at]);
        same(
            "fluents",
            self.fluents(lane),
            self.judge.fluents(&expected.state),
        )?;
        let (roles, actions) = (self.judge.roles().len(), self.env.actions().len());
        let rows = if self.options.joint { roles } else { 1 };
        let masks: Vec<&[u8]> = self.arrays.masks[lane * rows * actions..][..rows * actions]
            .chunks(actions)
            .collect();
        let mover = self.arrays.movers[lane];
        if expected.over {
            same("mover", mover, -1)?;
            return same(
                "mask of an ended lane",
                masks.iter().all(|row| row.iter().all(|&one| one == 1)),
                true,
            );
        }
        let mut choosers = Vec::new();
        for role in 0..roles {
            let legal = self.judge.legal(&expected.state, role)?;
            choosers.push(u8::from(legal.len() > 1));
            let texts: Vec<String> = legal
                .iter()
                .map(|&id| self.judge.move_name(role, id))
                .collect();
            let row = if self.options.joint {
                Some(role)
            } else {
                (mover == role as i8).then_some(0)
            };
            if let Some(row) = row {
                same("mask", self.names(masks[row]), texts)?;
            }
        }
        same(
            "choosers",
            &self.arrays.choosers[lane * roles..][..roles],
            &choosers[..],
        )?;
        let chance = self.judge.roles().iter().position(|role| role == "random");
        let first = (0..roles).find(|&role| choosers[role] == 1 && Some(role) != chance);
        match first.or(chance.filter(|&role| choosers[role] == 1)) {
            Some(role) => same("mover", mover, role as i8),
            None => same("mover is a role", (0..roles as i8).contains(&mover), true),
        }
    }

    /// Judges the flags and rewards of the step that these actions made, and follows it.
    fn judge_step(&mut self, at: usize, actions: &[i32]) -> Result<(), Judged> {
        let lane = JUDGED[at];
        let roles = self.judge.roles().len();
        let rewards = self.arrays.rewards[lane * roles..][..roles].to_vec();
        let flags = (self.arrays.terminated[lane], self.arrays.truncated[lane]);
        let (over, restarts) = (
            self.lanes[at].over,
            self.options.autoreset == Autoreset::NextStep,
        );
        if over && restarts {
            self.lanes[at] = Expected {
                state: self.judge.initial()?,
                steps: 0,
                over: false,
            };
            same("flags of a restart", flags, (0, 0))?;
            return same("rewards of a restart", rewards, vec![0.0; roles]);
        }
        if over {
            same("an ended lane stays ended", flags.0 + flags.1, 1)?;
            return same("rewards of an ended lane", rewards, vec![0.0; roles]);
        }
        let joint = self.joint(at, actions)?;
        let expected = &mut self.lanes[at];
        expected.state = self.judge.next(&expected.state, &joint)?;
        expected.steps += 1;
        let terminal = self.judge.is_terminal(&expected.state)?;
        let cut = !terminal && self.options.step_limit == Some(expected.steps);
        expected.over = terminal || cut;
        let mut goals = vec![0.0; roles];
        for (role, goal) in goals.iter_mut().enumerate().filter(|_| terminal) {
            *goal = self
                .judge
                .goal(&expected.state, role)?
                .value()
                .map_or(f32::NAN, |value| value as f32);
        }
        let last = self.judge.fluents(&expected.state);
        if expected.over && self.options.autoreset == Autoreset::SameStep {
            *expected = Expected {
                state: self.judge.initial()?,
                steps: 0,
                over: false,
            };
        }
        same("flags", flags, (u8::from(terminal), u8::from(cut)))?;
        same("rewards", rewards, goals)?;
        same("final fluents", self.final_fluents(lane), last)
    }

    /// The joint move that the actions of a lane mean.
    fn joint(&self, at: usize, actions: &[i32]) -> Result<Vec<MoveId>, Judged> {
        let (lane, state) = (JUDGED[at], &self.lanes[at].state);
        let roles = self.judge.roles().len();
        let name = |action: i32| self.env.actions().names()[action as usize].clone();
        let mut joint = Vec::new();
        for role in 0..roles {
            let legal = self.judge.legal(state, role)?;
            let text = match self.options.joint {
                true => name(actions[lane * roles + role]),
                false if legal.len() > 1 => name(actions[lane]),
                false => legal
                    .first()
                    .map(|&id| self.judge.move_name(role, id))
                    .unwrap_or_default(),
            };
            let id = self
                .judge
                .find_move(role, &text)
                .filter(|id| legal.contains(id));
            joint.push(id.ok_or(Judged::Differs(format!(
                "`{text}` was drawn but is not legal"
            )))?);
        }
        // If chance and another role choose at once, only joint actions tell the move of chance.
        Ok(joint)
    }

    fn names(&self, mask: &[u8]) -> Vec<String> {
        let names = self.env.actions().names().iter().zip(mask);
        names
            .filter(|(_, legal)| **legal == 1)
            .map(|(name, _)| name.clone())
            .collect()
    }

    fn fluents(&self, lane: usize) -> Vec<String> {
        let names = self.env.game().fluent_names().unwrap_or_default();
        let row = &self.arrays.observations[lane * names.len()..][..names.len()];
        let held = names.iter().zip(row).filter(|(_, holds)| **holds == 1);
        held.map(|(name, _)| name.clone()).collect()
    }

    fn final_fluents(&self, lane: usize) -> Vec<String> {
        let names = self.env.game().fluent_names().unwrap_or_default();
        let length = names.len().div_ceil(64);
        let row = self.arrays.finals[lane * length..][..length].to_vec();
        self.env.game().fluents(&State::from_words(row))
    }
}

/// The reason why a lane could not be confirmed.
enum Judged {
    /// The judge ran out of time.
    Stopped,
    /// The environment and its judge differ.
    Differs(String),
}

impl From<Stopped> for Judged {
    fn from(_: Stopped) -> Judged {
        Judged::Stopped
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), Judged> {
    match found == expected {
        true => Ok(()),
        false => Err(Judged::Differs(format!(
            "{what}: {found:?} instead of {expected:?}"
        ))),
    }
}
