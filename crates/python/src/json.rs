//! Plain data as Python objects.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;
use serde_json::Value;

/// What pickle needs of an object: a function, and the arguments that make the object again.
pub type Reduced<'py, A> = (Bound<'py, PyAny>, A);

/// JSON as Python has it: dictionaries, lists, strings, numbers, `None`.
pub fn python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(is) => is.into_bound_py_any(py),
        Value::String(text) => text.into_bound_py_any(py),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(n), _) => n.into_bound_py_any(py),
            (None, Some(n)) => n.into_bound_py_any(py),
            (None, None) => number.as_f64().into_bound_py_any(py),
        },
        Value::Array(items) => {
            let list = PyList::empty(py);
            items.iter().try_for_each(|item| list.append(python(py, item)?))?;
            Ok(list.into_any())
        }
        Value::Object(entries) => {
            let dict = PyDict::new(py);
            entries.iter().try_for_each(|(key, item)| dict.set_item(key, python(py, item)?))?;
            Ok(dict.into_any())
        }
    }
}

/// The same of any wire type.
pub fn wire<'py>(py: Python<'py>, data: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    python(py, &serde_json::to_value(data).expect("a wire type is plain data"))
}
