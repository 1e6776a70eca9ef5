//! Finds the places that moves change although they do not name them, such as moves that name a direction or a column.
//!
//! The analysis uses `next` rules whose other conditions are positive and concern the state or static relations. It
//! ignores negated conditions. So a move may seem to change several places; the caller then ignores the result.

use crate::Fact;
use crate::look::BoardPlace;
use crate::space::BoardSpace;
use senet_gdl::{Deadline, Description, Literal, Rule, Sentence, Symbol, Term};
use senet_structure::{static_extension, static_relations};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The effects of moves on places.
#[derive(Clone, Debug, Default)]
pub struct MoveEffects(Vec<MoveEffect>);

/// A `next` rule that puts a piece on a place after a move.
#[derive(Clone, Debug)]
struct MoveEffect {
    /// The role that moves.
    role: Pattern,
    action: (Pattern, Vec<Pattern>),
    conditions: Vec<Condition>,
    space: usize,
    place: Vec<Pattern>,
    /// True if the piece belongs to the role that moves. Otherwise the rule only marks a place or moves pieces of
    /// others.
    is_own: bool,
    variables: usize,
}

#[derive(Clone, Debug, PartialEq)]
enum Pattern {
    Word(String),
    Variable(usize),
}

/// All tuples of a static relation, as words.
type Extension = Arc<Vec<Vec<String>>>;

/// A condition: a fluent of the state, or a tuple of a static relation.
#[derive(Clone, Debug)]
enum Condition {
    State(String, Vec<Pattern>),
    Always(Extension, Vec<Pattern>),
}

/// The static relations, grounded on first use.
struct StaticFacts<'a> {
    relations: BTreeSet<(Symbol, usize)>,
    extensions: BTreeMap<(Symbol, usize), Option<Extension>>,
    deadline: &'a Deadline,
}

/// The values of the variables.
type Bound = Vec<Option<String>>;

/// The largest number of facts to compare for one move and rule.
const MOST_STEPS: usize = 50_000;

impl MoveEffects {
    /// Finds the effects of all moves.
    pub fn of(
        description: &Description,
        spaces: &[BoardSpace],
        deadline: &Deadline,
    ) -> MoveEffects {
        let relations: BTreeSet<(Symbol, usize)> =
            static_relations(description).into_iter().collect();
        let mut static_facts = StaticFacts {
            relations,
            extensions: BTreeMap::new(),
            deadline,
        };
        let rules = description.rules.iter();
        let rules = rules.take_while(|_| !deadline.is_over());
        let move_effects =
            rules.filter_map(|rule| effect(description, &mut static_facts, spaces, rule));
        MoveEffects(move_effects.collect())
    }

    /// Returns the places that a move changes, each with the numbers of its space and board. Includes effects on other
    /// pieces only `with_marks`.
    pub fn places(
        &self,
        spaces: &[BoardSpace],
        state: &[Fact],
        (role, action): (&str, &Fact),
        with_marks: bool,
    ) -> BTreeSet<(usize, usize, BoardPlace)> {
        let mut found = BTreeSet::new();
        for effect in self.0.iter().filter(|effect| effect.is_own || with_marks) {
            let mut bound: Bound = vec![None; effect.variables];
            if !effect.begins_with(role, action, &mut bound) {
                continue;
            }
            let mut steps = MOST_STEPS;
            effect.solve(0, state, &mut bound, &mut steps, &mut |bound| {
                let words = effect.place.iter().map(|pattern| pattern.word(bound));
                let words: Option<Vec<&String>> = words.collect();
                let located = words.and_then(|words| spaces[effect.space].locate(&words));
                found.extend(located.map(|(board, place)| (effect.space, board, place)));
            });
        }
        found
    }
}

impl Pattern {
    fn word<'a>(&'a self, bound: &'a Bound) -> Option<&'a String> {
        match self {
            Pattern::Word(word) => Some(word),
            Pattern::Variable(number) => bound[*number].as_ref(),
        }
    }

    /// Matches a word. Binds a free variable to it.
    fn fits(&self, word: &str, bound: &mut Bound) -> bool {
        match (self, self.word(bound)) {
            (_, Some(known)) => known == word,
            (Pattern::Variable(number), None) => {
                bound[*number] = Some(word.to_string());
                true
            }
            (Pattern::Word(_), None) => false,
        }
    }
}

fn fit_all(patterns: &[Pattern], words: &[String], bound: &mut Bound) -> bool {
    let mut pairs = patterns.iter().zip(words);
    patterns.len() == words.len() && pairs.all(|(pattern, word)| pattern.fits(word, bound))
}

impl MoveEffect {
    fn begins_with(&self, role: &str, action: &Fact, bound: &mut Bound) -> bool {
        let (name, args) = &self.action;
        self.role.fits(role, bound)
            && name.fits(&action.name, bound)
            && fit_all(args, &action.args, bound)
    }

