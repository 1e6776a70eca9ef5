//! Runs work on many items in parallel.

use crate::Failure;
use crate::{STACK_BYTES, progress};
use rayon::prelude::*;

/// Applies a function to every item on all cores and shows a progress bar.
pub fn in_parallel<T: Sync, R: Send>(
    things: &[T],
    name: &'static str,
    work: impl Fn(&T) -> R + Sync,
) -> Result<Vec<R>, Failure> {
    let bar = progress::bar(things.len(), name);
    let pool = rayon::ThreadPoolBuilder::new()
        .stack_size(STACK_BYTES)
        .build()
        .map_err(|error| {
            Failure::new(format!("cannot start threads: {error}"))
                .help("raise the limit on processes, or use fewer threads")
        })?;
    let done = pool.install(|| {
        let each = things.par_iter().map(|thing| {
            let result = work(thing);
            bar.inc(1);
            result
        });
        each.collect()
    });
    bar.finish_and_clear();
    Ok(done)
}
