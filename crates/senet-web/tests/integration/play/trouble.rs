//! The actions of one visitor do not disturb the matches of others.

use crate::common::play::{Events, Table, human, player};
use crate::common::{Site, options};
use senet_arena::CustomPlayer;
use senet_engine::{MoveId, State, Stopped};
use senet_search::{Budget, MoveChoice, Player, SearchReport};
use senet_web::{WebLimits, WebOptions};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A player that misbehaves.
enum Bad {
    Panics,
    Cheats,
    Sleeps,
}

impl Player for Bad {
    fn choose(&mut self, _state: &State, budget: &Budget) -> Result<MoveChoice, Stopped> {
        match self {
            Bad::Panics => panic!("on purpose, by a test"),
            Bad::Cheats => {}
            Bad::Sleeps => {
                // Ignores everything but cancellation; a second is never enough.
                while budget.out_of_time() != Some(senet_search::Stop::Cancelled) {
                    std::thread::sleep(Duration::from_millis(5));
                }
            }
        }
        Ok(MoveChoice {
            chosen: MoveId(u32::MAX),
            report: SearchReport::default(),
        })
    }
}

fn guest(name: &str, make: fn() -> Bad) -> CustomPlayer {
    CustomPlayer {
        name: name.to_string(),
        seat: Arc::new(move |_| Ok(Box::new(make()))),
    }
}

fn site_with(change: impl FnOnce(&mut WebLimits)) -> Site {
    let mut options = WebOptions {
        custom_players: vec![
            guest("panics", || Bad::Panics),
            guest("cheats", || Bad::Cheats),
            guest("sleeps", || Bad::Sleeps),
        ],
        ..options(None)
    };
    change(&mut options.limits);
    Site::start(options)
}

#[test]
fn moves_of_bad_players_are_substituted() {
    let patient = site_with(|_| ());
    let impatient = site_with(|limits| limits.grace = Duration::from_millis(50));
    for (site, name, why) in [
        (
            &patient,
            "panics",
            "no answer: it panicked: on purpose, by a test",
        ),
        (&patient, "cheats", "illegal move"),
        (&impatient, "sleeps", "no answer in time"),
    ] {
        let seats = [player(name), player("random")];
        let table = Table::open(site, "tic-tac-toe", &seats);
        let view = table.wait_for_turn();
        assert_eq!(view["status"], "over", "{name}");
        let troubles = view["troubles"].as_array().unwrap();
        assert!(troubles.len() >= 3, "{name}: {troubles:?}");
        assert!(troubles.iter().all(|trouble| trouble["role"] == 0));
        let told = troubles[0]["why"].as_str().unwrap();
        assert!(told.starts_with(why), "{told}");
        // Substitutes come from the seed.
        let again = Table::open(site, "tic-tac-toe", &seats).wait_for_turn();
        assert_eq!(again["history"], view["history"], "{name}");
    }
}

#[test]
fn explosive_sheets_fail_alone() {
    let site = site_with(|limits| {
        limits.ground = Duration::from_millis(500);
        limits.question = Duration::from_secs(2);
    });
    let beside = Table::open(&site, "tic-tac-toe", &[human(), player("random")]);
    let digits: String = (0..10).map(|digit| format!("(d {digit})")).collect();
    let wide = "(<= (many ?a ?b ?c ?d ?e ?f ?g ?h) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (d ?h))";
    let rules = format!(
        "(role r) {digits} {wide} (init (at 0)) (<= (legal r (go ?a ?b ?c ?d ?e ?f ?g ?h)) (many ?a ?b ?c ?d ?e ?f ?g ?h)) \
         (<= (next (at ?x)) (does r (go ?x ?b ?c ?d ?e ?f ?g ?h))) (<= terminal (true (at 9))) (goal r 100)"
    );
    let table = Table::of(&site, &json!({"rules": rules, "seats": [human()]}));
    beside.make_move(0, "(mark a 1)");
    let view = table.wait(|view| view["status"] != "loading");
    assert_eq!(view["status"], "failed");
    assert!(!view["reason"].as_str().unwrap().is_empty());
    let refused = table.try_move(0, 0, "(go 1 1 1 1 1 1 1 1)");
    assert_eq!(refused.status, 409);
    assert_eq!(beside.play_out(0)["status"], "over");
}

#[test]
fn rejects_unplayable_sheets_with_the_position() {
    let site = site_with(|_| ());
    let open = |rules: &str, seats: Value| {
        site.post("/api/tables", &json!({"rules": rules, "seats": seats}))
    };
    let refused = open(
        "(role x)\n(<= (legal x ?y) (true z))",
        json!([{"human": true}]),
    );
    assert_eq!(refused.status, 422, "{refused:?}");
    let message = refused.json()["error"]["message"]
        .as_str()
        .unwrap()
        .to_string();
    assert!(message.contains("line 2"), "{message}");
    assert_eq!(open("", json!([])).status, 422);
    assert_eq!(open("(((", json!([])).status, 422);
    let deep = "(".repeat(100_000);
    assert_eq!(open(&deep, json!([])).status, 422);
}

