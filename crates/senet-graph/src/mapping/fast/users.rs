//! Which trees hold which.

use super::shapes::{ShapeId, Shapes};

/// In which lists of which trees each tree stands.
pub struct Users {
    starts: Vec<u32>,
    pub entries: Vec<(ShapeId, u8)>,
}

impl Users {
    /// Looks through all trees.
    pub fn new(shapes: &Shapes) -> Users {
        let count = shapes.len();
        let mut starts = vec![0; count + 2];
        let all = |visit: &mut dyn FnMut(ShapeId, ShapeId, u8)| {
            for user in 0..count as ShapeId {
                for list in 0..3 {
                    for &item in shapes.list(user, list) {
                        visit(item, user, list as u8);
                    }
                }
            }
        };
        all(&mut |item, _, _| starts[item as usize + 2] += 1);
        for shape in 2..starts.len() {
            starts[shape] += starts[shape - 1];
        }
        let mut entries = vec![(0, 0); starts[count + 1] as usize];
        all(&mut |item, user, list| {
            let next = &mut starts[item as usize + 1];
            entries[*next as usize] = (user, list);
            *next += 1;
        });
        starts.truncate(count + 1);
        Users { starts, entries }
    }

    /// Where the entries of a tree lie.
    pub fn range(&self, shape: usize) -> std::ops::Range<usize> {
        self.starts[shape] as usize..self.starts[shape + 1] as usize
    }

    /// The entries of a tree.
    pub fn of(&self, shape: usize) -> &[(ShapeId, u8)] {
        &self.entries[self.range(shape)]
    }
}
