//! Networks as ONNX, for other programs.
//!
//! The input `fluents` has one number for each fluent: 1 if it holds, else 0. The outputs are `logits`, one for each move of each
//! role, and `values`, one for each role.

use super::layer::{Layer, LayerKind};
use super::net::PolicyNet;
use super::planes::{Planes, WINDOW};
use crate::protobuf::Message;

const FLOAT: u64 = 1;
const INT64: u64 = 7;
/// The version of the operators.
const OPERATORS: u64 = 13;
/// The version of the format.
const FORMAT: u64 = 8;

/// The contents of an ONNX file.
pub fn write_onnx(net: &PolicyNet) -> Vec<u8> {
    let mut graph = Graph::default();
    let mut last = match net.architecture().planes() {
        Some(planes) => graph.read_planes(planes),
        None => "fluents".to_string(),
    };
    for layer in &net.layers {
        last = graph.layer(net, layer, &last);
    }
    graph.outputs(net, &last);
    let mut version = Message::default();
    version.text(1, "").number(2, OPERATORS);
    let mut model = Message::default();
    model
        .number(1, FORMAT)
        .text(2, "senet")
        .message(7, graph.finish(net))
        .message(8, version);
    model.finish()
}

/// A graph under construction.
#[derive(Default)]
struct Graph {
    nodes: Vec<Message>,
    constants: Vec<Message>,
}

impl Graph {
    /// Adds a node with one output, and returns the name of the output.
    fn node(&mut self, operator: &str, inputs: &[&str], attributes: Vec<Message>) -> String {
        let output = format!("t{}", self.nodes.len());
        self.named_node(operator, inputs, &[&output], attributes);
        output
    }

    fn named_node(
        &mut self,
        operator: &str,
        inputs: &[&str],
        outputs: &[&str],
        attributes: Vec<Message>,
    ) {
        let mut node = Message::default();
        inputs.iter().for_each(|input| {
            node.text(1, input);
        });
        outputs.iter().for_each(|output| {
            node.text(2, output);
        });
        node.text(4, operator);
        attributes.into_iter().for_each(|attribute| {
            node.message(5, attribute);
        });
        self.nodes.push(node);
    }

    fn floats(&mut self, sizes: &[usize], numbers: impl Iterator<Item = f32>) -> String {
        let bytes = numbers.flat_map(f32::to_le_bytes).collect();
        self.constant(FLOAT, sizes, bytes)
    }

    fn integers(&mut self, numbers: &[i64]) -> String {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
        self.constant(INT64, &[numbers.len()], bytes.collect())
    }

    fn constant(&mut self, kind: u64, sizes: &[usize], bytes: Vec<u8>) -> String {
        let name = format!("c{}", self.constants.len());
        let mut tensor = Message::default();
        sizes.iter().for_each(|&size| {
            tensor.number(1, size as u64);
        });
        tensor.number(2, kind).text(8, &name).bytes(9, &bytes);
        self.constants.push(tensor);
        name
    }

    /// Moves fluents to their cells. A cell without a fluent reads a zero that is added behind the fluents.
    fn read_planes(&mut self, planes: &Planes) -> String {
        let zero = planes.places.len() as i64;
        let mut from = vec![zero; planes.planes * planes.cells()];
        for (fluent, place) in planes.places.iter().enumerate() {
            if let Some((plane, cell)) = place {
                from[plane * planes.cells() + cell] = fluent as i64;
            }
        }
        let pads = self.integers(&[0, 0, 0, 1]);
        let padded = self.node("Pad", &["fluents", &pads], Vec::new());
        let from = self.integers(&from);
        let cells = self.node("Gather", &[&padded, &from], vec![integer("axis", 1)]);
        let [depth, rows, columns] = [planes.planes, planes.rows, planes.columns].map(signed);
        self.reshape(&cells, &[-1, depth, rows, columns])
    }

    fn reshape(&mut self, input: &str, sizes: &[i64]) -> String {
        let sizes = self.integers(sizes);
        self.node("Reshape", &[input, &sizes], Vec::new())
    }

    fn layer(&mut self, net: &PolicyNet, layer: &Layer, input: &str) -> String {
        let sums = match (net.architecture().planes(), layer.rows > 1) {
            (Some(planes), true) => self.over_cells(net, layer, planes, input),
            (Some(_), false) if layer.name == "head" => {
                let last = self.node("Transpose", &[input], vec![integers("perm", &[0, 2, 3, 1])]);
                let flat = self.reshape(&last, &[-1, signed(layer.inputs)]);
                self.dense(net, layer, &flat)
            }
            _ => self.dense(net, layer, input),
        };
        let active = match layer.rectified {
            true => self.node("Relu", &[&sums], Vec::new()),
            false => sums,
        };
        match layer.residual {
            true => self.node("Add", &[&active, input], Vec::new()),
            false => active,
        }
    }

