//! The weights of the cell.

use super::kernels::{Vector, affine, dot};

/// The supported sizes of the vectors.
pub const HIDDEN_SIZES: [usize; 4] = [4, 8, 16, 32];

/// The function that bounds the numbers of a vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activation {
    /// Smooth; training needs it.
    Tanh,
    /// 1 or -1. Vectors are then finitely many, so a proof can enumerate them.
    Sign,
}

impl Activation {
    /// The name in files and reports.
    pub fn name(self) -> &'static str {
        match self {
            Activation::Tanh => "tanh",
            Activation::Sign => "sign",
        }
    }

    /// The activation with this name.
    pub fn from_name(name: &str) -> Option<Activation> {
        [Activation::Tanh, Activation::Sign]
            .into_iter()
            .find(|activation| activation.name() == name)
    }

    /// Applies the function to each number.
    #[inline]
    pub(crate) fn apply<const H: usize>(self, mut vector: Vector<H>) -> Vector<H> {
        match self {
            Activation::Tanh => vector.iter_mut().for_each(|x| *x = x.tanh()),
            Activation::Sign => vector
                .iter_mut()
                .for_each(|x| *x = if *x >= 0.0 { 1.0 } else { -1.0 }),
        }
        vector
    }
}

/// The input features of an atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InputFeature {
    FluentTrue,
    FluentFalse,
    MoveTrue,
    MoveFalse,
    Derived,
}

/// The number of input features.
const FEATURES: usize = 5;

/// The weights of a cell with vectors of `H` numbers. Matrices are stored row by row; a row vector is multiplied from the left.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights<const H: usize> {
    /// `P`: one vector for each input feature.
    pub input: [Vector<H>; FEATURES],
    /// `W+`: message of an atom that must hold.
    pub positive: [Vector<H>; H],
    /// `b+`.
    pub positive_bias: Vector<H>,
    /// `W-`: message of an atom that must not hold.
    pub negative: [Vector<H>; H],
    /// `b-`.
    pub negative_bias: Vector<H>,
    /// `V`: from the maximum of the messages to the rule.
    pub body: [Vector<H>; H],
    /// `c`.
    pub body_bias: Vector<H>,
    /// Stands for the maximum over an empty body.
    pub empty_body: Vector<H>,
    /// `W_h`: message of a rule to its head.
    pub head: [Vector<H>; H],
    /// `U`: from the maximum of the messages to the atom.
    pub update: [Vector<H>; H],
    /// Stands for the maximum over no rules.
    pub no_rules: Vector<H>,
    /// `o`.
    pub output: Vector<H>,
    /// `o_b`.
    pub output_bias: [f32; 1],
}

impl<const H: usize> Weights<H> {
    /// Weights that are all zero; also the start of a gradient.
    pub fn zero() -> Weights<H> {
        Weights {
            input: [[0.0; H]; FEATURES],
            positive: [[0.0; H]; H],
            positive_bias: [0.0; H],
            negative: [[0.0; H]; H],
            negative_bias: [0.0; H],
            body: [[0.0; H]; H],
            body_bias: [0.0; H],
            empty_body: [0.0; H],
            head: [[0.0; H]; H],
            update: [[0.0; H]; H],
            no_rules: [0.0; H],
            output: [0.0; H],
            output_bias: [0.0],
        }
    }

    /// Random weights, scaled so that messages keep their size. Biases are zero.
    pub(crate) fn random(normal: &mut impl FnMut() -> f32) -> Weights<H> {
        let mut weights = Weights::zero();
        let scale = 1.0 / (H as f32).sqrt();
        let mut fill = |numbers: &mut [f32], scale: f32| {
            numbers
                .iter_mut()
                .for_each(|number| *number = scale * normal());
        };
        fill(weights.input.as_flattened_mut(), 1.0);
        fill(weights.positive.as_flattened_mut(), scale);
        fill(weights.negative.as_flattened_mut(), scale);
        fill(weights.body.as_flattened_mut(), scale);
        fill(weights.head.as_flattened_mut(), scale);
        fill(weights.update.as_flattened_mut(), scale);
        fill(&mut weights.output, scale);
        weights
    }

    /// The names and numbers of all tensors.
    pub fn tensors(&self) -> [(&'static str, &[f32]); 13] {
        [
            ("input", self.input.as_flattened()),
            ("positive", self.positive.as_flattened()),
            ("positive_bias", &self.positive_bias),
            ("negative", self.negative.as_flattened()),
            ("negative_bias", &self.negative_bias),
            ("body", self.body.as_flattened()),
            ("body_bias", &self.body_bias),
            ("empty_body", &self.empty_body),
            ("head", self.head.as_flattened()),
            ("update", self.update.as_flattened()),
            ("no_rules", &self.no_rules),
            ("output", &self.output),
            ("output_bias", &self.output_bias),
        ]
    }

    /// The numbers of all tensors, in the order of [`Weights::tensors`].
    pub fn tensors_mut(&mut self) -> [&mut [f32]; 13] {
        [
            self.input.as_flattened_mut(),
            self.positive.as_flattened_mut(),
            &mut self.positive_bias,
            self.negative.as_flattened_mut(),
            &mut self.negative_bias,
            self.body.as_flattened_mut(),
            &mut self.body_bias,
            &mut self.empty_body,
            self.head.as_flattened_mut(),
            self.update.as_flattened_mut(),
            &mut self.no_rules,
            &mut self.output,
            &mut self.output_bias,
        ]
    }

    /// The number of parameters.
    pub fn parameters(&self) -> usize {
        self.tensors()
            .iter()
            .map(|(_, numbers)| numbers.len())
            .sum()
    }

    /// The vector of an input feature.
    #[inline]
    pub(crate) fn feature(&self, feature: InputFeature) -> &Vector<H> {
        &self.input[feature as usize]
    }

    /// The pre-activation of an atom, given the maximum of its messages.
    #[inline]
    pub(crate) fn atom(&self, messages: &Vector<H>, feature: InputFeature) -> Vector<H> {
        affine(messages, &self.update, self.feature(feature))
    }

    /// The pre-activation of a rule, given the maximum of its messages.
    #[inline]
    pub(crate) fn rule(&self, messages: &Vector<H>) -> Vector<H> {
        affine(messages, &self.body, &self.body_bias)
    }

    /// The message of an atom to a rule that uses it.
    #[inline]
    pub(crate) fn message(&self, atom: &Vector<H>, is_negated: bool) -> Vector<H> {
        match is_negated {
            false => affine(atom, &self.positive, &self.positive_bias),
            true => affine(atom, &self.negative, &self.negative_bias),
        }
    }

    /// The output for an atom: positive if the network says that it holds.
    #[inline]
    pub(crate) fn logit(&self, atom: &Vector<H>) -> f32 {
        dot(atom, &self.output) + self.output_bias[0]
    }
}
