//! A game in progress.

use crate::agent::AgentText;
use crate::ask::{Listener, Stop};
use crate::driver::paid_after;
use crate::fault::{FaultKind, excerpt};
use crate::game::{Moved, Position, Session};
use crate::host::WallClock;
use crate::kind::Agent;
use crate::matches::Match;
use crate::playable::{Playable, StateOf};
use crate::position::Seen;
use crate::record::{self, Forfeit, Record};
use crate::solve::{MoveValue, Question, Solution, TooLittle};
use crate::table::{Asked, Shared, agents_luck, unable};
use crate::wire::VERSION;
use crate::{Fault, Sentence, limit, view};
use std::sync::Arc;
use yomi_core::ruleset::ActionOf;
use yomi_core::{Clock, Limits, Player, Ruleset, State, View, ViewOf, sentence};

pub(crate) struct Running<P: Playable> {
    table: Arc<Shared<P>>,
    seed: u64,
    names: Vec<String>,
    agents: Vec<Option<Agent<StateOf<P>>>>,
    game: Match<StateOf<P>>,
    /// Every move, with the seat that made it: what is taken back is played again up to there.
    moves: Vec<(Player, ActionOf<P::Rules>)>,
    /// Where among them the caller's own are.
    own: Vec<usize>,
    /// Seats whose program could not go on, and why. Such a game is lost whatever is taken back.
    forfeits: Vec<Forfeit>,
}

fn game_over() -> Fault {
    Fault::new(FaultKind::IllegalMove, "the game is over", "対局は終わっています")
}

fn too_little(why: TooLittle) -> Fault {
    let least = why.least.div_ceil(1 << 20);
    Fault::new(
        FaultKind::Limit,
        format!("this position takes more memory; expected at least {least}MiB"),
        format!("この局面にはもっとメモリが要ります。{least}MiB 以上にしてください"),
    )
    .expecting([format!("{least}MiB")])
}

/// Without a limit a solver gives up only where the position is too large for it.
fn unsolved(limits: &Limits) -> Fault {
    if *limits == Limits::default() {
        return Fault::new(
            FaultKind::Limit,
            "the position is too large to be solved; expected a later one, or smaller settings",
            "局面が大きすぎて解けません。もっと先の局面か小さい設定にしてください",
        );
    }
    let given = limit::text(limits);
    Fault::new(
        FaultKind::Limit,
        format!("it was not solved within {given}; expected a larger limit, or none"),
        format!("{given} では解けませんでした。制限を大きくするか、なくしてください"),
    )
}

