//! People at tables: resigning, links, clocks, names, rematches, hints, and positions to play from.

use crate::common::play::{Table, human, player};
use crate::common::{Folder, Site, options};
use serde_json::{Value, json};

/// Chance deals a card that `ann` sees and `bob` has to guess; `ann` may wink.
const CARD: &str = "(role random) (role ann) (role bob) (card red) (card black) (init (phase deal))
(<= (legal random (deal ?c)) (true (phase deal)) (card ?c)) (<= (legal random noop) (not (true (phase deal))))
(<= (legal ann noop) (true (phase deal))) (<= (legal ann (wink ?c)) (true (phase guess)) (card ?c))
(<= (legal bob noop) (true (phase deal))) (<= (legal bob (guess ?c)) (true (phase guess)) (card ?c))
(<= (next (dealt ?c)) (does random (deal ?c))) (<= (next (dealt ?c)) (true (dealt ?c)))
(<= (next (guessed ?c)) (does bob (guess ?c)))
(<= (next (phase guess)) (true (phase deal))) (<= (next (phase done)) (true (phase guess)))
(<= (sees ann (dealt ?c)) (does random (deal ?c))) (<= (sees bob your_turn) (true (phase deal)))
(<= terminal (true (phase done))) (<= right (true (dealt ?c)) (true (guessed ?c)))
(<= (goal bob 100) right) (<= (goal bob 0) (not right)) (goal ann 50) (goal random 0)";

/// Takes a seat of a table by a link. Returns the key of the seat.
fn guest(table: &Table, role: usize, name: &str) -> String {
    let link = table.post("/links", &json!({"role": role}));
    assert_eq!(link.status, 201, "{link:?}");
    let key = link.json()["key"].as_str().unwrap().to_string();
    let join = table.path("/join");
    let joined = table.site.post_with(&join, &key, &json!({"name": name}));
    assert_eq!(joined.status, 200, "{joined:?}");
    key
}

