//! The correspondence between the states of two games.

use rustc_hash::{FxHashMap, FxHashSet};
use senet_engine::State;

/// Maps the text of a fluent to its image; `None` if the map ignores the fluent.
pub type FluentMap<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// The image of a fluent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FluentImage {
    /// Ignored: the fluent does not change the image of a state.
    Ignored,
    /// The image with this number.
    Number(u32),
    /// No image in the source. A state with this fluent has no counterpart.
    Unknown,
}

/// A correspondence between the states of a target game and a source game.
///
/// Both games are seen through fluent maps. A map sends each fluent to an image or ignores it. A state of the target
/// corresponds to a state of the source if some map of each gives the same image.
///
/// ```
/// use senet_engine::State;
/// use senet_learn::td::transfer::StateCorrespondence;
///
/// let source = ["(cell x)".to_string(), "(cell o)".to_string()];
/// let target = ["(mark o)".to_string(), "(mark x)".to_string()];
/// let translate = |fluent: &str| Some(fluent.replace("mark", "cell"));
/// let renaming = StateCorrespondence::renaming(&source, &target, &translate);
/// assert!(renaming.is_single());
/// assert_eq!(renaming.images_of_target(&State::from_words(vec![0b01])), [State::from_words(vec![0b10])]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateCorrespondence {
    /// The maps of the source; `None` if the only map is the identity.
    source: Option<Vec<Vec<FluentImage>>>,
    /// The maps of the target.
    target: Vec<Vec<FluentImage>>,
    /// The number of words of an image.
    words: usize,
}

impl StateCorrespondence {
    /// Builds the correspondence from the fluents of both games (as of `Game::fluent_names`) and their maps.
    pub fn new(
        source: (&[String], &[&FluentMap]),
        target: (&[String], &[&FluentMap]),
    ) -> StateCorrespondence {
        let (fluents, maps) = source;
        let is_identity = maps.len() == 1 && is_one_to_one(fluents, maps[0]);
        let mut images = ImageNumbers::default();
        let of_source: Vec<_> = maps
            .iter()
            .map(|map| images.add_source_map(fluents, map))
            .collect();
        let (fluents, maps) = target;
        let target = maps
            .iter()
            .map(|map| images.target_map(fluents, map))
            .collect();
        StateCorrespondence {
            source: (!is_identity).then_some(of_source),
            target,
            words: images.0.len().div_ceil(64),
        }
    }

    /// A renaming: `translate` maps a fluent of the target to its name in the source.
    pub fn renaming(
        source: &[String],
        target: &[String],
        translate: &FluentMap,
    ) -> StateCorrespondence {
        let same = |fluent: &str| Some(fluent.to_string());
        StateCorrespondence::new((source, &[&same]), (target, &[translate]))
    }

    /// True if each state corresponds to at most one state.
    pub fn is_single(&self) -> bool {
        self.source.is_none() && self.target.len() == 1
    }

    /// True if the source is mapped by the identity, so its states are their own images.
    pub fn is_identity(&self) -> bool {
        self.source.is_none()
    }

    /// The different images of a source state.
    pub fn images_of_source(&self, state: &State) -> Vec<State> {
        match &self.source {
            None => vec![state.clone()],
            Some(maps) => self.images(maps, state),
        }
    }

    /// The different images of a target state that a source state can have, too.
    pub fn images_of_target(&self, state: &State) -> Vec<State> {
        self.images(&self.target, state)
    }

    fn images(&self, maps: &[Vec<FluentImage>], state: &State) -> Vec<State> {
        let mut found = Vec::with_capacity(maps.len());
        for map in maps {
            if let Some(image) = self.image(map, state)
                && !found.contains(&image)
            {
                found.push(image);
            }
        }
        found
    }

    fn image(&self, map: &[FluentImage], state: &State) -> Option<State> {
        let mut words = vec![0_u64; self.words];
        for (at, &word) in state.words().iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                match map.get(at * 64 + rest.trailing_zeros() as usize) {
                    Some(&FluentImage::Number(image)) => {
                        words[image as usize / 64] |= 1 << (image % 64)
                    }
                    Some(FluentImage::Ignored) => {}
                    Some(FluentImage::Unknown) | None => return None,
                }
                rest &= rest - 1;
            }
        }
        Some(State::from_words(words))
    }
}

