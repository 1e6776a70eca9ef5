//! Writes moves as people do: `e4`, `Nf3`, `exd5`, `e7→e8=Q`, or the words of the move.
//!
//! Only places, pieces and legal moves decide the form. Words choose only letters: a knight is `N`.

use crate::Fact;
use crate::look::BoardPlace;
use crate::picture::{BoardToken, Grid, Picture};
use crate::plan::DrawingPlan;
use crate::targets::{board_targets, place_name};
use std::collections::{BTreeMap, BTreeSet};

/// A move to write: its state, its role, and the other possible moves.
#[derive(Clone, Copy)]
pub struct WrittenMove<'a> {
    /// The state before the move.
    pub before: &'a Picture,
    /// The state after the move, if it is known.
    pub after: Option<&'a Picture>,
    /// The role that moves.
    pub role: usize,
    /// The move.
    pub text: &'a str,
}

/// A place on one of the boards.
type Spot = (usize, BoardPlace);

/// The ways of a role's legal moves: for each place, the places from which pieces can go there.
#[derive(Clone, Default, Debug)]
pub struct MoveWays(BTreeMap<Spot, BTreeSet<Spot>>);

impl MoveWays {
    /// Finds the ways of the legal moves of a role.
    pub fn of(plan: &DrawingPlan, before: &Picture, role: usize, legal: &[String]) -> MoveWays {
        let mut ways = MoveWays::default();
        for text in legal {
            if let [from, .., to] = spots(plan, before, role, text)[..] {
                ways.0.entry(to).or_default().insert(from);
            }
        }
        ways
    }
}

/// Letters of well-known pieces. A pawn has none.
const LETTERS: [(&str, &str); 6] = [
    ("king", "K"),
    ("queen", "Q"),
    ("rook", "R"),
    ("bishop", "B"),
    ("knight", "N"),
    ("pawn", ""),
];

/// Writes each legal move of a role. Two moves never get the same notation: if they would, both are written in words.
pub fn notations(
    plan: &DrawingPlan,
    before: &Picture,
    role: usize,
    legal: &[String],
) -> Vec<String> {
    let ways = MoveWays::of(plan, before, role, legal);
    let written = |text: &String| {
        let after = None;
        let written = WrittenMove {
            before,
            after,
            role,
            text,
        };
        notation(plan, written, &ways)
    };
    let texts: Vec<String> = legal.iter().map(written).collect();
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for text in &texts {
        *uses.entry(text).or_default() += 1;
    }
    let unique = |(text, raw): (&String, &String)| match uses[text.as_str()] {
        1 => text.clone(),
        _ => move_words(raw),
    };
    texts.iter().zip(legal).map(unique).collect()
}

/// Writes a move. `ways` has the ways of all legal moves of its role in the same state.
pub fn notation(plan: &DrawingPlan, written: WrittenMove, ways: &MoveWays) -> String {
    let spots = spots(plan, written.before, written.role, written.text);
    let text = match spots[..] {
        [] => return move_words(written.text),
        [place] => placed(written, place),
        [from, .., to] => moved(written, (from, to), ways),
    };
    let rest = unsaid_words(plan, written, &spots);
    match rest.is_empty() {
        true => text,
        false => format!("{text} {}", rest.join(" ")),
    }
}

/// The words of a move, without its outer parentheses.
pub fn move_words(text: &str) -> String {
    let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
    inner.unwrap_or(text).trim().to_string()
}

/// Returns the pieces that left the boards: all lost pieces, except those that another piece of the same owner replaced. A piece
/// that only changes its owner stays on the board.
pub fn gone(before: &Picture, after: &Picture) -> Vec<BoardToken> {
    let (old, new) = (pieces(before), pieces(after));
    let fewer = old.len().saturating_sub(new.len());
    if fewer == 0 {
        return Vec::new();
    }
    let mut lost = difference(&old, &new);
    for gained in difference(&new, &old) {
        if let Some(at) = lost.iter().position(|token| token.owner == gained.owner) {
            lost.remove(at);
        }
    }
    lost.truncate(fewer);
    lost
}

/// All pieces on the boards, except those that fill most places.
fn pieces(picture: &Picture) -> Vec<&BoardToken> {
    let cells = picture.grids.iter().flat_map(|grid| grid.cells.values());
    let tokens = cells.flat_map(|cell| &cell.tokens);
    tokens.filter(|token| !token.usual).collect()
}

