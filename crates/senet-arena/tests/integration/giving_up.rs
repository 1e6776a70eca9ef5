//! A served player gives up the work of a match that has ended, and then plays the next one.

use crate::common::{Waiting, exchange, rules};
use senet_arena::ServerOptions;
use senet_engine::{State, Stopped};
use senet_search::{Budget, MoveChoice, Player, SearchReport};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The longest time that the end of work may take on a busy machine.
const SOON: Duration = Duration::from_secs(2);

/// Grounding these rules takes minutes and gigabytes.
fn large() -> String {
    let values: String = (0..120).map(|value| format!("(n {value}) ")).collect();
    format!(
        "(role a) (init s) {values} (<= (legal a (m ?a ?b ?c ?d)) (n ?a) (n ?b) (n ?c) (n ?d))
         (<= (next (f ?x ?y)) (does a (m ?x ?y ?c ?d))) (<= terminal (true (f 1 1))) (goal a 50)"
    )
}

/// Prepares until its budget is over, and sleeps for two seconds before each move, whatever its budget says.
struct Sleeper;

impl Player for Sleeper {
    fn prepare(&mut self, budget: &Budget) -> Result<SearchReport, Stopped> {
        while !budget.is_over() {
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(SearchReport::default())
    }

    fn choose(&mut self, _state: &State, _budget: &Budget) -> Result<MoveChoice, Stopped> {
        std::thread::sleep(Duration::from_secs(2));
        Err(Stopped::Signalled)
    }
}

fn sleeper() -> Waiting {
    Waiting::with(ServerOptions {
        seat: Arc::new(|_| Ok(Box::new(Sleeper))),
        ..ServerOptions::of("random".parse().unwrap())
    })
}

/// Starts a match of tic-tac-toe with clocks in seconds.
fn start(id: &str, start_clock: u32, play_clock: u32) -> String {
    let text = rules("tic-tac-toe").sheet.text.clone();
    format!("(START {id} x ({text}) {start_clock} {play_clock})")
}

/// Posts a message on another thread, and waits until the player works on it.
fn working(waiting: &Waiting, message: String) -> JoinHandle<String> {
    let address = waiting.address.clone();
    let posting = std::thread::spawn(move || {
        let length = message.len();
        let request = format!("POST / HTTP/1.0\r\nContent-Length: {length}\r\n\r\n{message}");
        exchange(&address, request.as_bytes())
    });
    let end = Instant::now() + Duration::from_secs(20);
    while !waiting.post("(INFO)").contains("busy") && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(300));
    assert!(!posting.is_finished(), "{}", waiting.logged());
    posting
}

/// Ends the match `m` with a message, and expects that the work on it ends soon.
#[track_caller]
fn check_end(waiting: &Waiting, work: JoinHandle<String>, message: &str, answer: &str) {
    let since = Instant::now();
    assert_eq!(waiting.post(message), answer);
    assert!(work.join().unwrap().ends_with("busy"));
    assert!(since.elapsed() < SOON, "it took {:?}", since.elapsed());
}

#[test]
fn abort_and_stop_end_loading() {
    let waiting = Waiting::new("random");
    for (message, answer) in [("(ABORT m)", "aborted"), ("(STOP m NIL)", "done")] {
        let loading = working(&waiting, format!("(START m a ({}) 60 5)", large()));
        check_end(&waiting, loading, message, answer);
        let since = Instant::now();
        assert_eq!(waiting.post(&start("n", 30, 5)), "ready");
        let logged = waiting.logged();
        assert!(
            since.elapsed() < SOON,
            "it took {:?}\n{logged}",
            since.elapsed()
        );
        assert!(waiting.post("(PLAY n NIL)").starts_with("( mark "));
        assert_eq!(waiting.post("(STOP n NIL)"), "done");
    }
}

#[test]
fn abort_ends_preparation() {
    let waiting = sleeper();
    let preparing = working(&waiting, start("m", 60, 5));
    check_end(&waiting, preparing, "(ABORT m)", "aborted");
}

#[test]
fn next_match_waits_for_the_memory_but_answers_in_time() {
    let waiting = sleeper();
    assert_eq!(waiting.post(&start("m", 1, 60)), "ready");
    let thinking = working(&waiting, "(PLAY m NIL)".to_string());
    assert_eq!(waiting.post("(ABORT m)"), "aborted");
    let since = Instant::now();
    assert_eq!(waiting.post(&start("n", 1, 60)), "ready");
    assert!(
        since.elapsed() < Duration::from_secs(1),
        "START must answer in time"
    );
    let logged = waiting.logged();
    assert!(
        logged.contains("n: the rules are still loading"),
        "{logged}"
    );
    assert!(waiting.post("(PLAY n NIL)").starts_with("( mark "));
    thinking.join().unwrap();
}
