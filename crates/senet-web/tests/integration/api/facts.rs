//! Facts about games arrive one after the other.

use crate::common::{Site, options};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Repeats the request until the facts are as wanted.
fn facts(site: &Site, name: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let begin = Instant::now();
    loop {
        let answer = site.get(&format!("/api/games/{name}/facts"));
        assert_eq!(answer.status, 200, "{answer:?}");
        let sheet = answer.json();
        if wanted(&sheet) {
            return sheet["sections"].clone();
        }
        assert!(begin.elapsed() < Duration::from_secs(600), "{sheet:#}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn all_sections_of_facts_are_filled() {
    let mut options = options(None);
    options.limits.facts = Duration::from_secs(2);
    let site = Site::start(options);
    let found = facts(&site, "tic-tac-toe", |sheet| {
        sheet["status"] == json!("ready")
    });
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
    // If the time does not suffice to prepare all games of the library, the answer says so.
    let nearest = &found["nearest"];
    match nearest["status"].as_str() {
        Some("ready") => assert!(nearest["games"][0]["distance"].is_number(), "{nearest:#}"),
        _ => assert!(nearest["reason"].is_string(), "{nearest:#}"),
    }
    assert_eq!(site.get("/api/games/no-such-game/facts").status, 404);
}

#[test]
fn the_nearest_games_are_found_and_measured() {
    let mut options = options(None);
    options.limits.compared = 5;
    options.limits.facts = Duration::from_secs(60);
    let site = Site::start(options);
    let found = facts(&site, "buttons-and-lights", |sheet| {
        sheet["sections"]["nearest"]["status"] != json!("working")
    });
    let nearest = &found["nearest"];
    assert_eq!(nearest["status"], json!("ready"), "{nearest:#}");
    assert_eq!(nearest["reason"], Value::Null, "{nearest:#}");
    let games = nearest["games"].as_array().unwrap();
    assert_eq!(games.len(), 5);
    let distances = games.iter().map(|game| game["distance"].as_f64().unwrap());
    assert!(
        distances
            .clone()
            .all(|distance| (0.0..=1.0).contains(&distance))
    );
    assert!(distances.is_sorted(), "{nearest:#}");
}
