//! Proofs from an outline of the rules.
//!
//! Much stays as it is whatever the helpers of a sheet mean: a counter stays or goes up, whenever that may be. In the *outline* of the steps of one relation,
//! helpers that depend on the state or on moves are free: they may hold or not. And every declared move is legal. Each step of the game is a step of its outline, so what
//! all steps of the outline keep, the game keeps. If one of them does not, that says nothing. The outline has far fewer rules, so it is looked at first.

use crate::Model;
use crate::boards::{AnalyzeError, Options, projections};
use crate::glance::Glanced;
use crate::report::{Report, Verdict};
use crate::search::Search;
use crate::steps::{Rules, Steps, fluent};
use rustc_hash::FxHashSet;
use senet_gdl::{
    Atom, Clause, Condition, Dependencies, Description, Pattern, Relation, Rule, Symbol, Symbols,
    clauses_of, variables_of,
};
use senet_ground::{Limits, Nobody, ground_watched};

/// An outline with more instances than this is no short cut.
const MAX_RULES: usize = 1 << 14;
/// Nor is one that takes more memory: free helpers may be asked about in far more ways than they ever hold.
const MAX_BYTES: usize = 1 << 23;
/// Nor is one with more declared moves.
const MAX_MOVES: usize = 1 << 10;
/// How many times as large it may be if no helper is free: then it has the very rules of the game, but for when moves are legal, and mostly proves what they do.
const MORE: usize = 8;
/// Nor is one that the solver finds hard.
const MAX_CONFLICTS: u32 = 100;

/// What the outline of the rules says of a projection.
#[derive(PartialEq, Eq, Debug)]
pub enum Outlined {
    /// Nothing: there is no outline, or none that is small.
    Nothing,
    /// All steps keep what it shows.
    Proved,
    /// A step from a state in which these facts of its relation hold, as texts, may lose something.
    Doubtful(Vec<String>),
}

/// Asks the outline of the rules about the one projection that the options name, given how many moves are declared, or, if there is no time for moves, only if they make no difference to it.
pub fn outlined(
    description: &Description,
    steps: &Steps,
    moves: Option<usize>,
    options: &Options,
) -> Result<Outlined, AnalyzeError> {
    let Some(outline) = Outline::of(description, steps, moves) else {
        return Ok(Outlined::Nothing);
    };
    let how = senet_ground::Options {
        limits: Limits {
            rules: MAX_RULES * outline.patience,
            bytes: options.ground.bytes.min(MAX_BYTES * outline.patience),
            ..options.ground.clone()
        },
        all_declared: true,
        ..senet_ground::Options::default()
    };
    let Ok(grounded) = ground_watched(outline.clauses, &outline.symbols, &how, &Nobody) else {
        return Ok(Outlined::Nothing);
    };
    let options = Options {
        conflicts: MAX_CONFLICTS,
        ..options.clone()
    };
    let model = Model::new(&grounded);
    let mut search = Search::new(&grounded, &options);
    let start = (options.clock)();
    let (found, _) = projections(&model, &mut search, &Glanced::InVain, &options, start, None)?;
    Ok(match &found.projections[..] {
        [only] => said(only),
        _ => Outlined::Nothing,
    })
}

/// What a verdict on the outline says.
fn said(report: &Report) -> Outlined {
    match (report.verdict, &report.witness) {
        (Verdict::Proved, _) => Outlined::Proved,
        (Verdict::Refuted, Some(witness)) => {
            let start = format!("({} ", report.named.relation);
            let facts = witness.state.iter();
            let own = facts.filter(|fact| fact.starts_with(&start));
            Outlined::Doubtful(own.cloned().collect())
        }
        _ => Outlined::Nothing,
    }
}

struct Outline {
    clauses: Vec<Clause>,
    symbols: Symbols,
    /// How many times as large as others it may be.
    patience: usize,
}

