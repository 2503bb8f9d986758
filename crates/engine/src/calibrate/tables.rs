//! The tables at which an agent is measured: who sits there, and which seats count.

use super::{Request, Statement, sees_all};
use crate::Fault;
use crate::agent::AgentText;
use crate::chances::{Chance, Company, LOT, Stating};
use crate::driver::{Field, Opening, Played, Watched};
use crate::host::Host;
use crate::kind::{AgentKind, Mind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use yomi_core::{Bound, Player, Rng, Ruleset, State, Turn, ViewOf};

/// One company at a table.
pub(super) struct Table<'a, R: Ruleset> {
    pub field: Field<'a, R>,
    names: String,
    /// Where everybody is the measured agent, all seats count.
    all_seats: bool,
}

impl<R: Ruleset> Table<'_, R> {
    /// Whether the statements of an agent count.
    pub fn counts(&self, agent: usize) -> bool {
        agent == 0 || self.all_seats
    }

    /// Which of the deal's results a decision belongs to.
    pub fn place(&self, watched: &Watched<'_, R>) -> usize {
        if self.all_seats { watched.agent } else { watched.game }
    }

    /// What the seats that count saw of their games.
    pub fn seats<'p>(&self, played: &'p [Played<R::State>]) -> impl Iterator<Item = &'p ViewOf<R::State>> {
        let all_seats = self.all_seats;
        played.iter().flat_map(move |p| {
            let counts = move |&(_, agent): &(usize, &usize)| *agent == 0 || all_seats;
            let seats = p.agents.iter().enumerate().filter(counts);
            seats.map(|(seat, _)| p.game.view(Player::new(seat)))
        })
    }

    /// The deal's results, in the order of [`place`](Self::place).
    pub fn payoffs(&self, played: &[Played<R::State>]) -> Vec<f64> {
        if self.all_seats {
            return played[0].seats.iter().map(|seat| seat.payoff).collect();
        }
        let own = |p: &Played<R::State>| {
            let seat = p.agents.iter().position(|&agent| agent == 0).expect("everybody has a seat");
            p.seats[seat].payoff
        };
        played.iter().map(own).collect()
    }
}

/// The tables that a deal is played at, drawn by lot where there are several.
pub(super) struct Tables<'a, R: Ruleset> {
    /// With how often each is drawn.
    all: Vec<(f64, Table<'a, R>)>,
    seed: u64,
    is_mapped: bool,
}

impl<'a, R: Ruleset> Tables<'a, R> {
    pub fn new(
        rules: &'a R,
        kinds: &[AgentKind<R::State>],
        stating: &Stating<R::State>,
        request: &Request,
        host: &Arc<dyn Host>,
    ) -> Result<Self, Fault> {
        let Request { agent, opponents, seed, limits, .. } = request;
        let table = |against: &[AgentText]| -> Result<Table<'a, R>, Fault> {
            let agents = seated(R::NAME, rules.players(), agent, against)?;
            let all_seats = agents.len() > 1 && agents.iter().all(|other| other == agent);
            let mut field = Field::new(rules, kinds, &agents, *limits, *seed, host)?;
            if matches!(field.agents()[0].mind(), Mind::Seeing(_)) {
                return Err(sees_all(&agent.text));
            }
            if *opponents == Some(Company::Read) {
                field = field.with_evidence(if all_seats { |_| true } else { |agent| agent == 0 });
            }
            if all_seats {
                field = field.without_rotations();
            }
            let names: Vec<&str> = agents[1..].iter().map(|typed| typed.text.as_str()).collect();
            Ok(Table { field, names: names.join(" "), all_seats })
        };
        let named = |company: Company| table(&[stating.known.player_of(company)?]);
        let all = match (opponents, request.against.is_empty()) {
            (Some(Company::Read), true) => {
                let tables = Company::NAMED.into_iter().zip(LOT);
                tables.map(|(company, share)| Ok((share, named(company)?))).collect::<Result<_, Fault>>()?
            }
            (Some(company), true) => vec![(1.0, named(*company)?)],
            _ => vec![(1.0, table(&request.against)?)],
        };
        let is_mapped = opponents.is_some_and(|company| stating.known.knows(agent, company));
        Ok(Tables { all, seed: *seed, is_mapped })
    }

    /// Whether what is stated goes through a map.
    pub fn is_mapped(&self) -> bool {
        self.is_mapped
    }

    /// The table of a deal.
    pub fn of_deal(&self, deal: u64) -> &Table<'a, R> {
        const LOTS: u64 = 0x7AB1_E5B1_0750_0001;
        let mut lot = Rng::new(self.seed).split(LOTS).split(deal).unit();
        for (share, table) in &self.all[..self.all.len() - 1] {
            if lot < *share {
                return table;
            }
            lot -= share;
        }
        &self.all[self.all.len() - 1].1
    }

    pub fn names(&self) -> String {
        self.all.iter().map(|(_, table)| table.names.as_str()).collect::<Vec<_>>().join(" | ")
    }

    /// What is stated where a search found this value; `None` where the company that is measured is not the
    /// one that advice would name.
    pub fn statement(
        &self,
        stating: &Stating<R::State>,
        request: &Request,
        watched: &Watched<'_, R>,
        (found, bound): (f64, Bound),
    ) -> Option<Statement> {
        let iterations = watched.decision.iterations;
        let phase = (stating.phase)(watched.view);
        let plain = Statement { found, mapped: found, stated: found, phase, iterations };
        let Some(company) = request.opponents.filter(|_| Chance::covers(bound)) else { return Some(plain) };
        let chance =
            stating.chance(&request.agent, Some(company), watched.view, iterations, watched.evidence);
        match chance {
            Some(chance) if chance.company == company => {
                Some(Statement { mapped: chance.mapped(found), stated: chance.of(found), ..plain })
            }
            None if company != Company::Read => Some(plain),
            _ => None,
        }
    }
}

