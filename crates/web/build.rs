//! Collects the page's files in `web/`, so that the binary carries them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What is served; everything else below `web/` is for those who work on it.
const SERVED: [&str; 5] = ["html", "css", "js", "svg", "txt"];
/// Folders that are not part of the page.
const LEFT_OUT: [&str; 2] = ["tests", "node_modules"];

fn main() -> io::Result<()> {
    // Seen from this crate, where build scripts run: a build folder that two checkouts share must not watch the files of
    // the other one.
    let web = Path::new("../../web");
    let mut files = Vec::new();
    collect(web, &mut files)?;
    files.sort();
    let mut list = String::new();
    for path in &files {
        let name = path.strip_prefix(web).expect("it was found there").to_string_lossy().replace('\\', "/");
        println!("cargo:rerun-if-changed={}", path.display());
        // No path of this checkout is written down: what is generated here may be compiled in another one, whose own
        // files are meant then.
        let file = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?})", format!("/../../web/{name}"));
        writeln!(list, "    ({name:?}, include_bytes!({file})),").expect("a string");
    }
    let code = format!("pub static FILES: &[(&str, &[u8])] = &[\n{list}];\n");
    fs::write(Path::new(&env::var("OUT_DIR").expect("cargo says where")).join("files.rs"), code)
}

/// Everything but `web/` itself is watched: Cargo looks into folders to the last depth, and there lie the tools of the tests,
/// which are installed after the page is compiled. A new file beside `index.html` is seen by the change of the one that names it.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !LEFT_OUT.contains(&name.as_str()) {
                println!("cargo:rerun-if-changed={}", path.display());
                collect(&path, files)?;
            }
        } else if path.extension().is_some_and(|kind| SERVED.iter().any(|served| kind == *served)) {
            files.push(path);
        }
    }
    Ok(())
}
