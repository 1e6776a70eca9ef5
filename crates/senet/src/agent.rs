//! A player of your own.

use crate::{Game, Move, State};
use senet_arena::{CustomPlayer, PlayerSpec};
use senet_engine::{State as EngineState, Stopped};
use senet_search::{Budget, MoveChoice, SearchReport, Setting};
use std::sync::Arc;
use std::time::Duration;

/// A player of your own. Seat it with [`crate::MatchBuilder::agent`].
///
/// An agent that is late, panics or returns an illegal move gets a random legal move instead; the match goes on.
pub trait Agent: Send {
    /// Chooses a legal move of `role`. It may think for `time`.
    fn choose(&mut self, state: &State, role: usize, time: Duration) -> Move;
}

/// Adapts an agent to the arena's interface for players.
pub(crate) fn guest<A: Agent + 'static>(
    name: &str,
    game: Game,
    make: impl Fn() -> A + Send + Sync + 'static,
) -> PlayerSpec {
    let seat = move |setting: Setting| {
        let seated: Box<dyn senet_search::Player> = Box::new(Seated {
            agent: make(),
            game: game.clone(),
            role: setting.role,
        });
        Ok(seated)
    };
    PlayerSpec::Custom(CustomPlayer {
        name: name.to_string(),
        seat: Arc::new(seat),
    })
}

/// An agent on its seat.
struct Seated<A> {
    agent: A,
    game: Game,
    role: usize,
}

impl<A: Agent> senet_search::Player for Seated<A> {
    fn choose(&mut self, state: &EngineState, budget: &Budget) -> Result<MoveChoice, Stopped> {
        let state = State::at(self.game.clone(), state.clone());
        let state = state.map_err(|error| Stopped::Misuse(error.to_string()))?;
        let time = budget.remaining().unwrap_or(Duration::MAX);
        let chosen = self.agent.choose(&state, self.role, time);
        Ok(MoveChoice {
            chosen: chosen.id(),
            report: SearchReport::default(),
        })
    }
}
