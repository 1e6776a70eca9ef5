//! Matches at tables, over HTTP on loopback.

use crate::common::play::{Events, Table, human, player};
use crate::common::{Folder, Site, options};
use senet_arena::{LoadPlan, MatchRecord, load_for_play};
use senet_gdl::Sheet;
use serde_json::{Value, json};

fn site() -> Site {
    Site::start(options(None))
}

#[test]
fn a_person_plays_a_whole_game() {
    let site = site();
    let table = Table::open(&site, "tic-tac-toe", &[human(), player("uct")]);
    let view = table.view();
    assert_eq!(view["status"], "waiting");
    assert_eq!(view["roles"], json!(["x", "o"]));
    assert_eq!(view["seats"][0]["kind"], "human");
    assert_eq!(view["seats"][1]["name"], "uct");
    assert_eq!(view["legal"][0].as_array().unwrap().len(), 9);
    assert_eq!(view["legal"][0][0]["places"].as_array().unwrap().len(), 1);
    let place = view["legal"][0][0]["places"][0].as_str().unwrap();
    let svg = view["svg"].as_str().unwrap();
    assert!(svg.contains(&format!("data-place=\"{place}\"")), "{place}");
    let view = table.play_out(0);
    assert_eq!(view["status"], "over");
    let goals = view["goals"].as_array().unwrap();
    assert_eq!(
        goals.iter().map(|goal| goal.as_i64().unwrap()).sum::<i64>(),
        100
    );
    assert_eq!(view["history"].as_array().unwrap().len(), view["steps"]);
    assert_eq!(view["troubles"], json!([]));
}

#[test]
fn past_states_can_be_viewed() {
    let site = site();
    let table = Table::open(&site, "tic-tac-toe", &[human(), human()]);
    let first = table.make_move(0, "(mark b 2)");
    assert_eq!(first["step"], 1);
    assert_eq!(first["last"], json!(["(mark b 2)", "noop"]));
    table.make_move(1, "(mark a 1)");
    let past = site.get(&table.path("?step=1")).json();
    assert_eq!(past["facts"], first["facts"]);
    assert_eq!((&past["step"], &past["steps"]), (&json!(1), &json!(2)));
    assert_eq!(past["legal"], json!([[], []]));
    assert!(past["svg"].as_str().unwrap().contains("changed"));
    assert_eq!(site.get(&table.path("?step=9")).status, 404);
    assert_eq!(site.get(&table.path("?step=x")).status, 400);
}

#[test]
fn choices_stay_hidden_until_all_have_chosen() {
    let site = site();
    let table = Table::open(&site, "rock-paper-scissors", &[human(), human()]);
    let view = table.view();
    let text = |role: usize, at: usize| {
        let text = view["legal"][role][at]["text"].as_str().unwrap();
        text.to_string()
    };
    let waiting = table.make_move(0, &text(0, 1));
    assert_eq!(waiting["step"], 0);
    assert_eq!(waiting["chosen"], json!([true, null]));
    assert_eq!(waiting["last"], Value::Null);
    // A person may choose again until all have chosen.
    table.make_move(0, &text(0, 2));
    let made = table.make_move(1, &text(1, 0));
    assert_eq!(made["step"], 1);
    assert_eq!(made["last"], json!([text(0, 2), text(1, 0)]));
    let table = Table::open(&site, "rock-paper-scissors", &[human(), player("uct")]);
    let view = table.play_out(0);
    assert_eq!(view["status"], "over");
    assert!(view["goals"].is_array());
}

#[test]
fn three_roles_play_connect_four() {
    let site = site();
    let seats = [player("uct"), human(), player("random")];
    let table = Table::open(&site, "connect-four-3p", &seats);
    let view = table.play_out(1);
    assert_eq!(view["status"], "over");
    assert_eq!(view["goals"].as_array().unwrap().len(), 3);
}

