//! Matches and tournaments that are played in parts: however they are cut, the report is that of the whole.

use std::collections::BTreeMap;
use yomi::core::Rng;
use yomi::engine::arena::{self, Deal, Keeper, Part, Parts, Report, Request, part};
use yomi::engine::stats::sprt;
use yomi::engine::tournament::{self, Joined, Opened, Plan, Stopped};
use yomi::engine::{agent, limit};
use yomi::{Fault, FaultKind, Follower, Registry, Table};

fn request(agents: &str, games: u64, limits: &str) -> Request {
    Request {
        agents: agent::parse_list(agents).unwrap(),
        games,
        seed: 5,
        limits: Some(limit::parse(limits).unwrap()),
        openings: None,
        sprt: None,
    }
}

/// Cuts a match at random places; the parts in another order than they were played.
fn cut(table: &dyn Table, request: &Request, rng: &mut Rng) -> Vec<Part> {
    let deals = part::deals(request, table.players());
    let (mut parts, mut from) = (Vec::new(), 0);
    while from < deals {
        let end = deals.min(from + 1 + rng.below(1 + deals as u32 / 3) as usize);
        parts.push(table.arena_part(request, from..end, false, &()).unwrap());
        from = end;
    }
    rng.shuffle(&mut parts);
    parts
}

/// CPU times are of the machine.
fn without_times(mut report: Report) -> Report {
    for row in &mut report.agents {
        (row.cpu_ms_per_move, row.cpu_ms_per_game) = (None, None);
    }
    report
}

fn packed(parts: &[Part]) -> Vec<Vec<u8>> {
    parts.iter().map(Part::pack).collect()
}

#[test]
fn any_cut_of_a_match_gives_the_same_report() {
    let registry = Registry::standard();
    let test = Some(sprt::Test::parse("elo0=0,elo1=80").unwrap());
    let cases = [
        ("kuhn", request("cfr random", 90, "50it")),
        ("leduc", request("ismcts random", 60, "30it")),
        ("sevens", request("policy random policy", 60, "20it")),
        ("duel", request("heuristic random", 30, "20it")),
        ("alternating-maze", request("mcts random", 40, "30it")),
        ("connect-four", request("minimax(depth=2) minimax(depth=1)", 20, "500nodes")),
        ("connect-four", Request { openings: Some(7), ..request("mcts random", 40, "20it") }),
        ("connect-four", Request { sprt: test, ..request("mcts random", 400, "20it") }),
        ("connect-four", Request { sprt: test, openings: Some(9), ..request("mcts random", 400, "20it") }),
    ];
    let mut rng = Rng::new(11);
    for (game, request) in cases {
        let table = registry.find(game).unwrap().open(&[]).unwrap();
        let whole = table.arena(&request, &()).unwrap();
        assert!(!whole.interrupted && whole.games > 0);
        for _ in 0..3 {
            let parts = cut(&*table, &request, &mut rng);
            let joined = Parts::new(table.players(), packed(&parts)).unwrap();
            let joined = joined.join(&*table, &request, &()).unwrap();
            assert_eq!(without_times(joined), without_times(whole.clone()), "{game}");
        }
    }
}

#[test]
fn a_part_that_is_missing_ends_the_report_there() {
    let table = Registry::standard().find("kuhn").unwrap().open(&[]).unwrap();
    let request = request("cfr random", 60, "20it");
    let part = |from, end| table.arena_part(&request, from..end, false, &()).unwrap().pack();
    let join = |parts: Vec<Vec<u8>>| Parts::new(2, parts)?.join(&*table, &request, &());
    let report = join(vec![part(20, 30), part(0, 10)]).unwrap();
    assert!(report.interrupted && report.deals == 10);
    let whole = join(vec![part(20, 30), part(10, 20), part(0, 10)]).unwrap();
    assert!(!whole.interrupted && whole.deals == 30);
    for twice in [vec![part(0, 10), part(9, 12)], vec![part(0, 10), part(0, 5)]] {
        assert_eq!(join(twice).unwrap_err().kind, FaultKind::BadView);
    }
    for (from, end) in [(0, 31), (5, 5), (30, 31), (usize::MAX - 1, usize::MAX)] {
        let refused = table.arena_part(&request, from..end, false, &()).unwrap_err();
        assert_eq!(refused.kind, FaultKind::Limit, "{from}..{end}");
    }
    assert_eq!(Parts::new(3, [part(0, 10)]).err().unwrap().kind, FaultKind::BadView);
}

/// What a damaged part comes to is a fault or a part, never a panic; no byte is read twice.
#[test]
fn parts_are_read_back_and_damage_is_noticed() {
    let table = Registry::standard().find("sevens").unwrap().open(&[]).unwrap();
    let request = request("policy random policy", 60, "20it");
    for moves in [false, true] {
        let part = table.arena_part(&request, 3..9, moves, &()).unwrap();
        let bytes = part.pack();
        assert_eq!(Part::unpack(&bytes).unwrap(), part);
        assert_eq!(part.deals[0].games[0].moves.is_empty(), !moves);
        if !moves {
            let per_game = bytes.len() as f64 / part.games() as f64;
            assert!(per_game < 40.0, "{per_game} bytes a game, of which a few are written once");
        }
        for end in 0..bytes.len() {
            assert_eq!(Part::unpack(&bytes[..end]).unwrap_err().kind, FaultKind::BadView, "{end}");
        }
        let mut rng = Rng::new(7);
        for _ in 0..20_000 {
            let mut damaged = bytes.clone();
            for _ in 0..=rng.below(3) {
                let at = rng.below(damaged.len() as u32) as usize;
                damaged[at] = rng.below(256) as u8;
            }
            if let Ok(read) = Part::unpack(&damaged) {
                assert!(read.deals.iter().all(|deal| deal.games.len() == read.players));
            }
        }
    }
}

