//! Who chooses the moves of a role: a player of the roster, or a person at the keyboard.

use crate::adviser::Adviser;
use crate::human::Human;
use senet_arena::SeatInfo;
use senet_console::Failure;
use senet_engine::{JointMove, MoveId, RoleId, State};
use senet_search::{Budget, Player, PlayerName, SearchReport, player};

/// Who plays a role.
pub enum TerminalSeat {
    /// A player that needs no person.
    Computer(Computer),
    /// A person.
    Human(Human),
}

/// What somebody answers when it is their turn.
pub enum SeatChoice {
    /// A legal move; from a computer with what it thought.
    Move(MoveId, Option<SearchReport>),
    /// Take back the last move.
    Undo,
    /// Tell me what you would do.
    Hint,
}

impl TerminalSeat {
    /// Chooses one of the moves, of which there is at least one, or answers something else.
    pub fn choose(
        &mut self,
        thoughts: &Adviser,
        state: &State,
        role: RoleId,
        legal: &[MoveId],
    ) -> Result<SeatChoice, Failure> {
        match self {
            TerminalSeat::Computer(computer) => computer.choose(state),
            TerminalSeat::Human(human) => human.choose(&*thoughts.game, role, legal),
        }
    }

    /// Tells what was played.
    pub fn observe(&mut self, joint: &JointMove, next: &State) {
        if let TerminalSeat::Computer(computer) = self {
            computer.player.observe(joint, next);
        }
    }

    /// Whether a person sits here.
    pub fn is_human(&self) -> bool {
        matches!(self, TerminalSeat::Human(_))
    }

    /// The seat as the match knows it.
    pub fn info(&self) -> SeatInfo {
        SeatInfo {
            name: self.name(),
            human: self.is_human(),
        }
    }

    /// What the others call this one.
    pub fn name(&self) -> String {
        match self {
            TerminalSeat::Computer(computer) => computer.name.to_string(),
            TerminalSeat::Human(_) => "you".to_string(),
        }
    }
}

/// A player of the roster, with the time that it has for a move.
pub struct Computer {
    name: PlayerName,
    player: Box<dyn Player>,
    seconds: f64,
}

impl Computer {
    /// Seats a player.
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

    /// Lets it think before the first move.
    pub fn prepare(&mut self) -> Result<(), Failure> {
        self.player.prepare(&Budget::seconds(self.seconds))?;
        Ok(())
    }

    fn choose(&mut self, state: &State) -> Result<SeatChoice, Failure> {
        let choice = self.player.choose(state, &Budget::seconds(self.seconds))?;
        Ok(SeatChoice::Move(choice.chosen, Some(choice.report)))
    }
}
