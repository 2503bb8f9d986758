//! Asking: the position is drawn, the person answers, and is told why.

use crate::lang::Lang;
use crate::play::{read_line, think};
use crate::{Context, cards, store, wrap};
use serde_json::json;
use yomi::core::{Stakes, sentence};
use yomi::engine::puzzle::{
    Card, Cards, Grade, Puzzle, Standing, answered, memory, moves_are_numbers, of_today, words,
};
use yomi::engine::wire::{CardInfo, Legal};
use yomi::{Fault, Game, Sentence, Stop, Table};
use yomi_store::{PERSON, Store};

/// A person who is asked.
pub struct Sitting<'a> {
    context: &'a Context,
    table: &'a dyn Table,
    game: &'static str,
    stakes: Stakes,
    cards: Option<Vec<CardInfo>>,
    /// Ask also what is not due.
    all: bool,
    /// `None` if nothing is kept.
    store: Option<Store>,
    known: Cards,
    today: i64,
}

/// What came of a question.
enum Said {
    Graded(Grade),
    Left,
}

impl<'a> Sitting<'a> {
    pub fn new(
        context: &'a Context,
        game: &dyn Game,
        table: &'a dyn Table,
        all: bool,
    ) -> Result<Sitting<'a>, Fault> {
        let store = store::for_memory(context)?;
        let mut known = Cards::new();
        if let Some(store) = &store {
            let all = store.recall_all(PERSON, game.name())?;
            known = memory::recalled(all.into_iter().map(|known| (known.topic, known.state)));
        }
        let today = memory::day_of(store::now().0);
        let (name, stakes, cards) = (game.name(), game.stakes(), cards::of(table));
        Ok(Sitting { context, table, game: name, stakes, cards, all, store, known, today })
    }

    /// Asks at most this many; what was missed is asked again at the end, until it is found.
    pub fn ask(mut self, puzzles: &[Puzzle], count: usize) -> Result<(), Fault> {
        let nothing = Cards::new();
        let known = if self.all { &nothing } else { &self.known };
        let chosen = of_today(puzzles, known, self.today, count);
        if chosen.is_empty() {
            return self.say(&self.none_due(puzzles));
        }
        if self.store.is_none() {
            self.say(&sentence!(
                "Nothing is kept: what you answer is forgotten afterwards.\n",
                "保存しない設定なので、回答は記憶されません。\n"
            ))?;
        }
        let (total, mut right, mut asked) = (chosen.len(), 0, 0);
        let mut again = Vec::new();
        let mut left = false;
        for (at, &puzzle) in chosen.iter().enumerate() {
            let level = puzzle.level;
            let n = at + 1;
            let heading =
                sentence!("Puzzle {n} of {total}, level {level}\n", "{total}問中の{n}問目、レベル{level}\n");
            match self.one(puzzle, &heading)? {
                Said::Left => {
                    left = true;
                    break;
                }
                Said::Graded(grade) => {
                    asked += 1;
                    right += usize::from(!grade.is_to_be_repeated());
                    if grade.is_to_be_repeated() {
                        again.push(puzzle);
                    }
                    self.remember(puzzle, grade)?;
                }
            }
        }
        while !left && !again.is_empty() {
            let puzzle = again.remove(0);
            match self.one(puzzle, &sentence!("Once more\n", "もう一度\n"))? {
                Said::Left => left = true,
                Said::Graded(grade) if grade.is_to_be_repeated() => again.push(puzzle),
                Said::Graded(_) => {}
            }
        }
        self.say(&sentence!("{right} of {asked} found at once.\n", "{asked}問中{right}問を一度で正解。\n"))
    }

    /// One puzzle, from its picture to the reasons.
    fn one(&self, puzzle: &Puzzle, heading: &Sentence) -> Result<Said, Fault> {
        let position = puzzle.position(self.table)?;
        let legal = position.legal();
        let seat = position.seat();
        self.say(heading)?;
        if self.table.players() > 1 {
            self.say(&sentence!("You are seat {seat}.\n", "あなたは席{seat}です。\n"))?;
        }
        self.context.screen.say(&self.context.lang.picture(position.as_ref()))?;
        let Some(answer) = self.answer(&legal)? else { return Ok(Said::Left) };
        let (grade, verdict) = words::verdict(puzzle, &legal, answer.as_deref());
        self.say(&sentence!("{verdict}\n", "{verdict:#}\n"))?;
        let why = think(true, |waiting| {
            words::why(puzzle, position.as_ref(), answer.as_deref(), self.stakes, &Stop::default(), waiting)
        })?;
        for sentence in why {
            self.context
                .screen
                .say(&wrap::to_terminal(&format!("- {}\n", self.context.lang.sentence(&sentence))))?;
        }
        self.context.screen.say("\n")?;
        Ok(Said::Graded(grade))
    }

    /// What the person chooses: nothing where they leave, an empty answer where they give up.
    fn answer(&self, legal: &[Legal]) -> Result<Option<Option<String>>, Fault> {
        let lang = self.context.lang;
        let keys = lang.pick("(s: give up, q: leave)", "（s: 答えを見る、q: 終わる）");
        let cards = match &self.cards {
            Some(_) => lang.pick(" (c: cards)", "（c: カード）"),
            None => "",
        };
        loop {
            let list = listed(lang, legal);
            let question = lang.pick("the best move", "最善手は");
            self.context
                .screen
                .aside(&wrap::to_terminal(&format!("{question} [{list}] {keys}{cards} > ")))?;
            let Some(line) = read_line()? else {
                self.context.screen.aside("\n")?;
                return Ok(None);
            };
            match line.trim() {
                "" => {}
                "q" => return Ok(None),
                "s" => return Ok(Some(None)),
                "c" if self.cards.is_some() => {
                    let cards = self.cards.as_deref().unwrap_or_default();
                    self.context.screen.aside(&cards::text(lang, cards))?;
                }
                typed => match answered(legal, typed) {
                    Ok(answer) => return Ok(Some(Some(answer))),
                    Err(why) => self
                        .context
                        .screen
                        .aside(&wrap::to_terminal(&format!("{}\n", lang.sentence(&why.text))))?,
                },
            }
        }
    }

    /// Remembers an answer, and says when the puzzle comes again.
    fn remember(&mut self, puzzle: &Puzzle, grade: Grade) -> Result<(), Fault> {
        let topic = memory::topic(&puzzle.id);
        // As it is now: the page may have asked the same puzzle meanwhile.
        let known = match &self.store {
            Some(store) => {
                let kept = store.recall(PERSON, self.game, &topic)?.map(|kept| (kept.topic, kept.state));
                memory::recalled(kept).remove(&puzzle.id)
            }
            None => self.known.get(&puzzle.id).copied(),
        };
        let (card, counts) = Card::after(known, grade, self.today);
        self.known.insert(puzzle.id.clone(), card);
        let Some(store) = &mut self.store else { return Ok(()) };
        let again = words::again(&card, self.today);
        if counts {
            store.remember(PERSON, self.game, &topic, &json!(card), store::now())?;
            return self.say(&sentence!("{again}\n\n", "{again:#}\n\n"));
        }
        self.say(&sentence!(
            "It was not due, and this answer does not count. {again}\n\n",
            "今日の問題ではないので、この答えは数えません。{again:#}\n\n"
        ))
    }

    fn none_due(&self, puzzles: &[Puzzle]) -> Sentence {
        let Standing { sit: sitting, next, .. } = Standing::of(puzzles, &self.known, self.today);
        match next {
            _ if puzzles.is_empty() => {
                sentence!("There are no such puzzles.\n", "該当する問題はありません。\n")
            }
            Some(days) => {
                let next = match days {
                    1 => sentence!("tomorrow", "明日"),
                    _ => sentence!("in {days} days", "{days}日後"),
                };
                let sit = if sitting == 1 { "sits" } else { "sit" };
                sentence!(
                    "Nothing is due today: the next one {next}; {sitting} {sit}. --all asks all the same.\n",
                    "今日の問題はありません。次は{next:#}です（覚えた問題 {sitting}問）。--all なら出題します。\n"
                )
            }
            None if sitting == 1 => sentence!(
                "The only puzzle sits. --all asks it all the same.\n",
                "1問だけの問題を覚えました。--all なら出題します。\n"
            ),
            None => sentence!(
                "All {sitting} puzzles sit. --all asks them all the same.\n",
                "全{sitting}問を覚えました。--all なら出題します。\n"
            ),
        }
    }

    fn say(&self, text: &Sentence) -> Result<(), Fault> {
        self.context.screen.say(&wrap::to_terminal(self.context.lang.sentence(text)))
    }
}

/// The moves with their numbers, unless moves are numbers themselves.
fn listed(lang: Lang, legal: &[Legal]) -> String {
    let numbers = moves_are_numbers(legal);
    let one = |(at, legal): (usize, &Legal)| {
        let text = match lang {
            Lang::Ja => legal.text_ja.as_deref().unwrap_or(&legal.text),
            Lang::En => &legal.text,
        };
        if numbers { text.to_string() } else { format!("{}:{text}", at + 1) }
    };
    legal.iter().enumerate().map(one).collect::<Vec<_>>().join(" ")
}
