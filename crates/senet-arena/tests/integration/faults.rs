//! With remote players that do everything wrong, the match goes on, ends in time, and its record says what happened.

use crate::common::{Strange, played, respond, rules, setup};
use senet_arena::{Clocks, MatchSetup, PlayedMatch};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A game with this many roles, which all choose once at the same time.
fn one_round(roles: usize) -> String {
    let roles = (1..=roles).map(|n| format!("(role r{n}) (goal r{n} 50)"));
    let roles: Vec<_> = roles.collect();
    format!(
        "{} (init start) (choice a) (choice b) (choice c)
         (<= (legal ?r (take ?c)) (role ?r) (choice ?c))
         (<= (next end) (true start)) (<= terminal (true end))",
        roles.join(" ")
    )
}

/// A player that misbehaves only when asked for a move.
fn when_asked(behaviour: impl Fn(TcpStream, &AtomicBool) + Send + Sync + 'static) -> Strange {
    Strange::new(
        move |stream, request, closed| match request.contains("PLAY") {
            true => behaviour(stream, closed),
            false => respond(stream, "ready"),
        },
    )
}

fn wait_for(closed: &AtomicBool) {
    while !closed.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A player that accepts connections and drops them unread, which resets them.
struct Resetting {
    address: String,
}

impl Resetting {
    fn new(connections: usize) -> Resetting {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        std::thread::spawn(move || {
            for _ in 0..connections {
                let Ok((stream, _)) = listener.accept() else {
                    return;
                };
                // Waits for input that stays unread.
                stream.peek(&mut [0]).ok();
            }
        });
        Resetting { address }
    }
}

/// True if the match took no longer than its clocks allow.
fn in_time(setup: &MatchSetup, messages: u32, since: Instant) -> bool {
    let each = setup.clocks.play + Duration::from_secs(1);
    // Extra time for a loaded machine.
    since.elapsed() < setup.clocks.start + each * messages + Duration::from_secs(10)
}

fn codes(played: &PlayedMatch, step: usize) -> Vec<String> {
    played
        .record
        .errors
        .as_ref()
        .expect("our records have them")[step]
        .clone()
}

#[test]
fn every_fault_has_its_code() {
    let nobody = {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().to_string()
    };
    let strange = [
        (when_asked(|stream, _| respond(stream, "(take b)")), ""),
        (
            when_asked(|stream, closed| {
                wait_for(closed);
                drop(stream);
            }),
            "TO",
        ),
        (
            when_asked(|stream, closed| {
                std::thread::sleep(Duration::from_millis(2500));
                respond(stream, "(take a)");
                wait_for(closed);
            }),
            "TO",
        ),
        (when_asked(trickle), "TO"),
        (
            when_asked(|stream, _| respond(stream, "((( & what?")),
            "IL null",
        ),
        (when_asked(|stream, _| respond(stream, "")), "IL null"),
        (when_asked(|stream, _| huge(stream, 4 << 20)), "IL null"),
        (
            when_asked(|stream, _| respond(stream, "(TAKE everything)")),
            "IL (take everything)",
        ),
        (when_asked(|stream, _| drop(stream)), "CE"),
        (
            when_asked(|mut stream, _| drop(stream.write_all(b"HTTP/1.0 200 OK\r\nConten"))),
            "CE",
        ),
    ];
    let resetting = Resetting::new(3);
    let mut players: Vec<_> = strange.iter().map(|(player, _)| player.address()).collect();
    let mut expected: Vec<_> = strange.iter().map(|(_, code)| *code).collect();
    players.extend([resetting.address.clone(), nobody]);
    expected.extend(["CE", "CE"]);
    let rules = rules(&one_round(players.len()));
    let players: Vec<_> = players.iter().map(String::as_str).collect();
    let mut setup = setup(&rules, &players);
    setup.clocks = Clocks::seconds(10.0, 1.0);
    let since = Instant::now();
    let first = played(&setup);
    assert!(in_time(&setup, 2, since), "it took {:?}", since.elapsed());
    assert_eq!(codes(&first, 1), expected);
    let unready: Vec<_> = codes(&first, 0)
        .into_iter()
        .filter(|code| !code.is_empty())
        .collect();
    assert_eq!(unready, ["CE", "CE"]);
    assert!(first.record.is_completed);
    assert_eq!(
        first.record.own.substituted.len(),
        expected.iter().filter(|code| !code.is_empty()).count()
    );
    first.record.verify(&rules).expect("substitutes are legal");
}

/// Sends a byte now and then, so that no single read times out.
fn trickle(mut stream: TcpStream, closed: &AtomicBool) {
    while !closed.load(Ordering::Relaxed) && stream.write_all(b"x").is_ok() {
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Sends this many bytes of a move without an end.
fn huge(mut stream: TcpStream, bytes: usize) {
    let piece = [b'('; 1 << 16];
    let mut sent = stream.write_all(b"HTTP/1.0 200 OK\r\n\r\n");
    for _ in 0..bytes / piece.len() {
        if sent.is_err() {
            return;
        }
        sent = stream.write_all(&piece);
    }
}

#[test]
fn substitutes_come_from_the_seed() {
    let rules = rules(&one_round(3));
    let silent: Vec<_> = (0..3)
        .map(|_| when_asked(|stream, _| drop(stream)))
        .collect();
    let players: Vec<_> = silent.iter().map(Strange::address).collect();
    let players: Vec<_> = players.iter().map(String::as_str).collect();
    let moves = |seed| {
        let mut setup = setup(&rules, &players);
        setup.seed = seed;
        played(&setup).record.moves
    };
    assert_eq!(moves(1), moves(1));
    let different: std::collections::BTreeSet<_> = (0..8).map(moves).collect();
    assert!(different.len() > 1);
    let mut setup = setup(&rules, &players);
    setup.substitute = senet_arena::Substitute::FirstLegal;
    assert_eq!(played(&setup).record.moves, [["( take a )"; 3]]);
}

/// The size of the largest answer; larger in the long form.
fn huge_bytes() -> usize {
    let set = std::env::var("SENET_HUGE_BYTES").ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(64 << 20)
}

#[test]
fn endless_answer_is_cut_off() {
    let rules = rules(&one_round(2));
    let endless = when_asked(|stream, _| huge(stream, huge_bytes()));
    let mut setup = setup(&rules, &[&endless.address(), "random"]);
    setup.clocks = Clocks::seconds(10.0, 20.0);
    let played = played(&setup);
    assert_eq!(codes(&played, 1), ["IL null", ""]);
}
