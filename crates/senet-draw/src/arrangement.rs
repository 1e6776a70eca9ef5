//! Arranges named places in rows or as a graph, and turns boards towards the players.

use crate::look::{BoardPlace, BoardShape};
use crate::space::BoardSpace;
use crate::{Fact, Owners, graph_layout};
use senet_gdl::{Deadline, Description, Symbol};
use senet_structure::{
    ArgumentClass, ArgumentPosition, Structure, static_extension, static_relations,
};
use std::collections::{BTreeMap, BTreeSet};

/// More named places than this are drawn in several rows.
const LONGEST_ROW: usize = 10;

/// Arranges the named places of a board. A neighbour relation gives a graph. Otherwise each owner gets a row, or long
/// rows are split.
pub fn arrange_named_places(
    description: &Description,
    structure: &Structure,
    owners: &Owners,
    space: &mut BoardSpace,
    deadline: &Deadline,
) {
    let words = space.columns.clone();
    let found = space.classes.first().and_then(|&class| {
        let neighbours = neighbours(description, structure, (class, &words), deadline)?;
        Some((graph_layout::layout(&neighbours)?, neighbours))
    });
    if let Some((spots, neighbours)) = found {
        space.look.shape = BoardShape::Points;
        let at = |index: usize| (index, 0);
        space.look.spots = (0..words.len()).map(at).zip(spots).collect();
        for (from, joined) in neighbours.iter().enumerate() {
            let later = joined.iter().filter(|&&to| to > from);
            space.look.lines.extend(later.map(|&to| (at(from), at(to))));
        }
    } else if let Some(rows) = rows_of_owners(owners, &words) {
        place_in_rows(space, &rows);
    } else if words.len() > LONGEST_ROW && space.look.shape != BoardShape::Pegs {
        let rows = words.len().div_ceil(LONGEST_ROW);
        let rows: Vec<Vec<String>> = words
            .chunks(words.len().div_ceil(rows))
            .rev()
            .map(<[_]>::to_vec)
            .collect();
        place_in_rows(space, &rows);
    }
    let names = space
        .named
        .iter()
        .map(|(name, &place)| (place, name.clone()));
    space.look.names = names.collect();
}

/// Puts named places into rows, from bottom to top. Words that are not places leave gaps.
pub fn place_in_rows(space: &mut BoardSpace, rows: &[Vec<String>]) {
    let mut named = BTreeMap::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, name) in row.iter().enumerate() {
            if space.named.contains_key(name) {
                named.insert(name.clone(), (x, y));
            }
        }
    }
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    space.columns = vec![String::new(); width];
    space.rows = vec![String::new(); rows.len()];
    space.places = named.values().copied().collect();
    space.look.names = named
        .iter()
        .map(|(name, &place)| (place, name.clone()))
        .collect();
    space.named = named;
}

/// Returns the places of each owner, if each place has an owner and there are several owners.
fn rows_of_owners(owners: &Owners, words: &[String]) -> Option<Vec<Vec<String>>> {
    let mut rows: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for word in words {
        rows.entry(owners.owner(word)?)
            .or_default()
            .push(word.clone());
    }
    (rows.len() > 1).then(|| rows.into_values().collect())
}

/// Finds the neighbours of each named place. The relation must give each place at least two neighbours, and at most
/// half of all places.
fn neighbours(
    description: &Description,
    structure: &Structure,
    (class, words): (ArgumentClass, &[String]),
    deadline: &Deadline,
) -> Option<Vec<Vec<usize>>> {
    let is_of = |relation: &(Symbol, usize)| {
        let at = |index| {
            structure
                .positions
                .class(ArgumentPosition::new(relation.0, 2, index))
        };
        relation.1 == 2 && at(0) == Some(class) && at(1) == Some(class)
    };
    let relations = static_relations(description);
    let found = relations.into_iter().filter(is_of).filter_map(|relation| {
        let extension = static_extension(description, relation, deadline)?;
        let number = |symbol: Symbol| {
            let key = description.symbols.key(symbol);
            words.iter().position(|word| word == key)
        };
        let mut neighbours = vec![BTreeSet::new(); words.len()];
        for pair in &extension {
            let (a, b) = (number(pair[0])?, number(pair[1])?);
            neighbours[a].insert(b);
            neighbours[b].insert(a);
        }
        let fits = |n: &BTreeSet<usize>| n.len() > 1 && n.len() * 2 <= words.len();
        let all = neighbours.iter().all(fits);
        let lists = neighbours.iter().map(|n| n.iter().copied().collect());
        all.then(|| lists.collect::<Vec<Vec<usize>>>())
    });
    let meshes = found.filter(|n| n.iter().any(|near| near.len() > 2));
    meshes.max_by_key(|n| n.iter().map(Vec::len).sum::<usize>())
}

/// Turns a board of squares or points: the first role's initial pieces go to the bottom, the second role's to the top.
/// The pieces must be on different sides.
pub fn turn_to_players(space: &mut BoardSpace, owners: &Owners, initial: &[Fact]) {
    let mut of_role: BTreeMap<usize, Vec<BoardPlace>> = BTreeMap::new();
    for fact in initial {
        let Some((layer, _, place)) = space.find(fact) else {
            continue;
        };
        let contents = layer.contents(fact);
        if let Some(owner) = contents.iter().find_map(|word| owners.owner(word)) {
            of_role.entry(owner).or_default().push(place);
        }
    }
    let (Some(first), Some(second)) = (of_role.get(&0), of_role.get(&1)) else {
        return;
    };
    let flat =
        matches!(space.look.shape, BoardShape::Squares | BoardShape::Points) && of_role.len() == 2;
    if !flat || first.len() < 2 || second.len() < 2 {
        return;
    }
    let (from, to) = (middle(first), middle(second));
    let (across, up) = (to.0 - from.0, to.1 - from.1);
    space.look.transposed = across.abs() > 1.5 * up.abs();
    let towards = if space.look.transposed { across } else { up };
    let sideways = across.abs().max(up.abs()) < 0.5;
    space.look.flipped = towards < 0.0 && !sideways;
}

fn middle(places: &[BoardPlace]) -> (f64, f64) {
    let count = places.len() as f64;
    let x: usize = places.iter().map(|place| place.0).sum();
    let y: usize = places.iter().map(|place| place.1).sum();
    (x as f64 / count, y as f64 / count)
}
