//! What a keeper shows of its table.

use super::keeper::Keeper;
use super::message::Answer;
use super::seating::Seating;
use crate::drawing::Scene;
use crate::failure::Failure;
use crate::view::{MoveView, Status, TroubleView, View};
use senet_arena::{Outcome, Turn};

impl Keeper {
    /// Gives out a new view.
    pub fn publish(&mut self) {
        self.changed = false;
        self.table.show(self.view(self.course.steps()));
    }

    /// The view of a state, as it is sent.
    pub fn view_at(&self, step: usize) -> Answer {
        if step > self.course.steps() {
            return Err(Failure::not_found(format!(
                "the match has come to step {} and not to {step}",
                self.course.steps()
            )));
        }
        // A view is made of texts and numbers and always becomes JSON.
        Ok(serde_json::to_vec(&self.view(step))
            .unwrap_or_default()
            .into())
    }

    fn view(&self, step: usize) -> View {
        let course = &self.course;
        let rules = &course.game.rules;
        let is_present = step == course.steps();
        let before = step.checked_sub(1);
        let scene = self.veiled_scene(step).unwrap_or_else(|| {
            course.game.boards.show(
                rules,
                course.state(step),
                before.map(|before| (course.state(before), &course.turns[before].moves[..])),
                is_present.then_some(&course.legal[..]),
            )
        });
        let legal = match is_present {
            true => self.legal(&scene),
            false => vec![Vec::new(); self.seats.len()],
        };
        let moves: Vec<Vec<String>> = course.turns.iter().map(|turn| turn.moves.clone()).collect();
        let mut view = View {
            id: self.table.id.clone(),
            game: self.game.clone(),
            title: self.title.clone(),
            roles: rules.role_names(),
            seats: self.seats.iter().map(|seat| seat.sitter.view()).collect(),
            step,
            steps: course.steps(),
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
            goals: match &course.outcome {
                Some(Outcome::Completed(goals)) => Some(goals.clone()),
                _ => None,
            },
            history: moves,
            troubles: course.turns.iter().flat_map(troubles).collect(),
            seed: self.seed,
            hides: false,
        };
        self.veil(&mut view);
        view
    }

    /// Who has chosen already, of those who have a choice.
    fn chosen(&self) -> Vec<Option<bool>> {
        let has_choice = |role: usize| self.course.legal.get(role).is_some_and(|l| l.len() > 1);
        let of_role = |(role, seat): (usize, &Seating)| {
            (seat.choice.is_some() && has_choice(role)).then_some(true)
        };
        self.seats.iter().enumerate().map(of_role).collect()
    }

    fn legal(&self, scene: &Scene) -> Vec<Vec<MoveView>> {
        let rules = &self.course.game.rules;
        let of_role = |role: usize| {
            let legal = self.course.legal.get(role).into_iter().flatten();
            let view = |&id| {
                let text = rules.move_text(role, id);
                let places = self.course.game.boards.places(scene, role, &text);
                MoveView { text, places }
            };
            legal.map(view).collect()
        };
        (0..self.seats.len()).map(of_role).collect()
    }

    fn status(&self) -> Status {
        // Who has only one move is not waited for.
        let is_wanted = |(role, seat): (usize, &Seating)| {
            seat.sitter.is_human() && seat.choice.is_none() && self.course.legal[role].len() > 1
        };
        match (&self.broken, &self.course.outcome) {
            (Some(_), _) => Status::Failed,
            (None, Some(Outcome::Completed(_))) => Status::Over,
            (None, Some(Outcome::Aborted(_))) => Status::Failed,
            (None, None) if self.seats.iter().enumerate().any(is_wanted) => Status::Waiting,
            (None, None) => Status::Thinking,
        }
    }

    fn reason(&self) -> Option<String> {
        match &self.course.outcome {
            Some(Outcome::Aborted(reason)) => Some(reason.clone()),
            _ => self.broken.clone().or_else(|| self.notice.clone()),
        }
    }
}

/// The moves of a turn that are not the players' own.
fn troubles(turn: &Turn) -> impl Iterator<Item = TroubleView> {
    let troubles = turn.troubles.iter().enumerate();
    troubles.filter_map(|(role, trouble)| {
        Some(TroubleView {
            step: turn.step,
            role,
            why: trouble.as_ref()?.to_string(),
        })
    })
}