impl Outline {
    /// The outline of the steps of the relation that is asked about, unless a helper tells what there is and not only whether.
    fn of(description: &Description, steps: &Steps, moves: Option<usize>) -> Option<Outline> {
        let relation = steps.asked.flatten()?;
        let mut symbols = description.symbols.clone();
        let mut sketch = Sketch::new(description, &mut symbols, relation);
        let next = clauses_of(description, |rule| {
            rule.head.relation == Symbol::NEXT && !steps.is_of_another(rule)
        });
        for clause in next.ok()? {
            sketch.add(clause)?;
        }
        let patience = if sketch.is_exact { MORE } else { 1 };
        let are_few = |moves| moves <= MAX_MOVES * patience;
        if sketch.makes_moves() && !moves.is_some_and(are_few) {
            return None;
        }
        let rest = sketch.rest(description, steps)?;
        let clauses_of_rest = clauses_of(description, rest).ok()?;
        sketch.clauses.extend(clauses_of_rest);
        sketch.make_all_legal(description, &mut symbols)?;
        Some(Outline {
            clauses: sketch.clauses,
            symbols,
            patience,
        })
    }
}

/// What there is of an outline so far.
struct Sketch {
    clauses: Vec<Clause>,
    /// The relations that depend on the state or on moves.
    changing: FxHashSet<Relation>,
    /// The function that facts about free helpers are made with.
    free: Symbol,
    relation: Symbol,
    /// The relations of the state that the outline looks at.
    read: FxHashSet<Symbol>,
    /// The helpers that it needs.
    used: FxHashSet<Symbol>,
    /// Whether no helper is free.
    is_exact: bool,
}

impl Sketch {
    fn new(description: &Description, symbols: &mut Symbols, relation: Symbol) -> Sketch {
        let changes = |(name, _): Relation| [Symbol::TRUE, Symbol::DOES].contains(&name);
        let changing = Dependencies::of(description).users(changes);
        Sketch {
            clauses: Vec::new(),
            changing: changing.into_iter().collect(),
            free: symbols.fresh("free"),
            relation,
            read: FxHashSet::from_iter([relation]),
            used: FxHashSet::default(),
            is_exact: true,
        }
    }

    /// Whether an atom is of a helper that is free.
    fn is_free(&self, atom: &Atom) -> bool {
        ![Symbol::TRUE, Symbol::DOES].contains(&atom.relation)
            && self.changing.contains(&(atom.relation, atom.args.len()))
    }

    /// Adds a rule of steps, with facts for the helpers in it that are free.
    fn add(&mut self, mut clause: Clause) -> Option<()> {
        let known: Vec<Condition> = clause.body.iter().filter_map(|c| self.known(c)).collect();
        let holding = known.iter().filter_map(|condition| match condition {
            Condition::Holds(atom) => Some(&atom.args),
            _ => None,
        });
        let bound = variables_of(holding.flatten());
        for condition in &mut clause.body {
            let (Condition::Holds(atom) | Condition::Fails(atom)) = condition else {
                continue;
            };
            if self.is_free(atom) {
                let own = atom.variables();
                if !own.iter().all(|variable| bound.contains(variable)) {
                    return None;
                }
                let fact = self.fact(atom);
                let body = if own.is_empty() { &[] } else { &known[..] };
                self.declare(&fact, body, &clause.variables, clause.rule);
                *atom = Atom {
                    relation: Symbol::TRUE,
                    args: vec![fact],
                };
            } else {
                self.note(atom)?;
            }
        }
        self.clauses.push(clause);
        Some(())
    }

    /// What is known of a condition before any step: of the facts and moves that are declared it is one, or it does not depend on them.
    fn known(&self, condition: &Condition) -> Option<Condition> {
        let Condition::Holds(atom) = condition else {
            return matches!(condition, Condition::Distinct(..)).then(|| condition.clone());
        };
        let relation = match atom.relation {
            Symbol::TRUE => Symbol::BASE,
            Symbol::DOES => Symbol::INPUT,
            _ if self.is_free(atom) => return None,
            other => other,
        };
        let args = atom.args.clone();
        Some(Condition::Holds(Atom { relation, args }))
    }

    /// The fact that stands for a free helper.
    fn fact(&self, atom: &Atom) -> Pattern {
        let name = [Pattern::Constant(atom.relation)].into_iter();
        Pattern::Function(self.free, name.chain(atom.args.iter().cloned()).collect())
    }

    fn declare(&mut self, fact: &Pattern, body: &[Condition], variables: &[Symbol], rule: usize) {
        self.is_exact = false;
        let args = vec![fact.clone()];
        self.clauses.push(Clause {
            head: Atom {
                relation: Symbol::BASE,
                args,
            },
            body: body.to_vec(),
            variables: variables.to_vec(),
            rule,
        });
    }

