//! Our host against our player server, both on this machine.

use crate::common::{HIDDEN_CARD, Strange, Waiting, body, played, rules, setup};
use senet_arena::{
    Dialect, HostOptions, MatchOutcome, MatchSetup, Percepts, PlayerFault, ServerOptions, ask_info,
};
use senet_engine::Deadline;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Plays a match of two player servers and checks that there was no fault.
#[track_caller]
fn check(game: &str, change: impl FnOnce(&mut MatchSetup)) {
    let rules = rules(game);
    let chance = rules.game.roles().iter().position(|role| role == "random");
    let waiting: Vec<_> = rules
        .game
        .roles()
        .iter()
        .map(|_| Waiting::new("random"))
        .collect();
    let players: Vec<_> = waiting
        .iter()
        .map(|player| player.address.as_str())
        .collect();
    let mut setup = setup(&rules, &players);
    change(&mut setup);
    let played = played(&setup);
    assert!(
        matches!(played.outcome, MatchOutcome::Completed(_)),
        "{:?}",
        played.outcome
    );
    let errors = played.record.errors.clone().unwrap().concat();
    let logs: Vec<_> = waiting.iter().map(Waiting::logged).collect();
    assert!(
        errors.iter().all(String::is_empty),
        "{errors:?}\n{}",
        logs.join("\n---\n")
    );
    played
        .record
        .verify(&setup.rules)
        .expect("the record is one of the game");
    for (role, player) in waiting.iter().enumerate() {
        match Some(role) == chance {
            true => assert_eq!(player.logged(), "", "chance is never contacted"),
            false => assert!(player.logged().contains(": over"), "{}", player.logged()),
        }
        let end = Instant::now() + Duration::from_secs(20);
        while player.handle.open_connections() > 0 && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(player.handle.open_connections(), 0);
    }
}

#[test]
fn matches_are_played_in_all_dialects() {
    check("tic-tac-toe", |_| {});
    for dialect in Dialect::ALL {
        check("tic-tac-toe", |setup| setup.host.dialect = dialect);
        check("rock-paper-scissors", |setup| setup.host.dialect = dialect);
    }
}

#[test]
fn scrambles_for_all_or_for_each_player() {
    check("tic-tac-toe", |setup| setup.scramble = true);
    check("connect-four", |setup| {
        setup.scramble = true;
        setup.host = HostOptions {
            scramble_each: true,
            dialect: Dialect::Dresden,
            ..HostOptions::default()
        };
    });
}

#[test]
fn plays_hidden_information_in_both_forms() {
    for percepts in [Percepts::WithTurn, Percepts::Alone] {
        for dialect in Dialect::ALL {
            check(HIDDEN_CARD, |setup| {
                setup.host.percepts = percepts;
                setup.host.dialect = dialect;
            });
        }
    }
}

#[test]
fn local_and_remote_players_play_together() {
    let rules = rules("tic-tac-toe");
    let waiting = Waiting::new("greedy");
    for scramble in [false, true] {
        let mut setup = setup(&rules, &[&waiting.address, "random"]);
        setup.scramble = scramble;
        let played = played(&setup);
        assert_eq!(played.record.errors.clone().unwrap().concat().concat(), "");
        played
            .record
            .verify(&setup.rules)
            .expect("the record is one of the game");
    }
}

#[test]
fn hidden_moves_are_not_sent() {
    let rules = rules(HIDDEN_CARD);
    let strange = Strange::answering(|_| "wait".to_string());
    let address = strange.address();
    for percepts in [Percepts::WithTurn, Percepts::Alone] {
        let mut setup = setup(&rules, &["random", "random", &address]);
        setup.host.percepts = percepts;
        setup.id = Some("m".to_string());
        played(&setup);
    }
    let heard = strange.heard.lock().unwrap().join("\n");
    assert!(heard.contains("( PLAY m 0 NIL NIL )"), "{heard}");
    assert!(heard.contains("( PLAY m 1 wait () )"), "{heard}");
    assert!(heard.contains("( PLAY m NIL )"), "{heard}");
    assert!(heard.contains("( PLAY m () )"), "{heard}");
    let told: Vec<_> = heard
        .lines()
        .filter(|line| line.contains("PLAY") || line.contains("STOP"))
        .collect();
    assert_eq!(told.len(), 8, "{told:?}");
    assert!(
        told.iter()
            .all(|line| !line.contains("deal") && !line.contains("card")),
        "{told:?}"
    );
}