fn view_with(table: &Table, key: &str) -> Value {
    let mut agent = ureq::get(table.site.url(&table.path("")));
    agent = agent.header("X-Senet-Key", key);
    let text = agent.call().unwrap().body_mut().read_to_string().unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn resignation_ends_the_match_and_survives_the_server() {
    let folder = Folder::new("resign");
    let site = Site::start(options(Some(&folder.0)));
    let table = Table::open(&site, "tic-tac-toe", &[human(), human()]);
    table.make_move(0, "(mark b 2)");
    let over = table.post("/resign", &json!({"role": 1})).json();
    assert_eq!(over["status"], "over");
    assert_eq!(over["ending"], json!({"role": 1, "why": "resigned"}));
    assert_eq!(table.post("/resign", &json!({"role": 0})).status, 409);
    let record = over["record"].as_str().unwrap();
    let stored = site.get(&format!("/api/records/{record}")).json();
    assert_eq!(stored["reason"], "o resigned");
}

#[test]
fn owner_cannot_undo_a_lost_match_against_a_guest() {
    let folder = Folder::new("undo-guest");
    let site = Site::start(options(Some(&folder.0)));
    let table = Table::open(&site, "tic-tac-toe", &[human(), human()]);
    table.make_move(0, "(mark b 2)");
    guest(&table, 1, "Bob");
    let undo = |table: &Table| table.post("/undo", &json!({}));
    assert_eq!(undo(&table).status, 409, "the match goes on");
    let over = table.post("/resign", &json!({"role": 0})).json();
    assert_eq!(over["status"], "over");
    assert_eq!(undo(&table).status, 409, "the match is over");
    let seat = json!({"role": 1, "seat": human()});
    let refused = table.post("/seats", &seat);
    assert_eq!(refused.status, 409, "without the guest, undo were possible");
    let link = table.post("/links", &json!({"role": 1}));
    assert_eq!(link.status, 409, "a new link would remove the guest");
    assert_eq!(undo(&table).status, 409);
    let view = table.view();
    assert_eq!(
        (&view["status"], &view["ending"]),
        (&json!("over"), &over["ending"])
    );
    assert!(view["record"].is_string(), "{view}");
}

#[test]
fn owner_takes_back_an_unused_link_and_then_undoes() {
    let site = Site::start(options(None));
    let table = Table::open(&site, "tic-tac-toe", &[human(), human()]);
    table.make_move(0, "(mark b 2)");
    assert_eq!(table.post("/links", &json!({"role": 1})).status, 201);
    assert_eq!(table.post("/undo", &json!({})).status, 409);
    let seat = json!({"role": 1, "seat": human()});
    assert_eq!(table.post("/seats", &seat).status, 200);
    assert_eq!(table.post("/undo", &json!({})).json()["step"], 0);
}

#[test]
fn names_links_clocks_and_rematch_offers_survive_a_restart() {
    let folder = Folder::new("people-restart");
    let mut site = Site::start(options(Some(&folder.0)));
    let request = json!({"game": "tic-tac-toe", "seed": 1, "clock": {"seconds": 100, "increment": 2},
        "seats": [{"human": true, "name": " Ada\n L. "}, human()]});
    let table = Table::of(&site, &request);
    table.wait(|view| view["status"] == "waiting");
    let (id, owner) = (table.id.clone(), table.key.clone());
    let seat = guest(&table, 1, "Bob");
    table.make_move(0, "(mark b 2)");
    let copy = json!({"from": {"table": id, "step": 1}, "seats": [human(), human()]});
    assert_eq!(
        site.post("/api/tables", &copy).status,
        409,
        "a copy would allow hints"
    );
    assert_eq!(
        table.try_move(1, 1, "(mark a 1)").status,
        409,
        "the owner does not play the guest's seat"
    );
    site.close();
    drop(site);
    site = Site::start(options(Some(&folder.0)));
    let table = Table {
        site: &site,
        id,
        key: owner,
    };
    let view = table.wait(|view| view["status"] == "waiting");
    assert_eq!(view["seats"][0]["name"], "Ada L.");
    assert_eq!(view["seats"][1]["name"], "Bob");
    assert_eq!(view["seats"][1]["joined"], true);
    let left = |view: &Value, role: usize| view["clocks"][role]["left"].as_f64().unwrap();
    assert!(left(&view, 0) > 100.0 && left(&view, 0) <= 102.0, "{view}");
    assert!(view["clocks"][1]["running"].as_bool().unwrap());
    let moves = table.path("/moves");
    let body = json!({"step": 1, "role": 1, "move": "(mark a 1)"});
    assert_eq!(site.post_with(&moves, &seat, &body).status, 200);
    let resign = table.path("/resign");
    assert_eq!(
        site.post_with(&resign, &seat, &json!({"role": 1})).status,
        200
    );
    let offer = table.post("/rematch", &json!({})).json();
    assert_eq!(
        offer["rematch"],
        json!({"wanted": [true, false], "table": null})
    );
    let (id, owner) = (table.id.clone(), table.key.clone());
    site.close();
    drop(site);
    let site = Site::start(options(Some(&folder.0)));
    let table = Table {
        site: &site,
        id,
        key: owner,
    };
    let view = table.wait(|view| view["status"] == "over");
    assert_eq!(view["rematch"]["wanted"], json!([true, false]));
    let accepted = site.post_with(&table.path("/rematch"), &seat, &json!({}));
    let next = accepted.json()["rematch"]["table"]
        .as_str()
        .unwrap()
        .to_string();
    let next = Table {
        site: &site,
        id: next,
        key: table.key.clone(),
    };
    let view = next.wait(|view| view["status"] == "waiting");
    assert_eq!(view["seats"][0]["name"], "Bob", "seats are swapped");
    assert_eq!(view["seats"][1]["name"], "Ada L.");
    let body = json!({"step": 0, "role": 0, "move": "(mark a 1)"});
    assert_eq!(
        site.post_with(&next.path("/moves"), &seat, &body).status,
        200
    );
}

#[test]
fn clock_that_runs_out_ends_the_match() {
    let site = Site::start(options(None));
    let request = json!({"game": "tic-tac-toe", "clock": {"seconds": 1}, "seats": [human(), player("random")]});
    let table = Table::of(&site, &request);
    let over = table.wait(|view| view["status"] == "over");
    assert_eq!(over["ending"], json!({"role": 0, "why": "time"}));
    let bad = json!({"game": "tic-tac-toe", "clock": {"seconds": 0}, "seats": [human(), human()]});
    assert_eq!(site.post("/api/tables", &bad).status, 400);
}

#[test]
fn clocks_wait_for_an_invited_person() {
    let site = Site::start(options(None));
    let request =
        json!({"game": "tic-tac-toe", "clock": {"seconds": 100}, "seats": [human(), human()]});
    let table = Table::of(&site, &request);
    table.wait(|view| view["status"] == "waiting");
    table.post("/links", &json!({"role": 1}));
    let view = table.wait(|view| view["seats"][1]["joined"] == false);
    assert_eq!(view["clocks"][0]["running"], false);
}

#[test]
fn hidden_information_is_hidden_from_the_other_party_and_from_spectators() {
    let site = Site::start(options(None));
    let request = json!({"rules": CARD, "seats": [human(), human(), human()], "seed": 3});
    let table = Table::of(&site, &request);
    table.wait(|view| view["step"] == 1);
    let bob = guest(&table, 2, "Bob");
    let (owner, guest, spectator) = (
        view_with(&table, &table.key),
        view_with(&table, &bob),
        table.view(),
    );
    assert!(
        owner.to_string().contains("dealt"),
        "the owner plays ann, who sees the card"
    );
    for (who, view) in [("the guest", &guest), ("a spectator", &spectator)] {
        assert!(!view.to_string().contains("dealt"), "{who}: {view}");
        assert_eq!(view["history"][0][0], "hidden", "{who}");
        assert_eq!(view["notation"], json!([]), "{who}");
    }
    assert!(guest.to_string().contains("your_turn"));
    assert_eq!(
        guest["legal"][1],
        json!([]),
        "the moves of ann tell what she sees"
    );
    let from =
        json!({"from": {"table": table.id, "step": 1}, "seats": [human(), human(), human()]});
    assert_eq!(site.post("/api/tables", &from).status, 409);
    let turned = site.get(&table.path("?turned=true"));
    assert!(!turned.text.contains("dealt"), "{turned:?}");
}

#[test]
fn hint_is_a_legal_move_and_changes_nothing() {
    let site = Site::start(options(None));
    let table = Table::open(&site, "tic-tac-toe", &[human(), player("random")]);
    let before = table.view();
    let hint = table.post("/hint", &json!({"role": 0}));
    assert_eq!(hint.status, 200, "{hint:?}");
    let text = hint.json()["move"].clone();
    let legal = before["legal"][0].as_array().unwrap();
    assert!(legal.iter().any(|one| one["text"] == text), "{text}");
    assert_eq!(table.view()["step"], 0);
}

#[test]
fn hint_in_a_game_with_hidden_information_is_a_move_of_the_role() {
    let site = Site::start(options(None));
    let request = json!({"rules": CARD, "seats": [human(), player("random"), human()]});
    let table = Table::of(&site, &request);
    table.wait(|view| view["step"] == 1);
    let hint = table.post("/hint", &json!({"role": 2}));
    assert_eq!(hint.status, 200, "{hint:?}");
    let text = hint.json()["move"].as_str().unwrap().to_string();
    assert!(text.starts_with("(guess"), "{text}");
}

#[test]
fn hints_have_a_rate() {
    let mut options = options(None);
    options.limits.client_hints = 1;
    let site = Site::start(options);
    let table = Table::open(&site, "tic-tac-toe", &[human(), player("random")]);
    assert_eq!(table.post("/hint", &json!({"role": 0})).status, 200);
    let refused = table.post("/hint", &json!({"role": 0}));
    assert_eq!(refused.status, 429);
    assert!(refused.retry_after.is_some());
}

#[test]
fn plays_on_from_any_position() {
    let folder = Folder::new("origin");
    let mut site = Site::start(options(Some(&folder.0)));
    let table = Table::open(&site, "tic-tac-toe", &[human(), human()]);
    for (role, text) in [(0, "(mark b 2)"), (1, "(mark a 1)"), (0, "(mark c 3)")] {
        table.make_move(role, text);
    }
    let from =
        json!({"from": {"table": table.id, "step": 2}, "seats": [human(), {"level": "easy"}]});
    let copy = Table::of(&site, &from);
    let view = copy.wait_for_turn();
    assert_eq!(view["step"], 2);
    assert_eq!(view["history"][1][1], "(mark a 1)");
    assert_eq!(view["notation"][0], json!(["b2", null]));
    assert_eq!(view["seats"][1]["level"], "Easy");
    let (id, key) = (copy.id.clone(), copy.key.clone());
    site.close();
    drop(site);
    site = Site::start(options(Some(&folder.0)));
    let copy = Table {
        site: &site,
        id,
        key,
    };
    assert_eq!(copy.wait_for_turn()["step"], 2);
}

#[test]
fn winning_line_is_marked() {
    let site = Site::start(options(None));
    let table = Table::open(&site, "tic-tac-toe", &[human(), human()]);
    for (role, text) in [
        (0, "(mark a 1)"),
        (1, "(mark a 2)"),
        (0, "(mark b 1)"),
        (1, "(mark b 2)"),
        (0, "(mark c 1)"),
    ] {
        table.make_move(role, text);
    }
    let view = table.view();
    assert_eq!(view["status"], "over");
    assert_eq!(view["decisive"].as_array().unwrap().len(), 3, "{view}");
}
