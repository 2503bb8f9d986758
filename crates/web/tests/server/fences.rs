//! Who may ask, what may be reached, and what every response carries.

use crate::ask::{Server, request, server, sevens};
use axum::body::Body;
use axum::http::{HeaderValue, Request};
use serde_json::{Value, json};

fn with_header(mut request: Request<Body>, name: &'static str, value: &str) -> Request<Body> {
    request.headers_mut().insert(name, HeaderValue::from_str(value).unwrap());
    request
}

#[test]
fn other_hosts_and_origins_are_refused() {
    let server = server();
    for host in ["evil.example", "evil.example:7788", "127.0.0.1", "localhost:80", ""] {
        server.send(with_header(request("GET", "/api/games", None), "host", host)).refused(403);
        server.send(with_header(request("GET", "/", None), "host", host)).refused(403);
    }
    let post = || request("POST", "/api/positions", Some(&sevens()));
    for origin in ["http://evil.example", "null", "https://127.0.0.1:7788", "http://localhost:7788"] {
        server.send(with_header(post(), "origin", origin)).refused(403);
    }
    server.send(with_header(post(), "origin", "http://127.0.0.1:7788")).ok();
    let mut twice = request("GET", "/api/games", None);
    twice.headers_mut().append("host", HeaderValue::from_static("evil.example"));
    server.send(twice).refused(403);
}

