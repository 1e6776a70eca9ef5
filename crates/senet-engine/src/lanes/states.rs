//! Converts between states and lanes.

use super::bit_matrix::{transpose, words, words_mut};
use super::layout::FluentLayout;
use super::vector::LaneVector;
use crate::State;

/// Writes the states of a group of 64 lanes. Lanes without a state become all false.
pub fn load_group<'s, V: LaneVector>(
    array: &mut [V],
    layout: &FluentLayout,
    group: usize,
    state_of: impl Fn(usize) -> Option<&'s State>,
) {
    let states: [Option<&State>; 64] = std::array::from_fn(|bit| state_of(group * 64 + bit));
    let array = words_mut(array);
    let mut matrix = [0; 64];
    let mut loaded = usize::MAX;
    for (index, &fluent) in layout.fluents.iter().enumerate() {
        let word = fluent as usize / 64;
        if word != loaded {
            matrix = states.map(|state| state.map_or(0, |state| state.words()[word]));
            transpose(&mut matrix);
            loaded = word;
        }
        array[index * V::WORDS + group] = matrix[fluent as usize % 64];
    }
}

/// Returns this word of the states of 64 lanes.
fn lane_words<V: LaneVector>(
    array: &[u64],
    fluents: usize,
    group: usize,
    word: usize,
) -> [u64; 64] {
    let bit = |bit: usize| {
        let fluent = word * 64 + bit;
        match fluent < fluents {
            true => array[fluent * V::WORDS + group],
            false => 0,
        }
    };
    let mut matrix: [u64; 64] = std::array::from_fn(bit);
    transpose(&mut matrix);
    matrix
}

/// Reads the first `count` lanes as states; the layout must store all fluents.
pub fn read_states<V: LaneVector>(array: &[V], fluents: usize, count: usize) -> Vec<State> {
    let length = fluents.div_ceil(64);
    let mut states = vec![vec![0; length]; count];
    let array = words(array);
    for group in 0..count.div_ceil(64) {
        for word in 0..length {
            let matrix = lane_words::<V>(array, fluents, group, word);
            let lanes = states.iter_mut().skip(group * 64).take(64);
            lanes
                .zip(matrix)
                .for_each(|(state, value)| state[word] = value);
        }
    }
    states.into_iter().map(State::from_words).collect()
}

/// Reads the first lanes as consecutive rows of words; the layout must store all fluents.
pub fn read_rows<V: LaneVector>(array: &[V], fluents: usize, rows: &mut [u64]) {
    let length = fluents.div_ceil(64).max(1);
    let array = words(array);
    for (group, rows) in rows.chunks_mut(64 * length).enumerate() {
        for word in 0..length {
            let matrix = lane_words::<V>(array, fluents, group, word);
            let lanes = rows.chunks_mut(length).zip(matrix);
            lanes.for_each(|(row, value)| row[word] = value);
        }
    }
}

/// Reads one lane as a state; the layout must store all fluents.
pub fn read_state<V: LaneVector>(array: &[V], fluents: usize, lane: usize) -> State {
    let mut state = vec![0; fluents.div_ceil(64)];
    let array = words(array);
    for fluent in 0..fluents {
        let bit = array[fluent * V::WORDS + lane / 64] >> (lane % 64) & 1;
        state[fluent / 64] |= bit << (fluent % 64);
    }
    State::from_words(state)
}
