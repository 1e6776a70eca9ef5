//! Shows moves that name no place as buttons.

use crate::picture::Picture;
use crate::plan::DrawingPlan;
use crate::targets::board_targets;
use crate::{Fact, natural_order};
use std::collections::{BTreeMap, BTreeSet};

/// The buttons of a state, in lines.
#[derive(Clone, Debug, Default)]
pub struct Buttons {
    /// The lines, from top to bottom.
    pub lines: Vec<ButtonLine>,
    /// The buttons to press for a move of a role, in order: line and index in the line.
    pressed_for: BTreeMap<(usize, String), Vec<(usize, usize)>>,
}

/// Buttons in one line.
#[derive(Clone, Debug)]
pub struct ButtonLine {
    /// The role that may press them, if several roles have buttons.
    pub role: Option<usize>,
    /// The common prefix of the moves.
    pub label: String,
    /// The buttons.
    pub buttons: Vec<Button>,
}

/// A button.
#[derive(Clone, Debug)]
pub struct Button {
    /// The text on the button.
    pub label: String,
    /// The move, or a part of it, in words.
    pub title: String,
    /// True if the last move pressed it.
    pub highlighted: bool,
}

/// More moves than this get no buttons; the list of moves still shows them.
const MOST: usize = 48;
/// With more moves than this, each argument gets its own line of buttons, if all combinations are legal.
const MOST_WHOLE: usize = 5;

/// Moves with more parts than this get no buttons.
const MOST_PARTS: usize = 240;

/// Moves with the same name and arity, with their texts. Moves without arguments share one group.
type Kind<'a> = ((String, usize), Vec<(&'a String, Fact)>);

impl Picture {
    /// Adds buttons for moves that name no place, for each role with a choice. Highlights the buttons of the `last`
    /// joint move.
    pub fn with_buttons(
        mut self,
        plan: &DrawingPlan,
        legal: &[Vec<String>],
        last: Option<&[String]>,
    ) -> Picture {
        let last = last.unwrap_or_default();
        let has_choice = |moves: &&Vec<String>| moves.len() > 1;
        let is_over = !legal.iter().any(|moves| has_choice(&moves));
        let mut buttons = Buttons::default();
        for role in 0..plan.roles.len() {
            let own = legal.get(role).filter(has_choice);
            // At the end of a game without a board, show the last moves.
            let shown = match (own, last.get(role)) {
                (Some(moves), _) => moves.clone(),
                (None, Some(only)) if is_over && plan.spaces.is_empty() => vec![only.clone()],
                _ => Vec::new(),
            };
            let unplaced = |text: &String| board_targets(plan, &self, role, text).is_empty();
            let shown: Vec<String> = shown.into_iter().filter(unplaced).collect();
            buttons.add(plan, role, &shown);
            if let Some(text) = last.get(role) {
                buttons.highlight(role, text);
            }
        }
        let roles: BTreeSet<_> = buttons.lines.iter().map(|line| line.role).collect();
        if roles.len() == 1 {
            for line in &mut buttons.lines {
                line.role = None;
            }
        }
        self.buttons = buttons;
        self
    }
}

impl Buttons {
    /// Returns the names of the buttons to press for a move, in order.
    pub fn names_for(&self, role: usize, text: &str) -> Vec<String> {
        let pressed = self.pressed_for.get(&(role, text.to_string()));
        let name = |&(line, at): &(usize, usize)| button_name(line, at);
        pressed.into_iter().flatten().map(name).collect()
    }

    fn highlight(&mut self, role: usize, text: &str) {
        let pressed = self.pressed_for.get(&(role, text.to_string()));
        for &(line, at) in pressed.into_iter().flatten() {
            self.lines[line].buttons[at].highlighted = true;
        }
    }

