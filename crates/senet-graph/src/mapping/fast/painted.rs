//! Trees under the present colours: what they look like to the other game.

use super::shapes::{ShapeId, Shapes};
use super::unfolded::Unfolded;
use super::users::Users;
use crate::mapping::order::mixed;
use crate::mapping::paint::{ASSIGNED, fingerprint};

/// The trees of a game; mapped symbols have colours of their own.
pub struct Painted<'a> {
    pub shapes: &'a Shapes,
    /// The fingerprint of each tree.
    pub prints: Vec<u64>,
    /// How many mapped symbols each tree has.
    pub assigned: Vec<u32>,
    /// The number of the colour of each root.
    pub codes: Vec<u64>,
    sums: Vec<[u64; 3]>,
    users: &'a Users,
    /// How many lists of unmapped symbols' trees hold this one. Without any, it is kept up to date no longer.
    uses: Vec<u32>,
    symbol_of: Vec<u32>,
    /// Trees to be brought up to date, by height, with the number of mapped symbols that their users know of.
    waiting: Vec<Vec<(ShapeId, u32)>>,
    is_waiting: Vec<bool>,
}

const NO_SYMBOL: u32 = u32::MAX;

impl<'a> Painted<'a> {
    /// All symbols unmapped.
    pub fn new(unfolded: &'a Unfolded) -> Painted<'a> {
        let (shapes, users) = (&unfolded.shapes, &unfolded.users);
        let count = shapes.len();
        let mut uses: Vec<u32> = (0..count)
            .map(|shape| users.of(shape).len() as u32)
            .collect();
        let mut symbol_of = vec![NO_SYMBOL; count];
        for (symbol, &root) in shapes.roots.iter().enumerate() {
            symbol_of[root as usize] = symbol as u32;
            uses[root as usize] += 1;
        }
        let heights = shapes
            .heights
            .iter()
            .max()
            .map_or(0, |&most| most as usize + 1);
        let mut painted = Painted {
            prints: Vec::with_capacity(count),
            assigned: vec![0; count],
            codes: shapes.codes.clone(),
            sums: Vec::with_capacity(count),
            users,
            uses,
            symbol_of,
            waiting: vec![Vec::new(); heights],
            is_waiting: vec![false; count],
            shapes,
        };
        painted.print_all();
        painted
    }

    fn print_all(&mut self) {
        for shape in 0..self.shapes.len() as ShapeId {
            let sums = [0, 1, 2].map(|list| {
                let items = self.shapes.list(shape, list).iter();
                let prints = items.map(|&item| mixed(self.prints[item as usize]));
                prints.fold(0, u64::wrapping_add)
            });
            self.sums.push(sums);
            self.prints
                .push(fingerprint(self.codes[shape as usize], sums));
        }
    }

    /// Gives a symbol the colour of its pair. The other symbols whose trees change are told.
    pub fn assign(&mut self, symbol: usize, pair: u64, changed: &mut Vec<u32>) {
        self.drop_use(self.shapes.roots[symbol]);
        let leaf = self.shapes.leaves[symbol] as usize;
        let before = (self.prints[leaf], self.assigned[leaf]);
        self.codes[leaf] = ASSIGNED + pair;
        self.prints[leaf] = fingerprint(self.codes[leaf], [0; 3]);
        self.assigned[leaf] = 1;
        self.tell_users(leaf as ShapeId, before);
        for height in 0..self.waiting.len() {
            let mut waiting = std::mem::take(&mut self.waiting[height]);
            for &(shape, assigned_before) in &waiting {
                self.is_waiting[shape as usize] = false;
                self.print_again(shape, assigned_before, changed);
            }
            waiting.clear();
            self.waiting[height] = waiting;
        }
    }

    fn print_again(&mut self, shape: ShapeId, assigned: u32, changed: &mut Vec<u32>) {
        let index = shape as usize;
        let before = (self.prints[index], assigned);
        self.prints[index] = fingerprint(self.codes[index], self.sums[index]);
        match self.symbol_of[index] {
            NO_SYMBOL => self.tell_users(shape, before),
            symbol => changed.push(symbol),
        }
    }

    /// Changes the sums of those that hold a tree.
    fn tell_users(&mut self, shape: ShapeId, (print, assigned): (u64, u32)) {
        let now = mixed(self.prints[shape as usize]);
        let difference = now.wrapping_sub(mixed(print));
        let more = self.assigned[shape as usize] - assigned;
        for entry in self.users.range(shape as usize) {
            let (user, list) = self.users.entries[entry];
            let index = user as usize;
            if self.uses[index] == 0 {
                continue;
            }
            if !self.is_waiting[index] {
                self.is_waiting[index] = true;
                let height = self.shapes.heights[index] as usize;
                self.waiting[height].push((user, self.assigned[index]));
            }
            let sum = &mut self.sums[index][list as usize];
            *sum = sum.wrapping_add(difference);
            self.assigned[index] += more;
        }
    }

    /// One use less; what nobody uses needs nothing below it.
    fn drop_use(&mut self, shape: ShapeId) {
        self.uses[shape as usize] -= 1;
        if self.uses[shape as usize] > 0 {
            return;
        }
        for list in 0..3 {
            for position in 0..self.shapes.list(shape, list).len() {
                self.drop_use(self.shapes.list(shape, list)[position]);
            }
        }
    }
}
