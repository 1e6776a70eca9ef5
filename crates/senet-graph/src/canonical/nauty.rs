//! The call of nauty, and what keeps it within bounds.
//!
//! Nauty searches a tree and reports every node of it. That is where limits are looked at. There is but one way to make it stop, a flag
//! for the whole process: whoever has reason to stop raises it until its own search has ended; searches of other threads that are stopped
//! by it begin again.

use super::TooHard;
use crate::NodeId;
use nauty_Traces_sys::{
    FALSE, NAUKILLED, SG_FREE, SparseGraph, TRUE, optionblk, sparsegraph, sparsenauty, statsblk,
};
use std::cell::{Cell, RefCell};
use std::ffi::c_int;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};

/// A graph without directions as nauty takes it, and its nodes by colour.
pub struct Problem {
    /// The neighbours of each node.
    pub graph: SparseGraph,
    /// The nodes, those of a colour next to each other.
    pub nodes: Vec<c_int>,
    /// For each place in `nodes`, 0 if a colour ends there and 1 otherwise.
    pub ends: Vec<c_int>,
    /// Whether a canonical order is asked for, or automorphisms alone, which takes far fewer steps.
    pub wants_order: bool,
}

/// What nauty gives.
pub struct Solution {
    /// The nodes in canonical order, if that was asked for; else in any.
    pub order: Vec<NodeId>,
    /// For each node the smallest that an automorphism takes it to.
    pub orbits: Vec<NodeId>,
    /// Automorphisms that generate all others: each as pairs of a node and where it goes, for the nodes that move.
    pub generators: Vec<Vec<(NodeId, NodeId)>>,
    /// How many automorphisms there are; `None` if the number has more than 128 bits.
    pub size: Option<u128>,
}

/// The search goes down by calling itself, once for each choice among nodes that look alike. Threads have stacks of 2 MiB, which
/// suffice for several times as many.
const MAX_LEVELS: c_int = 2_000;

/// Nodes are numbered with 31 bits; sheets of the largest size that is read have a million.
const MAX_NODES: usize = 1 << 24;

#[allow(unsafe_code)]
unsafe extern "C" {
    /// Nauty's own flag: it gives up when this is not zero.
    static nauty_kill_request: AtomicI32;
}

/// How many threads want their search to stop.
static STOPPING: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static SEARCH: RefCell<Search> = const { RefCell::new(Search::new()) };
    /// What is asked at every node of the search tree whether to stop; none while no search runs on this thread.
    static STOP: Cell<Option<*const dyn Fn() -> bool>> = const { Cell::new(None) };
}

/// What the callbacks of a thread leave behind.
struct Search {
    generators: Vec<Vec<(NodeId, NodeId)>>,
    size: Option<u128>,
    trouble: Option<TooHard>,
}

/// Finds the canonical order of nodes.
pub fn solve(problem: &mut Problem, stop: &dyn Fn() -> bool) -> Result<Solution, TooHard> {
    let size = problem.nodes.len();
    if size > MAX_NODES {
        return Err(TooHard::Large(size));
    }
    if size == 0 {
        return Ok(Solution {
            order: Vec::new(),
            orbits: Vec::new(),
            generators: Vec::new(),
            size: Some(1),
        });
    }
    loop {
        if let Some(solution) = attempt(problem, stop)? {
            return Ok(solution);
        }
        // Another thread's search is being stopped, which takes a moment.
        std::thread::yield_now();
    }
}

/// One search; `None` if another thread stopped it.
fn attempt(problem: &mut Problem, stop: &dyn Fn() -> bool) -> Result<Option<Solution>, TooHard> {
    let size = problem.nodes.len();
    let (mut nodes, mut ends) = (problem.nodes.clone(), problem.ends.clone());
    let mut orbits = vec![0; size];
    let status = search(problem, &mut nodes, &mut ends, &mut orbits, stop);
    let search = SEARCH.with(|search| search.replace(Search::new()));
    if let Some(trouble) = search.trouble {
        if STOPPING.fetch_sub(1, Ordering::SeqCst) == 1 {
            kill_flag().store(0, Ordering::SeqCst);
        }
        return Err(trouble);
    }
    match status {
        0 => Ok(Some(Solution {
            order: nodes.into_iter().map(|node| node as NodeId).collect(),
            orbits: orbits.into_iter().map(|node| node as NodeId).collect(),
            generators: search.generators,
            size: search.size,
        })),
        NAUKILLED => Ok(None),
        status => Err(TooHard::Failed(status)),
    }
}

