//! Sevens: sentences about what a move opens and for whom, who will burst, who holds what and plays how.

use crate::Kind;
use crate::outlook::{Fate, Outlook, board_after, opens};
use crate::reading::KINDS;
use crate::seed::{Breakdown, SeedScore};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::any::Any;
use std::collections::BTreeMap;
use yomi_core::{Player, Rejected, Ruleset, sentence};
use yomi_engine::Sentence;
use yomi_engine::chances::Company as Opponents;
use yomi_engine::explain::{Explained, Remark, Told, percent};
use yomi_engine::start::{self, Answers};
use yomi_engine::wire::{About, CardInfo, Facts, StartField, StartKind};
use yomi_games::Sevens;
use yomi_games::sevens::{Action, Board, Card, Cards, Rules, SeenSevens, Suit};

/// Smaller probabilities are not mentioned.
const HARDLY: f64 = 0.005;

/// Beliefs in Sevens: `beliefs` of advice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beliefs {
    /// The number of worlds behind the probabilities.
    pub worlds: usize,
    /// How many independent worlds of equal weight they are worth.
    pub effective_sample_size: f64,
    /// Whether the probabilities of cards are exact, and not shares of the worlds.
    pub exact: bool,
    /// All 52 cards: where each is.
    pub cards: Vec<CardPlace>,
    /// The probability of each kind of player, by seat, for those that have moved; empty if the agent does
    /// not model kinds.
    pub kinds: BTreeMap<String, BTreeMap<String, f64>>,
    /// The probability, by seat, that it could not play now; 0 for the viewer and for seats that have burst.
    pub cannot_play: Vec<f64>,
}

/// Where a card is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardPlace {
    pub card: String,
    /// `hand` (the viewer's), `table` or `hidden`.
    #[serde(rename = "where")]
    pub place: String,
    /// The probability that it is at each seat.
    pub seats: Vec<f64>,
}

/// Facts about one move: `facts.data` of a candidate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveFacts {
    /// The cards of other seats that it makes playable, with the probability that each seat holds them.
    pub opens: Vec<Opened>,
    /// The probability, by seat, that it could not play right after the move.
    pub cannot_play: Vec<f64>,
    /// The probability, by seat, that it bursts before the end; `null` if the move was not played out.
    pub bursts: Option<Vec<f64>>,
    /// The share of the worlds in which no other move played out there did better.
    pub best_in: Option<f64>,
    /// The number of worlds in which the move was played out.
    pub worlds: usize,
    /// How `seed-pimc` scored the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed_score: Option<SeedScore>,
}

/// A card that a move makes playable.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    pub card: String,
    pub seats: Vec<f64>,
}

/// The whole explanation. The part that needs worlds is given only by agents that drew some.
pub fn explain(told: &Told<'_, Sevens>) -> Explained {
    let seen = &told.view.now;
    let moves = told.decision.candidates.iter().map(|c| c.action);
    let Some(outlook) = told.evidence.and_then(|evidence| Outlook::of(seen, evidence)) else {
        let facts = moves.map(|action| Some(Facts::words(plain_facts(seen, action)))).collect();
        return Explained::remarks([plain_opening(seen, told.decision.action)]).with_facts(facts);
    };
    let teller = Teller { seen, outlook, opponents: told.opponents };
    let scores = told.evidence.and_then(Breakdown::of);
    let score = |action| scores.and_then(|scores| scores.score(action)).copied();
    let facts = moves.map(|action| Some(teller.facts(action, score(action)))).collect();
    let remarks = teller.remarks(told.decision.action);
    let explained = Explained { remarks, ..Explained::default() };
    let effective_worlds = Some(teller.outlook.effective());
    Explained { effective_worlds, ..explained.believing(&teller.beliefs()).with_facts(facts) }
}

