//! The stream of an analysis: server-sent events.

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc;

use super::desk::{Analysis, Desk};

/// A comment goes out when nothing else did for this long, so that a closed connection is noticed.
const HEARTBEAT: Duration = Duration::from_secs(15);

struct Events(mpsc::Receiver<Event>);

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|event| event.map(Ok))
    }
}

pub fn events(desk: Arc<Desk>, analysis: Arc<Analysis>) -> Response {
    let (sender, receiver) = mpsc::channel(1);
    tokio::spawn(async move {
        tokio::select! {
            () = sender.closed() => {}
            _ = tell(&analysis, &sender) => {}
        }
        // Read to the end, or closed: either way nobody waits for it any more.
        analysis.stop();
        desk.forget(&analysis.id);
    });
    Sse::new(Events(receiver)).keep_alive(KeepAlive::new().interval(HEARTBEAT)).into_response()
}

/// Sends what is new until the end was sent or nobody listens.
async fn tell(analysis: &Analysis, sender: &mpsc::Sender<Event>) -> Option<()> {
    let mut frames = analysis.frames.clone();
    let (mut number, mut beliefs, mut progress) = (0u64, 0, 0);
    let mut event = |name: &str, data: &str| {
        number += 1;
        Event::default().event(name).id(number.to_string()).data(data)
    };
    let started = frames.borrow().started.clone();
    sender.send(event("started", &started)).await.ok()?;
    loop {
        let frame = frames.borrow_and_update().clone();
        if frame.beliefs.count > beliefs {
            beliefs = frame.beliefs.count;
            sender.send(event("beliefs", frame.beliefs.data.as_deref()?)).await.ok()?;
        }
        if frame.progress.count > progress {
            progress = frame.progress.count;
            sender.send(event("progress", frame.progress.data.as_deref()?)).await.ok()?;
        }
        if let Some((name, data)) = frame.end {
            sender.send(event(name, &data)).await.ok()?;
            // The channel is drained before it is dropped.
            let _ = sender.reserve().await;
            return Some(());
        }
        frames.changed().await.ok()?;
    }
}
