//! Hints: a player thinks for a moment about a person's move. It knows no more than the person's role does.

use super::actor::TableActor;
use super::context::TableContext;
use super::party::Party;
use super::table_seat::PlayerThread;
use crate::failure::Failure;
use crate::levels::HINT;
use crate::loading::Playable;
use axum::http::StatusCode;
use senet_arena::{
    Clocks, Occupant, PlayerFault, ProposedMove, SeatAnswer, ThinkLimit, TurnInfo, local_occupant,
    named_player,
};
use senet_gdl::Deadline;
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use utoipa::ToSchema;

/// How long a hint waits for a thinking slot.
const PATIENCE: Duration = Duration::from_secs(30);

/// A move that a player would make.
#[derive(Debug, Serialize, ToSchema)]
pub struct HintView {
    /// The number of joint moves made.
    pub step: usize,
    /// The role.
    pub role: usize,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
}

/// Everything that a hint needs of the table.
pub struct HintTask {
    playable: Arc<Playable>,
    occupant: Box<dyn Occupant>,
    role: usize,
    past: Vec<TurnInfo>,
    present: TurnInfo,
    life: Deadline,
}

impl TableActor {
    /// Prepares a hint for a role that has to choose.
    pub fn hint_task(&self, party: Party, role: usize) -> Result<HintTask, Failure> {
        self.refuse_if_over()?;
        self.refuse_if_guests_play("a hint")?;
        self.refuse_stranger(party, role)?;
        let is_asked = self.game.legal(role).len() > 1 && self.game.chosen(role).is_none();
        if !is_asked || !self.seats[role].holder.is_human() {
            return Err(Failure::conflict(
                "no person has to choose a move for this role now",
                "ask when it is your turn",
            ));
        }
        let rules = self.game.rules();
        let name = HINT.player.parse().map_err(Failure::broken)?;
        let occupant = local_occupant(named_player(&name), rules, role, self.game.info.seed);
        let past = match rules.hides {
            true => 0..self.game.steps(),
            false => 0..0,
        };
        Ok(HintTask {
            playable: self.playable.clone(),
            occupant: occupant.map_err(|error| no_hint(&error.to_string()))?,
            role,
            past: past.map(|s| self.game.turn_info_at(role, s)).collect(),
            present: self.game.turn_info(role),
            life: self.table.life.clone(),
        })
    }
}

impl HintTask {
    /// Thinks, as soon as a thinking slot is free.
    pub async fn think(self, context: &TableContext) -> Result<HintView, Failure> {
        let permit = context.slots.permits.clone().acquire_owned();
        let permit = tokio::time::timeout(PATIENCE, permit).await;
        let slot = permit.map_err(|_| Failure::busy("all players are thinking"))?;
        let _slot = slot.map_err(Failure::broken)?;
        let clocks = Clocks {
            grace: context.limits.grace,
            ..Clocks::seconds(0.0, HINT.seconds)
        };
        let wait = clocks.wait(clocks.play);
        let limit = ThinkLimit {
            budget: clocks
                .budget(clocks.play)
                .part_of(&self.life)
                .with_memory(context.slots.bytes_per_player()),
            deadline: Instant::now() + wait,
        };
        let (sender, receiver) = oneshot::channel();
        let sender = std::sync::Mutex::new(Some(sender));
        let answer = move |reply: senet_arena::SeatReply| {
            let sender = sender.lock().ok().and_then(|mut sender| sender.take());
            if let Some(sender) = sender {
                // The request may have been cancelled.
                sender.send(reply.answer).ok();
            }
        };
        let (role, step, budget) = (self.role, self.present.step, limit.budget.clone());
        let past = self.past.into_iter();
        let thread = PlayerThread::start(&context.slots, 0, role, self.occupant, past, answer);
        let mut thread = thread.map_err(|error| no_hint(&error.to_string()))?;
        thread.seat.choose(self.present, limit);
        let answered = tokio::time::timeout(wait, receiver).await;
        budget.cancel();
        let answered = answered.ok().and_then(Result::ok);
        let text = chosen(&self.playable, role, answered)?;
        Ok(HintView { step, role, text })
    }
}

/// The move of an answer.
fn chosen(
    playable: &Playable,
    role: usize,
    answered: Option<Result<SeatAnswer, PlayerFault>>,
) -> Result<String, Failure> {
    let answer = answered.unwrap_or(Err(PlayerFault::Late));
    let answer = answer.map_err(|fault| no_hint(&fault.to_string()))?;
    match answer.proposal {
        Some(ProposedMove::Move(id)) => Ok(playable.rules.move_text(role, id)),
        _ => Err(no_hint("the player named no move")),
    }
}

fn no_hint(why: &str) -> Failure {
    Failure::new(
        StatusCode::SERVICE_UNAVAILABLE,
        format!("there is no hint: {why}"),
        "try again later",
    )
}
