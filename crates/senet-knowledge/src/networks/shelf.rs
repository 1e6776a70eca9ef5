//! The networks of one game.

use super::carry_over::CarryOver;
use super::writer::Writer;
use crate::{GameToStore, KnowledgeBase, KnowledgeError, Remembered, StoredGame};
use senet_engine::Game;
use senet_gdl::{Deadline, Renaming, Sheet};
use senet_graph::mapping::{self, MappingMethod};
use senet_graph::{Canonical, CanonicalKey, Graph, GraphNodeId, canonical, occurrence};
use senet_search::{Budget, KnownNet, NetLibrary, NetStore};
use senet_value_net::{ModelHeader, ValueNet, read_model, write_model};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The kind of these entries in the knowledge base.
const KIND: &str = "value network: small";
/// Networks of games that are farther away are no help.
const FARTHEST: f64 = 0.25;
/// The time in which a game must be compared, if the budget has no limit.
const LONGEST: Duration = Duration::from_secs(10);
/// So many names are tried for a game whose name is taken.
const MOST_NAMES: usize = 1_000;

/// The networks of all games, in the file of a knowledge base.
#[derive(Clone, Debug)]
pub struct NetworksInFile {
    file: PathBuf,
    writer: Arc<Writer>,
}

impl NetworksInFile {
    /// The networks in a knowledge base. The file may be missing: the first network creates it.
    pub fn new(file: &Path) -> NetworksInFile {
        NetworksInFile {
            file: file.to_path_buf(),
            writer: Arc::default(),
        }
    }

    /// Waits until all networks are written. Returns what went wrong.
    pub fn finish(&self) -> Result<(), String> {
        self.writer.finish()
    }
}

impl NetLibrary for NetworksInFile {
    fn networks_of(&self, name: &str, rules: &str, game: &dyn Game) -> Option<Arc<dyn NetStore>> {
        Some(Arc::new(NetworkShelf {
            library: self.clone(),
            name: name.to_string(),
            sheet: Sheet::read(rules),
            fluents: game.fluent_names()?.to_vec(),
            roles: game.roles().to_vec(),
            form: Mutex::default(),
        }))
    }
}

/// The networks of one game.
pub struct NetworkShelf {
    library: NetworksInFile,
    name: String,
    sheet: Sheet,
    fluents: Vec<String>,
    roles: Vec<String>,
    /// The canonical form, once it is known.
    form: Mutex<Option<Arc<Canonical>>>,
}

impl NetworkShelf {
    fn form(&self, deadline: &Deadline) -> Result<Arc<Canonical>, String> {
        let mut form = self.form.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(form) = &*form {
            return Ok(form.clone());
        }
        let found = canonical(&self.sheet.description, deadline);
        let found = Arc::new(found.map_err(|error| error.to_string())?);
        *form = Some(found.clone());
        Ok(found)
    }

    /// The network of the same game.
    fn same_game(
        &self,
        knowledge: &KnowledgeBase,
        form: &Canonical,
    ) -> Result<Option<KnownNet>, String> {
        let Some((net, header)) = read(knowledge, &form.key)? else {
            return Ok(None);
        };
        let pairs = symbols(form).into_iter().zip(header.symbols.clone());
        let words = Renaming::new(pairs.collect());
        let net = self.carry_over(&header, &words).exact(&net);
        let net = net.ok_or("the kept network has other fluents; it will be replaced")?;
        Ok(Some(KnownNet {
            net,
            matches: matches(&header),
            is_same_game: true,
            origin: format!("{} earlier matches", matches(&header)),
        }))
    }

    /// The network of the nearest other game.
    fn variant(
        &self,
        knowledge: &KnowledgeBase,
        deadline: &Deadline,
    ) -> Result<Option<KnownNet>, String> {
        let own = occurrence(&self.sheet.description);
        let mut nearest: Option<(f64, StoredGame, Renaming)> = None;
        for game in knowledge.games().map_err(told)? {
            let learnt = knowledge.learnt(&game.key).map_err(told)?;
            if !learnt.iter().any(|learnt| learnt.kind == KIND) {
                continue;
            }
            let farthest = nearest
                .as_ref()
                .map_or(FARTHEST, |(distance, ..)| *distance);
            let Some((distance, words)) = self.mapped(&own, &game, deadline) else {
                break;
            };
            if distance < farthest {
                nearest = Some((distance, game, words));
            }
        }
        let Some((_, game, words)) = nearest else {
            return Ok(None);
        };
        let Some((net, header)) = read(knowledge, &game.key)? else {
            return Ok(None);
        };
        let net = self.carry_over(&header, &words).nearest(&net);
        Ok(net.map(|net| KnownNet {
            net,
            matches: matches(&header),
            is_same_game: false,
            origin: format!("the related game `{}`", game.name),
        }))
    }

