//! The sheets of the thesis: the public files whose graphs have the published sizes (Table 5.2).

use senet_console::{Common, Failure, Source, source};
use std::path::Path;

/// A game of the thesis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThesisGame {
    /// The name in the tables.
    pub name: &'static str,
    /// The file below the folder of public sheets; `None` if no public file has the published graph.
    file: Option<&'static str>,
}

const fn game(name: &'static str, file: &'static str) -> ThesisGame {
    ThesisGame {
        name,
        file: Some(file),
    }
}

/// The game with buttons and lights has no public sheet with the published graph of 1,602 nodes.
pub const BUTTONS: ThesisGame = ThesisGame {
    name: "parallelbuttonsandlights",
    file: None,
};
/// Tic-tac-toe.
pub const TTT: ThesisGame = game("tictactoe", "dresden/tictactoe.kif");
/// Tic-tac-toe on 5 × 5 cells.
pub const TTT_LARGE: ThesisGame = game("tictactoe large", "dresden/tictactoelarge.kif");
/// Two boards of tic-tac-toe at once.
pub const TTT_DOUBLE: ThesisGame = game("doubletictactoe", "base/doubletictactoe.kif");
/// Connect four.
pub const C4: ThesisGame = game("connectfour", "base/connect4.kif");
/// Connect four for three players.
pub const C4_THREE: ThesisGame = game("connectfour3p", "base/3pConnectFour.kif");
/// Blocker.
pub const BLOCKER: ThesisGame = game("blocker", "base/blocker.kif");
/// The tour of a knight.
pub const KNIGHT: ThesisGame = game("knightstour", "base/knightsTour.kif");
/// A path through all nodes of a graph.
pub const HAMILTON: ThesisGame = game("hamilton", "stanford/hamilton.kif");
/// The towers of Hanoi.
pub const HANOI: ThesisGame = game("hanoi6disks", "base/hanoi_6_disks.kif");

impl ThesisGame {
    /// Returns true if there is a public sheet of the game.
    pub fn has_sheet(&self) -> bool {
        self.file.is_some()
    }

    /// Reads the sheet from the folder of public sheets.
    pub fn read(&self, folder: &Path, common: &Common) -> Result<Source, Failure> {
        let Some(file) = self.file else {
            return Err(Failure::new(format!("{} has no public sheet", self.name)));
        };
        let path = folder.join(file);
        if !path.is_file() {
            let message = format!("{}: there is no such sheet", path.display());
            return Err(Failure::new(message).help(
                "set --dir to the folder of public sheets; it contains the folders `base`, `dresden` and `stanford`",
            ));
        }
        source::find(&path.display().to_string(), common)
    }
}
