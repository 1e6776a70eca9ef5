//! Runs all measurements of one game on one back end.

use super::choice::BackEndSetting;
use super::group::Group;
use super::playouts::Matches;
use super::row::BenchRow;
use super::setup::{SetUp, set_up};
use super::timing::Schedule;
use super::{map, native, playouts, setup, step};
use senet_console::{Source, clock::stopwatch};
use senet_engine::{Deadline, LoadOptions, Loaded, QueryLimits, Stopped};
use std::time::Duration;

/// The groups to measure for every game, and the time limits.
#[derive(Clone, Debug)]
pub struct BenchPlan {
    pub groups: Vec<Group>,
    pub schedule: Schedule,
    pub threads: usize,
    /// Wall-clock limit in seconds for one game on one back end.
    pub game_limit: f64,
    /// The end of the whole command.
    pub deadline: Deadline,
    pub seed: u64,
}

impl BenchPlan {
    /// Measures a game on a back end. The row reports a failure, so that the run continues with the other games.
    pub fn measure(&self, source: &Source, setting: BackEndSetting) -> Vec<BenchRow> {
        let options = self.options(setting);
        let set_up = set_up(source, &options);
        let mut rows = Vec::new();
        for &group in self.groups.iter().filter(|&&group| group != Group::Map) {
            let mut row = BenchRow::new(source, group);
            row.chosen = setting.back_end.is_none();
            row.setup_ms = Some(set_up.setup_ms);
            row.ground_ms = set_up.ground_ms;
            let outcome = match &set_up.loaded {
                Ok(loaded) => {
                    row = row.of(loaded);
                    self.fill(&mut row, source, loaded, &set_up, &options)
                }
                Err(error) => {
                    row.back_end = setting.back_end.map(|back_end| back_end.to_string());
                    row.width = setting.width.map(|width| width.name().to_string());
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

    /// Tells whether any chosen group needs a back end.
    pub fn needs_back_ends(&self) -> bool {
        self.groups.iter().any(|&group| group != Group::Map)
    }

    /// Measures the mappers if the user chose that group.
    pub fn measure_maps(&self, source: &Source) -> Vec<BenchRow> {
        match self.groups.contains(&Group::Map) {
            true => map::rows(self, source),
            false => Vec::new(),
        }
    }

    /// Measures the hand-written program for a game, if there is one.
    pub fn measure_native(&self, source: &Source) -> Option<BenchRow> {
        if !self.groups.contains(&Group::Playouts)
            || senet_native::yardstick(&source.name).is_none()
        {
            return None;
        }
        let loaded = set_up(source, &self.options(BackEndSetting::default()))
            .loaded
            .ok()?;
        let roles = loaded.game.roles();
        match native::program(source, &*loaded.game) {
            Ok(Some(program)) => {
                let row = native::row(source, roles, program, self.schedule, self.seed);
                Some(row)
            }
            // The sheet only shares the name, or its moves cannot be counted. So there is no comparison.
            Ok(None) | Err(_) => None,
        }
    }

    /// The deadline of a game on a back end, which starts now.
    pub fn game_deadline(&self) -> Deadline {
        self.deadline
            .within(Duration::try_from_secs_f64(self.game_limit).unwrap_or(Duration::MAX))
    }

    fn options(&self, setting: BackEndSetting) -> LoadOptions {
        let deadline = self.game_deadline();
        LoadOptions {
            back_end: setting.back_end,
            width: setting.width,
            limits: QueryLimits {
                deadline: deadline.clone(),
                ..QueryLimits::default()
            },
            ground: senet_ground::Limits {
                deadline,
                ..senet_ground::Limits::default()
            },
            stopwatch: Some(stopwatch()),
            ..LoadOptions::default()
        }
    }

    fn fill(
        &self,
        row: &mut BenchRow,
        source: &Source,
        loaded: &Loaded,
        set_up: &SetUp,
        options: &LoadOptions,
    ) -> Result<(), Stopped> {
        let (game, deadline) = (&*loaded.game, &options.limits.deadline);
        match row.group {
            Group::Playouts => {
                let matches = Matches::new(loaded, self.seed, self.schedule, deadline)?;
                playouts::fill(row, &matches, self.schedule);
                if self.threads > 1 {
                    row.scaling = playouts::scaling(&matches, self.threads, self.schedule);
                }
                Ok(())
            }
            Group::Step => step::fill(row, game, self.schedule, self.seed, deadline),
            Group::Setup => setup::fill(row, set_up, source, options, self.schedule),
            // Mappers need no back end.
            Group::Map => Ok(()),
        }
    }
}
