//! Finds the Connect Four that the crate `minimax` publishes as its example, so that the peer plays with its
//! own code and not with a copy that somebody here could have changed.

use std::process::Command;
use std::{env, fs, path::Path};

fn main() {
    let cargo = env::var("CARGO").expect("cargo runs build scripts");
    let metadata = Command::new(cargo).args(["metadata", "--format-version", "1", "--locked"]).output();
    let metadata = metadata.expect("cargo metadata starts");
    assert!(metadata.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&metadata.stderr));
    let metadata: serde_json::Value =
        serde_json::from_slice(&metadata.stdout).expect("cargo metadata is JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let minimax = packages.iter().find(|p| p["name"] == "minimax").expect("minimax is a dependency");
    let manifest = Path::new(minimax["manifest_path"].as_str().expect("a path"));
    let example = manifest.with_file_name("examples").join("connect4.rs");
    assert!(example.exists(), "{} is not in the crate", example.display());
    let module = format!(
        "#[allow(dead_code, warnings, clippy::all)]\n#[path = {:?}]\npub mod connect4;\n",
        example.display().to_string()
    );
    let out = Path::new(&env::var("OUT_DIR").expect("OUT_DIR")).join("example.rs");
    fs::write(out, module).expect("OUT_DIR can be written");
    println!("cargo:rerun-if-changed=Cargo.lock");
}
