//! Reads records and checks that their parts agree. [`MatchRecord::verify`] compares them with the rules.

use crate::MatchRecord;
use senet_engine::Stopped;
use serde_json::Value;

/// Standard keys that Senet ignores. All other unknown keys must begin with `x-`.
const ALLOWED: [&str; 4] = [
    "matchHostPK",
    "matchHostSignature",
    "weight",
    "analysisClock",
];
/// The shortest token.
const TOKEN: usize = 12;

/// The reason why a record is rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The text is not a match record.
    #[error("this is not a match record: {0}")]
    Unreadable(String),
    /// The parts of the record contradict each other.
    #[error("the record contradicts itself: {0}")]
    Inconsistent(String),
    /// The record contradicts the rules.
    #[error("step {step}: {what}")]
    Differs {
        /// The number of joint moves before the contradiction.
        step: usize,
        /// The contradiction.
        what: String,
    },
    /// The rules failed.
    #[error("the rules cannot replay the record: {0}")]
    Rules(#[from] Stopped),
}

impl MatchRecord {
    /// Reads a record and checks that its parts agree. [`MatchRecord::verify`] compares it with the rules.
    pub fn read(text: &str) -> Result<MatchRecord, RecordError> {
        let unreadable = |error: serde_json::Error| RecordError::Unreadable(error.to_string());
        let value: Value = serde_json::from_str(text).map_err(unreadable)?;
        if has_null(&value) {
            return Err(RecordError::Unreadable("it contains a null".to_string()));
        }
        let record: MatchRecord = serde_json::from_value(value).map_err(unreadable)?;
        record.check()?;
        Ok(record)
    }

    fn check(&self) -> Result<(), RecordError> {
        let inconsistent = |what: String| Err(RecordError::Inconsistent(what));
        let steps = self.moves.len() + 1;
        let rows = [
            ("states", self.states.len()),
            ("stateTimes", self.state_times.len()),
            ("errors", self.errors.as_ref().map_or(steps, Vec::len)),
        ];
        if let Some((name, count)) = rows.into_iter().find(|(_, count)| *count != steps) {
            let moves = self.moves.len();
            return inconsistent(format!("{moves} joint moves, but {count} {name}"));
        }
        let all_times = std::iter::once(&self.start_time).chain(&self.state_times);
        if !all_times.is_sorted() {
            return inconsistent("times go back".to_string());
        }
        if self.random_token.chars().count() < TOKEN {
            return inconsistent(format!("randomToken has fewer than {TOKEN} characters"));
        }
        if !is_version(&self.game_meta_url) {
            let address = &self.game_meta_url;
            return inconsistent(format!("gameMetaURL `{address}` does not end in /v<N>/"));
        }
        if self.is_completed != self.goal_values.is_some() {
            return inconsistent("goalValues belong to completed matches, and only to them".into());
        }
        let is_strange = |key: &&String| !key.starts_with("x-") && !ALLOWED.contains(&key.as_str());
        match self.other.keys().find(is_strange) {
            Some(key) => inconsistent(format!("there is no key `{key}`")),
            None => self.check_roles(),
        }
    }

    /// Checks that all rows have the same number of roles.
    fn check_roles(&self) -> Result<(), RecordError> {
        let errors = self
            .errors
            .iter()
            .flatten()
            .map(|row| ("errors", row.len()));
        let moves = self.moves.iter().map(|row| ("moves", row.len()));
        let goals = self.goal_values.iter().map(|row| ("goalValues", row.len()));
        let names = self.player_names_from_host.iter();
        let names = names.map(|row| ("playerNamesFromHost", row.len()));
        let mut rows = moves.chain(goals).chain(names).chain(errors);
        let Some((first, roles)) = rows.next() else {
            return Ok(());
        };
        match rows.find(|(_, count)| *count != roles) {
            None => Ok(()),
            Some((name, count)) => Err(RecordError::Inconsistent(format!(
                "{roles} roles in {first}, but {count} in {name}"
            ))),
        }
    }
}

fn is_version(address: &str) -> bool {
    let last = address
        .strip_suffix('/')
        .and_then(|rest| rest.rsplit_once("/v"));
    last.is_some_and(|(_, number)| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(entries) => entries.values().any(has_null),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{play_random, rules};
    use serde_json::json;

    /// Changes the record of a match and compares the resulting error.
    #[track_caller]
    fn check(change: impl FnOnce(&mut Value), expected: &str) {
        let rules = rules("tic-tac-toe");
        let mut value = serde_json::to_value(play_random(&rules, 1).record).unwrap();
        change(&mut value);
        let read = MatchRecord::read(&value.to_string());
        let verified = read.and_then(|record| record.verify(&rules));
        let told = verified.err().map(|error| error.to_string());
        assert_eq!(told.as_deref().unwrap_or("fine"), expected);
    }

    #[test]
    fn reads_and_verifies_written_records() {
        check(|_| {}, "fine");
        check(|value| value["x-more"] = json!({"a": [1]}), "fine");
        check(|value| value["weight"] = json!(1.0), "fine");
        check(|value| value["moves"][0][0] = json!("(MARK  a 1)"), "fine");
        check(
            |value| value["states"][0] = json!("((CONTROL x)(control X))"),
            "fine",
        );
    }

    #[test]
    fn accepts_records_of_running_matches() {
        let cut = |value: &mut Value| {
            for key in ["moves", "states", "stateTimes", "errors"] {
                value[key].as_array_mut().unwrap().pop();
            }
            value["isCompleted"] = json!(false);
            value.as_object_mut().unwrap().remove("goalValues");
        };
        check(cut, "fine");
    }

    #[test]
    fn rejects_contradictory_records() {
        let of = "the record contradicts itself: ";
        check(
            |value| value["stateTimes"] = json!([]),
            &format!("{of}9 joint moves, but 0 stateTimes"),
        );
        check(
            |value| value["stateTimes"][0] = json!(5),
            &format!("{of}times go back"),
        );
        check(
            |value| value["goalValues"] = json!([1]),
            &format!("{of}2 roles in moves, but 1 in goalValues"),
        );
        check(
            |value| value["extra"] = json!(1),
            &format!("{of}there is no key `extra`"),
        );
        check(
            |value| value["gameMetaURL"] = json!("x/v/"),
            &format!("{of}gameMetaURL `x/v/` does not end in /v<N>/"),
        );
        check(
            |value| value["errors"][1][0] = Value::Null,
            "this is not a match record: it contains a null",
        );
    }

    #[test]
    fn rejects_records_that_contradict_the_rules() {
        check(
            |value| value["moves"][2][0] = json!("( mark z 9 )"),
            "step 2: ( mark z 9 ) is not a legal move of x",
        );
        check(
            |value| value["states"][1] = json!("( ( control o ) )"),
            "step 1: the state lacks (marked a 1 x)",
        );
        check(
            |value| value["states"][0] = json!("( ( control x ) ( control y ) )"),
            "step 0: (control y) does not hold in the state",
        );
        check(
            |value| value["goalValues"] = json!([7, 7]),
            "step 9: x has goal 100, not 7",
        );
    }
}