#[test]
fn answers_info_while_thinking() {
    let rules = rules("connect-four");
    let waiting = Waiting::new("greedy");
    let patience = Duration::from_secs(10);
    let info = || ask_info(&waiting.address, Dialect::GgpBase, patience).unwrap();
    assert_eq!(
        info(),
        "( ( name senet ) ( status available ) ( species computer ) )"
    );
    let text = &rules.sheet.text;
    let role = &rules.game.roles()[0];
    assert_eq!(
        waiting.post(&format!("(START m {role} ({text}) 30 20)")),
        "ready"
    );
    assert_eq!(
        info(),
        "( ( name senet ) ( status busy ) ( species computer ) )"
    );
    assert_eq!(
        waiting.post(&format!("(START n {role} ({text}) 30 20)")),
        "busy"
    );
    assert_eq!(waiting.post("(PREVIEW ((role x)) 10)"), "busy");
    assert_eq!(waiting.post("(PLAY n NIL)"), "busy");
    assert_eq!(waiting.post("(STOP n NIL)"), "busy");
    assert_eq!(waiting.post("(ABORT n)"), "busy");
    assert!(
        waiting.post("(PLAY m NIL)").contains("drop"),
        "{}",
        waiting.logged()
    );
    assert_eq!(waiting.post("(ABORT m)"), "aborted");
    assert_eq!(waiting.post("(PLAY m NIL)"), "busy");
    assert!(info().contains("available"));
    assert_eq!(waiting.post("(PREVIEW ((role x)) 10)"), "ready");
}

#[test]
fn match_of_a_vanished_host_is_dropped() {
    let waiting = Waiting::with(ServerOptions {
        orphan: Duration::from_millis(300),
        ..ServerOptions::of("random".parse().unwrap())
    });
    let rules = rules("tic-tac-toe");
    let start = |id| format!("(START {id} x ({}) 30 20)", rules.sheet.text);
    assert_eq!(waiting.post(&start("m")), "ready");
    assert_eq!(waiting.post(&start("n")), "busy");
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(waiting.post(&start("n")), "ready", "{}", waiting.logged());
    assert_eq!(waiting.post("(STOP n NIL)"), "done");
}

#[test]
fn player_notices_substituted_moves() {
    let waiting = Waiting::new("legal");
    let rules = rules("tic-tac-toe");
    let start = format!("(START m x ({}) 30 20)", rules.sheet.text);
    assert_eq!(waiting.post(&start), "ready");
    assert_eq!(waiting.post("(PLAY m NIL)"), "( mark a 1 )");
    assert_eq!(waiting.post("(PLAY m ((mark b 2) noop))"), "noop");
    let logged = waiting.logged();
    assert!(
        logged.contains("turn 0: the host made (mark b 2) in place of (mark a 1)"),
        "{logged}"
    );
    assert_eq!(waiting.post("(PLAY m (noop (MARK A 1)))"), "( mark a 2 )");
    assert_eq!(waiting.post("(STOP m ((mark a 2) noop))"), "done");
}