    fn solve(
        &self,
        at: usize,
        state: &[Fact],
        bound: &mut Bound,
        steps: &mut usize,
        found: &mut impl FnMut(&Bound),
    ) {
        let Some(condition) = self.conditions.get(at) else {
            return found(bound);
        };
        let (patterns, candidates): (_, Vec<&Vec<String>>) = match condition {
            Condition::State(name, patterns) => {
                let own = state.iter().filter(|fact| fact.name == *name);
                (patterns, own.map(|fact| &fact.args).collect())
            }
            Condition::Always(list, patterns) => (patterns, list.iter().collect()),
        };
        for words in candidates {
            let Some(left) = steps.checked_sub(1) else {
                return;
            };
            *steps = left;
            let mut inner = bound.clone();
            if fit_all(patterns, words, &mut inner) {
                self.solve(at + 1, state, &mut inner, steps, found);
            }
        }
    }
}

/// Reads a rule, if it puts a piece on a place after a move and has only simple conditions.
fn effect(
    description: &Description,
    static_facts: &mut StaticFacts,
    spaces: &[BoardSpace],
    rule: &Rule,
) -> Option<MoveEffect> {
    let mut reader = PatternReader {
        description,
        variables: Vec::new(),
    };
    let (Symbol::NEXT, [Term::Function(name, args, _)]) = (rule.head.relation, &rule.head.args[..])
    else {
        return None;
    };
    let head = reader.patterns(args)?;
    let name = description.symbols.key(*name);
    let (space, layer) = spaces.iter().enumerate().find_map(|(at, space)| {
        let mut layers = space.layers.iter();
        let own = layers.find(|layer| layer.name == name && layer.arity == args.len());
        own.map(|layer| (at, layer))
    })?;
    let blank = layer.blank.as_ref().is_some_and(|blank| {
        let said = layer.contents.iter().map(|&index| &head[index]);
        said.eq(blank
            .iter()
            .map(|word| Pattern::Word(word.clone()))
            .collect::<Vec<_>>()
            .iter())
    });
    let (mut action, mut conditions) = (None, Vec::new());
    for literal in &rule.body {
        match literal {
            Literal::Holds(s) if s.relation == Symbol::DOES && action.is_none() => {
                action = Some(reader.action(s)?);
            }
            Literal::Holds(s) => conditions.extend(reader.condition(s, static_facts)?),
            Literal::Not(..) | Literal::Distinct(..) => {}
            Literal::Or(..) | Literal::And(..) => return None,
        }
    }
    let (role, action) = action.filter(|_| !blank)?;
    let place = layer
        .coordinates()
        .iter()
        .map(|&index| head[index].clone())
        .collect();
    let is_own = layer.contents.iter().any(|&index| head[index] == role);
    Some(MoveEffect {
        role,
        action,
        conditions,
        space,
        place,
        is_own,
        variables: reader.variables.len(),
    })
}

/// Turns terms into patterns and numbers their variables.
struct PatternReader<'a> {
    description: &'a Description,
    variables: Vec<Symbol>,
}

impl PatternReader<'_> {
    fn word(&self, symbol: Symbol) -> String {
        self.description.symbols.key(symbol).to_string()
    }

    fn pattern(&mut self, term: &Term) -> Option<Pattern> {
        match term {
            Term::Constant(word, _) => Some(Pattern::Word(self.word(*word))),
            Term::Variable(variable, _) => {
                let known = self.variables.iter().position(|v| v == variable);
                let number = known.unwrap_or_else(|| {
                    self.variables.push(*variable);
                    self.variables.len() - 1
                });
                Some(Pattern::Variable(number))
            }
            Term::Function(..) => None,
        }
    }

    fn patterns(&mut self, terms: &[Term]) -> Option<Vec<Pattern>> {
        terms.iter().map(|term| self.pattern(term)).collect()
    }

    /// Reads the role and the move of `does`.
    fn action(&mut self, sentence: &Sentence) -> Option<(Pattern, (Pattern, Vec<Pattern>))> {
        let [role, action] = &sentence.args[..] else {
            return None;
        };
        let role = self.pattern(role)?;
        let action = match action {
            Term::Function(name, args, _) => {
                (Pattern::Word(self.word(*name)), self.patterns(args)?)
            }
            whole => (self.pattern(whole)?, Vec::new()),
        };
        Some((role, action))
    }

    /// Reads a simple condition. `role` is no condition, because a role makes the move.
    fn condition(
        &mut self,
        sentence: &Sentence,
        static_facts: &mut StaticFacts,
    ) -> Option<Option<Condition>> {
        match (sentence.relation, &sentence.args[..]) {
            (Symbol::ROLE, _) => Some(None),
            (Symbol::TRUE, [Term::Function(name, args, _)]) => {
                let patterns = self.patterns(args)?;
                Some(Some(Condition::State(self.word(*name), patterns)))
            }
            (Symbol::TRUE, [Term::Constant(name, _)]) => {
                Some(Some(Condition::State(self.word(*name), Vec::new())))
            }
            (_, args) if static_facts.relations.contains(&sentence.signature()) => {
                let patterns = self.patterns(args)?;
                let relation = sentence.signature();
                let list = static_facts.extensions.entry(relation);
                let list = list
                    .or_insert_with(|| self.extension(relation, static_facts.deadline))
                    .clone()?;
                Some(Some(Condition::Always(list, patterns)))
            }
            _ => None,
        }
    }

    fn extension(&self, relation: (Symbol, usize), deadline: &Deadline) -> Option<Extension> {
        let known = static_extension(self.description, relation, deadline)?;
        let extension = known
            .iter()
            .map(|args| args.iter().map(|&a| self.word(a)).collect());
        Some(Arc::new(extension.collect()))
    }
}
