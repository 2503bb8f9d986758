//! Files that belong to one game, and reports.

use super::material::material;
use super::{Depth, Target, as_bytes, of_text};
use crate::api::{self, CardFile, Desk, Pairs, Read, SevensPlayer, Walk};
use crate::mutate::Form;
use serde_json::{Value, json};

const CARDS_WEIGHT: u32 = 10;
const STATISTICS_WEIGHT: u32 = 0;
const CONTEST_WEIGHT: u32 = 20;
const WEIGHTS_WEIGHT: u32 = 10;
const BENCH_WEIGHT: u32 = 20;
const TOURNAMENT_WEIGHT: u32 = 10;
const TRACE_WEIGHT: u32 = 10;
const MAP_WEIGHT: u32 = 10;

pub fn cards() -> Target {
    let corpus = || vec![api::STANDARD_CARDS.as_bytes().to_vec(), api::SMALL_CARDS.as_bytes().to_vec()];
    Target::new("cards", Form::Lines, CARDS_WEIGHT, corpus, || {
        of_text(|text, depth| {
            let cards = CardFile::parse(text)?;
            let shape = cards.shape();
            if depth == Depth::Thorough {
                assert_eq!(CardFile::parse(text).as_ref(), Ok(&cards), "the same file is another set");
                cards.play();
            }
            Ok(shape)
        })
    })
}

pub fn statistics() -> Target {
    let corpus = || as_bytes(api::shipped_statistics());
    Target::new("statistics", Form::Lines, STATISTICS_WEIGHT, corpus, || {
        of_text(|text, _| {
            let written = api::statistics(text)?;
            assert_eq!(api::statistics(&written).as_ref(), Ok(&written), "it is not read as it was written");
            Ok(written.lines().count().to_string())
        })
    })
}

pub fn contest_log() -> Target {
    let corpus = || {
        // A log says how many players there are; all other settings are the contest's.
        let usual = api::settings_of("sevens");
        let is_usual =
            |typed: &Pairs| typed.iter().all(|setting| setting.0 == "players" || usual.contains(setting));
        let tables = material("sevens").tables.iter().filter(|table| is_usual(&table.typed));
        as_bytes(tables.flat_map(|table| &table.walks).flat_map(|walk| {
            let last = walk.moves.len();
            [0, last / 4, last / 2, last * 3 / 4, last].map(|moves| contest_state(walk, moves))
        }))
    };
    Target::new("contest-log", Form::Json, CONTEST_WEIGHT, corpus, || {
        of_text(|text, depth| {
            let view = api::import("sevens", text)?;
            if depth == Depth::Thorough {
                let object = view.as_object().expect("a view is an object");
                let desk = Desk::open_json("sevens", object.get("settings")).expect("settings of a view");
                let seen = desk.view(object).expect("a view that was imported");
                assert_eq!(seen.json(), view, "it is not read as it was written");
            }
            Ok(format!(
                "{} to move, {} events",
                view["to_move"],
                view["history"].as_array().map_or(0, Vec::len)
            ))
        })
    })
}

