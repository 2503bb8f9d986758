//! A server in memory, and requests to it.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;
use tower::ServiceExt;
use yomi::Registry;
use yomi_store::{Opening, Store};
use yomi_web::kept::{InMemory, InStore, Keeper};
use yomi_web::{Hosts, Yomi, app};

pub struct Server {
    runtime: Runtime,
    router: Router,
}

pub struct Answer {
    pub status: StatusCode,
    pub headers: axum::http::HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|why| panic!("{why}: {}", self.text))
    }

    pub fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text);
        self.json()
    }

    /// A refusal: its status, and one line in each language.
    pub fn refused(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        let fault = self.json()["fault"].clone();
        for lang in ["en", "ja"] {
            let text = fault["text"][lang].as_str().unwrap();
            assert!(!text.is_empty() && !text.contains('\n'), "{text}");
        }
        fault
    }
}

pub fn server() -> Server {
    with_keeper(Arc::new(InMemory::default()))
}

/// A server that keeps games in this file, as one that is started by itself would.
pub fn server_on(file: &Path) -> Server {
    server_with(&Opening::at(file))
}

pub fn server_with(opening: &Opening) -> Server {
    with_keeper(Arc::new(InStore::new(Store::open(opening).unwrap())))
}

fn with_keeper(keeper: Arc<dyn Keeper>) -> Server {
    let hosts = Hosts::new("127.0.0.1:7788".parse().unwrap(), None);
    let yomi = Yomi::new(Registry::standard(), keeper, hosts);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    Server { runtime, router: app(yomi) }
}

pub fn request(method: &str, path: &str, body: Option<&Value>) -> Request<Body> {
    let built = Request::builder().method(method).uri(path).header("host", "127.0.0.1:7788");
    match body {
        Some(body) => built.header("content-type", "application/json").body(Body::from(body.to_string())),
        None => built.body(Body::empty()),
    }
    .unwrap()
}

impl Server {
    pub fn send(&self, request: Request<Body>) -> Answer {
        self.runtime.block_on(async {
            let response = self.router.clone().oneshot(request).await.unwrap();
            let (status, headers) = (response.status(), response.headers().clone());
            let body = tokio::time::timeout(Duration::from_secs(60), response.into_body().collect()).await;
            let bytes = body.expect("an answer within a minute").unwrap().to_bytes();
            Answer { status, headers, text: String::from_utf8(bytes.to_vec()).unwrap_or_default() }
        })
    }

    /// The response with its body still to be read.
    pub fn open(&self, request: Request<Body>) -> Response<Body> {
        self.runtime.block_on(async { self.router.clone().oneshot(request).await.unwrap() })
    }

    pub fn runtime(&self) -> &Runtime {
        &self.runtime
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send(request("GET", path, None))
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(request("POST", path, Some(body)))
    }

    pub fn put(&self, path: &str, body: &Value) -> Answer {
        self.send(request("PUT", path, Some(body)))
    }

    /// All events of an analysis, to its end.
    pub fn analyse(&self, place: &Value, more: &Value) -> Vec<(String, Value)> {
        let mut wanted = place.clone();
        wanted["client"] = json!("test");
        for (key, value) in more.as_object().unwrap() {
            wanted[key] = value.clone();
        }
        let begun = self.post("/api/analyses", &wanted).ok();
        events(&self.get(begun["stream"].as_str().unwrap()).text)
    }
}

pub fn events(text: &str) -> Vec<(String, Value)> {
    let blocks = text.split("\n\n").filter(|block| block.contains("data: "));
    let field = |block: &str, name: &str| {
        let found = block.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        found.unwrap_or_default().to_string()
    };
    let event = |block: &str| {
        let data = serde_json::from_str(&field(block, "data")).unwrap();
        (field(block, "event"), data)
    };
    blocks.map(event).collect()
}

pub fn place(game: &str, source: Value) -> Value {
    json!({"game": game, "settings": {}, "source": source})
}

/// A position of Sevens in the middle of a deal: seat 1 is to move.
pub fn sevens() -> Value {
    let moves = "D6 S8 H6 D5 C8 S6 D4 C6 S5 pass pass H5 D3 H8 S4".split(' ').collect::<Vec<_>>();
    place("sevens", json!({"seed": 3, "moves": moves, "seat": 1}))
}
