//! `play --partner`: opponents of one's own strength, and how strong the person is.

use super::Context;
use super::args::PlayArgs;
use super::store;
use serde_json::{Value, json};
use std::str::FromStr;
use yomi::core::sentence;
use yomi::engine::agent::AgentText;
use yomi::engine::partner::{Deals, Ladder, Outcome, Scale, Standing};
use yomi::engine::stats::Z95;
use yomi::{Fault, Game, Registry, Sentence, Table};
use yomi_store::{PERSON, Store};

/// How strong the partner is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    Level(usize),
    /// As strong as the person.
    Auto,
}

impl FromStr for Wanted {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Wanted, Fault> {
        match text.parse() {
            _ if text == "auto" => Ok(Wanted::Auto),
            Ok(level @ 1..) => Ok(Wanted::Level(level)),
            _ => {
                let text = yomi::engine::fault::excerpt(text);
                Err(Fault::bad_option(
                    format!("{text:?}: expected a level, a whole number from 1, or auto"),
                    format!("{text:?}: 使える値は 1からのレベル、または auto"),
                ))
            }
        }
    }
}

/// The partners of one game, and what is known of the person.
pub struct Partners {
    game: &'static str,
    ladder: &'static Ladder,
    /// The rating is remembered for these rules, under this topic, and the deals that were begun under that one.
    topic: String,
    deals_topic: String,
    /// Under which name the person is remembered.
    person: String,
    /// The person's seat.
    seat: usize,
    pub level: usize,
    count: usize,
    before: Standing,
    /// Whether the person sees the deal for the first time: known once it is begun.
    new_deal: bool,
    /// `None` if nothing is kept.
    store: Option<Store>,
}

impl Partners {
    /// The partners that are asked for; what is known of the person comes from the store.
    pub fn new(
        context: &Context,
        wanted: Wanted,
        args: &PlayArgs,
        game: &dyn Game,
        table: &dyn Table,
        seat: usize,
    ) -> Result<Partners, Fault> {
        let ladder = game.ladder().ok_or_else(|| no_partner(game.name(), &context.registry))?;
        let levels = ladder.levels();
        if let Wanted::Level(level) = wanted
            && level > levels
        {
            return Err(Fault::bad_option(
                format!("--partner {level}: expected a level from 1 to {levels}, or auto"),
                format!("--partner {level}: 1から{levels}までのレベルか auto にしてください"),
            ));
        }
        if wanted == Wanted::Auto && args.limit.is_some() {
            return Err(Fault::bad_option(
                "--limit: with --partner auto every level thinks as long as it was measured with; expected no --limit, or --partner LEVEL",
                "--limit: --partner auto では各レベルの考える量は決まっています。--limit を外すか、--partner にレベルを指定してください",
            ));
        }
        let store = store::for_memory(context)?;
        let (topic, deals_topic) = (Ladder::topic(table.settings()), Ladder::deals_topic(table.settings()));
        let person = args.name.clone().unwrap_or_else(|| PERSON.into());
        let before =
            known(store.as_ref(), (&person, game.name(), &topic))?.unwrap_or_else(|| ladder.unknown());
        let level = match wanted {
            Wanted::Level(level) => level,
            Wanted::Auto => ladder.level_for(&before),
        };
        let count = table.players() - 1;
        let game = game.name();
        let new_deal = true;
        Ok(Partners { game, ladder, topic, deals_topic, person, seat, level, count, before, new_deal, store })
    }

    /// The agent of every seat but the person's.
    pub fn agent(&self) -> Result<AgentText, Fault> {
        AgentText::parse(&format!("partner(level={})", self.level))
    }

    /// Begins a deal and tells its number: the chosen one, otherwise the next that is new to the person. Its cards are
    /// seen from here on, whether the game is rated, left or played with help.
    pub fn begin(&mut self, chosen: Option<u64>) -> Result<u64, Fault> {
        let rated_games = self.before.games;
        let begin = |known: Option<Value>| {
            let known = known.and_then(|known| serde_json::from_value(known).ok());
            let mut deals: Deals = known.unwrap_or_else(|| Deals::after_games(rated_games));
            let (deal, is_new) = match chosen {
                Some(deal) => (deal, deals.begin(deal)),
                None => (deals.begin_next(), true),
            };
            (deals, deal, is_new)
        };
        let Some(store) = &mut self.store else { return Ok(begin(None).1) };
        let mut begun = 0;
        let of = [self.person.as_str(), self.game, self.deals_topic.as_str()];
        let new_deal = &mut self.new_deal;
        store.remember_anew(of, store::now(), |known| {
            let deals;
            (deals, begun, *new_deal) = begin(known);
            json!(deals)
        })?;
        Ok(begun)
    }