impl<P: Playable> Running<P> {
    pub fn new(
        table: Arc<Shared<P>>,
        seed: u64,
        agents: &[Option<AgentText>],
        limits: Option<Limits>,
    ) -> Result<Self, Fault> {
        let names = agents.iter().map(|a| a.as_ref().map_or("human".into(), |a| a.text.clone())).collect();
        let seat = |typed: &AgentText| Ok(table.prepare(typed, limits)?.seat());
        let seated = agents.iter().map(|a| a.as_ref().map(seat).transpose());
        let agents = seated.collect::<Result<_, Fault>>()?;
        let game = Match::new(table.rules.start(seed), table.rules.luck(seed));
        let (moves, own, forfeits) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Running { table, seed, names, agents, game, moves, own, forfeits })
    }

    /// Plays a move of the next seat and returns the seat.
    fn play(&mut self, word: &str) -> Result<Player, Fault> {
        let Some(seat) = self.game.next() else { return Err(game_over()) };
        let action = self.table.rules.parse_recorded(self.game.state(), word)?;
        if self.game.submit(seat, action).is_err() {
            let legal = self.game.view(seat).legal::<StateOf<P>>();
            let legal: Vec<Sentence> = legal.into_iter().map(|a| self.table.typed(a)).collect();
            return Err(not_legal(word, &legal));
        }
        self.own.push(self.moves.len());
        self.moves.push((seat, action));
        self.tell_if_over();
        Ok(seat)
    }

    /// Plays a list of moves up to the first that is refused.
    fn play_all(&mut self, list: &str) -> Result<(), Fault> {
        let rules = self.table.rules.clone();
        let (mut moves, mut told, mut mover) = (0, 0, Player::FIRST);
        for (entry, turn) in list.split_whitespace().enumerate() {
            for (i, word) in rules.split_moves(turn).into_iter().enumerate() {
                // Chance outcomes may be left out, but a word joined to the move must be one.
                let joined = i > 0;
                let place = |why: Fault, moves: usize| {
                    why.at(sentence!("move {moves}", "{moves}手目")).at_entry(entry)
                };
                if self.came_as_recorded(told, word) {
                    told += 1;
                } else if told < self.game.came() && (joined || self.could_have_come(mover, told, word)) {
                    self.check_what_came(mover, told, word).map_err(|why| place(why, moves))?;
                    told += 1;
                } else {
                    moves += 1;
                    mover = self.play(word).map_err(|why| place(why, moves))?;
                    told = 0;
                }
            }
        }
        Ok(())
    }

    /// Back to how the game was after this many moves.
    fn rewind(&mut self, moves: usize) {
        if moves == self.moves.len() {
            return;
        }
        self.moves.truncate(moves);
        self.own.retain(|&place| place < moves);
        let rules = &self.table.rules;
        self.game = Match::new(rules.start(self.seed), rules.luck(self.seed));
        for &(seat, action) in &self.moves {
            self.game.submit(seat, action).expect("it was played before, and luck is the same");
        }
    }

    /// What every seat gets, in the game's own unit.
    fn paid(&self) -> Vec<f64> {
        let paid = self.game.payoffs();
        match self.forfeits.is_empty() {
            true => paid,
            false => paid_after(&self.forfeits, &paid, self.table.rules.start(self.seed).payoff_bounds().0),
        }
    }

    /// Tells the agents how their game ended.
    fn tell_if_over(&mut self) {
        if self.game.is_over() {
            let payoffs = self.payoffs();
            self.agents.iter_mut().flatten().for_each(|agent| agent.mind.over(&payoffs));
        }
    }

    /// What a seat saw before the `nth` chance outcome since the last move.
    fn before_outcome(&self, seat: Player, nth: usize) -> ViewOf<StateOf<P>> {
        let view = self.game.view(seat);
        let events = view.events.iter().take(view.events.len() - self.game.came() + nth).cloned();
        View::replay::<StateOf<P>>(seat, view.start.clone(), events).expect("what was seen can be seen again")
    }

    /// Whether the `nth` chance outcome since the last move could have been this, from what the seat knew.
    fn could_have_come(&self, seat: Player, nth: usize, word: &str) -> bool {
        let event = self.table.rules.parse_event(word);
        event.is_ok_and(|event| self.before_outcome(seat, nth).observe::<StateOf<P>>(event).is_ok())
    }

    /// Whether this is how a record writes the `nth` chance outcome since the last move: a record tells what
    /// nobody or only another seat saw.
    fn came_as_recorded(&self, nth: usize, word: &str) -> bool {
        let played = self.game.played();
        let outcome = played.get(played.len() - self.game.came() + nth);
        outcome.is_some_and(|&outcome| self.table.text(outcome) == word)
    }

    /// Checks that the `nth` chance outcome since the last move was this.
    fn check_what_came(&self, seat: Player, nth: usize, word: &str) -> Result<(), Fault> {
        let rules = &self.table.rules;
        let event = rules.parse_event(word)?;
        let mut before = self.before_outcome(seat, nth);
        let at = before.events.len();
        before.observe::<StateOf<P>>(event.clone())?;
        match self.game.view(seat).events.get(at) {
            Some(came) if *came == event => Ok(()),
            came => Err(not_what_came(word, self.seed, came.is_some())),
        }
    }
}

