//! Formats the thoughts of a player as text and JSON.

use senet_arena::Rules;
use senet_console::{Common, Failure};
use senet_engine::{Deadline, Game, RoleId, State, spread_seed};
use senet_search::{Budget, MoveReport, PlayerName, SearchReport, Setting, player};
use serde_json::{Value, json};
use std::sync::Arc;

/// Maximum number of moves shown of a principal variation, and of candidate moves shown.
const MOVES_SHOWN: usize = 6;

/// A game with the settings that players need to think about it.
pub struct Adviser {
    /// The game.
    pub game: Arc<dyn Game>,
    /// Learns the evaluation function for players that need one.
    pub learn: Option<Arc<dyn senet_search::EvaluationLearner>>,
    /// The seed of all random choices.
    pub seed: u64,
    /// The end of all thinking.
    pub deadline: Deadline,
}

impl Adviser {
    /// Wraps a game that was loaded for players.
    pub fn of(rules: &Rules, common: &Common) -> Adviser {
        Adviser {
            game: rules.game.clone(),
            learn: rules.learn.clone(),
            seed: common.seed,
            deadline: common.deadline().clone(),
        }
    }

    /// The budget of one move.
    pub fn budget(&self, seconds: f64) -> Budget {
        Budget::seconds(seconds).part_of(&self.deadline)
    }

    /// Settings for a player of this role; each role has its own random numbers.
    pub fn setting(&self, role: RoleId) -> Setting {
        Setting {
            game: self.game.clone(),
            role,
            seed: spread_seed(self.seed, role as u64),
            learn: self.learn.clone(),
        }
    }

    /// Asks a player for a move and its reasons.
    pub fn hint(
        &self,
        name: &PlayerName,
        state: &State,
        role: RoleId,
        seconds: f64,
    ) -> Result<Hint<'_>, Failure> {
        let mut adviser = player(name, self.setting(role))?;
        let choice = adviser.choose(state, &self.budget(seconds))?;
        Ok(Hint {
            thoughts: self,
            role,
            suggestion: self.game.move_name(role, choice.chosen),
            report: choice.report,
        })
    }

    /// Summarises a search in a few words: value, depth and effort. Returns `None` if the player did not search.
    pub fn summary(&self, report: &SearchReport, role: RoleId) -> Option<String> {
        let value = report.value(role)?;
        let certainty = if report.proven {
            "has proven"
        } else {
            "expects"
        };
        let mut told = vec![format!("{certainty} {value:.0}")];
        match report.depth {
            0 => {}
            1 => told.push("1 move ahead".to_string()),
            moves => told.push(format!("{moves} moves ahead")),
        }
        if report.simulations > 0 {
            told.push(format!("{} matches", report.simulations));
        } else if report.nodes > 0 {
            told.push(format!("{} states", report.nodes));
        }
        Some(told.join(", "))
    }

    /// The start of the principal variation. It omits moves of roles without a choice if another role has one.
    fn line(&self, report: &SearchReport, state: &State) -> Result<Vec<String>, Failure> {
        let mut state = state.clone();
        let mut told = Vec::new();
        for joint in report.line.iter().take(MOVES_SHOWN) {
            let mut parts = Vec::new();
            for (role, &id) in joint.iter().enumerate() {
                if self.game.legal(&state, role)?.len() > 1 {
                    parts.push(self.game.move_name(role, id));
                }
            }
            told.push(if parts.is_empty() {
                "…".to_string()
            } else {
                parts.join(" + ")
            });
            state = self.game.next(&state, joint)?;
        }
        Ok(told)
    }
}

/// The adviser's suggestion, with the search behind it.
pub struct Hint<'a> {
    thoughts: &'a Adviser,
    role: RoleId,
    suggestion: String,
    report: SearchReport,
}

impl Hint<'_> {
    /// Formats the hint as a few lines of text.
    pub fn text(&self, state: &State) -> Result<String, Failure> {
        let thoughts = self.thoughts;
        let mut text = format!("Hint: {}", self.suggestion);
        if let Some(summary) = thoughts.summary(&self.report, self.role) {
            text += &format!(" ({summary})");
        }
        let line = thoughts.line(&self.report, state)?;
        if line.len() > 1 {
            text += &format!("\n  expected line: {}", line.join(", "));
        }
        for report in self.best_moves() {
            let name = thoughts.game.move_name(self.role, report.id);
            let values: Vec<_> = report.values.iter().map(|v| format!("{v:.1}")).collect();
            text += &format!(
                "\n  {name}: {} ({} visits)",
                values.join(" : "),
                report.visits
            );
        }
        Ok(text)
    }

    /// Formats the hint as JSON.
    pub fn json(&self, state: &State) -> Result<Value, Failure> {
        let moves: Vec<_> = self
            .best_moves()
            .iter()
            .map(|report| self.move_json(report))
            .collect();
        Ok(json!({
            "hint": self.suggestion,
            "values": self.report.values,
            "proven": self.report.proven,
            "simulations": self.report.simulations,
            "nodes": self.report.nodes,
            "depth": self.report.depth,
            "line": self.thoughts.line(&self.report, state)?,
            "moves": moves,
        }))
    }

    fn move_json(&self, report: &MoveReport) -> Value {
        let name = self.thoughts.game.move_name(self.role, report.id);
        json!({"move": name, "visits": report.visits, "values": report.values, "proven": report.proven})
    }

    /// The candidate moves, best first.
    fn best_moves(&self) -> Vec<&MoveReport> {
        let mut moves: Vec<_> = self.report.moves.iter().collect();
        let value = |report: &MoveReport| report.values.get(self.role).copied().unwrap_or(0.0);
        moves.sort_by(|a, b| value(b).total_cmp(&value(a)));
        moves.truncate(MOVES_SHOWN);
        moves
    }
}