/// The caller guesses heads or tails five times and chance throws; a correct guess counts. The caller sees the throws.
const COIN: &str = "(role caller) (role random) (init (thrown 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
(side heads) (side tails) (<= (legal caller (call ?s)) (side ?s)) (<= (legal random (throw ?s)) (side ?s))
(<= (next (thrown ?m)) (true (thrown ?n)) (succ ?n ?m)) (<= (next (right ?n)) (true (thrown ?n)) (does caller (call ?s)) (does random (throw ?s)))
(<= (next (right ?n)) (true (right ?n))) (<= (sees caller ?m) (does random ?m)) (<= terminal (true (thrown 5)))
(<= won (true (right ?n))) (<= (goal caller 100) won) (<= (goal caller 0) (not won)) (goal random 0)";

#[test]
fn chance_plays_its_own_role() {
    let site = site();
    let request = json!({"rules": COIN, "seats": [player("random"), human()], "seed": 3});
    let played = || Table::of(&site, &request).wait_for_turn();
    let view = played();
    assert_eq!(view["status"], "over", "{view}");
    assert_eq!(view["seats"][1]["kind"], "chance");
    assert_eq!(view["seats"][1]["seconds"], json!(null));
    assert_eq!(view["history"], played()["history"], "the seed decides");
}

#[test]
fn undo_goes_back_to_the_last_human_choice() {
    let site = site();
    let table = Table::open(&site, "tic-tac-toe", &[human(), player("random")]);
    table.make_move(0, "(mark a 1)");
    let view = table.wait(|view| view["steps"] == 2 && view["status"] == "waiting");
    let second = view["legal"][0][0]["text"].as_str().unwrap().to_string();
    table.make_move(0, &second);
    table.wait(|view| view["steps"] == 4);
    let back = table.post("/undo", &json!({})).json();
    assert_eq!(
        (&back["steps"], &back["status"]),
        (&json!(2), &json!("waiting"))
    );
    let back = table.post("/undo", &json!({})).json();
    assert_eq!(back["steps"], 0);
    let nothing = table.post("/undo", &json!({}));
    assert_eq!(nothing.status, 409);
    assert_eq!(
        nothing.json()["error"]["message"],
        "there is nothing to undo"
    );
    // A finished match goes on after its last move is undone.
    let over = table.play_out(0);
    assert_eq!(over["status"], "over");
    let back = table.post("/undo", &json!({})).json();
    assert_eq!(
        (&back["status"], &back["goals"]),
        (&json!("waiting"), &Value::Null)
    );
}

#[test]
fn rejects_impossible_commands_with_a_reason() {
    let site = site();
    let table = Table::open(&site, "tic-tac-toe", &[human(), player("random")]);
    let refused = |answer: crate::common::Answer, status: u16, message: &str| {
        assert_eq!(answer.status, status, "{answer:?}");
        assert_eq!(answer.json()["error"]["message"], message);
    };
    let late = "the match is at step 0, not at step 3";
    for (step, role, text, status, message) in [
        (3, 0, "(mark a 1)", 409, late),
        (0, 0, "(mark z 9)", 409, "illegal move (mark z 9)"),
        (0, 0, "(((", 409, "the answer is not a move"),
        (0, 1, "noop", 409, "random plays this role"),
        (0, 5, "noop", 400, "there is no role 5"),
    ] {
        refused(table.try_move(step, role, text), status, message);
    }
    let body = json!({"step": 0, "role": 0, "move": "(mark a 1)"});
    let only = "only the table's owner can change it";
    for answer in [
        site.post_with(&table.path("/moves"), "wrong", &body),
        site.post(&table.path("/moves"), &body),
        site.post_with(&table.path("/undo"), "", &json!({})),
        site.delete(&table.path("")),
    ] {
        refused(answer, 403, only);
    }
    assert_eq!(site.get("/api/tables/nothing").status, 404);
    assert_eq!(table.view()["steps"], 0);
}

#[test]
fn seats_can_be_changed() {
    let site = site();
    let table = Table::open(&site, "tic-tac-toe", &[human(), human()]);
    table.make_move(0, "(mark a 1)");
    let sit = |role: usize, seat: Value| table.post("/seats", &json!({"role": role, "seat": seat}));
    assert_eq!(sit(1, player("random")).status, 200);
    let view = table.wait(|view| view["steps"] == 2 && view["status"] == "waiting");
    assert_eq!(view["seats"][1]["name"], "random");
    assert_eq!(sit(0, player("uct")).status, 200);
    assert_eq!(table.wait_for_turn()["status"], "over");
    assert_eq!(sit(0, player("nested")).status, 409);
    assert_eq!(sit(0, player("nobody")).status, 400);
    assert_eq!(sit(7, human()).status, 400);
}