/// The pieces of `these` that `those` lack. Pieces with the same contents count as equal.
fn difference(these: &[&BoardToken], those: &[&BoardToken]) -> Vec<BoardToken> {
    let mut left: BTreeMap<&[String], usize> = BTreeMap::new();
    for token in those {
        *left.entry(&token.contents).or_default() += 1;
    }
    let mut lacking = Vec::new();
    for token in these {
        match left.get_mut(&token.contents[..]) {
            Some(count) if *count > 0 => *count -= 1,
            _ => lacking.push((*token).clone()),
        }
    }
    lacking
}

fn spots(plan: &DrawingPlan, before: &Picture, role: usize, text: &str) -> Vec<Spot> {
    let names = board_targets(plan, before, role, text);
    names.iter().filter_map(|name| read_spot(name)).collect()
}

fn read_spot(name: &str) -> Option<Spot> {
    let numbers: Vec<usize> = name.split(':').filter_map(|n| n.parse().ok()).collect();
    match numbers[..] {
        [grid, column, row] => Some((grid, (column, row))),
        _ => None,
    }
}

/// A piece that is put on a place.
fn placed(written: WrittenMove, spot: Spot) -> String {
    let name = spot_name(written.before, spot);
    let put = written.after.and_then(|after| {
        let old = tokens_at(written.before, spot);
        let mut new = tokens_at(after, spot).into_iter();
        new.find(|token| token.owner == Some(written.role) && !old.contains(token))
    });
    let sign = put.and_then(|token| sign(written.before, token));
    format!("{}{name}", sign.unwrap_or_default())
}

/// A piece that goes from one place to another.
fn moved(written: WrittenMove, (from, to): (Spot, Spot), ways: &MoveWays) -> String {
    let mover = own_token(written, from);
    let sign = mover.and_then(|token| sign(written.before, token));
    let takes = takes(written, mover, to);
    let (start, end) = (
        spot_name(written.before, from),
        spot_name(written.before, to),
    );
    let promoted = promotion(written, mover, to);
    let promoted = promoted.map_or(String::new(), |sign| format!("={sign}"));
    let cross = if takes { "×" } else { "" };
    let column = column_name(written.before, from);
    match (sign, column) {
        (Some(sign), Some(column)) if !sign.is_empty() => {
            let start = match rivals(written, (from, to), ways) {
                Rivals::None => String::new(),
                Rivals::OtherColumns => column,
                Rivals::SameColumn => start,
            };
            format!("{sign}{start}{cross}{end}{promoted}")
        }
        (Some(_), Some(column)) if takes => format!("{column}×{end}{promoted}"),
        (Some(_), Some(_)) => format!("{end}{promoted}"),
        (sign, _) => {
            let way = if takes { "×" } else { "→" };
            format!("{}{start}{way}{end}{promoted}", sign.unwrap_or_default())
        }
    }
}

/// Other pieces with the same letter that can go to the same place.
enum Rivals {
    None,
    OtherColumns,
    SameColumn,
}

fn rivals(written: WrittenMove, (from, to): (Spot, Spot), ways: &MoveWays) -> Rivals {
    let letter = |spot| own_token(written, spot).and_then(|token| sign(written.before, token));
    let own = letter(from);
    let starts = ways.0.get(&to).into_iter().flatten();
    let others = starts.filter(|&&start| start != from && letter(start) == own);
    let others: Vec<&Spot> = others.collect();
    match others.iter().any(|(_, (column, _))| *column == from.1.0) {
        true => Rivals::SameColumn,
        false if others.is_empty() => Rivals::None,
        false => Rivals::OtherColumns,
    }
}

/// The piece that a role moves from a place.
fn own_token<'a>(written: WrittenMove<'a>, spot: Spot) -> Option<&'a BoardToken> {
    let here = tokens_at(written.before, spot);
    let own = here
        .iter()
        .rev()
        .find(|token| token.owner == Some(written.role));
    own.or(here.last()).copied()
}

