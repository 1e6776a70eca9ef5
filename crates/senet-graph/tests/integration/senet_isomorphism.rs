//! Tests that the Senet mapper finds an isomorphism between a game and its scrambled form. A plain backtracking
//! search, independent of the mapper, checks every rule.

use proptest::prelude::*;
use senet_gdl::{
    Deadline, Description, Literal, Rule, ScrambleOptions, Sentence, Sheet, Term, scramble,
};
use senet_graph::{mapping::senet, occurrence};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A rule as a tree of variables and symbols with ordered or unordered arguments.
#[derive(Clone, PartialEq, Debug)]
enum PlainTree {
    Variable(String),
    Applied(String, Vec<PlainTree>),
    Unordered(String, Vec<PlainTree>),
}

/// Maps a name and its arity to the new name.
type Names = BTreeMap<(String, usize), String>;

struct PlainRules<'a> {
    description: &'a Description,
    names: Option<&'a Names>,
}

impl PlainRules<'_> {
    fn rule(&self, rule: &Rule) -> PlainTree {
        let body = rule.body.iter().map(|literal| self.literal(literal));
        let body = PlainTree::Unordered("if".into(), body.collect());
        PlainTree::Applied("rule".into(), vec![self.sentence(&rule.head), body])
    }

    fn literal(&self, literal: &Literal) -> PlainTree {
        let all = |literals: &[Literal]| literals.iter().map(|one| self.literal(one)).collect();
        match literal {
            Literal::Holds(sentence) => self.sentence(sentence),
            Literal::Not(inner, _) => PlainTree::Applied("not".into(), vec![self.literal(inner)]),
            Literal::Or(parts, _) => PlainTree::Unordered("or".into(), all(parts)),
            Literal::And(parts, _) => PlainTree::Unordered("and".into(), all(parts)),
            Literal::Distinct(one, other, _) => {
                PlainTree::Unordered("distinct".into(), vec![self.term(one), self.term(other)])
            }
        }
    }

    fn sentence(&self, sentence: &Sentence) -> PlainTree {
        let name = self.name(sentence.relation, sentence.args.len());
        PlainTree::Applied(
            name,
            sentence.args.iter().map(|arg| self.term(arg)).collect(),
        )
    }

    fn term(&self, term: &Term) -> PlainTree {
        match term {
            Term::Variable(symbol, _) => {
                PlainTree::Variable(self.description.symbols.key(*symbol).to_owned())
            }
            Term::Constant(symbol, _) => PlainTree::Applied(self.name(*symbol, 0), Vec::new()),
            Term::Function(symbol, args, _) => {
                let name = self.name(*symbol, args.len());
                PlainTree::Applied(name, args.iter().map(|arg| self.term(arg)).collect())
            }
        }
    }

    fn name(&self, symbol: senet_gdl::Symbol, arity: usize) -> String {
        let key = self.description.symbols.key(symbol).to_owned();
        match self.names {
            Some(names) if !symbol.is_keyword() => names[&(key, arity)].clone(),
            _ => key,
        }
    }
}

/// Pairs of corresponding variables, in the order of their first occurrence.
type Variables = Vec<(String, String)>;

/// Tests whether all pairs of trees are equal under one consistent renaming of variables.
fn same(todo: &mut Vec<(PlainTree, PlainTree)>, variables: &mut Variables) -> bool {
    let Some((one, other)) = todo.pop() else {
        return true;
    };
    let found = match (&one, &other) {
        (PlainTree::Variable(x), PlainTree::Variable(y)) => same_variable(x, y, todo, variables),
        (PlainTree::Applied(f, xs), PlainTree::Applied(g, ys))
            if f == g && xs.len() == ys.len() =>
        {
            let depth = todo.len();
            // The first arguments are compared first, so heads bind the variables of their conditions.
            todo.extend(xs.iter().cloned().zip(ys.iter().cloned()).rev());
            let found = same(todo, variables);
            todo.truncate(depth);
            found
        }
        (PlainTree::Unordered(f, xs), PlainTree::Unordered(g, ys))
            if f == g && xs.len() == ys.len() =>
        {
            same_unordered(f, xs, ys, todo, variables)
        }
        _ => false,
    };
    todo.push((one, other));
    found
}

fn same_variable(
    x: &str,
    y: &str,
    todo: &mut Vec<(PlainTree, PlainTree)>,
    variables: &mut Variables,
) -> bool {
    let known = variables.iter().find(|(a, b)| a == x || b == y);
    if let Some((a, b)) = known {
        return a == x && b == y && same(todo, variables);
    }
    variables.push((x.to_owned(), y.to_owned()));
    let found = same(todo, variables);
    variables.pop();
    found
}

fn same_unordered(
    symbol: &str,
    xs: &[PlainTree],
    ys: &[PlainTree],
    todo: &mut Vec<(PlainTree, PlainTree)>,
    variables: &mut Variables,
) -> bool {
    let Some((first, rest)) = xs.split_first() else {
        return same(todo, variables);
    };
    (0..ys.len()).any(|choice| {
        let mut others = ys.to_vec();
        let chosen = others.remove(choice);
        let depth = todo.len();
        let list = |parts: &[PlainTree]| PlainTree::Unordered(symbol.to_owned(), parts.to_vec());
        todo.push((list(rest), list(&others)));
        todo.push((first.clone(), chosen));
        let found = same(todo, variables);
        todo.truncate(depth);
        found
    })
}

