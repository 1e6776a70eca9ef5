//! The views of a table.

use super::actor::TableActor;
use super::message::CommandResult;
use super::party::Party;
use super::table_seat::TableSeat;
use crate::drawing::{Scene, SceneOptions};
use crate::failure::Failure;
use crate::notes::{gone_in, reported_values};
use crate::view::{MoveView, SeatView, Status, TroubleView, View};
use senet_arena::{MatchOutcome, MatchTurn};
use senet_engine::MoveId;
use std::collections::BTreeMap;

/// Maximum number of moves that get a picture of the piece they make.
const MOST_DRAWN: usize = 60;

impl TableActor {
    /// Publishes a new view.
    pub fn publish(&mut self) {
        self.changed = false;
        let view = self.view(Party::Spectator, self.game.steps(), false);
        self.table.publish(view);
    }

    /// The current view for a party, as JSON.
    pub fn answer_for(&self, party: Party) -> CommandResult {
        match self.game.rules().hides && !self.guests.is_empty() {
            true => self.view_at(party, None, false),
            false => Ok(self.table.published().json.clone()),
        }
    }

    /// The view of a state, as JSON.
    pub fn view_at(&self, party: Party, step: Option<usize>, turned: bool) -> CommandResult {
        let step = step.unwrap_or(self.game.steps());
        if step > self.game.steps() {
            return Err(Failure::not_found(format!(
                "the match is at step {}, not at step {step}",
                self.game.steps()
            )));
        }
        // A view always becomes JSON.
        Ok(serde_json::to_vec(&self.view(party, step, turned))
            .unwrap_or_default()
            .into())
    }

    fn view(&self, party: Party, step: usize, turned: bool) -> View {
        let game = &self.game;
        let rules = game.rules();
        let is_present = step == game.steps();
        let before = step.checked_sub(1);
        let scene = self.visible_scene(party, step, turned).unwrap_or_else(|| {
            let options = SceneOptions {
                before: before
                    .map(|before| (game.state_at(before), &game.turns()[before].moves[..])),
                legal: is_present.then_some(game.legal_moves()),
                turned,
                is_over: is_present && self.status() == Status::Over,
            };
            let state = game.state_at(step);
            self.playable.boards.show(rules, state, options)
        });
        let turnable = scene.can_be_turned;
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
            seats: self.seat_views(),
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
            notation: self.notes.iter().map(|n| n.notation.clone()).collect(),
            gone: gone_in(&self.notes[..step.min(self.notes.len())]),
            values: reported_values(game),
            decisive: match is_present {
                true => self.decisive.clone(),
                false => Vec::new(),
            },
            ending: self.ending.clone(),
            clocks: self.clock_views(),
            rematch: self.rematch_view(),
            record: self.is_recorded.then(|| self.game.info.id.clone()),
            turnable,
            far: self.far.clone(),
        };
        self.hide(party, &mut view);
        view
    }

    fn seat_views(&self) -> Vec<SeatView> {
        let view = |(role, seat): (usize, &TableSeat)| SeatView {
            joined: self.guests.get(&role).map(|guest| guest.joined),
            ..seat.holder.view()
        };
        self.seats.iter().enumerate().map(view).collect()
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
        let boards = &self.playable.boards;
        let of_role = |role: usize| -> Vec<MoveView> {
            let legal = self.game.legal(role).iter();
            let texts: Vec<String> = legal.map(|&id| rules.move_text(role, id)).collect();
            let words = boards.words(scene, role, &texts);
            let view = |(text, words): (String, String)| MoveView {
                places: boards.places(scene, role, &text),
                text,
                words,
                svg: None,
            };
            texts.into_iter().zip(words).map(view).collect()
        };
        let mut legal: Vec<Vec<MoveView>> = (0..self.seats.len()).map(of_role).collect();
        if !self.hides_info() {
            self.draw_choices(scene, &mut legal);
        }
        legal
    }

    /// Adds pictures to moves that share their places: the piece that each of them makes. The moves of the other roles must be known.
    fn draw_choices(&self, scene: &Scene, legal: &mut [Vec<MoveView>]) {
        let ids = self.game.legal_moves();
        let mut with_choice = (0..ids.len()).filter(|&role| ids[role].len() > 1);
        let (Some(role), None) = (with_choice.next(), with_choice.next()) else {
            return;
        };
        let mut uses: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        for one in &legal[role] {
            *uses.entry(one.places.clone()).or_default() += 1;
        }
        let rules = self.game.rules();
        let mut drawn = 0;
        for (one, &id) in legal[role].iter_mut().zip(&ids[role]) {
            if one.places.is_empty() || uses[&one.places] < 2 || drawn >= MOST_DRAWN {
                continue;
            }
            let joint: Vec<MoveId> = (0..ids.len())
                .map(|other| if other == role { id } else { ids[other][0] })
                .collect();
            drawn += 1;
            if let Ok(next) = rules.game.next(self.game.state(), &joint) {
                let boards = &self.playable.boards;
                boards.complete(rules, (scene, &next), role, one);
            }
        }
    }

    fn status(&self) -> Status {
        // A role with one legal move does not keep the match waiting.
        let is_wanted =
            |&role: &usize| self.game.chosen(role).is_none() && self.game.legal(role).len() > 1;
        match (&self.broken, self.game.outcome()) {
            (Some(_), _) => Status::Failed,
            (None, Some(MatchOutcome::Completed(_))) => Status::Over,
            (None, Some(MatchOutcome::Aborted(_))) if self.ending.is_some() => Status::Over,
            (None, Some(MatchOutcome::Aborted(_))) => Status::Failed,
            (None, None) if self.people().iter().any(is_wanted) => Status::Waiting,
            (None, None) => Status::Thinking,
        }
    }

    fn reason(&self) -> Option<String> {
        match (self.game.outcome(), &self.notice) {
            (Some(MatchOutcome::Aborted(reason)), None) => Some(reason.clone()),
            (Some(MatchOutcome::Aborted(reason)), Some(notice)) => {
                Some(format!("{reason}; {notice}"))
            }
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