    fn dense(&mut self, net: &PolicyNet, layer: &Layer, input: &str) -> String {
        let weights = net.parameters[layer.weights()].iter().copied();
        let weights = self.floats(&[layer.inputs, layer.outputs], weights);
        let bias = net.parameters[layer.bias()].iter().copied();
        let bias = self.floats(&[layer.outputs], bias);
        self.node("Gemm", &[input, &weights, &bias], Vec::new())
    }

    /// A layer that has a row for each cell.
    fn over_cells(
        &mut self,
        net: &PolicyNet,
        layer: &Layer,
        planes: &Planes,
        input: &str,
    ) -> String {
        let window = match layer.kind {
            LayerKind::Convolution => WINDOW,
            LayerKind::Dense => 1,
        };
        let (channels, outputs) = (layer.inputs / window, layer.outputs);
        let weights = &net.parameters[layer.weights()];
        // Ours: window, channel, output. ONNX: output, channel, window.
        let order = (0..outputs).flat_map(|output| {
            (0..channels).flat_map(move |channel| {
                (0..window).map(move |at| (at * channels + channel) * outputs + output)
            })
        });
        let side = if window == 1 { 1 } else { 3 };
        let sizes = [outputs, channels, side, side];
        let weights = self.floats(&sizes, order.map(|at| weights[at]));
        let bias = net.parameters[layer.bias()].iter().copied();
        let bias = self.floats(&[outputs], bias);
        let pad = signed(side / 2);
        let pads = vec![integers("pads", &[pad; 4])];
        let sums = self.node("Conv", &[input, &weights, &bias], pads);
        match layer.side {
            0 => sums,
            _ => self.add_side(net, layer, planes, &sums),
        }
    }

    fn add_side(&mut self, net: &PolicyNet, layer: &Layer, planes: &Planes, sums: &str) -> String {
        let places = planes.places.iter().enumerate();
        let others = places.filter(|(_, place)| place.is_none());
        let others: Vec<i64> = others.map(|(fluent, _)| fluent as i64).collect();
        let others = self.integers(&others);
        let side = self.node("Gather", &["fluents", &others], vec![integer("axis", 1)]);
        let weights = net.parameters[layer.side_weights()].iter().copied();
        let weights = self.floats(&[layer.side, layer.outputs], weights);
        let product = self.node("MatMul", &[&side, &weights], Vec::new());
        let wide = self.reshape(&product, &[-1, signed(layer.outputs), 1, 1]);
        self.node("Add", &[sums, &wide], Vec::new())
    }

    fn outputs(&mut self, net: &PolicyNet, last: &str) {
        let moves: usize = net.architecture().moves.iter().sum();
        let roles = net.architecture().moves.len();
        let sizes = self.integers(&[signed(moves), signed(roles)]);
        let axis = vec![integer("axis", 1)];
        self.named_node("Split", &[last, &sizes], &["logits", "raw"], axis);
        self.named_node("Sigmoid", &["raw"], &["values"], Vec::new());
    }

    fn finish(self, net: &PolicyNet) -> Message {
        let mut graph = Message::default();
        self.nodes.into_iter().for_each(|node| {
            graph.message(1, node);
        });
        graph.text(2, "senet");
        self.constants.into_iter().for_each(|constant| {
            graph.message(5, constant);
        });
        let architecture = net.architecture();
        let moves: usize = architecture.moves.iter().sum();
        graph
            .message(11, tensor_info("fluents", architecture.inputs))
            .message(12, tensor_info("logits", moves))
            .message(12, tensor_info("values", architecture.moves.len()));
        graph
    }
}

fn signed(size: usize) -> i64 {
    size as i64
}

/// The name and the sizes of an input or output: any number of rows.
fn tensor_info(name: &str, columns: usize) -> Message {
    let (mut batch, mut size) = (Message::default(), Message::default());
    batch.text(2, "batch");
    size.number(1, columns as u64);
    let mut shape = Message::default();
    shape.message(1, batch).message(1, size);
    let mut tensor = Message::default();
    tensor.number(1, FLOAT).message(2, shape);
    let mut kind = Message::default();
    kind.message(1, tensor);
    let mut info = Message::default();
    info.text(1, name).message(2, kind);
    info
}

fn integer(name: &str, value: i64) -> Message {
    let mut attribute = Message::default();
    attribute
        .text(1, name)
        .number(3, value as u64)
        .number(20, 2);
    attribute
}

fn integers(name: &str, values: &[i64]) -> Message {
    let mut attribute = Message::default();
    attribute.text(1, name);
    values.iter().for_each(|&value| {
        attribute.number(8, value as u64);
    });
    attribute.number(20, 7);
    attribute
}
