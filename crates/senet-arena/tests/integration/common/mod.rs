//! Shared by the protocol tests: games, local player servers, and players that misbehave.
#![allow(dead_code, reason = "not every test file uses every helper")]

use senet_arena::{
    Clocks, LoadPlan, MatchSetup, PlayedMatch, PlayerServer, PlayerServerHandle, PlayerSpec, Rules,
    ServerOptions, load_for_play, play,
};
use senet_gdl::Sheet;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// Chance deals a card that only `ann` sees. Then `bob` guesses it, knowing if `ann` smiled.
pub const HIDDEN_CARD: &str = include_str!("hidden_card.kif");

/// Loads a rule sheet, or a game of the library by its name.
pub fn rules(text: &str) -> Rules {
    let library = senet_library::find(text);
    let (name, text) = library.map_or(("test", text), |game| (game.name, game.rules));
    load_for_play(name, Sheet::read(text), &LoadPlan::default()).expect("the rules are fine")
}

/// A match with these players; clocks of a few seconds.
pub fn setup(rules: &Rules, players: &[&str]) -> MatchSetup {
    let players = players.iter().map(|name| name.parse().expect("a player"));
    MatchSetup {
        players: players.collect::<Vec<PlayerSpec>>(),
        ..MatchSetup::of(rules.clone(), Vec::new(), Clocks::seconds(20.0, 5.0), 1)
    }
}

/// Plays the match.
pub fn played(setup: &MatchSetup) -> PlayedMatch {
    play(setup, &mut |_| {}).expect("the match can be played")
}

/// A player server on this machine.
pub struct Waiting {
    pub address: String,
    pub handle: PlayerServerHandle,
    pub log: Arc<Mutex<Vec<String>>>,
    thread: Option<JoinHandle<()>>,
}

impl Waiting {
    pub fn new(player: &str) -> Waiting {
        Waiting::with(ServerOptions::of(player.parse().expect("a player")))
    }

    pub fn with(options: ServerOptions) -> Waiting {
        let log: Arc<Mutex<Vec<String>>> = Arc::default();
        let lines = log.clone();
        let note = Arc::new(move |line: &str| lines.lock().unwrap().push(line.to_string()));
        let server = PlayerServer::bind("127.0.0.1:0", options, note).expect("a free port");
        Waiting {
            address: server.address().expect("it is bound").to_string(),
            handle: server.handle(),
            log,
            thread: Some(std::thread::spawn(move || server.run().expect("it runs"))),
        }
    }

    /// Its log as one text.
    pub fn logged(&self) -> String {
        self.log.lock().unwrap().join("\n")
    }

    /// Sends bytes and returns the answer.
    pub fn send(&self, bytes: &[u8]) -> String {
        exchange(&self.address, bytes)
    }

    /// Posts a message and returns the body of the answer.
    pub fn post(&self, message: &str) -> String {
        let length = message.len();
        let request = format!("POST / HTTP/1.0\r\nContent-Length: {length}\r\n\r\n{message}");
        body(&self.send(request.as_bytes())).to_string()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.handle.close();
        if let Some(thread) = self.thread.take() {
            thread.join().expect("it ends");
        }
    }
}

/// Sends bytes to an address and returns the answer.
pub fn exchange(address: &str, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).expect("it waits");
    let patience = Some(Duration::from_secs(60));
    stream.set_read_timeout(patience).expect("it is open");
    stream.write_all(bytes).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

/// The body of an answer.
pub fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}

/// A player server with arbitrary behaviour on every connection.
pub struct Strange {
    pub address: SocketAddr,
    /// All messages received.
    pub heard: Arc<Mutex<Vec<String>>>,
    closed: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Strange {
    /// The behaviour gets each connection with its complete request. It should check the closing flag now and then.
    pub fn new(
        behaviour: impl Fn(TcpStream, &str, &AtomicBool) + Send + Sync + 'static,
    ) -> Strange {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().unwrap();
        let heard: Arc<Mutex<Vec<String>>> = Arc::default();
        let closed = Arc::new(AtomicBool::new(false));
        let (heard_here, closed_here) = (heard.clone(), closed.clone());
        let behaviour = Arc::new(behaviour);
        let thread = std::thread::spawn(move || {
            let mut threads = Vec::new();
            while let Ok((mut stream, _)) = listener.accept() {
                if closed_here.load(Ordering::Relaxed) {
                    break;
                }
                let (heard, closed) = (heard_here.clone(), closed_here.clone());
                let behaviour = behaviour.clone();
                threads.push(std::thread::spawn(move || {
                    let request = request(&mut stream);
                    heard.lock().unwrap().push(request.clone());
                    behaviour(stream, &request, &closed);
                }));
                threads.retain(|thread: &JoinHandle<()>| !thread.is_finished());
            }
            for thread in threads {
                thread.join().expect("it behaves strangely, but it ends");
            }
        });
        Strange {
            address,
            heard,
            closed,
            thread: Some(thread),
        }
    }

    /// A server that answers every message with this body.
    pub fn answering(answer: impl Fn(&str) -> String + Send + Sync + 'static) -> Strange {
        Strange::new(move |stream, request, _| respond(stream, &answer(request)))
    }

    pub fn address(&self) -> String {
        self.address.to_string()
    }
}

impl Drop for Strange {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
        TcpStream::connect(self.address).ok();
        if let Some(thread) = self.thread.take() {
            thread.join().expect("it ends");
        }
    }
}

/// Answers with this body.
pub fn respond(mut stream: TcpStream, body: &str) {
    let length = body.len();
    let answer = format!("HTTP/1.0 200 OK\r\nContent-length: {length}\r\n\r\n{body}");
    // The host may be gone.
    stream.write_all(answer.as_bytes()).ok();
}

/// Reads a complete request.
fn request(stream: &mut TcpStream) -> String {
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let head = text.split_once("\r\n\r\n");
        let length = |head: &str| {
            let line = head
                .lines()
                .find(|line| line.to_lowercase().starts_with("content-length"));
            line.and_then(|line| line.split(':').nth(1)?.trim().parse::<usize>().ok())
        };
        match head {
            Some((head, body)) if body.len() >= length(head).unwrap_or(0) => return text,
            _ => {}
        }
        match stream.read(&mut piece) {
            Ok(0) | Err(_) => return text,
            Ok(count) => bytes.extend_from_slice(&piece[..count]),
        }
    }
}
