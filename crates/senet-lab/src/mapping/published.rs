//! The published tables (Jung and Hoey, "Distance-Based Mapping for General Game Playing").

use senet_graph::mapping::MappingMethod;

/// A published mean and its standard deviation.
pub type PublishedMean = (f64, f64);

/// A row of a published table: percent correct and milliseconds of each mapper.
pub struct PublishedRow {
    /// The title in the publication.
    pub title: &'static str,
    /// The sheet to map.
    pub sheet: &'static str,
    /// The target sheet.
    pub target: &'static str,
    myopic: (PublishedMean, PublishedMean),
    mmap: (PublishedMean, PublishedMean),
    lmap: (PublishedMean, PublishedMean),
}

impl PublishedRow {
    /// Percent correct and milliseconds of a mapper, if published.
    pub fn of(&self, method: MappingMethod) -> Option<(PublishedMean, PublishedMean)> {
        match method {
            MappingMethod::Myopic => Some(self.myopic),
            MappingMethod::Mmap => Some(self.mmap),
            MappingMethod::Lmap => Some(self.lmap),
            MappingMethod::Senet => None,
        }
    }
}

const QUEENS: &str = "queens08lg";
const CHECKERS: &str = "checkers.v1";

/// Table I: games mapped to themselves.
#[rustfmt::skip]
pub const SELF_MAPPING: [PublishedRow; 6] = [
    row("8 Queens, guided", QUEENS, QUEENS, ((80.63, 9.25), (5.0, 7.0)), ((100.0, 0.0), (224.0, 140.0)), ((100.0, 0.0), (59.0, 28.0))),
    row("Tic-tac-toe", "ticTacToe", "ticTacToe", ((85.33, 10.24), (3.0, 3.0)), ((88.0, 10.24), (133.0, 70.0)), ((85.33, 10.24), (46.0, 24.0))),
    row("Connect Four", "connectFour", "connectFour", ((96.79, 3.55), (2.0, 3.0)), ((100.0, 0.0), (125.0, 60.0)), ((100.0, 0.0), (54.0, 27.0))),
    row("Rubik's Cube", "rubiksCube", "rubiksCube", ((50.31, 5.29), (11.0, 9.0)), ((100.0, 0.0), (8612.0, 451.0)), ((100.0, 0.0), (535.0, 238.0))),
    row("Checkers", CHECKERS, CHECKERS, ((67.10, 5.92), (49.0, 27.0)), ((100.0, 0.0), (43680.0, 4166.0)), ((100.0, 0.0), (1371.0, 316.0))),
    row("Chess", "chess", "chess", ((65.71, 4.20), (57.0, 26.0)), ((97.14, 1.21), (86964.0, 4400.0)), ((95.18, 2.34), (3612.0, 323.0))),
];

/// Table II: variants mapped to the original. The printed "68.50" for 16 symbols cannot be a mean of equal trials.
#[rustfmt::skip]
pub const VARIANTS: [PublishedRow; 10] = [
    row("6 Queens, unguided", "queens06ug", QUEENS, ((89.29, 8.60), (5.0, 8.0)), ((100.0, 0.0), (166.0, 95.0)), ((100.0, 0.0), (54.0, 24.0))),
    row("8 Queens, unguided", "queens08ug", QUEENS, ((89.29, 8.60), (3.0, 4.0)), ((100.0, 0.0), (203.0, 110.0)), ((100.0, 0.0), (41.0, 17.0))),
    row("12 Queens, unguided", "queens12ug", QUEENS, ((75.71, 6.55), (4.0, 5.0)), ((100.0, 0.0), (256.0, 142.0)), ((100.0, 0.0), (62.0, 34.0))),
    row("16 Queens, unguided", "queens16ug", QUEENS, ((75.71, 6.55), (4.0, 5.0)), ((100.0, 0.0), (300.0, 96.0)), ((100.0, 0.0), (56.0, 30.0))),
    row("31 Queens, guided", "queens31lg", QUEENS, ((67.50, 8.05), (6.0, 8.0)), ((87.50, 0.0), (584.0, 197.0)), ((68.50, 0.0), (123.0, 80.0))),
    row("Checkers, small", "checkersSmall.v1", CHECKERS, ((61.15, 4.38), (45.0, 28.0)), ((97.92, 0.0), (36586.0, 674.0)), ((97.92, 0.0), (1279.0, 231.0))),
    row("Checkers, tiny", "checkersTiny.v1", CHECKERS, ((69.67, 5.43), (36.0, 14.0)), ((97.83, 0.0), (35996.0, 640.0)), ((97.83, 0.0), (1214.0, 210.0))),
    row("Checkers, must jump", "checkers-mustjump.v1", CHECKERS, ((41.25, 4.15), (22.0, 14.0)), ((100.0, 0.0), (36446.0, 280.0)), ((86.02, 4.84), (2251.0, 211.0))),
    row("Checkers, cylinder, must jump", "checkers-cylinder-mustjump.v1", CHECKERS, ((40.0, 3.25), (24.0, 14.0)), ((100.0, 0.0), (34373.0, 525.0)), ((81.82, 7.91), (2351.0, 172.0))),
    row("Checkers, torus, must jump", "checkers-mustjump-torus.v1", CHECKERS, ((40.0, 3.25), (24.0, 14.0)), ((100.0, 0.0), (34618.0, 557.0)), ((80.80, 6.95), (2334.0, 221.0))),
];

/// Table III: a game, its sheet, and its distance from checkers with MMap and LMap.
pub const DISTANCES: [(&str, &str, PublishedMean, PublishedMean); 6] = [
    ("Checkers", CHECKERS, (0.0, 0.0), (0.0, 0.0)),
    (
        "Checkers, must jump",
        "checkers-mustjump.v1",
        (0.0929, 0.0),
        (0.1135, 0.0011),
    ),
    (
        "Checkers, torus, must jump",
        "checkers-mustjump-torus.v1",
        (0.0940, 0.0),
        (0.1134, 0.0007),
    ),
    ("Chess", "chess", (0.4270, 0.0043), (0.4172, 0.0034)),
    ("8 Queens, guided", QUEENS, (0.7520, 0.0), (0.7394, 0.0001)),
    (
        "Connect Four",
        "connectFour",
        (0.7567, 0.0037),
        (0.7482, 0.0003),
    ),
];

/// The games of Figure 4.
pub const NOISE: [(&str, &str); 2] = [("8 Queens, guided", QUEENS), ("Checkers", CHECKERS)];

const fn row(
    title: &'static str,
    sheet: &'static str,
    target: &'static str,
    myopic: (PublishedMean, PublishedMean),
    mmap: (PublishedMean, PublishedMean),
    lmap: (PublishedMean, PublishedMean),
) -> PublishedRow {
    PublishedRow {
        title,
        sheet,
        target,
        myopic,
        mmap,
        lmap,
    }
}
