//! Training from nothing.

use senet_gdl::{Deadline, Sheet, playable};
use senet_ground::ground;
use senet_neural::{
    Activation, ReasonerTraining, SampleOptions, measure, sample_states, train_certified,
};

#[test]
fn trains_a_network_that_is_proved_and_exact_on_five_games() {
    let network = train_certified(&ReasonerTraining::default(), 50, &mut |_| {}).unwrap();
    assert_eq!(network.activation, Activation::Sign);
    assert_eq!(network.prove().ok(), network.certificate);
    for name in [
        "tic-tac-toe",
        "connect-four",
        "nim",
        "lights-out",
        "eight-puzzle",
    ] {
        let Some(game) = senet_library::find(name) else {
            panic!("{name} is no library game");
        };
        let description = playable(&Sheet::read(game.rules)).unwrap();
        let grounded = ground(&description, &Default::default()).unwrap();
        let options = SampleOptions {
            states: 500,
            ..SampleOptions::default()
        };
        let found = measure(
            &network,
            &sample_states(name, &grounded, &options),
            4,
            1,
            &Deadline::never(),
        );
        assert!(found.is_exact(), "{name}: {found:?}");
    }
}
