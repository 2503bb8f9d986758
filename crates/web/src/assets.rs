//! The page's files, embedded, compressed once, under a path that changes with their content.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::Yomi;

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/files.rs"));
}

/// What the page may load, and from where: nothing but this server.
const POLICY: &str =
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";
/// A path with a hash never changes its content.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// One file, plain and compressed.
struct Asset {
    kind: &'static str,
    plain: Vec<u8>,
    packed: Vec<u8>,
}

impl Asset {
    fn new(name: &str, plain: Vec<u8>) -> Asset {
        Asset { kind: kind_of(name), packed: gzip(&plain), plain }
    }

    fn answer(&self, headers: &HeaderMap, caching: &'static str) -> Response {
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        let packed = accepted.is_some_and(|list| list.split(',').any(|way| way.trim().starts_with("gzip")));
        let body = if packed { self.packed.clone() } else { self.plain.clone() };
        let mut response = body.into_response();
        let set = response.headers_mut();
        set.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        set.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
        set.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if packed {
            set.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

/// A large answer that is the same for every client, packed once.
pub struct Packed(Asset);

impl Packed {
    pub fn of(value: &impl Serialize) -> Packed {
        Packed(Asset::new("answer.json", serde_json::to_vec(value).expect("plain data")))
    }

    pub fn answer(&self, headers: &HeaderMap) -> Response {
        self.0.answer(headers, "no-cache")
    }
}

/// All files of the page.
pub struct Assets {
    page: Asset,
    files: BTreeMap<&'static str, Asset>,
}

impl Assets {
    pub fn new() -> Assets {
        let files = embedded::FILES.iter().filter(|(name, _)| *name != PAGE);
        let files = files.map(|(name, plain)| (*name, Asset::new(name, plain.to_vec()))).collect();
        let page = embedded::FILES.iter().find(|(name, _)| *name == PAGE).map_or(&b""[..], |(_, page)| page);
        let page =
            String::from_utf8_lossy(page).replace("{{assets}}", &format!("/assets/{}", embedded::HASH));
        let page = page.replace("{{modules}}", &preloaded());
        Assets { page: Asset::new(PAGE, page.into_bytes()), files }
    }
}

const PAGE: &str = "index.html";

/// Modules are fetched side by side, not one after another as they import each other.
fn preloaded() -> String {
    let modules = embedded::FILES.iter().filter(|(name, _)| name.ends_with(".js") && *name != "boot.js");
    let link =
        |name: &str| format!("<link rel=\"modulepreload\" href=\"/assets/{}/{name}\">", embedded::HASH);
    modules.map(|(name, _)| link(name)).collect::<Vec<_>>().join("\n")
}

fn kind_of(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, kind)| kind) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}

/// The page itself: every address of the page is answered by it.
pub fn page(yomi: &Yomi, headers: &HeaderMap, status: StatusCode) -> Response {
    let mut response = yomi.assets.page.answer(headers, "no-cache");
    *response.status_mut() = status;
    let policy = HeaderValue::from_static(POLICY);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// `GET /assets/{hash}/{file}`
pub async fn file(
    State(yomi): State<Arc<Yomi>>,
    Path((hash, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    match yomi.assets.files.get(name.as_str()) {
        Some(file) if hash == embedded::HASH => file.answer(&headers, FOR_EVER),
        // A page of an older version that is still open gets what there is now.
        Some(file) => file.answer(&headers, "no-cache"),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A gzip file of one member.
fn gzip(plain: &[u8]) -> Vec<u8> {
    const LEVEL: u8 = 9;
    let mut packed = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255];
    packed.extend(miniz_oxide::deflate::compress_to_vec(plain, LEVEL));
    packed.extend(crc32(plain).to_le_bytes());
    packed.extend((plain.len() as u32).to_le_bytes());
    packed
}

/// The checksum of gzip, bit by bit: it runs once per file.
fn crc32(bytes: &[u8]) -> u32 {
    const REVERSED: u32 = 0xedb8_8320;
    let step = |crc: u32, _| (crc >> 1) ^ (REVERSED & (crc & 1).wrapping_neg());
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check value of CRC-32 as its catalogue lists it.
    #[test]
    fn the_checksum_is_that_of_gzip() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn a_first_visit_is_small() {
        let Assets { page, files } = Assets::new();
        let bytes = page.packed.len() + files.values().map(|file| file.packed.len()).sum::<usize>();
        assert!(bytes <= 150_000, "{bytes} bytes");
    }

    #[test]
    fn the_page_names_its_files_by_their_content() {
        let assets = Assets::new();
        let page = String::from_utf8(assets.page.plain).unwrap();
        assert!(page.contains(&format!("/assets/{}/main.js", embedded::HASH)), "{page}");
        assert!(!page.contains("{{"), "{page}");
    }
}