/// What the contest's engine would report to the seat to move after this many moves; at the end, to some
/// seat.
fn contest_state(walk: &Walk, moves: usize) -> Value {
    let seen = &walk.views[moves];
    let history: Vec<&str> =
        seen["history"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let (mut cards, mut seats) = (Vec::new(), Vec::new());
    let mut out = Vec::new();
    for ((seat, _), event) in walk.moves.iter().zip(history) {
        if event.starts_with("pass=") {
            out.push(*seat);
        } else if event != "pass" {
            cards.push(event);
            seats.push(*seat);
        }
    }
    let of_seats = |key: &str| -> Vec<&Value> {
        seen["seats"].as_array().into_iter().flatten().map(|place| &place[key]).collect()
    };
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    let table: Vec<&str> = seen["table"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let lies = |suit: &str, rank: &str| rank == "7" || table.contains(&format!("{suit}{rank}").as_str());
    let rows = ["S", "C", "H", "D"].map(|suit| ranks.map(|rank| u8::from(lies(suit, rank))));
    json!({
        "players_num": of_seats("cards").len(),
        "my_player_num": seen["seat"],
        "my_hands": seen["hand"],
        "all_actions": cards,
        "all_players": seats,
        "pass_count": of_seats("passes"),
        "out_player": out,
        "field_cards": rows,
        "turn_player": seen["turn"],
        "hand_sizes": of_seats("cards"),
        "suits": "SCHD",
    })
}

pub fn policy_weights() -> Target {
    weights("policy-weights", || api::shipped_weights().0, SevensPlayer::policy)
}

pub fn habits() -> Target {
    weights("habits", || api::shipped_weights().1, SevensPlayer::habits)
}

fn weights(name: &str, corpus: fn() -> Vec<Vec<u8>>, read: fn(&[u8]) -> Read<SevensPlayer>) -> Target {
    Target::new(name, Form::Bytes, WEIGHTS_WEIGHT, corpus, move || {
        Box::new(move |input, depth| {
            let player = read(input)?;
            if depth == Depth::Thorough {
                // The file rounds its numbers, so it may differ, but it must be readable.
                read(&player.file()).expect("weights that were accepted");
                player.play(0);
            }
            Ok(String::new())
        })
    })
}

pub fn bench_report() -> Target {
    let corpus = || {
        let row = |game: &str, what: &str, speed: f64| json!({"game": game, "what": what, "per_second": speed, "unit": "playouts"});
        as_bytes([
            json!({"signature": 93_778_643_u64, "rows": [row("duel", "playout", 28_394.573_1), row("kuhn", "cfr", 3.0)]}),
            json!({"signature": 0, "rows": []}),
        ])
    };
    Target::new("bench-report", Form::Json, BENCH_WEIGHT, corpus, || {
        of_text(|text, _| {
            let written = api::bench_report(text)?;
            assert_eq!(
                api::bench_report(&written).as_ref(),
                Ok(&written),
                "it is not read as it was written"
            );
            Ok(written.matches("per_second").count().to_string())
        })
    })
}

pub fn tournament() -> Target {
    let corpus = || {
        let shipped = include_str!("../../../../docs/examples/tournament.toml");
        let small = "games = 4\nagents = [\"random\", { name = \"b\", agent = \"best(limit=1it)\" }]\n\
                     [[game]]\ngame = \"sevens\"\nsettings = { players = 4 }\npairings = \"gauntlet\"\n";
        as_bytes([shipped, small])
    };
    Target::new("tournament", Form::Lines, TOURNAMENT_WEIGHT, corpus, || {
        of_text(|text, _| {
            let (plan, meetings) = api::tournament(text)?;
            let events = plan["events"].as_array().map_or(0, Vec::len);
            Ok(format!("{events} events, {meetings} meetings"))
        })
    })
}

pub fn trace() -> Target {
    let corpus = || {
        let line = |world: u64, depth: usize, reward: f64| {
            json!({
                "version": 1, "stream": 0, "number": world, "seat": 0, "tree": ["bet", "call"], "depth": depth,
                "drawn": [], "rollout": ["check"], "reward": [reward, -reward], "world": [{"hand": "K"}, {"hand": "J"}],
            })
        };
        let lines = [line(0, 2, 1.0), line(0, 1, -1.0), line(7, 2, 0.5), json!({"left_out": 3})];
        as_bytes([lines.map(|line| line.to_string()).join("\n")])
    };
    Target::new("trace", Form::Lines, TRACE_WEIGHT, corpus, || {
        of_text(|text, _| {
            let summary = api::trace(text)?;
            let worlds = summary["worlds"].as_array().map_or(0, Vec::len);
            Ok(format!("{worlds} worlds, {} iterations", summary["iterations"]))
        })
    })
}

pub fn chance_map() -> Target {
    let corpus = || as_bytes([include_str!("../../../minds/sevens/src/chances/strong.json")]);
    Target::new("chance-map", Form::Json, MAP_WEIGHT, corpus, || {
        of_text(|text, _| {
            let written = api::chance_map(text)?;
            assert_eq!(api::chance_map(&written).as_ref(), Ok(&written), "it is not read as it was written");
            Ok(String::new())
        })
    })
}
