//! Hidden information: people see only what their roles may see.

use crate::common::play::{Table, human, player};
use crate::common::{Site, options};
use serde_json::json;

/// Chance deals a card that `ann` sees and `bob` must guess.
const CARD: &str = "(role random) (role ann) (role bob) (card red) (card black) (init (phase deal)) \
    (<= (legal random (deal ?c)) (true (phase deal)) (card ?c)) (<= (legal random noop) (not (true (phase deal)))) \
    (legal ann noop) (<= (legal bob noop) (true (phase deal))) (<= (legal bob (guess ?c)) (true (phase guess)) (card ?c)) \
    (<= (next (dealt ?c)) (does random (deal ?c))) (<= (next (dealt ?c)) (true (dealt ?c))) \
    (<= (next (guessed ?c)) (does bob (guess ?c))) \
    (<= (next (phase guess)) (true (phase deal))) (<= (next (phase done)) (true (phase guess))) \
    (<= (sees ann (dealt ?c)) (does random (deal ?c))) (<= (sees bob your_turn) (true (phase deal))) \
    (<= terminal (true (phase done))) (<= right (true (dealt ?c)) (true (guessed ?c))) \
    (<= (goal bob 100) right) (<= (goal bob 0) (not right)) (goal ann 50) (goal random 0)";

#[test]
fn view_shows_only_percepts_until_the_match_is_over() {
    let site = Site::start(options(None));
    let seats = [player("random"), player("random"), human()];
    let table = Table::of(&site, &json!({"rules": CARD, "seats": seats}));
    let view = table.wait_for_turn();
    assert_eq!(view["hides"], true, "{view}");
    assert_eq!(view["facts"], json!(["bob sees your_turn"]));
    assert_eq!(view["history"], json!([["hidden", "hidden", "noop"]]));
    assert_eq!(view["last"], json!(["hidden", "hidden", "noop"]));
    assert_eq!((&view["legal"][0], &view["seed"]), (&json!([]), &json!(0)));
    assert_eq!(view["legal"][2].as_array().unwrap().len(), 2);
    let places = &view["legal"][2][0]["places"];
    assert_eq!(places, &json!(["button:0:0"]), "a guess has a button");
    assert!(!view.to_string().contains("dealt"), "{view}");
    let past = site.get(&table.path("?step=1")).text;
    assert!(!past.contains("dealt"), "{past}");
    let refused = site.get(&table.path("/record"));
    assert_eq!(refused.status, 409, "{refused:?}");
    // The rules, and with them the first state, are public.
    let first = site.get(&table.path("?step=0")).json();
    assert_eq!(first["facts"], json!(["(phase deal)"]));
    let over = table.play_out(2);
    assert_eq!(over["hides"], false);
    assert!(over["facts"].to_string().contains("dealt"), "{over}");
    assert!(over["history"][0][0].as_str().unwrap().starts_with("(deal"));
    assert_eq!(site.get(&table.path("/record")).status, 200);
}

#[test]
fn view_depends_on_human_roles_and_player_tables_hide_nothing() {
    let site = Site::start(options(None));
    let seats = [player("random"), human(), human()];
    let table = Table::of(&site, &json!({"rules": CARD, "seats": seats}));
    let view = table.wait_for_turn();
    let facts = view["facts"].to_string();
    assert!(facts.contains("ann sees (dealt"), "{facts}");
    let seats = [player("random"), player("random"), player("random")];
    let table = Table::of(&site, &json!({"rules": CARD, "seats": seats}));
    let view = table.wait_for_turn();
    assert_eq!(
        (&view["status"], &view["hides"]),
        (&json!("over"), &json!(false))
    );
}
