//! The move that counts for a role: the player's own if it is legal, otherwise a substitute.

use crate::PlayerFault;
use crate::chance::{Purpose, draw};
use crate::match_state::Match;
use crate::seat::{ProposedMove, SeatAnswer};
use crate::setup::Substitute;
use senet_engine::{MoveId, RoleId};
use senet_search::SearchReport;
use std::time::Duration;

/// A player's reply to a request for a move.
pub struct Reply {
    /// The answer, or the reason why there is none.
    pub answer: Result<SeatAnswer, PlayerFault>,
    /// How long the match waited.
    pub took: Duration,
}

impl Reply {
    /// The reply for a player whose thread has ended.
    pub(crate) fn missing() -> Reply {
        Reply {
            answer: Err(PlayerFault::Broken("its thread has ended".to_string())),
            took: Duration::ZERO,
        }
    }
}

/// A move chosen for a role.
#[derive(Clone, Debug)]
pub struct ChosenMove {
    /// The move.
    pub id: MoveId,
    /// The player's report.
    pub report: Option<SearchReport>,
    /// Why the move is a substitute; `None` if it is the player's own.
    pub fault: Option<PlayerFault>,
    /// How long the match waited for the player.
    pub thinking: Option<Duration>,
}

impl ChosenMove {
    /// A move without a report.
    pub fn plain(id: MoveId) -> ChosenMove {
        ChosenMove {
            id,
            report: None,
            fault: None,
            thinking: None,
        }
    }
}

impl Match {
    /// The player's own move if it came in time and is legal; otherwise a substitute.
    ///
    /// This is the only place where a late or illegal move is replaced.
    pub(crate) fn own_or_substitute_move(&self, role: RoleId, reply: Reply) -> ChosenMove {
        let (own, report) = match reply.answer {
            Err(fault) => (Err(fault), None),
            Ok(answer) => {
                let proposal = answer.proposal.unwrap_or(ProposedMove::Text(None));
                (self.legal_move(role, proposal), Some(answer.report))
            }
        };
        let (id, fault) = match own {
            Ok(id) => (id, None),
            Err(fault) => (self.substitute_move(role), Some(fault)),
        };
        ChosenMove {
            id,
            report,
            fault,
            thinking: Some(reply.took),
        }
    }

    fn substitute_move(&self, role: RoleId) -> MoveId {
        let (seed, legal) = (self.info.seed, self.legal(role));
        match self.info.substitute {
            Substitute::Random => draw(seed, Purpose::Substitute, self.steps(), role, legal),
            Substitute::FirstLegal => legal[0],
        }
    }

    /// The legal move that is proposed for a role.
    pub fn legal_move(&self, role: RoleId, proposal: ProposedMove) -> Result<MoveId, PlayerFault> {
        let (rules, legal) = (self.rules(), self.legal(role));
        match proposal {
            ProposedMove::Move(id) if legal.contains(&id) => Ok(id),
            ProposedMove::Move(id) => Err(PlayerFault::illegal(&rules.move_text(role, id))),
            ProposedMove::Text(None) => Err(PlayerFault::Illegal(None)),
            ProposedMove::Text(Some(text)) => {
                let is_meant = |&&id: &&MoveId| rules.move_text(role, id) == text;
                let found = legal.iter().find(is_meant);
                found.copied().ok_or_else(|| PlayerFault::illegal(&text))
            }
        }
    }
}
