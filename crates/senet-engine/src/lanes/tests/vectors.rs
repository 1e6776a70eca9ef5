//! Compares every vector operation with integer arithmetic, in all widths that this processor
//! supports.

use super::super::lane_rng::LaneRng;
use super::super::program::Width;
use super::super::vector::{Detected, LaneVector, Portable};
use super::{Lanes, ONES, ZEROS, map};
use fastrand::Rng;

/// Number of random triples of values.
const TRIPLES: usize = 100;

#[test]
fn vector_operations_match_integer_arithmetic() {
    for width in Width::ALL {
        match width {
            _ if !width.is_available() => {
                eprintln!("skipped: this processor does not support {}", width.name());
            }
            Width::Portable => check::<Portable>(),
            #[cfg(target_arch = "x86_64")]
            _ => with_target_features::run(width),
            #[cfg(not(target_arch = "x86_64"))]
            _ => unreachable!("only x86-64 has vector widths"),
        }
    }
}

/// As in real use, everything is inlined into functions that are compiled for the instruction set,
/// and uses plain loops.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod with_target_features {
    use super::super::super::vector::{Avx2, Avx512};
    use super::{Width, check};

    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn avx2() {
        check::<Avx2>();
    }

    #[target_feature(enable = "avx512f,avx2,popcnt,bmi1")]
    fn avx512() {
        check::<Avx512>();
    }

    /// Checks a width that is available.
    pub fn run(width: Width) {
        match width {
            // SAFETY: callers pass only widths that the processor supports.
            Width::Avx512 => unsafe { avx512() },
            // SAFETY: callers pass only widths that the processor supports.
            _ => unsafe { avx2() },
        }
    }
}

#[inline(always)]
fn check<V: LaneVector>() {
    let cpu = Detected::<V>::new().expect("callers check the processor");
    assert_eq!(V::LANES, V::WIDTH.lanes());
    assert_eq!(size_of::<V>() * 8, V::LANES, "a vector contains only lanes");
    assert_eq!(
        align_of::<V>(),
        size_of::<V>(),
        "aligned moves need this alignment"
    );
    let mut rng = Rng::with_seed(1);
    check_words::<V>(cpu, &mut rng);
    for _ in 0..TRIPLES {
        let values = [
            super::lanes(&mut rng),
            super::lanes(&mut rng),
            sparse(&mut rng),
        ];
        for [a, b, c] in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
            check_logic::<V>(cpu, [values[a], values[b], values[c]]);
        }
        for [a, b] in [[ZEROS, ONES], [ONES, ZEROS]] {
            check_logic::<V>(cpu, [a, values[0], b]);
        }
        for value in values {
            check_lanes::<V>(cpu, value);
            check_shifts::<V>(cpu, value);
        }
    }
    for lane in 0..V::LANES {
        let mut single = ZEROS;
        single[lane / 64] = 1 << (lane % 64);
        check_lanes::<V>(cpu, single);
    }
    for value in [ZEROS, ONES] {
        check_lanes::<V>(cpu, value);
    }
    check_random::<V>(cpu);
}

/// A value with few true lanes.
fn sparse(rng: &mut Rng) -> Lanes {
    std::array::from_fn(|_| rng.u64(..) & rng.u64(..) & rng.u64(..) & rng.u64(..))
}

/// Checks all words of a vector.
#[inline(always)]
fn check_same<V: LaneVector>(found: V, expected: Lanes, what: &str) {
    for (at, word) in expected.iter().enumerate().take(V::WORDS) {
        assert_eq!(found.word(at), *word, "word {at} of {what}");
    }
}

#[inline(always)]
fn check_words<V: LaneVector>(cpu: Detected<V>, rng: &mut Rng) {
    check_same(cpu.zeros(), ZEROS, "zeros");
    check_same(cpu.ones(), ONES, "ones");
    for given in 0..=8 {
        let mut value = super::lanes(rng);
        let vector = cpu.vector(&value[..given]);
        value[given..].fill(0);
        check_same(vector, value, "words that were given");
    }
}

#[inline(always)]
fn check_logic<V: LaneVector>(cpu: Detected<V>, [a, b, c]: [Lanes; 3]) {
    let [x, y, z] = [a, b, c].map(|value| cpu.vector(&value));
    check_same(x.and(y), map(a, b, |a, b| a & b), "and");
    check_same(x.and_not(y), map(a, b, |a, b| !a & b), "and_not");
    check_same(x.or(y), map(a, b, |a, b| a | b), "or");
    check_same(x.xor(y), map(a, b, |a, b| a ^ b), "xor");
    check_same(x.add(y), map(a, b, u64::wrapping_add), "add");
    let chosen = std::array::from_fn(|at| a[at] & b[at] | !a[at] & c[at]);
    check_same(x.choose(y, z), chosen, "choose");
}

/// Checks the operations that inspect the lanes of one vector.
#[inline(always)]
fn check_lanes<V: LaneVector>(cpu: Detected<V>, value: Lanes) {
    let vector = cpu.vector(&value);
    let holds = |lane: &usize| value[lane / 64] >> (lane % 64) & 1 == 1;
    let expected: Vec<usize> = (0..V::LANES).filter(holds).collect();
    let mut found = Vec::new();
    vector.for_each_lane(|lane| found.push(lane));
    assert_eq!(found, expected, "for_each_lane");
    assert_eq!(vector.count(), expected.len() as u64, "count");
    assert_eq!(vector.any(), !expected.is_empty(), "any");
}

#[inline(always)]
fn check_shifts<V: LaneVector>(cpu: Detected<V>, value: Lanes) {
    let vector = cpu.vector(&value);
    check_same(
        vector.shift_left::<1>(),
        value.map(|word| word << 1),
        "<< 1",
    );
    check_same(
        vector.shift_left::<23>(),
        value.map(|word| word << 23),
        "<< 23",
    );
    check_same(
        vector.shift_left::<63>(),
        value.map(|word| word << 63),
        "<< 63",
    );
    check_same(
        vector.shift_right::<5>(),
        value.map(|word| word >> 5),
        ">> 5",
    );
    check_same(
        vector.shift_right::<18>(),
        value.map(|word| word >> 18),
        ">> 18",
    );
    check_same(
        vector.shift_right::<63>(),
        value.map(|word| word >> 63),
        ">> 63",
    );
}

/// The same seed gives the same bits in all widths, in the lanes that they have.
#[inline(always)]
fn check_random<V: LaneVector>(cpu: Detected<V>) {
    let portable = Detected::<Portable>::new().expect("every processor has it");
    let (mut found, mut expected) = (LaneRng::new(cpu, 7), LaneRng::new(portable, 7));
    let words = |vector: Portable| std::array::from_fn(|at| vector.word(at));
    for length in 0..20 {
        check_same(found.next(), words(expected.next()), "random bits");
        let (mut row, mut truth) = (vec![cpu.zeros(); length], vec![portable.zeros(); length]);
        found.fill(&mut row);
        expected.fill(&mut truth);
        for (vector, truth) in row.into_iter().zip(truth) {
            check_same(vector, words(truth), "a row of random bits");
        }
    }
}
