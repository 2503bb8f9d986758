//! Sevens: what a move opens and for whom, who will burst, who holds what and plays how.

use crate::{Cast, Fate, Kind, Outlook, Reader};
use serde_json::{Map, Value, json};
use yomi_core::{Decision, Player, ViewOf};
use yomi_engine::explain::{Explained, Sentence, percent};
use yomi_games::Sevens;
use yomi_games::sevens::{Action, Card, Cards, SeenSevens, Suit};

/// Worlds that a view is read into.
const WORLDS: usize = 1_000;
/// A chance below this is not worth a word.
const HARDLY: f64 = 0.005;

/// Everything there is to say. Nothing where the view cannot be read: then there is no world to speak of.
pub fn explain(
    view: &ViewOf<Sevens>,
    decision: &Decision<Action>,
    reader: &Reader,
    policy: &Cast,
) -> Explained {
    let moves: Vec<Action> = decision.candidates.iter().map(|c| c.action).collect();
    let Ok(outlook) = Outlook::read(reader, view, WORLDS) else {
        return Explained { facts: vec![None; moves.len()], ..Explained::default() };
    };
    let teller = Teller { seen: &view.now, fates: outlook.fates(&moves, policy), outlook };
    Explained {
        remarks: teller.remarks(decision.action),
        facts: teller.fates.iter().map(|fate| Some(teller.facts(fate))).collect(),
        beliefs: teller.beliefs(),
    }
}

/// Everybody's hand, for practice.
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

