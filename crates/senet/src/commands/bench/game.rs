//! All measurements of one game on one reasoner.

use super::group::Group;
use super::row::Row;
use super::setup::{SetUp, set_up};
use super::timing::Schedule;
use super::{native, playouts, setup, step};
use crate::clock::stop_after;
use crate::source::Source;
use senet_engine::{BackEnd, Limits, LoadOptions, Loaded, StopSignal, Stopped};

/// What to measure of every game, and how long.
#[derive(Clone, Debug)]
pub struct Plan {
    pub groups: Vec<Group>,
    pub schedule: Schedule,
    pub threads: usize,
    /// Seconds on the wall for one game on one reasoner.
    pub time_limit: f64,
    pub seed: u64,
}

impl Plan {
    /// Measures a game on a reasoner. What cannot be measured is told in the row, so that the other games get their turn.
    pub fn measure(&self, source: &Source, back_end: Option<BackEnd>) -> Vec<Row> {
        let options = self.options(back_end);
        let set_up = set_up(source, &options);
        let mut rows = Vec::new();
        for &group in &self.groups {
            let mut row = Row::new(source, group);
            row.chosen = back_end.is_none();
            row.setup_ms = Some(set_up.setup_ms);
            row.ground_ms = set_up.ground_ms;
            let outcome = match &set_up.loaded {
                Ok(loaded) => {
                    row = row.of(loaded);
                    self.fill(&mut row, source, loaded, &set_up, &options)
                }
                Err(error) => {
                    row.back_end = back_end.map(|back_end| back_end.to_string());
                    row.problem = Some(error.to_string());
                    Ok(())
                }
            };
            if let Err(stopped) = outcome {
                row.problem = Some(stopped.to_string());
            }
            rows.push(row);
        }
        rows
    }

    /// Measures the hand-written program for a game, if there is one.
    pub fn measure_native(&self, source: &Source) -> Option<Row> {
        if !self.groups.contains(&Group::Playouts)
            || senet_native::yardstick(&source.name).is_none()
        {
            return None;
        }
        let loaded = set_up(source, &self.options(None)).loaded.ok()?;
        let roles = loaded.game.roles();
        match native::program(source, &*loaded.game) {
            Ok(Some(program)) => {
                let row = native::row(source, roles, program, self.schedule, self.seed);
                Some(row)
            }
            // Another game with the same name, or one that cannot be asked: there is no yardstick.
            Ok(None) | Err(_) => None,
        }
    }

    fn options(&self, back_end: Option<BackEnd>) -> LoadOptions {
        let stop = stop_after(self.time_limit);
        LoadOptions {
            back_end,
            limits: Limits {
                stop: stop.clone(),
                ..Limits::default()
            },
            ground: senet_ground::Limits {
                stop,
                ..senet_ground::Limits::default()
            },
            ..LoadOptions::default()
        }
    }

    fn fill(
        &self,
        row: &mut Row,
        source: &Source,
        loaded: &Loaded,
        set_up: &SetUp,
        options: &LoadOptions,
    ) -> Result<(), Stopped> {
        let (game, stop) = (&*loaded.game, &options.limits.stop);
        match row.group {
            Group::Playouts => {
                playouts::fill(row, game, self.schedule, self.seed, stop)?;
                self.add_scaling(row, loaded, stop)
            }
            Group::Step => step::fill(row, game, self.schedule, self.seed, stop),
            Group::Setup => setup::fill(row, set_up, source, options, self.schedule),
        }
    }

    fn add_scaling(
        &self,
        row: &mut Row,
        loaded: &Loaded,
        stop: &StopSignal,
    ) -> Result<(), Stopped> {
        if self.threads > 1 {
            let game = &*loaded.game;
            row.scaling = playouts::scaling(game, self.threads, self.schedule, self.seed, stop)?;
        }
        Ok(())
    }
}