#[test]
fn records_replay_by_their_rules() {
    let folder = std::env::temp_dir().join(format!("senet-web-records-{}", std::process::id()));
    let site = Site::start(options(Some(&folder)));
    let table = Table::open(&site, "tic-tac-toe", &[human(), player("uct")]);
    let rules = load_for_play(
        "tic-tac-toe",
        Sheet::read(senet_library::find("tic-tac-toe").unwrap().rules),
        &LoadPlan::default(),
    )
    .unwrap();
    let verified = |text: &str| {
        let record = MatchRecord::read(text).unwrap();
        record.verify(&rules).unwrap();
        record
    };
    table.make_move(0, "(mark a 1)");
    let under_way = verified(&site.get(&table.path("/record")).text);
    assert!(!under_way.is_completed && !under_way.is_aborted);
    let view = table.play_out(0);
    let record = verified(&site.get(&table.path("/record")).text);
    assert!(record.is_completed);
    assert_eq!(json!(record.goal_values), view["goals"]);
    assert_eq!(record.is_player_human, Some(vec![true, false]));
    assert_eq!(record.own.seed, Some(7));
    let kept = folder
        .join("records")
        .join(format!("{}.json", record.match_id));
    assert_eq!(verified(&std::fs::read_to_string(kept).unwrap()), record);
    drop(site);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn records_of_uploaded_rules_contain_the_rules() {
    let folder = std::env::temp_dir().join(format!("senet-web-brought-{}", std::process::id()));
    let site = Site::start(options(Some(&folder)));
    let rules = format!(
        "; Brought along.\n{}",
        senet_library::find("tic-tac-toe").unwrap().rules
    );
    let seats = [player("random"), player("random")];
    let table = Table::of(&site, &json!({"rules": rules, "seats": seats, "seed": 7}));
    table.wait(|view| view["status"] == "over");
    let record = MatchRecord::read(&site.get(&table.path("/record")).text).unwrap();
    let seen = site.get(&format!("/api/records/{}?step=1", record.match_id));
    assert_eq!(seen.status, 200, "{seen:?}");
    assert_eq!(seen.json()["step"], 1);
    drop(site);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn failed_record_write_is_a_notice() {
    let folder = std::env::temp_dir().join(format!("senet-web-full-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    // A file blocks the folder of records.
    std::fs::write(folder.join("records"), "").unwrap();
    let site = Site::start(options(Some(&folder)));
    let table = Table::open(&site, "tic-tac-toe", &[human(), player("random")]);
    let view = table.play_out(0);
    assert_eq!(view["status"], "over");
    let reason = view["reason"].as_str().unwrap();
    assert!(
        reason.starts_with("the record could not be stored: "),
        "{reason}"
    );
    assert_eq!(site.get(&table.path("/record")).status, 200);
    drop(site);
    std::fs::remove_dir_all(folder).unwrap();
}

/// A match of 30 steps with states of about 700 kB.
fn verbose() -> String {
    let words: String = (0..70)
        .map(|number| format!("(word {}{number})", "w".repeat(60)))
        .collect();
    let steps: String = (0..30).map(|n| format!("(then {n} {})", n + 1)).collect();
    format!(
        "(role r) {words} {steps} (init (step 0)) (<= (init (note ?a ?b)) (word ?a) (word ?b)) (legal r wait)
        (<= (next (note ?a ?b)) (true (note ?a ?b))) (<= (next (step ?n)) (true (step ?m)) (then ?m ?n))
        (<= terminal (true (step 30))) (goal r 100)"
    )
}

#[test]
fn record_that_could_not_be_read_back_is_not_stored() {
    let folder = Folder::new("verbose");
    let site = Site::start(options(Some(&folder.0)));
    let request = json!({"rules": verbose(), "seats": [player("random")]});
    let table = Table::of(&site, &request);
    let over = table.wait_for_turn();
    assert_eq!(
        (&over["steps"], &over["goals"]),
        (&json!(30), &json!([100]))
    );
    let reason = over["reason"].as_str().unwrap();
    assert!(
        reason.starts_with("the record could not be stored: it has more than 16 MiB"),
        "{reason}"
    );
    let refused = site.get(&table.path("/record"));
    assert_eq!(refused.status, 409, "{}", refused.text.len());
    assert_eq!(site.get("/api/records").json(), json!([]));
}

#[test]
fn match_with_endless_moves_is_aborted() {
    let site = site();
    let rules = format!(
        "(role r) (init on) (legal r {}) (next on) (<= terminal (true off)) (goal r 100)",
        "m".repeat(200_000)
    );
    let table = Table::of(&site, &json!({"rules": rules, "seats": [player("random")]}));
    let view = table.wait_for_turn();
    let reason = view["reason"].as_str().unwrap();
    assert!(
        reason.starts_with("the moves have 4200000 bytes"),
        "{reason}"
    );
    assert_eq!(view["status"], "failed");
}

#[test]
fn records_of_tables_have_a_limit() {
    let folder = Folder::new("many-records");
    let mut options = options(Some(&folder.0));
    options.limits.records = 1;
    let site = Site::start(options);
    let seats = [player("random"), player("random")];
    let first = Table::open(&site, "tic-tac-toe", &seats).wait_for_turn();
    assert_eq!(first["reason"], Value::Null);
    let second = Table::open(&site, "tic-tac-toe", &seats).wait_for_turn();
    let reason = second["reason"].as_str().unwrap();
    assert!(reason.ends_with("there are 1 records already"), "{reason}");
    assert_eq!(site.get("/api/records").json().as_array().unwrap().len(), 1);
}

#[test]
fn spectators_get_events() {
    let site = site();
    let seats = [human(), json!({"player": "uct", "seconds": 1.0})];
    let table = Table::open(&site, "connect-four", &seats);
    let mut events = Events::of(&table);
    assert_eq!(
        events.next(),
        ("view".to_string(), json!({"step": 0, "status": "waiting"}))
    );
    assert_eq!(site.get("/api/tables").json()[0]["spectators"], 1);
    let text = table.view()["legal"][0][3]["text"]
        .as_str()
        .unwrap()
        .to_string();
    table.make_move(0, &text);
    let thinking = events.next_named("thinking");
    assert_eq!(
        (&thinking["role"], &thinking["step"]),
        (&json!(1), &json!(1))
    );
    // The last report of a move precedes the move.
    let mut latest = thinking;
    let last = loop {
        let (name, data) = events.next();
        match name.as_str() {
            "thinking" => latest = data,
            _ if data["step"] == 2 => break data,
            _ => {}
        }
    };
    assert_eq!(last["status"], "waiting");
    assert!(latest["simulations"].as_u64().unwrap() > 0);
    let moves = latest["moves"].as_array().unwrap();
    assert!(!moves.is_empty() && moves.len() <= 10);
    assert_eq!(moves[0]["values"].as_array().unwrap().len(), 2);
    assert_eq!(latest["line"][0][1], moves[0]["text"]);
    let closed = site.delete_with(&table.path(""), &table.key);
    assert_eq!(closed.status, 204);
    assert_eq!(events.next_named("closed"), json!({}));
    assert_eq!(site.get(&table.path("")).status, 404);
}

#[test]
fn players_get_percepts_with_hidden_information() {
    let site = site();
    let seats = json!([human(), player("random")]);
    let table = Table::of(&site, &json!({"rules": COIN, "seats": seats, "seed": 3}));
    table.wait_for_turn();
    table.make_move(0, "(call heads)");
    table.make_move(0, "(call heads)");
    // A player that takes over gets the earlier percepts of its role.
    let body = json!({"role": 0, "seat": player("uct")});
    assert_eq!(table.post("/seats", &body).status, 200);
    let view = table.wait_for_turn();
    assert_eq!(
        (&view["status"], &view["troubles"]),
        (&json!("over"), &json!([])),
        "{view}"
    );
}

#[test]
fn players_are_listed_with_options() {
    let site = site();
    let players = site.get("/api/players").json();
    let uct = players
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["kind"] == "uct");
    let keys = uct.unwrap()["options"].as_array().unwrap().iter();
    assert!(
        keys.map(|option| &option["key"])
            .any(|key| key == "threads")
    );
}
