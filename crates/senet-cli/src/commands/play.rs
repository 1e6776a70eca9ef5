//! `senet play`: plays a match in the terminal.

use crate::adviser::Adviser;
use crate::board::BoardPrinter;
use crate::human::Human;
use crate::networks::{self, NetworkArgs};
use crate::seats::Computer;
use crate::seats::TerminalSeat;
use crate::transcript;
use crate::transcript::Contest;
use crate::transcript::TranscriptStyle;
use clap::Args;
use senet_console::cells;
use senet_console::table::TextTable;
use senet_console::{BackEndArgs, Common, Failure, MAX_STEPS, back_end::load_rules_with, source};
use senet_engine::RoleId;
use senet_knowledge::NetworksInFile;
use senet_search::{DEFAULT_PLAYER, NetLibrary, PLAYER_KINDS, PlayerName};
use std::sync::Arc;

/// Plays a match in the terminal, with or without you
///
/// Type a move or its number. `hint` shows the adviser's move, its values and the expected line. `undo` takes back your last move, `moves` lists the
/// legal moves, `quit` ends the match.
///
/// With --json each state is a line: `step`, `facts`, `terminal`, `legal` (the moves of each role), then `joint`; at the end `goals`.
#[derive(Args)]
#[command(after_help = after_help())]
pub struct Play {
    /// The game
    game: String,
    /// Roles that you play, separated by commas [default: none, you watch]
    #[arg(long = "as", value_name = "ROLE", value_delimiter = ',')]
    human: Vec<String>,
    /// Player for the other roles, with options as in uct:threads=2
    #[arg(long, value_name = "PLAYER", default_value = DEFAULT_PLAYER)]
    against: PlayerName,
    /// Player that gives hints [default: your opponent]
    #[arg(long, value_name = "PLAYER")]
    adviser: Option<PlayerName>,
    /// Thinking time per move in seconds
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    seconds: f64,
    /// Thinking time before the first move in seconds; a player that learns needs 8 or more
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    start_clock: f64,
    /// Cuts the match short after this number of moves
    #[arg(long, value_name = "N", default_value_t = MAX_STEPS)]
    max_steps: usize,
    #[command(flatten)]
    networks: NetworkArgs,
    #[command(flatten)]
    back_end: BackEndArgs,
}

fn after_help() -> String {
    let mut players = TextTable::of_pairs().indented(2);
    for kind in PLAYER_KINDS {
        players.row(cells![kind.name, kind.about]);
    }
    format!(
        "Players:\n{players}\nExamples:\n  senet play tic-tac-toe --as x\n  senet play connect-four --as red --seconds 5\n  \
         senet play rock-paper-scissors --as left --against random --seed 7"
    )
}

impl Play {
    /// Plays the match.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let networks = self.networks.networks()?;
        let result = self.play(networks.clone(), common);
        networks::finish(networks.as_deref());
        result
    }

    fn play(&self, networks: Option<Arc<NetworksInFile>>, common: &Common) -> Result<(), Failure> {
        let source = source::find(&self.game, common)?;
        let library = networks.map(|all| all as Arc<dyn NetLibrary>);
        let rules = load_rules_with(&source, &self.back_end, library, common)?;
        let thoughts = Adviser::of(&rules, common);
        let contest = Contest {
            name: &source.name,
            rules: &rules,
            boards: BoardPrinter::of(&rules, common.deadline()),
            thoughts: &thoughts,
            adviser: self.adviser.as_ref().unwrap_or(&self.against),
            seconds: self.seconds,
            max_steps: self.max_steps,
        };
        let mut seats = self.seats(&thoughts, common)?;
        transcript::play(contest, &mut seats, TranscriptStyle::of(common))
    }

    fn seats(&self, thoughts: &Adviser, common: &Common) -> Result<Vec<TerminalSeat>, Failure> {
        let people = self.people(thoughts.game.roles())?;
        let mut seats = Vec::new();
        for role in 0..thoughts.game.roles().len() {
            seats.push(if people.contains(&role) {
                TerminalSeat::Human(Human::new(common.json))
            } else {
                let mut computer = Computer::new(
                    &self.player_of(role, thoughts),
                    thoughts,
                    role,
                    self.seconds,
                )?;
                computer.prepare(thoughts, self.start_clock)?;
                TerminalSeat::Computer(computer)
            });
        }
        Ok(seats)
    }

    /// The chance role always plays randomly.
    fn player_of(&self, role: RoleId, thoughts: &Adviser) -> PlayerName {
        match senet_search::chance_role(&*thoughts.game) == Some(role) {
            true => PlayerName::plain("random"),
            false => self.against.clone(),
        }
    }

    /// The roles that humans play.
    fn people(&self, roles: &[String]) -> Result<Vec<RoleId>, Failure> {
        let find = |name: &String| {
            let wanted = name.to_lowercase();
            roles
                .iter()
                .position(|role| *role == wanted)
                .ok_or_else(|| {
                    let message = format!("{} has no role called {name}", self.game);
                    Failure::new(message).help(format!("its roles are: {}", roles.join(", ")))
                })
        };
        self.human.iter().map(find).collect()
    }
}
