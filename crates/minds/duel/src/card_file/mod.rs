//! Card files: cards and decks written in TOML. Errors are reported with the line and the card.
//!
//! Files are passed in as text: reading them, and naming them in messages, is up to the caller.

use crate::keys::{self, Keys, Node, Wrong, integer, list, one_of, placed, switch, text};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::OnceLock;
use toml::Spanned;
use yomi_core::{Rejected, Sentence, Settings, sentence};
use yomi_games::duel::cards::{
    Aim, Archetype, Aura, Card, CardId, CardSet, Counted, DECK, Discount, MOST_CARDS, MOST_COPIES,
    MOST_FILE_BYTES, MOST_OPS, Op, STANDARD, SetRef, ZeroIf, keyword,
};
use yomi_games::duel::side::{MOST_LOOKED_AT, MOST_UNITS};
use yomi_games::duel::{Counts, Rules};

/// The card file that comes with the game.
pub const STANDARD_FILE: &str = include_str!("standard.toml");
/// Maximum number of archetypes, so that a small file cannot ask for a large table of decks.
const MOST_ARCHETYPES: usize = 64;
/// Maximum number of flex cards of an archetype: every choice of them is a deck that is enumerated.
const MOST_FLEX: usize = 10;
/// Maximum number of effects read to expand one card. Cards that act as other cards, which act as others
/// again, could take exponential time even if they end up with few effects.
const MOST_STEPS: usize = 1_000;

/// The cards that come with the game.
pub fn standard() -> SetRef {
    static SET: OnceLock<SetRef> = OnceLock::new();
    *SET.get_or_init(|| {
        let set = parse(STANDARD_FILE).expect("the cards that come with the game are sound");
        SetRef::of(CardSet { name: STANDARD.into(), ..set }).expect("there is room for the first set")
    })
}

/// The game with the standard cards, with every archetype allowed for both seats.
pub fn standard_rules() -> Rules {
    Rules::with(standard())
}

/// The cards for the setting `cards`: `standard`, or the content of a card file. It is never a path.
pub fn from_setting(cards: &str) -> Result<SetRef, Rejected> {
    if cards == STANDARD {
        return Ok(standard());
    }
    let fault = |why: Sentence| Rejected(why.map(|why| format!("cards: {why}")));
    // A word or a path: every card file has more than one line.
    if !cards.contains('\n') {
        let word: String = cards.chars().take(40).collect();
        return Err(fault(sentence!(
            "{word:?} is not a set of cards; expected {STANDARD} or the content of a card file (TOML)",
            "{word:?} というカードセットはありません。{STANDARD} かカードファイル（TOML）の内容にしてください"
        )));
    }
    parse(cards).and_then(SetRef::of).map_err(|why| fault(why.0))
}

/// The game with these settings, with the cards parsed from their content.
pub fn rules(settings: &Settings) -> Result<Rules, Rejected> {
    let set = from_setting(&settings["cards"])?;
    let mut named = settings.clone();
    named.insert("cards".into(), set.name.clone());
    yomi_core::Ruleset::from_settings(&named)
}

struct RawFile {
    card: Vec<Spanned<RawCard>>,
    archetype: Vec<Spanned<RawArchetype>>,
}

