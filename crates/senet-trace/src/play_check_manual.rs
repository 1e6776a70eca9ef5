//! The manual of the checks by play: one entry per code.

/// The manual entry of a check by play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayCheck {
    /// Stable code: `E…` for errors, `W…` for warnings.
    pub code: &'static str,
    /// A title of a few words.
    pub title: &'static str,
    /// Why the problem matters and how to fix it.
    pub why: &'static str,
}

/// The matches could not be played.
pub const UNPLAYED: PlayCheck = PlayCheck {
    code: "E200",
    title: "matches not played",
    why: "A limit stopped the check before all matches were played, so the result is incomplete. Play fewer matches, allow more \
          time (--time-limit), or look for rules that derive millions of facts.",
};

/// A role has no legal move.
pub(crate) const NO_MOVE: PlayCheck = PlayCheck {
    code: "E201",
    title: "role without a legal move",
    why: "In every non-terminal state each role needs at least one legal move, since all roles move at the same time. Give the \
          role a move without effect (often called noop) when it is not its turn, or make the state terminal.",
};

/// A role has no goal value at the end, or several.
pub(crate) const GOAL_COUNT: PlayCheck = PlayCheck {
    code: "E202",
    title: "not exactly one goal value in a terminal state",
    why: "In a terminal state each role needs exactly one goal value, an integer; otherwise the match has no result. Make sure \
          that the goal rules of the role exclude each other and cover all terminal states.",
};

/// A goal value is out of range.
pub(crate) const GOAL_RANGE: PlayCheck = PlayCheck {
    code: "E203",
    title: "goal value outside 0 to 100",
    why: "Goal values range from 0 (worst) to 100 (best). Players and tournaments rely on this range.",
};

/// A fluent is not declared.
pub(crate) const OUTSIDE_BASE: PlayCheck = PlayCheck {
    code: "E204",
    title: "fluent not declared by base",
    why: "If a sheet has base rules, they must declare every fluent that can become true. Players that rely on base would miss \
          the others. Extend the base rules, or remove them all.",
};

/// A move is not declared.
pub(crate) const OUTSIDE_INPUT: PlayCheck = PlayCheck {
    code: "E205",
    title: "move not declared by input",
    why: "If a sheet has input rules, they must declare every move that can become legal. Players that rely on input would miss \
          the others. Extend the input rules, or remove them all.",
};

/// A match does not end.
pub(crate) const NO_END: PlayCheck = PlayCheck {
    code: "E206",
    title: "match without end",
    why: "Every match must end after finitely many moves. Add a step counter to the state and make its last value terminal. If \
          the game is only long, allow more moves with --max-steps.",
};

/// A role has several goal values before the end.
pub(crate) const GOALS_BEFORE_END: PlayCheck = PlayCheck {
    code: "W202",
    title: "several goal values in a non-terminal state",
    why: "Goals count only at the end, but players often use them earlier. Several goal values in one state mean that the goal \
          rules do not exclude each other. The same may happen in a terminal state.",
};

/// All checks by play, in the order of their codes.
pub static PLAY_CHECKS: [PlayCheck; 8] = [
    UNPLAYED,
    NO_MOVE,
    GOAL_COUNT,
    GOAL_RANGE,
    OUTSIDE_BASE,
    OUTSIDE_INPUT,
    NO_END,
    GOALS_BEFORE_END,
];

/// Returns the manual entry of a check by play. The code may be in upper or lower case.
pub fn explain_play_check(code: &str) -> Option<&'static PlayCheck> {
    let mut checks = PLAY_CHECKS.iter();
    checks.find(|check| check.code.eq_ignore_ascii_case(code))
}
