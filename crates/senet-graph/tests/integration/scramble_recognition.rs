//! Tests that every public sheet is recognised after scrambling, and that different sheets have different keys.

use senet_gdl::{Deadline, Notation, ScrambleOptions, Sheet, scramble, write};
use senet_graph::{Canonical, CanonicalKey, Isomorphism, canonical};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::LazyLock;

static NEVER: LazyLock<Deadline> = LazyLock::new(Deadline::never);

/// A path in the folder of public data, beside the workspace or at SENET_SHARED.
fn shared(path: &str) -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("SENET_SHARED").map_or(beside, PathBuf::from);
    Some(shared.join(path)).filter(|path| path.exists())
}

fn form(text: &str) -> Canonical {
    canonical(&Sheet::read(text).description, &NEVER).unwrap()
}

#[test]
fn recognises_scrambled_public_sheets() {
    let Some(folder) = shared("games/base") else {
        eprintln!("skipped: there is no folder of public games (set SENET_SHARED)");
        return;
    };
    let mut known: HashMap<CanonicalKey, Vec<String>> = HashMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(name) = name.strip_suffix(".kif") else {
            continue;
        };
        let text = std::fs::read_to_string(&path).unwrap();
        let original = form(&text);
        let options = ScrambleOptions {
            rename_integers: true,
            ..ScrambleOptions::default()
        };
        let scrambled = scramble(&original.description, 11, &options).description;
        let scrambled = form(&write(&scrambled, Notation::Prefix));
        let isomorphism = Isomorphism::between(&scrambled, &original, &NEVER).unwrap();
        assert!(isomorphism.is_some(), "{name}");
        known
            .entry(original.key)
            .or_default()
            .push(name.to_string());
    }
    let mut several: Vec<_> = known
        .into_values()
        .filter(|names| names.len() > 1)
        .collect();
    several.iter_mut().for_each(|names| names.sort());
    several.sort();
    // Manual inspection confirmed that these pairs differ only in names, order and comments.
    let expected = [
        ["asteroidsSerial", "asteroidsSerial.v1"],
        ["blocksWorldSerial", "blocksWorldSerial.v1"],
        ["bunk_t", "doubletoetictac"],
        ["hallway", "hallway.v1"],
    ];
    assert_eq!(several, expected);
}
