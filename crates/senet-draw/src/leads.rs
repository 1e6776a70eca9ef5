//! Where moves lead that name no place: a direction, say, or a column. Found from the rules for what lies where next.
//!
//! Only rules are used whose other conditions are about the state or never change; what they exclude by negation is not looked at, so
//! that a move may seem to lead to several places, which then tell nothing.

use crate::Fact;
use crate::look::Place;
use crate::space::Space;
use senet_gdl::{Description, Literal, Rule, Sentence, Symbol, Term};
use senet_structure::{static_extension, static_relations};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Where moves lead.
#[derive(Clone, Debug, Default)]
pub struct Leads(Vec<Lead>);

/// A rule that puts something on a place after a move.
#[derive(Clone, Debug)]
struct Lead {
    /// The role and the move, or a variable for the whole move.
    role: Pattern,
    action: (Pattern, Vec<Pattern>),
    conditions: Vec<Condition>,
    space: usize,
    place: Vec<Pattern>,
    /// Whether what comes there is of the role that moves; else places are only marked, or things of others change theirs.
    is_own: bool,
    variables: usize,
}

#[derive(Clone, Debug, PartialEq)]
enum Pattern {
    Word(String),
    Variable(usize),
}

/// All facts of a relation that never changes, as the words of each.
type List = Arc<Vec<Vec<String>>>;

/// What must hold: a fact of the state, or one of a list that never changes.
#[derive(Clone, Debug)]
enum Condition {
    State(String, Vec<Pattern>),
    Always(List, Vec<Pattern>),
}

/// The relations that never change, spelt out when they are first asked for.
struct Lists {
    lasting: BTreeSet<(Symbol, usize)>,
    spelt: BTreeMap<(Symbol, usize), Option<List>>,
}

/// What variables stand for.
type Bound = Vec<Option<String>>;

/// So many facts are compared with a rule for one move.
const MOST_STEPS: usize = 50_000;

impl Leads {
    /// Finds where moves lead.
    pub fn of(description: &Description, spaces: &[Space]) -> Leads {
        let lasting: BTreeSet<(Symbol, usize)> =
            static_relations(description).into_iter().collect();
        let mut lists = Lists {
            lasting,
            spelt: BTreeMap::new(),
        };
        let rules = description.rules.iter();
        let leads = rules.filter_map(|rule| lead(description, &mut lists, spaces, rule));
        Leads(leads.collect())
    }

    /// The places to which a move leads, with the number of the space and of the board. What is not the
    /// role's own counts only `with_marks`.
    pub fn places(
        &self,
        spaces: &[Space],
        state: &[Fact],
        (role, action): (&str, &Fact),
        with_marks: bool,
    ) -> BTreeSet<(usize, usize, Place)> {
        let mut found = BTreeSet::new();
        for lead in self.0.iter().filter(|lead| lead.is_own || with_marks) {
            let mut bound: Bound = vec![None; lead.variables];
            if !lead.begins_with(role, action, &mut bound) {
                continue;
            }
            let mut steps = MOST_STEPS;
            lead.solve(0, state, &mut bound, &mut steps, &mut |bound| {
                let words = lead.place.iter().map(|pattern| pattern.word(bound));
                let words: Option<Vec<&String>> = words.collect();
                let located = words.and_then(|words| spaces[lead.space].locate(&words));
                found.extend(located.map(|(board, place)| (lead.space, board, place)));
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

    /// Whether a word fits; a free variable then stands for it.
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

impl Lead {
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

/// Reads a rule, if it puts something on a place after a move and asks nothing that is hard to answer.
fn lead(
    description: &Description,
    lists: &mut Lists,
    spaces: &[Space],
    rule: &Rule,
) -> Option<Lead> {
    let mut reader = Reader {
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
            Literal::Holds(s) => conditions.extend(reader.condition(s, lists)?),
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
    Some(Lead {
        role,
        action,
        conditions,
        space,
        place,
        is_own,
        variables: reader.variables.len(),
    })
}

/// Turns terms into patterns, and counts variables.
struct Reader<'a> {
    description: &'a Description,
    variables: Vec<Symbol>,
}

impl Reader<'_> {
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

    /// The role and the move of `does`.
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

    /// A condition that is easy to answer. Roles are no condition: the role moves, after all.
    fn condition(&mut self, sentence: &Sentence, lists: &mut Lists) -> Option<Option<Condition>> {
        match (sentence.relation, &sentence.args[..]) {
            (Symbol::ROLE, _) => Some(None),
            (Symbol::TRUE, [Term::Function(name, args, _)]) => {
                let patterns = self.patterns(args)?;
                Some(Some(Condition::State(self.word(*name), patterns)))
            }
            (Symbol::TRUE, [Term::Constant(name, _)]) => {
                Some(Some(Condition::State(self.word(*name), Vec::new())))
            }
            (_, args) if lists.lasting.contains(&sentence.signature()) => {
                let patterns = self.patterns(args)?;
                let relation = sentence.signature();
                let list = lists.spelt.entry(relation);
                let list = list.or_insert_with(|| self.spelt(relation)).clone()?;
                Some(Some(Condition::Always(list, patterns)))
            }
            _ => None,
        }
    }

    fn spelt(&self, relation: (Symbol, usize)) -> Option<List> {
        let known = static_extension(self.description, relation)?;
        let spelt = known
            .iter()
            .map(|args| args.iter().map(|&a| self.word(a)).collect());
        Some(Arc::new(spelt.collect()))
    }
}
