//! The instantiated graph: the graph of all ground instances of the rules.
//!
//! A relaxed reading of the rules determines the instances ([`relax`]). A fluent may hold if it is in `init` or
//! `next`; a move may be made if it is `legal`; every negated condition may be true. Equal instances are merged
//! ([`instances`]). As in the occurrence graph, every occurrence, symbol and argument position has a node ([`build`]).

mod build;
mod instances;
mod relax;

use crate::{Graph, GraphNodeId};
use build::build_graph;
use instances::instances;
use relax::relax;
use senet_gdl::{Clause, Condition, Description, OutOfTime, Pattern, Span, Symbols, clauses};
use senet_ground::{GroundError, Limits, TermId, Terms, extensions};

/// Limits on the size of an instantiated graph.
#[derive(Clone, Debug)]
pub struct InstanceLimits {
    /// Limits on grounding.
    pub ground: Limits,
    /// The limit on graph nodes.
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

/// An instantiated graph with its statistics.
pub struct Instantiated {
    /// The graph.
    pub graph: Graph,
    /// The symbols of the nodes.
    pub symbols: Symbols,
    /// The ground terms of the nodes.
    pub terms: Terms,
    /// Per node, the term that occurs there; none for arrows, symbols and argument positions.
    pub node_terms: Vec<Option<NodeTerm>>,
    /// The number of instances with conditions.
    pub rules: usize,
    /// The number of instances without conditions.
    pub facts: usize,
}

/// The term that a node stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeTerm {
    /// The ground term.
    pub term: TermId,
    /// The node of the term that this one is an argument of. It has a smaller number.
    pub parent: Option<GraphNodeId>,
}

