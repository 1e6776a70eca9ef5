//! A player server whose player fails still answers its hosts in time.

use crate::common::{Waiting, rules};
use senet_arena::ServerOptions;
use senet_engine::{State, Stopped};
use senet_search::{Budget, MoveChoice, Player, Stop};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A player controlled by a function.
struct Puppet(fn(&Budget) -> Result<MoveChoice, Stopped>);

impl Player for Puppet {
    fn choose(&mut self, _state: &State, budget: &Budget) -> Result<MoveChoice, Stopped> {
        (self.0)(budget)
    }
}

/// Ignores everything but cancellation, for at most two minutes.
fn hang(budget: &Budget) -> Result<MoveChoice, Stopped> {
    let end = Instant::now() + Duration::from_secs(120);
    while budget.out_of_time() != Some(Stop::Cancelled) && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    Err(Stopped::Signalled)
}

/// A player server in a match of tic-tac-toe as `x`.
fn in_a_match(choose: fn(&Budget) -> Result<MoveChoice, Stopped>, play_clock: u32) -> Waiting {
    let waiting = Waiting::with(ServerOptions {
        seat: Arc::new(move |_| Ok(Box::new(Puppet(choose)))),
        ..ServerOptions::of("random".parse().unwrap())
    });
    let text = rules("tic-tac-toe").sheet.text.clone();
    let start = format!("(START m x ({text}) 30 {play_clock})");
    assert_eq!(waiting.post(&start), "ready", "{}", waiting.logged());
    waiting
}

#[test]
fn hanging_or_panicking_player_answers_a_random_move() {
    for choose in [hang as fn(&Budget) -> _, |_| panic!("on purpose")] {
        let waiting = in_a_match(choose, 1);
        let since = Instant::now();
        let answer = waiting.post("(PLAY m NIL)");
        assert!(answer.starts_with("( mark "), "{answer}");
        assert!(since.elapsed() < Duration::from_secs(30));
        assert!(
            waiting.logged().contains("playing a random move instead"),
            "{}",
            waiting.logged()
        );
        let moves = format!("(PLAY m ({answer} noop))");
        assert_eq!(waiting.post(&moves), "noop");
        assert_eq!(waiting.post("(STOP m (noop (mark a 1)))"), "done");
    }
}

/// Sends a message from another thread, and waits until the player thinks.
fn thinking(waiting: &Waiting, message: &str) -> std::thread::JoinHandle<String> {
    let (address, length) = (waiting.address.clone(), message.len());
    let request = format!("POST / HTTP/1.0\r\nContent-Length: {length}\r\n\r\n{message}");
    let asking = std::thread::spawn(move || crate::common::exchange(&address, request.as_bytes()));
    let end = Instant::now() + Duration::from_secs(20);
    while waiting.handle.open_connections() == 0 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(300));
    assert!(!asking.is_finished(), "the player thinks");
    asking
}

#[test]
fn answers_info_and_abort_while_thinking() {
    let waiting = in_a_match(hang, 100);
    let asking = thinking(&waiting, "(PLAY m NIL)");
    assert!(waiting.post("(INFO)").contains("( status busy )"));
    assert_eq!(waiting.post("(PLAY other NIL)"), "busy");
    assert!(!asking.is_finished());
    assert_eq!(waiting.post("(ABORT m)"), "aborted");
    let answer = asking.join().unwrap();
    assert!(answer.contains("( mark "), "{answer}");
    assert!(waiting.post("(INFO)").contains("( status available )"));
}

#[test]
fn repeated_request_is_answered_at_once() {
    let waiting = in_a_match(hang, 100);
    let asking = thinking(&waiting, "(PLAY m NIL)");
    assert_eq!(waiting.post("(PLAY m ((mark a 1) noop))"), "noop");
    assert!(asking.join().unwrap().contains("( mark "));
}

#[test]
fn excess_connections_get_busy() {
    let waiting = Waiting::with(ServerOptions {
        max_connections: 2,
        ..ServerOptions::of("random".parse().unwrap())
    });
    let silent: Vec<_> = (0..2)
        .map(|_| std::net::TcpStream::connect(&waiting.address).unwrap())
        .collect();
    let end = Instant::now() + Duration::from_secs(20);
    while waiting.handle.open_connections() < 2 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(waiting.post("(INFO)"), "busy");
    drop(silent);
    while waiting.handle.open_connections() > 0 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(waiting.post("(INFO)").contains("available"));
}
