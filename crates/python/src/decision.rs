//! The answer of an agent, as attributes.

use crate::json::{self, Reduced};
use pyo3::prelude::*;
use serde_json::Value;
use yomi::engine::wire::{self, Advice};
use yomi::{Fault, Sentence};

/// A text in both languages.
#[pyclass(frozen, get_all, eq, hash, module = "yomi")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Words {
    en: String,
    ja: String,
}

impl From<&Sentence> for Words {
    fn from(text: &Sentence) -> Words {
        Words { en: text.en.clone(), ja: text.ja.clone() }
    }
}

#[pymethods]
impl Words {
    fn __str__(&self) -> &str {
        &self.en
    }

    fn __repr__(&self) -> String {
        format!("Words(en={:?}, ja={:?})", self.en, self.ja)
    }
}

/// The word that a wire type writes for this.
fn word(data: &impl serde::Serialize) -> String {
    match serde_json::to_value(data) {
        Ok(Value::String(word)) => word,
        other => unreachable!("{other:?} is not a word"),
    }
}

/// One move that could be played.
#[pyclass(frozen, module = "yomi")]
pub struct Candidate(wire::Candidate);

#[pymethods]
impl Candidate {
    #[getter]
    fn r#move(&self) -> &str {
        &self.0.text
    }

    #[getter]
    fn label(&self) -> Words {
        (&self.0.label).into()
    }

    #[getter]
    fn value(&self) -> Option<f64> {
        self.0.value
    }

    #[getter]
    fn se(&self) -> Option<f64> {
        self.0.se
    }

    #[getter]
    fn lo(&self) -> Option<f64> {
        self.0.lo
    }

    #[getter]
    fn hi(&self) -> Option<f64> {
        self.0.hi
    }

    #[getter]
    fn visits(&self) -> u64 {
        self.0.visits
    }

    #[getter]
    fn share(&self) -> f64 {
        self.0.share
    }

    #[getter]
    fn bound(&self) -> String {
        word(&self.0.bound)
    }

    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::wire(py, &self.0.facts)
    }

    fn __repr__(&self) -> String {
        format!("<Candidate {} {}>", self.0.text, shown(self.0.value))
    }
}

fn shown(value: Option<f64>) -> String {
    value.map_or_else(|| "without a value".into(), |value| format!("{value:.3}"))
}

/// How far a move is ahead of the best alternative.
#[pyclass(frozen, get_all, module = "yomi")]
pub struct Lead {
    over: String,
    by: f64,
    se: f64,
    decided: bool,
    why: Option<Words>,
}

/// One reason, the decisive one first.
#[pyclass(frozen, module = "yomi")]
pub struct Reason(wire::Reason);

#[pymethods]
impl Reason {
    #[getter]
    fn en(&self) -> &str {
        &self.0.text.en
    }

    #[getter]
    fn ja(&self) -> &str {
        &self.0.text.ja
    }

    #[getter]
    fn weight(&self) -> f64 {
        self.0.weight
    }

    #[getter]
    fn about<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::wire(py, &self.0.about)
    }

    fn __str__(&self) -> &str {
        &self.0.text.en
    }

    fn __repr__(&self) -> String {
        format!("<Reason {:?}>", self.0.text.en)
    }
}

/// The move, how good it is, and why.
#[pyclass(frozen, module = "yomi")]
pub struct Decision(pub Advice, pub Option<usize>);

impl Decision {
    /// Reads what `json` wrote.
    fn parse(text: &str) -> Result<Advice, Fault> {
        yomi::engine::json::parse(text).map_err(|why| Fault::from_text(yomi::FaultKind::BadView, why))
    }
}

#[pymethods]
impl Decision {
    #[staticmethod]
    #[pyo3(signature = (text, waiting_for = None))]
    fn from_json(py: Python<'_>, text: &str, waiting_for: Option<usize>) -> PyResult<Decision> {
        crate::fault::Raise::raise(Decision::parse(text), py).map(|advice| Decision(advice, waiting_for))
    }

    /// The seat to move, where the one that asked has to wait for it.
    #[getter]
    fn waiting_for(&self) -> Option<usize> {
        self.1
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (String, Option<usize>)>> {
        Ok((py.get_type::<Decision>().getattr("from_json")?, (self.json(), self.1)))
    }

    #[getter]
    fn game(&self) -> &str {
        &self.0.game
    }

    #[getter]
    fn agent(&self) -> &str {
        &self.0.agent
    }

    #[getter]
    fn resolved(&self) -> &str {
        &self.0.resolved
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.0.seed
    }

    #[getter]
    fn unit(&self) -> &str {
        &self.0.unit
    }

    #[getter]
    fn bounds(&self) -> (f64, f64) {
        self.0.bounds.into()
    }

    #[getter]
    fn opponents(&self) -> Option<String> {
        self.0.opponents.as_ref().map(word)
    }

    #[getter]
    fn r#move(&self) -> &str {
        &self.0.chosen
    }

    #[getter]
    fn value(&self) -> Option<f64> {
        self.0.value
    }

    #[getter]
    fn lo(&self) -> Option<f64> {
        self.0.candidates.first()?.lo
    }

    #[getter]
    fn hi(&self) -> Option<f64> {
        self.0.candidates.first()?.hi
    }

    #[getter]
    fn basis(&self) -> String {
        word(&self.0.basis)
    }

    #[getter]
    fn choice(&self) -> String {
        word(&self.0.choice)
    }

    #[getter]
    fn lead(&self) -> Option<Lead> {
        let wire::Lead { over, by, se, decided, why } = self.0.lead.clone()?;
        Some(Lead { over, by, se, decided, why: why.as_ref().map(Words::from) })
    }

    #[getter]
    fn candidates(&self) -> Vec<Candidate> {
        self.0.candidates.iter().cloned().map(Candidate).collect()
    }

    #[getter]
    fn reasons(&self) -> Vec<Reason> {
        self.0.reasons.iter().cloned().map(Reason).collect()
    }

    #[getter]
    fn beliefs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::python(py, &self.0.beliefs)
    }

    #[getter]
    fn line(&self) -> Vec<String> {
        self.0.line.clone()
    }

    #[getter]
    fn iterations(&self) -> u64 {
        self.0.iterations
    }

    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    #[getter]
    fn depth(&self) -> u32 {
        self.0.depth
    }

    #[getter]
    fn worlds(&self) -> u64 {
        self.0.worlds
    }

    #[getter]
    fn effective_worlds(&self) -> Option<f64> {
        self.0.effective_worlds
    }

    #[getter]
    fn memory_bytes(&self) -> usize {
        self.0.memory_bytes
    }

    #[getter]
    fn elapsed_ms(&self) -> f64 {
        self.0.elapsed_ms
    }

    #[getter]
    fn tree<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::wire(py, &self.0.tree)
    }

    fn json(&self) -> String {
        serde_json::to_string(&self.0).expect("advice is plain data")
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::wire(py, &self.0)
    }

    fn __repr__(&self) -> String {
        let Advice { chosen, unit, value, .. } = &self.0;
        if let Some(seat) = self.1 {
            return format!("<Decision: seat {seat} is to move>");
        }
        format!("<Decision {chosen}, {} ({unit}), by {}>", shown(*value), self.0.resolved)
    }
}
