//! Which move is made for a role: its own if it is legal, else a substitute.

use crate::chance::Purpose;
use crate::seat::Proposal;
use crate::table::{Replies, Reply, Table};
use crate::{Rules, Trouble};
use senet_engine::{MoveId, RoleId};
use senet_search::{SearchReport, Stop};
use std::time::Duration;

/// What is made of the answers of all roles, in role order.
#[derive(Default)]
pub struct Verdict {
    /// The joint move.
    pub joint: Vec<MoveId>,
    /// Why a move is not the player's own.
    pub troubles: Vec<Option<Trouble>>,
    /// What the players found out.
    pub reports: Vec<Option<SearchReport>>,
    /// How long the match waited for them.
    pub thinking: Vec<Option<Duration>>,
}

impl Table<'_> {
    /// Decides on the joint move.
    pub fn judge(&self, step: usize, legal: &[Vec<MoveId>], replies: Replies) -> Verdict {
        let mut verdict = Verdict::default();
        for (role, reply) in replies.into_iter().enumerate() {
            verdict
                .thinking
                .push(reply.as_ref().map(|reply| reply.took));
            let (made, report, trouble) = match reply {
                Some(reply) => self.judge_reply(role, &legal[role], reply, step),
                None => self.unasked(role, &legal[role], step),
            };
            verdict.joint.push(made);
            verdict.reports.push(report);
            verdict.troubles.push(trouble);
        }
        verdict
    }

    /// The move of a role that was not asked: by chance if that is its role, else its only one.
    fn unasked(
        &self,
        role: RoleId,
        legal: &[MoveId],
        step: usize,
    ) -> (MoveId, Option<SearchReport>, Option<Trouble>) {
        match self.seats[role] {
            None => (self.draw(role, legal, step, Purpose::Chance), None, None),
            Some(_) => (legal[0], Some(SearchReport::stopped(Stop::OnlyMove)), None),
        }
    }

    fn judge_reply(
        &self,
        role: RoleId,
        legal: &[MoveId],
        reply: Reply,
        step: usize,
    ) -> (MoveId, Option<SearchReport>, Option<Trouble>) {
        let (checked, report) = match reply.answer {
            Err(trouble) => (Err(trouble), None),
            Ok(answer) => {
                let proposal = answer.proposal.unwrap_or(Proposal::Text(None));
                (
                    checked(self.rules, role, legal, proposal),
                    Some(answer.report),
                )
            }
        };
        match checked {
            Ok(made) => (made, report, None),
            Err(trouble) => (self.substitute(role, legal, step), report, Some(trouble)),
        }
    }
}

/// The legal move that is proposed.
pub fn checked(
    rules: &Rules,
    role: RoleId,
    legal: &[MoveId],
    proposal: Proposal,
) -> Result<MoveId, Trouble> {
    match proposal {
        Proposal::Move(id) if legal.contains(&id) => Ok(id),
        Proposal::Move(id) => Err(Trouble::illegal(&rules.move_text(role, id))),
        Proposal::Text(None) => Err(Trouble::Illegal(None)),
        Proposal::Text(Some(text)) => {
            let is_meant = |&&id: &&MoveId| rules.move_text(role, id) == text;
            let found = legal.iter().find(is_meant);
            found.copied().ok_or_else(|| Trouble::illegal(&text))
        }
    }
}
