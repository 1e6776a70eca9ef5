//! `net`: plays the likeliest move of a policy network, without search. Where several roles choose at once, it draws its move.

use crate::GameModel;
use crate::error::DeepError;
use crate::expansion::expand;
use crate::search::{RootPlan, Search};
use fastrand::Rng;
use senet_engine::{State, Stopped};
use senet_search::{Budget, MoveChoice, Player, SearchReport, Setting, Stop};

/// A player that does not search.
pub struct PolicyPlayer {
    setting: Setting,
    model: GameModel,
    rng: Rng,
}

impl PolicyPlayer {
    /// Creates the player. The model must be joined to the game of the setting.
    pub fn new(setting: Setting, model: GameModel) -> PolicyPlayer {
        PolicyPlayer {
            rng: Rng::with_seed(setting.seed),
            setting,
            model,
        }
    }
}

impl Player for PolicyPlayer {
    fn choose(&mut self, state: &State, budget: &Budget) -> Result<MoveChoice, Stopped> {
        let _watch = budget.watch();
        let plan = RootPlan {
            simulations: 0,
            noise: 0.0,
            gumbel: false,
        };
        let mut search = Search::new(&self.model, state, 0.0, plan);
        let leaf: Vec<_> = search
            .next_leaf(&mut self.rng)
            .map(|leaf| (0, leaf))
            .into_iter()
            .collect();
        let evaluated = expand(&self.model, &mut [&mut search], &leaf);
        evaluated.map_err(|error| match error {
            DeepError::Stopped(stopped) => stopped,
            other => Stopped::Misuse(other.to_string()),
        })?;
        let roles = &self.model.translation.roles;
        let own = roles.iter().position(|&role| role == self.setting.role);
        let role = own.unwrap_or(0);
        let best = search.pick(role, false, &mut self.rng);
        let mut values = vec![0.0; roles.len()];
        for (at, &own) in roles.iter().enumerate() {
            values[own] = 100.0 * f64::from(search.tree.values(search.root)[at]);
        }
        Ok(MoveChoice {
            chosen: search.tree.actions(search.root, role)[best].id,
            report: SearchReport {
                nodes: 1,
                values,
                ..SearchReport::stopped(Stop::Done)
            },
        })
    }
}