/// The reason why there is no instantiated graph.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InstantiateError {
    /// A rule has an unbound variable and therefore infinitely many instances.
    #[error(
        "no positive condition of the rule binds the variable {variable}, so the rule has infinitely many instances"
    )]
    Unsafe {
        /// The unbound variable.
        variable: String,
        /// The position of the rule in the sheet.
        span: Span,
    },
    /// Grounding failed or reached a limit.
    #[error(transparent)]
    Ground(#[from] GroundError),
    /// The deadline of grounding was over while the graph was built.
    #[error(transparent)]
    OutOfTime(#[from] OutOfTime),
    /// The graph would exceed the node limit.
    #[error("the graph would have more than {0} nodes")]
    Nodes(usize),
}

/// Builds the instantiated graph of a game. Rules with an arrow but no conditions, `(<= h)`, count as facts.
/// Compatible mode leaves them out, as the first published counts of such graphs did.
pub fn instantiated(
    description: &Description,
    compatible: bool,
    limits: &InstanceLimits,
) -> Result<Instantiated, InstantiateError> {
    let mut clauses = clauses(description).map_err(GroundError::Rule)?;
    if compatible {
        clauses.retain(|clause| !is_arrow_fact(description, clause));
    }
    check_safety(description, &clauses)?;
    let (relaxed, relations) = relax(&clauses, &description.symbols);
    let values = extensions(&relaxed, &relations, &limits.ground)?;
    let deadline = &limits.ground.deadline;
    let (terms, instances) = instances(&clauses, values, deadline)?;
    let facts = instances
        .iter()
        .filter(|instance| !instance.is_rule)
        .count();
    let (graph, node_terms) = build_graph(&terms, &instances, limits.nodes, deadline)?;
    Ok(Instantiated {
        graph,
        node_terms,
        terms,
        symbols: description.symbols.clone(),
        rules: instances.len() - facts,
        facts,
    })
}

/// Tests whether the rule has an arrow but no conditions.
fn is_arrow_fact(description: &Description, clause: &Clause) -> bool {
    let rule = &description.rules[clause.rule];
    rule.body.is_empty() && rule.span != rule.head.span
}

/// Tests whether the clause has conditions. A rule with only `distinct` conditions counts as a rule.
fn is_rule(clause: &Clause) -> bool {
    !clause.body.is_empty()
}

fn check_safety(description: &Description, clauses: &[Clause]) -> Result<(), InstantiateError> {
    for clause in clauses {
        let bound = bound_variables(clause);
        let free = (0..clause.variables.len()).find(|v| !bound[*v] && uses_variable(clause, *v));
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

/// Marks the variables that a positive condition binds.
fn bound_variables(clause: &Clause) -> Vec<bool> {
    let mut bound = vec![false; clause.variables.len()];
    for condition in &clause.body {
        if let Condition::Holds(atom) = condition {
            atom.args
                .iter()
                .for_each(|arg| mark_variables(arg, &mut bound));
        }
    }
    bound
}

fn uses_variable(clause: &Clause, variable: usize) -> bool {
    let mut used = vec![false; clause.variables.len()];
    clause
        .head
        .args
        .iter()
        .for_each(|arg| mark_variables(arg, &mut used));
    for condition in &clause.body {
        match condition {
            Condition::Holds(atom) | Condition::Fails(atom) => {
                atom.args
                    .iter()
                    .for_each(|arg| mark_variables(arg, &mut used));
            }
            Condition::Distinct(left, right) => {
                mark_variables(left, &mut used);
                mark_variables(right, &mut used);
            }
        }
    }
    used[variable]
}

fn mark_variables(pattern: &Pattern, variables: &mut [bool]) {
    match pattern {
        Pattern::Variable(variable) => variables[*variable] = true,
        Pattern::Constant(_) => {}
        Pattern::Function(_, args) => args.iter().for_each(|arg| mark_variables(arg, variables)),
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
        let outcome = sizes.map_err(|error| error.to_string());
        match (outcome, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{rules}"),
            (Err(outcome), Err(part)) => assert!(outcome.contains(part), "{outcome}"),
            (outcome, _) => panic!("{rules}: {outcome:?}"),
        }
    }

    #[test]
    fn lists_every_instance_once() {
        // Two facts and two rules: p(a), p(b), q(a) if p(a), q(b) if p(b).
        check("(p a) (p b) (<= (q ?x) (p ?x))", true, Ok([2, 2, 20, 32]));
        // Equal instances of two rules are merged. `distinct` separates instances but has no nodes.
        let two = "(p a) (<= q (p ?x)) (<= q (p ?y)) (<= q (p ?x) (distinct ?x b))";
        check(two, true, Ok([2, 1, 14, 21]));
    }

    #[test]
    fn nodes_know_their_terms_and_parents() {
        let sheet = Sheet::read("(p a) (<= (q ?x) (p ?x))");
        let made = instantiated(&sheet.description, true, &InstanceLimits::default()).unwrap();
        let text = |at: u32| {
            let term = made.node_terms[at as usize].unwrap().term;
            made.terms.text(term, &made.symbols)
        };
        let known = (0..).zip(&made.node_terms);
        let known = known.filter_map(|(at, node)| node.map(|node| (at, node.parent)));
        let pairs = known.map(|(at, parent)| (text(at), parent.map(text)));
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort();
        let (a, p, q) = ("a".to_string(), "(p a)".to_string(), "(q a)".to_string());
        let arguments = [Some(&p), Some(&p), Some(&q)].map(|of| (a.clone(), of.cloned()));
        let mut expected = vec![(p.clone(), None), (p, None), (q, None)];
        expected.extend(arguments);
        expected.sort();
        assert_eq!(pairs, expected);
    }

    #[test]
    fn arrow_without_conditions_is_a_fact_unless_compatible() {
        check("(<= (p a))", false, Ok([0, 1, 5, 5]));
        check("(<= (p a))", true, Ok([0, 0, 0, 0]));
    }

    #[test]
    fn rejects_unbound_variables_and_infinite_terms() {
        check("(<= (p ?x) (not (q ?x)))", false, Err("?x"));
        let endless = "(n z) (<= (n (s ?x)) (n ?x))";
        check(endless, false, Err("terms nest deeper"));
    }
}
