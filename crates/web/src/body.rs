//! Bodies of requests: JSON objects of limited size that arrive in limited time.

use axum::body::{Body, HttpBody as _};
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;
use std::time::Duration;
use yomi::engine::fault::excerpt;
use yomi::engine::json;
use yomi::{Fault, FaultKind};

use crate::refusal::Refusal;

/// Larger bodies are refused.
pub const MOST_BYTES: usize = 1 << 20;
/// A sender that takes longer is cut off.
const PATIENCE: Duration = Duration::from_secs(8);

/// A JSON object.
pub struct Sent<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for Sent<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        // A page elsewhere cannot send this type without being asked for its origin first.
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.unwrap_or_default();
        if kind.split(';').next().unwrap_or_default().trim() != "application/json" {
            let kind = excerpt(kind);
            return Err(Refusal::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                Fault::bad_option(
                    format!("content-type {kind:?}: expected application/json"),
                    format!("content-type {kind:?}: application/json にしてください"),
                ),
            ));
        }
        let text = read(request.into_body()).await?;
        let value = json::parse(&text)
            .map_err(|why| Fault::bad_view(format!("the request: {why}"), format!("リクエスト: {why:#}")))?;
        Ok(Sent(value))
    }
}

async fn read(body: Body) -> Result<String, Refusal> {
    if body.size_hint().lower() > MOST_BYTES as u64 {
        return Err(too_large());
    }
    let all = tokio::time::timeout(PATIENCE, Limited::new(body, MOST_BYTES).collect()).await;
    let bytes = match all {
        Ok(Ok(all)) => all.to_bytes(),
        Ok(Err(why)) if why.is::<LengthLimitError>() => return Err(too_large()),
        Ok(Err(_)) => return Err(cut_off(StatusCode::BAD_REQUEST)),
        Err(_) => return Err(cut_off(StatusCode::REQUEST_TIMEOUT)),
    };
    String::from_utf8(bytes.into())
        .map_err(|_| Fault::bad_view("the request is not UTF-8", "リクエストが UTF-8 ではありません").into())
}

fn too_large() -> Refusal {
    let most = MOST_BYTES >> 20;
    Refusal::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        Fault::new(
            FaultKind::Limit,
            format!("the request is too large; expected at most {most} MiB"),
            format!("リクエストが大きすぎます。{most} MiB までにしてください"),
        ),
    )
}

fn cut_off(status: StatusCode) -> Refusal {
    Refusal::new(
        status,
        Fault::new(
            FaultKind::Limit,
            "the request did not arrive whole; expected all of it within a few seconds",
            "リクエストが最後まで届きませんでした。数秒以内に送ってください",
        ),
    )
}
