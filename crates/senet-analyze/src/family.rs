//! Properties of states that are the same for many groups of facts: of each group some fact holds, or at most one.

use crate::evaluate::State;
use crate::projection::{Projection, Space};

/// A property of states.
pub struct Family {
    /// The facts that are put together are those of which this projection shows the same.
    pub projection: Projection,
    /// What holds of each group.
    pub kind: Kind,
    /// The groups.
    pub groups: Vec<Vec<u32>>,
    /// Facts that must not hold at all.
    pub barred: Vec<u32>,
    /// Whether there were more groups.
    pub is_partial: bool,
}

/// What holds of each group of facts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One of them holds at least: the projection shows everything.
    Some,
    /// One of them holds at most.
    One,
}

impl Family {
    /// The property that a projection shows everything that is declared.
    pub fn shows_all(space: &Space, projection: Projection) -> Family {
        let (groups, _) = space.declared_groups(&projection);
        Family {
            projection,
            kind: Kind::Some,
            groups,
            barred: Vec::new(),
            is_partial: false,
        }
    }

    /// The property that a projection shows everything that is declared and nothing else.
    pub fn shows_exactly(space: &Space, projection: Projection) -> Family {
        let (groups, barred) = space.declared_groups(&projection);
        Family {
            projection,
            kind: Kind::Some,
            groups,
            barred,
            is_partial: false,
        }
    }

    /// The property that facts of which a projection shows the same do not hold together.
    pub fn one_each(space: &Space, projection: Projection) -> Family {
        let mut groups = space.groups(&projection);
        groups.retain(|group| group.len() > 1);
        Family {
            projection,
            kind: Kind::One,
            groups,
            barred: Vec::new(),
            is_partial: false,
        }
    }

    /// The property that one of some facts holds at least.
    pub fn some_of(facts: &[u32]) -> Family {
        Family::of_facts(facts, Kind::Some)
    }

    /// The property that one of some facts holds at most.
    pub fn one_of(facts: &[u32]) -> Family {
        Family::of_facts(facts, Kind::One)
    }

    fn of_facts(facts: &[u32], kind: Kind) -> Family {
        let projection = Projection {
            relation: usize::MAX,
            positions: Vec::new(),
        };
        Family {
            projection,
            kind,
            groups: vec![facts.to_vec()],
            barred: Vec::new(),
            is_partial: false,
        }
    }

    /// Whether it says that the projection tells all other arguments.
    pub fn tells_all(&self) -> bool {
        self.kind == Kind::One && !self.is_partial
    }

    /// Whether a state has the property.
    pub fn holds(&self, state: &State) -> bool {
        let has_barred = self.barred.iter().any(|&fluent| state[fluent as usize]);
        !has_barred
            && self
                .groups
                .iter()
                .all(|group| self.group_holds(group, state))
    }

    fn group_holds(&self, group: &[u32], state: &State) -> bool {
        let mut holding = group.iter().filter(|fluent| state[**fluent as usize]);
        match self.kind {
            Kind::Some => holding.next().is_some(),
            Kind::One => holding.nth(1).is_none(),
        }
    }

    /// Forgets the groups that do not have the property in a state; whether there were any.
    pub fn weaken(&mut self, state: &State) -> bool {
        let groups = std::mem::take(&mut self.groups);
        let before = groups.len();
        let left = groups
            .into_iter()
            .filter(|group| self.group_holds(group, state))
            .collect();
        self.groups = left;
        self.is_partial |= self.groups.len() < before;
        self.groups.len() < before
    }

    /// The property in words.
    pub fn text(&self, space: &Space) -> String {
        let name = space.name(self.projection.relation);
        let number = match self.kind {
            Kind::Some => "at least one",
            Kind::One => "at most one",
        };
        if self.projection.positions.is_empty() {
            return format!("{number} fact of {name} holds");
        }
        let positions = self
            .projection
            .positions
            .iter()
            .map(|p| (p + 1).to_string());
        let positions: Vec<_> = positions.collect();
        let each = if self.is_partial {
            "some values"
        } else {
            "each value"
        };
        format!(
            "{number} fact of {name} holds for {each} of its arguments {}",
            positions.join(", ")
        )
    }
}