impl RawFile {
    fn read(text: &str) -> Result<RawFile, Wrong> {
        let file = keys::parse(text)?;
        let keys = Keys::new(file.get_ref(), 0, &["card", "archetype"])?;
        Ok(RawFile {
            card: keys.need("card", list(placed(RawCard::read)))?,
            archetype: keys.need("archetype", list(placed(RawArchetype::read)))?,
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Unit,
    Spell,
}

const KINDS: [(&str, Kind); 2] = [("unit", Kind::Unit), ("spell", Kind::Spell)];

struct RawCard {
    name: Spanned<String>,
    ja: String,
    cost: Spanned<i64>,
    kind: Kind,
    power: Option<Spanned<i64>>,
    keywords: Vec<Spanned<u8>>,
    breaks: Option<Spanned<i64>>,
    on_enter: Vec<Spanned<RawOp>>,
    zero_if: Option<Spanned<RawZeroIf>>,
    discount: Option<Spanned<RawDiscount>>,
    aura: Option<Spanned<RawAura>>,
}

impl RawCard {
    const KEYS: [&str; 11] = [
        "name", "ja", "cost", "kind", "power", "keywords", "breaks", "on_enter", "zero_if", "discount",
        "aura",
    ];

    fn read(node: &Node<'_>) -> Result<RawCard, Wrong> {
        let keys = Keys::of(node, &Self::KEYS)?;
        Ok(RawCard {
            name: keys.need("name", placed(text))?,
            ja: keys.need("ja", text)?,
            cost: keys.need("cost", placed(integer))?,
            kind: keys.need("kind", one_of(&KINDS))?,
            power: keys.get("power", placed(integer))?,
            keywords: keys.get("keywords", list(placed(one_of(&KEYWORDS))))?.unwrap_or_default(),
            breaks: keys.get("breaks", placed(integer))?,
            on_enter: keys.get("on_enter", list(placed(RawOp::read)))?.unwrap_or_default(),
            zero_if: keys.get("zero_if", placed(RawZeroIf::read))?,
            discount: keys.get("discount", placed(RawDiscount::read))?,
            aura: keys.get("aura", placed(RawAura::read))?,
        })
    }
}

const KEYWORDS: [(&str, u8); 6] = [
    ("blocker", keyword::BLOCKER),
    ("swift", keyword::SWIFT),
    ("trigger", keyword::TRIGGER),
    ("counter", keyword::COUNTER),
    ("slayer", keyword::SLAYER),
    ("no-attack", keyword::NO_ATTACK),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum OpName {
    Draw,
    Destroy,
    Bounce,
    Boost,
    Shield,
    Sweep,
    Discard,
    Mill,
    Scry,
    Search,
    As,
}

const OPS: [(&str, OpName); 11] = [
    ("draw", OpName::Draw),
    ("destroy", OpName::Destroy),
    ("bounce", OpName::Bounce),
    ("boost", OpName::Boost),
    ("shield", OpName::Shield),
    ("sweep", OpName::Sweep),
    ("discard", OpName::Discard),
    ("mill", OpName::Mill),
    ("scry", OpName::Scry),
    ("search", OpName::Search),
    ("as", OpName::As),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Library,
    Hand,
}

const SOURCES: [(&str, Source); 2] = [("library", Source::Library), ("hand", Source::Hand)];

struct RawOp {
    op: OpName,
    n: Option<i64>,
    max_power: Option<i64>,
    from: Option<Source>,
    face_up: Option<bool>,
    kind: Option<Kind>,
    shown: Option<bool>,
    card: Option<String>,
}

impl RawOp {
    const KEYS: [&str; 8] = ["op", "n", "max_power", "from", "face_up", "kind", "shown", "card"];

    fn read(node: &Node<'_>) -> Result<RawOp, Wrong> {
        let keys = Keys::of(node, &Self::KEYS)?;
        Ok(RawOp {
            op: keys.need("op", one_of(&OPS))?,
            n: keys.get("n", integer)?,
            max_power: keys.get("max_power", integer)?,
            from: keys.get("from", one_of(&SOURCES))?,
            face_up: keys.get("face_up", switch)?,
            kind: keys.get("kind", one_of(&KINDS))?,
            shown: keys.get("shown", switch)?,
            card: keys.get("card", text)?,
        })
    }
}

/// What is counted, and the most that it can come to.
const COUNTED: [(&str, (Counted, i64)); 5] = [
    ("own_units", (Counted::OwnUnits, MOST_UNITS as i64)),
    ("enemy_units", (Counted::EnemyUnits, MOST_UNITS as i64)),
    ("own_mana", (Counted::OwnMana, DECK as i64)),
    ("own_grave_spells", (Counted::OwnGraveSpells, DECK as i64)),
    ("cards_played_this_turn", (Counted::CardsPlayedThisTurn, DECK as i64)),
];

struct RawZeroIf {
    count: (Counted, i64),
    at_least: i64,
}

impl RawZeroIf {
    fn read(node: &Node<'_>) -> Result<RawZeroIf, Wrong> {
        let keys = Keys::of(node, &["count", "at_least"])?;
        Ok(RawZeroIf {
            count: keys.need("count", one_of(&COUNTED))?,
            at_least: keys.need("at_least", integer)?,
        })
    }
}

struct RawDiscount {
    per: (Counted, i64),
    amount: i64,
    max: i64,
}

impl RawDiscount {
    fn read(node: &Node<'_>) -> Result<RawDiscount, Wrong> {
        let keys = Keys::of(node, &["per", "amount", "max"])?;
        Ok(RawDiscount {
            per: keys.need("per", one_of(&COUNTED))?,
            amount: keys.need("amount", integer)?,
            max: keys.need("max", integer)?,
        })
    }
}

struct RawAura {
    spell_discount: i64,
    floor: i64,
}

impl RawAura {
    fn read(node: &Node<'_>) -> Result<RawAura, Wrong> {
        let keys = Keys::of(node, &["spell_discount", "floor"])?;
        Ok(RawAura {
            spell_discount: keys.need("spell_discount", integer)?,
            floor: keys.need("floor", integer)?,
        })
    }
}

struct RawArchetype {
    name: Spanned<String>,
    ja: String,
    core: Spanned<BTreeMap<String, Spanned<i64>>>,
    flex: Spanned<Vec<Spanned<String>>>,
    drawn: Spanned<i64>,
    copies: Spanned<i64>,
}

impl RawArchetype {
    fn read(node: &Node<'_>) -> Result<RawArchetype, Wrong> {
        let keys = Keys::of(node, &["name", "ja", "core", "flex", "drawn", "copies"])?;
        Ok(RawArchetype {
            name: keys.need("name", placed(text))?,
            ja: keys.need("ja", text)?,
            core: keys.need("core", placed(copies))?,
            flex: keys.need("flex", placed(list(placed(text))))?,
            drawn: keys.need("drawn", placed(integer))?,
            copies: keys.need("copies", placed(integer))?,
        })
    }
}

/// How often each card is in a deck.
fn copies(node: &Node<'_>) -> Result<BTreeMap<String, Spanned<i64>>, Wrong> {
    let mut all = BTreeMap::new();
    for (card, count) in keys::table(node)? {
        all.insert(card.get_ref().to_string(), placed(integer)(count)?);
    }
    Ok(all)
}

/// Parses a set of cards and decks.
pub fn parse(text: &str) -> Result<CardSet, Rejected> {
    if text.len() as u64 > MOST_FILE_BYTES {
        return Err(Rejected(sentence!(
            "{} bytes; a card file has at most {MOST_FILE_BYTES}",
            "{}バイトあります。カードファイルは{MOST_FILE_BYTES}バイトまでです",
            text.len()
        )));
    }
    let at = Place { text };
    let raw = RawFile::read(text).map_err(|why| at.fault(why.offset, why.what))?;
    if raw.card.len() > MOST_CARDS {
        let offset = raw.card[MOST_CARDS].span().start;
        return Err(at.fault(
            offset,
            sentence!(
                "{} cards; expected at most {MOST_CARDS}",
                "カードが{}種類あります。{MOST_CARDS}種類までです",
                raw.card.len()
            ),
        ));
    }
    if raw.archetype.len() > MOST_ARCHETYPES {
        let offset = raw.archetype[MOST_ARCHETYPES].span().start;
        let count = raw.archetype.len();
        return Err(at.fault(
            offset,
            sentence!(
                "{count} archetypes; expected at most {MOST_ARCHETYPES}",
                "デッキが{count}種類あります。{MOST_ARCHETYPES}種類までです"
            ),
        ));
    }
    let reader = Reader { at, raw: &raw };
    let cards = (0..raw.card.len()).map(|i| reader.card(i)).collect::<Result<Vec<Card>, _>>()?;
    let mut set = CardSet {
        name: format!("{:016x}", fingerprint(text)),
        all: (1 << cards.len()) - 1,
        spells: 0,
        counters: 0,
        triggers: 0,
        least_counter_cost: 0,
        cards,
        archetypes: Vec::new(),
    };
    set.spells = set.all & !set.having(keyword::UNIT);
    set.counters = set.having(keyword::COUNTER);
    set.triggers = set.having(keyword::TRIGGER);
    set.least_counter_cost = set.counters_cost_at_least();
    set.archetypes = raw.archetype.iter().map(|a| reader.archetype(a)).collect::<Result<_, _>>()?;
    if set.archetypes.is_empty() {
        return Err(at.fault(
            0,
            sentence!(
                "no archetype; expected at least one [[archetype]]",
                "デッキがありません。[[archetype]] を一つ以上書いてください"
            ),
        ));
    }
    Ok(set)
}

/// FNV-1a: names a file by its content, the same on every machine.
fn fingerprint(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// A position in the file, for messages.
#[derive(Clone, Copy)]
struct Place<'a> {
    text: &'a str,
}

impl Place<'_> {
    fn fault(&self, offset: usize, what: Sentence) -> Rejected {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        let whose =
            self.owner(line).map_or(Sentence::default(), |owner| owner.map(|owner| format!("{owner}: ")));
        Rejected(sentence!("line {line}: {whose}{what}", "{line}行目: {whose:#}{what:#}"))
    }

    /// The card or deck that this line belongs to.
    fn owner(&self, line: usize) -> Option<Sentence> {
        let lines: Vec<&str> = self.text.lines().collect();
        let is_head = |l: &str| l.trim_start().starts_with("[[");
        let head = lines[..line.min(lines.len())].iter().rposition(|l| is_head(l))?;
        let what =
            if lines[head].contains("archetype") { ("deck", "デッキ") } else { ("card", "カード") };
        let body = lines[head + 1..].iter().take_while(|l| !is_head(l));
        let name = body
            .filter_map(|l| l.trim().strip_prefix("name"))
            .find_map(|l| l.trim_start().strip_prefix('=').map(|v| v.trim().trim_matches('"').to_string()));
        Some(match name {
            Some(name) => Sentence::new(format!("{} {name:?}", what.0), format!("{} {name:?}", what.1)),
            None => Sentence::new(format!("{} without a name", what.0), format!("名前のない{}", what.1)),
        })
    }
}

struct Reader<'a> {
    at: Place<'a>,
    raw: &'a RawFile,
}

/// The name in moves: `Sudden Snare` becomes `sudden-snare`.
fn word(name: &str) -> String {
    let plain = name.chars().filter(|c| *c != '\'').map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
    plain.collect::<String>().to_ascii_lowercase()
}

impl Reader<'_> {
    fn number(&self, given: &Spanned<i64>, what: &str, range: RangeInclusive<i64>) -> Result<u8, Rejected> {
        self.plain_number(*given.get_ref(), given.span().start, what, range)
    }

    fn plain_number(
        &self,
        given: i64,
        offset: usize,
        what: &str,
        range: RangeInclusive<i64>,
    ) -> Result<u8, Rejected> {
        if range.contains(&given) {
            return Ok(given as u8);
        }
        let (least, most) = (range.start(), range.end());
        Err(self.at.fault(
            offset,
            sentence!(
                "{what} is {given}; expected {least} to {most}",
                "{what} が {given} です。{least}から{most}までにしてください"
            ),
        ))
    }

    fn find(&self, name: &str, offset: usize) -> Result<usize, Rejected> {
        let found = self.raw.card.iter().position(|c| c.get_ref().name.get_ref() == name);
        found.ok_or_else(|| {
            self.at.fault(offset, sentence!("there is no card {name:?}", "{name:?} というカードはありません"))
        })
    }

    fn card(&self, index: usize) -> Result<Card, Rejected> {
        let raw = self.raw.card[index].get_ref();
        let name = raw.name.get_ref();
        let start = raw.name.span().start;
        let fault = |offset: usize, en: &str, ja: &str| Err(self.at.fault(offset, Sentence::new(en, ja)));
        if word(name).chars().all(|c| c == '-') || !name.is_ascii() || raw.ja.trim().is_empty() {
            return fault(
                start,
                "expected a name in Latin letters and one in Japanese (ja)",
                "英字の名前（name）と日本語の名前（ja）を書いてください",
            );
        }
        if let Some(other) =
            self.raw.card[..index].iter().find(|c| word(c.get_ref().name.get_ref()) == word(name))
        {
            let line = 1 + self.at.text[..other.span().start].matches('\n').count();
            return Err(self.at.fault(
                start,
                sentence!(
                    "its name is taken by the card of line {line}",
                    "この名前は{line}行目のカードが使っています"
                ),
            ));
        }
        let unit = raw.kind == Kind::Unit;
        let power = match (&raw.power, unit) {
            (Some(power), true) => self.number(power, "power", 0..=98)?,
            (Some(power), false) => {
                return fault(power.span().start, "a spell has no power", "呪文にパワーはありません");
            }
            (None, true) => {
                return fault(start, "a unit needs a power", "ユニットにはパワー（power）が要ります");
            }
            (None, false) => 0,
        };
        let breaks = match &raw.breaks {
            Some(breaks) if !unit => {
                return fault(breaks.span().start, "a spell breaks no shields", "呪文は盾をブレイクしません");
            }
            Some(breaks) => self.number(breaks, "breaks", 1..=5)?,
            None => u8::from(unit),
        };
        if let (Some(aura), false) = (&raw.aura, unit) {
            return fault(
                aura.span().start,
                "a spell does not stay in play: only a unit can have an aura",
                "呪文は場に残らないので、aura はユニットだけが持てます",
            );
        }
        let (ops, aim) = self.ops(index)?;
        Ok(Card {
            cost: self.number(&raw.cost, "cost", 0..=20)?,
            power,
            breaks,
            keywords: self.keywords(raw)?,
            aim,
            ops,
            zero_if: raw.zero_if.as_ref().map(|z| self.zero_if(z)).transpose()?,
            discount: raw.discount.as_ref().map(|d| self.discount(d)).transpose()?,
            aura: raw.aura.as_ref().map(|a| self.aura(a)).transpose()?,
            word: word(name),
            name: name.clone(),
            ja: raw.ja.clone(),
        })
    }

    fn keywords(&self, raw: &RawCard) -> Result<u8, Rejected> {
        let hooked = raw.zero_if.is_some() || raw.discount.is_some();
        let mut bits = if raw.kind == Kind::Unit { keyword::UNIT } else { 0 };
        for given in &raw.keywords {
            let bit = *given.get_ref();
            if bits & bit != 0 {
                return Err(self.at.fault(
                    given.span().start,
                    sentence!("a keyword is listed twice", "同じキーワードが二度書かれています"),
                ));
            }
            if raw.kind == Kind::Spell && bit & (keyword::TRIGGER | keyword::COUNTER) == 0 {
                let what = sentence!(
                    "a spell can have the keywords trigger and counter only",
                    "呪文のキーワードは trigger と counter だけです"
                );
                return Err(self.at.fault(given.span().start, what));
            }
            bits |= bit;
        }
        Ok(bits | if hooked { keyword::HOOKED } else { 0 })
    }

    fn zero_if(&self, given: &Spanned<RawZeroIf>) -> Result<ZeroIf, Rejected> {
        let raw = given.get_ref();
        let (count, most) = raw.count;
        let at_least = self.plain_number(raw.at_least, given.span().start, "zero_if: at_least", 1..=most)?;
        Ok(ZeroIf { count, at_least })
    }

    fn discount(&self, given: &Spanned<RawDiscount>) -> Result<Discount, Rejected> {
        let (raw, offset) = (given.get_ref(), given.span().start);
        let (per, _) = raw.per;
        let amount = self.plain_number(raw.amount, offset, "discount: amount", 1..=20)?;
        let most = self.plain_number(raw.max, offset, "discount: max", 1..=20)?;
        Ok(Discount { per, amount, most })
    }

    fn aura(&self, given: &Spanned<RawAura>) -> Result<Aura, Rejected> {
        let (raw, offset) = (given.get_ref(), given.span().start);
        let spell_discount = self.plain_number(raw.spell_discount, offset, "aura: spell_discount", 1..=20)?;
        Ok(Aura { spell_discount, floor: self.plain_number(raw.floor, offset, "aura: floor", 0..=20)? })
    }

    /// The operations of a card, with `as` expanded, and its target.
    fn ops(&self, index: usize) -> Result<([Option<Op>; MOST_OPS], Aim), Rejected> {
        let mut ops = Vec::new();
        self.collect(index, &mut vec![index], &mut ops, &mut 0)?;
        let offset = self.raw.card[index].get_ref().name.span().start;
        if ops.len() > MOST_OPS {
            return Err(self.at.fault(
                offset,
                sentence!(
                    "{} effects; expected at most {MOST_OPS}",
                    "効果が{}個あります。{MOST_OPS}個までです",
                    ops.len()
                ),
            ));
        }
        let mut aims = ops.iter().filter_map(|op| match op {
            Op::Destroy(power) => Some(*power),
            Op::Bounce => Some(u8::MAX),
            _ => None,
        });
        let aim = aims.next().map_or(Aim::Nothing, Aim::EnemyUnit);
        if aims.next().is_some() {
            return Err(self.at.fault(
                offset,
                sentence!(
                    "two effects that aim at a unit; a card has one target at most",
                    "ユニットを選ぶ効果が二つあります。対象は一つまでです"
                ),
            ));
        }
        let mut all = [None; MOST_OPS];
        all.iter_mut().zip(ops).for_each(|(place, op)| *place = Some(op));
        Ok((all, aim))
    }

    /// `path` are the cards being expanded: if one comes up again, the definition is circular.
    fn collect(
        &self,
        index: usize,
        path: &mut Vec<usize>,
        ops: &mut Vec<Op>,
        steps: &mut usize,
    ) -> Result<(), Rejected> {
        for given in &self.raw.card[index].get_ref().on_enter {
            let (raw, offset) = (given.get_ref(), given.span().start);
            self.check_fields(raw, offset)?;
            *steps += 1;
            if *steps > MOST_STEPS {
                let card = self.raw.card[path[0]].get_ref().name.span().start;
                return Err(self.at.fault(
                    card,
                    sentence!(
                        "more than {MOST_STEPS} effects of other cards",
                        "他のカードの効果が{MOST_STEPS}個を超えています"
                    ),
                ));
            }
            if raw.op == OpName::As {
                let name = raw.card.as_deref().unwrap_or_default();
                let other = self.find(name, offset)?;
                if path.contains(&other) {
                    let names = path
                        .iter()
                        .chain([&other])
                        .map(|&i| self.raw.card[i].get_ref().name.get_ref().as_str());
                    let circle = names.collect::<Vec<_>>().join(" as ");
                    return Err(self.at.fault(
                        offset,
                        sentence!("its effect is circular: {circle}", "効果が循環しています: {circle}"),
                    ));
                }
                path.push(other);
                self.collect(other, path, ops, steps)?;
                path.pop();
            } else {
                ops.push(self.op(raw, offset)?);
            }
        }
        Ok(())
    }

    /// Every operation takes its own keys and no others.
    fn check_fields(&self, raw: &RawOp, offset: usize) -> Result<(), Rejected> {
        let (needs, takes): (&[&str], &[&str]) = match raw.op {
            OpName::Draw | OpName::Boost | OpName::Discard | OpName::Mill | OpName::Scry => (&["n"], &["n"]),
            OpName::Destroy | OpName::Sweep => (&["max_power"], &["max_power"]),
            OpName::Bounce => (&[], &[]),
            OpName::Shield => (&["n"], &["n", "from", "face_up"]),
            OpName::Search => (&["shown"], &["kind", "shown"]),
            OpName::As => (&["card"], &["card"]),
        };
        let given = [
            ("n", raw.n.is_some()),
            ("max_power", raw.max_power.is_some()),
            ("from", raw.from.is_some()),
            ("face_up", raw.face_up.is_some()),
            ("kind", raw.kind.is_some()),
            ("shown", raw.shown.is_some()),
            ("card", raw.card.is_some()),
        ];
        for (key, is_there) in given {
            if is_there && !takes.contains(&key) {
                return Err(self.at.fault(
                    offset,
                    sentence!("this effect takes no {key}", "この効果に {key} は使えません"),
                ));
            }
            if !is_there && needs.contains(&key) {
                return Err(self
                    .at
                    .fault(offset, sentence!("this effect needs {key}", "この効果には {key} が要ります")));
            }
        }
        Ok(())
    }

    fn op(&self, raw: &RawOp, offset: usize) -> Result<Op, Rejected> {
        let n = |most: i64| self.plain_number(raw.n.unwrap_or(0), offset, "n", 1..=most);
        let power = || self.plain_number(raw.max_power.unwrap_or(-1), offset, "max_power", 0..=99);
        let fault = |what: Sentence| Err(self.at.fault(offset, what));
        Ok(match raw.op {
            OpName::Draw => Op::Draw(n(10)?),
            OpName::Destroy => Op::Destroy(power()?),
            OpName::Bounce => Op::Bounce,
            OpName::Boost => Op::Boost(n(10)?),
            OpName::Sweep => Op::Sweep(power()?),
            OpName::Discard => Op::Discard(n(10)?),
            OpName::Mill => Op::Mill(n(10)?),
            OpName::Scry => Op::Scry(n(MOST_LOOKED_AT as i64)?),
            OpName::Shield => match (raw.from, raw.face_up.unwrap_or(false)) {
                (Some(Source::Hand), true) => {
                    return fault(sentence!(
                        "impossible effect: a shield from hand stays face down",
                        "手札から置く盾は表向きにできません"
                    ));
                }
                (Some(Source::Hand), false) => Op::Stow(n(5)?),
                (_, true) => Op::FaceUp(n(5)?),
                (_, false) => Op::Shield(n(5)?),
            },
            OpName::Search => {
                let shown = raw.shown.unwrap_or(false);
                if raw.kind.is_some() && !shown {
                    return fault(sentence!(
                        "impossible effect: a search for one kind of card must show what it takes",
                        "種類を指定して探すなら、取ったカードを相手に見せます（shown = true）"
                    ));
                }
                let of_kind = |c: &Spanned<RawCard>| raw.kind.is_none_or(|kind| kind == c.get_ref().kind);
                let among = self.raw.card.iter().enumerate().filter(|(_, c)| of_kind(c)).map(|(i, _)| 1 << i);
                Op::Search { among: among.sum(), shown }
            }
            OpName::As => unreachable!("written out before"),
        })
    }

    fn archetype(&self, given: &Spanned<RawArchetype>) -> Result<Archetype, Rejected> {
        let raw = given.get_ref();
        let mut copies: BTreeMap<usize, i64> = BTreeMap::new();
        for (name, count) in raw.core.get_ref() {
            let offset = count.span().start;
            copies.insert(self.find(name, offset)?, i64::from(self.number(count, name, 1..=4)?));
        }
        let flex: Vec<usize> = {
            let names = raw.flex.get_ref().iter();
            names.map(|name| self.find(name.get_ref(), name.span().start)).collect::<Result<_, _>>()?
        };
        if flex.len() > MOST_FLEX {
            let what = sentence!(
                "{} flex cards; expected at most {MOST_FLEX}",
                "flex が{}種類あります。{MOST_FLEX}種類までです",
                flex.len()
            );
            return Err(self.at.fault(raw.flex.span().start, what));
        }
        let drawn = self.number(&raw.drawn, "drawn", 0..=flex.len() as i64)?;
        let each = self.number(&raw.copies, "copies", 1..=i64::from(MOST_COPIES))?;
        for (i, &card) in flex.iter().enumerate() {
            let offset = raw.flex.get_ref()[i].span().start;
            let name = self.raw.card[card].get_ref().name.get_ref();
            let in_core = copies.get(&card).copied().unwrap_or(0);
            if flex[..i].contains(&card) {
                return Err(self.at.fault(
                    offset,
                    sentence!(
                        "{name:?} is listed twice among the flex cards",
                        "flex に {name:?} が二度書かれています"
                    ),
                ));
            }
            let all = in_core + i64::from(each);
            if all > i64::from(MOST_COPIES) {
                let what = sentence!(
                    "a deck may have {all} copies of {name:?}; expected at most {MOST_COPIES}",
                    "{name:?} が{all}枚になります。{MOST_COPIES}枚までです"
                );
                return Err(self.at.fault(offset, what));
            }
        }
        let size = copies.values().sum::<i64>() + i64::from(drawn) * i64::from(each);
        if size != DECK as i64 {
            let what = sentence!(
                "the deck has {size} cards; expected {DECK}",
                "デッキが{size}枚です。{DECK}枚にしてください"
            );
            return Err(self.at.fault(raw.core.span().start, what));
        }
        let core: Counts =
            copies.iter().flat_map(|(&card, &n)| (0..n).map(move |_| CardId::new(card))).collect();
        let flex: Vec<CardId> = flex.into_iter().map(CardId::new).collect();
        let (drawn, copies) = (usize::from(drawn), usize::from(each));
        let decks = decks(&core, &flex, drawn, copies);
        Ok(Archetype {
            name: raw.name.get_ref().clone(),
            ja: raw.ja.clone(),
            core,
            flex,
            drawn,
            copies,
            decks,
        })
    }
}

/// The core combined with every choice of flex cards.
fn decks(core: &Counts, flex: &[CardId], drawn: usize, copies: usize) -> Vec<Counts> {
    let choices = (0..1u32 << flex.len()).filter(|choice| choice.count_ones() as usize == drawn);
    let deck = |choice: u32| {
        let chosen = flex.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1);
        let cards: Counts = chosen.flat_map(|(_, &card)| (0..copies).map(move |_| card)).collect();
        core.plus(&cards)
    };
    choices.map(deck).collect()
}

#[cfg(test)]
mod tests;
