use super::*;
use crate::host::Nowhere;
use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use yomi_core::Text;
use yomi_core::testkit::toys::{Nim, NimRules};

/// A clock that advances by a fixed step at every reading.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Host for Ticking {
    fn wall(&self) -> Duration {
        Duration::from_micros(self.0.fetch_add(20, Ordering::Relaxed))
    }

    fn thread_cpu(&self) -> Duration {
        thread_local!(static CPU: Cell<u64> = const { Cell::new(0) });
        Duration::from_millis(CPU.replace(CPU.get() + 2))
    }

    fn process_cpu(&self) -> Duration {
        Duration::ZERO
    }

    fn read(&self, path: &str, most_bytes: u64) -> Result<Vec<u8>, Fault> {
        Nowhere.read(path, most_bytes)
    }
}

/// Writes down which deals were played and which counted; a match is stopped after so many games.
struct Watching {
    wants_moves: bool,
    stops_after: u64,
    done: AtomicU64,
    played: Mutex<Vec<usize>>,
    counted: Mutex<Vec<usize>>,
    /// The moves of both games of each that counted, where they are wanted.
    moves: Mutex<Vec<[Vec<String>; 2]>>,
    /// How many were played when the first one counted.
    before_the_first: AtomicU64,
}

impl Watching {
    fn new(wants_moves: bool, stops_after: u64) -> Watching {
        Watching {
            wants_moves,
            stops_after,
            done: AtomicU64::new(0),
            played: Mutex::default(),
            counted: Mutex::default(),
            moves: Mutex::default(),
            before_the_first: AtomicU64::new(0),
        }
    }
}

impl Keeper for Watching {
    fn wants_moves(&self) -> bool {
        self.wants_moves
    }

    fn played(&self, deal: Deal<'_>) -> Result<(), Fault> {
        self.played.lock().unwrap().push(deal.number);
        Ok(())
    }

    fn counted(&self, deal: Deal<'_>) -> Result<(), Fault> {
        let mut counted = self.counted.lock().unwrap();
        if counted.is_empty() {
            self.before_the_first.store(self.played.lock().unwrap().len() as u64, Ordering::Relaxed);
        }
        counted.push(deal.number);
        self.moves.lock().unwrap().push([0, 1].map(|game| deal.games[game].moves.clone()));
        Ok(())
    }
}