/// The solver does not answer this question; which ones it does.
fn not_answered<P: Playable>(question: Question) -> Fault {
    let names: Vec<&str> = P::ANSWERS.iter().map(|answered| answered.name()).collect();
    let (question, list) = (question.name(), names.join(", "));
    let fault = unable::<P>(
        &format!("has a solver that does not answer {question:?}; expected {list}"),
        &format!("の解法は {question:?} に答えません。使えるもの: {list}"),
    );
    fault.expecting(names).of_part("question")
}

fn not_legal(word: &str, legal: &[Sentence]) -> Fault {
    let (word, Sentence { en, ja }) = (excerpt(word), view::listed(legal));
    Fault::new(
        FaultKind::IllegalMove,
        format!("{word:?} is not legal here; legal: {en}"),
        format!("{word:?} はここでは選べません。選べる手: {ja}"),
    )
    .expecting(legal.iter().map(|typed| typed.en.as_str()))
}

/// What came is not told: a person who plays may only see it after the move.
fn not_what_came(word: &str, seed: u64, comes: bool) -> Fault {
    let word = excerpt(word);
    if comes {
        Fault::new(
            FaultKind::IllegalMove,
            format!("{word:?} is not what game {seed} brings after this move; enter the move alone"),
            format!("この手の後にゲーム {seed} で来るのは {word:?} ではありません。手だけを入力してください"),
        )
    } else {
        Fault::new(
            FaultKind::IllegalMove,
            format!("{word:?} is a word too many: nothing is drawn after this move"),
            format!("{word:?} は余分です。この手の後には何も引きません"),
        )
    }
}

impl<P: Playable> Session for Running<P> {
    fn players(&self) -> usize {
        self.game.players()
    }

    fn next(&self) -> Option<Player> {
        self.game.next()
    }

    fn position(&self, seat: Player) -> Box<dyn Position> {
        Box::new(Seen { table: self.table.clone(), view: self.game.view(seat).clone() })
    }

    fn submit(&mut self, text: &str) -> Result<(), Fault> {
        let words = self.table.rules.split_moves(text);
        let (word, said) = match words.split_first() {
            Some((first, said)) if words.concat() == text => (*first, said),
            _ => (text, &[][..]),
        };
        let seat = self.play(word)?;
        for (nth, word) in said.iter().enumerate() {
            if let Err(why) = self.check_what_came(seat, nth, word) {
                self.take_back(seat);
                return Err(why);
            }
        }
        Ok(())
    }

    fn submit_list(&mut self, list: &str) -> Result<(), Fault> {
        let before = self.moves.len();
        self.play_all(list).inspect_err(|_| self.rewind(before))
    }

    fn let_agent_move_until(&mut self, stop: &Stop, listener: &mut dyn Listener) -> Result<Moved, Fault> {
        let Some(seat) = self.game.next() else { return Err(game_over()) };
        let name = &self.names[seat.index()];
        let Some(agent) = &mut self.agents[seat.index()] else {
            return Err(Fault::bad_option(
                format!("seat {seat} is to move and has no agent; expected a move of that seat"),
                format!("手番の席{seat}にはエージェントがいません。その席の手を指定してください"),
            ));
        };
        let asked = Asked {
            truth: Some(&self.game),
            rng: &mut agents_luck(self.seed).split(self.game.played().len() as u64),
            tree: None,
            trace: false,
            evidence: false,
            stating: None,
            stop,
        };
        let decision = self.table.decide(name, agent, self.game.view(seat), asked, listener)?.decision;
        let failed = agent.mind.failure();
        if let Some(failure) = failed {
            // What was stopped has not lost: it can be asked again.
            if stop.is_stopped() {
                return Err(Fault::cancelled());
            }
            if failure.for_good {
                return Err(failure.into());
            }
        }
        let known = self.forfeits.iter().any(|forfeit| forfeit.seat == seat.index());
        let failed = failed.filter(|_| !known).map(|why| Sentence::new(why.en.as_str(), why.ja.as_str()));
        self.forfeits.extend(failed.iter().map(|why| Forfeit { seat: seat.index(), why: why.clone() }));
        let looked = Some(decision.best()).filter(|best| best.visits > 0);
        let moved = Moved {
            agent: name.clone(),
            chosen: self.table.text(decision.action),
            told: self.table.told(&decision),
            value: looked.map(|best| P::Rules::STAKES.shown(best.mean)),
            iterations: decision.iterations,
            failed,
        };
        self.game.submit(seat, decision.action)?;
        self.moves.push((seat, decision.action));
        self.tell_if_over();
        Ok(moved)
    }

