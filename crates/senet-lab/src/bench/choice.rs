//! Parses the choice of back ends to measure.

use senet_engine::{BackEnd, Width};
use std::fmt;
use std::str::FromStr;

/// A value of `--back-end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackEndChoice {
    /// The back end that the loader chooses automatically.
    Auto,
    /// All back ends, with lanes in every width that the CPU supports.
    All,
    /// One named back end.
    One(BackEndSetting),
}

/// The loader settings for one back end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BackEndSetting {
    /// The back end; `None` lets the loader choose.
    pub back_end: Option<BackEnd>,
    /// The vector width of lanes; `None` takes the widest.
    pub width: Option<Width>,
}

impl fmt::Display for BackEndSetting {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.back_end, self.width) {
            (None, _) => f.write_str("auto"),
            (Some(back_end), None) => back_end.fmt(f),
            (Some(back_end), Some(width)) => write!(f, "{back_end}:{}", width.name()),
        }
    }
}

impl FromStr for BackEndChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<BackEndChoice, String> {
        match text {
            "auto" => Ok(BackEndChoice::Auto),
            "all" => Ok(BackEndChoice::All),
            name => setting(name).map(BackEndChoice::One),
        }
    }
}

fn setting(text: &str) -> Result<BackEndSetting, String> {
    if let Some(width) = text.strip_prefix("lanes:") {
        let found = Width::ALL.into_iter().find(|w| w.name() == width);
        let names = Width::ALL.map(Width::name).join(", ");
        let width = found.ok_or_else(|| format!("unknown lanes; choose one of: {names}"))?;
        return Ok(BackEndSetting {
            back_end: Some(BackEnd::Lanes),
            width: Some(width),
        });
    }
    let back_end = text.parse().map_err(|problem: String| {
        format!("{problem}; or `auto` for the automatic choice, or `all`")
    })?;
    Ok(BackEndSetting {
        back_end: Some(back_end),
        width: None,
    })
}

impl BackEndChoice {
    /// Expands the choices to back ends without duplicates.
    pub fn meant(choices: &[BackEndChoice]) -> Vec<BackEndSetting> {
        let mut meant = Vec::new();
        for choice in choices {
            let more = match choice {
                BackEndChoice::Auto => vec![BackEndSetting::default()],
                BackEndChoice::All => all(),
                BackEndChoice::One(setting) => vec![*setting],
            };
            for setting in more {
                if !meant.contains(&setting) {
                    meant.push(setting);
                }
            }
        }
        meant
    }
}

fn all() -> Vec<BackEndSetting> {
    let widths = |back_end| match back_end {
        BackEnd::Lanes => {
            let available = Width::ALL.into_iter().filter(|width| width.is_available());
            available.map(Some).collect()
        }
        _ => vec![None],
    };
    let pairs = BackEnd::ALL
        .into_iter()
        .flat_map(|back_end| widths(back_end).into_iter().map(move |w| (back_end, w)));
    pairs
        .map(|(back_end, width)| BackEndSetting {
            back_end: Some(back_end),
            width,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(texts: &[&str], expected: &str) {
        let choices: Result<Vec<BackEndChoice>, String> = texts.iter().map(|t| t.parse()).collect();
        let meant = choices.map(|choices| {
            let names = BackEndChoice::meant(&choices)
                .into_iter()
                .map(|r| r.to_string());
            names.collect::<Vec<_>>().join(" ")
        });
        assert_eq!(meant.unwrap_or_else(|problem| problem), expected);
    }

    #[test]
    fn parses_back_end_names() {
        check(&["auto", "circuit", "auto"], "auto circuit");
        check(&["lanes:portable", "lanes"], "lanes:portable lanes");
        let no_such = "unknown lanes; choose one of: portable, avx2, avx512";
        check(&["lanes:wide"], no_such);
    }

    #[test]
    fn all_expands_to_every_back_end() {
        let all = BackEndChoice::meant(&[BackEndChoice::All]);
        let has = |back_end| all.iter().any(|setting| setting.back_end == Some(back_end));
        assert!(BackEnd::ALL.into_iter().all(has), "{all:?}");
    }
}
