//! The same game under other names: symbols are told apart until none can be confused, or until the games are seen to differ.

use super::hash::combine;
use super::view::View;
use rustc_hash::FxHashMap;

/// How many guesses are remembered, so that another can be made if one was wrong.
const REMEMBERED: usize = 32;
/// How many guesses may turn out wrong before the search ends.
const MISTAKES: usize = 64;

/// The partner of each symbol of the first game if the games are the same; `None` if they differ, or if too many guesses were wrong.
pub fn exact(views: &mut [View; 2]) -> Option<Vec<(u32, u32)>> {
    let mut search = Search::new(views);
    for step in 0.. {
        let same = search.refine(views);
        let (one, other) = if same {
            match search.open_class(views) {
                Some(class) => search.guess(views, class)?,
                None => return pairs(views),
            }
        } else {
            search.guess_again(views)?
        };
        search.tie(views, one, other, combine(0x44, step));
    }
    None
}

struct Search {
    /// How many symbols have each colour, which is the same in both games.
    sizes: FxHashMap<u64, usize>,
    guesses: Vec<Guess>,
    mistakes: usize,
}

/// A guess: which symbols of the second game could still be the one of the first, and what was known before.
struct Guess {
    colours: [Vec<u64>; 2],
    symbol: u32,
    others: Vec<u32>,
}

/// Symbols that cannot be told apart, in both games.
type Class = [Vec<u32>; 2];

impl Search {
    fn new(views: &[View; 2]) -> Search {
        Search {
            sizes: sizes(&views[0]),
            guesses: Vec::new(),
            mistakes: 0,
        }
    }

    /// Tells symbols apart by their looks until that yields nothing more. Whether there are as many of each look in both games.
    fn refine(&mut self, views: &mut [View; 2]) -> bool {
        loop {
            let changed = [0, 1].map(|side| sorted(&mut views[side]));
            let alike = |(one, two): (&Key, &Key)| (one.0, one.1) == (two.0, two.1);
            let count = changed[0].len();
            if count != changed[1].len() || !changed[0].iter().zip(&changed[1]).all(alike) {
                return false;
            }
            if !self.split(views, &changed) {
                return true;
            }
        }
    }

    /// Paints symbols apart that had one colour but look different now; the largest part keeps the colour. Whether there were any.
    fn split(&mut self, views: &mut [View; 2], changed: &[Vec<Key>; 2]) -> bool {
        let mut any = false;
        let mut start = 0;
        for same_colour in changed[0].chunk_by(|one, other| one.0 == other.0) {
            let colour = same_colour[0].0;
            let size = self.sizes.get(&colour).copied().unwrap_or(0);
            let parts = same_colour.chunk_by(|one, other| one.1 == other.1);
            let unchanged = size.saturating_sub(same_colour.len());
            let largest = parts
                .clone()
                .map(<[Key]>::len)
                .max()
                .unwrap_or(0)
                .max(unchanged);
            let mut kept = unchanged == largest;
            for part in parts {
                let range = start..start + part.len();
                start = range.end;
                if part.len() == largest && !std::mem::replace(&mut kept, true) {
                    continue;
                }
                any = true;
                self.repaint(views, colour, part[0].1, [part, &changed[1][range]]);
            }
        }
        any
    }

    fn repaint(&mut self, views: &mut [View; 2], old: u64, new: u64, part: [&[Key]; 2]) {
        self.sizes
            .entry(old)
            .and_modify(|size| *size -= part[0].len());
        self.sizes.insert(new, part[0].len());
        for (view, keys) in views.iter_mut().zip(part) {
            keys.iter().for_each(|key| view.paint(key.2, new));
        }
    }

    /// The smallest class of several symbols; of equally small ones, the one that the looks put first.
    fn open_class(&self, views: &[View; 2]) -> Option<Class> {
        let open = self.sizes.iter().filter(|(_, size)| **size > 1);
        let (&colour, _) = open.min_by_key(|(colour, size)| (**size, **colour))?;
        let members = |view: &View| {
            let all = view.colours().iter().enumerate();
            let same = all.filter(|(_, other)| **other == colour);
            same.map(|(symbol, _)| symbol as u32).collect()
        };
        Some([members(&views[0]), members(&views[1])])
    }

    /// Takes one symbol of a class for one of the other game. If looks are all there is, any will do.
    fn guess(&mut self, views: &[View; 2], [one, mut others]: Class) -> Option<(u32, u32)> {
        let (symbol, other) = (*one.first()?, others.pop()?);
        if self.guesses.len() < REMEMBERED {
            let colours = [0, 1].map(|side: usize| views[side].colours().to_vec());
            self.guesses.push(Guess {
                colours,
                symbol,
                others,
            });
        }
        Some((symbol, other))
    }

    /// Goes back to the last guess that can be made in another way.
    fn guess_again(&mut self, views: &mut [View; 2]) -> Option<(u32, u32)> {
        self.mistakes += 1;
        while self.guesses.last()?.others.is_empty() {
            self.guesses.pop();
        }
        let guess = self
            .guesses
            .last_mut()
            .filter(|_| self.mistakes <= MISTAKES)?;
        for (view, colours) in views.iter_mut().zip(&guess.colours) {
            view.restore(colours);
        }
        self.sizes = sizes(&views[0]);
        Some((guess.symbol, guess.others.pop()?))
    }

    fn tie(&mut self, views: &mut [View; 2], one: u32, other: u32, colour: u64) {
        let old = views[0].colours()[one as usize];
        self.sizes.entry(old).and_modify(|size| *size -= 1);
        self.sizes.insert(colour, 1);
        views[0].paint(one, colour);
        views[1].paint(other, colour);
    }
}

/// What is known of a symbol, what it looks like, and which it is.
type Key = (u64, u64, u32);

/// The symbols that may look different now, by what is known of them and what they look like.
fn sorted(view: &mut View) -> Vec<Key> {
    let changed = view.refresh();
    let key = |&symbol: &u32| {
        (
            view.colours()[symbol as usize],
            view.signature(symbol),
            symbol,
        )
    };
    let mut keys: Vec<Key> = changed.iter().map(key).collect();
    keys.sort_unstable();
    keys
}

fn sizes(view: &View) -> FxHashMap<u64, usize> {
    let mut sizes = FxHashMap::default();
    view.colours()
        .iter()
        .for_each(|&colour| *sizes.entry(colour).or_default() += 1);
    sizes
}

/// The symbols of the same looks, if these agree in all symbols and all rules.
fn pairs([one, two]: &[View; 2]) -> Option<Vec<(u32, u32)>> {
    let by_look = |view: &View| {
        let mut looks: Vec<(u64, u32)> = (0..view.colours().len() as u32)
            .map(|symbol| (view.signature(symbol), symbol))
            .collect();
        looks.sort_unstable();
        looks
    };
    let rules = |view: &View| {
        let mut rules = view.whole.clone();
        rules.sort_unstable();
        rules
    };
    let (first, second) = (by_look(one), by_look(two));
    let looks = first.iter().map(|look| look.0);
    let same = first.len() == second.len() && looks.eq(second.iter().map(|look| look.0));
    let same = same && rules(one) == rules(two);
    same.then(|| {
        first
            .iter()
            .zip(&second)
            .map(|(one, two)| (one.1, two.1))
            .collect()
    })
}
