//! Describes the machine. Rates from different machines are not comparable.

use serde::{Deserialize, Serialize};

/// The properties of a machine that affect speed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// The CPU name, with its family and model if the name is vague.
    pub cpu: String,
    pub architecture: String,
    pub os: String,
    /// The widest vector instructions of the CPU.
    pub vectors: String,
    pub processors: usize,
    /// True for an optimised build.
    pub optimised: bool,
}

impl Machine {
    /// Describes this machine.
    pub fn here() -> Machine {
        Machine {
            cpu: cpu(),
            architecture: std::env::consts::ARCH.to_string(),
            os: std::env::consts::OS.to_string(),
            vectors: vectors().to_string(),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            optimised: !cfg!(debug_assertions),
        }
    }

    /// Explains why rates of the two machines are not comparable; `None` if they are.
    pub fn differs_from(&self, other: &Machine) -> Option<String> {
        let pairs = [
            ("processor", &self.cpu, &other.cpu),
            ("architecture", &self.architecture, &other.architecture),
            ("operating system", &self.os, &other.os),
            ("vectors", &self.vectors, &other.vectors),
        ];
        let different = pairs.into_iter().find(|(_, own, other)| own != other);
        let told = different.map(|(what, own, other)| format!("{what} {other}, here {own}"));
        let build = |optimised| {
            if optimised {
                "with optimisation"
            } else {
                "without optimisation"
            }
        };
        let built = (self.optimised != other.optimised).then(|| {
            let (own, other) = (build(self.optimised), build(other.optimised));
            format!("built {other}, here {own}")
        });
        told.or(built)
    }
}

#[cfg(target_arch = "x86_64")]
fn vectors() -> &'static str {
    if std::is_x86_feature_detected!("avx512f") {
        "AVX-512"
    } else if std::is_x86_feature_detected!("avx2") {
        "AVX2"
    } else {
        "SSE2"
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn vectors() -> &'static str {
    "portable"
}

/// Reads the CPU name from Linux; other systems fall back to the architecture.
fn cpu() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    cpu_of(&told).unwrap_or_else(|| "unknown".to_string())
}

fn cpu_of(info: &str) -> Option<String> {
    let field = |name: &str| {
        let mut fields = info.lines().filter_map(|line| line.split_once(':'));
        let found = fields.find(|(key, _)| key.trim() == name);
        found.map(|(_, value)| value.trim())
    };
    let part = |name: &str| field(name).map(|value| format!("{name} {value}"));
    let name = field("model name").or_else(|| field("CPU implementer"))?;
    let details = ["cpu family", "model", "stepping", "CPU part"];
    let details: Vec<_> = details.into_iter().filter_map(part).collect();
    Some(format!("{name} ({})", details.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_cpu_names_of_x86_and_arm() {
        let x86 = "processor\t: 0\ncpu family\t: 25\nmodel\t\t: 1\nmodel name\t: AMD EPYC\n";
        assert_eq!(cpu_of(x86).unwrap(), "AMD EPYC (cpu family 25, model 1)");
        let arm = "CPU implementer\t: 0x41\nCPU part\t: 0xd0c\n";
        assert_eq!(cpu_of(arm).unwrap(), "0x41 (CPU part 0xd0c)");
        assert_eq!(cpu_of(""), None);
    }

    #[test]
    fn rejects_machine_with_different_cpu() {
        let here = Machine::here();
        assert_eq!(here.differs_from(&here), None);
        let other = Machine {
            cpu: "abacus".to_string(),
            ..here.clone()
        };
        let told = here.differs_from(&other).unwrap();
        assert!(told.starts_with("processor abacus, here "), "{told}");
    }
}
