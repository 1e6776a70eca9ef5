//! The messages that hosts send, byte for byte: GGP Base, Dresden's game controller, and Tiltyard.

use crate::kif::spaced;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The dialect of a host.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// A space around every token.
    #[default]
    GgpBase,
    /// Upper case and few spaces.
    Dresden,
    /// Like GGP Base, with scrambled names and longer timeouts.
    Tiltyard,
}

/// The form of percepts in games with hidden information (GDL-II).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Percepts {
    /// The number of the turn, the player's last move, and its percepts.
    #[default]
    WithTurn,
    /// Only the percepts: the older form.
    Alone,
}

/// The part of a message about the last joint move.
#[derive(Clone, Copy, Debug)]
pub enum Script<'a> {
    /// There was no joint move.
    Nothing,
    /// The moves of all roles, or the percepts of the role.
    All(&'a [String]),
    /// The number of the turn, the role's own last move if there was one, and its percepts.
    Turn(usize, Option<&'a str>, &'a [String]),
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Dialect; 3] = [Dialect::GgpBase, Dialect::Dresden, Dialect::Tiltyard];

    /// The name of the dialect.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::GgpBase => "ggp-base",
            Dialect::Dresden => "dresden",
            Dialect::Tiltyard => "tiltyard",
        }
    }

    /// How long the host waits for the answer to START after the clock has run out.
    pub fn start_grace(self) -> Duration {
        match self {
            Dialect::GgpBase => Duration::ZERO,
            Dialect::Dresden => Duration::from_secs(1),
            Dialect::Tiltyard => Duration::from_secs(5),
        }
    }

    /// How long the host waits for the answer to PLAY after the clock has run out.
    pub fn play_grace(self) -> Duration {
        match self {
            Dialect::GgpBase | Dialect::Dresden => Duration::from_secs(1),
            Dialect::Tiltyard => Duration::from_secs(5),
        }
    }

    /// A whole request.
    pub fn request(self, host: &str, receiver: &str, message: &str) -> String {
        let length = message.len();
        let head = match self {
            Dialect::GgpBase | Dialect::Tiltyard => format!(
                "Host: {host}\r\nSender: GAMESERVER\r\nReceiver: {receiver}\r\n\
                 Content-Type: text/acl\r\nContent-Length: {length}"
            ),
            Dialect::Dresden => format!(
                "Sender: Gamecontroller\r\nReceiver: {host}\r\n\
                 Content-type: text/acl\r\nContent-length: {length}"
            ),
        };
        format!("POST / HTTP/1.0\r\nAccept: text/delim\r\n{head}\r\n\r\n{message}")
    }

    /// Asks for a player's status.
    pub fn info(self) -> String {
        self.form("INFO", &[])
    }

    /// Starts a match. Each rule is one line of text.
    pub fn start(self, id: &str, role: &str, rules: &[String], clocks: (u64, u64)) -> String {
        let (role, rules) = (self.term(role), self.list(rules));
        let (start, play) = clocks;
        match self {
            Dialect::Dresden => format!("(START {id} {role} {rules} {start} {play})"),
            _ => format!("( START {id} {role} {rules} {start} {play})"),
        }
    }

    /// Asks for a move.
    pub fn play(self, id: &str, script: Script) -> String {
        self.form(
            "PLAY",
            &[vec![id.to_string()], self.script(script)].concat(),
        )
    }

    /// Ends a match.
    pub fn stop(self, id: &str, script: Script) -> String {
        self.form(
            "STOP",
            &[vec![id.to_string()], self.script(script)].concat(),
        )
    }

    /// Aborts a match.
    pub fn abort(self, id: &str) -> String {
        self.form("ABORT", &[id.to_string()])
    }

    fn form(self, head: &str, arguments: &[String]) -> String {
        let words: Vec<_> = std::iter::once(head)
            .chain(arguments.iter().map(String::as_str))
            .collect();
        match self {
            Dialect::Dresden => format!("({})", words.join(" ")),
            _ => format!("( {} )", words.join(" ")),
        }
    }

    fn script(self, script: Script) -> Vec<String> {
        let nil = || "NIL".to_string();
        match script {
            Script::Nothing => vec![nil()],
            Script::All(moves) => vec![self.list(moves)],
            Script::Turn(turn, last, percepts) => vec![
                turn.to_string(),
                last.map_or_else(nil, |last| self.term(last)),
                last.map_or_else(nil, |_| self.list(percepts)),
            ],
        }
    }

    fn list(self, terms: &[String]) -> String {
        let terms = terms.iter().map(|term| self.term(term));
        match self {
            Dialect::Dresden => format!("({})", terms.collect::<Vec<_>>().join(" ")),
            _ => format!("({})", terms.map(|term| term + " ").collect::<String>()),
        }
    }

    /// A term in the spelling of this dialect.
    fn term(self, text: &str) -> String {
        match self {
            Dialect::Dresden => text.to_uppercase(),
            _ => spaced(text),
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Dialect {
    type Err = String;

    fn from_str(text: &str) -> Result<Dialect, String> {
        let found = Dialect::ALL.into_iter().find(|d| d.name() == text);
        found.ok_or_else(|| {
            let names = Dialect::ALL.map(Dialect::name).join(", ");
            format!("there is no dialect `{text}`; there are: {names}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| text.to_string()).collect()
    }

    #[test]
    fn ggp_base_puts_spaces_around_tokens() {
        let base = Dialect::GgpBase;
        let rules = texts(&["(role x)", "(<= terminal (true (at 1)))"]);
        let moves = texts(&["(mark 1 1)", "noop"]);
        assert_eq!(base.info(), "( INFO )");
        assert_eq!(
            base.start("m.1", "x", &rules, (30, 15)),
            "( START m.1 x (( role x ) ( <= terminal ( true ( at 1 ) ) ) ) 30 15)"
        );
        assert_eq!(base.play("m.1", Script::Nothing), "( PLAY m.1 NIL )");
        assert_eq!(
            base.play("m.1", Script::All(&moves)),
            "( PLAY m.1 (( mark 1 1 ) noop ) )"
        );
        assert_eq!(
            base.stop("m.1", Script::All(&moves)),
            "( STOP m.1 (( mark 1 1 ) noop ) )"
        );
        assert_eq!(base.stop("m.1", Script::Nothing), "( STOP m.1 NIL )");
        assert_eq!(base.abort("m.1"), "( ABORT m.1 )");
    }

    #[test]
    fn dresden_uses_upper_case_except_for_the_match() {
        let dresden = Dialect::Dresden;
        let rules = texts(&["(role x)", "(init (at 1))"]);
        let moves = texts(&["(mark 1 1)", "noop"]);
        assert_eq!(
            dresden.start("Match.1", "x", &rules, (30, 15)),
            "(START Match.1 X ((ROLE X) (INIT (AT 1))) 30 15)"
        );
        assert_eq!(
            dresden.play("Match.1", Script::All(&moves)),
            "(PLAY Match.1 ((MARK 1 1) NOOP))"
        );
        assert_eq!(dresden.abort("Match.1"), "(ABORT Match.1)");
    }

    #[test]
    fn percepts_come_with_turn_and_last_move() {
        let seen = texts(&["(card ace)"]);
        let told = |turn, last, seen| Dialect::Dresden.play("m", Script::Turn(turn, last, seen));
        assert_eq!(told(0, None, &[]), "(PLAY m 0 NIL NIL)");
        assert_eq!(told(1, Some("bet"), &seen), "(PLAY m 1 BET ((CARD ACE)))");
        assert_eq!(told(2, Some("(bet 1)"), &[]), "(PLAY m 2 (BET 1) ())");
        assert_eq!(
            Dialect::GgpBase.play("m", Script::Turn(1, Some("bet"), &seen)),
            "( PLAY m 1 bet (( card ace ) ) )"
        );
    }

    #[test]
    fn requests_have_the_headers_of_their_host() {
        assert_eq!(
            Dialect::GgpBase.request("localhost", "GamePlayer", "( INFO )"),
            "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: localhost\r\nSender: GAMESERVER\r\n\
             Receiver: GamePlayer\r\nContent-Type: text/acl\r\nContent-Length: 8\r\n\r\n( INFO )"
        );
        assert_eq!(
            Dialect::Dresden.request("localhost", "ignored", "(INFO)"),
            "POST / HTTP/1.0\r\nAccept: text/delim\r\nSender: Gamecontroller\r\n\
             Receiver: localhost\r\nContent-type: text/acl\r\nContent-length: 6\r\n\r\n(INFO)"
        );
    }
}
