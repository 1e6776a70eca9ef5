//! Compares the fast mappers with the reference on library games, pairs of them and their variants.
//!
//! The reference takes hours on large games, so this test covers only small ones by default. `make mappings` runs the
//! long form.

use senet_gdl::{Deadline, Description, Sheet};
use senet_graph::mapping::{self, MappingMethod, reference};
use senet_graph::{Colour, Graph, occurrence};
use senet_structure::variants::variants;
use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The default cost limit of a mapping. The variable SENET_MAPPING_COST overrides it.
const COST: f64 = 3e5;

/// A mapping to check, with a name for failure messages.
struct Task {
    name: String,
    graphs: [Graph; 2],
    method: MappingMethod,
    cost: f64,
}

impl Task {
    fn new(name: String, graphs: [&Graph; 2], method: MappingMethod) -> Task {
        Task {
            name,
            cost: cost(graphs, method),
            graphs: graphs.map(Clone::clone),
            method,
        }
    }

    fn check(&self, seed: u64) -> Result<(), String> {
        let [first, second] = &self.graphs;
        let expected = reference::map(first, second, self.method, seed);
        let found = mapping::map(first, second, self.method, seed, &Deadline::never()).unwrap();
        match found == expected {
            true => Ok(()),
            false => Err(format!(
                "{} by {}, seed {seed}",
                self.name,
                self.method.name()
            )),
        }
    }
}

/// Estimates the number of nodes that the reference compares: compared pairs of symbols times the places of each
/// symbol.
fn cost(graphs: [&Graph; 2], method: MappingMethod) -> f64 {
    let symbols = graphs.map(|graph| {
        let nodes = graph.nodes().iter();
        nodes.filter(|node| node.colour == Colour::Symbol).count() as f64
    });
    let [places, others] =
        [0, 1].map(|game| graphs[game].nodes().len() as f64 / symbols[game].max(1.0));
    let [first, second] = symbols;
    let compared = match method {
        MappingMethod::Mmap => first.min(second) * first * second / 3.0,
        _ => first.min(second) * (first + second),
    };
    compared * places * others
}

const METHODS: [MappingMethod; 3] = [
    MappingMethod::Mmap,
    MappingMethod::Lmap,
    MappingMethod::Myopic,
];

fn tasks() -> Vec<Task> {
    let games = senet_library::games();
    let read: Vec<Description> = games
        .iter()
        .map(|game| Sheet::read(game.rules).description)
        .collect();
    let graphs: Vec<Graph> = read.iter().map(occurrence).collect();
    let mut tasks = Vec::new();
    for (number, game) in games.iter().enumerate() {
        let other = (number + 1) % games.len();
        for method in METHODS {
            let itself = [&graphs[number], &graphs[number]];
            tasks.push(Task::new(game.name.to_string(), itself, method));
            let name = format!("{} to {}", game.name, games[other].name);
            tasks.push(Task::new(name, [&graphs[number], &graphs[other]], method));
        }
        let mut seen = HashSet::new();
        for variant in variants(&read[number], &Deadline::never()).unwrap() {
            let change = &variant.transformations[0];
            if seen.insert(change.class()) {
                let graph = occurrence(&variant.description);
                for method in METHODS {
                    let name = format!("{} with {change}", game.name);
                    tasks.push(Task::new(name, [&graph, &graphs[number]], method));
                }
            }
        }
    }
    tasks.sort_by(|one, other| one.cost.total_cmp(&other.cost));
    tasks
}

#[test]
fn fast_mappers_equal_reference_on_library_games() {
    let most = std::env::var("SENET_MAPPING_COST").map_or(COST, |most| most.parse().unwrap());
    let all = tasks();
    let chosen = &all[..all.partition_point(|task| task.cost <= most)];
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(task) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(failure) = task.check(3) {
                wrong.lock().unwrap().push(failure);
            }
        }
    };
    std::thread::scope(|scope| [0, 1].map(|_| scope.spawn(work)).map(|done| done.join()))
        .into_iter()
        .for_each(|done| done.unwrap());
    let of = |method: MappingMethod| chosen.iter().filter(|task| task.method == method).count();
    let counts = METHODS.map(|method| format!("{} {}", of(method), method.name()));
    eprintln!(
        "compared {} of {} mappings ({}); the others cost more than {most:e}",
        chosen.len(),
        all.len(),
        counts.join(", ")
    );
    assert!(chosen.len() > 100, "{}", chosen.len());
    assert_eq!(*wrong.lock().unwrap(), Vec::<String>::new());
}
