//! Trees under the current colours of the symbols.

use super::shared_trees::{SharedTrees, TreeId};
use super::tree_users::TreeUsers;
use super::unfolded_game::UnfoldedGame;
use crate::mapping::colour_code::{ASSIGNED, fingerprint};
use crate::mapping::shuffle::mixed;

/// The trees of a game. Assigned symbols have colours of their own.
pub struct ColouredTrees<'a> {
    pub trees: &'a SharedTrees,
    /// The fingerprint of each tree.
    pub fingerprints: Vec<u64>,
    /// The number of assigned symbols in each tree.
    pub assigned: Vec<u32>,
    /// The colour code of each root.
    pub codes: Vec<u64>,
    sums: Vec<[u64; 3]>,
    users: &'a TreeUsers,
    /// The number of uses of each tree by trees of unassigned symbols. Unused trees are no longer updated.
    uses: Vec<u32>,
    symbol_of: Vec<u32>,
    /// Trees to update, by height. Each comes with the count of assigned symbols that its users know.
    waiting: Vec<Vec<(TreeId, u32)>>,
    is_waiting: Vec<bool>,
}

const NO_SYMBOL: u32 = u32::MAX;

impl<'a> ColouredTrees<'a> {
    /// Starts with all symbols unassigned.
    pub fn new(unfolded: &'a UnfoldedGame) -> ColouredTrees<'a> {
        let (trees, users) = (&unfolded.trees, &unfolded.users);
        let count = trees.len();
        let mut uses: Vec<u32> = (0..count).map(|tree| users.of(tree).len() as u32).collect();
        let mut symbol_of = vec![NO_SYMBOL; count];
        for (symbol, &root) in trees.roots.iter().enumerate() {
            symbol_of[root as usize] = symbol as u32;
            uses[root as usize] += 1;
        }
        let heights = trees
            .heights
            .iter()
            .max()
            .map_or(0, |&most| most as usize + 1);
        let mut coloured = ColouredTrees {
            fingerprints: Vec::with_capacity(count),
            assigned: vec![0; count],
            codes: trees.codes.clone(),
            sums: Vec::with_capacity(count),
            users,
            uses,
            symbol_of,
            waiting: vec![Vec::new(); heights],
            is_waiting: vec![false; count],
            trees,
        };
        coloured.compute_fingerprints();
        coloured
    }

    fn compute_fingerprints(&mut self) {
        for tree in 0..self.trees.len() as TreeId {
            let sums = [0, 1, 2].map(|list| {
                let items = self.trees.list(tree, list).iter();
                let fingerprints = items.map(|&item| mixed(self.fingerprints[item as usize]));
                fingerprints.fold(0, u64::wrapping_add)
            });
            self.sums.push(sums);
            self.fingerprints
                .push(fingerprint(self.codes[tree as usize], sums));
        }
    }

    /// Gives a symbol the colour of its pair. Adds the other symbols whose trees changed to `changed`.
    pub fn assign(&mut self, symbol: usize, pair: u64, changed: &mut Vec<u32>) {
        self.drop_use(self.trees.roots[symbol]);
        let leaf = self.trees.leaves[symbol] as usize;
        let before = (self.fingerprints[leaf], self.assigned[leaf]);
        self.codes[leaf] = ASSIGNED + pair;
        self.fingerprints[leaf] = fingerprint(self.codes[leaf], [0; 3]);
        self.assigned[leaf] = 1;
        self.update_users(leaf as TreeId, before);
        for height in 0..self.waiting.len() {
            let mut waiting = std::mem::take(&mut self.waiting[height]);
            for &(tree, assigned_before) in &waiting {
                self.is_waiting[tree as usize] = false;
                self.update_fingerprint(tree, assigned_before, changed);
            }
            waiting.clear();
            self.waiting[height] = waiting;
        }
    }

    fn update_fingerprint(&mut self, tree: TreeId, assigned: u32, changed: &mut Vec<u32>) {
        let index = tree as usize;
        let before = (self.fingerprints[index], assigned);
        self.fingerprints[index] = fingerprint(self.codes[index], self.sums[index]);
        match self.symbol_of[index] {
            NO_SYMBOL => self.update_users(tree, before),
            symbol => changed.push(symbol),
        }
    }

    /// Updates the sums of all trees that contain this tree.
    fn update_users(&mut self, tree: TreeId, (old_fingerprint, old_assigned): (u64, u32)) {
        let now = mixed(self.fingerprints[tree as usize]);
        let difference = now.wrapping_sub(mixed(old_fingerprint));
        let more = self.assigned[tree as usize] - old_assigned;
        for entry in self.users.range(tree as usize) {
            let (user, list) = self.users.entries[entry];
            let index = user as usize;
            if self.uses[index] == 0 {
                continue;
            }
            if !self.is_waiting[index] {
                self.is_waiting[index] = true;
                let height = self.trees.heights[index] as usize;
                self.waiting[height].push((user, self.assigned[index]));
            }
            let sum = &mut self.sums[index][list as usize];
            *sum = sum.wrapping_add(difference);
            self.assigned[index] += more;
        }
    }

    /// Drops one use. An unused tree drops its uses of its own subtrees.
    fn drop_use(&mut self, tree: TreeId) {
        self.uses[tree as usize] -= 1;
        if self.uses[tree as usize] > 0 {
            return;
        }
        for list in 0..3 {
            for position in 0..self.trees.list(tree, list).len() {
                self.drop_use(self.trees.list(tree, list)[position]);
            }
        }
    }
}
