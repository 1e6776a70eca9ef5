//! Compares the search with brute force on small graphs and with known groups on large ones.

use super::adjacency::Adjacency;
use super::search::{SearchGoal, SearchResult, search};
use crate::GraphNodeId;
use crate::canonical::TooHard;
use fastrand::Rng;
use senet_gdl::Deadline;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

type Edges = Vec<(GraphNodeId, GraphNodeId)>;

/// A graph with node colours.
#[derive(Clone)]
struct Coloured {
    colours: Vec<u32>,
    edges: Edges,
}

impl Coloured {
    fn plain(size: usize, edges: Edges) -> Coloured {
        Coloured {
            colours: vec![0; size],
            edges,
        }
    }

    fn size(&self) -> usize {
        self.colours.len()
    }

    fn find(&self, goal: SearchGoal, deadline: &Deadline) -> Result<SearchResult, TooHard> {
        let mut nodes: Vec<GraphNodeId> = (0..self.size() as GraphNodeId).collect();
        let colour = |node: GraphNodeId| self.colours[node as usize];
        nodes.sort_by_key(|&node| colour(node));
        let cells = nodes.chunk_by(|&one, &other| colour(one) == colour(other));
        let cells: Vec<Vec<GraphNodeId>> = cells.map(<[GraphNodeId]>::to_vec).collect();
        let graph = Adjacency::new(self.size(), self.edges.iter().copied());
        search(&graph, &cells, goal, deadline)
    }

    /// Renumbers the nodes.
    fn renumbered(&self, images: &[GraphNodeId]) -> Coloured {
        let mut colours = self.colours.clone();
        for (&image, &colour) in images.iter().zip(&self.colours) {
            colours[image as usize] = colour;
        }
        let mut edges: Edges = self
            .edges
            .iter()
            .map(|&(one, other)| {
                let (one, other) = (images[one as usize], images[other as usize]);
                (one.min(other), one.max(other))
            })
            .collect();
        edges.sort_unstable();
        Coloured { colours, edges }
    }

    /// Renumbers each node by its position in the order.
    fn in_order(&self, order: &[GraphNodeId]) -> (Vec<u32>, Edges) {
        let mut positions = vec![0; order.len()];
        for (position, &node) in (0..).zip(order) {
            positions[node as usize] = position;
        }
        let form = self.renumbered(&positions);
        (form.colours, form.edges)
    }

    fn form(&self) -> (Vec<u32>, Edges) {
        let found = self
            .find(SearchGoal::CanonicalOrder, &Deadline::never())
            .unwrap();
        self.in_order(&found.order)
    }

    fn shuffled(&self, random: &mut Rng) -> Coloured {
        self.renumbered(&shuffled(self.size(), random))
    }

    /// The disjoint union of two graphs.
    fn and(&self, other: &Coloured) -> Coloured {
        let offset = self.size() as GraphNodeId;
        let moved = other.edges.iter().map(|&(a, b)| (a + offset, b + offset));
        Coloured {
            colours: [&self.colours[..], &other.colours[..]].concat(),
            edges: self.edges.iter().copied().chain(moved).collect(),
        }
    }
}

fn shuffled(size: usize, random: &mut Rng) -> Vec<GraphNodeId> {
    let mut images: Vec<GraphNodeId> = (0..size as GraphNodeId).collect();
    random.shuffle(&mut images);
    images
}

/// The graph on `size` nodes with an edge wherever the condition holds.
fn graph(size: usize, is_edge: impl Fn(usize, usize) -> bool) -> Coloured {
    let pairs = (0..size).flat_map(|one| (0..one).map(move |other| (other, one)));
    let edges = pairs.filter(|&(one, other)| is_edge(one, other));
    Coloured::plain(
        size,
        edges
            .map(|(a, b)| (a as GraphNodeId, b as GraphNodeId))
            .collect(),
    )
}

fn permutations(size: usize) -> Vec<Vec<GraphNodeId>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for shorter in permutations(size - 1) {
        for at in 0..size {
            let mut longer = shorter.clone();
            longer.insert(at, size as GraphNodeId - 1);
            all.push(longer);
        }
    }
    all
}

