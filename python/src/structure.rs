//! Boards, mappings between games, and recognition.

use crate::errors::{exception, place_in, plain};
use crate::game::Game;
use crate::interrupt::interruptible;
use crate::seconds::duration;
use pyo3::prelude::*;
use senet_analyze::{AnalyzeOptions, Verdict, boards};
use senet_gdl::{Deadline, Sheet, playable};
use senet_graph::mapping::{self, MappingMethod};
use senet_graph::{Graph, canonical, occurrence};
use senet_knowledge::recognition::{GameIndex, IndexedGame};

/// A board of a game: a relation that assigns a content to places.
#[pyclass(frozen, get_all, module = "senet")]
pub struct Board {
    /// The relation.
    relation: String,
    /// The number of arguments of the relation.
    arity: usize,
    /// The arguments that name the place, counted from 1.
    positions: Vec<usize>,
    /// `proved` if every reachable state shows all places; `occupied` if states list only occupied places.
    basis: &'static str,
}

#[pymethods]
impl Board {
    fn __str__(&self) -> String {
        let positions: Vec<String> = self.positions.iter().map(usize::to_string).collect();
        format!(
            "{}/{} at {}: {}",
            self.relation,
            self.arity,
            positions.join(" "),
            self.basis
        )
    }

    fn __repr__(&self) -> String {
        format!("<Board {}>", self.__str__())
    }
}

/// Finds the boards of a game.
pub fn find_boards(py: Python, text: &str, seconds: f64, seed: u64) -> PyResult<Vec<Board>> {
    let description = playable(&Sheet::read(text)).map_err(|problems| match problems.first() {
        Some(first) => exception(
            "RulesError",
            &first.message,
            Some(first.code),
            place_in(text, first),
            &first.help,
        ),
        None => plain(
            "RulesError",
            "the rules cannot be played",
            "check the rules",
        ),
    })?;
    let deadline = Deadline::after(duration("seconds", seconds)?);
    let mut options = AnalyzeOptions {
        seed,
        deadline: deadline.clone(),
        ..AnalyzeOptions::default()
    };
    options.ground.deadline = deadline.clone();
    let found = interruptible(py, || deadline.cancel(), || boards(&description, &options))?;
    let help = "give more seconds; a game that does not ground cannot be analysed";
    let found = found.map_err(|error| plain("LimitError", error, help))?;
    let open = found
        .projections
        .iter()
        .any(|one| one.verdict == Verdict::Undecided);
    if let (true, true, Some(reason)) = (found.maximal.is_empty(), open, &found.stopped) {
        return Err(plain("LimitError", reason, help));
    }
    let proved = found.maximal.into_iter().map(|named| (named, "proved"));
    let occupied = found
        .occupied
        .into_iter()
        .map(|one| (one.named, "occupied"));
    let board = |(named, basis): (senet_analyze::NamedProjection, &'static str)| Board {
        relation: named.relation,
        arity: named.arity,
        positions: named.positions,
        basis,
    };
    Ok(proved.chain(occupied).map(board).collect())
}

/// A mapping of the words of one game to those of another.
#[pyclass(frozen, get_all, module = "senet")]
pub struct Mapping {
    /// Triples: a word of the first game, its counterpart, and their distance from 0 to 1.
    pairs: Vec<(String, String, f64)>,
    /// The distance of the games, from 0 to 1.
    distance: f64,
}

#[pymethods]
impl Mapping {
    fn __repr__(&self) -> String {
        format!(
            "<Mapping: {} pairs, distance {:.4}>",
            self.pairs.len(),
            self.distance
        )
    }
}

/// Maps the words of one game to those of another by their roles in the rules. Names do not matter.
///
/// >>> from senet import Game, map, scramble
/// >>> mystery, names = scramble(Game("nim").text, seed=3)
/// >>> found = map(Game("nim"), Game.from_text(mystery))
/// >>> found.distance < 0.1
/// True
#[pyfunction]
#[pyo3(signature = (source, target, *, seconds = 60.0, seed = 1))]
pub fn map(py: Python, source: &Game, target: &Game, seconds: f64, seed: u64) -> PyResult<Mapping> {
    let sheets = [source, target].map(|game| game.data.rules().sheet.clone());
    let graphs = [
        occurrence(&sheets[0].description),
        occurrence(&sheets[1].description),
    ];
    let deadline = Deadline::after(duration("seconds", seconds)?);
    let method = MappingMethod::Senet;
    let work = || mapping::map(&graphs[0], &graphs[1], method, seed, &deadline);
    let found = interruptible(py, || deadline.cancel(), work)?
        .map_err(|error| plain("LimitError", error, "give more seconds"))?;
    let word = |side: usize, node| word(&graphs[side], node, &sheets[side]);
    let pairs = found
        .pairs
        .iter()
        .map(|pair| (word(0, pair.from), word(1, pair.to), pair.distance));
    Ok(Mapping {
        pairs: pairs.collect(),
        distance: found.distance,
    })
}

fn word(graph: &Graph, node: senet_graph::GraphNodeId, sheet: &Sheet) -> String {
    let symbol = graph.nodes()[node as usize].symbol;
    symbol.map_or_else(String::new, |symbol| {
        sheet.description.symbols.spelling(symbol).to_string()
    })
}

/// The known game that a rule sheet is, or is a variant of. The answer is proven from the rules.
#[pyclass(frozen, get_all, module = "senet")]
pub struct Recognition {
    /// The name of the library game.
    game: String,
    /// The changes from the library game; none if the games are the same.
    changes: Vec<String>,
    /// Pairs: a word of these rules, and its counterpart in the library game.
    mapping: Vec<(String, String)>,
}

#[pymethods]
impl Recognition {
    fn __repr__(&self) -> String {
        format!(
            "<Recognition: {}, {} changes>",
            self.game,
            self.changes.len()
        )
    }
}

/// Recognises a rule sheet among the games of the library.
pub fn recognise(py: Python, text: &str, seconds: f64) -> PyResult<Option<Recognition>> {
    let deadline = Deadline::after(duration("seconds", seconds)?);
    let found = interruptible(py, || deadline.cancel(), || look_up(text, &deadline))?;
    found.map_err(|error| plain("LimitError", error, "give more seconds"))
}

/// First looks for the same game, which is quick; then for variants.
fn look_up(text: &str, deadline: &Deadline) -> Result<Option<Recognition>, senet_graph::TooHard> {
    let asked = canonical(&Sheet::read(text).description, deadline)?;
    let mut plain = GameIndex::default();
    for game in senet_library::games() {
        let key = canonical(&Sheet::read(game.rules).description, deadline)?.key;
        plain.add(IndexedGame::new(game.name, game.rules), key);
    }
    let same = plain.same(&asked, deadline)?;
    let (index, found) = match same {
        Some(found) => (plain, Some(found)),
        None => {
            let mut index = GameIndex::default();
            for game in senet_library::games() {
                index.learn(IndexedGame::new(game.name, game.rules), deadline)?;
            }
            let found = index.recognise(&asked, deadline)?;
            (index, found)
        }
    };
    Ok(found.map(|found| Recognition {
        game: index.games()[found.game].name.clone(),
        changes: found.changes.iter().map(ToString::to_string).collect(),
        mapping: found.mapping,
    }))
}