#[test]
fn two_plays_of_a_range_differ_in_times_only() {
    let table = Registry::standard().find("leduc").unwrap().open(&[]).unwrap();
    let request = request("ismcts random", 60, "30it");
    let play = || table.arena_part(&request, 0..16, true, &()).unwrap();
    assert_eq!(play().without_times(), play().without_times());
    let timed = |text: &str| {
        arena::part::is_repeatable(&Request { limits: limit::parse(text).ok(), ..request.clone() })
    };
    assert!(timed("30it") && !timed("5ms"));
    let own = Request { agents: agent::parse_list("ismcts(limit=2ms) random").unwrap(), ..request.clone() };
    assert!(!part::is_repeatable(&own));
}

/// Moves reach the keeper as they do in a match that is played here, in order.
#[test]
fn what_is_kept_of_parts_is_what_is_kept_of_the_whole() {
    /// Number and seed of a deal, and the moves of its games.
    type Told = (usize, u64, Vec<Vec<String>>);
    #[derive(Default)]
    struct Kept(std::sync::Mutex<Vec<Told>>);
    impl Keeper for Kept {
        fn wants_moves(&self) -> bool {
            true
        }
        fn counted(&self, deal: Deal<'_>) -> Result<(), Fault> {
            let moves = deal.games.iter().map(|game| game.moves.clone()).collect();
            self.0.lock().unwrap().push((deal.number, deal.seed, moves));
            Ok(())
        }
    }
    let table = Registry::standard().find("leduc").unwrap().open(&[]).unwrap();
    let request = request("ismcts random", 40, "30it");
    let (whole, joined) = (Kept::default(), Kept::default());
    table.arena_kept(&request, &(), &whole).unwrap();
    let part = |from, end| table.arena_part(&request, from..end, true, &()).unwrap().pack();
    Parts::new(2, [part(7, 20), part(0, 7)]).unwrap().join(&*table, &request, &joined).unwrap();
    assert_eq!(whole.0.into_inner().unwrap(), joined.0.into_inner().unwrap());
}

#[test]
fn a_worker_that_is_stopped_gives_what_it_has() {
    struct After(std::sync::atomic::AtomicU64);
    impl Follower for After {
        fn done(&self, count: u64) {
            self.0.fetch_add(count, std::sync::atomic::Ordering::Relaxed);
        }
        fn is_stopped(&self) -> bool {
            self.0.load(std::sync::atomic::Ordering::Relaxed) >= 6
        }
    }
    let table = Registry::standard().find("kuhn").unwrap().open(&[]).unwrap();
    let part = table.arena_part(&request("cfr random", 60, "20it"), 4..20, false, &After(0.into())).unwrap();
    assert_eq!((part.from, part.deals.len(), part.games()), (4, 3, 6));
}

#[test]
fn a_tournament_in_parts_is_the_tournament() {
    const PLAN: &str = r#"
        bootstrap = 100
        [[game]]
        game = "kuhn"
        agents = ["cfr", "random", "ismcts"]
        games = 20
        limit = "30it"
        [[game]]
        game = "leduc"
        agents = ["random", "cfr"]
        games = 15
        limit = "20it"
    "#;
    let registry = Registry::standard();
    let plan = Plan::parse(PLAN, "parts").unwrap();
    let open = |event: &tournament::Event| {
        let game = registry.find(&event.game).unwrap();
        Opened { table: game.open(&event.settings).unwrap(), stakes: game.stakes() }
    };
    let opened: Vec<Opened> = plan.events.iter().map(open).collect();
    let whole = tournament::run(&plan, &opened, &(), &()).unwrap();
    let (mut rng, mut parts) = (Rng::new(3), BTreeMap::new());
    for meeting in tournament::meetings(&plan, &opened).unwrap() {
        let table = &*opened[meeting.event].table;
        let cut = cut(table, &meeting.request, &mut rng);
        let deals = part::deals(&meeting.request, 2);
        let gaps = tournament::gaps(&meeting, 2, &()).unwrap();
        assert_eq!(gaps.iter().map(|gap| (gap.start, gap.end)).collect::<Vec<_>>(), [(0, deals)]);
        parts.insert(meeting.number, Parts::new(2, packed(&cut)).unwrap());
    }
    let joined = tournament::run(&plan, &opened, &Joined(parts), &Stopped).unwrap();
    assert_eq!((joined.signature, joined.games), (whole.signature.clone(), whole.games));
    let ratings = |report: &tournament::Report| {
        let rows = report.events.iter().flat_map(|event| &event.agents);
        rows.map(|row| (row.name.clone(), row.rating, row.ci95, row.se, row.wins)).collect::<Vec<_>>()
    };
    let again = tournament::run(&plan, &opened, &(), &()).unwrap();
    assert_eq!(ratings(&again), ratings(&whole));
    assert!(!joined.interrupted);
    // A ledger that lacks deals in the middle and at the end tells so.
    let meeting = &tournament::meetings(&plan, &opened).unwrap()[0];
    let table = &*opened[0].table;
    let part = |from, end| table.arena_part(&meeting.request, from..end, false, &()).unwrap().pack();
    let some = Joined([(0, Parts::new(2, [part(0, 2), part(4, 6)]).unwrap())].into());
    let gaps = tournament::gaps(meeting, 2, &some).unwrap();
    assert_eq!(gaps.iter().map(|gap| (gap.start, gap.end)).collect::<Vec<_>>(), [(2, 4), (6, 10)]);
}
