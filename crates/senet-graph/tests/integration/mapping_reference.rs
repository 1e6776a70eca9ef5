//! Compares the fast mappers with the reference.

use senet_gdl::{Deadline, Sheet};
use senet_graph::mapping::{self, KnownGame, MapStop, MappingMethod, nearest, reference};
use senet_graph::{Graph, occurrence};
use std::path::PathBuf;

/// Reads a public sheet. Prints a note and returns `None` if it is missing.
fn sheet(name: &str) -> Option<Graph> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("SENET_SHARED").map_or(root, PathBuf::from);
    let file = shared.join("games/base").join(name);
    match std::fs::read_to_string(&file) {
        Ok(text) => Some(occurrence(&Sheet::read(text).description)),
        Err(error) => {
            eprintln!("skipped: {}: {error}", file.display());
            None
        }
    }
}

#[track_caller]
fn check(first: &Graph, second: &Graph, method: MappingMethod, seed: u64) {
    let expected = reference::map(first, second, method, seed);
    let found = mapping::map(first, second, method, seed, &Deadline::never());
    assert_eq!(found, Ok(expected));
}

#[test]
fn fast_mappers_equal_reference_on_public_games() {
    let names = ["queens08lg.kif", "queens06ug.kif", "ticTacToe.kif"];
    let graphs: Vec<Graph> = names.into_iter().filter_map(sheet).collect();
    for first in &graphs {
        for second in &graphs {
            check(first, second, MappingMethod::Lmap, 1);
            check(first, second, MappingMethod::Myopic, 2);
        }
    }
    for graph in &graphs {
        check(graph, graph, MappingMethod::Mmap, 3);
        check(graph, &graphs[0], MappingMethod::Mmap, 4);
    }
}

#[test]
fn nearest_equals_exhaustive_search() {
    let names = [
        "queens08lg.kif",
        "queens06ug.kif",
        "queens12ug.kif",
        "ticTacToe.kif",
        "nim1.kif",
        "blocker.kif",
        "hanoi.kif",
        "eightPuzzle.kif",
    ];
    let graphs: Vec<Graph> = names.into_iter().filter_map(sheet).collect();
    for (position, query) in graphs.iter().enumerate() {
        let known: Vec<&Graph> = graphs.iter().filter(|&graph| graph != query).collect();
        assert_eq!(known.len(), graphs.len() - 1, "{position}");
        let distances = known.iter().map(|graph| {
            let mapping = mapping::map(query, graph, MappingMethod::Lmap, 5, &Deadline::never());
            mapping.unwrap().distance
        });
        let least = distances
            .enumerate()
            .min_by(|one, other| one.1.total_cmp(&other.1));
        let known: Vec<KnownGame> = known
            .into_iter()
            .map(|graph| KnownGame::new(graph, &Deadline::never()).unwrap())
            .collect();
        let found = nearest(query, &known, 5).map(|near| (near.position, near.mapping.distance));
        assert_eq!(found, least, "{position}");
    }
    if let Some(query) = graphs.first() {
        assert_eq!(nearest(query, &[], 1), None);
    }
}

#[test]
fn passed_deadline_ends_every_mapper() {
    let rules = senet_library::find("chess").unwrap().rules;
    let graph = occurrence(&Sheet::read(rules).description);
    let over = Deadline::when(|| true);
    for method in MappingMethod::ALL {
        let start = std::time::Instant::now();
        assert!(mapping::map(&graph, &graph, method, 1, &over).is_err());
        assert!(start.elapsed() < std::time::Duration::from_secs(2));
    }
    assert!(KnownGame::new(&graph, &over).is_err());
}

/// Pairs of siblings and of symbols would take gigabytes.
#[test]
fn games_too_large_to_compare_are_refused() {
    let wide = format!("(<= p {})", "q ".repeat(49_000));
    let many: String = (0..20_000).map(|n| format!("(p a{n})")).collect();
    for rules in [wide, many] {
        let graph = occurrence(&Sheet::read(rules).description);
        let never = Deadline::never();
        for method in [
            MappingMethod::Lmap,
            MappingMethod::Mmap,
            MappingMethod::Myopic,
        ] {
            let stop = mapping::map(&graph, &graph, method, 1, &never).unwrap_err();
            assert!(matches!(stop, MapStop::TooLarge { .. }), "{stop}");
        }
        assert!(KnownGame::new(&graph, &never).is_err());
    }
}
