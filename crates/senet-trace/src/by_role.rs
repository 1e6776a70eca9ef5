//! A small map from role names to something, in the order of the roles.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// One entry a role, in role order. Written as a JSON object whose keys keep that order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByRole<T>(pub Vec<(String, T)>);

impl<T> ByRole<T> {
    /// Pairs the roles with what belongs to them.
    pub fn new(roles: &[String], items: impl IntoIterator<Item = T>) -> ByRole<T> {
        ByRole(roles.iter().cloned().zip(items).collect())
    }

    /// What belongs to a role.
    pub fn get(&self, role: &str) -> Option<&T> {
        self.0
            .iter()
            .find(|(name, _)| name == role)
            .map(|(_, item)| item)
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Serialize> Serialize for ByRole<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(role, item)| (role, item)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByRole<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ByRole<T>, D::Error> {
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

struct Entries<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
    type Value = ByRole<T>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object with a key for each role")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ByRole<T>, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(ByRole(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_the_roles_survives() {
        let text = r#"{"zebra":1,"ape":2}"#;
        let read: ByRole<i32> = serde_json::from_str(text).unwrap();
        assert_eq!(read.get("ape"), Some(&2));
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
    }
}