    fn take_back(&mut self, seat: Player) -> bool {
        let Some(at) = self.own.iter().rposition(|&place| self.moves[place].0 == seat) else { return false };
        self.rewind(self.own[at]);
        true
    }

    fn solve(
        &self,
        question: Question,
        limits: Option<Limits>,
        stop: &Stop,
        listener: &mut dyn Listener,
    ) -> Result<Solution, Fault> {
        if self.game.is_over() {
            return Err(Fault::new(
                FaultKind::IllegalMove,
                "the game is over; there is nothing to solve",
                "対局は終わっています。解くものがありません",
            ));
        }
        let host = &self.table.host;
        let (clock, before) = (WallClock::start(host), host.process_cpu());
        let limits = limits.unwrap_or_default();
        let mut go_on = |nodes: u64| {
            listener.solving(nodes);
            let in_time = limits.time.is_none_or(|most| clock.now() < most);
            let in_nodes = limits.nodes.or(limits.iterations).is_none_or(|most| nodes < most);
            in_time && in_nodes && !stop.is_stopped()
        };
        if !P::SOLVES {
            return Err(unable::<P>("has no exact solver", "には厳密な解法がありません"));
        }
        if !P::ANSWERS.contains(&question) {
            return Err(not_answered::<P>(question));
        }
        let state = self.game.state();
        let found = match limits.memory {
            None => P::solve(state, question, &mut go_on),
            Some(bytes) => P::solve_within(state, question, bytes, &mut go_on)
                .ok_or_else(|| {
                    unable::<P>(
                        "has a solver that no memory limit holds; expected a limit such as 60s or 1000000nodes",
                        "の解法はメモリの制限に対応していません。60s や 1000000nodes を使ってください",
                    )
                })?
                .map(Some)
                .map_err(too_little)?,
        };
        let found = found.flatten().ok_or_else(|| match stop.is_stopped() {
            true => Fault::cancelled(),
            false => unsolved(&limits),
        })?;
        let stakes = P::Rules::STAKES;
        let shown = |value: f64| if found.unit.is_some() { value } else { stakes.shown(value) };
        let text = |a: &ActionOf<P::Rules>| self.table.text(*a);
        Ok(Solution {
            version: VERSION,
            game: P::Rules::NAME.into(),
            unit: found.unit.unwrap_or(stakes.unit()).into(),
            value: shown(found.value),
            best: found.best.iter().map(text).collect(),
            moves: found
                .moves
                .iter()
                .map(|(a, value)| MoveValue { text: text(a), value: shown(*value) })
                .collect(),
            sentences: found.sentences,
            nodes: found.nodes,
            memory_bytes: found.memory_bytes,
            elapsed_ms: 1000.0 * clock.now().as_secs_f64(),
            cpu_ms: 1000.0 * host.process_cpu().saturating_sub(before).as_secs_f64(),
        })
    }

    fn secrets(&self) -> Option<Sentence> {
        P::secrets(&self.table.rules, self.game.state(), self.game.luck()?)
    }

    fn record(&self) -> Record {
        Record {
            yomi_record: record::VERSION,
            game: P::Rules::NAME.into(),
            settings: view::settings_json(&self.table.settings),
            seed: self.seed,
            agents: self.names.clone(),
            open: false,
            moves: record::written(&self.table.rules, self.seed, self.game.played()),
            payoffs: self.game.is_over().then(|| self.paid()),
            forfeits: if self.game.is_over() { self.forfeits.clone() } else { Vec::new() },
        }
    }

    fn payoffs(&self) -> Vec<f64> {
        self.paid().into_iter().map(|payoff| P::Rules::STAKES.shown(payoff)).collect()
    }
}
