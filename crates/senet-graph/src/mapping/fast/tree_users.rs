//! The reverse index from trees to the trees that contain them.

use super::shared_trees::{SharedTrees, TreeId};

/// For each tree, the trees and lists that contain it.
pub struct TreeUsers {
    starts: Vec<u32>,
    pub entries: Vec<(TreeId, u8)>,
}

impl TreeUsers {
    /// Builds the index.
    pub fn new(trees: &SharedTrees) -> TreeUsers {
        let count = trees.len();
        let mut starts = vec![0; count + 2];
        let all = |visit: &mut dyn FnMut(TreeId, TreeId, u8)| {
            for user in 0..count as TreeId {
                for list in 0..3 {
                    for &item in trees.list(user, list) {
                        visit(item, user, list as u8);
                    }
                }
            }
        };
        all(&mut |item, _, _| starts[item as usize + 2] += 1);
        for tree in 2..starts.len() {
            starts[tree] += starts[tree - 1];
        }
        let mut entries = vec![(0, 0); starts[count + 1] as usize];
        all(&mut |item, user, list| {
            let next = &mut starts[item as usize + 1];
            entries[*next as usize] = (user, list);
            *next += 1;
        });
        starts.truncate(count + 1);
        TreeUsers { starts, entries }
    }

    /// The range of a tree's entries.
    pub fn range(&self, tree: usize) -> std::ops::Range<usize> {
        self.starts[tree] as usize..self.starts[tree + 1] as usize
    }

    /// The users of a tree, each with the number of its list.
    pub fn of(&self, tree: usize) -> &[(TreeId, u8)] {
        &self.entries[self.range(tree)]
    }
}
