//! What is answered to a request that cannot be served.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;
use yomi::{Fault, FaultKind};

/// A fault with the status it is answered with.
#[derive(Debug)]
pub struct Refusal {
    pub status: StatusCode,
    pub fault: Box<Fault>,
}

/// The body of every refusal: what was wrong, in both languages, and what would be accepted. Nothing was
/// changed.
#[derive(Serialize, ToSchema)]
pub struct Refused {
    /// `code`, `text` in `en` and `ja`, `entry` (the index in a list of moves, or null), `expected` (a list).
    #[schema(value_type = Object)]
    pub fault: Fault,
}

impl Refusal {
    pub fn new(status: StatusCode, fault: Fault) -> Refusal {
        Refusal { status, fault: Box::new(fault) }
    }

    pub fn not_found(en: impl Into<String>, ja: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, Fault::new(FaultKind::Unknown, en, ja))
    }

    pub fn busy(en: impl Into<String>, ja: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, Fault::new(FaultKind::Limit, en, ja))
    }
}

impl Refusal {
    /// The store cannot be read or written: nothing is wrong with the request.
    pub fn of_store(fault: Fault) -> Refusal {
        Refusal::new(StatusCode::INSUFFICIENT_STORAGE, fault)
    }
}

/// What was sent is at fault, unless something could not be read or written.
impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        let status = match fault.kind {
            FaultKind::Io => StatusCode::INSUFFICIENT_STORAGE,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Refusal::new(status, fault)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(Refused { fault: *self.fault })).into_response()
    }
}