#[test]
fn rejects_requests_above_limits() {
    let site = site_with(|limits| limits.thinkers = 2);
    let open = |seats: Value, seconds: f64| {
        let body = json!({"game": "tic-tac-toe", "seats": seats, "seconds": seconds});
        site.post("/api/tables", &body).status
    };
    let seat = |name: &str| json!([{"human": true}, {"player": name}]);
    assert_eq!(open(seat("uct"), 1.0), 201);
    assert_eq!(open(seat("uct"), 1e9), 400);
    assert_eq!(open(seat("uct"), -1.0), 400);
    assert_eq!(open(seat("uct:threads=2"), 1.0), 201);
    assert_eq!(open(seat("uct:threads=200"), 1.0), 400);
    assert_eq!(open(seat("uct:batch=1000000"), 1.0), 400);
    assert_eq!(open(seat("nested:level=1000000"), 1.0), 400);
    assert_eq!(open(seat(&"x".repeat(100_000)), 1.0), 400);
    assert_eq!(open(json!([{}, {}]), 1.0), 400);
    assert_eq!(open(json!(vec![json!({"human": true}); 100_000]), 1.0), 413);
    assert_eq!(open(json!(vec![json!({"human": true}); 10_000]), 1.0), 400);
    assert_eq!(open(json!([]), 1.0), 400);
    let both = json!({"game": "tic-tac-toe", "rules": "", "seats": []});
    assert_eq!(site.post("/api/tables", &both).status, 400);
    assert_eq!(site.post_text("/api/tables", "{").status, 400);
    let long = json!({"rules": " ".repeat(2 << 20), "seats": []});
    let refused = site.post("/api/tables", &long);
    assert_eq!(refused.status, 413, "{}", refused.status);
    assert!(refused.json()["error"]["help"].is_string());
    let unknown = site.post("/api/tables", &json!({"game": "nothing", "seats": []}));
    assert_eq!(unknown.status, 404);
}

#[test]
fn tables_are_limited() {
    let site = site_with(|limits| limits.tables = 2);
    let seats = [human(), human()];
    let first = Table::open(&site, "tic-tac-toe", &seats);
    let _second = Table::open(&site, "tic-tac-toe", &seats);
    let request = json!({"game": "tic-tac-toe", "seats": seats});
    let refused = site.post("/api/tables", &request);
    assert_eq!(refused.status, 503);
    assert_eq!(refused.json()["error"]["message"], "all 2 tables are taken");
    assert_eq!(site.delete_with(&first.path(""), &first.key).status, 204);
    assert_eq!(site.post("/api/tables", &request).status, 201);
}

#[test]
fn idle_tables_are_closed() {
    let site = site_with(|limits| limits.idle = Duration::from_millis(300));
    let table = Table::of(
        &site,
        &json!({"game": "tic-tac-toe", "seats": [human(), human()]}),
    );
    let list = || site.get("/api/tables").json().as_array().unwrap().len();
    let end = Instant::now() + Duration::from_secs(60);
    while list() > 0 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(list(), 0);
    assert_eq!(site.get(&table.path("")).status, 404);
}

#[test]
fn slow_reader_does_not_delay_the_table() {
    let site = site_with(|limits| limits.stall = Duration::from_secs(3600));
    let table = Table::open(&site, "connect-four", &[human(), human()]);
    let mut slow = Events::of(&table);
    assert_eq!(slow.next().0, "view");
    let mut idle: Vec<Events> = (0..20).map(|_| Events::of(&table)).collect();
    for _ in 0..4 {
        // Far more events than are kept, while no spectator reads.
        for _ in 0..50 {
            let view = table.view();
            let role = usize::from(view["legal"][0].as_array().unwrap().len() == 1);
            let text = view["legal"][role][0]["text"].as_str().unwrap().to_string();
            table.make_move(role, &text);
            assert_eq!(table.post("/undo", &json!({})).status, 200);
        }
    }
    // They still get the current state.
    let text = table.view()["legal"][0][0]["text"]
        .as_str()
        .unwrap()
        .to_string();
    table.make_move(0, &text);
    for events in idle.iter_mut().chain([&mut slow]) {
        while events.next_named("view")["step"] != 1 {}
    }
}