/// Checks that all generators are automorphisms, that both goals agree, and that the orbits match the generators.
fn check_group(coloured: &Coloured) -> Option<u128> {
    let found = coloured
        .find(SearchGoal::CanonicalOrder, &Deadline::never())
        .unwrap();
    let group = coloured
        .find(SearchGoal::Symmetries, &Deadline::never())
        .unwrap();
    assert_eq!(found.size, group.size);
    assert_eq!(found.orbits, group.orbits);
    let identity: Vec<GraphNodeId> = (0..coloured.size() as GraphNodeId).collect();
    let plain = coloured.renumbered(&identity);
    for generator in found.generators.iter().chain(&group.generators) {
        let mut images = identity.clone();
        for &(from, to) in generator {
            images[from as usize] = to;
            assert_eq!(found.orbits[from as usize], found.orbits[to as usize]);
        }
        let image = coloured.renumbered(&images);
        assert_eq!(
            (image.colours, image.edges),
            (plain.colours.clone(), plain.edges.clone())
        );
    }
    found.size
}

/// Checks the group order and that the canonical form does not depend on node numbers.
#[track_caller]
fn check(coloured: &Coloured, size: u128) {
    let mut random = Rng::with_seed(7);
    assert_eq!(check_group(coloured), Some(size));
    let form = coloured.form();
    for _ in 0..4 {
        let other = coloured.shuffled(&mut random);
        assert!(other.form() == form);
        assert_eq!(check_group(&other), Some(size));
    }
}

fn factorial(n: u128) -> u128 {
    (1..=n).product()
}

#[test]
fn forms_and_groups_of_small_graphs_match_brute_force() {
    let mut random = Rng::with_seed(1);
    for size in 0..=6 {
        let permutations = permutations(size);
        let mut forms = HashMap::new();
        for _ in 0..80 {
            let (density, colours) = (1 + random.usize(..3), 1 + random.usize(..2));
            let edges: Vec<bool> = (0..36).map(|_| random.usize(..4) < density).collect();
            let mut coloured = graph(size, |one, other| edges[one * 6 + other]);
            coloured.colours = (0..size).map(|_| random.usize(..colours) as u32).collect();
            let images = permutations
                .iter()
                .map(|images| coloured.renumbered(images));
            let images: Vec<_> = images.map(|image| (image.colours, image.edges)).collect();
            let own = coloured.renumbered(&(0..size as GraphNodeId).collect::<Vec<_>>());
            let own = (own.colours, own.edges);
            let symmetries = images.iter().filter(|image| **image == own).count();
            assert_eq!(check_group(&coloured), Some(symmetries as u128));
            let smallest = images.into_iter().min().unwrap();
            let form = coloured.form();
            let known = forms
                .entry(smallest.clone())
                .or_insert_with(|| form.clone());
            assert_eq!(*known, form);
            assert_eq!(forms.values().filter(|known| **known == form).count(), 1);
        }
    }
}

#[test]
fn labels_paths_cycles_and_grids() {
    check(&graph(9, |a, b| a.abs_diff(b) == 1), 2);
    check(&graph(30, |a, b| [1, 29].contains(&a.abs_diff(b))), 60);
    let grid = |width: usize, height: usize| {
        graph(width * height, move |a, b| {
            let across = (a % width).abs_diff(b % width);
            across + (a / width).abs_diff(b / width) == 1
        })
    };
    check(&grid(8, 8), 8);
    check(&grid(20, 30), 4);
}

#[test]
fn labels_tori() {
    let torus = |width: usize, height: usize| {
        graph(width * height, move |a, b| {
            let far = |a: usize, b: usize, n: usize| a.abs_diff(b).min(n - a.abs_diff(b));
            far(a % width, b % width, width) + far(a / width, b / width, height) == 1
        })
    };
    check(&torus(6, 6), 8 * 36);
    check(&torus(5, 9), 4 * 45);
    check(&torus(15, 15), 8 * 225);
}

#[test]
fn labels_complete_multipartite_graphs() {
    check(&graph(12, |_, _| false), factorial(12));
    check(&graph(30, |_, _| true), factorial(30));
    check(&graph(15, |a, b| a % 3 != b % 3), factorial(5).pow(3) * 6);
}

#[test]
fn labels_distance_regular_graphs() {
    let subsets = |size: usize, of: usize| {
        let all = (0..1usize << of).filter(move |set| set.count_ones() as usize == size);
        all.collect::<Vec<_>>()
    };
    let pairs = subsets(2, 5);
    let petersen = graph(10, |a, b| pairs[a] & pairs[b] == 0);
    check(&petersen, 120);
    let triples = subsets(3, 7);
    let johnson = graph(35, |a, b| (triples[a] & triples[b]).count_ones() == 2);
    check(&johnson, factorial(7));
    check(
        &graph(64, |a, b| (a ^ b).count_ones() == 1),
        64 * factorial(6),
    );
}

