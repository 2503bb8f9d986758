//! The tables.
//!
//! What many games share is written once: a *setup* is a game with its settings, a *seating* is who sat where, and
//! a *sitting* is both together with where the games came from. A game is then its sitting, its seed, its
//! result and its moves: about fifty bytes for a random game of Connect Four.
//!
//! A game that a person plays or enters is *kept*: it has a key that a front end may choose, and every
//! accepted entry is a new revision, an entry that is taken back too. The row in `games` is its present.

/// The version of the schema that this code reads and writes, in `PRAGMA user_version`.
pub const VERSION: u32 = STEPS.len() as u32;

/// `PRAGMA application_id`: "Yomi". It tells a store from other people's SQLite files.
pub const APPLICATION: u32 = u32::from_be_bytes(*b"Yomi");

/// From each version to the next; the first makes a new file.
pub const STEPS: &[&str] = &[FIRST, TOURNAMENTS, CHECKSUMS, PEOPLE];

/// The first version whose rows have checksums. `migrate.rs` makes those of older rows.
pub const SEALED: u32 = 3;

/// The first version that remembers people.
pub const PEOPLED: u32 = 4;

const FIRST: &str = "
CREATE TABLE setups (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    settings TEXT NOT NULL,             -- JSON, every setting
    UNIQUE (game, settings)
);
CREATE TABLE seatings (
    id INTEGER PRIMARY KEY,
    agents TEXT NOT NULL UNIQUE         -- JSON list by seat; of a game that is entered, who advises
);
CREATE TABLE runs (                     -- matches and tournaments, whether they ended or not
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,                 -- 'arena' or 'tournament'
    name TEXT NOT NULL,
    plan TEXT NOT NULL,                 -- JSON: everything needed to play it again
    version TEXT NOT NULL,
    began INTEGER NOT NULL,             -- milliseconds since 1970
    ended INTEGER,
    result TEXT                         -- JSON report
);
CREATE TABLE sittings (
    id INTEGER PRIMARY KEY,
    setup INTEGER NOT NULL REFERENCES setups,
    seating INTEGER NOT NULL REFERENCES seatings,
    source TEXT NOT NULL,               -- play, real, arena, tournament, import
    run INTEGER NOT NULL DEFAULT 0,     -- of runs; 0 for none
    open INTEGER NOT NULL,              -- what is hidden was shown
    version TEXT NOT NULL,              -- of the Yomi that played
    UNIQUE (setup, seating, source, run, open, version)
);
CREATE TABLE results (
    id INTEGER PRIMARY KEY,
    payoffs TEXT NOT NULL UNIQUE        -- JSON list by seat; [] where a game is over and its payoffs are not known
);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    sitting INTEGER NOT NULL REFERENCES sittings,
    seed INTEGER NOT NULL,              -- the bits of an unsigned number
    result INTEGER REFERENCES results,  -- NULL while the game is not over
    at INTEGER NOT NULL,                -- when it was last written, milliseconds since 1970
    body BLOB NOT NULL                  -- moves or a view, packed
);
CREATE TABLE kept (
    key TEXT PRIMARY KEY,
    game INTEGER NOT NULL UNIQUE REFERENCES games,
    revision INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE revisions (
    game INTEGER NOT NULL REFERENCES games,
    revision INTEGER NOT NULL,
    at INTEGER NOT NULL,
    result INTEGER REFERENCES results,
    body BLOB NOT NULL,
    PRIMARY KEY (game, revision)
) WITHOUT ROWID;
";

/// The deals of tournaments, so that one that was interrupted goes on where it was.
const TOURNAMENTS: &str = "
CREATE TABLE deals (
    run INTEGER NOT NULL REFERENCES runs,
    meeting INTEGER NOT NULL,           -- the place of the match in the tournament
    deal INTEGER NOT NULL,              -- the place of the deal in the match
    games TEXT NOT NULL,                -- JSON: what every game of it counts
    PRIMARY KEY (run, meeting, deal)
) WITHOUT ROWID;
ALTER TABLE runs ADD COLUMN played_ms INTEGER NOT NULL DEFAULT 0;   -- time spent playing, over all starts
";

/// A checksum in every row that says what happened ([`seal`](mod@crate::seal)), and who lost a game by
/// failing. The tables are new ones, filled from those before: a process of an older version that still has
/// the file open is refused when it writes a row without a checksum.
const CHECKSUMS: &str = "
CREATE TABLE forfeits (
    game INTEGER PRIMARY KEY REFERENCES games,
    seats TEXT NOT NULL                 -- JSON list: seat, and why it could not go on
);
CREATE TABLE sealed_games (
    id INTEGER PRIMARY KEY,
    sitting INTEGER NOT NULL REFERENCES sittings,
    seed INTEGER NOT NULL,
    result INTEGER REFERENCES results,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    sum INTEGER NOT NULL                -- of all that is said of the game, here and where it refers to
);
CREATE TABLE sealed_kept (
    key TEXT PRIMARY KEY,
    game INTEGER NOT NULL UNIQUE REFERENCES games,
    revision INTEGER NOT NULL,
    sum INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE sealed_revisions (
    game INTEGER NOT NULL REFERENCES games,
    revision INTEGER NOT NULL,
    at INTEGER NOT NULL,
    result INTEGER REFERENCES results,
    body BLOB NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (game, revision)
) WITHOUT ROWID;
CREATE TABLE sealed_runs (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    plan TEXT NOT NULL,
    version TEXT NOT NULL,
    began INTEGER NOT NULL,
    ended INTEGER,
    result TEXT,
    played_ms INTEGER NOT NULL DEFAULT 0,
    sum INTEGER NOT NULL
);
CREATE TABLE sealed_deals (
    run INTEGER NOT NULL REFERENCES runs,
    meeting INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    games TEXT NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (run, meeting, deal)
) WITHOUT ROWID;
";

/// After the rows of `CHECKSUMS` were filled in: the new tables take the names of the old ones.
pub const RENAME_SEALED: &str = "
DROP TABLE games; DROP TABLE kept; DROP TABLE revisions; DROP TABLE runs; DROP TABLE deals;
ALTER TABLE sealed_games RENAME TO games;
ALTER TABLE sealed_kept RENAME TO kept;
ALTER TABLE sealed_revisions RENAME TO revisions;
ALTER TABLE sealed_runs RENAME TO runs;
ALTER TABLE sealed_deals RENAME TO deals;
";

/// What is remembered of people between games.
const PEOPLE: &str = "
CREATE TABLE people (
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    topic TEXT NOT NULL,                -- what it is about: a partner's ladder, a puzzle
    state TEXT NOT NULL,                -- JSON
    at INTEGER NOT NULL,                -- when it was last written, milliseconds since 1970
    sum INTEGER NOT NULL,
    PRIMARY KEY (person, game, topic)
) WITHOUT ROWID;
";
