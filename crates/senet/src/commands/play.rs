//! `senet play`: a match in the terminal.

use crate::back_end::BackEndArgs;
use crate::cli::{Common, MAX_STEPS};
use crate::failure::Failure;
use crate::seats::{Human, Seat};
use crate::transcript::{self, Style};
use clap::{Args, ValueEnum};
use senet_engine::Game;

/// Plays a match in the terminal: you against others, or others among themselves
///
/// With --json each state is a line: `step`, `facts`, `terminal`, `legal` (role to moves), then `joint`; at the end `goals`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet play tic-tac-toe --as x\n  senet play connect-four\n  \
    senet play rock-paper-scissors --as left --against random --seed 7"
)]
pub struct Play {
    /// The game
    game: String,
    /// The role that you play; without it you watch
    #[arg(long = "as", value_name = "ROLE")]
    human: Option<String>,
    /// Who plays the other roles
    #[arg(long, value_enum, value_name = "PLAYER", default_value_t = Opponent::Random)]
    against: Opponent,
    /// The match is cut short after so many moves
    #[arg(long, value_name = "N", default_value_t = MAX_STEPS)]
    max_steps: usize,
    #[command(flatten)]
    back_end: BackEndArgs,
}

/// The players that need no person.
#[derive(Clone, Copy, ValueEnum)]
enum Opponent {
    /// Every legal move is equally likely
    Random,
}

impl Play {
    /// Plays the match.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let (source, loaded) = self.back_end.load(&self.game, common)?;
        let mut seats = self.seats(&*loaded.game, common)?;
        let style = if common.json {
            Style::Json
        } else {
            Style::Text
        };
        transcript::play(&loaded, &source.name, &mut seats, style, self.max_steps)
    }

    fn seats(&self, game: &dyn Game, common: &Common) -> Result<Vec<Seat>, Failure> {
        let Opponent::Random = self.against;
        let roles = game.roles();
        let mut seats: Vec<_> = (0..roles.len())
            .map(|role| Seat::random(common.seed, role))
            .collect();
        if let Some(name) = &self.human {
            let wanted = name.to_lowercase();
            let found = roles.iter().position(|role| *role == wanted);
            let role = found.ok_or_else(|| {
                let message = format!("{} has no role called {name}", self.game);
                Failure::new(message).help(format!("its roles are: {}", roles.join(", ")))
            })?;
            seats[role] = Seat::Human(Human::new(common.json));
        }
        Ok(seats)
    }
}