fn name(action: Action) -> Sentence {
    match action {
        Action::Play(card) => Sentence::new(card.pretty(), card.pretty()),
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

/// What players of a kind do.
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

/// One view with what was found out about it.
struct Teller<'a> {
    seen: &'a SeenSevens,
    outlook: Outlook,
    fates: Vec<Fate>,
}

impl Teller<'_> {
    /// The others in the game, in the order of their turns.
    fn others(&self) -> impl Iterator<Item = Player> + '_ {
        let board = self.seen.board;
        std::iter::successors(Some(board.after(self.seen.seat)), move |&p| Some(board.after(p)))
            .take_while(|&p| p != self.seen.seat)
    }

    /// Who probably holds a card: the seats with their chances, the likeliest first.
    fn holders(&self, card: Card) -> Vec<(Player, f64)> {
        let mut all: Vec<(Player, f64)> = self.others().map(|p| (p, self.outlook.holds(p, card))).collect();
        all.retain(|(_, chance)| *chance >= HARDLY);
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        all
    }

    /// `♥9 (seat 2 64.0%, seat 1 36.0%)`.
    fn with_holders(&self, card: Card, seat: &str, comma: &str) -> String {
        let holders: Vec<String> =
            self.holders(card).iter().map(|(p, chance)| format!("{seat}{p} {}", percent(*chance))).collect();
        format!("{} ({})", card.pretty(), holders.join(comma))
    }

    fn cards_with_holders(&self, cards: Cards) -> Sentence {
        let list = |seat: &str, comma: &str| {
            let words: Vec<String> =
                cards.sorted().into_iter().map(|card| self.with_holders(card, seat, comma)).collect();
            words.join(comma)
        };
        Sentence::new(list("seat ", ", "), list("席", "、"))
    }

    /// A move in a few words.
    fn facts(&self, fate: &Fate) -> Sentence {
        let opened = self.outlook.opens(fate.action);
        let best = percent(fate.best_in);
        if opened.is_empty() {
            return Sentence::new(
                format!("opens nothing to others; best in {best}"),
                format!("相手に開く札なし 最善{best}"),
            );
        }
        let cards = self.cards_with_holders(opened);
        Sentence::new(
            format!("opens {}; best in {best}", cards.en),
            format!("開く札 {} 最善{best}", cards.ja),
        )
    }

    fn remarks(&self, chosen: Action) -> Vec<Sentence> {
        let mut all = vec![self.opening(chosen)];
        all.extend(self.others().map(|p| self.next_turn(chosen, p)));
        if let Some(fate) = self.fates.iter().find(|fate| fate.action == chosen) {
            all.push(self.bursts(fate));
            all.push(self.best_in(fate));
        }
        all.extend(self.open_cards());
        if !self.outlook.is_exact() {
            all.extend(self.others().map(|p| self.kind(p)));
            all.push(self.worth());
        }
        all
    }

    fn opening(&self, chosen: Action) -> Sentence {
        let (board, seat) = (&self.seen.board, self.seen.seat);
        let opened = self.outlook.opens(chosen);
        let what = name(chosen);
        if chosen == Action::Pass && !board.would_burst(seat) {
            let of = board.variant().passes;
            let left = of - board.place(seat).passes - 1;
            return Sentence::new(
                format!("A pass opens nothing; {left} of your {of} free passes will be left."),
                format!("パスなら何も開きません。無料パスは残り {left}/{of} になります。"),
            );
        }
        if opened.is_empty() {
            return Sentence::new(
                format!("{} opens no card that the others hold.", capital(&what.en)),
                format!("{} で相手の出せる札は増えません。", what.ja),
            );
        }
        let cards = self.cards_with_holders(opened);
        Sentence::new(
            format!("{} opens {}.", capital(&what.en), cards.en),
            format!("{} で開く札: {}。", what.ja, cards.ja),
        )
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
                    "After {} seat {seat} has no card to play with {chance}, and no pass left: it would burst.",
                    what.en
                ),
                format!(
                    "{} の後、席{seat} は {chance} の確率で出せる札がなく、パスも残っていないのでバーストします。",
                    what.ja
                ),
            );
        }
        Sentence::new(
            format!(
                "After {} seat {seat} has no card to play with {chance}; {left} of its {of} free passes are left.",
                what.en
            ),
            format!(
                "{} の後、席{seat} は {chance} の確率で出せる札がありません（無料パスは残り {left}/{of}）。",
                what.ja
            ),
        )
    }

    fn bursts(&self, fate: &Fate) -> Sentence {
        let chance = |p: Player| percent(fate.bursts[p.index()]);
        let list = |seat: &str, comma: &str| {
            self.others().map(|p| format!("{seat}{p} {}", chance(p))).collect::<Vec<_>>().join(comma)
        };
        let (own, worlds) = (chance(self.seen.seat), self.outlook.worlds());
        Sentence::new(
            format!(
                "Played on in {worlds} worlds, these burst before the end: {}, you {own}.",
                list("seat ", ", ")
            ),
            format!(
                "{worlds} 通りの世界で最後まで進めると、終わるまでにバーストするのは {}、あなた {own}。",
                list("席", "、")
            ),
        )
    }

    fn best_in(&self, fate: &Fate) -> Sentence {
        let (what, share) = (name(fate.action), percent(fate.best_in));
        Sentence::new(
            format!("In {share} of these worlds no other move does better than {}.", what.en),
            format!("そのうち {share} の世界では、{} を上回る手がありません。", what.ja),
        )
    }

    /// The cards that the others could play now.
    fn open_cards(&self) -> Option<Sentence> {
        let open = self.seen.board.open() & self.seen.unseen();
        if open.is_empty() {
            return None;
        }
        let cards = self.cards_with_holders(open);
        Some(Sentence::new(
            format!("Open to the others now: {}.", cards.en),
            format!("今、相手が出せる札: {}。", cards.ja),
        ))
    }

    fn kind(&self, seat: Player) -> Sentence {
        let kinds = self.outlook.kinds(seat);
        let likely = |k: &Kind| kinds[*k as usize];
        let kind = Kind::ALL.into_iter().max_by(|a, b| likely(a).total_cmp(&likely(b)));
        let kind = kind.expect("there are kinds");
        let ((en, ja), chance) = (habit(kind), percent(likely(&kind)));
        Sentence::new(
            format!("Seat {seat} looks like one who {en} ({chance})."),
            format!("席{seat} は「{ja}」打ち方のようです（{chance}）。"),
        )
    }

    fn worth(&self) -> Sentence {
        let (worlds, worth) = (self.outlook.worlds(), self.outlook.effective());
        Sentence::new(
            format!(
                "These chances come from {worlds} worlds, worth {worth:.0} independent ones of equal weight."
            ),
            format!("これらの確率は {worlds} 個の世界（等しい重みの独立な世界 {worth:.0} 個分）によります。"),
        )
    }

    fn beliefs(&self) -> Value {
        let players = self.seen.board.players();
        let by_seat = |of: &dyn Fn(Player) -> f64| Player::all(players).map(of).collect::<Vec<f64>>();
        let kinds: Map<String, Value> = self
            .others()
            .map(|p| {
                let chances = self.outlook.kinds(p);
                let named: Map<String, Value> =
                    Kind::ALL.iter().map(|&k| (kind_key(k).into(), json!(chances[k as usize]))).collect();
                (p.to_string(), Value::Object(named))
            })
            .collect();
        let cannot_play = |board: &yomi_games::sevens::Board| {
            by_seat(&|p| match p == self.seen.seat || !board.is_in(p) {
                true => 0.0,
                false => self.outlook.stuck(p, board),
            })
        };
        let candidates: Vec<Value> = self
            .fates
            .iter()
            .map(|fate| {
                let opens: Vec<Value> = self.outlook.opens(fate.action).sorted().into_iter().map(|card| {
                    json!({ "card": card.to_string(), "seats": by_seat(&|p| self.outlook.holds(p, card)) })
                }).collect();
                json!({
                    "move": fate.action.text(),
                    "opens": opens,
                    "cannot_play": cannot_play(&self.outlook.board_after(fate.action)),
                    "bursts": by_seat(&|p| fate.bursts[p.index()]),
                    "wins": fate.wins,
                    "best_in": fate.best_in,
                })
            })
            .collect();
        json!({
            "worlds": self.outlook.worlds(),
            "effective_sample_size": self.outlook.effective(),
            "exact": self.outlook.is_exact(),
            "cards": self.card_table(),
            "kinds": kinds,
            "cannot_play": cannot_play(&self.seen.board),
            "candidates": candidates,
        })
    }

    /// All 52 cards: where each is, and the chance that it is at each seat.
    fn card_table(&self) -> Vec<Value> {
        let players = self.seen.board.players();
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
            let seats: Vec<f64> = Player::all(players).map(chance).collect();
            let name = card.map_or_else(|| format!("{}7", suit.letter()), |card| card.to_string());
            json!({ "card": name, "where": place, "seats": seats })
        })
        .collect()
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
