//! The views of a table.

use super::actor::TableActor;
use super::message::CommandResult;
use crate::drawing::Scene;
use crate::failure::Failure;
use crate::view::{MoveView, Status, TroubleView, View};
use senet_arena::{MatchOutcome, MatchTurn};

impl TableActor {
    /// Publishes a new view.
    pub fn publish(&mut self) {
        self.changed = false;
        self.table.publish(self.view(self.game.steps()));
    }

    /// The view of a state, as JSON.
    pub fn view_at(&self, step: usize) -> CommandResult {
        if step > self.game.steps() {
            return Err(Failure::not_found(format!(
                "the match is at step {}, not at step {step}",
                self.game.steps()
            )));
        }
        // A view always becomes JSON.
        Ok(serde_json::to_vec(&self.view(step))
            .unwrap_or_default()
            .into())
    }

    fn view(&self, step: usize) -> View {
        let game = &self.game;
        let rules = game.rules();
        let is_present = step == game.steps();
        let before = step.checked_sub(1);
        let scene = self.visible_scene(step).unwrap_or_else(|| {
            self.playable.boards.show(
                rules,
                game.state_at(step),
                before.map(|before| (game.state_at(before), &game.turns()[before].moves[..])),
                is_present.then_some(game.legal_moves()),
            )
        });
        let legal = match is_present {
            true => self.legal(&scene),
            false => vec![Vec::new(); self.seats.len()],
        };
        let moves: Vec<Vec<String>> = game.turns().iter().map(|turn| turn.moves.clone()).collect();
        let mut view = View {
            id: self.table.id.clone(),
            game: self.open.game.clone(),
            title: self.open.title.clone(),
            roles: rules.role_names(),
            seats: self.seats.iter().map(|seat| seat.holder.view()).collect(),
            step,
            steps: game.steps(),
            status: self.status(),
            reason: self.reason(),
            facts: scene.facts,
            svg: scene.svg,
            last: before.map(|before| moves[before].clone()),
            legal,
            chosen: match is_present {
                true => self.chosen(),
                false => vec![None; self.seats.len()],
            },
            goals: match game.outcome() {
                Some(MatchOutcome::Completed(goals)) => Some(goals.clone()),
                _ => None,
            },
            history: moves,
            troubles: game.turns().iter().flat_map(troubles).collect(),
            seed: game.info.seed,
            hides: false,
        };
        self.hide(&mut view);
        view
    }

    /// `Some(true)` for each role that has several legal moves and has chosen one; `None` for the others.
    fn chosen(&self) -> Vec<Option<bool>> {
        let has_chosen =
            |role: usize| self.game.chosen(role).is_some() && self.game.legal(role).len() > 1;
        let roles = 0..self.seats.len();
        roles.map(|role| has_chosen(role).then_some(true)).collect()
    }

    fn legal(&self, scene: &Scene) -> Vec<Vec<MoveView>> {
        let rules = self.game.rules();
        let of_role = |role: usize| {
            let legal = self.game.legal(role).iter();
            let view = |&id| {
                let text = rules.move_text(role, id);
                let places = self.playable.boards.places(scene, role, &text);
                MoveView { text, places }
            };
            legal.map(view).collect()
        };
        (0..self.seats.len()).map(of_role).collect()
    }

    fn status(&self) -> Status {
        // A role with one legal move does not keep the match waiting.
        let is_wanted =
            |&role: &usize| self.game.chosen(role).is_none() && self.game.legal(role).len() > 1;
        match (&self.broken, self.game.outcome()) {
            (Some(_), _) => Status::Failed,
            (None, Some(MatchOutcome::Completed(_))) => Status::Over,
            (None, Some(MatchOutcome::Aborted(_))) => Status::Failed,
            (None, None) if self.people().iter().any(is_wanted) => Status::Waiting,
            (None, None) => Status::Thinking,
        }
    }

    fn reason(&self) -> Option<String> {
        match self.game.outcome() {
            Some(MatchOutcome::Aborted(reason)) => Some(reason.clone()),
            _ => [&self.broken, &self.notice, &self.unkept]
                .into_iter()
                .find_map(Clone::clone),
        }
    }
}

/// The substitute moves of a turn.
fn troubles(turn: &MatchTurn) -> impl Iterator<Item = TroubleView> {
    let troubles = turn.faults.iter().enumerate();
    troubles.filter_map(|(role, trouble)| {
        Some(TroubleView {
            step: turn.step,
            role,
            why: trouble.as_ref()?.to_string(),
        })
    })
}
