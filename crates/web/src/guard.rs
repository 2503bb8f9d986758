//! Who may ask: requests that name this server as their host, from its own pages.
//!
//! A page elsewhere can make a browser send requests here, and can even give its own name the address of this
//! machine. So the `Host` of a request must be a name of this server, and its `Origin`, on anything that
//! changes something, one of its pages.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use yomi::engine::fault::excerpt;
use yomi::{Fault, FaultKind};

use crate::Yomi;
use crate::refusal::Refusal;

/// The names by which this server may be asked.
#[derive(Clone, Debug)]
pub struct Hosts {
    names: Vec<String>,
    port: u16,
    /// Listening on every address: the one that a client has reached is a name too.
    everywhere: bool,
}

/// The address of this machine that a connection has reached.
#[derive(Clone, Copy, Debug)]
pub struct Reached(pub IpAddr);

impl Hosts {
    /// `typed` is the host as it was given, where it was.
    pub fn new(listening: SocketAddr, typed: Option<&str>) -> Hosts {
        let ip = listening.ip();
        let mut names = vec![literal(ip)];
        if ip.is_loopback() || ip.is_unspecified() {
            names.extend(["127.0.0.1", "localhost", "[::1]"].map(String::from));
        }
        names.extend(typed.map(str::to_lowercase));
        Hosts { names, port: listening.port(), everywhere: ip.is_unspecified() }
    }

    fn accepts(&self, host: &str, reached: Option<Reached>) -> bool {
        let host = host.to_lowercase();
        // The standard port is left out by browsers.
        let suffix = format!(":{}", self.port);
        let name = match host.strip_suffix(&suffix) {
            Some(name) => name,
            None if self.port == 80 => host.as_str(),
            None => return false,
        };
        let here = reached.filter(|_| self.everywhere).map(|Reached(ip)| literal(ip.to_canonical()));
        self.names.iter().any(|known| known == name) || here.is_some_and(|here| here == name)
    }
}

fn literal(ip: IpAddr) -> String {
    match ip {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

/// Refuses what was not meant for this server, and adds what every response carries.
pub async fn check(State(yomi): State<Arc<Yomi>>, request: Request, next: Next) -> Response {
    let mut response = match refused(&yomi.hosts, &request) {
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    };
    let set = response.headers_mut();
    set.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    set.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    set.insert(header::SERVER, HeaderValue::from_static(crate::SERVER));
    response
}

fn refused(hosts: &Hosts, request: &Request) -> Option<Refusal> {
    let headers = request.headers();
    let reached = request.extensions().get::<Reached>().copied();
    let host = text(headers, &header::HOST).unwrap_or_default();
    if headers.get_all(header::HOST).iter().count() != 1 || !hosts.accepts(host, reached) {
        let (host, own) = (excerpt(host), hosts.own());
        return Some(Refusal::new(
            StatusCode::FORBIDDEN,
            Fault::new(
                FaultKind::BadOption,
                format!("host {host:?} is not this server; expected {own}"),
                format!("ホスト {host:?} はこのサーバーではありません。{own} を使ってください"),
            ),
        ));
    }
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return None;
    }
    match text(headers, &header::ORIGIN) {
        Some(origin) if origin.strip_prefix("http://") != Some(host) => {
            let origin = excerpt(origin);
            Some(Refusal::new(
                StatusCode::FORBIDDEN,
                Fault::new(
                    FaultKind::BadOption,
                    format!("origin {origin:?} may not ask; expected http://{host}"),
                    format!("オリジン {origin:?} からは使えません。http://{host} から使ってください"),
                ),
            ))
        }
        _ => None,
    }
}

impl Hosts {
    fn own(&self) -> String {
        format!("{}:{}", self.names[0], self.port)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(listening: &str, typed: Option<&str>, host: &str, reached: Option<&str>) -> bool {
        let hosts = Hosts::new(listening.parse().unwrap(), typed);
        hosts.accepts(host, reached.map(|ip| Reached(ip.parse().unwrap())))
    }

    #[test]
    fn loopback_answers_to_its_own_names_alone() {
        let at = "127.0.0.1:7788";
        for good in ["127.0.0.1:7788", "localhost:7788", "LOCALHOST:7788", "[::1]:7788"] {
            assert!(accepts(at, None, good, None), "{good}");
        }
        for bad in
            ["", "127.0.0.1", "127.0.0.1:7789", "evil.example:7788", "localhost.evil.example:7788", "x"]
        {
            assert!(!accepts(at, None, bad, None), "{bad}");
        }
    }

    #[test]
    fn another_address_answers_to_that_address() {
        assert!(accepts("192.168.1.5:7788", None, "192.168.1.5:7788", None));
        assert!(!accepts("192.168.1.5:7788", None, "localhost:7788", None));
        assert!(accepts("192.168.1.5:7788", Some("box.local"), "box.local:7788", None));
    }

    #[test]
    fn every_address_answers_to_the_one_that_was_reached() {
        let at = "0.0.0.0:7788";
        assert!(accepts(at, None, "192.168.1.5:7788", Some("192.168.1.5")));
        assert!(accepts("[::]:7788", None, "192.168.1.5:7788", Some("::ffff:192.168.1.5")));
        assert!(!accepts(at, None, "192.168.1.6:7788", Some("192.168.1.5")));
        assert!(!accepts(at, None, "evil.example:7788", Some("192.168.1.5")));
    }
}
