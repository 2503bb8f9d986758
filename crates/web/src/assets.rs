//! The page's files, embedded, compressed once, under a path that changes with their content.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::Yomi;
use inline::{Inlined, inlined};
use parts::Needed;

mod inline;
mod parts;

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/files.rs"));

    /// Names a version of the files, by FNV-1a, and guards against nothing. It is counted from the files that were
    /// compiled in, and not by the build script, which may have run for others.
    pub static HASH: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| {
        let bytes = FILES.iter().flat_map(|(name, file)| [name.as_bytes(), &[0], file, &[0]]).flatten();
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        format!("{hash:016x}")
    });
}

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
    /// The page for every address that says nothing else.
    home: Asset,
    /// The page of a game, as `sevens`, and those with puzzles, as `puzzles` and `sevens/puzzles`: each names the
    /// parts that it needs.
    pages: BTreeMap<String, Asset>,
    /// What a page may load, and from where: nothing but this server, and what is in the page itself.
    policy: HeaderValue,
    files: BTreeMap<&'static str, Asset>,
}

impl Assets {
    pub fn new() -> Assets {
        let files = embedded::FILES.iter().filter(|(name, _)| *name != PAGE);
        let files = files.map(|(name, plain)| (*name, Asset::new(name, sent(name, plain)))).collect();
        let Inlined { page: whole, policy } = inlined(text_of(PAGE).unwrap_or_default(), |name| {
            text_of(name).map(|text| sent_text(name, text))
        });
        let page = |needed: &Needed| Asset::new(PAGE, page_with(&whole, needed).into_bytes());
        let policy = HeaderValue::from_str(&policy).expect("letters, digits and signs");
        let every = parts::of_every_page(text_of);
        let mut pages = BTreeMap::from([(PUZZLES.to_string(), page(&every.with_puzzles(text_of)))]);
        for (game, needed) in parts::of_games(text_of) {
            if yomi::puzzles::games().any(|name| name == game) {
                pages.insert(format!("{game}/{PUZZLES}"), page(&needed.with_puzzles(text_of)));
            }
            pages.insert(game, page(&needed));
        }
        Assets { home: page(&every), pages, policy, files }
    }
}

const PAGE: &str = "index.html";
/// How addresses of pages with puzzles end.
const PUZZLES: &str = "puzzles";
const STYLE: &str = "rel=\"stylesheet\"";
const MODULE: &str = "rel=\"modulepreload\"";

fn text_of(name: &str) -> Option<&'static str> {
    let file = embedded::FILES.iter().find(|(known, _)| *known == name);
    file.and_then(|(_, bytes)| std::str::from_utf8(bytes).ok())
}

/// What a page needs is fetched side by side, not one after another as modules import each other.
fn page_with(page: &str, needed: &Needed) -> String {
    let assets = format!("/assets/{}", *embedded::HASH);
    let links = |how: &str, files: &[String]| {
        let link = |name: &String| format!("<link {how} href=\"{assets}/{name}\">");
        files.iter().map(link).collect::<Vec<_>>().join("\n")
    };
    page.replace("{{assets}}", &assets)
        .replace("{{styles}}", &links(STYLE, &needed.styles))
        .replace("{{modules}}", &links(MODULE, &needed.modules))
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

/// The page itself: every address of the page is answered by it, with the names of the parts that are needed there.
pub fn page(yomi: &Yomi, headers: &HeaderMap, status: StatusCode, address: &str) -> Response {
    let Assets { home, pages, .. } = &yomi.assets;
    let mut response = pages.get(address).unwrap_or(home).answer(headers, "no-cache");
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, yomi.assets.policy.clone());
    response
}

