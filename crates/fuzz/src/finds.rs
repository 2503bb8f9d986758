//! Findings: minimised, kept in files, run again.

use crate::shard::{Examiner, Trouble, fingerprint};
use crate::targets::{Depth, Target};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time limit for minimising an input.
const PATIENCE: Duration = Duration::from_secs(30);

/// Where findings are kept: one folder per target.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/fuzz")
}

/// Minimises an input that causes the same trouble: removes whatever can be removed.
#[allow(clippy::disallowed_methods, reason = "an input that is slow is not worth a minute of trials")]
pub fn smaller(target: &Target, input: &[u8], trouble: &Trouble) -> Vec<u8> {
    let (began, kind) = (Instant::now(), trouble.kind());
    let mut examiner = Examiner::new(target);
    let mut still =
        |input: &[u8]| examiner.examine(input, Depth::Thorough).is_err_and(|found| found.kind() == kind);
    let mut small = input.to_vec();
    if !still(&small) {
        return small;
    }
    let mut step = small.len().div_ceil(2);
    while step > 0 {
        let mut at = 0;
        while at < small.len() {
            if began.elapsed() > PATIENCE {
                return small;
            }
            let mut without = small[..at].to_vec();
            without.extend_from_slice(small.get(at + step..).unwrap_or_default());
            if still(&without) {
                small = without;
            } else {
                at += step;
            }
        }
        step = if step == 1 { 0 } else { step.div_ceil(2) };
    }
    small
}

/// Stores an input in the folder of its target. The file name is derived from the content, so that duplicates
/// are stored once.
pub fn keep(folder: &Path, target: &str, input: &[u8]) -> io::Result<PathBuf> {
    let folder = folder.join(target);
    fs::create_dir_all(&folder)?;
    let kind = if std::str::from_utf8(input).is_ok() { "txt" } else { "bin" };
    let path = folder.join(format!("{:016x}.{kind}", fingerprint(input)));
    fs::write(&path, input)?;
    Ok(path)
}

/// Every stored input, with the name of its target.
pub fn kept(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut all = Vec::new();
    if !folder.exists() {
        return Ok(all);
    }
    for inner in fs::read_dir(folder)? {
        let inner = inner?;
        for file in fs::read_dir(inner.path())? {
            all.push((inner.file_name().to_string_lossy().into_owned(), file?.path()));
        }
    }
    all.sort();
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutate::Form;

    fn fragile() -> Target {
        Target::new(
            "fragile",
            Form::Words,
            1,
            || vec![b"x".to_vec()],
            || {
                Box::new(|input, _| {
                    let has = |byte| input.contains(&byte);
                    assert!(!(has(b'<') && has(b'>')), "both");
                    Ok(String::new())
                })
            },
        )
    }

    #[test]
    fn a_find_is_made_as_small_as_it_can_be() {
        let (target, input) = (fragile(), b"a long text with < in it, and much later a > too".to_vec());
        let trouble = Examiner::new(&target).examine(&input, Depth::Quick).unwrap_err();
        assert_eq!(smaller(&target, &input, &trouble), b"<>");
    }

    #[test]
    fn a_find_is_kept_once_and_found_again() {
        let folder = tempfile::tempdir().unwrap();
        for input in [&b"<>"[..], b"<>", b"\xff"] {
            keep(folder.path(), "fragile", input).unwrap();
        }
        let all = kept(folder.path()).unwrap();
        assert_eq!(all.len(), 2);
        assert!(all.iter().all(|(target, _)| target == "fragile"));
        let mut contents: Vec<Vec<u8>> = all.iter().map(|(_, path)| fs::read(path).unwrap()).collect();
        contents.sort();
        assert_eq!(contents, [b"<>".to_vec(), b"\xff".to_vec()]);
        assert_eq!(kept(&folder.path().join("nothing")).unwrap(), []);
    }
}
