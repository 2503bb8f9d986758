//! The sixteen statistics of a card: measured from games, never written by hand.
//!
//! A statistic is a sum over plays. Rarely played cards are shrunk towards the mean of all cards, as if they
//! had fifty more plays with average results; then every statistic is standardised over the cards. Tables
//! store thousandths as integers, so that sums do not accumulate rounding errors.

use super::record::{CardSums, Sums};
use crate::keys::{self, Keys, Node, Wrong, count, integer, list};
use crate::learnt;
use std::collections::BTreeMap;
use yomi_core::{Rejected, Text, sentence};
use yomi_games::duel::CardId;
use yomi_games::duel::cards::{Card, SetRef, keyword};

pub const DIMENSIONS: usize = 16;
/// Pseudo-plays of the prior of a card's statistics.
const PRIOR_PLAYS: f64 = 50.0;
/// Pseudo-plays of the prior of a card's cost.
const PRIOR_PAYMENTS: f64 = 20.0;
/// Scale of the numbers in tables.
pub const UNIT: f64 = 1000.0;
/// Version of the table format.
pub const VERSION: u32 = 1;

/// Measured tables that come with the game: `yomi stats duel --games 100000 --agents "policy policy" --seed 11`, and
/// the same with `heuristic heuristic` and `random random`.
const POLICY: &str = include_str!("stats-policy.toml");
const HEURISTIC: &str = include_str!("stats-heuristic.toml");
const RANDOM: &str = include_str!("stats-random.toml");

/// The names of the statistics, in order.
pub const NAMES: [(&str, Text); DIMENSIONS] = [
    ("early_usage", Text { en: "played in own turns 1 to 3", ja: "序盤（自分の1〜3ターン）に使う率" }),
    ("late_usage", Text { en: "played from own turn 7 on", ja: "終盤（7ターン以降）に使う率" }),
    ("trigger_rate", Text { en: "played in the opponent's turn", ja: "相手のターンに使う率" }),
    ("cost_discount", Text { en: "printed cost less what was paid", ja: "踏み倒したコスト" }),
    ("hand_adv", Text { en: "gain in cards of the hand", ja: "手札の得" }),
    ("board_adv", Text { en: "gain in units", ja: "盤面の得" }),
    ("mana_adv", Text { en: "gain in mana", ja: "マナの得" }),
    ("shield_dmg", Text { en: "shields it broke", ja: "割った盾" }),
    ("hand_var", Text { en: "variance of the gain in cards", ja: "手札の得のばらつき" }),
    ("board_var", Text { en: "variance of the gain in units", ja: "盤面の得のばらつき" }),
    ("survival_rate", Text { en: "alive at its owner's next turn", ja: "次の自分のターンまで残る率" }),
    ("effect_death", Text { en: "removed by an effect", ja: "効果で除かれる率" }),
    (
        "win_rate",
        Text {
            en: "wins when played, beyond those of its decks", ja: "使ったときの勝率の上積み"
        },
    ),
    ("comeback", Text { en: "wins when played while behind", ja: "不利なときに使っての勝率" }),
    ("finish_blow", Text { en: "wins in the turn it is played", ja: "使ったターンに勝つ率" }),
    ("deck_size", Text { en: "own cards its effect took from the library", ja: "山札から減らす枚数" }),
];

/// The raw statistics of one card.
pub fn raw(sums: &CardSums) -> [f64; DIMENSIONS] {
    let per = |sum: f64, n: u64| if n == 0 { 0.0 } else { sum / n as f64 };
    let mean = |sum: f64| per(sum, sums.plays);
    let variance = |squares: u64, sum: i64| mean(squares as f64) - mean(sum as f64).powi(2);
    [
        mean(sums.early as f64),
        mean(sums.late as f64),
        mean(sums.reacting as f64),
        mean(sums.saved as f64),
        mean(sums.hand as f64),
        mean(sums.board as f64),
        mean(sums.mana as f64),
        mean(sums.shields_broken as f64),
        variance(sums.hand_squares, sums.hand),
        variance(sums.board_squares, sums.board),
        mean(sums.survived as f64),
        mean(sums.effect_deaths as f64),
        mean(sums.half_wins as f64 / 2.0) - per(sums.half_wins_in_deck as f64 / 2.0, sums.in_deck),
        per(sums.half_wins_behind as f64 / 2.0, sums.behind),
        mean(sums.finished as f64),
        mean(sums.from_library as f64),
    ]
}

/// The mean cost actually paid, shrunk towards a prior: the printed cost, or less if something can make the
/// card cheaper.
pub fn virtual_cost(card: &Card, sums: &CardSums) -> f64 {
    let printed = f64::from(card.cost);
    let prior = if card.is(keyword::HOOKED) { 0.3 * printed + 0.7 * least_cost(card) } else { printed };
    (PRIOR_PAYMENTS * prior + sums.paid as f64) / (PRIOR_PAYMENTS + sums.plays as f64)
}

