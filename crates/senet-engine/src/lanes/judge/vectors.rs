//! Every operation on vectors does to their words what plain arithmetic does, in all widths that this processor has.

use super::super::program::Width;
use super::super::random::Random;
use super::super::wide::{Portable, Wide};
use super::{Lanes, ONES, ZEROS, map};
use fastrand::Rng;

/// Triples of values, the first of which leave no lane or all of them.
const TRIPLES: usize = 100;

#[test]
fn every_operation_does_what_plain_arithmetic_does() {
    for width in Width::ALL {
        match width {
            _ if !width.is_available() => {
                eprintln!("skipped: this processor has no {}", width.name());
            }
            Width::Portable => check::<Portable>(width),
            #[cfg(target_arch = "x86_64")]
            _ => compiled_for_it::run(width),
            #[cfg(not(target_arch = "x86_64"))]
            _ => unreachable!("other processors have no such width"),
        }
    }
}

/// As in real use, everything is inlined into functions that are compiled for the processor, and works in plain loops.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod compiled_for_it {
    use super::super::super::wide::{Avx2, Avx512};
    use super::{Width, check};

    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn avx2() {
        check::<Avx2>(Width::Avx2);
    }

    #[target_feature(enable = "avx512f,avx2,popcnt,bmi1")]
    fn avx512() {
        check::<Avx512>(Width::Avx512);
    }

    /// Checks a width that is available.
    pub fn run(width: Width) {
        // SAFETY: the caller has asked whether the processor has the instructions.
        unsafe {
            match width {
                Width::Avx512 => avx512(),
                _ => avx2(),
            }
        }
    }
}

#[inline(always)]
fn check<V: Wide>(width: Width) {
    assert_eq!(V::LANES, width.lanes());
    assert_eq!(size_of::<V>() * 8, V::LANES, "nothing but lanes");
    assert_eq!(align_of::<V>(), size_of::<V>(), "as aligned moves need it");
    let mut rng = Rng::with_seed(1);
    check_words::<V>(&mut rng);
    for _ in 0..TRIPLES {
        let values = [
            super::lanes(&mut rng),
            super::lanes(&mut rng),
            sparse(&mut rng),
        ];
        for [a, b, c] in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
            check_logic::<V>([values[a], values[b], values[c]]);
        }
        for [a, b] in [[ZEROS, ONES], [ONES, ZEROS]] {
            check_logic::<V>([a, values[0], b]);
        }
        for value in values {
            check_lanes::<V>(value);
            check_shifts::<V>(value);
        }
    }
    for lane in 0..V::LANES {
        let mut single = ZEROS;
        single[lane / 64] = 1 << (lane % 64);
        check_lanes::<V>(single);
    }
    for value in [ZEROS, ONES] {
        check_lanes::<V>(value);
    }
    check_random::<V>();
}

/// Few lanes are true.
fn sparse(rng: &mut Rng) -> Lanes {
    std::array::from_fn(|_| rng.u64(..) & rng.u64(..) & rng.u64(..) & rng.u64(..))
}

/// All words of a vector must be those of a value.
#[inline(always)]
fn same<V: Wide>(found: V, expected: Lanes, what: &str) {
    for (at, word) in expected.iter().enumerate().take(V::WORDS) {
        assert_eq!(found.word(at), *word, "word {at} of {what}");
    }
}

#[inline(always)]
fn check_words<V: Wide>(rng: &mut Rng) {
    same(V::zeros(), ZEROS, "zeros");
    same(V::ones(), ONES, "ones");
    for given in 0..=8 {
        let mut value = super::lanes(rng);
        let vector = V::from_words(&value[..given]);
        value[given..].fill(0);
        same(vector, value, "words that were given");
    }
}

#[inline(always)]
fn check_logic<V: Wide>([a, b, c]: [Lanes; 3]) {
    let [x, y, z] = [a, b, c].map(|value| V::from_words(&value));
    same(x.and(y), map(a, b, |a, b| a & b), "and");
    same(x.and_not(y), map(a, b, |a, b| !a & b), "and_not");
    same(x.or(y), map(a, b, |a, b| a | b), "or");
    same(x.xor(y), map(a, b, |a, b| a ^ b), "xor");
    same(x.add(y), map(a, b, u64::wrapping_add), "add");
    let chosen = std::array::from_fn(|at| a[at] & b[at] | !a[at] & c[at]);
    same(x.choose(y, z), chosen, "choose");
}

/// What is asked of the lanes of one vector.
#[inline(always)]
fn check_lanes<V: Wide>(value: Lanes) {
    let vector = V::from_words(&value);
    let holds = |lane: &usize| value[lane / 64] >> (lane % 64) & 1 == 1;
    let expected: Vec<usize> = (0..V::LANES).filter(holds).collect();
    let mut found = Vec::new();
    vector.for_each_lane(|lane| found.push(lane));
    assert_eq!(found, expected, "for_each_lane");
    assert_eq!(vector.count(), expected.len() as u64, "count");
    assert_eq!(vector.any(), !expected.is_empty(), "any");
}

#[inline(always)]
fn check_shifts<V: Wide>(value: Lanes) {
    let vector = V::from_words(&value);
    same(
        vector.shift_left::<1>(),
        value.map(|word| word << 1),
        "<< 1",
    );
    same(
        vector.shift_left::<23>(),
        value.map(|word| word << 23),
        "<< 23",
    );
    same(
        vector.shift_left::<63>(),
        value.map(|word| word << 63),
        "<< 63",
    );
    same(
        vector.shift_right::<5>(),
        value.map(|word| word >> 5),
        ">> 5",
    );
    same(
        vector.shift_right::<18>(),
        value.map(|word| word >> 18),
        ">> 18",
    );
    same(
        vector.shift_right::<63>(),
        value.map(|word| word >> 63),
        ">> 63",
    );
}

/// The same seed gives the same bits in all widths, as far as they have lanes.
#[inline(always)]
fn check_random<V: Wide>() {
    let (mut found, mut expected) = (Random::<V>::new(7), Random::<Portable>::new(7));
    let words = |vector: Portable| std::array::from_fn(|at| vector.word(at));
    for length in 0..20 {
        same(found.next(), words(expected.next()), "random bits");
        let (mut row, mut truth) = (vec![V::zeros(); length], vec![Portable::zeros(); length]);
        found.fill(&mut row);
        expected.fill(&mut truth);
        for (vector, truth) in row.into_iter().zip(truth) {
            same(vector, words(truth), "a row of random bits");
        }
    }
}