/// `GET /assets/{hash}/{file}`
pub async fn file(
    State(yomi): State<Arc<Yomi>>,
    Path((hash, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    match yomi.assets.files.get(name.as_str()) {
        Some(file) if hash == *embedded::HASH => file.answer(&headers, FOR_EVER),
        // A page of an older version that is still open gets what there is now.
        Some(file) => file.answer(&headers, "no-cache"),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A file as it is sent: of the page's own modules and styles the lines that are comments are empty. They are
/// for those who read the sources, and lines keep their numbers.
fn sent(name: &str, file: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(file) {
        Ok(text) => sent_text(name, text).into(),
        _ => file.to_vec(),
    }
}

fn sent_text(name: &str, text: &str) -> String {
    let own = !name.starts_with("vendor/") && (name.ends_with(".js") || name.ends_with(".css"));
    if own { without_comments(text) } else { text.to_string() }
}

/// Without lines that are comments as a whole. A comment that code follows on its line stays.
fn without_comments(text: &str) -> String {
    let mut inside = false;
    let mut kept = String::with_capacity(text.len());
    for line in text.lines() {
        let code = line.trim();
        let end = code.find("*/").map(|at| at + 2);
        let opens = !inside && code.starts_with("/*") && end.is_none_or(|end| end == code.len());
        let is_comment = inside || opens || code.starts_with("//");
        inside = (inside || opens) && end.is_none();
        kept += if is_comment { "" } else { line };
        kept.push('\n');
    }
    kept
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

    #[test]
    fn comments_stay_at_home_and_code_does_not() {
        let text = "// a\nlet x = 1; // b\n/** c */\n  /**\n   * d\n   */\n/** @type {T} */ (y);\ncall(`http://z`);\n";
        let sent = "\nlet x = 1; // b\n\n\n\n\n/** @type {T} */ (y);\ncall(`http://z`);\n";
        assert_eq!(without_comments(text), sent);
        for (name, file) in embedded::FILES.iter().filter(|(name, _)| *name != PAGE) {
            let (sent, whole) = (super::sent(name, file), file.to_vec());
            let lines = |text: &[u8]| text.split(|&byte| byte == b'\n').count();
            assert_eq!(lines(&sent), lines(&whole), "{name}");
            // Nothing ends a comment that began on another line and was left out.
            let text = String::from_utf8_lossy(&whole);
            let ends =
                text.lines().filter(|line| !line.trim().ends_with("*/") && line.trim().starts_with("* "));
            assert!(ends.into_iter().all(|line| !line.contains("*/")), "{name}");
        }
    }

    /// The check value of CRC-32 as its catalogue lists it.
    #[test]
    fn the_checksum_is_that_of_gzip() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    /// A folder of builds may be shared by two checkouts: what one generates is compiled in the other.
    #[test]
    fn nothing_generated_names_a_checkout() {
        let code = include_str!(concat!(env!("OUT_DIR"), "/files.rs"));
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        assert!(!code.contains(root.to_str().unwrap()), "{code}");
        assert!(code.contains("/web/main.js"), "{code}");
    }

    /// The files that a page names, each with the headers that it comes with.
    fn first_load(assets: &Assets, page: &Asset) -> usize {
        const HEADERS: usize = 350;
        let text = String::from_utf8(page.plain.clone()).unwrap();
        let prefix = format!("/assets/{}/", *embedded::HASH);
        let names = text.split('"').filter_map(|word| word.strip_prefix(&prefix));
        let names: std::collections::BTreeSet<&str> = names.collect();
        let size = |name: &&str| assets.files[*name].packed.len() + HEADERS;
        page.packed.len() + names.iter().map(size).sum::<usize>()
    }

    /// What is said of the games and their kept positions comes on top of it.
    #[test]
    fn a_first_visit_is_small() {
        const MOST: usize = 130_000;
        let assets = Assets::new();
        for (address, page) in
            assets.pages.iter().map(|(address, page)| (address.as_str(), page)).chain([("", &assets.home)])
        {
            let bytes = first_load(&assets, page);
            assert!(bytes <= MOST, "/{address}: {bytes} bytes");
        }
    }

    #[test]
    fn a_page_names_its_files_by_their_content() {
        let assets = Assets::new();
        for page in assets.pages.values().chain([&assets.home]) {
            let page = String::from_utf8(page.plain.clone()).unwrap();
            assert!(page.contains(&format!("/assets/{}/main.js", *embedded::HASH)), "{page}");
            assert!(!page.contains("{{"), "{page}");
        }
    }

    /// Every game of the registry has parts of its own, and brings those of no other game.
    #[test]
    fn the_page_of_a_game_names_its_own_parts_alone() {
        let assets = Assets::new();
        for game in yomi::Registry::standard().games() {
            let page =
                assets.pages.get(game.name()).unwrap_or_else(|| panic!("{} has no parts", game.name()));
            let page = String::from_utf8(page.plain.clone()).unwrap();
            assert!(page.contains("/js/views/table.js"), "{page}");
            assert_eq!(page.contains("/js/games/duel-mat.js"), game.name() == "duel", "{}", game.name());
            assert_eq!(page.contains("/style/sevens.css"), game.name() == "sevens", "{}", game.name());
        }
        let home = String::from_utf8(assets.home.plain).unwrap();
        assert!(!home.contains("/js/views/table.js") && home.contains("/js/views/home.js"), "{home}");
    }

    #[test]
    fn a_page_with_puzzles_names_what_asks_them() {
        let assets = Assets::new();
        let page = |address: &str| String::from_utf8(assets.pages[address].plain.clone()).unwrap();
        for (address, puzzles, duel) in
            [("puzzles", true, false), ("duel/puzzles", true, true), ("duel", false, true)]
        {
            let page = page(address);
            assert_eq!(page.contains("/js/views/puzzles.js"), puzzles, "{address}");
            assert_eq!(page.contains("/style/puzzles.css"), puzzles, "{address}");
            assert_eq!(page.contains("/js/games/duel-mat.js"), duel, "{address}");
        }
        assert!(!assets.pages.contains_key("kuhn/puzzles"), "Kuhn has none");
    }
}