fn least_cost(card: &Card) -> f64 {
    match (card.zero_if, card.discount) {
        (Some(_), _) => 0.0,
        (None, Some(discount)) => f64::from(card.cost.saturating_sub(discount.most)),
        (None, None) => f64::from(card.cost),
    }
}

/// A card's row of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub plays: u64,
    /// In thousandths.
    pub virtual_cost: i32,
    /// In thousandths of a standard deviation over the cards.
    pub stats: [i32; DIMENSIONS],
}

impl Line {
    fn read(node: &Node<'_>) -> Result<Line, Wrong> {
        let keys = Keys::of(node, &["plays", "virtual_cost", "stats"])?;
        let stats = keys.need("stats", list(thousandths))?;
        let found = stats.len();
        let wrong = |_| {
            Wrong::new(
                node.span().start,
                sentence!(
                    "stats: {found} numbers; expected {DIMENSIONS}",
                    "stats: {found}個あります。{DIMENSIONS}個にしてください"
                ),
            )
        };
        Ok(Line {
            plays: keys.need("plays", count)?,
            virtual_cost: keys.need("virtual_cost", thousandths)?,
            stats: stats.try_into().map_err(wrong)?,
        })
    }
}

fn thousandths(node: &Node<'_>) -> Result<i32, Wrong> {
    let number = integer(node)?;
    i32::try_from(number).map_err(|_| {
        Wrong::new(node.span().start, sentence!("{number} is too large", "{number} は大きすぎます"))
    })
}

fn lines(node: &Node<'_>) -> Result<BTreeMap<String, Line>, Wrong> {
    let mut all = BTreeMap::new();
    for (card, line) in keys::table(node)? {
        all.insert(card.get_ref().to_string(), Line::read(line)?);
    }
    Ok(all)
}

/// Text as TOML writes it.
fn quoted(text: &str) -> String {
    let mut all = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => all.extend(['\\', c]),
            c if c.is_control() => all += &format!("\\u{:04X}", c as u32),
            c => all.push(c),
        }
    }
    all + "\""
}

/// The statistics of all cards of a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    pub version: u32,
    pub cards: String,
    pub agents: String,
    pub games: u64,
    pub seed: u64,
    /// The network that came with Yomi when it was measured: what `policy` and `best` played with, where they name no
    /// other. Nothing in tables from earlier versions.
    pub weights: Option<String>,
    pub card: BTreeMap<String, Line>,
}

impl Table {
    /// Statistics of the standard cards in games of the trained player with itself.
    pub fn policy() -> Table {
        Table::parse("stats-policy.toml", POLICY).expect("a table that comes with the game")
    }

    /// Statistics of the standard cards in games between rule-based players. The network was trained with them.
    pub fn heuristic() -> Table {
        Table::parse("stats-heuristic.toml", HEURISTIC).expect("a table that comes with the game")
    }

    /// Statistics of the standard cards in random games.
    pub fn random() -> Table {
        Table::parse("stats-random.toml", RANDOM).expect("a table that comes with the game")
    }

    pub fn new(sums: &Sums, agents: &str, seed: u64) -> Table {
        let lines = standardised(sums).into_iter().zip(&sums.cards).zip(&sums.set.cards);
        let line = |((stats, sums), card): (([f64; DIMENSIONS], &CardSums), &Card)| {
            let thousandths = |x: f64| (x * UNIT).round() as i32;
            let line = Line {
                plays: sums.plays,
                virtual_cost: thousandths(virtual_cost(card, sums)),
                stats: stats.map(thousandths),
            };
            (card.word.clone(), line)
        };
        Table {
            version: VERSION,
            cards: sums.set.name.clone(),
            agents: agents.to_string(),
            games: sums.games,
            seed,
            weights: Some(learnt::version(learnt::SHIPPED)),
            card: lines.map(line).collect(),
        }
    }

    /// Parses a table; `file` is its name in messages.
    pub fn parse(file: &str, text: &str) -> Result<Table, Rejected> {
        let table = Table::read(text).map_err(|why| {
            Rejected(sentence!(
                "{file} is not a table of statistics: {}",
                "{file} は統計の表ではありません: {:#}",
                why.what
            ))
        })?;
        if table.version != VERSION {
            let found = table.version;
            return Err(Rejected(sentence!(
                "{file}: version {found}; expected {VERSION}: measure it again",
                "{file}: バージョン{found}です。{VERSION} が必要です。測り直してください"
            )));
        }
        Ok(table)
    }

    fn read(text: &str) -> Result<Table, Wrong> {
        let file = keys::parse(text)?;
        let keys = Keys::new(
            file.get_ref(),
            0,
            &["version", "cards", "agents", "games", "seed", "weights", "card"],
        )?;
        let version = keys.need("version", count)?;
        Ok(Table {
            version: u32::try_from(version).unwrap_or(u32::MAX),
            cards: keys.need("cards", keys::text)?,
            agents: keys.need("agents", keys::text)?,
            games: keys.need("games", count)?,
            seed: keys.need("seed", count)?,
            weights: keys.get("weights", keys::text)?,
            card: keys.need("card", lines)?,
        })
    }

