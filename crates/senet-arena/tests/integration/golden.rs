//! The bytes of three kinds of hosts and the answers of our player; and the bytes of our host.

use crate::common::{Strange, Waiting, body, played, rules, setup};
use senet_arena::Dialect;

/// Two roles choose at the same time, twice; the role that says `(say 2)` more often wins. The name of the second role has a capital.
const SAYING: &str = "(role left) (role Right) (init (round 1)) (number 1) (number 2)
    (<= (legal ?r (say ?n)) (role ?r) (number ?n))
    (<= (next (round 2)) (true (round 1)))
    (<= (next (round 3)) (true (round 2)))
    (<= terminal (true (round 3)))
    (goal left 50) (goal right 50)";

/// The same sheet as GGP Base sends it.
const SPACED: &str = "( role left ) ( role Right ) ( init ( round 1 ) ) ( number 1 ) ( number 2 ) \
    ( <= ( legal ?r ( say ?n ) ) ( role ?r ) ( number ?n ) ) ( <= ( next ( round 2 ) ) ( true ( round 1 ) ) ) \
    ( <= ( next ( round 3 ) ) ( true ( round 2 ) ) ) ( <= terminal ( true ( round 3 ) ) ) \
    ( goal left 50 ) ( goal right 50 ) ";

/// The same sheet with scrambled names, as Tiltyard sends it.
const DEALT: &str = "( role walnut ) ( role pepper ) ( init ( anchor 1 ) ) ( violin 1 ) ( violin 2 ) \
    ( <= ( legal ?moss ( candle ?fig ) ) ( role ?moss ) ( violin ?fig ) ) ( <= ( next ( anchor 2 ) ) ( true ( anchor 1 ) ) ) \
    ( <= ( next ( anchor 3 ) ) ( true ( anchor 2 ) ) ) ( <= terminal ( true ( anchor 3 ) ) ) \
    ( goal walnut 50 ) ( goal pepper 50 ) ";

/// Sends each message with the headers of a host, and compares the answers.
#[track_caller]
fn check(frame: impl Fn(&str) -> String, conversation: &[(&str, &str)]) {
    let waiting = Waiting::new("legal");
    for (message, expected) in conversation {
        let answer = waiting.send(frame(message).as_bytes());
        assert!(answer.starts_with("HTTP/1.0 200 OK\r\n"), "{answer}");
        assert!(
            answer.contains(&format!("\r\nContent-length: {}\r\n", expected.len())),
            "{answer}"
        );
        assert_eq!(body(&answer), *expected, "{message}: {}", waiting.logged());
    }
}

fn ggp_base(message: &str) -> String {
    format!(
        "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: localhost\r\nSender: GAMESERVER\r\nReceiver: senet\r\n\
         Content-Type: text/acl\r\nContent-Length: {}\r\n\r\n{message}",
        message.len()
    )
}

fn dresden(message: &str) -> String {
    format!(
        "POST / HTTP/1.0\r\nAccept: text/delim\r\nSender: Gamecontroller\r\nReceiver: localhost\r\n\
         Content-type: text/acl\r\nContent-length: {}\r\n\r\n{message}",
        message.len()
    )
}

const FREE: &str = "( ( name senet ) ( status available ) ( species computer ) )";
const BUSY: &str = "( ( name senet ) ( status busy ) ( species computer ) )";

#[test]
fn answers_ggp_base() {
    let start = format!("( START base.saying.1 left ({SPACED}) 30 15)");
    check(
        ggp_base,
        &[
            ("( INFO )", FREE),
            (&start, "ready"),
            ("( INFO )", BUSY),
            ("( PLAY base.saying.1 NIL )", "( say 1 )"),
            ("( PLAY base.saying.2 NIL )", "busy"),
            ("( PLAY base.saying.1 (( say 1 ) ( say 2 ) ) )", "( say 1 )"),
            ("( STOP base.saying.1 (( say 1 ) ( say 1 ) ) )", "done"),
            ("( INFO )", FREE),
            ("( ABORT base.saying.1 )", "busy"),
        ],
    );
}

#[test]
fn answers_dresden() {
    let rules = SAYING.to_uppercase();
    let start = format!("(START Match.Saying.1 RIGHT ({rules}) 30 15)");
    check(
        dresden,
        &[
            (&start, "ready"),
            ("(PLAY Match.Saying.1 NIL)", "( say 1 )"),
            ("(PLAY match.saying.1 NIL)", "busy"),
            ("(PLAY Match.Saying.1 ((SAY 2) (SAY 1)))", "( say 1 )"),
            ("(STOP Match.Saying.1 ((SAY 2) (SAY 1)))", "done"),
            (&start, "ready"),
            ("(ABORT Match.Saying.1)", "aborted"),
        ],
    );
}

#[test]
fn answers_tiltyard() {
    let start = format!("( START tiltyard.saying.1 pepper ({DEALT}) 30 15)");
    check(
        ggp_base,
        &[
            ("", FREE),
            (&start, "ready"),
            ("( PLAY tiltyard.saying.1 NIL )", "( candle 1 )"),
            (
                "( PLAY tiltyard.saying.1 (( candle 2 ) ( candle 2 ) ) )",
                "( candle 1 )",
            ),
            (
                "( STOP tiltyard.saying.1 (( candle 1 ) ( candle 1 ) ) )",
                "done",
            ),
        ],
    );
}

