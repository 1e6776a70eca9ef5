//! A player server whose player fails still answers its hosts in time.

use crate::common::{Waiting, body, rules};
use senet_arena::ServerOptions;
use senet_engine::{State, Stopped};
use senet_search::{Budget, MoveChoice, Player, Stop};
use std::io::{Read, Write};
use std::net::TcpStream;
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
    let waiting = Waiting::with(puppet(choose));
    start_match(&waiting, play_clock);
    waiting
}

fn puppet(choose: fn(&Budget) -> Result<MoveChoice, Stopped>) -> ServerOptions {
    ServerOptions {
        seat: Arc::new(move |_| Ok(Box::new(Puppet(choose)))),
        ..ServerOptions::of("random".parse().unwrap())
    }
}

/// The options of a player that never answers.
fn hanging() -> ServerOptions {
    puppet(hang)
}

/// Starts the match `m` of tic-tac-toe.
#[track_caller]
fn start_match(waiting: &Waiting, play_clock: u32) {
    let text = rules("tic-tac-toe").sheet.text.clone();
    let start = format!("(START m x ({text}) 30 {play_clock})");
    assert_eq!(waiting.post(&start), "ready", "{}", waiting.logged());
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

/// Opens this many connections that send nothing, and waits until the server has accepted them.
fn idle(waiting: &Waiting, count: usize) -> Vec<TcpStream> {
    let open = |_| TcpStream::connect(&waiting.address).unwrap();
    let idle: Vec<_> = (0..count).map(open).collect();
    wait_until("they are open", || {
        waiting.handle.open_connections() >= count
    });
    idle
}

/// Waits until something is true; panics after a while.
#[track_caller]
fn wait_until(what: &str, is_true: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(20);
    while !is_true() {
        assert!(Instant::now() < end, "it is never true that {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Everything that the server still sends on a connection.
fn rest(mut stream: &TcpStream) -> String {
    let patience = Some(Duration::from_secs(20));
    stream.set_read_timeout(patience).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("it is closed");
    text
}

#[test]
fn oldest_idle_connection_is_closed() {
    let waiting = Waiting::with(ServerOptions {
        max_connections: 2,
        ..ServerOptions::of("random".parse().unwrap())
    });
    let idle = idle(&waiting, 2);
    assert!(waiting.post("(INFO)").contains("available"));
    assert_eq!(body(&rest(&idle[0])), "busy");
    drop(idle);
    wait_until("all are closed", || waiting.handle.open_connections() == 0);
}

#[test]
fn excess_requests_get_busy_while_the_player_thinks() {
    for limits in [(1, 64), (512, 1)] {
        let (max_connections, max_answers) = limits;
        let waiting = Waiting::with(ServerOptions {
            max_connections,
            max_answers,
            ..hanging()
        });
        start_match(&waiting, 2);
        wait_until("START is over", || waiting.handle.open_connections() == 0);
        let asking = thinking(&waiting, "(PLAY m NIL)");
        assert_eq!(waiting.post("(INFO)"), "busy", "{limits:?}");
        assert!(asking.join().unwrap().contains("( mark "));
        wait_until("PLAY is over", || waiting.handle.open_connections() == 0);
        assert!(waiting.post("(INFO)").contains("( status busy )"));
    }
}

#[test]
fn junk_gets_an_answer_at_once() {
    let waiting = Waiting::new("random");
    let chunk = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n";
    for junk in ["(INFO)", "\u{16}\u{3}\u{1}\u{2}", "what is this\r\n", chunk] {
        let since = Instant::now();
        if junk.contains("what") {
            // A first line that could be the beginning of a request: only its end shows that it is none.
            let mut stream = TcpStream::connect(&waiting.address).unwrap();
            stream.write_all(junk.as_bytes()).unwrap();
            stream.shutdown(std::net::Shutdown::Write).unwrap();
            assert_eq!(body(&rest(&stream)), "nil", "{junk}");
        } else {
            assert_eq!(body(&waiting.send(junk.as_bytes())), "nil", "{junk}");
        }
        assert!(since.elapsed() < Duration::from_secs(10), "{junk}");
    }
}

#[test]
fn unfinished_request_is_answered_after_a_while() {
    let waiting = Waiting::with(ServerOptions {
        patience: Duration::from_millis(300),
        ..ServerOptions::of("random".parse().unwrap())
    });
    let half = b"POST / HTTP/1.0\r\nContent-Length: 100\r\n\r\n(PLAY m";
    assert_eq!(body(&waiting.send(half)), "nil");
}

#[test]
fn closing_answers_the_last_request() {
    let waiting = Waiting::with(hanging());
    start_match(&waiting, 100);
    let asking = thinking(&waiting, "(PLAY m NIL)");
    drop(waiting);
    assert!(asking.join().unwrap().contains("( mark "));
}
