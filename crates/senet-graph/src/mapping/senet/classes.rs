//! Classes of unassigned symbols with equal signatures, each with its best matches in the other game.

use super::features::Features;
use super::places::NONE;
use super::wl_hashes::WlHashes;
use rustc_hash::FxHashMap;
use senet_gdl::{Deadline, OutOfTime};
use std::collections::BTreeMap;

/// The symbols of one game that share a signature.
pub struct Class {
    /// The signature of the symbols.
    pub signature: u64,
    features: Features,
    arity: u32,
    /// The symbols; empty if the class is no longer in use.
    pub members: Vec<u32>,
    /// The most similar class of the other game.
    pub best: Rival,
    /// The second most similar class of the other game.
    pub second: Rival,
    /// True if the best or the second class has been removed.
    stale: bool,
}

/// A class of the other game.
#[derive(Clone, Copy)]
pub struct Rival {
    /// The index of the class, or [`NONE`].
    pub class: u32,
    /// The similarity of the class.
    pub similarity: f64,
}

const NO_RIVAL: Rival = Rival {
    class: NONE,
    similarity: 0.0,
};

/// The limit on compared classes. Beyond it, only classes with equal signatures are compared, which bounds the effort.
const MAX_COMPARED_CLASSES: usize = 2000;

/// The classes of both games.
#[derive(Default)]
pub struct Classes {
    sides: [Side; 2],
}

#[derive(Default)]
struct Side {
    classes: Vec<Class>,
    class_of: FxHashMap<u32, u32>,
    by_signature: FxHashMap<u64, u32>,
    /// The classes in use by arity.
    in_use: BTreeMap<u32, Vec<u32>>,
}

impl Classes {
    /// Returns a class.
    pub fn get(&self, side: usize, class: u32) -> &Class {
        &self.sides[side].classes[class as usize]
    }

    /// Updates the best matches of all classes and returns the classes of the first game.
    pub fn updated_classes(&mut self, deadline: &Deadline) -> Result<Vec<u32>, OutOfTime> {
        let in_use = [0, 1].map(|side| {
            self.sides[side]
                .in_use
                .values()
                .flatten()
                .copied()
                .collect()
        });
        let [first, _]: &[Vec<u32>; 2] = &in_use;
        for (side, classes) in in_use.iter().enumerate() {
            for &class in classes {
                if self.get(side, class).stale {
                    deadline.check()?;
                    self.compare(side, class, false);
                }
            }
        }
        Ok(first.clone())
    }

    /// Moves a symbol to the class of its current signature.
    pub fn place(&mut self, side: usize, symbol: u32, hashes: &WlHashes) {
        let signature = hashes.signature(symbol);
        if let Some(&class) = self.sides[side].class_of.get(&symbol) {
            if self.get(side, class).signature == signature {
                return;
            }
            self.remove(side, symbol);
        }
        let here = &mut self.sides[side];
        if let Some(&class) = here.by_signature.get(&signature) {
            here.class_of.insert(symbol, class);
            here.classes[class as usize].members.push(symbol);
            return;
        }
        let number = here.classes.len() as u32;
        let arity = hashes.places.arity[symbol as usize];
        here.classes.push(Class {
            signature,
            features: Features::of(hashes, symbol),
            arity,
            members: vec![symbol],
            best: NO_RIVAL,
            second: NO_RIVAL,
            stale: false,
        });
        here.class_of.insert(symbol, number);
        here.by_signature.insert(signature, number);
        here.in_use.entry(arity).or_default().push(number);
        self.compare(side, number, true);
    }

    /// Removes a symbol from its class.
    pub fn remove(&mut self, side: usize, symbol: u32) {
        let here = &mut self.sides[side];
        let Some(number) = here.class_of.remove(&symbol) else {
            return;
        };
        let class = &mut here.classes[number as usize];
        class.members.retain(|&member| member != symbol);
        if !class.members.is_empty() {
            return;
        }
        let (arity, signature) = (class.arity, class.signature);
        class.features = Features::default();
        here.by_signature.remove(&signature);
        if let Some(list) = here.in_use.get_mut(&arity) {
            list.retain(|&class| class != number);
        }
        let there = &mut self.sides[1 - side];
        for &rival in there.in_use.get(&arity).into_iter().flatten() {
            let rival = &mut there.classes[rival as usize];
            rival.stale |= rival.best.class == number || rival.second.class == number;
        }
    }

    /// Compares a class with all classes of the other game. A new class is also offered to them as a rival.
    fn compare(&mut self, side: usize, number: u32, new: bool) {
        let [first, second] = &mut self.sides;
        let (here, there) = if side == 0 {
            (first, second)
        } else {
            (second, first)
        };
        let class = &mut here.classes[number as usize];
        (class.best, class.second, class.stale) = (NO_RIVAL, NO_RIVAL, false);
        let rivals = there
            .in_use
            .get(&class.arity)
            .map_or(&[][..], Vec::as_slice);
        let same = there.by_signature.get(&class.signature);
        let rivals = match rivals.len() {
            ..=MAX_COMPARED_CLASSES => rivals,
            _ => same.map_or(&[][..], std::slice::from_ref),
        };
        for &other in rivals {
            let rival = &mut there.classes[other as usize];
            let enough = match new {
                true => class.second.similarity.min(rival.second.similarity),
                false => class.second.similarity,
            };
            let similarity = class.features.similarity(&rival.features, enough);
            class.offer_rival(other, similarity);
            if new {
                rival.offer_rival(number, similarity);
            }
        }
    }
}

impl Class {
    fn offer_rival(&mut self, class: u32, similarity: f64) {
        let rival = Rival { class, similarity };
        if similarity > self.best.similarity {
            self.second = std::mem::replace(&mut self.best, rival);
        } else if similarity > self.second.similarity {
            self.second = rival;
        }
    }
}
