//! Hostile rule sheets for the commands of the program.
//!
//! A sheet may be refused, with a reason and help. It may not cause a panic, a signal, an exceeded limit or a nonsensical answer.

mod back_ends;
mod broken;
mod commands;
mod families;
mod growth;
mod odd;

use super::attacker::{Attacker, Trouble};
use super::child::Ended;
use super::finding::Fault;
use super::verdict::judge;
use commands::SheetCommand;
use families::FAMILIES;
use fastrand::Rng;
use senet_console::Failure;
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

/// Commands for each sheet, besides `check`. More sheets find more faults than more commands.
const COMMANDS_PER_SHEET: usize = 4;
/// Wall time beyond the limit after which a command is killed, in seconds.
const PATIENCE: f64 = 8.0;

/// Gives hostile sheets to the commands until the time is over.
pub fn attack(attacker: &mut Attacker) -> Result<(), Failure> {
    let commands = SheetCommand::all(attacker)?;
    for number in 0..attacker.most_cases {
        let family = &FAMILIES[number % FAMILIES.len()];
        let seed = attacker.case_seed(number);
        let mut rng = Rng::with_seed(seed);
        let sheet = (family.write)(&mut rng);
        let path = attacker.folder.write("sheet.kif", &sheet)?;
        let case = SheetCase {
            family: family.name,
            seed,
            path,
        };
        case.attack(attacker, &commands, &mut rng)?;
        attacker.count("sheets", 1);
        if attacker.is_over() {
            break;
        }
    }
    Ok(())
}

/// A hostile sheet on disk.
struct SheetCase {
    family: &'static str,
    seed: u64,
    path: String,
}

impl SheetCase {
    fn attack(
        &self,
        attacker: &mut Attacker,
        commands: &[SheetCommand],
        rng: &mut Rng,
    ) -> Result<(), Failure> {
        let (checks, mut others): (Vec<_>, Vec<_>) =
            commands.iter().partition(|command| command.is_check());
        rng.shuffle(&mut others);
        let mut is_refused = false;
        for command in checks
            .into_iter()
            .chain(others)
            .take(COMMANDS_PER_SHEET + 1)
        {
            let json = command.is_check() || rng.bool();
            let ended = self.run(attacker, command, json)?;
            if command.is_check() {
                is_refused = ended.code == Some(1);
            } else if is_refused && command.is_play() && ended.code == Some(0) {
                let trouble = Trouble::new(Fault::Nonsense, "plays rules that `check` rejects");
                self.found(attacker, command, json, trouble);
            }
            if attacker.is_over() {
                return Ok(());
            }
        }
        if rng.u8(..4) == 0 {
            back_ends::compare(self, attacker)?;
        }
        Ok(())
    }

    fn run(
        &self,
        attacker: &mut Attacker,
        command: &SheetCommand,
        json: bool,
    ) -> Result<Ended, Failure> {
        let line = command.line(&self.path, json);
        let limits = attacker.limits;
        let wall = Duration::from_secs_f64(limits.seconds + limits.slack + PATIENCE);
        let ended = attacker.run(&line, wall)?;
        attacker.count("runs", 1);
        for trouble in judge(&ended, json, &limits) {
            self.found(attacker, command, json, trouble);
        }
        if json
            && line[0] == "simulate"
            && ended.code == Some(0)
            && let Some(trouble) = senseless(&ended)
        {
            self.found(attacker, command, json, trouble);
        }
        Ok(ended)
    }

    fn found(&self, attacker: &mut Attacker, command: &SheetCommand, json: bool, trouble: Trouble) {
        let case = format!("{}, {}", self.family, command.name());
        let line = command.line("SHEET", json);
        let unlimited = if command.is_limited {
            ""
        } else {
            " (no option limits it)"
        };
        let detail = format!("{}{unlimited}", trouble.detail);
        let trouble = Trouble { detail, ..trouble };
        let file = Some(Path::new(&self.path));
        attacker.found_with(case, self.seed, trouble, Some(&line), file);
    }
}

/// Reports a simulation without roles, or with mean goals outside 0 to 100. A missing mean is right only if no match ended.
fn senseless(ended: &Ended) -> Option<Trouble> {
    let told: Value = serde_json::from_str(&ended.stdout).unwrap_or_default();
    let means = told["mean_goals"].as_object();
    let none_ended = told["ended"] == 0;
    let is_goal = |mean: &Value| match mean.as_f64() {
        Some(mean) => (0.0..=100.0).contains(&mean),
        None => mean.is_null() && none_ended,
    };
    let fine = means.is_some_and(|means| !means.is_empty() && means.values().all(is_goal));
    let fine = fine || (told["mean_goals"].is_null() && none_ended);
    (!fine).then(|| {
        Trouble::new(
            Fault::Nonsense,
            format!("mean goals: {}", told["mean_goals"]),
        )
    })
}
