//! A player behind an address: what the match wants becomes messages, and answers become moves or troubles.

use crate::chance::{Purpose, stream};
use crate::clocks::whole_seconds;
use crate::kif;
use crate::protocol::{Dialect, Percepts, Script, WireError, exchange};
use crate::seat::{Answer, Ending, Limit, News, Occupant, Proposal};
use crate::setup::{HostOptions, MatchSetup};
use crate::{Rules, Trouble};
use senet_engine::RoleId;
use senet_gdl::{LetterCase, Renaming, ScrambleOptions, scramble, show};
use senet_search::{SearchReport, Stop};
use std::time::{Duration, Instant};

/// A player behind an address.
pub struct Remote {
    address: String,
    host: HostOptions,
    id: String,
    role: RoleId,
    /// What is played, which says how moves are called.
    rules: Rules,
    /// START, ready to be sent.
    start: String,
    /// From the words of the rules to those of this player, if they are scrambled.
    words: Option<Renaming>,
}

impl Remote {
    /// A player of a role. `rules` is what is played; what is sent are the rules that the match was set up with, scrambled where that is wanted.
    pub fn new(setup: &MatchSetup, id: &str, rules: &Rules, role: RoleId, address: &str) -> Remote {
        let scrambled = setup.scramble || setup.host.dialect == Dialect::Tiltyard;
        let deal = if setup.host.scramble_each {
            role + 1
        } else {
            0
        };
        let seed = stream(setup.seed, Purpose::Scramble, 1, deal).u64(..);
        let (sheet, words) = written(&setup.rules, scrambled.then_some(seed));
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

    fn send(&self, message: &str, limit: &Limit) -> Result<String, Trouble> {
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
            WireError::Late => Trouble::Late,
            WireError::Broken(how) => Trouble::Broken(how),
            WireError::TooLarge => Trouble::Illegal(None),
        })
    }

    /// A text of the game in the words of this player.
    fn in_its_words(&self, text: &str) -> String {
        let own = self.rules.in_own_words(text);
        match &self.words {
            Some(words) => words.translate(&own),
            None => own,
        }
    }

    /// The last joint move, or what this player saw of it.
    fn told(&self, news: &News, write: impl Fn(Script) -> String) -> String {
        let Some(last) = &news.last else {
            return match (self.rules.hides, self.host.percepts) {
                (true, Percepts::WithTurn) => write(Script::Turn(news.step, None, &[])),
                _ => write(Script::Nothing),
            };
        };
        let name = |(role, &id)| self.in_its_words(&self.rules.game.move_name(role, id));
        let percepts: Vec<_> = news
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
                write(Script::Turn(news.step, Some(&own), &percepts))
            }
        }
    }

    /// The move in an answer, in the words of the rules.
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

/// The rules, one text each, and the words by which they are scrambled.
fn written(rules: &Rules, scrambled: Option<u64>) -> (Vec<String>, Option<Renaming>) {
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
    /// Whatever is answered, the match begins; only silence and broken connections are noted.
    fn start(&mut self, limit: &Limit) -> Result<Answer, Trouble> {
        match self.send(&self.start, limit) {
            Ok(_) | Err(Trouble::Illegal(_)) => Ok(Answer {
                proposal: None,
                report: SearchReport::default(),
            }),
            Err(trouble) => Err(trouble),
        }
    }

    fn note(&mut self, _news: &News) {}

    fn choose(&mut self, news: &News, limit: &Limit) -> Result<Answer, Trouble> {
        let dialect = self.host.dialect;
        let message = self.told(news, |script| dialect.play(&self.id, script));
        let reply = self.send(&message, limit)?;
        Ok(Answer {
            proposal: Some(Proposal::Text(self.understood(&reply))),
            report: SearchReport::default(),
        })
    }

    fn end(&mut self, ending: &Ending, limit: &Limit) {
        let dialect = self.host.dialect;
        let message = match ending {
            Ending::Over(news) => self.told(news, |script| dialect.stop(&self.id, script)),
            Ending::GivenUp => dialect.abort(&self.id),
        };
        // The match is over whether or not the player takes note.
        self.send(&message, limit).ok();
    }
}

/// Asks a player whether it is there: its name and status, as it answers.
pub fn ask_info(address: &str, dialect: Dialect, patience: Duration) -> Result<String, Trouble> {
    let (host, _) = address.rsplit_once(':').unwrap_or((address, ""));
    let request = dialect.request(host, "", &dialect.info());
    let deadline = Instant::now() + patience;
    exchange(address, &request, deadline, 1 << 16, &|| false).map_err(|error| match error {
        WireError::Late => Trouble::Late,
        WireError::Broken(how) => Trouble::Broken(how),
        WireError::TooLarge => Trouble::Illegal(None),
    })
}