/// The numbers of images, in order of occurrence.
#[derive(Default)]
struct ImageNumbers(FxHashMap<String, u32>);

impl ImageNumbers {
    /// Adds a map of the source. Its images are numbered.
    fn add_source_map(&mut self, fluents: &[String], map: &FluentMap) -> Vec<FluentImage> {
        let mut number = |image| {
            let next = self.0.len() as u32;
            FluentImage::Number(*self.0.entry(image).or_insert(next))
        };
        let seen = |fluent: &String| map(fluent).map_or(FluentImage::Ignored, &mut number);
        fluents.iter().map(seen).collect()
    }

    /// Applies a map of the target.
    fn target_map(&self, fluents: &[String], map: &FluentMap) -> Vec<FluentImage> {
        let seen = |fluent: &String| match map(fluent) {
            None => FluentImage::Ignored,
            Some(image) => self
                .0
                .get(&image)
                .map_or(FluentImage::Unknown, |&n| FluentImage::Number(n)),
        };
        fluents.iter().map(seen).collect()
    }
}

/// True if a map is one-to-one and ignores no fluent. Each image then gets the number of its fluent.
fn is_one_to_one(fluents: &[String], map: &FluentMap) -> bool {
    let mut images = FxHashSet::default();
    fluents
        .iter()
        .all(|fluent| map(fluent).is_some_and(|image| images.insert(image)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "(at 1);(at 2);(clock 0);(clock 1);(turn x)";
    const TARGET: &str = "(at 1);(at 2);(at 3);(turn x);(turn y)";

    fn names(text: &str) -> Vec<String> {
        text.split(';').map(str::to_string).collect()
    }

    fn state(names: &[String], fluents: &str) -> State {
        let mut words = vec![0; names.len().div_ceil(64)];
        for fluent in fluents.split(';').filter(|fluent| !fluent.is_empty()) {
            let at = names.iter().position(|name| name == fluent).unwrap();
            words[at / 64] |= 1 << (at % 64);
        }
        State::from_words(words)
    }

    /// Maps a board of three cells to boards of two cells. The source has a clock that the target lacks.
    fn boards(clock_is_seen: bool) -> StateCorrespondence {
        let left = |fluent: &str| (fluent != "(at 3)").then(|| fluent.to_string());
        let right = |fluent: &str| match fluent {
            "(at 1)" => None,
            "(at 2)" => Some("(at 1)".to_string()),
            "(at 3)" => Some("(at 2)".to_string()),
            other => Some(other.to_string()),
        };
        let source =
            |fluent: &str| (clock_is_seen || !fluent.contains("clock")).then(|| fluent.to_string());
        StateCorrespondence::new(
            (&names(SOURCE), &[&source]),
            (&names(TARGET), &[&left, &right]),
        )
    }

    /// Checks which states of the source correspond to a state of the target.
    #[track_caller]
    fn check(clock_is_seen: bool, target: &str, expected: &[&str]) {
        let both = boards(clock_is_seen);
        let images = both.images_of_target(&state(&names(TARGET), target));
        let sources = [
            "(at 1);(turn x)",
            "(at 2);(turn x)",
            "(at 2);(clock 1);(turn x)",
            "(turn x)",
        ];
        let matches = |source: &&&str| {
            let of_source = both.images_of_source(&state(&names(SOURCE), source));
            of_source.iter().any(|image| images.contains(image))
        };
        let found: Vec<_> = sources.iter().filter(matches).copied().collect();
        assert_eq!(found, expected);
        assert_eq!(both.is_identity(), clock_is_seen);
        assert!(!both.is_single());
    }

    #[test]
    fn small_boards_correspond_to_parts_of_large_ones() {
        check(true, "(at 1);(turn x)", &["(at 1);(turn x)", "(turn x)"]);
        check(true, "(at 3);(turn x)", &["(at 2);(turn x)", "(turn x)"]);
        check(true, "(at 1);(at 2)", &[]);
    }

    #[test]
    fn ignored_fluents_do_not_matter() {
        check(
            false,
            "(at 3);(turn x)",
            &["(at 2);(turn x)", "(at 2);(clock 1);(turn x)", "(turn x)"],
        );
    }

    #[test]
    fn unknown_fluents_have_no_counterpart() {
        check(true, "(at 1);(turn y)", &[]);
    }
}
