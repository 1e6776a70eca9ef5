//! ONNX files give the same outputs in onnxruntime. The test is skipped where Python has no onnxruntime; `SENET_PYTHON` names the
//! interpreter.

use super::sample_nets::{architecture, cnn, mlp};
use super::{PolicyNet, write_onnx};
use std::io::Write;
use std::process::{Command, Stdio};

const SCRIPT: &str = "
import sys
import numpy
import onnxruntime
session = onnxruntime.InferenceSession(sys.argv[1])
rows = [[float(word) for word in line.split()] for line in sys.stdin]
logits, values = session.run(['logits', 'values'], {'fluents': numpy.array(rows, numpy.float32)})
for row in range(len(rows)):
    print(*logits[row], *values[row])
";

fn python() -> String {
    std::env::var("SENET_PYTHON").unwrap_or_else(|_| "python3".to_string())
}

fn has_onnxruntime() -> bool {
    let mut asked = Command::new(python());
    let asked = asked.args(["-c", "import onnxruntime, numpy"]).output();
    asked.is_ok_and(|asked| asked.status.success())
}

/// The outputs that onnxruntime computes for some states.
fn computed(net: &PolicyNet, states: &[[u64; 1]]) -> Vec<Vec<f32>> {
    let name = format!(
        "senet-{}-{}.onnx",
        net.architecture().kind(),
        std::process::id()
    );
    let file = std::env::temp_dir().join(name);
    std::fs::write(&file, write_onnx(net)).unwrap();
    let mut child = Command::new(python())
        .args(["-c", SCRIPT])
        .arg(&file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for [state] in states {
        let bits: Vec<String> = (0..40).map(|at| (state >> at & 1).to_string()).collect();
        writeln!(input, "{}", bits.join(" ")).unwrap();
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    std::fs::remove_file(&file).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let numbers = |line: &str| line.split(' ').map(|word| word.parse().unwrap()).collect();
    text.lines().map(numbers).collect()
}

#[test]
fn onnxruntime_computes_the_same_outputs() {
    if !has_onnxruntime() {
        eprintln!("skipped: Python has no onnxruntime");
        return;
    }
    let mut rng = fastrand::Rng::with_seed(1);
    for body in [mlp(true), cnn()] {
        let net = PolicyNet::new(architecture(body), 3).unwrap();
        let states: Vec<[u64; 1]> = (0..6).map(|_| [rng.u64(..) >> 24]).collect();
        let rows: Vec<&[u64]> = states.iter().map(|state| &state[..]).collect();
        let ours = net.evaluate(&rows);
        let theirs = computed(&net, &states);
        assert_eq!(theirs.len(), states.len());
        for (at, theirs) in theirs.iter().enumerate() {
            let logits = [ours.logits(at, 0), ours.logits(at, 1)].concat();
            let values = [ours.value(at, 0), ours.value(at, 1)];
            let all = logits.iter().chain(&values);
            assert_eq!(theirs.len(), 14);
            for (ours, theirs) in all.zip(theirs) {
                assert!((ours - theirs).abs() < 1e-4, "{ours} {theirs}");
            }
        }
    }
}
