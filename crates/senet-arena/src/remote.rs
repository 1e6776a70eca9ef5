//! A remote player: turns requests into messages, and answers into moves or faults.

use crate::chance::{Purpose, stream};
use crate::clocks::whole_seconds;
use crate::kif;
use crate::protocol::{Dialect, Percepts, Script, WireError, exchange};
use crate::seat::{MatchEnding, Occupant, ProposedMove, SeatAnswer, ThinkLimit, TurnInfo};
use crate::setup::{HostOptions, MatchSetup};
use crate::{PlayerFault, Rules};
use senet_engine::RoleId;
use senet_gdl::{LetterCase, Renaming, ScrambleOptions, scramble, show};
use senet_search::{SearchReport, Stop};
use std::time::{Duration, Instant};

/// A remote player.
pub struct Remote {
    address: String,
    host: HostOptions,
    id: String,
    role: RoleId,
    /// The rules of the match, for the texts of moves.
    rules: Rules,
    /// The START message.
    start: String,
    /// Maps the names in the rules to the scrambled names that this player gets.
    words: Option<Renaming>,
}

impl Remote {
    /// A player of a role. The player gets the rule sheet of the set-up, scrambled if the match asks for it.
    pub fn new(setup: &MatchSetup, id: &str, rules: &Rules, role: RoleId, address: &str) -> Remote {
        let scrambled = setup.scramble || setup.host.dialect == Dialect::Tiltyard;
        let deal = if setup.host.scramble_each {
            role + 1
        } else {
            0
        };
        let seed = stream(setup.seed, Purpose::Scramble, 1, deal).u64(..);
        let (sheet, words) = rule_texts(&setup.rules, scrambled.then_some(seed));
        let name = rules.role_names()[role].clone();
        let name = words
            .as_ref()
            .map_or(name.clone(), |words| words.translate(&name));
        let clocks = &setup.clocks;
        let clocks = (
            whole_seconds(clocks.start).max(1),
            whole_seconds(clocks.play).max(1),
        );
        Remote {
            address: address.to_string(),
            host: setup.host,
            id: id.to_string(),
            role,
            rules: rules.clone(),
            start: setup.host.dialect.start(id, &name, &sheet, clocks),
            words,
        }
    }

    fn send(&self, message: &str, limit: &ThinkLimit) -> Result<String, PlayerFault> {
        let (host, _) = self.address.rsplit_once(':').unwrap_or((&self.address, ""));
        let request = self.host.dialect.request(host, "", message);
        let cancelled = || limit.budget.out_of_time() == Some(Stop::Cancelled);
        let body = exchange(
            &self.address,
            &request,
            limit.deadline,
            self.host.max_reply,
            &cancelled,
        );
        body.map_err(|error| match error {
            WireError::Late => PlayerFault::Late,
            WireError::Broken(how) => PlayerFault::Broken(how),
            WireError::TooLarge => PlayerFault::Illegal(None),
        })
    }

    /// A text of the game with this player's names.
    fn in_its_words(&self, text: &str) -> String {
        let own = self.rules.in_own_words(text);
        match &self.words {
            Some(words) => words.translate(&own),
            None => own,
        }
    }

    /// The last joint move, or what this player saw of it.
    fn message_about(&self, turn_info: &TurnInfo, write: impl Fn(Script) -> String) -> String {
        let Some(last) = &turn_info.last else {
            return match (self.rules.hides, self.host.percepts) {
                (true, Percepts::WithTurn) => write(Script::Turn(turn_info.step, None, &[])),
                _ => write(Script::Nothing),
            };
        };
        let name = |(role, &id)| self.in_its_words(&self.rules.game.move_name(role, id));
        let percepts: Vec<_> = turn_info
            .percepts
            .iter()
            .map(|text| self.in_its_words(text))
            .collect();
        match (self.rules.hides, self.host.percepts) {
            (false, _) => {
                let moves: Vec<_> = last.iter().enumerate().map(name).collect();
                write(Script::All(&moves))
            }
            (true, Percepts::Alone) => write(Script::All(&percepts)),
            (true, Percepts::WithTurn) => {
                let own = name((self.role, &last[self.role]));
                write(Script::Turn(turn_info.step, Some(&own), &percepts))
            }
        }
    }

    /// The move in an answer, with the names of the rules.
    fn understood(&self, reply: &str) -> Option<String> {
        let reply = match self.host.dialect {
            Dialect::Tiltyard => reply.chars().filter(char::is_ascii).collect(),
            _ => reply.to_string(),
        };
        let reply = match &self.words {
            Some(words) => words.inverse().translate(&reply),
            None => reply,
        };
        kif::term(&reply)
    }
}

/// The texts of the rules, and the mapping of names if they are scrambled.
fn rule_texts(rules: &Rules, scrambled: Option<u64>) -> (Vec<String>, Option<Renaming>) {
    let description = &rules.sheet.description;
    let (description, words) = match scrambled {
        None => (description.clone(), None),
        Some(seed) => {
            let order_stays = ScrambleOptions {
                shuffle_rules: false,
                shuffle_facts: false,
                shuffle_literals: false,
                ..ScrambleOptions::default()
            };
            let scrambled = scramble(description, seed, &order_stays);
            (scrambled.description, Some(scrambled.renaming))
        }
    };
    let all = description.rules.iter();
    let all = all.map(|rule| show(rule, &description.symbols, LetterCase::Folded).to_string());
    (all.collect(), words)
}

impl Occupant for Remote {
    /// The match starts whatever the answer is; only timeouts and broken connections are faults.
    fn start(&mut self, limit: &ThinkLimit) -> Result<SeatAnswer, PlayerFault> {
        match self.send(&self.start, limit) {
            Ok(_) | Err(PlayerFault::Illegal(_)) => Ok(SeatAnswer {
                proposal: None,
                report: SearchReport::default(),
            }),
            Err(fault) => Err(fault),
        }
    }

    fn note(&mut self, _news: &TurnInfo) {}

    fn choose(
        &mut self,
        turn_info: &TurnInfo,
        limit: &ThinkLimit,
    ) -> Result<SeatAnswer, PlayerFault> {
        let dialect = self.host.dialect;
        let message = self.message_about(turn_info, |script| dialect.play(&self.id, script));
        let reply = self.send(&message, limit)?;
        Ok(SeatAnswer {
            proposal: Some(ProposedMove::Text(self.understood(&reply))),
            report: SearchReport::default(),
        })
    }

    fn end(&mut self, ending: &MatchEnding, limit: &ThinkLimit) {
        let dialect = self.host.dialect;
        let message = match ending {
            MatchEnding::Over(turn_info) => {
                self.message_about(turn_info, |script| dialect.stop(&self.id, script))
            }
            MatchEnding::GivenUp => dialect.abort(&self.id),
        };
        // The match is over even if the player does not hear of it.
        self.send(&message, limit).ok();
    }
}

/// Asks a player for its name and status.
pub fn ask_info(
    address: &str,
    dialect: Dialect,
    patience: Duration,
) -> Result<String, PlayerFault> {
    let (host, _) = address.rsplit_once(':').unwrap_or((address, ""));
    let request = dialect.request(host, "", &dialect.info());
    let deadline = Instant::now() + patience;
    exchange(address, &request, deadline, 1 << 16, &|| false).map_err(|error| match error {
        WireError::Late => PlayerFault::Late,
        WireError::Broken(how) => PlayerFault::Broken(how),
        WireError::TooLarge => PlayerFault::Illegal(None),
    })
}
