//! Passes networks from earlier matches to later ones.

use super::learner::Learner;
use crate::{Budget, NetStore, Setting};
use std::sync::Arc;

/// The share of a clock in which an earlier network must be found.
const RECALL_SHARE: f64 = 0.1;

/// The networks of earlier matches, if they are kept.
#[derive(Clone, Default)]
pub struct Memory(Option<Arc<dyn NetStore>>);

impl Memory {
    /// The networks that the caller keeps. There are none if the player does not want them.
    pub fn of(setting: &Setting, wanted: bool) -> Memory {
        let learn = setting.learn.as_ref().filter(|_| wanted);
        Memory(learn.and_then(|learn| learn.networks()))
    }

    /// Gives an earlier network to a learner. Returns a note for people.
    pub fn recall(&self, learner: &mut Learner, budget: &Budget) -> Option<String> {
        let store = self.0.as_ref()?;
        let known = match store.load(&budget.part(RECALL_SHARE)) {
            Ok(known) => known?,
            Err(error) => return Some(format!("started without an earlier network: {error}")),
        };
        let origin = known.origin.clone();
        match learner.start_from(known) {
            true => Some(format!("started with a network of {origin}")),
            false => Some(format!(
                "started anew, because the network of {origin} has other inputs or outputs"
            )),
        }
    }

    /// Keeps the network of a learner. Returns a note for people if that failed.
    pub fn keep(&self, learner: &Learner) -> Option<String> {
        let store = self.0.as_ref()?;
        let matches = learner.counts().matches + learner.earlier_matches();
        let saved = store.save(learner.net().clone(), matches);
        let error = saved.err()?;
        Some(format!("the network was not kept: {error}"))
    }
}