/// Beliefs during a search.
pub fn beliefs(seen: &SeenSevens, evidence: Option<&(dyn Any + Send)>) -> Option<Beliefs> {
    let outlook = Outlook::of(seen, evidence?)?;
    Some(Teller { seen, outlook, opponents: None }.beliefs())
}

/// What must be known to start a real game.
pub fn start_fields() -> Vec<StartField> {
    let field = |name: &str, kind, example: &str, en: &str, ja: &str| StartField {
        example: example.into(),
        name: name.into(),
        kind,
        help: Sentence::new(en, ja),
    };
    vec![
        field(
            "hand",
            StartKind::Cards { least: 0, most: 26 },
            "[\"S3\",\"HQ\",...]",
            "your hand without sevens",
            "あなたの手札（7を除く）",
        ),
        field(
            "seats",
            StartKind::CountPerSeat,
            "[{\"cards\":16},{\"cards\":16},{\"cards\":16}]",
            "how many cards each seat has left beside its sevens",
            "各席の7を除いた手札の枚数",
        ),
        field("turn", StartKind::Seat, "2", "who begins", "最初に出す席"),
    ]
}

/// The view of the start from the answers, as far as they go.
pub fn start_keys(rules: &Rules, seat: Player, answers: &Answers) -> Result<Map<String, Value>, Rejected> {
    let mut keys = start::by_kind(&start_fields(), rules.players(), answers)?;
    if let Some(hand) = answers.get("hand") {
        let hand = Cards::try_from(hand.to_vec())?;
        if let Some(counts) = answers.get("seats") {
            check_counts(seat, hand, counts)?;
        }
        let variant = rules.variant;
        keys.insert("rules".into(), json!(variant.tunnel));
        keys.insert("free_passes".into(), json!(variant.passes));
    }
    Ok(keys)
}

/// Checks the answer to how many cards each seat has by itself, so that the hand need not be told again.
fn check_counts(seat: Player, hand: Cards, counts: &[String]) -> Result<(), Rejected> {
    let counts: Vec<u32> = counts.iter().filter_map(|count| count.parse().ok()).collect();
    let (own, listed) = (counts[seat.index()], hand.len());
    if own != listed {
        return Err(Rejected(sentence!(
            "seat {seat} is you, and your hand has {listed} cards; {own} cannot be (u goes back to the hand)",
            "席{seat}はあなたで、手札は{listed}枚です。{own}枚にはなりません（手札を直すなら u）"
        )));
    }
    let (sum, all) = (counts.iter().sum::<u32>(), Cards::ALL.len());
    if sum != all {
        return Err(Rejected(sentence!(
            "{sum} cards in all; expected {all}, the sevens not counted",
            "合わせて{sum}枚です。7を除いて{all}枚になるはずです"
        )));
    }
    Ok(())
}

/// The cards of the deck.
pub fn cards() -> Vec<CardInfo> {
    let all = Suit::ALL.into_iter().flat_map(|suit| (1..=13).map(move |number| (suit, number)));
    let info = |(suit, number): (Suit, u32)| {
        let id = card_name(suit, number);
        let name = Card::new(suit, number).map_or_else(|| id.clone(), Card::pretty);
        CardInfo {
            id,
            name: Sentence::same(name),
            text: Sentence::default(),
            cost: None,
            power: None,
            kind: "card".into(),
            keywords: Vec::new(),
        }
    };
    all.map(info).collect()
}

fn card_name(suit: Suit, number: u32) -> String {
    Card::new(suit, number).map_or_else(|| format!("{}7", suit.letter()), |card| card.to_string())
}

/// A move as shown to people.
pub fn label(action: Action) -> Sentence {
    match action {
        Action::Play(card) => Sentence::same(card.pretty()),
        Action::Pass => Sentence::new("pass", "パス"),
    }
}

