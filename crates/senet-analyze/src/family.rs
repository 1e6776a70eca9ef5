//! Cardinality properties of many groups of facts: in each group at least one fact holds, or at most one.

use crate::State;
use crate::projection::{Projection, Space};

/// A property of states.
pub struct Family {
    /// The projection. Each group has the facts for which it shows the same arguments.
    pub projection: Projection,
    /// The property of each group.
    pub kind: Kind,
    /// The groups.
    pub groups: Vec<Vec<u32>>,
    /// Facts that must not hold.
    pub forbidden: Vec<u32>,
    /// True if some groups were dropped.
    pub is_partial: bool,
}

/// The property of each group of facts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// At least one fact holds: the projection is complete.
    Some,
    /// At most one fact holds.
    One,
}

impl Family {
    /// The property that a projection shows all declared values.
    pub fn shows_all(space: &Space, projection: Projection) -> Family {
        let (groups, _) = space.declared_groups(&projection);
        Family {
            projection,
            kind: Kind::Some,
            groups,
            forbidden: Vec::new(),
            is_partial: false,
        }
    }

    /// The property that a projection shows exactly the declared values.
    pub fn shows_exactly(space: &Space, projection: Projection) -> Family {
        let (groups, forbidden) = space.declared_groups(&projection);
        Family {
            projection,
            kind: Kind::Some,
            groups,
            forbidden,
            is_partial: false,
        }
    }

    /// The property that a projection determines the fact: at most one fact per value holds.
    pub fn one_each(space: &Space, projection: Projection) -> Family {
        let mut groups = space.groups(&projection);
        groups.retain(|group| group.len() > 1);
        Family {
            projection,
            kind: Kind::One,
            groups,
            forbidden: Vec::new(),
            is_partial: false,
        }
    }

    /// The property that at least one of some facts holds.
    pub fn some_of(facts: &[u32]) -> Family {
        Family::of_facts(facts, Kind::Some)
    }

    /// The property that at most one of some facts holds.
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
            forbidden: Vec::new(),
            is_partial: false,
        }
    }

    /// True if the projected arguments determine all others.
    pub fn tells_all(&self) -> bool {
        self.kind == Kind::One && !self.is_partial
    }

    /// True if a state has the property.
    pub fn holds(&self, state: &State) -> bool {
        let has_barred = self.forbidden.iter().any(|&fluent| state[fluent as usize]);
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

    /// Drops the groups without the property in a state; returns whether there were any.
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

    /// The property as text.
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
