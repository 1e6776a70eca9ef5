//! Tests of networks that outlive a match.

use super::NetworksInFile;
use crate::KnowledgeBase;
use senet_engine::{Game, LoadOptions, load};
use senet_gdl::{Notation, ScrambleOptions, Sheet, scramble, write};
use senet_search::{Budget, KnownNet, NetLibrary, NetStore};
use senet_value_net::{Shape, ValueNet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A temporary folder with a knowledge base; dropping it deletes its content.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("senet-networks-{}-{number}", std::process::id());
        Folder(std::env::temp_dir().join(name))
    }

    fn networks(&self) -> NetworksInFile {
        NetworksInFile::new(&KnowledgeBase::file(&self.0))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

struct TestGame {
    rules: String,
    game: Box<dyn Game>,
}

impl TestGame {
    fn new(rules: String) -> TestGame {
        let sheet = Sheet::read(rules.as_str());
        let game = load(&sheet, &LoadOptions::default()).unwrap().game;
        TestGame { rules, game }
    }

    fn of_library(name: &str) -> TestGame {
        TestGame::new(senet_library::find(name).unwrap().rules.to_string())
    }

    fn scrambled(&self) -> TestGame {
        let sheet = Sheet::read(self.rules.as_str());
        let copy = scramble(&sheet.description, 5, &ScrambleOptions::default());
        TestGame::new(write(&copy.description, Notation::Prefix))
    }

    fn store(&self, networks: &NetworksInFile) -> Arc<dyn NetStore> {
        let store = networks.networks_of("game", &self.rules, &*self.game);
        store.expect("the game is grounded")
    }

    fn net(&self) -> ValueNet {
        let shape = Shape {
            inputs: self.game.fluent_names().unwrap().len(),
            hidden: 16,
            outputs: 1,
        };
        ValueNet::new(shape, 9.0, 3)
    }

    /// The state after the first legal moves of some joint moves.
    fn state(&self, moves: &[&str]) -> Vec<u64> {
        let mut state = self.game.initial().unwrap();
        for (number, text) in moves.iter().enumerate() {
            let joint: Vec<_> = (0..2)
                .map(|role| match role == number % 2 {
                    true => self.game.find_move(role, text).unwrap(),
                    false => self.game.legal(&state, role).unwrap()[0],
                })
                .collect();
            state = self.game.next(&state, &joint).unwrap();
        }
        state.words().to_vec()
    }
}

fn kept(game: &TestGame, networks: &NetworksInFile) -> KnownNet {
    let store = game.store(networks);
    store
        .load(&Budget::seconds(30.0))
        .unwrap()
        .expect("a network is kept")
}

#[test]
fn second_match_starts_with_the_network_of_the_first() {
    let (folder, game) = (Folder::new(), TestGame::of_library("tic-tac-toe"));
    let networks = folder.networks();
    let store = game.store(&networks);
    assert_eq!(store.load(&Budget::unlimited()), Ok(None));
    store.save(game.net(), 7).unwrap();
    networks.finish().unwrap();
    let known = kept(&game, &folder.networks());
    assert_eq!((known.matches, known.is_same_game), (7, true));
    assert_eq!(known.net, game.net());
}

#[test]
fn scrambled_copy_gets_the_same_values() {
    let (folder, game) = (Folder::new(), TestGame::of_library("tic-tac-toe"));
    let networks = folder.networks();
    game.store(&networks).save(game.net(), 7).unwrap();
    networks.finish().unwrap();
    let copy = game.scrambled();
    let known = kept(&copy, &networks);
    assert!(known.is_same_game);
    // The sum over all first moves does not depend on their names.
    let sum = |game: &TestGame, net: &ValueNet| -> f32 {
        let initial = game.game.initial().unwrap();
        let legal = game.game.legal(&initial, 0).unwrap();
        let idle = game.game.legal(&initial, 1).unwrap()[0];
        let values = legal.iter().map(|&id| {
            let next = game.game.next(&initial, &[id, idle]).unwrap();
            net.evaluate(next.words())[0]
        });
        values.sum()
    };
    let (before, after) = (sum(&game, &game.net()), sum(&copy, &known.net));
    assert!((before - after).abs() < 1e-4, "{before} {after}");
}

#[test]
fn network_with_fewer_matches_replaces_no_other() {
    let (folder, game) = (Folder::new(), TestGame::of_library("tic-tac-toe"));
    let networks = folder.networks();
    let store = game.store(&networks);
    store.save(game.net(), 100).unwrap();
    networks.finish().unwrap();
    store.save(game.net().inverted(), 5).unwrap();
    networks.finish().unwrap();
    assert_eq!(kept(&game, &networks).net, game.net());
}

#[test]
fn variant_starts_with_the_network_of_the_nearest_game() {
    let folder = Folder::new();
    let networks = folder.networks();
    let (small, large) = (
        TestGame::of_library("breakthrough-6x6"),
        TestGame::of_library("breakthrough"),
    );
    small.store(&networks).save(small.net(), 7).unwrap();
    networks.finish().unwrap();
    let known = kept(&large, &networks);
    assert!(!known.is_same_game);
    assert_eq!(
        known.net.shape().inputs,
        large.game.fluent_names().unwrap().len()
    );
    // No fluent of a piece is forgotten: each has the column of a square or the mean of several.
    let initial = large.state(&[]);
    assert_ne!(
        known.net.evaluate(&initial),
        known.net.evaluate(&vec![0; initial.len()])
    );
}

#[test]
fn unrelated_game_starts_without_a_network() {
    let folder = Folder::new();
    let networks = folder.networks();
    let (one, other) = (
        TestGame::of_library("breakthrough-6x6"),
        TestGame::of_library("nim"),
    );
    one.store(&networks).save(one.net(), 7).unwrap();
    networks.finish().unwrap();
    let found = other.store(&networks).load(&Budget::seconds(30.0));
    assert_eq!(found, Ok(None));
}

#[test]
fn damaged_network_is_refused_with_a_reason() {
    let (folder, game) = (Folder::new(), TestGame::of_library("tic-tac-toe"));
    let networks = folder.networks();
    let store = game.store(&networks);
    store.save(game.net(), 7).unwrap();
    networks.finish().unwrap();
    let file = KnowledgeBase::file(&folder.0);
    let database = rusqlite::Connection::open(&file).unwrap();
    database
        .execute("UPDATE learnt SET content = substr(content, 1, 100)", [])
        .unwrap();
    drop(database);
    let error = store.load(&Budget::seconds(30.0)).unwrap_err();
    assert!(error.contains("damaged"), "{error}");
}

#[test]
fn folder_that_cannot_be_written_is_reported() {
    let game = TestGame::of_library("tic-tac-toe");
    let networks = NetworksInFile::new(&PathBuf::from("/dev/null/knowledge.sqlite"));
    game.store(&networks).save(game.net(), 7).unwrap();
    assert!(networks.finish().is_err());
}
