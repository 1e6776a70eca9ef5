//! The instantiated graph: the rules without variables, every instance of every rule, as a graph.
//!
//! Which instances there are is found by a relaxed reading of the rules ([`relax`]): a fact may hold in a state if it is in `init` or
//! follows as `next`, a move may be made if it follows as `legal`, and whatever stands under `not` may fail. Instances that are
//! the same are one ([`instances`]). There is a node for every place where a word stands, and one for every name and argument
//! position, as in the occurrence graph ([`draw`]).

mod draw;
mod instances;
mod relax;

use crate::Graph;
use draw::draw;
use instances::instances;
use relax::relax;
use senet_gdl::{Clause, Condition, Description, Pattern, Span, Symbols, clauses};
use senet_ground::{GroundError, GroundOptions, Limits, ground};

/// How large an instantiated graph may become.
#[derive(Clone, Debug)]
pub struct InstanceLimits {
    /// What finding the instances may use up.
    pub ground: Limits,
    /// Nodes of the graph.
    pub nodes: usize,
}

impl Default for InstanceLimits {
    fn default() -> InstanceLimits {
        InstanceLimits {
            ground: Limits::default(),
            nodes: 50_000_000,
        }
    }
}

/// An instantiated graph and what it is made of.
pub struct Instantiated {
    /// The graph.
    pub graph: Graph,
    /// The words behind its nodes.
    pub symbols: Symbols,
    /// Instances that have conditions.
    pub rules: usize,
    /// Instances that have none.
    pub facts: usize,
}

/// Why there is no instantiated graph.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InstantiateError {
    /// A rule has infinitely many instances.
    #[error(
        "the variable {variable} of a rule stands in no positive condition, so it has no values to range over"
    )]
    Unsafe {
        /// The variable.
        variable: String,
        /// Where the rule stands.
        span: Span,
    },
    /// Finding the instances came to a limit.
    #[error(transparent)]
    Ground(#[from] GroundError),
    /// The graph would be larger than allowed.
    #[error("the graph would have more than {0} nodes")]
    Nodes(usize),
}

/// The instantiated graph of a game. In compatible mode rules that are written with an arrow but without conditions, `(<= h)`, are
/// left out, as they were when counts of such graphs were first published; else they are facts.
pub fn instantiated(
    description: &Description,
    compatible: bool,
    limits: &InstanceLimits,
) -> Result<Instantiated, InstantiateError> {
    let mut clauses = clauses(description).map_err(GroundError::Rule)?;
    if compatible {
        clauses.retain(|clause| !is_idle_arrow(description, clause));
    }
    check_safety(description, &clauses)?;
    let options = GroundOptions {
        limits: limits.ground.clone(),
        ..GroundOptions::default()
    };
    let grounded = ground(&relax(&clauses, &description.symbols), &options)?;
    let (terms, instances) = instances(&clauses, grounded);
    let facts = instances
        .iter()
        .filter(|instance| !instance.is_rule)
        .count();
    Ok(Instantiated {
        graph: draw(&terms, &instances, limits.nodes)?,
        symbols: description.symbols.clone(),
        rules: instances.len() - facts,
        facts,
    })
}

/// Whether the rule is written with an arrow and has no conditions.
fn is_idle_arrow(description: &Description, clause: &Clause) -> bool {
    let rule = &description.rules[clause.rule];
    rule.body.is_empty() && rule.span != rule.head.span
}

/// Whether the rule that a clause comes from has conditions, be they all about `distinct`.
fn is_rule(clause: &Clause) -> bool {
    !clause.body.is_empty()
}

fn check_safety(description: &Description, clauses: &[Clause]) -> Result<(), InstantiateError> {
    for clause in clauses {
        let bound = bound(clause);
        let free = (0..clause.variables.len()).find(|v| !bound[*v] && uses(clause, *v));
        if let Some(free) = free {
            return Err(InstantiateError::Unsafe {
                variable: description
                    .symbols
                    .spelling(clause.variables[free])
                    .to_string(),
                span: description.rules[clause.rule].span,
            });
        }
    }
    Ok(())
}

/// Per variable of a clause, whether a positive condition binds it.
fn bound(clause: &Clause) -> Vec<bool> {
    let mut bound = vec![false; clause.variables.len()];
    for condition in &clause.body {
        if let Condition::Holds(atom) = condition {
            atom.args.iter().for_each(|arg| mark(arg, &mut bound));
        }
    }
    bound
}

fn uses(clause: &Clause, variable: usize) -> bool {
    let mut used = vec![false; clause.variables.len()];
    clause.head.args.iter().for_each(|arg| mark(arg, &mut used));
    for condition in &clause.body {
        match condition {
            Condition::Holds(atom) | Condition::Fails(atom) => {
                atom.args.iter().for_each(|arg| mark(arg, &mut used));
            }
            Condition::Distinct(left, right) => {
                mark(left, &mut used);
                mark(right, &mut used);
            }
        }
    }
    used[variable]
}

fn mark(pattern: &Pattern, variables: &mut [bool]) {
    match pattern {
        Pattern::Variable(variable) => variables[*variable] = true,
        Pattern::Constant(_) => {}
        Pattern::Function(_, args) => args.iter().for_each(|arg| mark(arg, variables)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_gdl::Sheet;

    fn check(rules: &str, compatible: bool, expected: Result<[usize; 4], &str>) {
        let sheet = Sheet::read(rules);
        let made = instantiated(&sheet.description, compatible, &InstanceLimits::default());
        let sizes = made.map(|made| {
            let counts = made.graph.counts();
            [made.rules, made.facts, counts.nodes, counts.edges]
        });
        let told = sizes.map_err(|error| error.to_string());
        match (told, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{rules}"),
            (Err(told), Err(part)) => assert!(told.contains(part), "{told}"),
            (told, _) => panic!("{rules}: {told:?}"),
        }
    }

    #[test]
    fn every_instance_is_there_once() {
        // Two facts and two rules: p(a), p(b), q(a) if p(a), q(b) if p(b).
        check("(p a) (p b) (<= (q ?x) (p ?x))", true, Ok([2, 2, 20, 32]));
        // The same instance from two rules is one; `distinct` keeps instances apart and is not drawn.
        let two = "(p a) (<= q (p ?x)) (<= q (p ?y)) (<= q (p ?x) (distinct ?x b))";
        check(two, true, Ok([2, 1, 14, 21]));
    }

    #[test]
    fn arrows_without_conditions_are_facts_or_nothing() {
        check("(<= (p a))", false, Ok([0, 1, 5, 5]));
        check("(<= (p a))", true, Ok([0, 0, 0, 0]));
    }

    #[test]
    fn rules_that_cannot_be_instantiated_are_told() {
        check("(<= (p ?x) (not (q ?x)))", false, Err("?x"));
        let endless = "(n z) (<= (n (s ?x)) (n ?x))";
        check(endless, false, Err("terms nest deeper"));
    }
}
