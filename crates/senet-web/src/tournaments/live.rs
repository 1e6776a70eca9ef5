//! Running matches of a tournament.

use crate::loading::Playable;
use crate::spectator_match::{SpectatorMatch, seats, title};
use crate::view::{Status, TroubleView};
use senet_arena::store::{Finished, Stored};
use senet_arena::tournament::TournamentPlan;
use senet_arena::{MatchEvent, MatchTurn};
use senet_search::chance_role;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The running matches by number.
#[derive(Default)]
pub struct Live(Mutex<BTreeMap<usize, SpectatorMatch>>);

impl Live {
    fn matches(&self) -> MutexGuard<'_, BTreeMap<usize, SpectatorMatch>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All running matches.
    pub fn all(&self) -> Vec<SpectatorMatch> {
        self.matches().values().cloned().collect()
    }

    /// Removes all matches.
    pub fn clear(&self) {
        self.matches().clear();
    }

    /// Takes in an event of a match.
    pub fn note(
        &self,
        plan: &TournamentPlan,
        game: &Arc<Playable>,
        claimed: &Stored,
        moment: &MatchEvent,
    ) {
        let mut matches = self.matches();
        match moment {
            // States of a scrambled game have other names than the plan.
            MatchEvent::Begun(rules, ..) if rules.is_scrambled() => {}
            MatchEvent::Begun(_, initial, _) => {
                let mut begun = account(plan, game, claimed);
                begun.states.push((*initial).clone());
                matches.insert(claimed.number, begun);
            }
            MatchEvent::Moved(_, turn) => {
                if let Some(account) = matches.get_mut(&claimed.number) {
                    account.states.push(turn.next.clone());
                    account.moves.push(turn.moves.clone());
                    account.troubles.extend(troubles(turn));
                }
            }
        }
    }

    /// Removes a finished match.
    pub fn end(&self, claimed: &Stored, _finished: &Finished) {
        self.matches().remove(&claimed.number);
    }
}

fn account(plan: &TournamentPlan, game: &Arc<Playable>, claimed: &Stored) -> SpectatorMatch {
    let chance = chance_role(&*game.rules.game);
    let mut players: Vec<String> = claimed
        .seats
        .iter()
        .map(|&p| plan.players[p].clone())
        .collect();
    let shown = title(&game.rules.name, &players);
    if let Some(chance) = chance {
        players.insert(chance.min(players.len()), "random".to_string());
    }
    SpectatorMatch {
        id: format!("{}~{}", plan.name, claimed.number),
        title: shown,
        seats: seats(game, &players, &[], plan.play_clock),
        status: Status::Thinking,
        reason: None,
        states: Vec::new(),
        moves: Vec::new(),
        goals: None,
        troubles: Vec::new(),
        seed: claimed.seed,
        notes: Vec::new(),
        values: Vec::new(),
        decisive: Vec::new(),
        game: game.clone(),
    }
}

fn troubles(turn: &MatchTurn) -> impl Iterator<Item = TroubleView> {
    let all = turn.faults.iter().enumerate();
    all.filter_map(|(role, trouble)| {
        Some(TroubleView {
            step: turn.step,
            role,
            why: trouble.as_ref()?.to_string(),
        })
    })
}
