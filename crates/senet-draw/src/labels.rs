//! Chooses the labels of pieces: the fewest letters that distinguish them, or none if colours suffice.

use crate::space::{BoardLayer, BoardSpace};
use crate::{Fact, Owners};
use std::collections::{BTreeMap, BTreeSet};

/// The largest number of letters on a piece.
const MOST_LETTERS: usize = 4;

/// Returns the short form of each content word. `spoken` are the facts that can hold.
pub fn of(
    space: &BoardSpace,
    owners: &Owners,
    roles: &[String],
    spoken: &[Fact],
    initial: &[Fact],
) -> BTreeMap<String, String> {
    let words = content_words(space, roles, spoken);
    let mut groups: BTreeMap<Option<usize>, BTreeSet<String>> = BTreeMap::new();
    for word in &words {
        let owner = owners.owner(word);
        groups.entry(owner).or_default().insert(word.clone());
    }
    let one_each = groups
        .iter()
        .all(|(owner, group)| owner.is_none() || group.len() == 1);
    if one_each || words.len() == 1 {
        let free = groups.remove(&None).unwrap_or_default();
        let free = without_common_start(&free);
        let letters = letters_to_tell_apart(&free);
        let single = words.len() == 1;
        let label = |word: String| {
            let rest = free.get(&word).filter(|_| !single);
            let label = rest.map_or(String::new(), |rest| rest.chars().take(letters).collect());
            (word, label)
        };
        return words.into_iter().map(label).collect();
    }
    let bare: BTreeMap<Option<usize>, BTreeMap<String, String>> = groups
        .into_iter()
        .map(|(owner, group)| (owner, without_common_start(&group)))
        .collect();
    let letters = bare.values().map(letters_to_tell_apart).max().unwrap_or(1);
    let plain = plain_words(&bare, &content_words(space, roles, initial));
    let all = bare.into_values().flatten();
    let short = all.map(|(word, rest)| match plain.contains(&word) {
        true => (word, String::new()),
        false => (word, rest.chars().take(letters).collect()),
    });
    short.collect()
}

/// Returns all content words on a board, except roles. Layers without content words contribute their name.
fn content_words(space: &BoardSpace, roles: &[String], facts: &[Fact]) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    // A single kind of piece, which only its owner distinguishes, needs no letter.
    let is_bare = |layer: &BoardLayer| {
        let mut own = facts.iter().filter(|fact| layer.holds(fact));
        !layer.usual && own.any(|fact| layer.contents(fact).iter().all(|w| roles.contains(w)))
    };
    let same_kind_layers = |one: &BoardLayer| {
        let layers = space.layers.iter().filter(|layer| is_bare(layer));
        let owned = |layer: &&BoardLayer| layer.contents.is_empty() == one.contents.is_empty();
        layers.filter(owned).count()
    };
    for layer in space.layers.iter().filter(|layer| layer.order.is_empty()) {
        let own = facts.iter().filter(|fact| layer.holds(fact));
        for fact in own {
            let contents = layer.contents(fact);
            if layer.blank.as_ref() == Some(&contents) {
                continue;
            }
            let content = contents.iter().filter(|word| !roles.contains(word));
            let content: Vec<&String> = content.collect();
            if content.is_empty() && !layer.usual && same_kind_layers(layer) > 1 {
                words.insert(layer.name.clone());
            }
            words.extend(content.into_iter().cloned());
        }
    }
    words
}

/// Removes the common prefix from the words of one owner.
fn without_common_start(words: &BTreeSet<String>) -> BTreeMap<String, String> {
    let mut start = words.first().cloned().unwrap_or_default();
    for word in words {
        while !word.starts_with(&start) {
            start.pop();
        }
    }
    let cut = match words.len() > 1 && words.iter().all(|word| word.len() > start.len()) {
        true => start.len(),
        false => 0,
    };
    let rest = words
        .iter()
        .map(|word| (word.clone(), word[cut..].to_string()));
    rest.collect()
}

/// Returns the words that need no letter. If every owner has two kinds of pieces and only one of them in the initial
/// state, that kind needs no letter. Otherwise every word needs one.
fn plain_words(
    groups: &BTreeMap<Option<usize>, BTreeMap<String, String>>,
    initial: &BTreeSet<String>,
) -> BTreeSet<String> {
    let first = |group: &BTreeMap<String, String>| {
        let mut there = group.keys().filter(|word| initial.contains(*word));
        match (there.next(), there.next()) {
            (Some(word), None) if group.len() == 2 => Some(word.clone()),
            _ => None,
        }
    };
    let owned = groups.iter().filter(|(owner, _)| owner.is_some());
    let plain: Option<BTreeSet<String>> = owned.map(|(_, group)| first(group)).collect();
    plain.unwrap_or_default()
}

/// Returns the smallest number of first letters that distinguishes the words.
fn letters_to_tell_apart(words: &BTreeMap<String, String>) -> usize {
    let differ = |letters: &usize| {
        let starts = words
            .values()
            .map(|word| word.chars().take(*letters).collect::<String>());
        starts.collect::<BTreeSet<_>>().len() == words.len()
    };
    (1..MOST_LETTERS).find(differ).unwrap_or(MOST_LETTERS)
}
