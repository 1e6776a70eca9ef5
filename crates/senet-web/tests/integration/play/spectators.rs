//! Spectators do not delay the people who play.

use crate::common::play::{Table, human};
use crate::common::{Site, options};
use senet_arena::CustomPlayer;
use senet_search::PlayerError;
use senet_web::WebOptions;
use serde_json::json;
use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Longer than anything takes on a working machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A player whose creation keeps the actor of its table busy until it is let go.
#[derive(Clone, Default)]
struct Brake {
    /// True when the actor has begun to wait.
    holds: Arc<AtomicBool>,
    is_free: Arc<AtomicBool>,
}

impl Brake {
    fn player(&self) -> CustomPlayer {
        let brake = self.clone();
        CustomPlayer {
            name: "brake".to_string(),
            seat: Arc::new(move |_| {
                brake.holds.store(true, Ordering::SeqCst);
                wait_for(&brake.is_free);
                Err(PlayerError::Malformed("brake".to_string()))
            }),
        }
    }
}

fn wait_for(flag: &AtomicBool) {
    let end = Instant::now() + PATIENCE;
    while !flag.load(Ordering::SeqCst) {
        assert!(Instant::now() < end, "waited in vain");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn site(brake: &Brake) -> Site {
    Site::start(WebOptions {
        custom_players: vec![brake.player()],
        ..options(None)
    })
}

/// Sends a request and reads no answer.
fn sent(table: &Table, path: &str, key: &str) -> TcpStream {
    let address = table.site.address;
    let mut stream = TcpStream::connect(address).unwrap();
    let path = table.path(path);
    let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nX-Senet-Key: {key}\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

#[test]
fn abandoned_requests_are_not_drawn() {
    let brake = Brake::default();
    let site = site(&brake);
    let table = Table::open(&site, "chess", &[human(), human()]);
    let first = table.view()["legal"][0][0]["text"].clone();
    let turned = table.path("?turned=true");
    let single = Instant::now();
    assert_eq!(site.get(&turned).status, 200);
    let single = single.elapsed();
    let seat = json!({"role": 1, "seat": {"player": "brake"}});
    std::thread::scope(|scope| {
        let seated = scope.spawn(|| table.post("/seats", &seat).status);
        wait_for(&brake.holds);
        let many = 400;
        let crowd: Vec<TcpStream> = (0..many)
            .map(|_| sent(&table, "?turned=true", &table.key))
            .collect();
        // The server reads all requests, and then sees that their senders are gone.
        std::thread::sleep(Duration::from_secs(1));
        drop(crowd);
        std::thread::sleep(Duration::from_secs(1));
        let after = Instant::now();
        brake.is_free.store(true, Ordering::SeqCst);
        table.make_move(0, first.as_str().unwrap());
        assert_eq!(seated.join().unwrap(), 409);
        let took = after.elapsed();
        assert!(took < many / 4 * single, "{took:?}, and {single:?} for one");
    });
}

#[test]
fn spectators_wait_in_a_short_queue_and_others_do_not() {
    let brake = Brake::default();
    let site = site(&brake);
    let table = Table::open(&site, "tic-tac-toe", &[human(), human()]);
    let seat = json!({"role": 1, "seat": {"player": "brake"}});
    std::thread::scope(|scope| {
        let seated = scope.spawn(|| table.post("/seats", &seat).status);
        wait_for(&brake.holds);
        let asked: Vec<_> = (0..40)
            .map(|number| table.path(["?turned=true", "/record"][number % 2]))
            .map(|path| {
                let site = &site;
                scope.spawn(move || site.get(&path).status)
            })
            .collect();
        std::thread::sleep(Duration::from_secs(1));
        assert_eq!(site.get(&table.path("?turned=true")).status, 503);
        assert_eq!(site.get(&table.path("/record")).status, 503);
        assert_eq!(site.get(&table.path("")).status, 200);
        brake.is_free.store(true, Ordering::SeqCst);
        assert_eq!(seated.join().unwrap(), 409);
        let statuses: Vec<u16> = asked.into_iter().map(|one| one.join().unwrap()).collect();
        let answered = statuses.iter().filter(|&&status| status == 200).count();
        let refused = statuses.iter().filter(|&&status| status == 503).count();
        assert_eq!((answered, refused), (16, 24), "{statuses:?}");
    });
    assert_eq!(site.get(&table.path("?turned=true")).status, 200);
}
