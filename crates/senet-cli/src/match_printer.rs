//! Prints a match while it is played: moves, thoughts of the players, boards and the result.

use crate::board::BoardPrinter;
use crate::plural::plural;
use senet_arena::{MatchEvent, MatchOutcome, MatchSetup, MatchTurn, PlayedMatch, Readiness, Rules};
use senet_console::{Failure, Out};
use senet_engine::State;
use senet_gdl::Deadline;
use senet_search::SearchReport;
use std::fmt::Write;
use std::time::Duration;

/// Prints the events of a match.
pub struct MatchPrinter {
    names: Vec<String>,
    every_board: bool,
    silent: bool,
    boards: Option<BoardPrinter>,
    deadline: Deadline,
    out: Out,
    /// The first write error. It is reported at the end, because the match goes on even if its output has no reader.
    failed: Option<std::io::Error>,
}

impl MatchPrinter {
    /// Prepares to print; writes nothing yet.
    pub fn new(setup: &MatchSetup, every_board: bool, silent: bool) -> MatchPrinter {
        MatchPrinter {
            names: setup.players.iter().map(|who| who.to_string()).collect(),
            every_board,
            silent,
            boards: None,
            deadline: setup.deadline.clone(),
            out: Out::new(),
            failed: None,
        }
    }

    /// Prints an event of the match.
    pub fn tell(&mut self, moment: &MatchEvent) {
        if self.silent {
            return;
        }
        let text = match moment {
            MatchEvent::Begun(rules, state, readiness) => self.opening(rules, state, readiness),
            MatchEvent::Moved(rules, turn) => self.turn(rules, turn),
        };
        self.print(&text);
    }

    fn print(&mut self, text: &str) {
        let written = self.out.text(text).and_then(|()| self.out.flush());
        if let (Err(error), None) = (written, &self.failed) {
            self.failed = Some(error);
        }
    }

    fn opening(&mut self, rules: &Rules, state: &State, readiness: &Readiness) -> String {
        self.boards = Some(BoardPrinter::of(rules, &self.deadline));
        let roles = rules.role_names();
        let players = roles.iter().zip(&self.names);
        let players: Vec<_> = players
            .map(|(role, name)| format!("{role} ({name})"))
            .collect();
        let mut text = format!("A match of {}: {}\n", rules.name, players.join(" against "));
        for (role, trouble) in roles.iter().zip(&readiness.faults) {
            if let Some(trouble) = trouble {
                text += &format!("{role} was not ready: {trouble}\n");
            }
        }
        if self.every_board {
            text += &self.drawing(rules, state);
        }
        text
    }

    fn drawing(&self, rules: &Rules, state: &State) -> String {
        let facts = rules.facts(state);
        match &self.boards {
            Some(boards) => boards.draw(&facts),
            None => String::new(),
        }
    }

    /// Prints a line for each role with a choice, or for all roles if none had one.
    fn turn(&self, rules: &Rules, turn: &MatchTurn) -> String {
        let nobody_chose = turn.choices.iter().all(|&count| count == 1);
        let mut text = String::new();
        let mut number = format!("{}.", turn.step + 1);
        for (role, name) in rules.role_names().iter().enumerate() {
            if turn.choices[role] == 1 && !nobody_chose {
                continue;
            }
            let made = &turn.moves[role];
            let thoughts = thoughts(turn, role);
            let _ = writeln!(text, "{number:<4} {name} plays {made}{thoughts}");
            number = String::new();
        }
        if self.every_board {
            text += &self.drawing(rules, &turn.next);
        }
        text
    }

    /// Prints the last board and the result.
    pub fn end(mut self, played: &PlayedMatch) -> Result<(), Failure> {
        let mut text = String::new();
        if let (Some(last), false) = (played.turns.last(), self.every_board) {
            text += &self.drawing(&played.rules, &last.next);
        }
        text += &result(played);
        self.print(&text);
        match self.failed {
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }
}

/// Summarises the thoughts of a player.
fn thoughts(turn: &MatchTurn, role: usize) -> String {
    let mut parts = Vec::new();
    if let Some(trouble) = &turn.faults[role] {
        parts.push(format!("substitute move: {trouble}"));
    }
    if let Some(report) = &turn.reports[role] {
        parts.extend(statistics(report, role));
    }
    if let Some(time) = turn.thinking[role].filter(|time| *time >= Duration::from_millis(1)) {
        parts.push(format!("{:.3} s", time.as_secs_f64()));
    }
    match parts.is_empty() {
        true => String::new(),
        false => format!("  [{}]", parts.join(", ")),
    }
}

fn statistics(report: &SearchReport, role: usize) -> Vec<String> {
    let mut parts = Vec::new();
    if let Some(value) = report.value(role) {
        let proven = if report.proven { " (proven)" } else { "" };
        parts.push(format!("expects {value:.1}{proven}"));
    }
    if report.simulations > 0 {
        parts.push(format!("{} simulations", report.simulations));
    }
    if report.nodes > 0 {
        parts.push(format!("{} states", report.nodes));
    }
    if report.depth > 0 {
        parts.push(format!("{} deep", report.depth));
    }
    parts
}

fn result(played: &PlayedMatch) -> String {
    let length = plural(played.turns.len(), "move");
    match &played.outcome {
        MatchOutcome::Completed(goals) => {
            let roles = played.rules.role_names();
            let goals = roles.iter().zip(goals);
            let goals: Vec<_> = goals.map(|(role, goal)| format!("{role} {goal}")).collect();
            format!("\nThe match ends after {length}: {}\n", goals.join(", "))
        }
        MatchOutcome::Aborted(reason) => {
            format!("\nThe match is abandoned after {length}: {reason}\n")
        }
    }
}
