//! Over-approximates the constants that can occur at each argument position.

use super::positions::{
    ArgumentPosition, normal_relation, positive_sentence, visit_sentence_positions,
};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Deadline, Description, OutOfTime, Rule, Sentence, Symbol, Term};
use std::collections::BTreeSet;

/// The possible constants at each position.
///
/// The analysis treats each argument on its own. A variable in a head can take the constants that all its conditions
/// allow. The analysis ignores `base` and `input`, because they may declare more than can occur.
#[derive(Clone, Debug, Default)]
pub struct ArgumentValues {
    numbers: FxHashMap<ArgumentPosition, usize>,
    at: Vec<BTreeSet<Symbol>>,
}

impl ArgumentValues {
    /// Finds the values of all positions.
    pub fn of(description: &Description, deadline: &Deadline) -> Result<ArgumentValues, OutOfTime> {
        let mut flow = Flow::default();
        for rule in &description.rules {
            if !matches!(rule.head.relation, Symbol::BASE | Symbol::INPUT) {
                flow.add_rule(rule);
            }
        }
        flow.run(deadline)?;
        Ok(flow.values)
    }

    /// Returns the possible constants at a position, in the order of the symbols.
    pub fn at(&self, position: ArgumentPosition) -> impl Iterator<Item = Symbol> + '_ {
        let found = self.numbers.get(&position).map(|&number| &self.at[number]);
        found.into_iter().flatten().copied()
    }

    /// Returns true if a constant can occur at a position.
    pub fn contains(&self, position: ArgumentPosition, constant: Symbol) -> bool {
        let number = self.numbers.get(&position);
        number.is_some_and(|&number| self.at[number].contains(&constant))
    }

    fn number(&mut self, position: ArgumentPosition) -> usize {
        *self.numbers.entry(position).or_insert_with(|| {
            self.at.push(BTreeSet::new());
            self.at.len() - 1
        })
    }
}

/// The number of a position.
type Number = usize;

/// A variable of a rule: where its values come from, and where they go.
#[derive(Default)]
struct FlowVariable {
    /// The rule of the variable.
    rule: usize,
    /// Positions of positive conditions. A value must be possible at all of them.
    all_of: Vec<Number>,
    /// Positions inside `or` and `and`, if there are no others. A value must be possible at one of them.
    any_of: Vec<Number>,
    /// Values that a condition names.
    constants: Vec<Symbol>,
    /// The positions in the head.
    heads: Vec<Number>,
}

/// A rule: what must be possible before it can apply, and what it then derives.
struct FlowRule {
    /// The number of constants in conditions that are not yet possible at their positions. At 0 the rule applies.
    missing: usize,
    constants: Vec<(Number, Symbol)>,
    variables: Vec<usize>,
}

/// Passes each new value of a position on to the rules that use it. So each value and use costs one step.
#[derive(Default)]
struct Flow {
    values: ArgumentValues,
    rules: Vec<FlowRule>,
    variables: Vec<FlowVariable>,
    /// The rules whose conditions name a constant at a position.
    waiting: FxHashMap<(Number, Symbol), Vec<usize>>,
    /// The variables at each position.
    users: FxHashMap<Number, Vec<usize>>,
    /// Values whose users have not seen them.
    new: Vec<(Number, Symbol)>,
}

/// The deadline is polled once in this many steps.
const STEPS_PER_POLL: usize = 1024;

impl Flow {
    fn add_rule(&mut self, rule: &Rule) {
        let number = self.rules.len();
        let mut own: FxHashMap<Symbol, FlowVariable> = FxHashMap::default();
        let mut missing = FxHashSet::default();
        for sentence in rule.body.iter().filter_map(positive_sentence) {
            self.add_condition(sentence, &mut own, &mut missing);
        }
        let bound: FxHashSet<Symbol> = own.keys().copied().collect();
        self.add_nested(rule, &bound, &mut own);
        let mut constants = Vec::new();
        let values = &mut self.values;
        visit_sentence_positions(&rule.head, &mut |position, term| match term {
            Term::Constant(constant, _) => constants.push((values.number(position), *constant)),
            Term::Variable(variable, _) => {
                if let Some(found) = own.get_mut(variable) {
                    found.heads.push(values.number(position));
                }
            }
            Term::Function(..) => {}
        });
        for &condition in &missing {
            self.waiting.entry(condition).or_default().push(number);
        }
        let mut variables = Vec::new();
        for mut variable in own.into_values().filter(|found| !found.heads.is_empty()) {
            variable.rule = number;
            for &position in variable.all_of.iter().chain(&variable.any_of) {
                let users = self.users.entry(position).or_default();
                users.push(self.variables.len());
            }
            variables.push(self.variables.len());
            self.variables.push(variable);
        }
        self.rules.push(FlowRule {
            missing: missing.len(),
            constants,
            variables,
        });
    }

