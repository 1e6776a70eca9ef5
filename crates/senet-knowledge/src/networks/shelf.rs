//! The networks of one game.

use super::carry_over::CarryOver;
use super::entry::{KIND, LONGEST, ToWrite, error_text, matches, read, symbols};
use super::writer::Writer;
use crate::{KnowledgeBase, StoredGame};
use senet_engine::Game;
use senet_gdl::{Deadline, Renaming, Sheet};
use senet_graph::mapping::{self, MappingMethod};
use senet_graph::{Canonical, Graph, GraphNodeId, canonical, occurrence};
use senet_search::{Budget, KnownNet, NetLibrary, NetStore};
use senet_value_net::{ModelHeader, ValueNet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum distance of a related game: networks of less similar games do not help.
const FARTHEST: f64 = 0.25;

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

    /// Waits until all networks are written. Returns the first error.
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
        let net = net.ok_or("the stored network has other fluents and will be replaced")?;
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
        for game in knowledge.games().map_err(error_text)? {
            let learnt = knowledge.learnt(&game.key).map_err(error_text)?;
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

    /// The distance of another game, and the translation of the words of this game to it. `None` if the time is up.
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
        let knowledge = KnowledgeBase::open_to_read(&self.library.file).map_err(error_text)?;
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