#[test]
fn match_is_aborted_by_the_stop_flag() {
    let rules = rules("tic-tac-toe");
    let silent = Strange::new(|stream, request, closed| match request.contains("PLAY") {
        // Holds the connection until the host closes it.
        true => {
            while !closed.load(Ordering::Relaxed) && stream.peek(&mut [0]).is_ok_and(|n| n > 0) {
                std::thread::sleep(Duration::from_millis(10));
            }
        }
        false => crate::common::respond(stream, "ready"),
    });
    let stop = Deadline::never();
    let mut setup = setup(&rules, &[&silent.address(), "random"]);
    setup.clocks = senet_arena::Clocks::seconds(20.0, 1000.0);
    setup.deadline = stop.clone();
    let told = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(500));
        stop.cancel();
    });
    let before = Instant::now();
    let played = played(&setup);
    told.join().unwrap();
    assert!(before.elapsed() < Duration::from_secs(60));
    assert_eq!(
        played.outcome,
        MatchOutcome::Aborted("told to stop".to_string())
    );
    assert!(played.record.is_aborted && !played.record.is_completed);
    let heard = silent.heard.lock().unwrap().join("\n");
    assert!(heard.contains("( ABORT "), "{heard}");
}

#[test]
fn faulty_rules_abort_the_match_with_a_reason() {
    let stuck =
        "(role a) (role b) (init one) (<= (legal a go) (true one)) (<= (next one) (true two))
        (<= terminal (true three)) (goal a 1) (goal b 1) (legal b wait)";
    let game = rules(stuck);
    let waiting = Waiting::new("random");
    let played_one = played(&setup(&game, &[&waiting.address, "random"]));
    let expected = "the rules give a no legal move in a state that is not terminal: no fact holds";
    assert_eq!(
        played_one.outcome,
        MatchOutcome::Aborted(expected.to_string())
    );
    assert_eq!(played_one.record.own.reason.as_deref(), Some(expected));
    assert!(
        waiting.logged().contains("aborted by the host"),
        "{}",
        waiting.logged()
    );
    let two_goals =
        "(role a) (init one) (legal a go) (<= (next two) (true one)) (<= terminal (true two))
        (<= (goal a 1) (true two)) (<= (goal a 2) (true two))";
    let game = rules(two_goals);
    let played_two = played(&setup(&game, &["random"]));
    let expected = "the rules give a several goals (1 2) in the terminal state: two";
    assert_eq!(
        played_two.outcome,
        MatchOutcome::Aborted(expected.to_string())
    );
}

#[test]
fn missing_player_is_an_error() {
    let gone = Strange::answering(|_| String::new());
    let address = gone.address();
    drop(gone);
    let asked = ask_info(&address, Dialect::GgpBase, Duration::from_secs(5));
    assert!(matches!(asked, Err(PlayerFault::Broken(_))), "{asked:?}");
}

#[test]
fn invalid_requests_are_answered() {
    let waiting = Waiting::with(ServerOptions {
        max_request: 10_000,
        ..ServerOptions::of("random".parse().unwrap())
    });
    let info = "( ( name senet ) ( status available ) ( species computer ) )";
    assert_eq!(waiting.post(""), info);
    assert_eq!(waiting.post("(ping)"), info);
    assert_eq!(waiting.post(")(&%$"), "nil");
    assert_eq!(waiting.post("(DANCE)"), "nil");
    assert_eq!(waiting.post("(START m nobody ((role x)) 1 1)"), "busy");
    assert_eq!(
        body(&waiting.send(b"GET /%28INFO%29 HTTP/1.1\r\n\r\n")),
        info
    );
    assert_eq!(body(&waiting.send(b"OPTIONS / HTTP/1.1\r\n\r\n")), "");
    let refused = waiting.send(
        format!(
            "POST / HTTP/1.0\r\nContent-Length: 20000\r\n\r\n{}",
            "x".repeat(20_000)
        )
        .as_bytes(),
    );
    assert!(refused.starts_with("HTTP/1.0 413 "), "{refused}");
    assert_eq!(waiting.post("(INFO)"), info);
    let headers = "HTTP/1.0 200 OK\r\nContent-type: text/acl\r\nContent-length: 3\r\n\
        Access-Control-Allow-Origin: *\r\nAccess-Control-Allow-Methods: POST, GET, OPTIONS\r\n\
        Access-Control-Allow-Headers: Content-Type\r\nAccess-Control-Allow-Age: 86400\r\n\r\nnil";
    assert_eq!(
        waiting.send(b"POST / HTTP/1.0\r\nContent-length: 5\r\n\r\n(huh)"),
        headers
    );
}
