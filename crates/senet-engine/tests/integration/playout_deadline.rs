//! A request for random matches ends with its deadline, on every back end and on helper threads. Without that, a match that
//! never ends would hold its caller for ever.

use senet_engine::{BackEnd, Deadline, LoadOptions, PlayoutRequest, Stopped, load};
use senet_gdl::Sheet;
use std::time::Duration;

const ENDLESS: &str = "(role x) (init on) (legal x stay) (<= (next on) (true on)) (<= terminal (not (true on))) (goal x 50)";

#[test]
fn matches_that_never_end_stop_at_the_deadline_of_the_request() {
    for back_end in BackEnd::ALL {
        let options = LoadOptions {
            back_end: Some(back_end),
            ..LoadOptions::default()
        };
        let game = load(&Sheet::read(ENDLESS), &options).unwrap().game;
        let start = [game.initial().unwrap()];
        for (threads, details) in [(1, false), (2, false), (2, true)] {
            let deadline = Deadline::after(Duration::from_millis(20));
            let request = PlayoutRequest {
                threads,
                details,
                deadline: Some(&deadline),
                ..PlayoutRequest::new(&start, 20_000, 1)
            };
            assert_eq!(
                game.playouts(&request),
                Err(Stopped::Signalled),
                "{back_end}"
            );
        }
    }
}

#[test]
fn a_deadline_that_is_not_over_changes_nothing() {
    let sheet = Sheet::read(ENDLESS.replace("(not (true on))", "(true on)"));
    let game = load(&sheet, &LoadOptions::default()).unwrap().game;
    let start = [game.initial().unwrap()];
    let (plain, deadline) = (PlayoutRequest::new(&start, 100, 1), Deadline::never());
    let limited = PlayoutRequest {
        deadline: Some(&deadline),
        ..plain
    };
    assert_eq!(game.playouts(&limited), game.playouts(&plain));
}
