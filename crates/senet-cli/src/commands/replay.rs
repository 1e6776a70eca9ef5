//! `senet replay`: verifies the record of a match against the rules.

use crate::board::BoardPrinter;
use clap::Args;
use senet_arena::{MatchRecord, Rules};
use senet_console::back_end::load_rules;
use senet_console::{
    BackEndArgs, Common, Failure, Out,
    input::{MAX_RECORD, read_text_up_to},
    source::{self, Source},
};
use senet_engine::State;
use serde_json::json;
use std::path::PathBuf;

/// Letters of a game's name in a message.
const LONGEST_NAME: usize = 60;

/// Verifies every state, move and goal of a match record against the rules, and prints the match
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet match tic-tac-toe --players random --record match.json\n  \
    senet replay match.json --boards\n  senet replay match.json --game tic-tac-toe --json"
)]
pub struct Replay {
    /// The record: a file, or - for standard input
    record: PathBuf,
    /// The game [default: the game that the record names]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Shows the board after every move
    #[arg(long)]
    boards: bool,
    #[command(flatten)]
    back_end: BackEndArgs,
}

impl Replay {
    /// Verifies the record and prints the match.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let text = read_text_up_to(&self.record, MAX_RECORD)?;
        let file = self.record.display();
        let wrong = |error| {
            Failure::new(format!("{file}: {error}"))
                .help("use the unchanged record of the host, and the rules of that match (--game)")
        };
        let record = MatchRecord::read(&text).map_err(wrong)?;
        let source = self.source(&record, common)?;
        let rules = load_rules(&source, &self.back_end, common)?;
        let states = record.verify(&rules).map_err(wrong)?;
        let mut out = Out::new();
        if common.json {
            out.json(&json!({
                "verified": true,
                "game": rules.name,
                "matchId": record.match_id,
                "moves": record.moves.len(),
                "completed": record.is_completed,
                "goalValues": record.goal_values,
            }))?;
        } else {
            out.text(&self.account(&record, &rules, &states, common))?;
        }
        out.flush()?;
        Ok(())
    }

    /// The rules. A record may name a known game only; its author must not choose what this computer reads.
    fn source(&self, record: &MatchRecord, common: &Common) -> Result<Source, Failure> {
        let Some(name) = self.game.as_ref().or(record.game_name.as_ref()) else {
            let message = "the record does not name its game";
            return Err(Failure::new(message).help("name it: --game GAME"));
        };
        if self.game.is_some() {
            return source::find(name, common);
        }
        source::find_named(name, common)?.ok_or_else(|| {
            let name: String = name.chars().take(LONGEST_NAME).collect();
            Failure::new(format!("the record names an unknown game: `{name}`"))
                .help("give its rules with --game GAME")
        })
    }

    fn account(
        &self,
        record: &MatchRecord,
        rules: &Rules,
        states: &[State],
        common: &Common,
    ) -> String {
        let roles = rules.role_names();
        let players = record.player_names_from_host.clone().unwrap_or_default();
        let mut text = format!("{}: {}\n", record.match_id, rules.name);
        for (role, player) in roles.iter().zip(players) {
            text += &format!("{role}: {player}\n");
        }
        let boards = BoardPrinter::of(rules, common.deadline());
        for (step, moves) in record.moves.iter().enumerate() {
            text += &format!("{:<4} {}\n", format!("{}.", step + 1), moves.join(", "));
            if self.boards || step + 1 == record.moves.len() {
                text += &boards.draw(&rules.facts(&states[step + 1]));
            }
        }
        let goals = record.goal_values.iter().flatten().zip(&roles);
        let goals: Vec<_> = goals.map(|(goal, role)| format!("{role} {goal}")).collect();
        let end = match goals.is_empty() {
            true => "not completed".to_string(),
            false => goals.join(", "),
        };
        text + &format!("\nVerified: {} moves, {end}\n", record.moves.len())
    }
}
