//! Tournaments: started, watched, stopped, and kept after the server stops.

use crate::common::{Folder, Site, options};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

fn wanted(name: &str, seconds: f64, rounds: usize) -> Value {
    json!({"name": name, "games": ["tic-tac-toe"], "players": ["random", "legal"],
        "seconds": seconds, "rounds": rounds, "seed": 3})
}

/// Repeats the request until the answer is as wanted.
#[track_caller]
fn wait(site: &Site, path: &str, is_there: impl Fn(&Value) -> bool) -> Value {
    let begin = Instant::now();
    loop {
        let answer = site.get(path).json();
        if is_there(&answer) {
            return answer;
        }
        assert!(begin.elapsed() < Duration::from_secs(300), "{answer:#}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_tournament_is_played_and_kept() {
    let folder = Folder::new("tournaments");
    let site = Site::start(options(Some(&folder.0)));
    let begun = site.post("/api/tournaments", &wanted("cup", 1.0, 3));
    assert_eq!(begun.status, 201, "{begun:?}");
    let page = wait(&site, "/api/tournaments/cup", |page| {
        page["status"] == json!("finished")
    });
    assert_eq!((&page["played"], &page["matches"]), (&json!(6), &json!(6)));
    assert_eq!(page["ratings"].as_array().unwrap().len(), 2, "{page:#}");
    let rating = &page["ratings"][0];
    assert!(
        rating["low"].as_f64() < rating["rating"].as_f64(),
        "{page:#}"
    );
    assert_eq!(page["recent"].as_array().unwrap().len(), 6);
    assert_eq!(
        site.post("/api/tournaments", &wanted("cup", 1.0, 1)).status,
        409
    );
    drop(site);
    let site = Site::start(options(Some(&folder.0)));
    let rows = site.get("/api/tournaments").json();
    assert_eq!(
        rows,
        json!([{"name": "cup", "status": "finished", "played": 6, "matches": 6}])
    );
    let id = page["recent"][0]["id"].as_str().unwrap();
    let view = site.get(&format!("/api/records/{id}")).json();
    assert_eq!(view["goals"], page["recent"][0]["goals"], "{view:#}");
    assert_eq!(view["seats"][0]["name"], page["recent"][0]["players"][0]);
}

#[test]
fn tournament_can_be_watched_stopped_and_continued() {
    let site = Site::start(options(None));
    let slow = json!({"name": "slow", "games": ["tic-tac-toe"], "players": ["uct", "uct:c=0.3"],
        "seconds": 0.3, "rounds": 50});
    assert_eq!(site.post("/api/tournaments", &slow).status, 201);
    let second = site.post("/api/tournaments", &wanted("second", 1.0, 1));
    assert_eq!(second.status, 409, "{second:?}");
    let begun = |live: &Value| live[0]["steps"].as_u64().is_some_and(|steps| steps > 0);
    let live = wait(&site, "/api/tournaments/slow/live", begun);
    assert!(live[0]["svg"].as_str().unwrap().starts_with("<svg"));
    assert_eq!(live[0]["status"], json!("thinking"));
    let response = ureq::get(site.url("/api/tournaments/slow/events"))
        .call()
        .unwrap();
    let reader = BufReader::new(response.into_body().into_reader());
    let mut lines = reader.lines().map(Result::unwrap);
    let first = lines.find(|line| line.starts_with("data:")).unwrap();
    assert!(first.contains("\"running\""), "{first}");
    assert_eq!(site.delete("/api/tournaments/slow").status, 204);
    let stopped = lines.find(|line| line.contains("\"stopped\""));
    assert!(stopped.is_some());
    assert_eq!(site.delete("/api/tournaments/slow").status, 409);
    assert_eq!(
        site.post_text("/api/tournaments/slow/resume", "").status,
        200
    );
    wait(&site, "/api/tournaments/slow", |page| {
        page["status"] == json!("running")
    });
}

#[test]
fn rejects_invalid_tournaments_with_a_reason() {
    let site = Site::start(options(None));
    #[track_caller]
    fn check(site: &Site, change: (&str, Value), status: u16) {
        let mut asked = wanted("cup", 1.0, 1);
        asked[change.0] = change.1;
        let answer = site.post("/api/tournaments", &asked);
        assert_eq!(answer.status, status, "{answer:?}");
        assert!(answer.json()["error"]["help"].as_str().unwrap().len() > 5);
    }
    check(&site, ("name", json!("../cup")), 400);
    check(&site, ("games", json!(["no-such-game"])), 404);
    check(&site, ("games", json!([])), 400);
    check(&site, ("games", json!(["nim", "nim"])), 400);
    check(&site, ("players", json!([])), 400);
    check(&site, ("players", json!(["nobody", "random"])), 400);
    check(&site, ("players", json!(["127.0.0.1:80", "random"])), 400);
    check(
        &site,
        ("players", json!(["uct:threads=1000", "random"])),
        400,
    );
    check(&site, ("players", json!(["uct:batch=5000", "random"])), 400);
    check(
        &site,
        ("players", json!(["nested:level=10", "random"])),
        400,
    );
    check(&site, ("players", json!(["random", "random"])), 400);
    check(&site, ("seconds", json!(0)), 400);
    check(&site, ("seconds", json!(1e9)), 400);
    check(&site, ("rounds", json!(0)), 400);
    check(&site, ("rounds", json!(1_000_000_000)), 400);
    check(&site, ("extra", json!(1)), 422);
    assert_eq!(site.get("/api/tournaments").json(), json!([]));
    assert_eq!(site.get("/api/tournaments/cup").status, 404);
}

#[test]
fn tournaments_have_a_limit() {
    let mut options = options(None);
    options.limits.tournaments = 1;
    let site = Site::start(options);
    assert_eq!(
        site.post("/api/tournaments", &wanted("cup", 1.0, 1)).status,
        201
    );
    wait(&site, "/api/tournaments/cup", |page| {
        page["status"] == json!("finished")
    });
    let refused = site.post("/api/tournaments", &wanted("other", 1.0, 1));
    assert_eq!(refused.status, 409);
    let message = &refused.json()["error"]["message"];
    assert_eq!(message, "there are 1 tournaments already");
    assert_eq!(
        site.get("/api/tournaments")
            .json()
            .as_array()
            .unwrap()
            .len(),
        1
    );
}
