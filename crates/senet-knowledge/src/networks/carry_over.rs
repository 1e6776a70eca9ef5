//! Carries a network over to another game, by the fluents and roles that correspond.

use rustc_hash::FxHashMap;
use senet_gdl::Renaming;
use senet_value_net::{ModelHeader, ValueNet};

/// Relates a new game to the game of a network.
pub struct CarryOver<'a> {
    /// The game of the network.
    pub header: &'a ModelHeader,
    /// Maps words of the new game to words of the network's game.
    pub words: &'a Renaming,
    /// The fluents of the new game.
    pub fluents: &'a [String],
    /// The roles of the new game.
    pub roles: &'a [String],
}

impl CarryOver<'_> {
    /// The network for the same game with other words. `None` if a fluent or role has no partner.
    pub fn exact(&self, net: &ValueNet) -> Option<ValueNet> {
        let known = self.known();
        let partner = |fluent: &String| known.get(&self.translated(fluent)).copied();
        let from: Vec<usize> = self.fluents.iter().map(partner).collect::<Option<_>>()?;
        if from.len() != self.header.fluents.len() {
            return None;
        }
        let from: Vec<Option<usize>> = from.into_iter().map(Some).collect();
        self.with_roles(&net.with_inputs(&from))
    }

    /// The network for a variant. A fluent without a partner gets the mean weights of similar fluents of the network. These
    /// agree in every word that the symbol mapping translates. `None` if the roles differ.
    pub fn nearest(&self, net: &ValueNet) -> Option<ValueNet> {
        let known = self.known();
        let patterns = Patterns::of(&self.header.fluents);
        let partners = |fluent: &String| match known.get(&self.translated(fluent)) {
            Some(&at) => vec![at],
            None => patterns.matching(&self.pattern(fluent)),
        };
        let from: Vec<Vec<usize>> = self.fluents.iter().map(partners).collect();
        self.with_roles(&net.with_mean_inputs(&from))
    }

    /// The fluents of the network, by their text.
    fn known(&self) -> FxHashMap<String, usize> {
        let fluents = self.header.fluents.iter().enumerate();
        fluents
            .map(|(at, text)| (text.to_lowercase(), at))
            .collect()
    }

    fn translated(&self, text: &str) -> String {
        self.words.translate(text).to_lowercase()
    }

    /// The words of a fluent in the network's game; `None` for words without a partner.
    fn pattern(&self, fluent: &str) -> Vec<Option<String>> {
        let partner = |word: &str| self.words.get(word).map(str::to_lowercase);
        words(fluent).map(partner).collect()
    }

    /// Orders the outputs by the roles of the new game.
    fn with_roles(&self, net: &ValueNet) -> Option<ValueNet> {
        let place = |role: &String| {
            let translated = self.translated(role);
            let mut known = self.header.roles.iter();
            known.position(|known| known.to_lowercase() == translated)
        };
        let places: Vec<usize> = self.roles.iter().map(place).collect::<Option<_>>()?;
        match (net.shape().outputs, &places[..]) {
            (1, [0, 1] | [0]) => Some(net.clone()),
            (1, [1, 0]) => Some(net.inverted()),
            (outputs, _) if outputs == places.len() => Some(net.with_outputs(&places)),
            _ => None,
        }
    }
}

/// The fluents of a game as lists of words.
struct Patterns(Vec<Vec<String>>);

impl Patterns {
    fn of(fluents: &[String]) -> Patterns {
        let split = |fluent: &String| words(fluent).map(str::to_lowercase).collect();
        Patterns(fluents.iter().map(split).collect())
    }

    /// The fluents that agree with all known words of a pattern.
    fn matching(&self, pattern: &[Option<String>]) -> Vec<usize> {
        let agrees = |fluent: &[String]| {
            let mut pairs = fluent.iter().zip(pattern);
            fluent.len() == pattern.len()
                && pairs.all(|(word, wanted)| wanted.as_ref().is_none_or(|wanted| wanted == word))
        };
        let all = self.0.iter().enumerate();
        let found = all.filter(|(_, fluent)| agrees(fluent));
        found.map(|(at, _)| at).collect()
    }
}

/// The words of a term, without parentheses.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "()".contains(c))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_value_net::Shape;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(ToString::to_string).collect()
    }

    fn renaming(pairs: &[(&str, &str)]) -> Renaming {
        let own = |(a, b): &(&str, &str)| (a.to_string(), b.to_string());
        Renaming::new(pairs.iter().map(own).collect())
    }

    fn net(inputs: usize) -> ValueNet {
        let shape = Shape {
            inputs,
            hidden: 16,
            outputs: 1,
        };
        ValueNet::new(shape, 1.0, 7)
    }

    fn header(fluents: &[&str]) -> ModelHeader {
        ModelHeader {
            fluents: texts(fluents),
            roles: texts(&["red", "blue"]),
            ..ModelHeader::default()
        }
    }

    #[test]
    fn renamed_fluents_keep_their_columns() {
        let header = header(&["(at 1 red)", "(at 2 red)"]);
        let words = renaming(&[
            ("a", "1"),
            ("b", "2"),
            ("x", "red"),
            ("y", "blue"),
            ("on", "at"),
        ]);
        let carry = CarryOver {
            header: &header,
            words: &words,
            fluents: &texts(&["(on b x)", "(on a x)"]),
            roles: &texts(&["y", "x"]),
        };
        let (old, new) = (net(2), carry.exact(&net(2)).unwrap());
        // The roles changed places too, so the value is that of the other side.
        let (before, after) = (old.evaluate(&[0b01])[0], new.evaluate(&[0b10])[0]);
        assert!((before + after - 1.0).abs() < 1e-5, "{before} {after}");
    }

    #[test]
    fn missing_fluent_has_no_exact_network() {
        let header = header(&["(at 1 red)"]);
        let carry = CarryOver {
            header: &header,
            words: &renaming(&[]),
            fluents: &texts(&["(at 2 red)"]),
            roles: &texts(&["red", "blue"]),
        };
        assert!(carry.exact(&net(1)).is_none());
    }

    #[test]
    fn fluent_of_a_variant_gets_the_mean_of_its_kind() {
        let header = header(&["(at 1 red)", "(at 2 red)", "(at 1 blue)"]);
        let words = renaming(&[
            ("at", "at"),
            ("1", "1"),
            ("2", "2"),
            ("red", "red"),
            ("blue", "blue"),
        ]);
        let carry = CarryOver {
            header: &header,
            words: &words,
            fluents: &texts(&["(at 3 red)", "(at 1 blue)"]),
            roles: &texts(&["red", "blue"]),
        };
        let (old, new) = (net(3), carry.nearest(&net(3)).unwrap());
        let mean = old.with_mean_inputs(&[vec![0, 1], vec![2]]);
        assert_eq!(new, mean);
    }
}
