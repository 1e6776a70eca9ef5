//! Those who watch a game being grounded and may have seen enough before it is done.

use crate::glimpse::Glimpse;
use crate::start::Start;
use crate::terms::TermId;

/// Someone who asks a question that the whole game is not always needed for.
pub trait Onlooker {
    /// Whether what is known before any step is enough. Then the game has neither moves nor rules.
    fn is_enough(&self, start: &Start) -> bool;

    /// The same when a few states were not enough, or when to ground the rules even for them turns out to take long.
    fn is_enough_after_all(&self, start: &Start, takes_long: bool) -> bool;

    /// The facts of states that are to be looked at first; none if there is no use in that.
    fn first_facts(&self, start: &Start) -> Vec<TermId>;

    /// Whether steps from such states are enough, which can be looked at. Then the game has only the rules that apply in them.
    fn is_seen<'w>(&self, look: &dyn Fn() -> Glimpse<'w>) -> bool;
}

/// Nobody, who wants it all.
pub struct Nobody;

impl Onlooker for Nobody {
    fn is_enough(&self, _: &Start) -> bool {
        false
    }

    fn is_enough_after_all(&self, _: &Start, _: bool) -> bool {
        false
    }

    fn first_facts(&self, _: &Start) -> Vec<TermId> {
        Vec::new()
    }

    fn is_seen<'w>(&self, _: &dyn Fn() -> Glimpse<'w>) -> bool {
        false
    }
}