    /// Who plays, and what is known of the person.
    pub fn greeting(&self) -> Sentence {
        let (level, levels) = (self.level, self.ladder.levels());
        let partner = match self.count {
            1 => sentence!(
                "Your partner plays at level {level} of {levels}",
                "相手の強さはレベル{level}（全{levels}）"
            ),
            _ => sentence!(
                "Your partners play at level {level} of {levels}",
                "相手は全員レベル{level}（全{levels}）"
            ),
        };
        let (strength, unit) = (self.shown(self.ladder.rating(level)), self.unit());
        let known = match (&self.store, self.before.games) {
            (None, _) => sentence!(
                " Nothing is kept: your rating is forgotten after this game.",
                "保存しない設定なので、あなたの評価はこの対局かぎりです。"
            ),
            (Some(_), 0) => sentence!(
                " How strong you are is found out by playing.",
                "あなたの強さは対局を重ねて推定します。"
            ),
            (Some(_), games) => {
                let rating = self.told(&self.before);
                let word = if games == 1 { "game" } else { "games" };
                sentence!(
                    " You: {rating} after {games} rated {word}.",
                    "あなたの評価は {rating}（{games}局）。"
                )
            }
        };
        sentence!("{partner} ({strength} {unit}).{known}\n", "{partner:#}、{strength} {unit:#}。{known:#}\n")
    }

    /// After a game: how the rating moved, or why it did not. `helped` says that the game does not count.
    pub fn finish(mut self, payoff: Option<f64>, helped: bool) -> Result<Sentence, Fault> {
        let Some(payoff) = payoff else {
            return Ok(sentence!(
                "Your rating stays: the game was not finished.\n",
                "途中で終えたので、評価は変わりません。\n"
            ));
        };
        if helped {
            return Ok(sentence!(
                "Your rating stays: advice, moves taken back, open cards or a limit of its own do not count.\n",
                "助言、待った、公開した情報、独自の制限を使った対局では、評価は変わりません。\n"
            ));
        }
        if !self.new_deal {
            return Ok(sentence!(
                "Your rating stays: you had begun this deal before. Without --seed every game is a new deal.\n",
                "前に始めたことのある配りなので、評価は変わりません。--seed を付けなければ毎回新しい配りになります。\n"
            ));
        }
        let outcome = Outcome { level: self.level, partners: self.count, seat: self.seat, payoff };
        let mut after = self.ladder.after(&self.before, &outcome);
        if let Some(store) = &mut self.store {
            let of = [self.person.as_str(), self.game, self.topic.as_str()];
            store.remember_anew(of, store::now(), |known| {
                // Another game may have ended meanwhile.
                let now = known.and_then(|known| serde_json::from_value(known).ok());
                self.before = now.unwrap_or(self.before);
                after = self.ladder.after(&self.before, &outcome);
                json!(after)
            })?;
        }
        let (before, now, unit) = (self.told(&self.before), self.told(&after), self.unit());
        let next = self.ladder.level_for(&after);
        Ok(sentence!(
            "Your rating: {before} -> {now} {unit}. About as strong as you: level {next}.\n",
            "あなたの評価: {before} → {now} {unit:#}。同じくらいの強さはレベル{next}です。\n"
        ))
    }

    fn shown(&self, rating: f64) -> String {
        match self.ladder.scale {
            Scale::Elo => format!("{:+.0}", rating + 0.0),
            Scale::Chips { .. } => format!("{:+.2}", rating + 0.0),
        }
    }

    /// With half of its 95% interval.
    fn told(&self, standing: &Standing) -> String {
        let rating = self.shown(standing.rating);
        match self.ladder.scale {
            Scale::Elo => format!("{rating} ± {:.0}", Z95 * standing.error),
            Scale::Chips { .. } => format!("{rating} ± {:.2}", Z95 * standing.error),
        }
    }

    fn unit(&self) -> Sentence {
        match self.ladder.scale {
            Scale::Elo => sentence!("Elo, best is 0", "Elo（best が 0）"),
            Scale::Chips { .. } => sentence!("chips per game, best is 0", "チップ/局（best が 0）"),
        }
    }
}

/// What is remembered of a person in a game, under a topic.
fn known(
    store: Option<&Store>,
    (person, game, topic): (&str, &str, &str),
) -> Result<Option<Standing>, Fault> {
    let known = store.map(|store| store.recall(person, game, topic)).transpose()?.flatten();
    Ok(known.and_then(|known| serde_json::from_value(known.state).ok()))
}

fn no_partner(game: &str, registry: &Registry) -> Fault {
    let with: Vec<&str> =
        registry.games().iter().filter(|g| g.ladder().is_some()).map(|g| g.name()).collect();
    let list = with.join(", ");
    Fault::bad_option(
        format!("--partner: {game} has no partners; expected one of {list}"),
        format!("--partner: {game} に相手のレベルはありません。使えるゲーム: {list}"),
    )
    .expecting(with)
}
