//! Matches of a tournament while they are being played.

use crate::account::{Account, seats, title};
use crate::loading::Playable;
use crate::view::{Status, TroubleView};
use senet_arena::store::{Finished, Stored};
use senet_arena::tournament::Plan;
use senet_arena::{Moment, Turn};
use senet_search::chance_role;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is being played, by the numbers of the matches.
#[derive(Default)]
pub struct Live(Mutex<BTreeMap<usize, Account>>);

impl Live {
    fn matches(&self) -> MutexGuard<'_, BTreeMap<usize, Account>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All matches as they are now.
    pub fn all(&self) -> Vec<Account> {
        self.matches().values().cloned().collect()
    }

    /// Nothing is being played any more.
    pub fn clear(&self) {
        self.matches().clear();
    }

    /// Something has happened in a match.
    pub fn note(&self, plan: &Plan, game: &Arc<Playable>, claimed: &Stored, moment: &Moment) {
        let mut matches = self.matches();
        match moment {
            // States of scrambled rules mean nothing in the words of the plan.
            Moment::Begun(rules, ..) if rules.is_scrambled() => {}
            Moment::Begun(_, initial, _) => {
                let mut begun = account(plan, game, claimed);
                begun.states.push((*initial).clone());
                matches.insert(claimed.number, begun);
            }
            Moment::Moved(_, turn) => {
                if let Some(account) = matches.get_mut(&claimed.number) {
                    account.states.push(turn.next.clone());
                    account.moves.push(turn.moves.clone());
                    account.troubles.extend(troubles(turn));
                }
            }
        }
    }

    /// A match has ended.
    pub fn end(&self, claimed: &Stored, _finished: &Finished) {
        self.matches().remove(&claimed.number);
    }
}

fn account(plan: &Plan, game: &Arc<Playable>, claimed: &Stored) -> Account {
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
    Account {
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
        game: game.clone(),
    }
}

fn troubles(turn: &Turn) -> impl Iterator<Item = TroubleView> {
    let all = turn.troubles.iter().enumerate();
    all.filter_map(|(role, trouble)| {
        Some(TroubleView {
            step: turn.step,
            role,
            why: trouble.as_ref()?.to_string(),
        })
    })
}
