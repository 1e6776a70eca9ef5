//! Networks as entries of the knowledge base.

use crate::{GameToStore, KnowledgeBase, KnowledgeError, Remembered};
use senet_gdl::{Deadline, Sheet};
use senet_graph::{Canonical, CanonicalKey, canonical};
use senet_value_net::{ModelHeader, ValueNet, read_model, write_model};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The kind of these entries in the knowledge base.
pub const KIND: &str = "value network: small";
/// The time limit for comparing the rules of a game, if no clock sets one.
pub const LONGEST: Duration = Duration::from_secs(10);
/// Maximum number of names tried for a game whose name is taken.
const MOST_NAMES: usize = 1_000;

/// A network on its way to the disk.
pub struct ToWrite {
    /// The file of the knowledge base.
    pub file: PathBuf,
    /// The name of the game.
    pub name: String,
    /// The rules of the game.
    pub sheet: Sheet,
    /// The canonical form of the rules, if it is known.
    pub form: Option<Arc<Canonical>>,
    /// The network.
    pub net: ValueNet,
    /// The header of the model file. Writing fills in the game and the symbols.
    pub header: ModelHeader,
}

impl ToWrite {
    /// Writes the network, unless the stored network learned from more matches.
    pub fn write(self) -> Result<(), String> {
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
        let mut knowledge = KnowledgeBase::open(&self.file).map_err(error_text)?;
        // A network that learned from more matches stays.
        if let Ok(Some((_, kept))) = read(&knowledge, &form.key)
            && matches(&kept) > matches(&header)
        {
            return Ok(());
        }
        remember(&mut knowledge, &self.name, &self.sheet.text, &form).map_err(error_text)?;
        let bytes = write_model(&self.net, &header);
        knowledge
            .put_values(&form.key, KIND, &bytes)
            .map_err(error_text)
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

/// The network of a game and its header, if one is stored. Fails if it is damaged.
pub fn read(
    knowledge: &KnowledgeBase,
    key: &CanonicalKey,
) -> Result<Option<(ValueNet, ModelHeader)>, String> {
    let bytes = knowledge.values(key, KIND).map_err(error_text)?;
    let model = bytes.map(|bytes| read_model(&bytes));
    model.transpose().map_err(|error| error.to_string())
}

/// The words of a game in canonical order.
pub fn symbols(form: &Canonical) -> Vec<String> {
    let order = form.labelling.order.iter();
    let symbols = order.filter_map(|&node| form.graph.nodes()[node as usize].symbol);
    let spelling = |symbol| form.description.symbols.spelling(symbol).to_string();
    symbols.map(spelling).collect()
}

/// The number of matches that a network learned from.
pub fn matches(header: &ModelHeader) -> u64 {
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

/// An error as a sentence.
pub fn error_text(error: KnowledgeError) -> String {
    error.to_string()
}
