//! The seed's player as a contest submission. What it reads of the engine's state and how games go on is the same
//! code as in the policy's submission, section by section.

use super::SEVENS;
use crate::seed::SeedOptions;
use yomi_core::{OptionKind, OptionSpec, Options};
use yomi_engine::Fault;
use yomi_engine::agent::AgentText;

/// What is said first, and every parameter of the seed with its default.
const HEAD: &str = include_str!("seed_head.py");
const PLAYER: &str = include_str!("seed_player.py");
/// The sections of the policy's submission that the seed's player needs too.
const SHARED: [&str; 4] = ["Cards", "Many games side by side", "What is known", "The contest's state"];
/// Options of the agent that the program does not have.
const MISSING: [&str; 3] = ["belief_state_decay_factor", "inference", "pass"];

fn section(name: &str) -> &'static str {
    let start = SEVENS.find(&format!("# ---- {name} -")).expect("a section of the submission");
    let rest = &SEVENS[start..];
    rest[1..].find("\n# ---- ").map_or(rest, |end| &rest[..end + 2])
}

/// The program that plays like this agent.
pub fn program(agent: &AgentText, weights: Option<&str>) -> Result<String, Fault> {
    if weights.is_some() || agent.limits.is_some() {
        return Err(Fault::bad_option(
            "seed-pimc has no weights, and no limit but simulation_count: leave out --weights and limit=",
            "seed-pimc に重みはなく、制限は simulation_count だけです。--weights と limit= は使えません",
        ));
    }
    let declared = SeedOptions::declared();
    Options::complete(&agent.name, &declared, &agent.options)?;
    let mut head = HEAD.to_string();
    for (name, value) in &agent.options {
        let spec = declared.iter().find(|spec| spec.name == name).expect("it was completed");
        if MISSING.contains(&spec.name) {
            return Err(Fault::bad_option(
                format!(
                    "{name}: the exported seed-pimc takes its passes as hard facts and never passes by choice"
                ),
                format!(
                    "{name}: 書き出した seed-pimc では変更できません（パスは確定情報とし、自分からはパスしません）"
                ),
            ));
        }
        head = with_value(&head, spec, value);
    }
    let shared: String = SHARED.into_iter().map(section).collect();
    Ok(format!("{head}{shared}{PLAYER}"))
}

/// The lines with another value of one parameter.
fn with_value(head: &str, spec: &OptionSpec, value: &str) -> String {
    let start = format!("{} = ", spec.name.to_uppercase());
    let value = match (spec.kind, value) {
        (OptionKind::Switch, "true") => "True",
        (OptionKind::Switch, _) => "False",
        _ => value,
    };
    let line = |line: &str| match line.starts_with(&start) {
        true => format!("{start}{value}\n"),
        false => format!("{line}\n"),
    };
    head.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exported(agent: &str) -> Result<String, Fault> {
        program(&AgentText::parse(agent).unwrap(), None)
    }

    /// Every parameter is a line of the program, with the same default.
    #[test]
    fn the_program_has_every_parameter() {
        let program = exported("seed-pimc").unwrap();
        for spec in SeedOptions::declared().iter().filter(|spec| !MISSING.contains(&spec.name)) {
            let default = match spec.default {
                "true" => "True",
                other => other,
            };
            let line = format!("\n{} = {default}\n", spec.name.to_uppercase());
            assert!(program.contains(&line), "{line}");
        }
        assert!(program.contains("\ndef my_AI(state):") && program.contains("\nclass Games:"));
        assert!(!program.contains("ROWS") && !program.contains("Deals"), "nothing of the policy is left");
    }

    #[test]
    fn options_become_lines() {
        let program =
            exported("seed-pimc(simulation_count=100,enable_tunnel_lock=false,safe_move_bonus=-2.5)")
                .unwrap();
        for line in ["SIMULATION_COUNT = 100", "ENABLE_TUNNEL_LOCK = False", "SAFE_MOVE_BONUS = -2.5"] {
            assert!(program.contains(&format!("\n{line}\n")), "{line}");
        }
        assert!(exported("seed-pimc(pass=true)").is_err());
        assert!(exported("seed-pimc(simulation_count=0)").is_err());
        assert!(exported("seed-pimc(limit=100it)").is_err());
    }
}
