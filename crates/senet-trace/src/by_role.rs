//! A small map from role names to values, in role order.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// One value per role, in role order. In JSON it is an object whose keys keep this order.
///
/// ```
/// use senet_trace::ByRole;
/// let goals = ByRole::new(&["white".into(), "black".into()], [100, 0]);
/// assert_eq!(goals.get("black"), Some(&0));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByRole<T>(pub Vec<(String, T)>);

impl<T> ByRole<T> {
    /// Pairs the roles with their values.
    pub fn new(roles: &[String], items: impl IntoIterator<Item = T>) -> ByRole<T> {
        ByRole(roles.iter().cloned().zip(items).collect())
    }

    /// The value of a role.
    pub fn get(&self, role: &str) -> Option<&T> {
        self.0
            .iter()
            .find(|(name, _)| name == role)
            .map(|(_, item)| item)
    }

    /// Returns whether there is no entry.
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
    fn json_keeps_the_order_of_roles() {
        let text = r#"{"zebra":1,"ape":2}"#;
        let read: ByRole<i32> = serde_json::from_str(text).unwrap();
        assert_eq!(read.get("ape"), Some(&2));
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
    }
}
