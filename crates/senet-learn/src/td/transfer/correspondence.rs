//! Which facts of one game look like which of another.

use rustc_hash::{FxHashMap, FxHashSet};
use senet_engine::State;

/// What a fact looks like, as text; nothing if it is not seen.
pub type Look<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// What each fact looks like, by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seen {
    /// It is not seen: states look the same with it and without it.
    No,
    /// Like this, a number of a look of the source.
    As(u32),
    /// Like nothing that the source has: no state with it has a counterpart.
    Unknown,
}

/// How states of a target game look like states of a source game.
///
/// Both are seen through views, in which facts have looks of their own or are not seen at all. A state of the target matches a state of the source
/// if the two look the same through some view of the one and some view of the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Correspondence {
    /// The views of the source; `None` if it has one, in which it is as it is.
    source: Option<Vec<Vec<Seen>>>,
    /// The views of the target.
    target: Vec<Vec<Seen>>,
    /// The words of a look.
    words: usize,
}

impl Correspondence {
    /// From the texts of all facts of both games (as of `Game::fluent_names`) and what they look like in each view.
    pub fn new(source: (&[String], &[&Look]), target: (&[String], &[&Look])) -> Correspondence {
        let (facts, views) = source;
        let as_it_is = views.len() == 1 && is_one_to_one(facts, views[0]);
        let mut looks = Looks::default();
        let of_source: Vec<_> = views
            .iter()
            .map(|view| looks.new_view(facts, view))
            .collect();
        let (facts, views) = target;
        let target = views.iter().map(|view| looks.view(facts, view)).collect();
        Correspondence {
            source: (!as_it_is).then_some(of_source),
            target,
            words: looks.0.len().div_ceil(64),
        }
    }

    /// The same facts under other names: `translate` gives the name in the source of a fact of the target.
    pub fn renaming(source: &[String], target: &[String], translate: &Look) -> Correspondence {
        let same = |fact: &str| Some(fact.to_string());
        Correspondence::new((source, &[&same]), (target, &[translate]))
    }

    /// Whether values are those of single states, and not means.
    pub fn is_single(&self) -> bool {
        self.source.is_none() && self.target.len() == 1
    }

    /// Whether the source is seen as it is: its states are their own looks.
    pub fn is_plain(&self) -> bool {
        self.source.is_none()
    }

    /// What a state of the source looks like in each view, each look once.
    pub fn looks_of_source(&self, state: &State) -> Vec<State> {
        match &self.source {
            None => vec![state.clone()],
            Some(views) => self.looks(views, state),
        }
    }

    /// What a state of the target looks like in each view, each look once; without those that no state of the source can have.
    pub fn looks_of_target(&self, state: &State) -> Vec<State> {
        self.looks(&self.target, state)
    }

    fn looks(&self, views: &[Vec<Seen>], state: &State) -> Vec<State> {
        let mut found = Vec::with_capacity(views.len());
        for view in views {
            if let Some(look) = self.look(view, state)
                && !found.contains(&look)
            {
                found.push(look);
            }
        }
        found
    }

    fn look(&self, view: &[Seen], state: &State) -> Option<State> {
        let mut words = vec![0_u64; self.words];
        for (at, &word) in state.words().iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                match view.get(at * 64 + rest.trailing_zeros() as usize) {
                    Some(&Seen::As(look)) => words[look as usize / 64] |= 1 << (look % 64),
                    Some(Seen::No) => {}
                    Some(Seen::Unknown) | None => return None,
                }
                rest &= rest - 1;
            }
        }
        Some(State::from_words(words))
    }
}

/// Looks by text, numbered in the order in which they were found.
#[derive(Default)]
struct Looks(FxHashMap<String, u32>);

impl Looks {
    /// A view of the source: its looks are all there are.
    fn new_view(&mut self, facts: &[String], view: &Look) -> Vec<Seen> {
        let mut number = |look| {
            let next = self.0.len() as u32;
            Seen::As(*self.0.entry(look).or_insert(next))
        };
        let seen = |fact: &String| view(fact).map_or(Seen::No, &mut number);
        facts.iter().map(seen).collect()
    }

    /// A view of the target.
    fn view(&self, facts: &[String], view: &Look) -> Vec<Seen> {
        let seen = |fact: &String| match view(fact) {
            None => Seen::No,
            Some(look) => self.0.get(&look).map_or(Seen::Unknown, |&n| Seen::As(n)),
        };
        facts.iter().map(seen).collect()
    }
}

/// Whether all facts are seen and look different. Their looks then have the same numbers as they.
fn is_one_to_one(facts: &[String], view: &Look) -> bool {
    let mut looks = FxHashSet::default();
    facts
        .iter()
        .all(|fact| view(fact).is_some_and(|look| looks.insert(look)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "(at 1);(at 2);(clock 0);(clock 1);(turn x)";
    const TARGET: &str = "(at 1);(at 2);(at 3);(turn x);(turn y)";

    fn names(text: &str) -> Vec<String> {
        text.split(';').map(str::to_string).collect()
    }

    fn state(names: &[String], facts: &str) -> State {
        let mut words = vec![0; names.len().div_ceil(64)];
        for fact in facts.split(';').filter(|fact| !fact.is_empty()) {
            let at = names.iter().position(|name| name == fact).unwrap();
            words[at / 64] |= 1 << (at % 64);
        }
        State::from_words(words)
    }

    /// A board with three squares as boards with two, and a source with a clock that the target lacks.
    fn boards(clock_is_seen: bool) -> Correspondence {
        let left = |fact: &str| (fact != "(at 3)").then(|| fact.to_string());
        let right = |fact: &str| match fact {
            "(at 1)" => None,
            "(at 2)" => Some("(at 1)".to_string()),
            "(at 3)" => Some("(at 2)".to_string()),
            other => Some(other.to_string()),
        };
        let source =
            |fact: &str| (clock_is_seen || !fact.contains("clock")).then(|| fact.to_string());
        Correspondence::new(
            (&names(SOURCE), &[&source]),
            (&names(TARGET), &[&left, &right]),
        )
    }

    /// Which of these states of the source match a state of the target.
    #[track_caller]
    fn check(clock_is_seen: bool, target: &str, expected: &[&str]) {
        let both = boards(clock_is_seen);
        let looks = both.looks_of_target(&state(&names(TARGET), target));
        let sources = [
            "(at 1);(turn x)",
            "(at 2);(turn x)",
            "(at 2);(clock 1);(turn x)",
            "(turn x)",
        ];
        let matches = |source: &&&str| {
            let of_source = both.looks_of_source(&state(&names(SOURCE), source));
            of_source.iter().any(|look| looks.contains(look))
        };
        let found: Vec<_> = sources.iter().filter(matches).copied().collect();
        assert_eq!(found, expected);
        assert_eq!(both.is_plain(), clock_is_seen);
        assert!(!both.is_single());
    }

    #[test]
    fn boards_within_boards() {
        check(true, "(at 1);(turn x)", &["(at 1);(turn x)", "(turn x)"]);
        check(true, "(at 3);(turn x)", &["(at 2);(turn x)", "(turn x)"]);
        check(true, "(at 1);(at 2)", &[]);
    }

    #[test]
    fn what_is_not_seen_does_not_matter() {
        check(
            false,
            "(at 3);(turn x)",
            &["(at 2);(turn x)", "(at 2);(clock 1);(turn x)", "(turn x)"],
        );
    }

    #[test]
    fn what_the_source_does_not_know_matches_nothing() {
        check(true, "(at 1);(turn y)", &[]);
    }
}
