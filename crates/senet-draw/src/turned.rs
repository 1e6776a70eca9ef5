//! Pictures from the other side of the board.

use crate::look::BoardShape;
use crate::picture::{Grid, Picture};

impl Picture {
    /// The same picture, with each board turned by half a turn. Places keep their names.
    pub fn turned(mut self) -> Picture {
        self.grids.iter_mut().filter(|g| is_flat(g)).for_each(turn);
        self
    }

    /// True if at least one board can be turned.
    pub fn can_be_turned(&self) -> bool {
        self.grids.iter().any(is_flat)
    }

    /// For each role, true if its pieces stand on the far side of the boards, and those of another role on the near
    /// side.
    pub fn far_roles(&self) -> Vec<bool> {
        let roles = 0..self.role_panels.len();
        let heights: Vec<Option<f64>> = roles.map(|role| self.height_of(role)).collect();
        let is_near = |height: &Option<f64>| height.is_some_and(|height| height < 0.5 - MARGIN);
        let is_far = |height: &Option<f64>| height.is_some_and(|height| height > 0.5 + MARGIN);
        let anyone_near = heights.iter().any(is_near);
        heights
            .iter()
            .map(|height| anyone_near && is_far(height))
            .collect()
    }

    /// The mean height of a role's pieces: 0 is the near edge, 1 the far edge.
    fn height_of(&self, role: usize) -> Option<f64> {
        let mut heights = Vec::new();
        for grid in self.grids.iter().filter(|grid| is_flat(grid)) {
            let all = grid.cells.keys().map(|&place| grid.look.centre(place).1);
            let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), y| {
                (low.min(y), high.max(y))
            });
            let own = grid
                .cells
                .iter()
                .filter(|(_, cell)| cell.tokens.iter().any(|token| token.owner == Some(role)));
            let height =
                |place| (grid.look.centre(place).1 - low) / (high - low).max(f64::MIN_POSITIVE);
            heights.extend(own.map(|(&place, _)| height(place)));
        }
        match heights.is_empty() {
            true => None,
            false => Some(heights.iter().sum::<f64>() / heights.len() as f64),
        }
    }
}

/// How far from the middle the pieces of a side stand.
const MARGIN: f64 = 0.15;

/// True unless the board has a top, as towers and pegs do.
fn is_flat(grid: &Grid) -> bool {
    grid.levels.is_none() && grid.look.shape != BoardShape::Pegs
}

fn turn(grid: &mut Grid) {
    let look = &mut grid.look;
    (look.flipped, look.mirrored) = (!look.flipped, !look.mirrored);
    for spot in look.spots.values_mut() {
        *spot = (-spot.0, -spot.1);
    }
}