/// All symbols of a tree, sorted, as an index of rules that may be equal.
fn symbols_of(tree: &PlainTree) -> Vec<String> {
    let mut found = match tree {
        PlainTree::Variable(_) => vec!["?".to_owned()],
        PlainTree::Applied(symbol, parts) | PlainTree::Unordered(symbol, parts) => {
            let inner = parts.iter().flat_map(symbols_of);
            inner.chain([format!("{symbol} {}", parts.len())]).collect()
        }
    };
    found.sort();
    found
}

/// The rules of the first list without an equal rule in the second. Each rule of the second is used once.
fn missing(first: Vec<PlainTree>, second: Vec<PlainTree>) -> Vec<PlainTree> {
    let mut by_symbols: BTreeMap<Vec<String>, Vec<PlainTree>> = BTreeMap::new();
    for rule in second {
        by_symbols.entry(symbols_of(&rule)).or_default().push(rule);
    }
    let mut find = |rule: &PlainTree| {
        let candidates = by_symbols.get_mut(&symbols_of(rule))?;
        let is_same =
            |other: &PlainTree| same(&mut vec![(rule.clone(), other.clone())], &mut Vec::new());
        let place = candidates.iter().position(is_same)?;
        Some(candidates.remove(place))
    };
    first
        .into_iter()
        .filter(|rule| find(rule).is_none())
        .collect()
}

/// The renaming that the mapper finds, and its distance.
fn renaming(from: &Description, to: &Description, seed: u64) -> (Names, f64) {
    let graphs = [occurrence(from), occurrence(to)];
    let mapping = senet::map(&graphs[0], &graphs[1], seed, &Deadline::never()).unwrap();
    let mut names = Names::new();
    for pair in mapping.pairs {
        let node = graphs[0].nodes()[pair.from as usize];
        let arguments = graphs[0].edges(pair.from).iter().filter(|&&child| {
            graphs[0].nodes()[child as usize].colour == senet_graph::Colour::Argument
        });
        let other = graphs[1].nodes()[pair.to as usize];
        if let (Some(old), Some(new)) = (node.symbol, other.symbol) {
            let key = (from.symbols.key(old).to_owned(), arguments.count());
            names.insert(key, to.symbols.key(new).to_owned());
        }
    }
    (names, mapping.distance)
}

#[track_caller]
fn check(name: &str, description: &Description, seed: u64) {
    let options = ScrambleOptions {
        rename_integers: true,
        ..ScrambleOptions::default()
    };
    let scrambled = scramble(description, seed, &options).description;
    let (names, distance) = renaming(&scrambled, description, seed);
    assert_eq!(distance, 0.0, "{name}, seed {seed}");
    let plain = |description, names| {
        let plain = PlainRules { description, names };
        description
            .rules
            .iter()
            .map(|rule| plain.rule(rule))
            .collect()
    };
    let missing = missing(plain(&scrambled, Some(&names)), plain(description, None));
    assert!(missing.is_empty(), "{name}, seed {seed}: {missing:?}");
}

#[test]
fn finds_isomorphism_of_scrambled_public_games() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("SENET_SHARED").map_or(root, PathBuf::from);
    let Ok(files) = std::fs::read_dir(shared.join("games/base")) else {
        eprintln!("skipped: no games in {}", shared.display());
        return;
    };
    for file in files.flatten().map(|file| file.path()) {
        let text = std::fs::read_to_string(&file).unwrap();
        let description = Sheet::read(text).description;
        if is_small(&description) {
            check(&file.display().to_string(), &description, 7);
        }
    }
}

/// Tests whether the plain search is fast enough for this game.
fn is_small(description: &Description) -> bool {
    let plain = PlainRules {
        description,
        names: None,
    };
    let short = |rule: &Rule| symbols_of(&plain.rule(rule)).len() <= 60;
    description.rules.len() <= 500 && description.rules.iter().all(short)
}

/// Facts about few constants, so that many constants look alike, and rules that distinguish some of them.
fn small_game() -> impl Strategy<Value = String> {
    let constant = prop::sample::select(vec!["a", "b", "c", "d", "e"]);
    let relation = prop::sample::select(vec!["p", "q", "r"]);
    let fact = (relation.clone(), constant.clone(), constant.clone())
        .prop_map(|(relation, one, other)| format!("({relation} {one} {other})"));
    let rule = (relation.clone(), relation, constant, any::<bool>()).prop_map(
        |(head, body, constant, turned)| {
            let variables = if turned { "?y ?x" } else { "?x ?y" };
            format!("(<= ({head} ?x {constant}) ({body} {variables}) (true (at ?y)))")
        },
    );
    let facts = prop::collection::vec(fact, 0..12);
    (facts, prop::collection::vec(rule, 0..4))
        .prop_map(|(facts, rules)| format!("{} {}", facts.join(" "), rules.join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn finds_isomorphism_of_scrambled_small_games(text in small_game(), seed in any::<u64>()) {
        check("a small game", &Sheet::read(text).description, seed);
    }
}
