//! The actions of hostile hosts.

use super::super::attacker::Trouble;
use super::super::finding::Fault;
use super::super::http::{connect, exchange};
use super::{PATIENCE, post};
use fastrand::Rng;
use std::io::Write;
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

/// A way to harm a player server. It returns connections that stay open during the real match.
pub struct Assault {
    /// The name in findings.
    pub name: &'static str,
    /// Makes the assault with at most this number of connections, and notes wrong answers.
    pub make: fn(SocketAddr, &mut Rng, usize, &mut Vec<Trouble>) -> Vec<TcpStream>,
}

/// All assaults.
pub const ASSAULTS: [Assault; 9] = [
    Assault {
        name: "idle connections",
        make: idle,
    },
    Assault {
        name: "slow bytes",
        make: slow,
    },
    Assault {
        name: "junk",
        make: junk,
    },
    Assault {
        name: "huge messages",
        make: huge,
    },
    Assault {
        name: "wrong matches",
        make: wrong_matches,
    },
    Assault {
        name: "START and ABORT",
        make: start_and_abort,
    },
    Assault {
        name: "repeated messages",
        make: repeated,
    },
    Assault {
        name: "hostile rules",
        make: hostile_rules,
    },
    Assault {
        name: "closed connections",
        make: closed,
    },
];

/// A small game on one line.
const GAME: &str = "(role a) (init (s 1)) (legal a go) (legal a stay) (<= (next (s 2)) (does a go)) (<= (next (s 1)) (does a stay)) (<= terminal (true (s 2))) (goal a 100)";

/// Opens `count` connections, or as many as the limit on open files allows. Some files stay free for the match.
fn open(address: SocketAddr, count: usize) -> Vec<TcpStream> {
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let most = files.map_or(count, |files| (files as usize).saturating_sub(100));
    let connections = (0..count.min(most)).map_while(|_| connect(address).ok());
    connections.collect()
}

/// Connections that send nothing.
fn idle(address: SocketAddr, _: &mut Rng, count: usize, _: &mut Vec<Trouble>) -> Vec<TcpStream> {
    open(address, count)
}

