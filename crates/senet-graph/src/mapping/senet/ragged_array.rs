//! Rows of different lengths in one vector.

/// A two-dimensional array whose rows differ in length.
pub struct RaggedArray<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> RaggedArray<T> {
    /// Groups items by their row number and keeps their order.
    pub fn new(count: usize, items: Vec<(u32, T)>) -> RaggedArray<T> {
        let mut starts = vec![0; count + 1];
        for &(list, _) in &items {
            starts[list as usize + 1] += 1;
        }
        for list in 1..starts.len() {
            starts[list] += starts[list - 1];
        }
        let mut next = starts.clone();
        let mut placed: Vec<Option<T>> = vec![None; items.len()];
        for (list, item) in items {
            placed[next[list as usize] as usize] = Some(item);
            next[list as usize] += 1;
        }
        let items = placed.into_iter().flatten().collect();
        RaggedArray { starts, items }
    }

    /// Returns a row.
    #[inline]
    pub fn row(&self, list: usize) -> &[T] {
        &self.items[self.starts[list] as usize..self.starts[list + 1] as usize]
    }
}
