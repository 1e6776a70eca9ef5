//! A seat: whoever plays a role, on a thread of its own, so that nothing it does can hold up the match.
//!
//! A match sends orders and waits for answers, up to a time. An answer that comes too late is dropped. The thread ends when the seat is dropped
//! and its occupant has come back from what it was doing.

use crate::{Trouble, kif};
use senet_engine::{MoveId, State};
use senet_search::{Budget, SearchReport};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Rules are walked recursively; this is room for the deepest that the reader accepts. Only what is used is taken from the system.
pub const STACK_BYTES: usize = 256 << 20;

/// What a role is told when it is its turn.
#[derive(Clone, Debug)]
pub struct News {
    /// How many joint moves were made.
    pub step: usize,
    /// The state; whoever plays a game that hides does not look at it.
    pub state: State,
    /// The last joint move; nothing before the first, or where it is not known.
    pub last: Option<Vec<MoveId>>,
    /// The role's own last move; nothing before the first. Where it is not known which move was made for the role, there is nothing in it.
    pub own: Option<Option<MoveId>>,
    /// What the role saw of the last joint move, in a game that hides.
    pub percepts: Vec<String>,
}

/// How long an occupant may take.
#[derive(Clone, Debug)]
pub struct Limit {
    /// What it may use up; cancelled when nobody waits any more.
    pub budget: Budget,
    /// When the match stops waiting.
    pub deadline: Instant,
}

/// A move that is proposed.
#[derive(Clone, PartialEq, Debug)]
pub enum Proposal {
    /// By a player that knows the game by its ids.
    Move(MoveId),
    /// By one that writes. `None` is an answer that cannot be read.
    Text(Option<String>),
}

impl Proposal {
    /// Reads a move that a person or a player wrote.
    pub fn read(text: &str) -> Proposal {
        Proposal::Text(kif::term(text))
    }
}

/// Sends answers through a channel. The match may be over by then, and nobody there to read them.
pub fn by_channel(answers: Sender<Letter>) -> impl Fn(Letter) + Send + 'static {
    move |letter| {
        answers.send(letter).ok();
    }
}

/// What comes back from an occupant.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The move; nothing when the match starts.
    pub proposal: Option<Proposal>,
    /// What was found out on the way.
    pub report: SearchReport,
}

/// Who sits on a seat.
pub trait Occupant: Send {
    /// Gets ready.
    fn start(&mut self, limit: &Limit) -> Result<Answer, Trouble>;
    /// Takes note of what has happened.
    fn note(&mut self, news: &News);
    /// Chooses a move; what has happened is noted already.
    fn choose(&mut self, news: &News, limit: &Limit) -> Result<Answer, Trouble>;
    /// Is told that the match is over, with the last news, or that it was given up.
    fn end(&mut self, ending: &Ending, limit: &Limit);
}

/// How a match ended.
#[derive(Clone, Debug)]
pub enum Ending {
    /// By the rules.
    Over(News),
    /// It was given up.
    GivenUp,
}

enum Order {
    Start(Limit),
    Note(News),
    Choose(News, Limit),
    End(Ending, Limit),
}

/// An answer, with the number of the order that it answers.
pub struct Letter {
    /// The role that answers.
    pub role: usize,
    /// Which order.
    pub number: u64,
    /// The answer.
    pub answer: Result<Answer, Trouble>,
}

/// A seat as the match sees it.
pub struct Seat {
    orders: Option<Sender<(u64, Order)>>,
    thread: Option<JoinHandle<()>>,
    next: u64,
}

impl Seat {
    /// Seats somebody. Answers are handed over on the thread of the seat.
    pub fn new(
        role: usize,
        occupant: Box<dyn Occupant>,
        answer: impl Fn(Letter) + Send + 'static,
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

    /// Asks to get ready; gives the number of the answer.
    pub fn start(&mut self, limit: Limit) -> u64 {
        self.send(Order::Start(limit))
    }

    /// Tells what has happened, and expects no answer.
    pub fn note(&mut self, news: News) {
        self.send(Order::Note(news));
    }

    /// Asks for a move; gives the number of the answer.
    pub fn choose(&mut self, news: News, limit: Limit) -> u64 {
        self.send(Order::Choose(news, limit))
    }

    /// Tells that the match is over; gives the number of the answer.
    pub fn end(&mut self, ending: Ending, limit: Limit) -> u64 {
        self.send(Order::End(ending, limit))
    }

    fn send(&mut self, order: Order) -> u64 {
        self.next += 1;
        if let Some(orders) = &self.orders {
            // The thread lives as long as its orders can be sent; without it no answer comes, and the match waits in vain but not for ever.
            orders.send((self.next, order)).ok();
        }
        self.next
    }

    /// Sends the occupant away, and waits for it up to a time. A thread that does not come back by then is left to itself.
    pub fn leave(mut self, end: Instant) {
        self.orders = None;
        let Some(thread) = self.thread.take() else {
            return;
        };
        while !thread.is_finished() && Instant::now() < end {
            thread::sleep(Duration::from_micros(200));
        }
        if thread.is_finished() {
            // A panic of the occupant was caught and told already.
            thread.join().ok();
        }
    }
}

/// The life of a seat's thread.
fn serve(
    role: usize,
    mut occupant: Box<dyn Occupant>,
    orders: &Receiver<(u64, Order)>,
    hand_over: &dyn Fn(Letter),
) {
    while let Ok((number, order)) = orders.recv() {
        let answer = match order {
            Order::Start(limit) => Some(occupant.start(&limit)),
            Order::Note(news) => {
                occupant.note(&news);
                None
            }
            Order::Choose(news, limit) => {
                occupant.note(&news);
                // Somebody who comes back late does not begin with what nobody waits for any more.
                (Instant::now() < limit.deadline).then(|| occupant.choose(&news, &limit))
            }
            Order::End(ending, limit) => {
                occupant.end(&ending, &limit);
                Some(Ok(Answer {
                    proposal: None,
                    report: SearchReport::default(),
                }))
            }
        };
        if let Some(answer) = answer {
            hand_over(Letter {
                role,
                number,
                answer,
            });
        }
    }
}