/// Connections that send a byte now and then, for longer than the match lasts.
fn slow(address: SocketAddr, _: &mut Rng, count: usize, _: &mut Vec<Trouble>) -> Vec<TcpStream> {
    let connections = open(address, count.min(200));
    let mut senders: Vec<_> = connections.iter().flat_map(TcpStream::try_clone).collect();
    let message = b"POST / HTTP/1.0\r\nContent-Length: 500000\r\n\r\n(PLAY m (";
    std::thread::spawn(move || {
        for byte in message.iter().chain(std::iter::repeat_n(&b'a', 100)) {
            for sender in &mut senders {
                // The server may close slow connections.
                sender.write_all(&[*byte]).ok();
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    connections
}

/// Bytes that are not a message. The server answers or closes the connection.
fn junk(address: SocketAddr, rng: &mut Rng, count: usize, _: &mut Vec<Trouble>) -> Vec<TcpStream> {
    for _ in 0..count.min(100) {
        let Ok(mut stream) = connect(address) else {
            continue;
        };
        let length = 1 << rng.usize(0..14);
        let mut bytes: Vec<u8> = (0..length).map(|_| rng.u8(..)).collect();
        if rng.bool() {
            bytes.splice(..0, *b"POST / HTTP/1.0\r\nContent-Length: -7\r\n\r\n");
        }
        // The server may close the connection at any byte.
        stream.write_all(&bytes).ok();
        stream.shutdown(Shutdown::Write).ok();
    }
    Vec::new()
}

/// Wrong lengths, endless bodies, endless chunks, deep expressions.
fn huge(
    address: SocketAddr,
    rng: &mut Rng,
    _: usize,
    troubles: &mut Vec<Trouble>,
) -> Vec<TcpStream> {
    let lie = b"POST / HTTP/1.0\r\nContent-Length: 99999999999999999999\r\n\r\n(INFO)".to_vec();
    let long = [
        &b"POST / HTTP/1.0\r\nContent-Length: 20000000\r\n\r\n"[..],
        &vec![b'('; 20_000_000],
    ]
    .concat();
    let head = [&b"POST / HTTP/1.0\r\n"[..], &vec![b'x'; 1 << 20]].concat();
    let chunks = [
        &b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"[..],
        &b"7fffffffffffffff\r\n((((((\r\n".repeat(100),
    ];
    let mut all = [lie, long, head, chunks.concat()];
    rng.shuffle(&mut all);
    for bytes in all {
        // The server may refuse by closing the connection.
        exchange(address, &bytes, PATIENCE).ok();
    }
    let deep = format!("(PLAY m {}", "(".repeat(1 << 20));
    expect(address, &deep, "nil", troubles);
    Vec::new()
}

/// Messages about matches that do not exist.
fn wrong_matches(
    address: SocketAddr,
    rng: &mut Rng,
    _: usize,
    troubles: &mut Vec<Trouble>,
) -> Vec<TcpStream> {
    for _ in 0..10 {
        let id = rng.u32(..);
        for message in [
            "PLAY # NIL",
            "STOP # ((a) (b))",
            "ABORT #",
            "PLAY # 7 NIL NIL",
        ] {
            let message = format!("({})", message.replace('#', &format!("no{id}")));
            expect(address, &message, "busy", troubles);
        }
    }
    for message in [
        "()",
        "(DANCE)",
        "(PLAY)",
        "(START m)",
        "(((",
        ")",
        "(PLAY (m) NIL)",
    ] {
        expect(address, message, "nil", troubles);
    }
    Vec::new()
}

fn expect(address: SocketAddr, message: &str, expected: &str, troubles: &mut Vec<Trouble>) {
    let answer = post(address, message);
    if !answer.as_ref().is_ok_and(|text| text == expected) {
        let shown: String = message.chars().take(60).collect();
        let detail = format!("{shown} is answered by {answer:?}, expected {expected}");
        troubles.push(Trouble::new(Fault::BadAnswer, detail));
    }
}

/// Starts matches whose rules take memory while they load, and aborts them at once, many times.
fn start_and_abort(
    address: SocketAddr,
    rng: &mut Rng,
    _: usize,
    troubles: &mut Vec<Trouble>,
) -> Vec<TcpStream> {
    for number in 0..10 {
        let ors: String = (0..16)
            .map(|n| format!("(or (true (f {number} {n})) (true (g {n})))"))
            .collect();
        let rules = format!("{GAME} (<= (legal a (more x)) {ors})");
        let message = format!("(START m{number} a ({rules}) 60 10)");
        let head = format!(
            "POST / HTTP/1.0\r\nContent-Length: {}\r\n\r\n",
            message.len()
        );
        let Ok(mut stream) = connect(address) else {
            continue;
        };
        stream.write_all((head + &message).as_bytes()).ok();
        std::thread::sleep(Duration::from_millis(rng.u64(20..400)));
        let answer = post(address, &format!("(ABORT m{number})"));
        // The match may already be refused or over.
        if !answer
            .as_ref()
            .is_ok_and(|text| text == "aborted" || text == "busy")
        {
            troubles.push(Trouble::new(
                Fault::BadAnswer,
                format!("ABORT is answered by {answer:?}"),
            ));
        }
    }
    Vec::new()
}

/// The messages of a match, each sent several times and in the wrong order.
fn repeated(
    address: SocketAddr,
    rng: &mut Rng,
    _: usize,
    troubles: &mut Vec<Trouble>,
) -> Vec<TcpStream> {
    let id = format!("r{}", rng.u32(..));
    let start = format!("(START {id} a ({GAME}) 5 3)");
    expect(address, &start, "ready", troubles);
    expect(address, &start, "busy", troubles);
    let mut messages: Vec<String> = Vec::new();
    for past in [
        "NIL",
        "(stay)",
        "(go)",
        "(unknown)",
        "((stay) (stay))",
        "9 go (x)",
    ] {
        messages.push(format!("(PLAY {id} {past})"));
        messages.push(format!("(PLAY {id} {past})"));
    }
    rng.shuffle(&mut messages);
    for message in messages {
        if let Err(error) = post(address, &message) {
            let detail = format!("{message} is not answered: {error}");
            troubles.push(Trouble::new(Fault::BadAnswer, detail));
        }
    }
    expect(address, &format!("(STOP {id} (go))"), "done", troubles);
    expect(address, &format!("(STOP {id} (go))"), "busy", troubles);
    Vec::new()
}

/// Rules that no player can play, with clocks of all kinds. Every START is answered in time.
fn hostile_rules(
    address: SocketAddr,
    rng: &mut Rng,
    _: usize,
    troubles: &mut Vec<Trouble>,
) -> Vec<TcpStream> {
    let digits: String = (0..30).map(|n| format!("(d {n})")).collect();
    let sheets = [
        String::new(),
        "(role a)".to_string(),
        "((((((".to_string(),
        "(p z) (<= (p (s ?x)) (p ?x)) (<= (legal a ?x) (p ?x)) (role a)".to_string(),
        format!(
            "{GAME} {digits} (<= (legal a (go ?a ?b ?c ?d ?e)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e))"
        ),
        GAME.replace(" a", " <b>"),
    ];
    for sheet in sheets {
        let id = format!("h{}", rng.u32(..));
        let clock = ["1", "0", "-1", "1e9", "soon", "2"][rng.usize(..6)];
        let short = sheet.chars().take(40).collect::<String>();
        let message = format!("(START {id} a ({sheet}) {clock} 1)");
        // With a long start clock the answer may take long, so it is not awaited.
        if clock == "1e9" {
            continue;
        }
        if let Err(error) = post(address, &message) {
            let detail = format!("START with {short} is not answered: {error}");
            troubles.push(Trouble::new(Fault::BadAnswer, detail));
        }
        // The match may not have begun.
        post(address, &format!("(ABORT {id})")).ok();
    }
    Vec::new()
}

/// Connections that close in the middle of a message.
fn closed(
    address: SocketAddr,
    rng: &mut Rng,
    count: usize,
    _: &mut Vec<Trouble>,
) -> Vec<TcpStream> {
    let message = b"POST / HTTP/1.0\r\nContent-Length: 6\r\n\r\n(INFO)";
    for _ in 0..count.min(300) {
        if let Ok(mut stream) = connect(address) {
            // Both calls may fail if the server is faster.
            stream
                .write_all(&message[..rng.usize(..message.len())])
                .ok();
            stream.shutdown(Shutdown::Both).ok();
        }
    }
    Vec::new()
}