/// A move as a short text, from the table alone.
fn plain_facts(seen: &SeenSevens, action: Action) -> Sentence {
    let opened = opens(seen, action);
    if opened.is_empty() {
        return Sentence::new("opens nothing to others", "相手に開く札なし");
    }
    let cards = pretty(opened);
    Sentence::new(format!("opens {cards}"), format!("開く札 {cards}"))
}

fn plain_opening(seen: &SeenSevens, chosen: Action) -> Sentence {
    let cards = pretty(opens(seen, chosen));
    opening(seen, chosen, &Sentence::same(cards))
}

/// What the chosen move opens; `cards` names the cards.
fn opening(seen: &SeenSevens, chosen: Action, cards: &Sentence) -> Sentence {
    let (board, seat, what) = (&seen.board, seen.seat, name(chosen));
    if chosen == Action::Pass && !board.would_burst(seat) {
        let of = board.variant().passes;
        let left = of - board.place(seat).passes - 1;
        return Sentence::new(
            format!("A pass opens nothing; {left} of your {of} free passes will be left."),
            format!("パスなら何も開きません。パスの残りは {left}/{of} 回になります。"),
        );
    }
    if opens(seen, chosen).is_empty() {
        return Sentence::new(
            format!("{} opens no card that the opponents hold.", capital(&what.en)),
            format!("{}で相手の出せる札は増えません。", what.ja),
        );
    }
    Sentence::new(
        format!("{} opens {}.", capital(&what.en), cards.en),
        format!("{}で開く札: {}。", what.ja, cards.ja),
    )
}

/// All hands, for practice.
pub fn secrets(state: &Sevens) -> Sentence {
    let hand = |p: Player| pretty(state.hand(p));
    let lines = |seat: &str| {
        let line = |p: Player| format!("{seat} {p}: {}", hand(p));
        Player::all(state.board().players()).map(line).collect::<Vec<_>>().join("\n")
    };
    Sentence::new(lines("Seat"), lines("席"))
}

fn pretty(cards: Cards) -> String {
    if cards.is_empty() {
        return "-".into();
    }
    cards.sorted().into_iter().map(Card::pretty).collect::<Vec<_>>().join(" ")
}

/// A move in a sentence; in Japanese with the space that goes after signs, and not after words.
fn name(action: Action) -> Sentence {
    match action {
        Action::Play(card) => Sentence::new(card.pretty(), format!("{} ", card.pretty())),
        Action::Pass => Sentence::new("a pass", "パス"),
    }
}

const fn kind_key(kind: Kind) -> &'static str {
    match kind {
        Kind::Random => "random",
        Kind::Free => "free",
        Kind::Greedy => "greedy",
        Kind::Shrewd => "shrewd",
        Kind::Careful => "careful",
    }
}

/// How players of a kind play.
fn habit(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Random => ("plays any card and passes only when it must", "出せる限り必ず出す（札は気まぐれ）"),
        Kind::Free => ("passes or plays at random", "出せても気まぐれにパスする"),
        Kind::Greedy => {
            ("plays the card that looks best and passes only when it must", "出せる限り良さそうな札を出す")
        }
        Kind::Careful => (
            "weighs its cards with care and passes only when it must",
            "札をよく考えて選び、出せる限り必ず出す",
        ),
        Kind::Shrewd => ("holds cards back and passes on purpose", "わざとパスして札を止める"),
    }
}

/// A view with its outlook.
struct Teller<'a> {
    seen: &'a SeenSevens,
    outlook: Outlook,
    /// Whom the win rate is stated against, where it is not the playouts' own.
    opponents: Option<Opponents>,
}

