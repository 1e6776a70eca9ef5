//! Seats of a match in the terminal: computer players and humans.

use crate::adviser::Adviser;
use crate::human::Human;
use senet_arena::SeatInfo;
use senet_console::Failure;
use senet_engine::{JointMove, MoveId, RoleId, State};
use senet_search::{Player, PlayerName, SearchReport, player};

/// The player on a seat.
pub enum TerminalSeat {
    /// A computer player.
    Computer(Computer),
    /// A human at the keyboard.
    Human(Human),
}

/// The answer of a seat whose turn it is.
pub enum SeatChoice {
    /// A legal move; a computer player adds its search report.
    Move(MoveId, Option<SearchReport>),
    /// Takes back the last move.
    Undo,
    /// Asks for a hint.
    Hint,
}

impl TerminalSeat {
    /// Asks the seat for one of the given moves; there is at least one.
    pub fn choose(
        &mut self,
        thoughts: &Adviser,
        state: &State,
        role: RoleId,
        legal: &[MoveId],
    ) -> Result<SeatChoice, Failure> {
        match self {
            TerminalSeat::Computer(computer) => computer.choose(thoughts, state),
            TerminalSeat::Human(human) => human.choose(&*thoughts.game, role, legal),
        }
    }

    /// Tells the player the joint move and the next state.
    pub fn observe(&mut self, joint: &JointMove, next: &State) {
        if let TerminalSeat::Computer(computer) = self {
            computer.player.observe(joint, next);
        }
    }

    /// True if a person has this seat.
    pub fn is_human(&self) -> bool {
        matches!(self, TerminalSeat::Human(_))
    }

    /// The seat as the match engine describes it.
    pub fn info(&self) -> SeatInfo {
        SeatInfo {
            name: self.name(),
            human: self.is_human(),
        }
    }

    /// The name shown to the other players.
    pub fn name(&self) -> String {
        match self {
            TerminalSeat::Computer(computer) => computer.name.to_string(),
            TerminalSeat::Human(_) => "you".to_string(),
        }
    }
}

/// A computer player with its time per move.
pub struct Computer {
    name: PlayerName,
    player: Box<dyn Player>,
    seconds: f64,
}

impl Computer {
    /// Creates the player for a seat.
    pub fn new(
        name: &PlayerName,
        thoughts: &Adviser,
        role: RoleId,
        seconds: f64,
    ) -> Result<Computer, Failure> {
        Ok(Computer {
            name: name.clone(),
            player: player(name, thoughts.setting(role))?,
            seconds,
        })
    }

    /// Lets the player prepare before the first move.
    pub fn prepare(&mut self, thoughts: &Adviser, seconds: f64) -> Result<(), Failure> {
        self.player.prepare(&thoughts.budget(seconds))?;
        Ok(())
    }

    fn choose(&mut self, thoughts: &Adviser, state: &State) -> Result<SeatChoice, Failure> {
        let choice = self.player.choose(state, &thoughts.budget(self.seconds))?;
        Ok(SeatChoice::Move(choice.chosen, Some(choice.report)))
    }
}
