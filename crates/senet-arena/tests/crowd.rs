//! A crowd of idle and slow connections costs a real host less than a second. This test has its own process, because it opens thousands of files.
#![cfg(unix)]

#[path = "integration/common/mod.rs"]
mod common;

use common::{Waiting, rules};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Connections that ask nothing.
const IDLE: usize = 10_000;
/// Connections that send one byte a second.
const SLOW: usize = 64;
/// The longest time of a message of a real host.
const PATIENCE: Duration = Duration::from_secs(1);

/// Allows this process as many open files as the system permits; false if that is not enough.
fn allow_files(needed: u64) -> bool {
    let maximum = getrlimit(Resource::Nofile).maximum;
    let most = Rlimit {
        current: maximum,
        maximum,
    };
    setrlimit(Resource::Nofile, most).is_ok() && maximum.is_none_or(|most| most >= needed)
}

/// Asks and returns the answer, which must come soon.
#[track_caller]
fn asked(waiting: &Waiting, message: &str) -> String {
    let since = Instant::now();
    let answer = waiting.post(message);
    let (took, shown) = (since.elapsed(), &message[..message.len().min(20)]);
    println!("{shown} took {took:?}");
    assert!(took < PATIENCE, "{shown} took {took:?}");
    answer
}

/// Plays the first turn of a match, with short messages and a complete rule sheet.
#[track_caller]
fn check_host(waiting: &Waiting, id: &str) {
    let text = rules("tic-tac-toe").sheet.text.clone();
    assert!(asked(waiting, "(INFO)").contains("available"));
    let start = format!("(START {id} x ({text}) 30 20)");
    assert_eq!(asked(waiting, &start), "ready", "{}", waiting.logged());
    let play = asked(waiting, &format!("(PLAY {id} NIL)"));
    assert!(play.starts_with("( mark "), "{play}");
    assert_eq!(asked(waiting, &format!("(STOP {id} NIL)")), "done");
}

#[test]
fn crowd_of_idle_and_slow_connections_costs_a_host_less_than_a_second() {
    if !allow_files(IDLE as u64 + 2_000) {
        eprintln!("skipped: the system allows too few open files (raise `ulimit -Hn`)");
        return;
    }
    let waiting = Waiting::new("legal");
    check_host(&waiting, "alone");
    let address = waiting.address.clone();
    let slow: Vec<_> = (0..SLOW).map(|_| connect(&address)).collect();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| trickle(&slow, &over));
        check_host(&waiting, "slow");
        let since = Instant::now();
        let mut idle: Vec<_> = (0..IDLE / 2).map(|_| connect(&address)).collect();
        check_host(&waiting, "half");
        idle.extend((0..IDLE / 2).map(|_| connect(&address)));
        println!("{IDLE} connections took {:?}", since.elapsed());
        check_host(&waiting, "crowd");
        over.store(true, Ordering::Relaxed);
        assert!(waiting.handle.open_connections() <= 512);
    });
}

#[track_caller]
fn connect(address: &str) -> TcpStream {
    TcpStream::connect(address).expect("it waits")
}

/// Sends one byte of a request a second on every connection.
fn trickle(streams: &[TcpStream], over: &AtomicBool) {
    let request = b"POST / HTTP/1.0\r\nContent-Length: 1000\r\n\r\n";
    for byte in request.iter().chain(std::iter::repeat(&b'x')) {
        for mut stream in streams {
            // The server may have closed it.
            stream.write_all(&[*byte]).ok();
        }
        for _ in 0..100 {
            if over.load(Ordering::Relaxed) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