impl Teller<'_> {
    /// The other seats in the game, in the order of their turns.
    fn others(&self) -> impl Iterator<Item = Player> + '_ {
        let board = self.seen.board;
        std::iter::successors(Some(board.after(self.seen.seat)), move |&p| Some(board.after(p)))
            .take_while(|&p| p != self.seen.seat)
    }

    /// The probable holders of a card with their probabilities, the most likely first.
    fn holders(&self, card: Card) -> Vec<(Player, f64)> {
        let mut all: Vec<(Player, f64)> = self.others().map(|p| (p, self.outlook.holds(p, card))).collect();
        all.retain(|(_, chance)| *chance >= HARDLY);
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        all
    }

    /// `seat 2 64.0%, seat 1 36.0%`.
    fn holders_text(&self, card: Card, seat: &str, comma: &str) -> String {
        let holders = self.holders(card);
        let words = holders.iter().map(|(p, chance)| format!("{seat}{p} {}", percent(*chance)));
        words.collect::<Vec<_>>().join(comma)
    }

    /// `♥9 ♠8 (seat 2 64.0%, seat 1 36.0%)`: cards with the same holders stand together.
    fn cards_with_holders(&self, cards: Cards) -> Sentence {
        let list = |seat: &str, comma: &str, [open, close]: [&str; 2]| {
            let mut groups: Vec<(String, Vec<String>)> = Vec::new();
            for card in cards.sorted() {
                let holders = self.holders_text(card, seat, comma);
                match groups.iter_mut().find(|(other, _)| *other == holders) {
                    Some((_, group)) => group.push(card.pretty()),
                    None => groups.push((holders, vec![card.pretty()])),
                }
            }
            let words =
                groups.iter().map(|(holders, group)| format!("{}{open}{holders}{close}", group.join(" ")));
            words.collect::<Vec<_>>().join(comma)
        };
        Sentence::new(list("seat ", ", ", [" (", ")"]), list("席", "、", ["（", "）"]))
    }

    /// A move as a short text, and its data.
    fn facts(&self, action: Action, seed_score: Option<SeedScore>) -> Facts {
        let opened = self.outlook.opens(action);
        let fate = self.outlook.fate(action);
        let by_seat = |of: &dyn Fn(Player) -> f64| self.by_seat(of);
        let data = MoveFacts {
            opens: opened
                .sorted()
                .into_iter()
                .map(|card| Opened {
                    card: card.to_string(),
                    seats: by_seat(&|p| self.outlook.holds(p, card)),
                })
                .collect(),
            cannot_play: self.cannot_play(&board_after(self.seen, action)),
            bursts: fate.map(|fate| by_seat(&|p| fate.bursts[p.index()])),
            best_in: fate.and_then(|fate| fate.best_in),
            worlds: fate.map_or(0, |fate| fate.worlds),
            seed_score,
        };
        let mut words = match opened.is_empty() {
            true => Sentence::new("opens nothing to others", "相手に開く札なし"),
            false => {
                let cards = self.cards_with_holders(opened);
                Sentence::new(format!("opens {}", cards.en), format!("開く札 {}", cards.ja))
            }
        };
        if let Some(best) = data.best_in.map(percent) {
            words =
                Sentence::new(format!("{}; best in {best}", words.en), format!("{} 最善{best}", words.ja));
        }
        if let Some(score) = &seed_score {
            let SeedScore { playouts, weight, bonus } = score;
            let (total, bonus) = (score.total(), bonus.sum());
            words = Sentence::new(
                format!(
                    "score {total:.1} = playouts {playouts:.1} + {weight} x bonus {bonus:.1}; {}",
                    words.en
                ),
                format!(
                    "評価点 {total:.1} = プレイアウト {playouts:.1} + {weight}×ボーナス {bonus:.1}、{}",
                    words.ja
                ),
            );
        }
        Facts { text: words, data: json!(data) }
    }

    fn remarks(&self, chosen: Action) -> Vec<Remark> {
        let opened = self.outlook.opens(chosen);
        let cards = self.cards_with_holders(opened);
        let mut about = vec![About::Move(chosen.text())];
        about.extend(opened.sorted().into_iter().map(|card| About::Card(card.to_string())));
        let mut all = vec![Remark { text: opening(self.seen, chosen, &cards), about }];
        let at_seat = |p: Player, text: Sentence| Remark { text, about: vec![About::Seat(p.index())] };
        all.extend(self.others().map(|p| at_seat(p, self.next_turn(chosen, p))));
        if let Some(fate) = self.outlook.fate(chosen) {
            all.push(self.bursts(&fate).into());
            all.extend(fate.best_in.map(|share| best_in(chosen, share).into()));
            all.extend(self.opponents.map(|opponents| uncalibrated(opponents).into()));
        }
        all.extend(self.open_cards().map(Remark::from));
        if !self.outlook.is_exact() {
            all.extend(self.others().filter_map(|p| Some(at_seat(p, kind(p, self.outlook.kinds(p)?)))));
            all.push(self.worth().into());
        }
        all
    }

    /// A number for every seat.
    fn by_seat(&self, of: &dyn Fn(Player) -> f64) -> Vec<f64> {
        Player::all(self.seen.board.players()).map(of).collect()
    }

    /// The probability, by seat, that it could not play on this board.
    fn cannot_play(&self, board: &Board) -> Vec<f64> {
        self.by_seat(&|p| match p == self.seen.seat || !board.is_in(p) {
            true => 0.0,
            false => self.outlook.stuck(p, board),
        })
    }

    /// Whether a seat could play if it were its turn right after the move.
    fn next_turn(&self, chosen: Action, seat: Player) -> Sentence {
        let after = self.outlook.board_after(chosen);
        let chance = percent(self.outlook.stuck(seat, &after));
        let (left, of) = (after.variant().passes - after.place(seat).passes, after.variant().passes);
        let what = name(chosen);
        if left == 0 {
            return Sentence::new(
                format!(
                    "After {}, seat {seat} cannot play in {chance} of worlds and would burst there: it has no pass left.",
                    what.en
                ),
                format!(
                    "{}の後、席{seat}が出せないのは世界の {chance} で、パスも残っていないのでそのときはバーストします。",
                    what.ja
                ),
            );
        }
        Sentence::new(
            format!(
                "After {}, seat {seat} cannot play in {chance} of worlds; {left} of its {of} free passes are left.",
                what.en
            ),
            format!(
                "{}の後、席{seat}が出せないのは世界の {chance} です（パスの残り {left}/{of} 回）。",
                what.ja
            ),
        )
    }

    fn bursts(&self, fate: &Fate) -> Sentence {
        let chance = |p: Player| percent(fate.bursts[p.index()]);
        let list = |seat: &str, verb: &str, comma: &str| {
            self.others().map(|p| format!("{seat}{p}{verb} {}", chance(p))).collect::<Vec<_>>().join(comma)
        };
        let (own, worlds) = (chance(self.seen.seat), fate.worlds);
        Sentence::new(
            format!(
                "Played to the end in {worlds} worlds, {}, you burst in {own}.",
                list("seat ", " bursts in", ", ")
            ),
            format!(
                "{worlds} 通りの世界で最後まで進めたときのバースト率: {}、あなた {own}。",
                list("席", "", "、")
            ),
        )
    }

    /// The cards that the other seats could play now.
    fn open_cards(&self) -> Option<Sentence> {
        let open = self.seen.board.open() & self.seen.unseen();
        if open.is_empty() {
            return None;
        }
        let cards = self.cards_with_holders(open);
        Some(Sentence::new(
            format!("The opponents can play now: {}.", cards.en),
            format!("今、相手が出せる札: {}。", cards.ja),
        ))
    }

    fn worth(&self) -> Sentence {
        let (worlds, worth) = (self.outlook.worlds(), self.outlook.effective());
        Sentence::new(
            format!(
                "These chances rest on {worlds} worlds, worth {worth:.0} independent ones of equal weight."
            ),
            format!("これらの確率は {worlds} 個の世界（等しい重みの独立な世界 {worth:.0} 個分）によります。"),
        )
    }

    fn beliefs(&self) -> Beliefs {
        let named = |chances: &[f64; KINDS]| {
            Kind::ALL.iter().map(|&k| (kind_key(k).to_string(), chances[k as usize])).collect()
        };
        let kinds = self.others().filter_map(|p| Some((p.to_string(), named(self.outlook.kinds(p)?))));
        Beliefs {
            worlds: self.outlook.worlds(),
            effective_sample_size: self.outlook.effective(),
            exact: self.outlook.is_exact(),
            cards: self.card_table(),
            kinds: kinds.collect(),
            cannot_play: self.cannot_play(&self.seen.board),
        }
    }

    /// All 52 cards: where each is, and the probability that it is at each seat.
    fn card_table(&self) -> Vec<CardPlace> {
        let all = Suit::ALL.into_iter().flat_map(|suit| (1..=13).map(move |number| (suit, number)));
        all.map(|(suit, number)| {
            let card = Card::new(suit, number);
            let place = match card {
                Some(card) if self.seen.hand.has(card) => "hand",
                Some(card) if self.seen.unseen().has(card) => "hidden",
                _ => "table",
            };
            let chance = |p: Player| match (place, card) {
                ("hand", _) => f64::from(u8::from(p == self.seen.seat)),
                ("hidden", Some(card)) => self.outlook.holds(p, card),
                _ => 0.0,
            };
            CardPlace { card: card_name(suit, number), place: place.into(), seats: self.by_seat(&chance) }
        })
        .collect()
    }
}