/// True if the move takes a piece of others: at the destination, or elsewhere if the state after the move is known.
fn takes(written: WrittenMove, mover: Option<&BoardToken>, to: Spot) -> bool {
    let is_other = |token: &BoardToken| {
        token.owner != Some(written.role) && Some(&token.contents) != mover.map(|m| &m.contents)
    };
    let here = tokens_at(written.before, to);
    match written.after {
        None => here.iter().any(|token| is_other(token)),
        Some(after) => {
            let stays = tokens_at(after, to);
            let lost = here
                .iter()
                .any(|token| is_other(token) && !stays.contains(token));
            lost || gone(written.before, after).iter().any(is_other)
        }
    }
}

/// The letter of the piece that the moving piece became.
fn promotion(written: WrittenMove, mover: Option<&BoardToken>, to: Spot) -> Option<String> {
    let (after, mover) = (written.after?, mover?);
    let mut now = tokens_at(after, to).into_iter();
    let became = now.find(|token| {
        let old = tokens_at(written.before, to);
        token.owner == mover.owner && token.contents != mover.contents && !old.contains(token)
    })?;
    sign(after, became).filter(|sign| !sign.is_empty())
}

/// The letter of a piece; `None` if its owner has only one kind of piece.
fn sign(picture: &Picture, token: &BoardToken) -> Option<String> {
    let known = LETTERS.iter().find(|(word, _)| {
        let mut words = token.contents.iter();
        words.any(|content| content == word)
    });
    if let Some((_, letter)) = known {
        return Some(letter.to_string());
    }
    let mut others = pieces(picture).into_iter();
    let several = others.any(|other| other.owner == token.owner && other.label != token.label);
    let label = token.label.to_uppercase();
    (several && !label.is_empty()).then_some(label)
}

/// The words of a move that neither its places nor its pieces say.
fn unsaid_words(plan: &DrawingPlan, written: WrittenMove, spots: &[Spot]) -> Vec<String> {
    let fact = Fact::read(written.text);
    let clicks = plan.clicks.of_move(&fact.name, fact.args.len());
    let used: Vec<usize> = clicks.iter().flat_map(|click| click.args()).collect();
    // A place that no argument names follows from the others.
    if clicks.len() < spots.len() {
        return Vec::new();
    }
    let start = spots.iter().take(1);
    let moving = start.flat_map(|&spot| tokens_at(written.before, spot));
    let after = written.after.into_iter();
    let made = after.flat_map(|after| spots.iter().flat_map(|&spot| tokens_at(after, spot)));
    let said: Vec<&String> = moving
        .chain(made)
        .flat_map(|token| &token.contents)
        .collect();
    let rest = fact.args.iter().enumerate().filter(|(at, word)| {
        !used.contains(at) && !said.contains(word) && !plan.roles.contains(word)
    });
    rest.map(|(_, word)| word.clone()).collect()
}

/// The pieces on a place, except those that fill most places.
fn tokens_at(picture: &Picture, (grid, place): Spot) -> Vec<&BoardToken> {
    let cell = picture
        .grids
        .get(grid)
        .and_then(|grid| grid.cells.get(&place));
    let tokens = cell.into_iter().flat_map(|cell| &cell.tokens);
    tokens.filter(|token| !token.usual).collect()
}

/// The name of a place: `e4` for a letter and a number, else its words.
fn spot_name(picture: &Picture, (number, place): Spot) -> String {
    let Some(grid) = picture.grids.get(number) else {
        return place_name(number, place);
    };
    let name = match (grid.look.names.get(&place), column_name_on(grid, place)) {
        (Some(name), _) => name.clone(),
        (None, Some(column)) => format!("{column}{}", grid.rows[place.1]),
        (None, None) => format!("{},{}", grid.columns[place.0], grid.rows[place.1]),
    };
    match grid.title.is_empty() {
        true => name,
        false => format!("{}:{name}", grid.title),
    }
}

/// The name of a column, if it is a letter and rows are numbers.
fn column_name(picture: &Picture, (number, place): Spot) -> Option<String> {
    column_name_on(picture.grids.get(number)?, place)
}

fn column_name_on(grid: &Grid, (column, row): BoardPlace) -> Option<String> {
    let (column, row) = (grid.columns.get(column)?, grid.rows.get(row)?);
    let is_letter = column.chars().count() == 1 && column.chars().all(char::is_alphabetic);
    let is_number = !row.is_empty() && row.chars().all(|c| c.is_ascii_digit());
    (is_letter && is_number && grid.look.names.is_empty()).then(|| column.clone())
}
