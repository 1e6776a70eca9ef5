//! The matrix mapper. It gives the same result as the reference but skips unneeded comparisons.

use super::best_pair::{BestPairQueue, Candidate, PairScores, Position};
use super::pair_comparisons::PairComparisons;
use crate::mapping::score::{Score, Scorer};
use crate::mapping::{AssignedPairs, Parameters, SymbolComparison};

/// Assigns the best pair until one game has no symbol left.
pub fn map(
    comparisons: &mut PairComparisons,
    parameters: &Parameters,
    order: &[usize],
) -> AssignedPairs {
    let mut matrix = Matrix::new(comparisons, order);
    let (mut queue, mut pairs) = (BestPairQueue::default(), Vec::new());
    while let Some((one, other, comparison)) = matrix.best(comparisons, parameters, &mut queue)
        && !comparisons.is_out_of_time()
    {
        comparisons.assign(one, other);
        matrix.update(comparisons, one, other);
        pairs.push((one, other, comparison));
    }
    pairs
}

/// All pairs; the rows follow the order that decides ties.
struct Matrix {
    /// The symbol of the first game in each row.
    order: Vec<usize>,
    /// The row of each symbol of the first game.
    row_of: Vec<usize>,
    width: usize,
    cells: Vec<Cell>,
    /// The rows and columns of unassigned symbols.
    free: [Vec<usize>; 2],
    /// The largest distance and match count so far, and the largest assigned count among the remaining pairs.
    most: SymbolComparison,
}

/// The comparison of a pair, or its optimistic bound.
#[derive(Clone, Copy)]
struct Cell {
    comparison: SymbolComparison,
    exact: bool,
}

impl Matrix {
    fn new(comparisons: &mut PairComparisons, order: &[usize]) -> Matrix {
        let deadline = comparisons.deadline().clone();
        let [height, width] = comparisons.symbols();
        let mut row_of = vec![0; height];
        for (row, &symbol) in order.iter().enumerate() {
            row_of[symbol] = row;
        }
        let unknown = Cell {
            comparison: SymbolComparison::DIFFERENT,
            exact: false,
        };
        let mut matrix = Matrix {
            order: order.to_vec(),
            row_of,
            width,
            cells: vec![unknown; height * width],
            free: [(0..height).collect(), (0..width).collect()],
            most: SymbolComparison::default(),
        };
        matrix.compare_extremes(comparisons);
        for row in (0..height).take_while(|_| !deadline.is_over()) {
            for column in 0..width {
                matrix.update_cell(comparisons, row, column);
            }
        }
        matrix
    }

    /// Compares pairs that probably have an extreme component. Their maximum makes most other comparisons
    /// unnecessary.
    fn compare_extremes(&mut self, comparisons: &mut PairComparisons) {
        let [height, width] = comparisons.symbols();
        let deadline = comparisons.deadline().clone();
        let all = || {
            let rows = (0..height).take_while(|_| !deadline.is_over());
            rows.flat_map(|one| (0..width).map(move |other| (one, other)))
        };
        let bounds =
            |comparisons: &PairComparisons, (one, other)| comparisons.bounds(one, other).best;
        let farthest = all().max_by_key(|&pair| bounds(comparisons, pair).distance);
        let largest = all().max_by_key(|&pair| bounds(comparisons, pair).matched);
        for (one, other) in [farthest, largest].into_iter().flatten() {
            self.most = self.most.max(&comparisons.compare(one, other));
        }
    }

    /// Updates the bounds of a pair after one of its symbols changed. Compares the pair at once if it may exceed the
    /// maximum.
    fn update_cell(&mut self, comparisons: &mut PairComparisons, row: usize, column: usize) {
        let bounds = comparisons.bounds(self.order[row], column);
        if bounds.farthest > self.most.distance || bounds.best.matched > self.most.matched {
            let comparison = self.compare(comparisons, row, column);
            self.most = self.most.max(&comparison);
        } else {
            self.cells[row * self.width + column] = Cell {
                comparison: bounds.best,
                exact: false,
            };
        }
    }

    fn compare(
        &mut self,
        comparisons: &mut PairComparisons,
        row: usize,
        column: usize,
    ) -> SymbolComparison {
        let comparison = comparisons.compare(self.order[row], column);
        self.cells[row * self.width + column] = Cell {
            comparison,
            exact: true,
        };
        comparison
    }

    /// Removes a pair and updates the pairs that its assignment changed.
    fn update(&mut self, comparisons: &mut PairComparisons, one: usize, other: usize) {
        let row = self.row_of[one];
        self.free[0].retain(|&free| free != row);
        self.free[1].retain(|&free| free != other);
        let free = self.free.clone();
        let [rows, columns] = comparisons.changed.clone();
        let deadline = comparisons.deadline().clone();
        for &symbol in rows.iter().take_while(|_| !deadline.is_over()) {
            for &column in &free[1] {
                self.update_cell(comparisons, self.row_of[symbol as usize], column);
            }
        }
        for &row in free[0].iter().take_while(|_| !deadline.is_over()) {
            for &column in &columns {
                if !rows.contains(&(self.order[row] as u32)) {
                    self.update_cell(comparisons, row, column as usize);
                }
            }
        }
    }

