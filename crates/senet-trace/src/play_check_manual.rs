//! The manual of the checks by play: one entry a code.

/// What one check by play is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayCheck {
    /// The stable code.
    pub code: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// Why it matters and what to do.
    pub why: &'static str,
}

/// The matches could not be played.
pub const UNPLAYED: PlayCheck = PlayCheck {
    code: "E200",
    title: "rules that could not be played",
    why: "The matches were stopped by a limit before all were played, so nothing is known about the rest. Play fewer matches, \
          allow more time (--time-limit), or look for rules that have very many consequences.",
};

/// A role cannot move.
pub(crate) const NO_MOVE: PlayCheck = PlayCheck {
    code: "E201",
    title: "a role without a legal move",
    why: "In every state that is not terminal each role must have at least one legal move, since a match goes on only when \
          all roles move. Give the role a move that does nothing (often called noop) while others are to move, or end the \
          match in that state.",
};

/// No goal value at the end, or several.
pub(crate) const GOAL_COUNT: PlayCheck = PlayCheck {
    code: "E202",
    title: "not exactly one goal value at the end of a match",
    why: "At the end of a match each role needs exactly one goal value, an integer, or nobody can tell how it did. Check that \
          the conditions of the role's goal rules exclude one another, and that together they cover every end.",
};

/// A goal value that is out of range.
pub(crate) const GOAL_RANGE: PlayCheck = PlayCheck {
    code: "E203",
    title: "a goal value outside 0 to 100",
    why: "Goal values range from 0 (worst) to 100 (best). Players and rating systems rely on it.",
};

/// A fact that was not declared.
pub(crate) const OUTSIDE_BASE: PlayCheck = PlayCheck {
    code: "E204",
    title: "a fact outside base",
    why: "If a sheet has base rules, they must list every fact that can ever be true: players that build their tables from \
          base would miss the others. Extend the base rules, or leave them out altogether.",
};

/// A move that was not declared.
pub(crate) const OUTSIDE_INPUT: PlayCheck = PlayCheck {
    code: "E205",
    title: "a move outside input",
    why: "If a sheet has input rules, they must list every move that can ever be legal: players that build their tables from \
          input would miss the others. Extend the input rules, or leave them out altogether.",
};

/// A match that goes on and on.
pub(crate) const NO_END: PlayCheck = PlayCheck {
    code: "E206",
    title: "a match that does not end",
    why: "Every match must end after finitely many moves. Count the moves (a step fact that goes up by succ rules) and make \
          the last count terminal. If the game is only long, allow more moves with --max-steps.",
};

/// Several goal values on the way.
pub(crate) const GOAL_ON_THE_WAY: PlayCheck = PlayCheck {
    code: "W202",
    title: "several goal values before the end of a match",
    why: "Goals count at the end, but players often look at them before. A role with several goal values in one state has \
          rules that do not exclude one another; the same may happen at the end.",
};

/// The checks by play, in the order of their codes.
pub static PLAY_CHECKS: [PlayCheck; 8] = [
    UNPLAYED,
    NO_MOVE,
    GOAL_COUNT,
    GOAL_RANGE,
    OUTSIDE_BASE,
    OUTSIDE_INPUT,
    NO_END,
    GOAL_ON_THE_WAY,
];

/// The entry of a code of the checks by play, in any case.
pub fn explain_play_check(code: &str) -> Option<&'static PlayCheck> {
    let mut checks = PLAY_CHECKS.iter();
    checks.find(|check| check.code.eq_ignore_ascii_case(code))
}
