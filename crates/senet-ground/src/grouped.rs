//! Numbers in groups, stored flat.

/// The numbers from 0 on, grouped by a key; each group is increasing.
pub struct Grouped {
    /// The start of each group, and the end of the last.
    starts: Vec<u32>,
    members: Vec<u32>,
}

impl Grouped {
    /// Groups numbers, given the key of each; keys are less than `groups`.
    pub fn by(groups: usize, keys: impl Iterator<Item = u32> + Clone) -> Grouped {
        let mut starts = vec![0; groups + 1];
        keys.clone().for_each(|key| starts[key as usize + 1] += 1);
        (0..groups).for_each(|group| starts[group + 1] += starts[group]);
        let mut free = starts.clone();
        let mut members = vec![0; starts[groups] as usize];
        for (number, key) in (0..).zip(keys) {
            let place = &mut free[key as usize];
            members[*place as usize] = number;
            *place += 1;
        }
        Grouped { starts, members }
    }

    /// The members of a group.
    #[inline]
    pub fn of(&self, group: u32) -> &[u32] {
        let group = group as usize;
        &self.members[self.starts[group] as usize..self.starts[group + 1] as usize]
    }
}