/// The win rate is fitted to games against a company; what happens in the playouts is not.
fn uncalibrated(opponents: Opponents) -> Sentence {
    let against = opponents.against();
    sentence!(
        "The chances to burst are those of the playouts, where everyone plays as the search assumes; only the win rate is calibrated on games {against}.",
        "バースト率は、全員が探索の想定どおりに打つプレイアウトでの割合です。実際の対局で較正した{against:#}値は、勝率だけです。"
    )
}

fn best_in(chosen: Action, share: f64) -> Sentence {
    let (what, share) = (name(chosen), percent(share));
    Sentence::new(
        format!("In {share} of these worlds no other move does better than {}.", what.en),
        format!("そのうち {share} の世界では、{}を上回る手がありません。", what.ja),
    )
}

/// Nothing is called likely that is not more likely than the rest together.
const LIKELY: f64 = 0.5;

fn kind(seat: Player, kinds: &[f64; KINDS]) -> Sentence {
    let Some(likely) = Kind::ALL.into_iter().find(|&kind| kinds[kind as usize] > LIKELY) else {
        return Sentence::new(
            format!("How seat {seat} plays is not clear from its moves."),
            format!("席{seat} の打ち方はまだはっきりしません。"),
        );
    };
    let ((en, ja), chance) = (habit(likely), percent(kinds[likely as usize]));
    Sentence::new(
        format!("Seat {seat} most likely {en} ({chance})."),
        format!("席{seat} はおそらく「{ja}」打ち方です（{chance}）。"),
    )
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind just below and just above one half, the rest spread or on one other kind.
    #[test]
    fn no_kind_is_called_likely_below_one_half() {
        for kind in Kind::ALL {
            for (chance, likely) in [(0.3, false), (0.499, false), (0.5, false), (0.501, true), (1.0, true)] {
                let mut kinds = [(1.0 - chance) / (KINDS - 1) as f64; KINDS];
                kinds[kind as usize] = chance;
                let words = super::kind(Player::FIRST, &kinds);
                let (en, ja) = habit(kind);
                assert_eq!(words.en.contains("most likely") && words.en.contains(en), likely, "{}", words.en);
                assert_eq!(words.ja.contains("おそらく") && words.ja.contains(ja), likely, "{}", words.ja);
                assert_eq!(words.en.contains("not clear"), !likely, "{}", words.en);
            }
        }
    }
}
