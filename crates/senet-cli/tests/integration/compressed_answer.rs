//! Answers of a server that unpack to a gigabyte are refused, and the memory for them stays small.
#![cfg(target_os = "linux")]

use crate::common::peak_mib;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The size of an unpacked answer.
const GIGABYTE: usize = 1 << 30;
/// The memory that a command may take for it.
const ALLOWED_MIB: u64 = 100;
/// The longest match of gzip.
const MATCH: usize = 258;

/// A gzip header and spaces without end: a block of fixed codes with one space and copies of what came before.
struct Spaces {
    bytes: Vec<u8>,
    bits: u32,
}

impl Spaces {
    fn new() -> Spaces {
        let header = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
        let mut spaces = Spaces {
            bytes: header.to_vec(),
            bits: 0,
        };
        // The last block, with fixed codes.
        spaces.push("1 10 01010000");
        spaces
    }

    /// 258 more spaces, from a distance of one.
    fn copy(&mut self) {
        self.push("11000101 00000");
    }

    fn push(&mut self, code: &str) {
        for bit in code.bytes().filter(|bit| *bit != b' ') {
            if self.bits.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.last_mut().expect("a byte was begun");
            *last |= (bit - b'0') << (self.bits % 8);
            self.bits += 1;
        }
    }
}

/// Answers one request with the spaces. Returns how many bytes were sent.
fn answer(mut stream: TcpStream, packed: &[u8]) -> usize {
    let mut request = BufReader::new(stream.try_clone().expect("a socket"));
    let mut line = String::new();
    while request.read_line(&mut line).is_ok_and(|read| read > 2) {
        line.clear();
    }
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {}\r\n\r\n",
        packed.len()
    );
    stream
        .write_all(head.as_bytes())
        .expect("it reads the head");
    let parts = packed.chunks(4096);
    let sent = parts.take_while(|part| stream.write_all(part).is_ok());
    sent.map(<[u8]>::len).sum()
}

/// Runs a command that fetches the address. Returns its exit code, its message and the peak of its memory.
fn run(args: &[&str]) -> (Option<i32>, String, u64) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_senet"))
        .args(args)
        .env("SENET_CACHE", "/nonexistent/senet-cache")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was just built");
    let mut peak = 0;
    let status = loop {
        peak = peak_mib(child.id()).unwrap_or(peak);
        match child.try_wait().expect("it was started") {
            Some(status) => break status,
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let mut message = String::new();
    let mut pipe = child.stderr.take().expect("it is piped");
    pipe.read_to_string(&mut message)
        .expect("messages are text");
    (status.code(), message, peak)
}

#[test]
fn compressed_gigabyte_is_refused_in_little_memory() {
    let mut spaces = Spaces::new();
    while spaces.bits as usize / 13 * MATCH < GIGABYTE {
        spaces.copy();
    }
    let packed = spaces.bytes;
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("http://{}", listener.local_addr().expect("it is bound"));
    let sheet = format!("{address}/rules.kif");
    let commands: [(&[&str], i32); 3] = [
        (&["check", &sheet], 1),
        (&["info", &sheet], 2),
        (&["games", "import", &address], 2),
    ];
    let mut seen = 0;
    for (command, expected) in commands {
        std::thread::scope(|scope| {
            let (listener, packed) = (&listener, &packed);
            let serving = scope.spawn(move || {
                let (stream, _) = listener.accept().expect("the command connects");
                answer(stream, packed)
            });
            let (code, message, peak) = run(command);
            let sent = serving.join().expect("the server goes on");
            println!("{command:?}: {sent} bytes sent, peak {peak} MiB, {message}");
            assert_eq!(code, Some(expected), "{message}");
            assert!(message.contains("larger than"), "{message}");
            assert!(sent > 4096, "nothing was read");
            // A command that ends between two looks has no peak.
            assert!(peak < ALLOWED_MIB, "{peak} MiB");
            seen = seen.max(peak);
        });
    }
    assert!(seen > 0, "no peak was measured");
}
