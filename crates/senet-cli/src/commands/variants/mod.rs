//! `senet variants`: lists games that differ from another by small general rule changes.

mod screen;

use clap::Args;
pub use screen::screened;
use senet_console::{Common, Failure, Out, Source, message, source, time_limit};
use senet_gdl::{Description, Notation, write};
use senet_structure::variants::{
    CLASSES, Refused, Survey, Transformation, Variant, role_switches, survey,
};
use serde_json::{Value, json};

/// Lists the variants of a game: other board sizes, other limits, inverted goals and so on
///
/// Senet finds boards, counters and pieces in the rules, whatever their names. It omits unplayable variants; --refused lists them with the reasons.
/// --apply prints the rules of a variant.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet variants breakthrough\n  senet variants minichess-3x3 --class board_size\n  \
    senet variants breakthrough --apply 3 > larger.kif\n  senet variants tic-tac-toe --refused"
)]
pub struct Variants {
    /// The game
    game: String,
    /// Lists only variants of this class
    #[arg(long, value_name = "CLASS", value_parser = CLASSES)]
    class: Option<String>,
    /// Prints the rules of the variant with this number; several numbers are applied in order
    #[arg(
        long,
        value_name = "N",
        value_delimiter = ',',
        conflicts_with = "refused"
    )]
    apply: Vec<usize>,
    /// Also lists the refused variants, with the reasons
    #[arg(long)]
    refused: bool,
    /// Number of random matches that test each variant; 0 tests none and lists every variant with valid rules
    #[arg(long, value_name = "N", default_value_t = 2)]
    play: usize,
}

impl Variants {
    /// Lists the variants or prints one.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let source = source::find(&self.game, common)?;
        let description = source.sheet()?.description;
        if !self.apply.is_empty() {
            return self.print(&source, &description, common);
        }
        let survey = survey(&description, common.deadline());
        let survey = screened(&description, survey, self.play, common)?;
        let mut out = Out::new();
        match common.json {
            true => out.json(&self.as_json(&source, &survey, &self.switches(&description)))?,
            false => self.list(&mut out, &survey, &self.switches(&description))?,
        }
        out.flush()?;
        if !survey.is_complete {
            let (message, _) = time_limit::reason("the search for variants");
            message!("warning: {message}, so there may be more variants");
        }
        Ok(())
    }

    fn is_asked(&self, class: &str) -> bool {
        self.class.as_deref().is_none_or(|asked| asked == class)
    }

    /// The variants of the requested class. Their numbers do not depend on other options.
    fn requested<'a>(&self, survey: &'a Survey) -> Vec<&'a Variant> {
        let all = survey.variants.iter();
        all.filter(|v| self.is_asked(v.transformations[0].class()))
            .collect()
    }

    fn refusals<'a>(&self, survey: &'a Survey) -> Vec<&'a Refused> {
        let all = survey.refused.iter();
        all.filter(|r| self.is_asked(&r.class)).collect()
    }

    /// The role switches that keep the rules, if they are requested.
    fn switches(&self, description: &Description) -> Vec<Transformation> {
        match self.is_asked("switched_role") {
            true => role_switches(description),
            false => Vec::new(),
        }
    }

    fn list(
        &self,
        out: &mut Out,
        survey: &Survey,
        switches: &[Transformation],
    ) -> Result<(), Failure> {
        for variant in self.requested(survey) {
            let told: Vec<_> = variant
                .transformations
                .iter()
                .map(|t| t.to_string())
                .collect();
            out.line(format!("{:4}  {}", variant.number, told.join("; ")))?;
        }
        for switch in switches {
            out.line(format!("   =  {switch}, with the same rules"))?;
        }
        let refusals = self.refusals(survey);
        if self.refused {
            for refused in &refusals {
                let what = refused
                    .transformation
                    .as_ref()
                    .map(Transformation::to_string);
                let what = what.unwrap_or_else(|| refused.class.replace('_', " "));
                out.line(format!("   -  {what}: {}", refused.why))?;
            }
        } else if !refusals.is_empty() {
            let count = refusals.len();
            out.line(format!(
                "{count} more do not apply or cannot be played (--refused lists the reasons)"
            ))?;
        }
        Ok(())
    }

    fn as_json(&self, source: &Source, survey: &Survey, switches: &[Transformation]) -> Value {
        let variants: Vec<_> = self
            .requested(survey)
            .into_iter()
            .map(|variant| {
                let texts: Vec<_> = variant
                    .transformations
                    .iter()
                    .map(|t| t.to_string())
                    .collect();
                json!({
                    "number": variant.number,
                    "class": variant.transformations[0].class(),
                    "text": texts.join("; "),
                    "transformations": variant.transformations,
                })
            })
            .collect();
        json!({
            "game": source.name,
            "variants": variants,
            "same_rules": switches,
            "refused": self.refusals(survey),
            "complete": survey.is_complete,
        })
    }

    fn print(
        &self,
        source: &Source,
        description: &Description,
        common: &Common,
    ) -> Result<(), Failure> {
        let survey = survey(description, common.deadline());
        let mut changed = description.clone();
        let mut transformations = Vec::new();
        for &number in &self.apply {
            let variant = survey.variants.iter().find(|v| v.number == number);
            let variant = variant.ok_or_else(|| {
                Failure::new(format!("{} has no variant number {number}", source.name))
                    .help(format!("`senet variants {}` lists them", source.name))
            })?;
            for transformation in &variant.transformations {
                changed = transformation
                    .apply(&changed, common.deadline())
                    .map_err(|why| {
                        let what =
                            format!("{transformation} does not apply after the others: {why}");
                        Failure::new(what).help("apply one variant at a time")
                    })?;
                transformations.push(transformation.clone());
            }
        }
        let mut out = Out::new();
        let rules = write(&changed, Notation::Prefix);
        if common.json {
            out.json(&json!({
                "game": source.name,
                "transformations": transformations,
                "rules": rules,
            }))?;
        } else {
            out.line(format!("; A variant of {}", source.name))?;
            for transformation in &transformations {
                out.line(format!("; {transformation}"))?;
            }
            out.line("")?;
            out.text(&rules)?;
        }
        out.flush()?;
        Ok(())
    }
}
