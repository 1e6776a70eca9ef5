//! What is found out about games comes by and by.

use crate::common::{Site, options};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Asks until everything is there.
fn facts(site: &Site, name: &str) -> Value {
    let begin = Instant::now();
    loop {
        let answer = site.get(&format!("/api/games/{name}/facts"));
        assert_eq!(answer.status, 200, "{answer:?}");
        let sheet = answer.json();
        if sheet["status"] == json!("ready") {
            return sheet["sections"].clone();
        }
        assert!(begin.elapsed() < Duration::from_secs(600), "{sheet:#}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_game_is_looked_at_from_all_sides() {
    let mut options = options(None);
    options.limits.facts = Duration::from_secs(2);
    let site = Site::start(options);
    let found = facts(&site, "tic-tac-toe");
    let boards = &found["boards"];
    assert_eq!(boards["status"], json!("ready"), "{found:#}");
    let is_board = |projection: &Value| {
        projection["verdict"] == json!("proved") || projection["verdict"] == json!("refuted")
    };
    let projections = boards["projections"].as_array().unwrap();
    assert!(projections.iter().any(is_board), "{boards:#}");
    assert!(
        projections
            .iter()
            .all(|p| p["why"].as_str().unwrap().len() > 5)
    );
    assert!(
        !found["structure"]["items"].as_array().unwrap().is_empty(),
        "{found:#}"
    );
    let roles = found["evaluation"]["roles"].as_array().unwrap();
    assert_eq!(roles.len(), 2, "{found:#}");
    assert!(roles[0]["features"][0]["pattern"].is_string(), "{found:#}");
    // There may be no time to get all games of the library ready, and then that is said.
    let nearest = &found["nearest"];
    match nearest["status"].as_str() {
        Some("ready") => assert!(nearest["games"][0]["distance"].is_number(), "{nearest:#}"),
        _ => assert!(nearest["reason"].is_string(), "{nearest:#}"),
    }
    assert_eq!(site.get("/api/games/no-such-game/facts").status, 404);
}
