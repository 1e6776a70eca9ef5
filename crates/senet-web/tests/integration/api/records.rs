//! Records: uploaded, stored, viewed step by step.

use crate::common::{Folder, Site, options};
use senet_arena::{Clocks, LoadPlan, MatchSetup, load_for_play, play};
use senet_gdl::Sheet;
use serde_json::{Value, json};

/// The record of a match of two random players.
fn record(name: &str) -> Value {
    let rules = senet_library::find(name).unwrap().rules;
    let rules = load_for_play(name, Sheet::read(rules), &LoadPlan::default()).unwrap();
    let players = rules.game.roles().iter();
    let players = players.map(|_| "random".parse().unwrap()).collect();
    let setup = MatchSetup::of(rules, players, Clocks::seconds(1.0, 1.0), 7);
    serde_json::to_value(play(&setup, &mut |_| {}).unwrap().record).unwrap()
}

#[test]
fn uploaded_match_can_be_viewed() {
    let folder = Folder::new("records");
    let record = record("tic-tac-toe");
    let steps = record["moves"].as_array().unwrap().len();
    let site = Site::start(options(Some(&folder.0)));
    let kept = site.post("/api/records", &record);
    assert_eq!(kept.status, 201, "{kept:?}");
    let again = site.post("/api/records", &record);
    assert_eq!(again.json(), kept.json());
    drop(site);
    std::fs::write(folder.0.join("records/broken.json"), "{\"matchId\":").unwrap();
    std::fs::write(folder.0.join("records/.hidden.json"), "{}").unwrap();
    let site = Site::start(options(Some(&folder.0)));
    let rows = site.get("/api/records").json();
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 2, "{rows:#?}");
    let good = rows.iter().find(|row| row["problem"].is_null()).unwrap();
    assert_eq!(good["game"], json!("tic-tac-toe"));
    assert_eq!(good["moves"], json!(steps));
    assert_eq!(good["players"], json!(["random", "random"]));
    let id = good["id"].as_str().unwrap();
    let last = site.get(&format!("/api/records/{id}")).json();
    assert_eq!(
        (&last["step"], &last["steps"]),
        (&json!(steps), &json!(steps))
    );
    assert_eq!(last["goals"], record["goalValues"]);
    assert_eq!(last["status"], json!("over"));
    let first = site.get(&format!("/api/records/{id}?step=0")).json();
    assert_eq!((&first["step"], &first["last"]), (&json!(0), &Value::Null));
    assert!(first["svg"].as_str().unwrap().starts_with("<svg"));
    let second = site.get(&format!("/api/records/{id}?step=1")).json();
    assert_eq!(second["last"], second["history"][0]);
    assert_eq!(second["last"][1], json!("noop"));
    let file = site.get(&format!("/api/records/{id}/record")).json();
    assert_eq!(file["moves"], record["moves"]);
    assert_eq!(site.get("/api/records/broken").status, 422);
    for missing in ["nothing", ".hidden", "..%2Fx", "%2e%2e", "a~b", "a~1"] {
        assert_eq!(
            site.get(&format!("/api/records/{missing}")).status,
            404,
            "{missing}"
        );
    }
}

#[test]
fn rejects_records_that_contradict_the_rules() {
    let site = Site::start(options(None));
    let good = record("tic-tac-toe");
    #[track_caller]
    fn check(site: &Site, record: &Value, expected: &str) {
        let answer = site.post("/api/records", record);
        assert_eq!(answer.status, 422, "{answer:?}");
        assert!(answer.text.contains(expected), "{answer:?}");
    }
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut record = good.clone();
        change(&mut record);
        record
    };
    check(&site, &json!({}), "not a match record");
    check(&site, &json!([1, 2]), "not a match record");
    let illegal = changed(&|r| r["moves"][0][0] = json!("( mark z 9 )"));
    check(&site, &illegal, "not a legal move");
    let unknown = changed(&|r| r["gameName"] = json!("../../etc/passwd"));
    check(&site, &unknown, "are not in the library");
    let goals = changed(&|r| r["goalValues"] = json!([77, 77]));
    check(&site, &goals, "goal");
    let broken = changed(&|r| r["x-rules"] = json!("(role"));
    check(&site, &broken, "cannot be played");
    assert_eq!(site.get("/api/records").json(), json!([]));
    let own = changed(&|r| {
        r["gameName"] = json!("my <b>game</b>");
        r["x-rules"] = json!(senet_library::find("tic-tac-toe").unwrap().rules);
    });
    let kept = site.post("/api/records", &own);
    assert_eq!(kept.status, 201, "{kept:?}");
}