/// The random moves that deals begin with.
pub(super) struct Openings<S: State> {
    /// Places in the list, by the seed of the deal. Not the openings themselves: such a map would be compiled for
    /// every game.
    places: BTreeMap<u64, usize>,
    list: Vec<Opening<S>>,
}

impl<S: State> Openings<S> {
    pub(super) fn of(&self, deal: u64) -> Option<&Opening<S>> {
        self.places.get(&deal).map(|&place| &self.list[place])
    }
}

/// The random moves that each deal begins with, where they are wanted. Hardly any two deals begin
/// alike: agents that draw nothing would play the same game again, and one position would weigh like many.
pub(super) fn openings<R: Ruleset>(rules: &R, request: &Request, deals: &[u64]) -> Openings<R::State> {
    const OPENINGS: u64 = 0x09E2_1265_0750_0001;
    /// How often a deal draws anew; then a game has no more openings than these.
    const TRIES: usize = 100;
    let mut openings = Openings { places: BTreeMap::new(), list: Vec::new() };
    if request.random_moves == 0 {
        return openings;
    }
    // Where deals differ by themselves, the same moves are no repeat.
    let one_start = crate::arena::one_start(rules);
    let mut seen = BTreeSet::new();
    for &deal in deals {
        let start = rules.start(deal);
        if !matches!(start.turn(), Turn::Player(_)) {
            continue;
        }
        let mut rng = Rng::new(request.seed).split(OPENINGS).split(deal);
        let mut moves = random_moves(&start, request.random_moves, &mut rng);
        for _ in 0..TRIES {
            if !one_start || seen.insert(moves.clone()) {
                break;
            }
            moves = random_moves(&start, request.random_moves, &mut rng);
        }
        openings.places.insert(deal, openings.list.len());
        openings.list.push(Opening { moves, is_seen: false });
    }
    openings
}

/// Up to this many random moves, while players are to move.
fn random_moves<S: State>(start: &S, most: u32, rng: &mut Rng) -> Vec<S::Action> {
    let (mut state, mut moves) = (start.clone(), Vec::new());
    for _ in 0..rng.below(most + 1) {
        let action = state.random_action(rng);
        state.apply(action);
        if !matches!(state.turn(), Turn::Player(_)) {
            break;
        }
        moves.push(action);
    }
    moves
}

/// The agents by seat: the one that is measured first.
fn seated(
    game: &str,
    players: usize,
    agent: &AgentText,
    against: &[AgentText],
) -> Result<Vec<AgentText>, Fault> {
    let (others, given) = (players - 1, against.len());
    let company: Vec<AgentText> = match given {
        0 if others == 0 => Vec::new(),
        1 if others > 0 => vec![against[0].clone(); others],
        _ if given == others => against.to_vec(),
        _ if others == 0 => {
            return Err(Fault::bad_option(
                format!("{game} is a one-player game: there is nobody to play against"),
                format!("{game} は一人用です。対戦相手はいません"),
            ));
        }
        _ => {
            let names = vec!["best"; others].join(" ");
            let (one, one_ja) = match others {
                1 => (String::new(), String::new()),
                _ => ("one for all of them or ".to_string(), "全員分の1個か、".to_string()),
            };
            return Err(Fault::bad_option(
                format!(
                    "{game} has {players} seats; agents to play against: {given}; expected {one}one for each \
                     other seat, for example {names:?}"
                ),
                format!(
                    "{game} は{players}席ですが、対戦相手が{given}個です。{one_ja}他の席に1個ずつにしてください。\
                     例: {names:?}"
                ),
            ));
        }
    };
    Ok(std::iter::once(agent.clone()).chain(company).collect())
}
