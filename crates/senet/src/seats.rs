//! Who chooses the moves of a role: chance, or a person at the keyboard.

use crate::failure::Failure;
use fastrand::Rng;
use senet_engine::{Game, MoveId, RoleId};
use std::io::{BufRead, Write};

/// Who plays a role.
pub enum Seat {
    /// Every legal move is equally likely.
    Random(Rng),
    /// A person.
    Human(Human),
}

impl Seat {
    /// A random player of a role; each role has random numbers of its own.
    pub fn random(seed: u64, role: RoleId) -> Seat {
        Seat::Random(senet_trace::match_rng(seed, role as u64))
    }

    /// Chooses one of the moves, of which there is at least one.
    pub fn choose(
        &mut self,
        game: &dyn Game,
        role: RoleId,
        legal: &[MoveId],
    ) -> Result<MoveId, Failure> {
        match self {
            Seat::Random(rng) => Ok(legal[rng.usize(..legal.len())]),
            Seat::Human(human) => human.choose(game, role, legal),
        }
    }

    /// Whether a person sits here.
    pub fn is_human(&self) -> bool {
        matches!(self, Seat::Human(_))
    }
}

/// A person at the keyboard, or a script that writes lines.
pub struct Human {
    quiet: bool,
}

impl Human {
    /// Asks on standard error, unless quiet, and reads lines from standard input.
    pub fn new(quiet: bool) -> Human {
        Human { quiet }
    }

    fn choose(&self, game: &dyn Game, role: RoleId, legal: &[MoveId]) -> Result<MoveId, Failure> {
        let names: Vec<_> = legal.iter().map(|&id| game.move_name(role, id)).collect();
        if let ([only], false) = (legal, self.quiet) {
            eprintln!("Your only move is {}.", names[0]);
            return Ok(*only);
        }
        self.list(&names);
        loop {
            let answer = self.ask(&game.roles()[role])?;
            match pick(&names, &answer) {
                Some(index) => return Ok(legal[index]),
                None => eprintln!(
                    "That is no legal move. Type a number from 1 to {}, a move, or q to leave.",
                    names.len()
                ),
            }
        }
    }

    fn list(&self, names: &[String]) {
        if self.quiet {
            return;
        }
        let width = names.iter().map(String::len).max().unwrap_or(0) + 7;
        let columns = (100 / width).max(1);
        for (row, names) in names.chunks(columns).enumerate() {
            let numbers = row * columns + 1..;
            let entries = numbers
                .zip(names)
                .map(|(n, name)| format!("{n:4} {name:<0$}", width - 5));
            eprintln!("{}", entries.collect::<String>().trim_end());
        }
    }

    fn ask(&self, role: &str) -> Result<String, Failure> {
        if !self.quiet {
            eprint!("{role}> ");
            std::io::stderr().flush()?;
        }
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        let left =
            || Failure::new("you left the match before its end").help("type the number of a move");
        match read {
            Ok(0) => Err(left()),
            Ok(_) if ["q", "quit", "exit"].contains(&line.trim()) => Err(left()),
            Ok(_) => Ok(line),
            Err(error) => Err(Failure::new(format!("cannot read your move: {error}"))),
        }
    }
}

/// The move that an answer means: its number, or its text with or without parentheses, in any case.
fn pick(names: &[String], answer: &str) -> Option<usize> {
    let plain = |text: &str| {
        text.replace(['(', ')'], " ")
            .to_lowercase()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let wanted = plain(answer);
    if let Some(index) = names.iter().position(|name| plain(name) == wanted) {
        return Some(index);
    }
    let number: usize = wanted.parse().ok()?;
    (1..=names.len()).contains(&number).then(|| number - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(answer: &str, expected: Option<usize>) {
        let names = ["(mark 1 1)", "(mark 1 2)", "noop"].map(str::to_string);
        assert_eq!(pick(&names, answer), expected);
    }

    #[test]
    fn moves_are_picked_by_number_or_text() {
        check("2\n", Some(1));
        check("(Mark 1 1)", Some(0));
        check("mark 1 2", Some(1));
        check("NOOP", Some(2));
        check("0", None);
        check("4", None);
        check("", None);
    }
}
