//! Moves that name no place on a board, as buttons: what can be pressed, shown, bid or given up.

use crate::Fact;
use crate::picture::Picture;
use crate::plan::Plan;
use crate::targets::on_boards;
use std::collections::{BTreeMap, BTreeSet};

/// The buttons of a state, in lines.
#[derive(Clone, Debug, Default)]
pub struct Buttons {
    /// The lines, from the top.
    pub lines: Vec<Line>,
    /// What to press for a move of a role, in order: lines and buttons in them.
    pressed_for: BTreeMap<(usize, String), Vec<(usize, usize)>>,
}

/// Buttons side by side.
#[derive(Clone, Debug)]
pub struct Line {
    /// The role that may press them, where several roles have buttons.
    pub role: Option<usize>,
    /// What all of them begin with.
    pub label: String,
    /// The buttons.
    pub buttons: Vec<Button>,
}

/// A button.
#[derive(Clone, Debug)]
pub struct Button {
    /// What is written on it.
    pub label: String,
    /// The move, or the part of one, in words.
    pub title: String,
    /// Whether the last move pressed it.
    pub highlighted: bool,
}

/// More moves are not drawn as buttons; they are in the list of moves.
const MOST: usize = 48;
/// With more moves than this, each argument of a move is chosen by itself where all combinations are possible.
const MOST_WHOLE: usize = 12;

/// Moves of one name and number of arguments, with their texts; those without arguments are together.
type Kind<'a> = ((String, usize), Vec<(&'a String, Fact)>);

impl Picture {
    /// The picture with buttons for those moves that name no place, of roles that have a choice. What was pressed for the `last` moves is highlighted.
    pub fn offering(
        mut self,
        plan: &Plan,
        legal: &[Vec<String>],
        last: Option<&[String]>,
    ) -> Picture {
        let last = last.unwrap_or_default();
        let has_choice = |moves: &&Vec<String>| moves.len() > 1;
        let is_over = !legal.iter().any(|moves| has_choice(&moves));
        let mut buttons = Buttons::default();
        for role in 0..plan.roles.len() {
            let own = legal.get(role).filter(has_choice);
            // At the end of a game without a board, what was chosen last is all there is to see.
            let shown = match (own, last.get(role)) {
                (Some(moves), _) => moves.clone(),
                (None, Some(only)) if is_over && plan.spaces.is_empty() => vec![only.clone()],
                _ => Vec::new(),
            };
            let unplaced = |text: &String| on_boards(plan, &self, role, text).is_empty();
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
    /// The names of the buttons to press for a move, in order.
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

    /// Adds buttons for moves, those of one name together.
    fn add(&mut self, plan: &Plan, role: usize, moves: &[String]) {
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
                let labels = plan.parts.get(&(name.clone(), arity));
                self.add_parts(role, (&name, labels), &values, &moves);
            } else if moves.len() <= MOST {
                self.add_whole(role, &name, &moves);
            }
        }
    }

    /// A button for each move; a line for all that differ only in their last word.
    fn add_whole(&mut self, role: usize, name: &str, moves: &[(&String, Fact)]) {
        let first = self.lines.len();
        for (text, fact) in moves {
            let (label, said) = match fact.args.split_last() {
                Some((last, before)) => ([&[name.to_string()], before].concat().join(" "), last),
                None => (String::new(), &fact.name),
            };
            let mut own = (first..self.lines.len()).filter(|&at| self.lines[at].label == label);
            let line = own.next().unwrap_or_else(|| self.add_line(role, label));
            let at = self.press(line, said, &fact.words());
            let key = (role, text.to_string());
            self.pressed_for.insert(key, vec![(line, at)]);
        }
    }

    /// A line for each argument of a move: one button of each is pressed.
    fn add_parts(
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
                self.press(line, word, &format!("{label} {word}"));
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
        self.lines.push(Line {
            role: Some(role),
            label,
            buttons: Vec::new(),
        });
        self.lines.len() - 1
    }

    fn press(&mut self, line: usize, label: &str, title: &str) -> usize {
        let buttons = &mut self.lines[line].buttons;
        buttons.push(Button {
            label: label.to_string(),
            title: title.to_string(),
            highlighted: false,
        });
        buttons.len() - 1
    }
}

/// What stands at each argument, each word once.
fn values(moves: &[(&String, Fact)], arity: usize) -> Vec<Vec<String>> {
    let at = |index: usize| {
        let words = moves.iter().map(|(_, fact)| fact.args[index].clone());
        words
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
    };
    (0..arity).map(at).collect()
}

/// The name of a button in pictures.
pub fn button_name(line: usize, at: usize) -> String {
    format!("button:{line}:{at}")
}
