//! Players as stand-alone programs: one file that needs nothing of Yomi.

mod seed;

use crate::policy::{HUNTER_FILE, PEER_FILE, stored};
use crate::stored::MOST_BYTES;
use std::borrow::Cow;
use yomi_engine::Sentence;
use yomi_engine::export::{Program, Wanted};
use yomi_engine::{Fault, Host};

/// The submission without its weights; tested by `tests/python`.
const SEVENS: &str = include_str!("export/submission.py");
/// Placeholders for the weights and for how they were made.
const WEIGHTS: &str = "__WEIGHTS__";
const MADE_BY: &str = "# __MADE_BY__";

/// The highest compression level of zlib.
const LEVEL: u8 = 9;

/// The players that can be exported.
const POLICY: &str = "policy";
const SEED_PIMC: &str = "seed-pimc";

/// The submission that plays as the policy with the weights of this name or of a file, or as the seed's
/// player.
pub fn export(wanted: &Wanted<'_>, host: &dyn Host) -> Result<Program, Fault> {
    let text = match wanted.agent {
        Some(agent) if agent.name == SEED_PIMC => seed::program(agent, wanted.weights)?,
        Some(agent) if agent.name != POLICY => {
            return Err(Fault::unknown(
                Sentence::new("exported player", "書き出せるプレイヤー"),
                &agent.name,
                &[POLICY, SEED_PIMC],
            ));
        }
        Some(agent) if !agent.options.is_empty() || agent.limits.is_some() => {
            return Err(Fault::bad_option(
                format!("{}: the exported policy takes no options; its weights are --weights", agent.text),
                format!(
                    "{}: policy の書き出しにオプションはありません。重みは --weights で指定します",
                    agent.text
                ),
            ));
        }
        _ => policy(wanted.weights.unwrap_or("mix"), host)?,
    };
    let usage = Sentence::new(
        "call my_AI(state), it returns (card, pass flag)",
        "my_AI(state) を呼ぶと (カード, パスフラグ) を返す",
    );
    Ok(Program { text, usage })
}

fn policy(weights: &str, host: &dyn Host) -> Result<String, Fault> {
    let bytes: Cow<'_, [u8]> = match weights {
        "mix" => PEER_FILE.into(),
        "random" => HUNTER_FILE.into(),
        path => host.read(path, MOST_BYTES)?.into(),
    };
    sevens_python(&bytes).map_err(|why| why.at(weights))
}

/// A contest submission in Python that plays Sevens with the weights of a file.
pub fn sevens_python(weights: &[u8]) -> Result<String, Fault> {
    stored::read(weights)?;
    let line = weights.iter().position(|&b| b == b'\n').expect("what was read has a first line");
    let said: String = String::from_utf8_lossy(&weights[..line]).replace(char::is_control, " ");
    let tables = miniz_oxide::deflate::compress_to_vec_zlib(&weights[line + 1..], LEVEL);
    Ok(SEVENS.replace(MADE_BY, &format!("# {said}")).replace(WEIGHTS, &base85(&tables)))
}

/// Four bytes as five characters, as read by Python's `base64.b85decode`. None of the characters is a quote
/// or a backslash.
fn base85(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 85] =
        b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
    let mut text = String::with_capacity(bytes.len() / 4 * 5 + 5);
    for chunk in bytes.chunks(4) {
        let mut four = [0; 4];
        four[..chunk.len()].copy_from_slice(chunk);
        let number = u32::from_be_bytes(four);
        let letters = [52_200_625, 614_125, 7_225, 85, 1].map(|unit| LETTERS[(number / unit % 85) as usize]);
        // A last chunk of k bytes becomes k + 1 characters.
        text.extend(letters[..=chunk.len()].iter().map(|&letter| char::from(letter)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output of Python's `base64.b85encode` for the same bytes.
    #[test]
    fn base85_is_pythons() {
        assert_eq!(base85(b""), "");
        assert_eq!(base85(b"\0"), "00");
        assert_eq!(base85(b"sevens"), "b7gjAZgT");
        assert_eq!(base85(&[0xff; 8]), "|NsC0|NsC0");
        assert_eq!(base85(b"0123456789"), "FflSSG&MFiI5_");
    }

    #[test]
    fn a_submission_is_whole() {
        for weights in [PEER_FILE, HUNTER_FILE] {
            let program = sevens_python(weights).unwrap();
            assert!(!program.contains("__WEIGHTS__") && !program.contains("__MADE_BY__"));
            assert!(program.contains("\n# yomi sevens policy 2; made by: "));
            assert!(program.contains("\ndef my_AI(state):"));
        }
        assert!(sevens_python(&PEER_FILE[1..]).unwrap_err().to_string().contains("incomplete"));
    }
}