    /// Adds buttons for moves, grouped by name.
    fn add(&mut self, plan: &DrawingPlan, role: usize, moves: &[String]) {
        let mut kinds: Vec<Kind> = Vec::new();
        for text in moves {
            let fact = Fact::read(text);
            let key = match fact.args.len() {
                0 => (String::new(), 0),
                arity => (fact.name.clone(), arity),
            };
            match kinds.iter_mut().find(|(kind, _)| *kind == key) {
                Some((_, known)) => known.push((text, fact)),
                None => kinds.push((key, vec![(text, fact)])),
            }
        }
        for ((name, arity), moves) in kinds {
            let values = values(&moves, arity);
            let all: usize = values.iter().map(Vec::len).product();
            if arity > 1 && moves.len() > MOST_WHOLE && all == moves.len() {
                let labels = plan.argument_labels.get(&(name.clone(), arity));
                self.add_argument_lines(role, (&name, labels), &values, &moves);
            } else if moves.len() <= MOST {
                self.add_whole_moves(role, &name, &moves);
            } else if values.iter().map(Vec::len).sum::<usize>() <= MOST_PARTS {
                self.add_argument_lines(role, (&name, None), &values, &moves);
            }
        }
    }

    /// Adds one button for each move, with a line for all moves that differ only in the last word.
    fn add_whole_moves(&mut self, role: usize, name: &str, moves: &[(&String, Fact)]) {
        let first = self.lines.len();
        let mut moves: Vec<&(&String, Fact)> = moves.iter().collect();
        moves.sort_by_cached_key(|(_, fact)| natural_order::key(&fact.words()));
        for (text, fact) in moves {
            let (label, said) = match fact.args.split_last() {
                Some((last, before)) => ([&[name.to_string()], before].concat().join(" "), last),
                None => (String::new(), &fact.name),
            };
            let mut own = (first..self.lines.len()).filter(|&at| self.lines[at].label == label);
            let line = own.next().unwrap_or_else(|| self.add_line(role, label));
            let at = self.add_button(line, said, &fact.words());
            let key = (role, text.to_string());
            self.pressed_for.insert(key, vec![(line, at)]);
        }
    }

    /// Adds one line for each argument. A move presses one button in each line.
    fn add_argument_lines(
        &mut self,
        role: usize,
        (name, labels): (&str, Option<&Vec<String>>),
        values: &[Vec<String>],
        moves: &[(&String, Fact)],
    ) {
        let first = self.lines.len();
        for (number, words) in values.iter().enumerate() {
            let label = match labels {
                Some(labels) => format!("{name} {}", labels[number]),
                None => format!("{name}, {} of {}", number + 1, values.len()),
            };
            let line = self.add_line(role, label.clone());
            for word in words {
                self.add_button(line, word, &format!("{label} {word}"));
            }
        }
        for (text, fact) in moves {
            let pressed = fact.args.iter().enumerate().filter_map(|(number, word)| {
                let at = values[number].iter().position(|value| value == word)?;
                Some((first + number, at))
            });
            let key = (role, text.to_string());
            self.pressed_for.insert(key, pressed.collect());
        }
    }

    fn add_line(&mut self, role: usize, label: String) -> usize {
        self.lines.push(ButtonLine {
            role: Some(role),
            label,
            buttons: Vec::new(),
        });
        self.lines.len() - 1
    }

    fn add_button(&mut self, line: usize, label: &str, title: &str) -> usize {
        let buttons = &mut self.lines[line].buttons;
        buttons.push(Button {
            label: label.to_string(),
            title: title.to_string(),
            highlighted: false,
        });
        buttons.len() - 1
    }
}

/// Returns the different values of each argument.
fn values(moves: &[(&String, Fact)], arity: usize) -> Vec<Vec<String>> {
    let at = |index: usize| {
        let words = moves.iter().map(|(_, fact)| fact.args[index].clone());
        let mut words: Vec<String> = words.collect::<BTreeSet<_>>().into_iter().collect();
        natural_order::sort(&mut words);
        words
    };
    (0..arity).map(at).collect()
}

/// Returns the name of a button in the SVG picture.
pub fn button_name(line: usize, at: usize) -> String {
    format!("button:{line}:{at}")
}
