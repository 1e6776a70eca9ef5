//! The GGP protocol: KIF messages over HTTP, one connection for each. The host connects and the player answers.

mod dialect;
mod http;
mod message;
mod message_reader;
mod wire;

pub use dialect::{Dialect, Percepts, Script};
pub use http::{CONTINUE, Incoming, Method, RequestReader, exchange, reply, turn_away};
pub use message::{Past, Request};
pub use wire::WireError;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn terms() -> impl Strategy<Value = Vec<String>> {
        proptest::collection::vec(
            "[a-z][a-z0-9+<>.]{0,5}|\\([a-z]{1,4}( [a-z0-9]{1,3}){1,3}\\)",
            1..5,
        )
    }

    proptest! {
        /// Every message that a host writes is read with the same meaning, in every dialect.
        #[test]
        fn reads_what_hosts_write(id in "[a-zA-Z][a-zA-Z0-9.]{0,9}", terms in terms(), turn in 1_usize..999) {
            for dialect in Dialect::ALL {
                let all = dialect.play(&id, Script::All(&terms));
                let past = Past::All(terms.clone());
                prop_assert_eq!(Request::read(&all), Ok(Request::Play { id: id.clone(), past }));
                let with_turn = dialect.stop(&id, Script::Turn(turn, Some(&terms[0]), &terms));
                let past = Past::Turn {
                    turn: Some(turn as u64),
                    last: Some(terms[0].clone()),
                    percepts: terms.clone(),
                };
                prop_assert_eq!(Request::read(&with_turn), Ok(Request::Stop { id: id.clone(), past }));
                let abort = dialect.abort(&id);
                prop_assert_eq!(Request::read(&abort), Ok(Request::Abort { id: id.clone() }));
            }
        }

        /// Any other text gives an error message.
        #[test]
        fn never_panics_on_any_text(text in "\\PC{0,80}", more in "[ ()a-zA-Z0-9;]{0,80}") {
            for message in [text.clone(), more.clone(), format!("(PLAY m {more}"), format!("({text})")] {
                if let Err(problem) = Request::read(&message) {
                    prop_assert!(!problem.is_empty());
                }
            }
        }
    }
}
