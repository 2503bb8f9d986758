// A player for Yomi in Rust, without any crate: chooses among the legal moves by chance, in any game.
//
//   rustc -O examples/bots/bot.rs -o bot
//   yomi arena connect-four --agents "exec(cmd='./bot') random" --games 20

use std::io::{BufRead, Write};

/// The text between `"key":` and one of these ends. A real bot would use a JSON library.
fn field<'a>(line: &'a str, key: &str, ends: &[char]) -> &'a str {
    let start = line.find(&format!("\"{key}\":")).map_or(line.len(), |at| at + key.len() + 3);
    line[start..].split(ends).next().unwrap_or("")
}

fn main() {
    let mut luck: u64 = 1;
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line of text");
        let id = field(&line, "id", &[',', '}']);
        let answer = match field(&line, "cmd", &[',', '}']) {
            "\"start\"" => {
                luck = field(&line, "seed", &[',', '}']).parse().expect("a seed");
                format!("{{\"id\":{id},\"ok\":true}}")
            }
            "\"move\"" => {
                // Everything that the seat sees is in the line. Put your thinking here.
                let legal = field(&line, "legal", &[']']).trim_start_matches('[');
                let moves: Vec<&str> = legal.split("\",\"").map(|word| word.trim_matches('"')).collect();
                luck = luck.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                format!("{{\"id\":{id},\"move\":\"{}\"}}", moves[(luck >> 33) as usize % moves.len()])
            }
            _ => format!("{{\"id\":{id},\"ok\":true}}"),
        };
        println!("{answer}");
        std::io::stdout().flush().expect("a reader");
    }
}
