//! The faults that are written down can still be made: their places exist in the source.

use serde_json::Value;
use std::path::Path;

#[test]
fn every_named_mutant_has_its_place_in_the_source() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let named: Vec<Value> = serde_json::from_str(&read("mutants/named.json")).unwrap();
    assert!(named.len() >= 19, "{}", named.len());
    for mutant in &named {
        let text = |key: &str| mutant[key].as_str().unwrap();
        let (name, file) = (text("name"), text("file"));
        let places = read(file).matches(text("from")).count();
        assert_eq!(places, 1, "mutants/named.json, {name:?}: {places} places in {file}");
        assert_ne!(text("from"), text("to"), "{name}");
    }
}