    /// The best remaining pair.
    fn best(
        &mut self,
        comparisons: &mut PairComparisons,
        parameters: &Parameters,
        queue: &mut BestPairQueue,
    ) -> Option<(usize, usize, SymbolComparison)> {
        self.find_most_assigned(comparisons);
        let scorer = Scorer::new(parameters, &self.most);
        self.gather(comparisons, &scorer, queue);
        let mut scores = Scored {
            matrix: self,
            comparisons,
            scorer,
        };
        let (row, column) = queue.best(&mut scores, scorer.penalty)?;
        let comparison = self.compare(comparisons, row as usize, column as usize);
        Some((self.order[row as usize], column as usize, comparison))
    }

    /// Queues all candidates for the best pair. Symbols with equal fingerprints are tied in every comparison.
    fn gather(&self, comparisons: &PairComparisons, scorer: &Scorer, queue: &mut BestPairQueue) {
        queue.clear();
        let rows = repeated(&self.free[0], |row| {
            comparisons.fingerprint(0, self.order[row])
        });
        let columns = repeated(&self.free[1], |column| comparisons.fingerprint(1, column));
        for (&row, row_repeated) in self.free[0].iter().zip(rows) {
            let cells = &self.cells[row * self.width..][..self.width];
            for (&column, &column_repeated) in self.free[1].iter().zip(&columns) {
                let cell = &cells[column];
                let candidate = Candidate {
                    score: scorer.score(&cell.comparison),
                    exact: cell.exact,
                    position: (row as u32, column as u32),
                    tied: row_repeated || column_repeated,
                };
                queue.add(candidate, scorer.penalty);
            }
        }
    }

    /// Finds the largest assigned count. It compares only pairs whose bound exceeds the count found so far.
    fn find_most_assigned(&mut self, comparisons: &mut PairComparisons) {
        let cells = |matrix: &Matrix, exact: bool, above: u64| {
            let mut found = Vec::new();
            for &row in &matrix.free[0] {
                for &column in &matrix.free[1] {
                    let cell = &matrix.cells[row * matrix.width + column];
                    if cell.exact == exact && cell.comparison.assigned > above {
                        found.push((cell.comparison.assigned, row, column));
                    }
                }
            }
            found
        };
        let exact = cells(self, true, 0);
        let mut most = exact.iter().map(|&(most, _, _)| most).max().unwrap_or(0);
        let mut others = cells(self, false, most);
        others.sort_unstable_by_key(|&(bound, _, _)| std::cmp::Reverse(bound));
        for (bound, row, column) in others {
            if bound <= most {
                break;
            }
            most = most.max(self.compare(comparisons, row, column).assigned);
        }
        self.most.assigned = most;
    }
}

/// A matrix with its scorer.
struct Scored<'a, 'b> {
    matrix: &'a mut Matrix,
    comparisons: &'a mut PairComparisons<'b>,
    scorer: Scorer,
}

impl Scored<'_, '_> {
    /// Tests whether a pair has this score.
    fn scores(&mut self, row: usize, column: usize, score: Score) -> bool {
        let cell = self.matrix.cells[row * self.matrix.width + column];
        let least = self.scorer.score(&cell.comparison);
        match cell.exact {
            true => least == score,
            false => least <= score && self.exact((row as u32, column as u32)) == score,
        }
    }
}

impl PairScores for Scored<'_, '_> {
    fn exact(&mut self, (row, column): Position) -> Score {
        let comparison = self
            .matrix
            .compare(self.comparisons, row as usize, column as usize);
        self.scorer.score(&comparison)
    }

    fn is_tied(&mut self, (row, column): Position, score: Score) -> bool {
        let (row, column) = (row as usize, column as usize);
        for place in 0..self.matrix.free[1].len() {
            let other = self.matrix.free[1][place];
            if other != column && self.scores(row, other, score) {
                return true;
            }
        }
        for place in 0..self.matrix.free[0].len() {
            let other = self.matrix.free[0][place];
            if other != row && self.scores(other, column, score) {
                return true;
            }
        }
        false
    }
}

/// Marks the items whose number occurs more than once.
fn repeated(of: &[usize], number: impl Fn(usize) -> u64) -> Vec<bool> {
    let numbers: Vec<u64> = of.iter().map(|&one| number(one)).collect();
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    let is_repeated = |number: &u64| {
        let first = sorted.partition_point(|other| other < number);
        sorted.get(first + 1) == Some(number)
    };
    numbers.iter().map(is_repeated).collect()
}
