//! Measures `mlp` and `cnn` on one core: states per second of inference and of training. `make bench-torch` runs it beside PyTorch.

use senet_value_net::Adam;
use senet_value_net::policy::{
    Architecture, Body, Planes, PolicyGradient, PolicyNet, PolicySample,
};

/// The number of fluents, as in connect four: two planes of 7 by 6 cells, and two fluents beside them.
const FLUENTS: usize = 86;
const MOVES: [usize; 2] = [8, 8];
const BATCH: usize = 256;
/// CPU seconds of a measurement.
const SECONDS: f64 = 3.0;

fn architecture(body: Body, head: usize) -> Architecture {
    Architecture {
        inputs: FLUENTS,
        moves: MOVES.to_vec(),
        body,
        head,
    }
}

fn main() {
    let place = |at: usize| (at < 84).then_some((at / 42, at % 42));
    let planes = Planes {
        columns: 7,
        rows: 6,
        planes: 2,
        places: (0..FLUENTS).map(place).collect(),
    };
    let mlp = Body::Mlp {
        layers: 3,
        width: 256,
        residual: true,
    };
    let cnn = Body::Cnn {
        layers: 3,
        channels: 32,
        planes,
    };
    for body in [mlp, cnn] {
        let mut net = PolicyNet::new(architecture(body, 64), 1).expect("the sizes are valid");
        let kind = net.architecture().kind();
        let mut rng = fastrand::Rng::with_seed(1);
        let states: Vec<[u64; 2]> = (0..BATCH)
            .map(|_| [rng.u64(..) & rng.u64(..), rng.u64(..) & 0x3f_ffff])
            .collect();
        let rows: Vec<&[u64]> = states.iter().map(|state| &state[..]).collect();
        let inference = rate(|| {
            std::hint::black_box(net.evaluate(&rows));
        });
        let policy: Vec<(u32, f32)> = (0..8).map(|at| (at, 0.125)).collect();
        let policies = [&policy[..], &policy[..]];
        let samples: Vec<PolicySample> = rows
            .iter()
            .map(|state| PolicySample {
                state,
                policy: &policies,
                values: &[0.5, 0.5],
            })
            .collect();
        let mut adam = Adam::of_size(net.parameters().len());
        let mut gradient = PolicyGradient::new(&net);
        let training = rate(|| {
            gradient.add(&net, &samples);
            gradient.step(&mut net, &mut adam, 1e-3);
        });
        println!("{kind} {inference:.0} {training:.0}");
    }
}

/// States per second of CPU time.
fn rate(mut work: impl FnMut()) -> f64 {
    work();
    let (start, mut count) = (cpu_seconds(), 0);
    while cpu_seconds() - start < SECONDS {
        work();
        count += BATCH;
    }
    count as f64 / (cpu_seconds() - start)
}

fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
