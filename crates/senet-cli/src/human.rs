//! A human player who types moves on standard input.

use crate::seats::SeatChoice;
use senet_console::table::{TextTable, column_width, left, right};
use senet_console::{Failure, cells, message};
use senet_engine::{Game, MoveId, RoleId};
use std::io::{BufRead, Write};

const HELP: &str = "Type the number of a move or the move itself; `moves` lists them, `hint` asks for advice, `undo` takes back \
                    your last move, `quit` ends the match.";

/// A human who plays a role.
pub struct Human {
    quiet: bool,
}

/// The meaning of an input line.
#[derive(PartialEq, Eq, Debug)]
enum Said {
    Move(usize),
    Undo,
    Hint,
    Moves,
    Help,
    Leave,
    Nonsense,
}

impl Human {
    /// Prompts on standard error unless quiet, and reads standard input.
    pub fn new(quiet: bool) -> Human {
        Human { quiet }
    }

    /// Prompts until the input is valid.
    pub fn choose(
        &self,
        game: &dyn Game,
        role: RoleId,
        legal: &[MoveId],
    ) -> Result<SeatChoice, Failure> {
        let names: Vec<_> = legal.iter().map(|&id| game.move_name(role, id)).collect();
        if let ([only], false) = (legal, self.quiet) {
            self.tell(&format!("Your only move is {}.", names[0]));
            return Ok(SeatChoice::Move(*only, None));
        }
        self.list(&names);
        loop {
            match understand(&names, &self.ask(&game.roles()[role])?) {
                Said::Move(index) => return Ok(SeatChoice::Move(legal[index], None)),
                Said::Undo => return Ok(SeatChoice::Undo),
                Said::Hint => return Ok(SeatChoice::Hint),
                Said::Moves => self.list(&names),
                Said::Help => self.tell(HELP),
                Said::Leave => return Err(player_left()),
                Said::Nonsense => self.tell(&format!("This is not a legal move. {HELP}")),
            }
        }
    }

    fn tell(&self, text: &str) {
        if !self.quiet {
            message!("{text}");
        }
    }

    fn list(&self, names: &[String]) {
        if self.quiet {
            return;
        }
        let columns = (100 / (column_width(names) + 7)).max(1);
        let pair = || [right("").at_least(3), left("")];
        let mut table = TextTable::new((0..columns).flat_map(|_| pair()));
        for (row, names) in names.chunks(columns).enumerate() {
            let numbered = (row * columns + 1..).zip(names);
            table.row(numbered.flat_map(|(number, name)| cells![number, name]));
        }
        message!("{}", table.to_string().trim_end());
    }

    fn ask(&self, role: &str) -> Result<String, Failure> {
        if !self.quiet {
            write!(std::io::stderr(), "{role}> ")?;
            std::io::stderr().flush()?;
        }
        let mut line = String::new();
        match std::io::stdin().lock().read_line(&mut line) {
            Ok(0) => Err(player_left()),
            Ok(_) => Ok(line),
            Err(error) => Err(Failure::new(format!(
                "cannot read your move from standard input: {error}"
            ))
            .help("run the command in a terminal, or pipe one move per line into it")),
        }
    }
}

fn player_left() -> Failure {
    Failure::new("you left the match before its end")
        .help("type a move or its number at each prompt")
}

/// Moves take precedence over commands: a game may have a move called `hint`.
fn understand(names: &[String], line: &str) -> Said {
    if let Some(index) = pick(names, line) {
        return Said::Move(index);
    }
    match line.trim().to_lowercase().as_str() {
        "u" | "undo" => Said::Undo,
        "h" | "hint" => Said::Hint,
        "m" | "moves" => Said::Moves,
        "?" | "help" => Said::Help,
        "q" | "quit" | "exit" => Said::Leave,
        _ => Said::Nonsense,
    }
}

/// Finds a move by its number or its text. Case, spaces and parentheses do not matter.
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
    fn check(answer: &str, expected: Said) {
        let names = ["(mark 1 1)", "(mark 1 2)", "noop", "hint"].map(str::to_string);
        assert_eq!(understand(&names, answer), expected);
    }

    #[test]
    fn picks_move_by_number_or_text() {
        check("2\n", Said::Move(1));
        check("(Mark 1 1)", Said::Move(0));
        check("mark 1 2", Said::Move(1));
        check("NOOP", Said::Move(2));
        check("0", Said::Nonsense);
        check("5", Said::Nonsense);
        check("", Said::Nonsense);
    }

    #[test]
    fn prefers_move_over_command_of_same_name() {
        check("hint", Said::Move(3));
        check("h", Said::Hint);
        check("Undo\n", Said::Undo);
        check("?", Said::Help);
    }
}
