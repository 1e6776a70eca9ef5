//! A seat: a player on its own thread, so that it cannot block the match.
//!
//! A match sends commands and waits for replies until a deadline. Late replies are dropped. The thread ends when the seat is dropped and the player
//! has returned.

use crate::{PlayerFault, kif};
use senet_engine::{MoveId, State};
use senet_search::{Budget, SearchReport};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The stack size of threads that work with rules. Some code walks the rules recursively; this stack is enough for the deepest rules that the
/// parser accepts. Unused pages cost nothing.
pub const STACK_BYTES: usize = 256 << 20;

/// The information that a player receives in a state.
#[derive(Clone, Debug)]
pub struct TurnInfo {
    /// The number of joint moves made.
    pub step: usize,
    /// The state. Players of games with hidden information ignore it.
    pub state: State,
    /// The last joint move; `None` before the first, or if it is unknown.
    pub last: Option<Vec<MoveId>>,
    /// The role's own last move; `None` before the first. The inner `None` means that the move is unknown.
    pub own: Option<Option<MoveId>>,
    /// The role's percepts of the last joint move, in a game with hidden information.
    pub percepts: Vec<String>,
}

/// The limits of one request.
#[derive(Clone, Debug)]
pub struct ThinkLimit {
    /// The budget of the player; cancelled when the match stops waiting.
    pub budget: Budget,
    /// When the match stops waiting.
    pub deadline: Instant,
}

/// A proposed move.
#[derive(Clone, PartialEq, Debug)]
pub enum ProposedMove {
    /// The move of a player that knows the identifiers of moves.
    Move(MoveId),
    /// The move of a player that sends text. `None` if the text is not a term.
    Text(Option<String>),
}

impl ProposedMove {
    /// Reads a move from a text.
    pub fn read(text: &str) -> ProposedMove {
        ProposedMove::Text(kif::term(text))
    }
}

/// Sends replies through a channel. After the match the channel may be closed.
pub fn by_channel(answers: Sender<SeatReply>) -> impl Fn(SeatReply) + Send + 'static {
    move |letter| {
        answers.send(letter).ok();
    }
}

/// The answer of a player.
#[derive(Clone, Debug)]
pub struct SeatAnswer {
    /// The move; `None` if the match did not ask for one.
    pub proposal: Option<ProposedMove>,
    /// The player's report.
    pub report: SearchReport,
}

/// The player on a seat.
pub trait Occupant: Send {
    /// Prepares for the match during the start clock.
    fn start(&mut self, limit: &ThinkLimit) -> Result<SeatAnswer, PlayerFault>;
    /// Takes note of a state without choosing.
    fn note(&mut self, turn_info: &TurnInfo);
    /// Chooses a move. [`Occupant::note`] was called before with the same facts.
    fn choose(
        &mut self,
        turn_info: &TurnInfo,
        limit: &ThinkLimit,
    ) -> Result<SeatAnswer, PlayerFault>;
    /// Receives the end of the match.
    fn end(&mut self, ending: &MatchEnding, limit: &ThinkLimit);
}

/// The end of a match, as the match reports it to a player.
#[derive(Clone, Debug)]
pub enum MatchEnding {
    /// The match reached a terminal state.
    Over(TurnInfo),
    /// The match was aborted.
    GivenUp,
}

enum Order {
    Start(ThinkLimit),
    Note(TurnInfo),
    Choose(TurnInfo, ThinkLimit),
    End(MatchEnding, ThinkLimit),
}

/// A reply to a command.
pub struct SeatReply {
    /// The role that replies.
    pub role: usize,
    /// The number of the command.
    pub number: u64,
    /// The answer.
    pub answer: Result<SeatAnswer, PlayerFault>,
}

/// The match's side of a seat.
pub struct Seat {
    orders: Option<Sender<(u64, Order)>>,
    thread: Option<JoinHandle<()>>,
    next: u64,
}

impl Seat {
    /// Starts the thread of a player. `answer` is called on that thread.
    pub fn new(
        role: usize,
        occupant: Box<dyn Occupant>,
        answer: impl Fn(SeatReply) + Send + 'static,
    ) -> std::io::Result<Seat> {
        let (orders, received) = channel();
        let thread = thread::Builder::new()
            .name(format!("seat {role}"))
            .stack_size(STACK_BYTES)
            .spawn(move || serve(role, occupant, &received, &answer))?;
        Ok(Seat {
            orders: Some(orders),
            thread: Some(thread),
            next: 0,
        })
    }

    /// Tells the player to prepare for the match; returns the number of the reply.
    pub fn start(&mut self, limit: ThinkLimit) -> u64 {
        self.send(Order::Start(limit))
    }

    /// Tells the player about a state; there is no reply.
    pub fn note(&mut self, turn_info: TurnInfo) {
        self.send(Order::Note(turn_info));
    }

    /// Asks for a move; returns the number of the reply.
    pub fn choose(&mut self, turn_info: TurnInfo, limit: ThinkLimit) -> u64 {
        self.send(Order::Choose(turn_info, limit))
    }

    /// Tells the player that the match is over; returns the number of the reply.
    pub fn end(&mut self, ending: MatchEnding, limit: ThinkLimit) -> u64 {
        self.send(Order::End(ending, limit))
    }

    fn send(&mut self, order: Order) -> u64 {
        self.next += 1;
        if let Some(orders) = &self.orders {
            // If the thread is gone, no reply comes and the deadline passes.
            orders.send((self.next, order)).ok();
        }
        self.next
    }

    /// Ends the player and waits for its thread until `end`. A thread that does not return by then is left alone.
    pub fn leave(mut self, end: Instant) {
        self.orders = None;
        let Some(thread) = self.thread.take() else {
            return;
        };
        while !thread.is_finished() && Instant::now() < end {
            thread::sleep(Duration::from_micros(200));
        }
        if thread.is_finished() {
            // A panic of the player was already caught and reported.
            thread.join().ok();
        }
    }
}

/// The loop of a seat's thread.
fn serve(
    role: usize,
    mut occupant: Box<dyn Occupant>,
    orders: &Receiver<(u64, Order)>,
    hand_over: &dyn Fn(SeatReply),
) {
    while let Ok((number, order)) = orders.recv() {
        let answer = match order {
            Order::Start(limit) => Some(occupant.start(&limit)),
            Order::Note(turn_info) => {
                occupant.note(&turn_info);
                None
            }
            Order::Choose(turn_info, limit) => {
                occupant.note(&turn_info);
                // A player that returns after the deadline does not start on a request that has expired.
                (Instant::now() < limit.deadline).then(|| occupant.choose(&turn_info, &limit))
            }
            Order::End(ending, limit) => {
                occupant.end(&ending, &limit);
                Some(Ok(SeatAnswer {
                    proposal: None,
                    report: SearchReport::default(),
                }))
            }
        };
        if let Some(answer) = answer {
            hand_over(SeatReply {
                role,
                number,
                answer,
            });
        }
    }
}
