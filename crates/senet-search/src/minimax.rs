//! `minimax`: looks at all that may follow, deeper and deeper.

use crate::alphabeta::{Leaf, Root, Search, Seats, Windows, report};
use crate::player::legal_moves;
use crate::{Budget, Choice, Options, Player, PlayerError, Report, Setting, Stop};
use fastrand::Rng;
use senet_engine::{State, Stopped};

/// Random matches for each state where a search ends.
const PLAYOUTS: u32 = 8;

/// Alpha-beta, deeper and deeper.
pub struct Minimax {
    setting: Setting,
    search: Search,
    rng: Rng,
}

impl Minimax {
    /// Takes a seat.
    pub fn seat(mut options: Options, setting: Setting) -> Result<Box<dyn Player>, PlayerError> {
        let playouts = options.get("playouts", "it is a number of random matches, 0 for none")?;
        options.finish()?;
        let leaf = match playouts.unwrap_or(PLAYOUTS) {
            0 => Leaf::Even,
            playouts => Leaf::Playouts(playouts),
        };
        let seats = Seats::of(&*setting.game, setting.role);
        Ok(Box::new(Minimax {
            search: Search::new(setting.game.clone(), seats, leaf, setting.seed),
            rng: Rng::with_seed(setting.seed),
            setting,
        }))
    }

    fn think(&mut self, state: &State, budget: &Budget) -> (Option<Root>, Report) {
        let search = &mut self.search;
        search.begin(budget);
        match Root::enter(search, state, &mut self.rng) {
            Ok(Some(mut root)) => {
                let ended = root.deepen(search, Windows::Aspiration);
                let report = report(search, &root, ended);
                (Some(root), report)
            }
            Ok(None) => (None, Report::stopped(Stop::Done)),
            Err(halt) => (None, Report::stopped(search.meter.reason(&halt).0)),
        }
    }
}

impl Player for Minimax {
    fn prepare(&mut self, budget: &Budget) -> Result<Report, Stopped> {
        let _watch = budget.watch();
        let initial = self.setting.game.initial()?;
        Ok(self.think(&initial, budget).1)
    }

    fn choose(&mut self, state: &State, budget: &Budget) -> Result<Choice, Stopped> {
        let _watch = budget.watch();
        let legal = legal_moves(&*self.setting.game, state, self.setting.role)?;
        if legal.len() == 1 {
            return Ok(Choice {
                chosen: legal[0],
                report: Report::stopped(Stop::OnlyMove),
            });
        }
        let (root, report) = self.think(state, budget);
        Ok(Choice {
            chosen: root.map_or(legal[0], |root| root.choice().id),
            report,
        })
    }
}