    /// Notes what an atom needs; `None` if that is more than an outline has.
    fn note(&mut self, atom: &Atom) -> Option<()> {
        match (atom.relation, &atom.args[..]) {
            (Symbol::BASE | Symbol::INPUT | Symbol::INIT, _) => return None,
            (Symbol::TRUE, [Pattern::Constant(name) | Pattern::Function(name, _)]) => {
                self.read.insert(*name)
            }
            (Symbol::TRUE, _) => return None,
            (other, _) => self.used.insert(other),
        };
        Some(())
    }

    /// Which rules of the sheet belong to the outline as they are; `None` if they depend on what is free.
    fn rest<'a>(
        &'a self,
        description: &Description,
        steps: &Steps,
    ) -> Option<impl Fn(&Rule) -> bool + 'a> {
        let (rules, makes_moves) = (Rules::of(description, steps), self.makes_moves());
        let mut roots = vec![Symbol::ROLE, Symbol::INIT, Symbol::BASE];
        roots.extend(makes_moves.then_some(Symbol::INPUT));
        roots.extend(self.used.iter().filter(|&&name| name != Symbol::DOES));
        let used = rules.used_by(&roots);
        let mut changing = self.changing.iter();
        // What is declared or initial is not all there, so nothing may be made of it.
        let partly = [Symbol::BASE, Symbol::INPUT, Symbol::INIT];
        if changing.any(|(name, _)| used.contains(name)) || rules.mention(&used, &partly) {
            return None;
        }
        Some(move |rule: &Rule| match rule.head.relation {
            Symbol::BASE => fluent(&rule.head).is_none_or(|name| self.read.contains(&name)),
            Symbol::INIT => fluent(&rule.head).is_none_or(|name| self.relation == name),
            other => used.contains(&other),
        })
    }

    /// Whether moves make a difference.
    fn makes_moves(&self) -> bool {
        self.used.contains(&Symbol::DOES)
    }

    /// Lets all declared moves be legal, or a single one if moves make no difference.
    fn make_all_legal(&mut self, description: &Description, symbols: &mut Symbols) -> Option<()> {
        let variables = vec![symbols.fresh("?role"), symbols.fresh("?move")];
        let (role, made) = (Pattern::Variable(0), Pattern::Variable(1));
        let mut rule = |head: Atom, condition: Atom| {
            self.clauses.push(Clause {
                head,
                body: vec![Condition::Holds(condition)],
                variables: variables.clone(),
                rule: description.rules.len(),
            });
        };
        let of = |relation, args| Atom { relation, args };
        let both = || vec![role.clone(), made.clone()];
        rule(of(Symbol::LEGAL, both()), of(Symbol::INPUT, both()));
        if self.used.contains(&Symbol::DOES) {
            let mut heads = description.rules.iter().map(|rule| rule.head.relation);
            return heads
                .any(|relation| relation == Symbol::INPUT)
                .then_some(());
        }
        let only = vec![role.clone(), Pattern::Constant(self.free)];
        rule(
            of(Symbol::INPUT, only),
            of(Symbol::ROLE, vec![role.clone()]),
        );
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::{Question, boards};
    use crate::declarations;
    use senet_gdl::read_playable;
    use std::time::{Duration, Instant};

    fn asking(relation: &str, positions: &[usize]) -> Options {
        Options {
            question: Question::VerifyIp,
            only: Some((relation.to_string(), positions.to_vec())),
            conflicts: 1000,
            ..Options::default()
        }
    }

    /// Whether the outline proves what is asked; `None` if it says nothing.
    fn proved(description: &Description, options: &Options) -> Option<bool> {
        let (relation, _) = options.only.as_ref().unwrap();
        let steps = Steps::of(description, Some(description.symbols.get(relation)));
        match outlined(description, &steps, Some(0), options).unwrap() {
            Outlined::Nothing => None,
            Outlined::Proved => Some(true),
            Outlined::Doubtful(_) => Some(false),
        }
    }

    /// Whether ⟨count, {1}⟩ of a game with a counter for each role is proved by the outline, and whether by all rules.
    fn check(rules: &str, by_outline: Option<bool>, by_rules: bool) {
        let text = format!(
            "(role a) (role b) (<= (base (count ?r ?n)) (role ?r) (number ?n)) (number 0) (number 1) (base (ready a)) (base (ready b))
            (<= (input ?r go) (role ?r)) (<= (input ?r stop) (role ?r)) (<= (init (count ?r 0)) (role ?r)) (<= (legal ?r go) (role ?r)) {rules}
            (<= terminal (true (count a 1))) (goal a 1) (goal b 1)"
        );
        let description = read_playable(&text).unwrap();
        let options = asking("count", &[1]);
        assert_eq!(proved(&description, &options), by_outline, "{rules}");
        let found = boards(&description, &options).unwrap().projections;
        assert_eq!(found[0].verdict == Verdict::Proved, by_rules, "{rules}");
    }

    #[test]
    fn what_helpers_mean_makes_no_difference_to_a_counter() {
        let counts = "(<= (next (count ?r 1)) (true (count ?r ?n)) (helps ?r)) (<= (next (count ?r ?n)) (true (count ?r ?n)) (not (helps ?r)))";
        let helps = "(<= (helps ?r) (does ?r go) (true (ready ?r)))";
        check(&format!("{counts} {helps}"), Some(true), true);
        let strange = "(<= (next (count c 1)) (helps a))";
        let all = format!("{counts} {helps} {strange}");
        check(&all, Some(false), false);
    }

    #[test]
    fn what_depends_on_helpers_or_legal_moves_is_left_open() {
        let stays = "(<= (next (count ?r ?n)) (true (count ?r ?n)) (does ?r go))";
        check(stays, Some(false), true);
        let helped = "(<= (next (count ?r ?n)) (true (count ?r ?n)) (helps ?r)) (<= (helps ?r) (does ?r ?m))";
        check(helped, Some(false), true);
    }

    #[test]
    fn there_is_no_outline_where_helpers_tell_what_there_is() {
        let named =
            "(<= (next (count ?r ?n)) (helps ?r ?n)) (<= (helps ?r ?n) (true (count ?r ?n)))";
        check(named, None, true);
        check("(<= (next ?any) (true ?any))", None, true);
        let declared = "(<= (next (count ?r ?n)) (true (count ?r ?n))) (<= (next (count ?r 1)) (base (count ?r 1)))";
        check(declared, None, true);
        let moves = "(base (has 1)) (<= (input a (take ?x)) (base (has ?x))) (<= (next (count ?r ?n)) (true (count ?r ?n)) (does ?r go))";
        check(moves, None, true);
        let first = "(init (ready a)) (<= (next (count ?r ?n)) (true (count ?r ?n)) (not (late))) (<= (late) (init (ready b)))";
        check(first, None, true);
    }

    /// The rules of a game, which declare all its facts and moves.
    fn declared(rules: &str) -> Description {
        let own = read_playable(rules).unwrap();
        let found = declarations(&own, &Options::default()).unwrap();
        let base = found.base.iter().map(|fact| format!("(base {fact})"));
        let input = found.input.iter();
        let input = input.map(|(role, made)| format!("(input {role} {made})"));
        let more: String = base.chain(input).collect();
        read_playable(&format!("{rules}\n{more}")).unwrap()
    }

    #[test]
    fn what_the_outline_proves_all_rules_prove() {
        let (start, mut count) = (Instant::now(), 0);
        let mut library: Vec<_> = senet_library::games().iter().collect();
        library.sort_by_key(|game| game.rules.len());
        for game in library {
            if count > 0 && start.elapsed() > Duration::from_secs(10) {
                eprintln!("stopped before {}: time is up", game.name);
                break;
            }
            let description = declared(game.rules);
            let all = Options {
                only: None,
                ..asking("", &[])
            };
            for report in boards(&description, &all).unwrap().projections {
                let named = &report.named;
                let options = asking(&named.relation, &named.positions);
                if proved(&description, &options) == Some(true) {
                    let name = game.name;
                    assert_eq!(report.verdict, Verdict::Proved, "{name}: {named}");
                    count += 1;
                }
            }
        }
        eprintln!("{count} projections were proved by outlines");
        assert!(count > 0);
    }
}