    /// Adds the positions of one condition. The role of a move counts as possible.
    fn add_condition(
        &mut self,
        sentence: &Sentence,
        own: &mut FxHashMap<Symbol, FlowVariable>,
        missing: &mut FxHashSet<(Number, Symbol)>,
    ) {
        let values = &mut self.values;
        visit_sentence_positions(sentence, &mut |position, term| {
            let number = values.number(position);
            match term {
                Term::Variable(variable, _) => {
                    let all_of = &mut own.entry(*variable).or_default().all_of;
                    if !all_of.contains(&number) {
                        all_of.push(number);
                    }
                }
                Term::Constant(constant, _) => {
                    if normal_relation(position.name) != Symbol::DOES {
                        missing.insert((number, *constant));
                    }
                }
                Term::Function(..) => {}
            }
        });
    }

    /// Adds variables that occur only inside `or` or `and`: they take the union of the values at all their positions.
    fn add_nested(
        &mut self,
        rule: &Rule,
        bound: &FxHashSet<Symbol>,
        own: &mut FxHashMap<Symbol, FlowVariable>,
    ) {
        let nested = rule.body.iter().filter(|l| positive_sentence(l).is_none());
        for literal in nested {
            literal.visit_sentences(&mut |sentence, negated| {
                let values = &mut self.values;
                visit_sentence_positions(sentence, &mut |position, term| {
                    if let Term::Variable(variable, _) = term
                        && !negated
                        && !bound.contains(variable)
                    {
                        let number = values.number(position);
                        own.entry(*variable).or_default().any_of.push(number);
                    }
                });
            });
            // A negated `distinct` binds a variable.
            literal.visit_distincts(&mut |left, right| {
                if let (Term::Variable(variable, _), Term::Constant(constant, _))
                | (Term::Constant(constant, _), Term::Variable(variable, _)) = (left, right)
                    && !bound.contains(variable)
                {
                    own.entry(*variable).or_default().constants.push(*constant);
                }
            });
        }
    }

    fn run(&mut self, deadline: &Deadline) -> Result<(), OutOfTime> {
        for rule in 0..self.rules.len() {
            if self.rules[rule].missing == 0 {
                self.apply(rule);
            }
        }
        let mut steps = 0;
        while let Some((position, constant)) = self.new.pop() {
            let users = self.users.get(&position).cloned().unwrap_or_default();
            for variable in users {
                if steps % STEPS_PER_POLL == 0 {
                    deadline.check()?;
                }
                steps += 1;
                self.offer(variable, constant);
            }
            for rule in self
                .waiting
                .remove(&(position, constant))
                .unwrap_or_default()
            {
                self.rules[rule].missing -= 1;
                if self.rules[rule].missing == 0 {
                    self.apply(rule);
                }
            }
        }
        Ok(())
    }

    /// Derives all that a rule can derive so far, as soon as its constants are possible.
    fn apply(&mut self, rule: usize) {
        for (position, constant) in std::mem::take(&mut self.rules[rule].constants) {
            self.add(position, constant);
        }
        for variable in self.rules[rule].variables.clone() {
            let found = &self.variables[variable];
            let first = found.all_of.first().into_iter();
            let sources = first.chain(&found.any_of);
            let known: BTreeSet<Symbol> = sources
                .flat_map(|&source| &self.values.at[source])
                .chain(&found.constants)
                .copied()
                .collect();
            known
                .into_iter()
                .for_each(|value| self.offer(variable, value));
        }
    }

    /// Passes a value of a variable on to the head, if the rule applies and all conditions allow the value.
    fn offer(&mut self, variable: usize, constant: Symbol) {
        let found = &self.variables[variable];
        let is_possible = |&position: &Number| self.values.at[position].contains(&constant);
        if self.rules[found.rule].missing > 0 || !found.all_of.iter().all(is_possible) {
            return;
        }
        for at in 0..found.heads.len() {
            self.add(self.variables[variable].heads[at], constant);
        }
    }

    fn add(&mut self, position: Number, constant: Symbol) {
        if self.values.at[position].insert(constant) {
            self.new.push((position, constant));
        }
    }
}