/// The Paley graph of a prime.
fn paley(prime: usize) -> Coloured {
    let squares: Vec<usize> = (1..prime).map(|n| n * n % prime).collect();
    graph(prime, |a, b| squares.contains(&a.abs_diff(b)))
}

#[test]
fn labels_strongly_regular_graphs() {
    check(&paley(13), 13 * 6);
    check(&paley(29), 29 * 14);
    check(&paley(61), 61 * 30);
    let rook = |n: usize| graph(n * n, move |a, b| a % n == b % n || a / n == b / n);
    check(&rook(4), 2 * factorial(4).pow(2));
    check(&rook(8), 2 * factorial(8).pow(2));
    // The Shrikhande graph has the parameters of the 4×4 rook's graph but is not isomorphic to it.
    let shrikhande = graph(16, |a, b| {
        let across = (4 + a % 4 - b % 4) % 4;
        let down = (4 + a / 4 - b / 4) % 4;
        [(0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3)].contains(&(across, down))
    });
    check(&shrikhande, 192);
    assert!(shrikhande.form() != rook(4).form());
    check(&shrikhande.and(&rook(4)), 192 * 2 * factorial(4).pow(2));
}

#[test]
fn labels_unions_that_refinement_cannot_distinguish() {
    let cycle = |n: usize| graph(n, move |a, b| [1, n - 1].contains(&a.abs_diff(b)));
    let cycles = [3, 4, 5, 6, 7, 8].map(cycle);
    let union = cycles
        .iter()
        .skip(1)
        .fold(cycles[0].clone(), |all, next| all.and(next));
    check(&union, 6 * 8 * 10 * 12 * 14 * 16);
    let same = (1..8).fold(cycle(5), |all, _| all.and(&cycle(5)));
    check(&same, 10u128.pow(8) * factorial(8));
    let paleys = paley(13).and(&paley(13)).and(&paley(13));
    check(&paleys, 78u128.pow(3) * 6);
}

/// The Cai–Fürer–Immerman graph over a complete graph. Each node becomes its even subsets of incident edges; a twisted
/// graph takes odd subsets at the first node. Each edge becomes two nodes.
fn cfi(nodes: usize, is_twisted: bool) -> Coloured {
    let ends: Vec<(usize, usize)> = (0..nodes)
        .flat_map(|a| (0..a).map(move |b| (a, b)))
        .collect();
    let mut colours: Vec<u32> = (0..2 * ends.len()).map(|n| n as u32 / 2).collect();
    let mut edges = Vec::new();
    for node in 0..nodes {
        let own = (0..ends.len()).filter(|&e| ends[e].0 == node || ends[e].1 == node);
        let own: Vec<usize> = own.collect();
        let parity = u32::from(is_twisted && node == 0);
        for set in (0..1usize << own.len()).filter(|set| set.count_ones() % 2 == parity) {
            let gadget = colours.len() as GraphNodeId;
            colours.push((ends.len() + node) as u32);
            for (bit, &edge) in own.iter().enumerate() {
                edges.push((gadget, (2 * edge + (set >> bit & 1)) as GraphNodeId));
            }
        }
    }
    Coloured { colours, edges }
}

#[test]
fn labels_cai_fürer_immerman_graphs() {
    // Automorphisms flip the edges of even subgraphs, which independent cycles generate.
    for (nodes, cycles) in [(4, 3), (5, 6), (6, 10)] {
        let (even, odd) = (cfi(nodes, false), cfi(nodes, true));
        check(&even, 1 << cycles);
        check(&odd, 1 << cycles);
        assert!(even.form() != odd.form());
    }
}

#[test]
fn repeated_edges_count_repeatedly() {
    let double = Coloured::plain(4, vec![(0, 1), (0, 1), (2, 3)]);
    check(&double, 4);
    check(&Coloured::plain(4, vec![(0, 1), (2, 3)]), 8);
}

#[test]
fn group_order_beyond_128_bits_is_none() {
    assert_eq!(check_group(&graph(40, |_, _| false)), None);
}

#[test]
fn stop_ends_the_search() {
    let hard = graph(200, |_, _| false);
    for limit in 0..60 {
        let asked = Arc::new(AtomicUsize::new(0));
        let counter = asked.clone();
        let deadline = Deadline::when(move || counter.fetch_add(1, Ordering::Relaxed) >= limit);
        let found = hard.find(SearchGoal::CanonicalOrder, &deadline);
        assert_eq!(found.err(), Some(TooHard::Stopped));
        assert_eq!(asked.load(Ordering::Relaxed), limit + 1);
    }
}
