//! The tables and figures of the thesis (Gunawan, chapter 4), each as a list of rows.

use super::entry::{DESCENT, Entry, MLP, NetSpec, PLAIN, Who};
use crate::training::Limit;
use senet_deep::Refinements;

const DEEP: Who = Who::Deep(MLP, 1.0);
const NET: Who = Who::Net(MLP, 1.0);
const BY_DESCENT: Who = Who::Deep(DESCENT, 1.0);
const UCT: Who = Who::Named("uct");
const RANDOM: Who = Who::Named("random");
/// The limit of rows that count simulations instead of time.
const SIMULATIONS: u64 = 100;

/// Table 4.2: two roles, zero sum. Wins, losses and draws of 100 against random, the network alone, and MCTS.
pub fn two_player() -> Vec<Entry> {
    let published = [
        (
            "tic-tac-toe",
            ["91/1/8", "96/0/4", "1/9/90"],
            [0.95, 0.98, 0.46],
        ),
        (
            "tic-tac-toe-5x5",
            ["48/2/50", "82/7/11", "23/25/52"],
            [0.73, 0.875, 0.49],
        ),
        (
            "double-tic-tac-toe",
            ["83/3/14", "62/8/30", "16/37/47"],
            [0.9, 0.77, 0.395],
        ),
        (
            "connect-four",
            ["95/5/0", "97/3/0", "83/17/0"],
            [0.95, 0.97, 0.83],
        ),
        (
            "breakthrough",
            ["68/32/0", "39/61/0", "48/52/0"],
            [0.68, 0.39, 0.48],
        ),
        (
            "blocker",
            ["96/4/0", "90/10/0", "54/46/0"],
            [0.96, 0.9, 0.54],
        ),
        (
            "kalah",
            ["69/23/8", "100/0/0", "8/89/3"],
            [0.73, 1.0, 0.095],
        ),
    ];
    let rows = published.into_iter().flat_map(|(game, texts, shares)| {
        let against = [RANDOM, NET, UCT]
            .into_iter()
            .zip(texts.into_iter().zip(shares));
        let mut rows: Vec<Entry> = against
            .map(|(other, (text, share))| Entry::new(game, DEEP, other).published(text, share))
            .collect();
        rows.push(Entry::new(game, DEEP, UCT).limit(Limit::Simulations(SIMULATIONS)));
        rows.push(Entry::new(game, BY_DESCENT, UCT));
        rows
    });
    rows.collect()
}

/// Table 4.3 and Figure 4.5: one role. Mean utility, at the end of training and during it.
pub fn single_player() -> Vec<Entry> {
    let mut rows = Vec::new();
    let published = [
        ("knights-tour", [0.1482, 0.39, 0.6774, 0.4524]),
        ("hamilton", [0.2782, 0.0, 0.81, 0.4382]),
    ];
    for (game, [random, net, mcts, deep]) in published {
        let alone = |who, share| Entry::new(game, who, RANDOM).published("", share);
        rows.extend([
            alone(RANDOM, random),
            alone(NET, net),
            alone(UCT, mcts),
            alone(DEEP, deep),
            Entry::new(game, Who::Named("nested"), RANDOM),
            Entry::new(game, BY_DESCENT, RANDOM),
        ]);
    }
    for share in [0.2, 0.4, 0.6, 0.8] {
        rows.push(Entry::new("hamilton", Who::Deep(MLP, share), RANDOM));
    }
    rows
}