    /// The distance of another game, and the words of this game in that one. `None` if the time is up.
    fn mapped(
        &self,
        own: &Graph,
        game: &StoredGame,
        deadline: &Deadline,
    ) -> Option<(f64, Renaming)> {
        let sheet = Sheet::read(game.sheet.as_str());
        let other = occurrence(&sheet.description);
        let mapping = mapping::map(own, &other, MappingMethod::Senet, 0, deadline).ok()?;
        let word = |graph: &Graph, sheet: &Sheet, node: GraphNodeId| {
            let symbol = graph.nodes()[node as usize].symbol;
            symbol
                .map_or("", |symbol| sheet.description.symbols.spelling(symbol))
                .to_string()
        };
        let pair = |pair: &mapping::SymbolPair| {
            let from = word(own, &self.sheet, pair.from);
            (from, word(&other, &sheet, pair.to))
        };
        let pairs = mapping.pairs.iter().map(pair).collect();
        Some((mapping.distance, Renaming::new(pairs)))
    }

    fn carry_over<'a>(&'a self, header: &'a ModelHeader, words: &'a Renaming) -> CarryOver<'a> {
        CarryOver {
            header,
            words,
            fluents: &self.fluents,
            roles: &self.roles,
        }
    }
}

impl NetStore for NetworkShelf {
    fn load(&self, budget: &Budget) -> Result<Option<KnownNet>, String> {
        if !self.library.file.exists() {
            return Ok(None);
        }
        let deadline = Deadline::after(budget.remaining().unwrap_or(LONGEST));
        let knowledge = KnowledgeBase::open_to_read(&self.library.file).map_err(told)?;
        let form = self.form(&deadline)?;
        match self.same_game(&knowledge, &form)? {
            Some(known) => Ok(Some(known)),
            None => self.variant(&knowledge, &deadline),
        }
    }

    fn save(&self, net: ValueNet, matches: u64) -> Result<(), String> {
        let header = ModelHeader {
            roles: self.roles.clone(),
            fluents: self.fluents.clone(),
            log: vec![format!("{matches} matches")],
            ..ModelHeader::default()
        };
        let to_write = ToWrite {
            file: self.library.file.clone(),
            name: self.name.clone(),
            sheet: self.sheet.clone(),
            form: self
                .form
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clone(),
            net,
            header,
        };
        self.library.writer.start(move || to_write.write())
    }
}

/// A network on its way to the disk.
struct ToWrite {
    file: PathBuf,
    name: String,
    sheet: Sheet,
    form: Option<Arc<Canonical>>,
    net: ValueNet,
    header: ModelHeader,
}

impl ToWrite {
    fn write(self) -> Result<(), String> {
        let form = match self.form {
            Some(form) => form,
            None => {
                let deadline = Deadline::after(LONGEST);
                let form = canonical(&self.sheet.description, &deadline);
                Arc::new(form.map_err(|error| error.to_string())?)
            }
        };
        let header = ModelHeader {
            game: hexadecimal(&form.key),
            symbols: symbols(&form),
            ..self.header
        };
        let mut knowledge = KnowledgeBase::open(&self.file).map_err(told)?;
        // A network that learned from more matches stays.
        if let Ok(Some((_, kept))) = read(&knowledge, &form.key)
            && matches(&kept) > matches(&header)
        {
            return Ok(());
        }
        remember(&mut knowledge, &self.name, &self.sheet.text, &form).map_err(told)?;
        let bytes = write_model(&self.net, &header);
        knowledge.put_values(&form.key, KIND, &bytes).map_err(told)
    }
}

/// Adds the game to the knowledge base. If the name is taken, it adds a number.
fn remember(
    knowledge: &mut KnowledgeBase,
    name: &str,
    sheet: &str,
    form: &Canonical,
) -> Result<Remembered, KnowledgeError> {
    let mut result = Err(KnowledgeError::Taken(name.to_string()));
    for number in 1..=MOST_NAMES {
        let numbered = match number {
            1 => name.to_string(),
            n => format!("{name}-{n}"),
        };
        result = knowledge.remember(&GameToStore {
            key: form.key,
            name: &numbered,
            sheet,
            rules: form.description.rules.len(),
            nodes: form.graph.nodes().len(),
        });
        if !matches!(result, Err(KnowledgeError::Taken(_))) {
            break;
        }
    }
    result
}

/// The network of a game and its header, if one is kept and whole.
fn read(
    knowledge: &KnowledgeBase,
    key: &CanonicalKey,
) -> Result<Option<(ValueNet, ModelHeader)>, String> {
    let bytes = knowledge.values(key, KIND).map_err(told)?;
    let model = bytes.map(|bytes| read_model(&bytes));
    model.transpose().map_err(|error| error.to_string())
}

/// The words of a game in canonical order.
fn symbols(form: &Canonical) -> Vec<String> {
    let order = form.labelling.order.iter();
    let symbols = order.filter_map(|&node| form.graph.nodes()[node as usize].symbol);
    let spelling = |symbol| form.description.symbols.spelling(symbol).to_string();
    symbols.map(spelling).collect()
}

/// The number of matches that a network learned from.
fn matches(header: &ModelHeader) -> u64 {
    let first = header.log.first().map_or("", String::as_str);
    let number = first.split(' ').next().unwrap_or("");
    number.parse().unwrap_or(0)
}

fn hexadecimal(key: &CanonicalKey) -> String {
    key.bytes()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn told(error: KnowledgeError) -> String {
    error.to_string()
}