    /// As TOML.
    pub fn text(&self) -> String {
        let Table { version, cards, agents, games, seed, weights, card } = self;
        let (cards, agents) = (quoted(cards), quoted(agents));
        let mut text = format!(
            "version = {version}\ncards = {cards}\nagents = {agents}\ngames = {games}\nseed = {seed}\n"
        );
        if let Some(weights) = weights {
            text += &format!("weights = {}\n", quoted(weights));
        }
        if card.is_empty() {
            text += "\n[card]\n";
        }
        for (name, Line { plays, virtual_cost, stats }) in card {
            text += &format!(
                "\n[card.{name}]\nplays = {plays}\nvirtual_cost = {virtual_cost}\nstats = {stats:?}\n"
            );
        }
        text
    }

    /// The statistics by card, for summing.
    pub fn by_card(&self, set: SetRef) -> Result<Vec<[i32; DIMENSIONS]>, Rejected> {
        let missing = |card: &Card| {
            Rejected(sentence!(
                "the table of statistics has no card {:?}",
                "統計の表に {:?} というカードがありません",
                card.word
            ))
        };
        set.cards
            .iter()
            .map(|card| self.card.get(&card.word).map(|l| l.stats).ok_or_else(|| missing(card)))
            .collect()
    }

    /// The virtual cost of a card; the printed cost if the table does not have it.
    pub fn virtual_cost(&self, set: SetRef, id: CardId) -> f64 {
        let card = set.card(id);
        self.card.get(&card.word).map_or(f64::from(card.cost), |line| f64::from(line.virtual_cost) / UNIT)
    }
}

/// Shrunk and standardised, by card.
fn standardised(sums: &Sums) -> Vec<[f64; DIMENSIONS]> {
    let all: Vec<([f64; DIMENSIONS], f64)> = sums.cards.iter().map(|s| (raw(s), s.plays as f64)).collect();
    let total: f64 = all.iter().map(|(_, n)| n).sum::<f64>().max(1.0);
    let mut result = vec![[0.0; DIMENSIONS]; all.len()];
    for d in 0..DIMENSIONS {
        let ordinary = all.iter().map(|(stats, n)| stats[d] * n).sum::<f64>() / total;
        let shrunk: Vec<f64> = all
            .iter()
            .map(|(stats, n)| (PRIOR_PLAYS * ordinary + stats[d] * n) / (PRIOR_PLAYS + n))
            .collect();
        let count = shrunk.len().max(1) as f64;
        let mean = shrunk.iter().sum::<f64>() / count;
        let deviation = (shrunk.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / count).sqrt();
        for (line, x) in result.iter_mut().zip(shrunk) {
            line[d] = if deviation > 1e-12 { (x - mean) / deviation } else { 0.0 };
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card_file;

    /// Of cards that were played more and more often, each with as many early plays of a hundred as its number.
    fn sums() -> Sums {
        let mut sums = Sums::new(card_file::standard());
        for (number, card) in sums.cards.iter_mut().enumerate() {
            let number = number as u64;
            *card = CardSums { plays: 100 * number, early: number * number, ..CardSums::default() };
        }
        sums
    }

    /// Over the cards every statistic has mean 0 and deviation 1; one that is the same for all says nothing. A card that
    /// was never played is as all together are, and the more plays it had, the more it is what it was.
    #[test]
    fn statistics_are_shrunk_and_standardised() {
        let sums = sums();
        let found = standardised(&sums);
        let cards = sums.cards.len() as f64;
        assert_eq!(found.len(), sums.cards.len());
        let early: Vec<f64> = found.iter().map(|line| line[0]).collect();
        let mean = early.iter().sum::<f64>() / cards;
        let deviation = (early.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / cards).sqrt();
        assert!(mean.abs() < 1e-9 && (deviation - 1.0).abs() < 1e-9, "{mean} {deviation}");
        assert!(found.iter().all(|line| line[1..].iter().all(|x| *x == 0.0)), "nothing else differs");
        // In what was counted: the share of all plays that were early.
        let of = |card: &CardSums| card.early as f64 / card.plays.max(1) as f64;
        let plays: u64 = sums.cards.iter().map(|card| card.plays).sum();
        let ordinary = sums.cards.iter().map(|card| card.early).sum::<u64>() as f64 / plays as f64;
        let shrunk = |at: usize| {
            let n = sums.cards[at].plays as f64;
            (50.0 * ordinary + n * of(&sums.cards[at])) / (50.0 + n)
        };
        let [none, few, many] = [0, 1, sums.cards.len() - 1].map(|at| (early[at], shrunk(at)));
        assert_eq!(none.1, ordinary);
        let slope = (many.0 - few.0) / (many.1 - few.1);
        assert!(((none.0 - few.0) / (none.1 - few.1) / slope - 1.0).abs() < 1e-6, "on one line");
        let table = Table::new(&sums, "a b", 7);
        assert_eq!((table.card.len(), table.seed), (sums.cards.len(), 7));
        let first = &table.card[&sums.set.cards[1].word];
        assert_eq!((first.plays, first.stats[0]), (100, (1000.0 * early[1]).round() as i32));
    }
}
