//! A served player gives up the work of aborted matches, with its memory.
#![cfg(target_os = "linux")]

use crate::common::{Served, peak_mib};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The peak of memory for all matches together.
const BUDGET_MIB: u64 = 2048;

impl Served {
    fn ask(&self, message: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let length = message.len();
        let request = format!("POST / HTTP/1.0\r\nContent-Length: {length}\r\n\r\n{message}");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let (_, body) = answer.split_once("\r\n\r\n").expect("it has a head");
        body.to_string()
    }
}

/// Rules with this many moves to the power of four: grounding takes gigabytes and minutes.
fn large(values: usize) -> String {
    let values: String = (0..values).map(|value| format!("(n {value}) ")).collect();
    format!(
        "(role a) (init s) {values} (<= (legal a (m ?a ?b ?c ?d)) (n ?a) (n ?b) (n ?c) (n ?d))
         (<= (next (f ?x ?y)) (does a (m ?x ?y ?c ?d))) (<= terminal (true (f 1 1))) (goal a 50)"
    )
}

/// Starts a match and aborts it; returns the time from ABORT to the end of START.
fn start_and_abort(served: &Served, id: usize, rules: &str) -> Duration {
    std::thread::scope(|scope| {
        let starting = scope.spawn(|| served.ask(&format!("(START m{id} a ({rules}) 60 5)")));
        while !served.ask("(INFO)").contains("busy") {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(1000));
        let since = Instant::now();
        assert_eq!(served.ask(&format!("(ABORT m{id})")), "aborted");
        assert_eq!(starting.join().expect("it answers"), "busy");
        since.elapsed()
    })
}

#[test]
fn aborted_matches_free_their_memory_before_the_next() {
    let served = Served::new();
    let rules = large(120);
    for id in 0..10 {
        let took = start_and_abort(&served, id, &rules);
        let peak = peak_mib(served.process.id()).expect("it runs");
        println!("match {id}: START ended {took:?} after ABORT, peak {peak} MiB");
        // The machine may be busy with other tests.
        assert!(
            took < Duration::from_secs(2),
            "START ended {took:?} after ABORT"
        );
        assert!(peak < BUDGET_MIB, "{peak} MiB after {} matches", id + 1);
    }
    let small = "(role a) (init s) (legal a go) (<= (next e) (does a go)) (<= terminal (true e)) (goal a 100)";
    let since = Instant::now();
    assert_eq!(served.ask(&format!("(START n a ({small}) 30 5)")), "ready");
    assert_eq!(served.ask("(PLAY n NIL)"), "go");
    assert_eq!(served.ask("(STOP n (go))"), "done");
    println!("a normal match took {:?}", since.elapsed());
    assert!(since.elapsed() < Duration::from_secs(20));
}
