//! Canonical forms of single rules, up to variable names and the order of conditions.

use super::normal_form::{self, NormalRule};
use super::{CanonicalKey, Labelling, TooHard};
use crate::{Colour, Graph, GraphNodeId, ordered};
use rustc_hash::FxHashSet;
use senet_gdl::{Deadline, Description, Rule, Symbol};

/// The canonical form of a rule. Two rules are equal exactly if their forms are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum RuleForm {
    /// A rule without variables.
    Ground(NormalRule),
    /// The key of a rule with variables, and the symbols of its nodes in canonical order.
    Graph(CanonicalKey, Vec<Option<Symbol>>),
}

/// Computes the forms of the rules of one game.
pub struct RuleForms<'a> {
    /// The symbols of the game, and the rule being processed.
    single: Description,
    deadline: &'a Deadline,
}

impl RuleForms<'_> {
    /// Creates a form factory for the symbols of this game.
    pub fn new<'a>(description: &Description, deadline: &'a Deadline) -> RuleForms<'a> {
        RuleForms {
            single: Description {
                symbols: description.symbols.clone(),
                rules: Vec::new(),
            },
            deadline,
        }
    }

    /// The form of a rule after renaming its symbols. Variables need no renaming.
    pub fn of(
        &mut self,
        rule: &Rule,
        rename: &impl Fn(Symbol) -> Symbol,
    ) -> Result<RuleForm, TooHard> {
        let normal = normal_form::normalise_rule(rule, rename);
        if !normal_form::has_variables(&normal) {
            return Ok(RuleForm::Ground(normal));
        }
        self.single.rules.clear();
        self.single.rules.push(rule.clone());
        let graph = ordered(&self.single);
        let name = |node| name(&graph, node).map(rename);
        let node_colour = |node| name(node).map_or(0, |symbol| symbol.index() as u32 + 1);
        let labelling = Labelling::with_node_colours(&graph, node_colour, self.deadline)?;
        let names = labelling.order.iter().map(|&node| name(node)).collect();
        Ok(RuleForm::Graph(CanonicalKey::of(&graph, &labelling), names))
    }
}

/// The symbol of a node, or `None` for a variable.
fn name(graph: &Graph, node: GraphNodeId) -> Option<Symbol> {
    let node = graph.nodes()[node as usize];
    match node.colour {
        Colour::VariableSymbol | Colour::VariableOccurrence => None,
        _ => node.symbol,
    }
}

/// The forms of all rules of a game after renaming its symbols.
pub fn rule_forms(
    description: &Description,
    rename: &impl Fn(Symbol) -> Symbol,
    deadline: &Deadline,
) -> Result<FxHashSet<RuleForm>, TooHard> {
    let mut forms = RuleForms::new(description, deadline);
    let rules = description.rules.iter();
    rules.map(|rule| forms.of(rule, rename)).collect()
}
