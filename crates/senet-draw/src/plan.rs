//! How a game is to be drawn: which facts lie on which board, and where; and what is said beside the boards.

use crate::clicks::Clicks;
use crate::leads::Leads;
use crate::parts::{self, Parts};
use crate::rows::{self, Rules};
use crate::space::Space;
use crate::theme::Theme;
use crate::{Fact, Owners, amounts, arrange, grids, labels, look, storeys};
use senet_gdl::{Description, LetterCase, Symbol, show};
use senet_structure::{Structure, declared_facts, fluents, turn_fluents};
use std::collections::{BTreeMap, BTreeSet};

/// How the states of a game are drawn.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The boards.
    pub spaces: Vec<Space>,
    /// Whose things are.
    pub owners: Owners,
    /// The roles, in order.
    pub roles: Vec<String>,
    /// What moves mean on the boards.
    pub clicks: Clicks,
    /// Where moves lead that name no place.
    pub leads: Leads,
    /// Names of facts of one argument that say whose move it is.
    pub turns: Vec<String>,
    /// Names of facts of one argument that count steps.
    pub counters: BTreeSet<String>,
    /// What facts about a role, or about nothing else, can say in order, by their names.
    pub amounts: BTreeMap<String, Vec<String>>,
    /// What the arguments of moves are about.
    pub parts: Parts,
    /// How people like to see the game; by itself nothing.
    pub theme: Theme,
}

impl Plan {
    /// Finds how to draw a game. `possible` are all facts that can ever hold, as far as they are known.
    pub fn of(description: &Description, possible: &[Fact]) -> Plan {
        let structure = Structure::of(description);
        let word = |symbol| description.symbols.key(symbol).to_string();
        let initial = written(description, structure.initial.as_deref());
        let declared = declared_facts(description).ok().flatten();
        let known = match possible.is_empty() {
            true => written(description, declared.as_deref()),
            false => possible.to_vec(),
        };
        let owners = Owners::of(description);
        let turns = turn_fluents(description);
        let mut spaces = two_dimensional(description, &structure, &word);
        one_dimensional(description, &structure, &initial, &turns, &mut spaces);
        for space in &mut spaces {
            space.settle(&known, &initial);
        }
        spaces.retain(Space::is_drawable);
        let roles: Vec<String> = description.roles().into_iter().map(word).collect();
        let spoken = if known.is_empty() { &initial } else { &known };
        for space in &mut spaces {
            space.labels = labels::of(space, &owners, &roles, spoken, &initial);
            match space.named.is_empty() {
                true => {
                    space.look = look::find(description, &structure, space);
                    arrange::turn_to_players(space, &owners, &initial);
                }
                false => arrange::named_places(description, &structure, &owners, space),
            }
        }
        storeys::find(description, &structure, &mut spaces);
        let counters = structure.counters.iter();
        Plan {
            clicks: Clicks::of(description, &structure, &spaces),
            leads: Leads::of(description, &spaces),
            amounts: amounts::of(description, &structure),
            parts: parts::of(description),
            spaces,
            owners,
            roles,
            turns: turns.into_iter().map(word).collect(),
            counters: counters.map(|counter| word(counter.fluent)).collect(),
            theme: Theme::default(),
        }
    }
}

fn two_dimensional(
    description: &Description,
    structure: &Structure,
    word: &impl Fn(Symbol) -> String,
) -> Vec<Space> {
    let mut spaces = grids::find(structure, word);
    let mut free = fluents(description);
    free.retain(|fact| !is_on_board(&spaces, &word(fact.0), fact.1));
    grids::add_heights(&mut spaces, &mut free, structure, word);
    spaces
}

fn one_dimensional(
    description: &Description,
    structure: &Structure,
    initial: &[Fact],
    turns: &[Symbol],
    spaces: &mut Vec<Space>,
) {
    let mut free = fluents(description);
    let counts = |name| structure.counters.iter().any(|c| c.fluent == name);
    free.retain(|&(name, arity)| {
        let word = description.symbols.key(name);
        !is_on_board(spaces, word, arity) && !counts(name) && !turns.contains(&name)
    });
    let rules = Rules {
        description,
        structure,
        initial,
        moves: rows::move_classes(description, structure),
    };
    let taken: Vec<usize> = spaces
        .iter()
        .flat_map(|space| space.classes.clone())
        .collect();
    spaces.extend(rows::find(&rules, &free, &taken));
}

/// Whether facts lie on one of the boards.
pub fn is_on_board(spaces: &[Space], name: &str, arity: usize) -> bool {
    let mut layers = spaces.iter().flat_map(|space| &space.layers);
    layers.any(|layer| layer.name == name && layer.arity == arity)
}

/// Facts of the rules as people write them.
fn written(description: &Description, facts: Option<&[senet_structure::GroundFact]>) -> Vec<Fact> {
    let text = |fact: &senet_structure::GroundFact| {
        show(&fact.term(), &description.symbols, LetterCase::Folded).to_string()
    };
    let facts = facts.unwrap_or_default().iter();
    facts.map(|fact| Fact::read(&text(fact))).collect()
}