#[test]
fn slow_sender_times_out() {
    let site = site_with(|limits| {
        limits.head = Duration::from_millis(300);
        limits.request = Duration::from_millis(600);
    });
    // Half of a head, then nothing.
    let mut half = TcpStream::connect(site.address).unwrap();
    half.set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    write!(half, "GET / HTTP/1.1\r\nHost: ").unwrap();
    let mut text = String::new();
    half.read_to_string(&mut text).unwrap();
    // A head that announces a body, then nothing.
    let mut empty = TcpStream::connect(site.address).unwrap();
    empty
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let address = site.address;
    write!(empty, "POST /api/tables HTTP/1.1\r\nHost: {address}\r\nX-Senet: 1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{").unwrap();
    let mut text = [0; 12];
    empty.read_exact(&mut text).unwrap();
    assert_eq!(&text, b"HTTP/1.1 408");
    assert_eq!(site.get("/api/players").status, 200);
}

#[test]
fn server_stops_while_spectators_watch() {
    let site = site_with(|_| ());
    let seats = [human(), json!({"player": "uct", "seconds": 30.0})];
    let table = Table::open(&site, "connect-four", &seats);
    let mut events = Events::of(&table);
    assert_eq!(events.next().0, "view");
    let text = table.view()["legal"][0][0]["text"]
        .as_str()
        .unwrap()
        .to_string();
    table.make_move(0, &text);
    site.close();
    // The table is not closed: the next server brings it back.
    while let Some((name, _)) = events.try_next() {
        assert_ne!(name, "closed");
    }
    drop(site);
}

#[test]
fn closing_a_table_ends_its_loading() {
    let site = site_with(|limits| {
        limits.ground = Duration::from_secs(600);
        limits.ground_bytes = 64 << 30;
        limits.loads = 1;
    });
    // Grounding 10⁷ facts takes far longer than this test.
    let digits: String = (0..10).map(|digit| format!("(d {digit})")).collect();
    let slow = format!(
        "(role r) {digits} (init (at 0)) (<= (p ?a ?b ?c ?d ?e ?f ?g) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g)) \
         (<= (legal r (go ?a ?b ?c ?d ?e ?f ?g)) (p ?a ?b ?c ?d ?e ?f ?g) (true (at 0))) (<= (next (at ?a)) (does r (go ?a ?b ?c ?d ?e ?f ?g))) \
         (<= terminal (true (at 9))) (goal r 100)"
    );
    let small = "(role r) (init on) (legal r go) (<= (next off) (does r go)) (<= terminal (true off)) (goal r 100)";
    let tables: Vec<Table> = (0..3)
        .map(|number| {
            let rules = format!("{slow} (note {number})");
            Table::of(&site, &json!({"rules": rules, "seats": [human()]}))
        })
        .collect();
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(tables[0].view()["status"], "loading");
    let closed = Instant::now();
    for table in &tables {
        assert_eq!(site.delete_with(&table.path(""), &table.key).status, 204);
    }
    // Only one sheet loads at a time: this one has its turn when the others have ended.
    let next = Table::of(&site, &json!({"rules": small, "seats": [human()]}));
    assert_eq!(next.wait_for_turn()["status"], "over");
    assert!(
        closed.elapsed() < Duration::from_secs(30),
        "{:?}",
        closed.elapsed()
    );
}

#[test]
fn closing_a_table_ends_its_players() {
    let site = site_with(|limits| limits.thinkers = 2);
    let seats = [human(), json!({"player": "uct:threads=2", "seconds": 50.0})];
    let table = Table::open(&site, "connect-four", &seats);
    let text = table.view()["legal"][0][0]["text"]
        .as_str()
        .unwrap()
        .to_string();
    table.make_move(0, &text);
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(site.delete_with(&table.path(""), &table.key).status, 204);
    // Both slots are free at once.
    let began = Instant::now();
    let seats = [player("uct:threads=2"), player("uct:threads=2")];
    let next = Table::open(&site, "tic-tac-toe", &seats);
    assert_eq!(next.wait_for_turn()["status"], "over");
    assert!(
        began.elapsed() < Duration::from_secs(30),
        "{:?}",
        began.elapsed()
    );
}

/// Opens a connection and sends the beginning of a request, or a whole one.
fn sent(site: &Site, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(site.address).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    stream
}

#[test]
fn many_connections_do_not_lock_others_out() {
    let site = site_with(|limits| limits.connections = 16);
    let table = Table::open(&site, "tic-tac-toe", &[human(), human()]);
    let (host, id) = (site.address, &table.id);
    let heads = [
        String::new(),
        "GET / HT".to_string(),
        format!("GET /api/tables/{id}/events HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        format!(
            "POST /api/check HTTP/1.1\r\nHost: {host}\r\nX-Senet: 1\r\nContent-Length: 99\r\n\r\n{{"
        ),
    ];
    for head in heads {
        let crowd: Vec<TcpStream> = (0..100).map(|_| sent(&site, &head)).collect();
        let start = Instant::now();
        for _ in 0..20 {
            assert_eq!(site.get("/api/levels").status, 200);
        }
        let took = start.elapsed();
        assert!(took < Duration::from_secs(10), "{head}: {took:?}");
        drop(crowd);
    }
    assert_eq!(table.wait_for_turn()["status"], "waiting");
}
