//! What stands before the first paint goes with the page itself, so that nothing more is asked for until something is
//! seen. The page's policy names these very texts by their hashes, and allows no others.

/// A page with what it names in it, and the policy to send with it.
pub struct Inlined {
    pub page: String,
    pub policy: String,
}

const SCRIPT: [&str; 2] = ["<script src=\"{{assets}}/", "\"></script>"];
const STYLE: [&str; 2] = ["<link rel=\"stylesheet\" href=\"{{assets}}/", "\">"];

/// Puts scripts that the page waits for, and styles that are always in force, in the place of the lines that name them.
pub fn inlined(page: &str, text_of: impl Fn(&str) -> Option<String>) -> Inlined {
    let (mut scripts, mut styles) = (String::new(), String::new());
    let mut lines = Vec::new();
    for line in page.lines() {
        let found = |[before, after]: [&str; 2]| text_of(line.strip_prefix(before)?.strip_suffix(after)?);
        lines.push(if let Some(text) = found(SCRIPT) {
            scripts += &source(&text);
            format!("<script>{text}</script>")
        } else if let Some(text) = found(STYLE) {
            styles += &source(&text);
            format!("<style>{text}</style>")
        } else {
            line.to_string()
        });
    }
    let policy = format!(
        "default-src 'self'; script-src 'self'{scripts}; style-src 'self'{styles}; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'; object-src 'none'"
    );
    Inlined { page: lines.join("\n") + "\n", policy }
}

/// How a policy names a text.
fn source(text: &str) -> String {
    format!(" 'sha256-{}'", base64(&hmac_sha256::Hash::hash(text.as_bytes())))
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits =
            three.iter().enumerate().fold(0_u32, |bits, (at, &byte)| bits | u32::from(byte) << (16 - 8 * at));
        let letters = (0..=three.len()).map(|at| char::from(LETTERS[(bits >> (18 - 6 * at) & 63) as usize]));
        text.extend(letters.chain("=".repeat(3 - three.len()).chars()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors of RFC 4648, and the hash of the empty text as the Content Security Policy knows it.
    #[test]
    fn texts_are_named_as_browsers_name_them() {
        let pairs = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (plain, coded) in pairs {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
        assert_eq!(source(""), " 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
    }

    #[test]
    fn what_a_page_waits_for_is_in_it_and_the_rest_is_named() {
        let page = "<script src=\"{{assets}}/a.js\"></script>\n<link rel=\"stylesheet\" href=\"{{assets}}/b.css\">\n\
                    <link rel=\"stylesheet\" href=\"{{assets}}/none.css\">\n<script type=\"module\" src=\"{{assets}}/a.js\"></script>\n";
        let text_of = |name: &str| match name {
            "a.js" => Some("a();".to_string()),
            "b.css" => Some("b {}".to_string()),
            _ => None,
        };
        let Inlined { page: whole, policy } = inlined(page, text_of);
        let lines: Vec<&str> = whole.lines().collect();
        assert_eq!(lines[..2], ["<script>a();</script>", "<style>b {}</style>"]);
        assert_eq!(lines[2..], page.lines().collect::<Vec<_>>()[2..]);
        assert_eq!(policy.matches("'sha256-").count(), 2, "{policy}");
        assert!(
            policy.starts_with("default-src 'self'; script-src 'self' 'sha256-")
                && !policy.contains("unsafe"),
            "{policy}"
        );
    }
}