/// Tables 4.4, 4.5 and 4.6: three roles. In pacman, the goals of pacman and of both ghosts; in connect four, one against two; in babel, all
/// together.
pub fn multi_player() -> Vec<Entry> {
    let mut rows = Vec::new();
    let pacman = [
        (UCT, RANDOM, "1.96 of 20"),
        (DEEP, RANDOM, "2.34 of 20"),
        (DEEP, UCT, "1.53 of 20"),
        (UCT, DEEP, "0.79 of 20"),
    ];
    for (own, other, text) in pacman {
        let row = Entry::new("pacman-3p", own, other).team(&[0]);
        rows.push(Entry {
            published: text,
            ..row
        });
    }
    let connect = [
        (DEEP, RANDOM, "0.89 to 0.29", 0.8939),
        (DEEP, NET, "0.77 to 0.35", 0.7676),
        (DEEP, UCT, "0.73 to 0.39", 0.7272),
        (UCT, RANDOM, "0.78 to 0.35", 0.7777),
        (UCT, NET, "0.45 to 0.53", 0.4494),
    ];
    for (own, other, text, share) in connect {
        rows.push(Entry::new("connect-four-3p", own, other).published(text, share));
    }
    let babel = [
        (RANDOM, "0.122", Some(0.122)),
        (UCT, "0.777", Some(0.777)),
        (DEEP, "0.638", Some(0.638)),
        (BY_DESCENT, "", None),
    ];
    for (own, text, published_share) in babel {
        let row = Entry::new("babel", own, RANDOM).team(&[0, 1, 2]);
        rows.push(Entry {
            published: text,
            published_share,
            ..row
        });
    }
    rows
}

const fn deep_net(name: &'static str, layers: usize) -> NetSpec {
    NetSpec {
        name,
        layers,
        ..MLP
    }
}

/// Figures 4.6 and 4.7: the number of hidden layers.
pub fn depth() -> Vec<Entry> {
    let nets = [
        deep_net("5 layers", 5),
        deep_net("10 layers", 10),
        deep_net("20 layers", 20),
        deep_net("40 layers", 40),
    ];
    let mut rows = Vec::new();
    for net in &nets[1..] {
        for share in [0.5, 1.0] {
            rows.push(Entry::new("knights-tour", Who::Deep(*net, share), RANDOM));
        }
    }
    for own in nets {
        for other in nets.into_iter().filter(|other| other.layers > own.layers) {
            let row = Entry::new("connect-four", Who::Deep(own, 1.0), Who::Deep(other, 1.0));
            rows.push(row.limit(Limit::Simulations(SIMULATIONS)));
        }
    }
    rows
}

/// Convolutions over the board.
const CNN: NetSpec = NetSpec {
    name: "cnn",
    cnn: true,
    ..MLP
};

/// Figures 4.8 and 4.9: convolutions against dense layers in connect four, during training.
pub fn cnn() -> Vec<Entry> {
    let at = |share| {
        let row = Entry::new("connect-four", Who::Deep(CNN, share), Who::Deep(MLP, share));
        row.limit(Limit::Simulations(SIMULATIONS))
    };
    let mut rows: Vec<Entry> = [0.25, 0.5, 1.0].into_iter().map(at).collect();
    rows.push(Entry::new(
        "connect-four",
        Who::Deep(CNN, 1.0),
        Who::Deep(MLP, 1.0),
    ));
    rows
}

/// Figures 4.10 and 4.11: more simulations and more time against MCTS in breakthrough.
pub fn limits() -> Vec<Entry> {
    let mut rows = Vec::new();
    for share in [0.2, 0.6, 1.0] {
        let row = || Entry::new("breakthrough", Who::Deep(MLP, share), UCT);
        for simulations in [50, 100, 200, 300] {
            rows.push(row().limit(Limit::Simulations(simulations)));
        }
        for seconds in [0.05, 0.1, 0.3] {
            rows.push(row().limit(Limit::Seconds(seconds)));
        }
    }
    rows
}

/// Each change to Algorithm 1 against Algorithm 1, after the same time.
pub fn ablation() -> Vec<Entry> {
    let changed = |name, refinements| NetSpec {
        name,
        refinements,
        ..MLP
    };
    let nets = [
        changed(
            "gumbel",
            Refinements {
                gumbel: true,
                ..PLAIN
            },
        ),
        changed(
            "playout cap",
            Refinements {
                playout_cap: true,
                ..PLAIN
            },
        ),
        changed(
            "mixed values",
            Refinements {
                mixed_values: true,
                ..PLAIN
            },
        ),
    ];
    let games = ["connect-four", "breakthrough-6x6"];
    let rows = games.into_iter().flat_map(|game| {
        nets.map(|net| {
            let row = Entry::new(game, Who::Deep(net, 1.0), DEEP);
            row.limit(Limit::Simulations(SIMULATIONS))
        })
    });
    rows.collect()
}