/// Dresden adds such rules for players of games with hidden information, and sends percepts that are not in upper case.
#[test]
fn answers_both_forms_without_hidden_information() {
    let sees = "(<= (sees left (did ?r ?m)) (does ?r ?m))";
    let start = format!(
        "(START m LEFT ({} {}) 30 15)",
        SAYING.to_uppercase(),
        sees.to_uppercase()
    );
    check(
        dresden,
        &[
            (&start, "ready"),
            ("(PLAY m NIL)", "( say 1 )"),
            (
                "(PLAY m ((did left (say 2)) (did right (say 2)) ))",
                "( say 1 )",
            ),
            ("(STOP m ())", "done"),
            (&start, "ready"),
            ("(PLAY m 0 NIL NIL)", "( say 1 )"),
            (
                "(PLAY m 1 (SAY 1) ((DID LEFT (SAY 1)) (DID RIGHT (SAY 2))))",
                "( say 1 )",
            ),
            (
                "(STOP m 2 (SAY 1) ((DID LEFT (SAY 1)) (DID RIGHT (SAY 2))))",
                "done",
            ),
        ],
    );
    let plain = format!("(START m LEFT ({SAYING}) 30 15)");
    check(
        dresden,
        &[
            (&plain, "ready"),
            ("(PLAY m 0 NIL NIL)", "( say 1 )"),
            ("(PLAY m 1 (SAY 2) ((DID RIGHT (SAY 2))))", "( say 1 )"),
        ],
    );
}

/// Everything that our host sends in a match against a player that says 1.
fn sent(dialect: Dialect, move_text: &'static str) -> String {
    let strange = Strange::answering(move |_| move_text.to_string());
    let rules = rules(SAYING);
    let mut setup = setup(&rules, &[&strange.address(), "legal"]);
    setup.host.dialect = dialect;
    setup.id = Some("Match.1".to_string());
    let played = played(&setup);
    assert_eq!(played.record.errors.unwrap().concat().concat(), "");
    strange
        .heard
        .lock()
        .unwrap()
        .join("\n=====\n")
        .replace("\r\n", "~\n")
}

#[test]
fn host_sends_the_bytes_of_ggp_base() {
    let rules = SPACED.to_lowercase();
    let message = |text: &str| {
        let length = text.len();
        format!(
            "POST / HTTP/1.0~\nAccept: text/delim~\nHost: 127.0.0.1~\nSender: GAMESERVER~\nReceiver: ~\n\
             Content-Type: text/acl~\nContent-Length: {length}~\n~\n{text}"
        )
    };
    let expected = [
        message(&format!("( START Match.1 left ({rules}) 20 5)")),
        message("( PLAY Match.1 NIL )"),
        message("( PLAY Match.1 (( say 1 ) ( say 1 ) ) )"),
        message("( STOP Match.1 (( say 1 ) ( say 1 ) ) )"),
    ];
    assert_eq!(
        sent(Dialect::GgpBase, "( SAY  1 ) and so on"),
        expected.join("\n=====\n")
    );
}

#[test]
fn host_sends_the_bytes_of_dresden() {
    let rules: Vec<_> = SAYING.split_whitespace().collect();
    let rules = rules.join(" ").to_uppercase();
    let message = |text: &str| {
        let length = text.len();
        format!(
            "POST / HTTP/1.0~\nAccept: text/delim~\nSender: Gamecontroller~\nReceiver: 127.0.0.1~\n\
             Content-type: text/acl~\nContent-length: {length}~\n~\n{text}"
        )
    };
    let expected = [
        message(&format!("(START Match.1 LEFT ({rules}) 20 5)")),
        message("(PLAY Match.1 NIL)"),
        message("(PLAY Match.1 ((SAY 1) (SAY 1)))"),
        message("(STOP Match.1 ((SAY 1) (SAY 1)))"),
    ];
    assert_eq!(
        sent(Dialect::Dresden, "(say 1)"),
        expected.join("\n=====\n")
    );
}

#[test]
fn tiltyard_scrambles_and_understands_scrambled_moves() {
    let first_legal = |request: &str| -> String {
        // The scrambled name of `say` is in the sixth rule, as the head of the second argument of `legal`.
        static SAY: std::sync::OnceLock<String> = std::sync::OnceLock::new();
        let word = SAY.get_or_init(|| {
            let legal = request.split("( legal ").nth(1).expect("a START");
            legal.split_whitespace().nth(2).expect("a word").to_string()
        });
        format!("\u{feff}( {} 1 )", word.to_uppercase())
    };
    let strange = Strange::answering(first_legal);
    let rules = rules(SAYING);
    let mut setup = setup(&rules, &[&strange.address(), "legal"]);
    setup.host.dialect = Dialect::Tiltyard;
    let played = played(&setup);
    assert_eq!(played.record.errors.clone().unwrap().concat().concat(), "");
    assert!(played.record.scrambled);
    assert_eq!(played.record.moves[0], ["( say 1 )", "( say 1 )"]);
    let heard = strange.heard.lock().unwrap().join("\n");
    assert!(
        !heard.contains("say") && !heard.contains("round"),
        "{heard}"
    );
}