#[test]
fn every_response_says_what_a_browser_may_do() {
    let server = server();
    for path in [
        "/",
        "/sevens",
        "/sevens/real",
        "/puzzles",
        "/sevens/puzzles",
        "/nothing",
        "/api/games",
        "/api/nothing",
    ] {
        let answer = server.get(path);
        assert_eq!(answer.headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(answer.headers["referrer-policy"], "no-referrer", "{path}");
        assert!(answer.headers.get("access-control-allow-origin").is_none());
        if !path.starts_with("/api") {
            let policy = answer.headers["content-security-policy"].to_str().unwrap();
            assert!(policy.starts_with("default-src 'self'"), "{policy}");
        }
    }
    assert_eq!(server.get("/sevens").status, 200);
    assert_eq!(server.get("/chess").status, 404);
    assert_eq!(server.get("/sevens/puzzles").status, 200);
    assert_eq!(server.get("/maze/puzzles").status, 404);
}

#[test]
fn the_page_and_its_files_arrive_packed() {
    let server = server();
    let page = server.get("/").text;
    let start = page.find("/assets/").unwrap();
    let script = &page[start..start + page[start..].find('"').unwrap()];
    let packed = server.send(with_header(request("GET", script, None), "accept-encoding", "br, gzip"));
    assert_eq!(packed.headers["content-encoding"], "gzip");
    let plain = server.get(script);
    assert!(plain.headers.get("content-encoding").is_none());
    assert!(plain.headers["cache-control"].to_str().unwrap().contains("immutable"));
    assert_eq!(server.get("/assets/0/nothing.js").status, 404);
    assert_eq!(server.get("/assets/0/../Cargo.toml").status, 404);
    // Nothing of the page comes from elsewhere.
    assert!(!page.contains("://"), "{page}");
}

#[test]
fn bad_requests_get_one_clear_line() {
    let server = server();
    let plain = |body: &str, kind: &str| {
        let request = request("POST", "/api/positions", None);
        let (mut parts, _) = request.into_parts();
        parts.headers.insert("content-type", HeaderValue::from_str(kind).unwrap());
        server.send(Request::from_parts(parts, Body::from(body.to_string())))
    };
    plain("{}", "text/plain").refused(415);
    plain("{}", "application/json-patch").refused(415);
    for body in [
        "",
        "{",
        "[]",
        "null",
        "{\"game\": 3}",
        "{\"game\": \"kuhn\"}",
        "{\"game\": \"kuhn\", \"source\": {\"seed\": -1}}",
    ] {
        plain(body, "application/json").refused(422);
    }
    plain(&format!("\"{}\"", "x".repeat(2 << 20)), "application/json").refused(413);
    server.get("/api/nothing").refused(404);
    assert_eq!(server.send(request("DELETE", "/api/positions", None)).status, 405);
}

/// The secret that nothing may read.
const SECRET: &str = "a-secret-that-no-answer-may-hold";

/// Every option and setting that opens a path or runs a program, by its declaration, one by one.
#[test]
fn nothing_outside_is_reached() {
    let folder = std::env::temp_dir().join(format!("yomi-web-{}", std::process::id()));
    std::fs::write(&folder, SECRET).unwrap();
    let path = folder.to_str().unwrap();
    let server = server();
    let games = server.get("/api/games").ok();
    let mut tried = 0;
    for game in games["games"].as_array().unwrap() {
        let name = game["game"].as_str().unwrap();
        for setting in outside(&game["settings"]) {
            let mut place = json!({"game": name, "settings": {}, "source": {"seed": 1}});
            place["settings"][setting] = json!(path);
            refused_everywhere(&server, &place, "best", path);
            tried += 1;
        }
        for agent in game["agents"].as_array().unwrap() {
            for option in outside(&agent["options"]) {
                let place = json!({"game": name, "settings": {}, "source": {"seed": 1, "seat": 0}});
                let typed = format!("{}({option}=\"{path}\")", agent["agent"].as_str().unwrap());
                refused_everywhere(&server, &place, &typed, path);
                tried += 1;
            }
            if agent["sees_hidden"] == true {
                let place = json!({"game": name, "settings": {}, "source": {"seed": 1}});
                let agent = agent["agent"].as_str().unwrap();
                let mut wanted = place.clone();
                wanted["client"] = json!("peeker");
                wanted["agent"] = json!(agent);
                let fault = server.post("/api/analyses", &wanted).refused(422);
                assert!(fault["text"]["en"].as_str().unwrap().contains("hidden"));
            }
        }
    }
    std::fs::remove_file(&folder).unwrap();
    assert!(tried >= 2, "the weights of Sevens and the cards of Duel at least");
}

/// What a refusal names as accepted is accepted there, and what it is refused for is not among it.
#[test]
fn refused_agents_are_told_what_is_accepted() {
    let server = server();
    let games = server.get("/api/games").ok();
    let ask = |game: &str, agent: &str| {
        let wanted =
            json!({"game": game, "source": {"seed": 1}, "client": "asker", "agent": agent, "limit": "1it"});
        server.post("/api/analyses", &wanted)
    };
    for game in games["games"].as_array().unwrap() {
        let name = game["game"].as_str().unwrap();
        let mut refused = vec!["exec", "nobody"];
        let agents = game["agents"].as_array().unwrap().iter();
        refused.extend(agents.filter(|a| a["sees_hidden"] == true).map(|a| a["agent"].as_str().unwrap()));
        for agent in refused {
            let fault = ask(name, agent).refused(422);
            let expected = fault["expected"].as_array().unwrap();
            assert!(!expected.is_empty(), "{name} {agent}: {fault}");
            for accepted in expected.iter().map(|accepted| accepted.as_str().unwrap()) {
                let answer = ask(name, accepted);
                assert!(answer.status.is_success(), "{name} {agent}: {accepted}: {}", answer.text);
            }
        }
    }
}

/// A browser gets a page that says what is wrong; programs and requests for data get one line of JSON.
#[test]
fn what_is_nowhere_is_said_in_the_form_that_was_asked_for() {
    let server = server();
    let browsers = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    // Bytes that are not text lead nowhere, either.
    for path in
        ["/sevens/foo", "/sevens/real/foo", "/sevens/", "/a/b/c", "/apiary/x", "/%E0%A4%A", "/%FF/real"]
    {
        let page = server.send(with_header(request("GET", path, None), "accept", browsers));
        assert_eq!(page.status, 404, "{path}");
        assert!(page.headers["content-type"].to_str().unwrap().starts_with("text/html"), "{path}");
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'self'"), "{policy}");
        assert!(page.text.contains("/main.js"), "{path}");
        server.get(path).refused(404);
        server.send(with_header(request("GET", path, None), "accept", "application/json, */*")).refused(404);
    }
    let nowhere = ["/api", "/api/nothing", "/api/games/sevens/foo", "/assets/x"];
    for path in nowhere.into_iter().chain(["/api/kept/%FF", "/api/games/%ff/rules", "/assets/x/%C3"]) {
        server.send(with_header(request("GET", path, None), "accept", browsers)).refused(404);
    }
    server.send(with_header(request("POST", "/sevens/foo", None), "accept", browsers)).refused(404);
}

fn outside(options: &Value) -> impl Iterator<Item = &str> {
    let declared = options.as_array().unwrap().iter();
    declared.filter(|option| option["reaches_outside"] == true).map(|option| option["name"].as_str().unwrap())
}

fn refused_everywhere(server: &Server, place: &Value, agent: &str, path: &str) {
    let mut wanted = place.clone();
    wanted["client"] = json!("outside");
    wanted["agent"] = json!(agent);
    let mut replies = place.clone();
    replies["agent"] = json!(agent);
    replies["source"]["seat"] = json!(1);
    for (route, body) in [("/api/analyses", &wanted), ("/api/replies", &replies)] {
        let answer = server.post(route, body);
        answer.refused(422);
        assert!(
            !answer.text.contains(SECRET) && !answer.text.contains("Permission"),
            "{route} {path}: {}",
            answer.text
        );
    }
}
