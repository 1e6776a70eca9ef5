//! Matches to look at: recorded ones, and those of tournaments.

use crate::drawing::SceneOptions;
use crate::loading::Playable;
use crate::notes::{TurnNote, gone_in};
use crate::view::{RematchView, SeatKind, SeatView, Status, TroubleView, View};
use senet_engine::State;
use senet_search::chance_role;
use std::sync::Arc;

/// A match to look at.
#[derive(Clone)]
pub struct SpectatorMatch {
    /// The game.
    pub game: Arc<Playable>,
    /// The identifier in addresses.
    pub id: String,
    /// The title.
    pub title: String,
    /// The players.
    pub seats: Vec<SeatView>,
    /// The status.
    pub status: Status,
    /// Why the match was aborted.
    pub reason: Option<String>,
    /// The states, from the first on.
    pub states: Vec<State>,
    /// The joint moves between the states.
    pub moves: Vec<Vec<String>>,
    /// The goals.
    pub goals: Option<Vec<i32>>,
    /// Substitute moves.
    pub troubles: Vec<TroubleView>,
    /// The seed of random choices.
    pub seed: u64,
    /// A note about each joint move; empty for matches that still run.
    pub notes: Vec<TurnNote>,
    /// For each state, the expected goals that players reported there.
    pub values: Vec<Option<Vec<Option<f64>>>>,
    /// The places that decided the match.
    pub decisive: Vec<String>,
}

impl SpectatorMatch {
    /// The view after a number of joint moves, or of the last state.
    pub fn view(&self, step: Option<usize>, turned: bool) -> View {
        let steps = self.moves.len();
        let step = step.map_or(steps, |step| step.min(steps));
        let before = step.checked_sub(1);
        let previous = before.map(|before| (&self.states[before], &self.moves[before][..]));
        let rules = &self.game.rules;
        let boards = &self.game.boards;
        let options = SceneOptions {
            before: previous,
            legal: None,
            turned,
            is_over: false,
        };
        let scene = boards.show(rules, &self.states[step], options);
        let turnable = scene.can_be_turned;
        let roles = rules.role_names();
        View {
            id: self.id.clone(),
            game: rules.name.clone(),
            title: self.title.clone(),
            seats: self.seats.clone(),
            step,
            steps,
            status: self.status,
            reason: self.reason.clone(),
            facts: scene.facts,
            svg: scene.svg,
            last: before.map(|before| self.moves[before].clone()),
            legal: vec![Vec::new(); roles.len()],
            chosen: vec![None; roles.len()],
            goals: self.goals.clone(),
            history: self.moves.clone(),
            troubles: self.troubles.clone(),
            seed: self.seed,
            hides: false,
            notation: self.notes.iter().map(|n| n.notation.clone()).collect(),
            gone: gone_in(&self.notes[..step.min(self.notes.len())]),
            values: self.values.clone(),
            decisive: match step == steps {
                true => self.decisive.clone(),
                false => Vec::new(),
            },
            ending: None,
            clocks: Vec::new(),
            rematch: RematchView::default(),
            record: Some(self.id.clone()),
            turnable,
            far: boards.far_roles(rules, &self.states[0]),
            roles,
        }
    }
}

/// The seats of the roles, by the names of the players; chance is known by its role.
pub fn seats(game: &Playable, names: &[String], human: &[bool], seconds: f64) -> Vec<SeatView> {
    let chance = chance_role(&*game.rules.game);
    let seat = |(role, name): (usize, &String)| {
        let kind = match (Some(role) == chance, human.get(role)) {
            (true, _) => SeatKind::Chance,
            (false, Some(true)) => SeatKind::Human,
            (false, _) => SeatKind::Player,
        };
        SeatView {
            kind,
            name: name.clone(),
            seconds: (kind == SeatKind::Player).then_some(seconds),
            level: None,
            joined: None,
        }
    };
    names.iter().enumerate().map(seat).collect()
}

/// A title that names the players.
pub fn title(game: &str, players: &[String]) -> String {
    match players.is_empty() {
        true => game.to_string(),
        false => format!("{game}: {}", players.join(" against ")),
    }
}