impl Search {
    const fn new() -> Search {
        Search {
            generators: Vec::new(),
            size: Some(1),
            trouble: None,
        }
    }
}

#[allow(unsafe_code)]
fn search(
    problem: &mut Problem,
    nodes: &mut [c_int],
    ends: &mut [c_int],
    orbits: &mut [c_int],
    stop: &dyn Fn() -> bool,
) -> c_int {
    let mut options = optionblk {
        getcanon: if problem.wants_order { TRUE } else { FALSE },
        defaultptn: FALSE,
        userautomproc: Some(automorphism_found),
        usernodeproc: Some(node_visited),
        userlevelproc: Some(level_done),
        ..optionblk::default_sparse()
    };
    let mut statistics = statsblk::default();
    let mut canonical = sparsegraph::default();
    // SAFETY: only the lifetime changes, and the pointer is taken away again before this function returns.
    let stop: *const (dyn Fn() -> bool + 'static) = unsafe { std::mem::transmute(stop) };
    STOP.set(Some(stop));
    // SAFETY: all arrays have a place for each node, the graph is well formed by construction, and all state of the
    // library but the flag above belongs to the thread.
    unsafe {
        sparsenauty(
            &mut (&mut problem.graph).into(),
            nodes.as_mut_ptr(),
            ends.as_mut_ptr(),
            orbits.as_mut_ptr(),
            &mut options,
            &mut statistics,
            &mut canonical,
        );
    }
    STOP.set(None);
    SG_FREE(&mut canonical);
    statistics.errstatus
}

#[allow(unsafe_code)]
fn kill_flag() -> &'static AtomicI32 {
    // SAFETY: an aligned `int` that lives as long as the process; the library only reads it, and treats it as volatile.
    unsafe { &nauty_kill_request }
}

/// Called by nauty for each automorphism that it finds.
#[allow(unsafe_code)]
extern "C" fn automorphism_found(
    _count: c_int,
    images: *mut c_int,
    _orbits: *mut c_int,
    _orbit_count: c_int,
    _fixed: c_int,
    size: c_int,
) {
    // SAFETY: the library passes an array with the image of each node.
    let images = unsafe { std::slice::from_raw_parts(images, size as usize) };
    let images = images.iter().map(|&image| image as NodeId);
    let moved = (0..).zip(images).filter(|(node, image)| node != image);
    SEARCH.with_borrow_mut(|search| search.generators.push(moved.collect()));
}

/// Called by nauty for each level of the first way down: the number of automorphisms is the product of the numbers of places to which each
/// choice can go while those before it stay.
#[allow(unsafe_code)]
extern "C" fn level_done(
    _nodes: *mut c_int,
    _ends: *mut c_int,
    _level: c_int,
    _orbits: *mut c_int,
    _statistics: *mut statsblk,
    _chosen: c_int,
    places: c_int,
    _target: c_int,
    _cells: c_int,
    _children: c_int,
    _size: c_int,
) {
    SEARCH.with_borrow_mut(|search| {
        let size = search.size.take();
        search.size = size.and_then(|size| size.checked_mul(places.max(1) as u128));
    });
}

/// Called by nauty for each node of its search tree.
#[allow(unsafe_code)]
extern "C" fn node_visited(
    _graph: *mut nauty_Traces_sys::graph,
    _nodes: *mut c_int,
    _ends: *mut c_int,
    level: c_int,
    _cells: c_int,
    _target: c_int,
    _code: c_int,
    _words: c_int,
    _size: c_int,
) {
    // SAFETY: set by `search` for as long as the library runs.
    let stop = STOP.get().is_some_and(|stop| unsafe { (*stop)() });
    let trouble = match (stop, level > MAX_LEVELS) {
        (true, _) => TooHard::Stopped,
        (_, true) => TooHard::Deep(MAX_LEVELS as usize),
        _ => return,
    };
    SEARCH.with_borrow_mut(|search| {
        if search.trouble.replace(trouble).is_none() {
            STOPPING.fetch_add(1, Ordering::SeqCst);
        }
    });
    // Again at each node, since another thread may have lowered the flag in between.
    kill_flag().store(1, Ordering::SeqCst);
}