impl Follower for Watching {
    fn done(&self, count: u64) {
        self.done.fetch_add(count, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.done.load(Ordering::Relaxed) >= self.stops_after
    }
}

fn request(games: u64) -> Request {
    let agents = crate::agent::parse_list("chance chance").unwrap();
    Request { agents, games, seed: 3, limits: None, openings: None, sprt: None }
}

fn nim(watching: &Watching, games: u64, host: Arc<dyn Host>) -> Report {
    arena(watching, None, &request(games), host).unwrap()
}

fn arena(
    watching: &Watching,
    openings: Option<&str>,
    request: &Request,
    host: Arc<dyn Host>,
) -> Result<Report, Fault> {
    let settings: Settings = [("heap".to_string(), "9".to_string())].into();
    let rules = NimRules::from_settings(&settings).unwrap();
    let kinds: [AgentKind<Nim>; 1] =
        [AgentKind::new("chance", Text::en(""), &[], Limits::default(), |_| yomi_search::RandomPlayer)];
    let outside = Outside { host: &host, follower: watching, keeper: watching };
    run(&rules, &settings, &kinds, openings, request, outside)
}

/// Threads take deals one after the other, and play what is in front of a deal that was begun even when the match
/// is stopped: all counts but at most one deal per thread, which was begun in the very moment of the stop.
#[test]
fn a_match_that_is_stopped_counts_what_it_has_played() {
    for host in [Arc::new(Ticking::default()) as Arc<dyn Host>, Arc::new(Nowhere) as _] {
        for wants_moves in [false, true] {
            let watching = Watching::new(wants_moves, 1500);
            let report = nim(&watching, 100_000, host.clone());
            let (mut played, counted) =
                (watching.played.lock().unwrap().clone(), watching.counted.lock().unwrap().clone());
            assert!(report.interrupted);
            assert_eq!(counted, (0..counted.len()).collect::<Vec<_>>(), "in order, and none left out");
            assert_eq!((report.games, report.deals), (2 * counted.len() as u64, counted.len() as u64));
            played.sort_unstable();
            assert!(played.windows(2).all(|two| two[0] < two[1]), "a deal was played twice");
            let lost = played.len() - counted.len();
            assert!(lost <= rayon::current_num_threads(), "{lost} of {} are lost", played.len());
            assert!(2 * counted.len() as u64 >= 1500 - 2 * lost as u64);
        }
    }
}

/// Each decision takes two milliseconds of this clock's.
#[test]
fn the_time_of_a_move_is_what_the_clock_says() {
    let report = nim(&Watching::new(false, u64::MAX), 400, Arc::new(Ticking::default()));
    let row = &report.agents[0];
    assert_eq!(row.cpu_ms_per_move, Some(2.0));
    // Nine objects, one to three a move, two players.
    let moves = row.cpu_ms_per_game.unwrap() / 2.0;
    assert!((1.5..4.5).contains(&moves), "{moves} moves a game");
}

/// However a match is cut into blocks and pieces, it is the same match.
#[test]
fn blocks_and_pieces_change_nothing() {
    let whole = nim(&Watching::new(false, u64::MAX), 4000, Arc::new(Nowhere));
    for host in [Arc::new(Ticking::default()) as Arc<dyn Host>, Arc::new(Nowhere) as _] {
        let watching = Watching::new(true, u64::MAX);
        let kept = nim(&watching, 4000, host);
        assert_eq!((kept.games, &kept.signature), (4000, &whole.signature));
        assert_eq!(*watching.counted.lock().unwrap(), (0..2000).collect::<Vec<_>>());
    }
}

/// A match that is kept hands over its first games soon, and later ones about once a second.
#[test]
fn blocks_of_a_match_that_is_kept_are_as_long_as_a_second() {
    let (threads, asked) = (rayon::current_num_threads(), request(1_000_000));
    let (kept, not) = (Watching::new(true, u64::MAX), Watching::new(false, u64::MAX));
    let totals = Totals::new(&asked, 0, true);
    assert_eq!((totals.first_block(&kept), totals.first_block(&not)), (LEAST_KEPT * threads, BLOCK));
    let next = |last: usize, ms: u64| totals.next_block(100_000, last, Duration::from_millis(ms), &kept);
    assert_eq!(
        [next(1000, 499), next(1000, 500), next(1000, 1000), next(1000, 1001)],
        [2000, 1000, 1000, 500]
    );
    assert_eq!((next(BLOCK, 1), next(LEAST_KEPT, 90_000)), (BLOCK, LEAST_KEPT * threads), "within bounds");
    assert_eq!(totals.next_block(100_000, 10, Duration::from_secs(9), &not), BLOCK);
    nim(&kept, 4000, Arc::new(Nowhere));
    assert_eq!(kept.before_the_first.load(Ordering::Relaxed), (LEAST_KEPT * threads) as u64);
}

/// Each deal begins with the next opening, both games of it with the same; the seed decides which are drawn.
#[test]
fn deals_begin_with_openings_of_the_list() {
    const LIST: &str = "1 2\n2 1\n1 1\n3 3\n2 2";
    let play = |list, seed, openings| {
        let watching = Watching::new(true, u64::MAX);
        let request = Request { seed, openings: Some(openings), ..request(20) };
        arena(&watching, list, &request, Arc::new(Nowhere)).map(|report| {
            assert_eq!((report.games, report.openings), (20, Some(openings)));
            let begun = |games: &[Vec<String>; 2]| {
                let [one, two] = games.each_ref().map(|moves| moves[..2].join(" "));
                assert_eq!(one, two);
                one
            };
            watching.moves.lock().unwrap().iter().map(begun).collect::<Vec<String>>()
        })
    };
    let drawn = |seed| play(Some(LIST), seed, 3).unwrap();
    let mut met: Vec<Vec<String>> = (0..20).map(drawn).collect();
    for begun in &met {
        assert!(begun.iter().enumerate().all(|(at, moves)| *moves == begun[at % 3]), "in turn: {begun:?}");
        assert!(begun[..3].iter().all(|moves| LIST.lines().any(|line| line == moves)), "{begun:?}");
        assert!(begun[0] != begun[1] && begun[0] != begun[2] && begun[1] != begun[2], "{begun:?}");
    }
    assert_eq!(met[4], drawn(4));
    met.sort();
    met.dedup();
    assert!(met.len() > 10, "of 60 ways to draw three: {}", met.len());
    for (list, openings, kind) in [
        (Some(LIST), 0, FaultKind::Limit),
        (Some(LIST), 6, FaultKind::Limit),
        (None, 1, FaultKind::BadOption),
    ] {
        assert_eq!(play(list, 1, openings).unwrap_err().kind, kind);
    }
    assert_eq!(play(Some(LIST), 1, 5).unwrap().len(), 10);
}
