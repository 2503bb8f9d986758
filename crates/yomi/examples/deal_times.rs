//! The cost of exact deals: preparing the table, sampling a deal from it, and the probabilities of all
//! holders, in CPU time of one thread. 52 cards are dealt as evenly as possible, and the first seat knows its
//! own hand.
//!
//! ```text
//! cargo run --release -p yomi --example deal_times
//! ```

use std::hint::black_box;
use yomi::core::Rng;
use yomi::search::belief::{Deals, Holders, Weights};
use yomi::{Host, ThisMachine};

const PACK: u64 = (1 << 52) - 1;

/// What is known about the hands.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// Nothing but their sizes.
    Sizes,
    /// Each seat is known not to hold some cards, about six.
    Sets,
    /// Each card has weight 1 or 0.05 at each seat.
    TwoWeights,
    /// All weights are different.
    AllWeights,
}

fn situation(players: usize, known: Known, rng: &mut Rng) -> (Holders, Weights) {
    let mut hidden = [0; 6];
    (0..52).for_each(|card| hidden[card % players] += 1);
    let own = hidden[0];
    hidden[0] = 0;
    let mut holders = Holders::new(PACK >> own, &hidden[..players]).expect("as many cards as places");
    let mut weights = Weights::default();
    for seat in 1..players {
        for card in 0..52 - own {
            match known {
                Known::Sizes => {}
                Known::Sets if rng.below(52 - own) < 6 => {
                    holders.cannot_hold(seat, 1 << card).unwrap_or_default();
                }
                Known::Sets => {}
                Known::TwoWeights => weights.set(card, seat, [1.0, 0.05][rng.below(2) as usize]),
                Known::AllWeights => weights.set(card, seat, 0.05 + rng.unit()),
            }
        }
    }
    (holders, weights)
}

/// Microseconds of one `work`, as the fastest of several rounds of at least 50 ms.
fn microseconds(host: &dyn Host, mut work: impl FnMut()) -> f64 {
    let mut round = |times: u32| {
        let begin = host.thread_cpu();
        (0..times).for_each(|_| work());
        (host.thread_cpu() - begin).as_secs_f64() * 1e6
    };
    let mut times = 1;
    while round(times) < 50_000.0 {
        times *= 2;
    }
    (0..5).map(|_| round(times)).fold(f64::INFINITY, f64::min) / f64::from(times)
}

fn main() {
    let host = ThisMachine::default();
    println!("players  known        prepare/us  deal/us  chances/us");
    for players in 3..=6 {
        for known in [Known::Sizes, Known::Sets, Known::TwoWeights, Known::AllWeights] {
            let (holders, weights) = situation(players, known, &mut Rng::new(players as u64));
            let mut deals = Deals::default();
            let prepare = microseconds(&host, || match known {
                Known::Sizes | Known::Sets => deals.prepare(black_box(&holders)),
                _ => deals.prepare_weighted(black_box(&holders), &weights).expect("close enough"),
            });
            let mut rng = Rng::new(0);
            let deal = microseconds(&host, || {
                black_box(deals.sample(&mut rng));
            });
            let chances = microseconds(&host, || drop(black_box(deals.marginals())));
            let known = format!("{known:?}");
            println!("{players:7}  {known:10}  {prepare:12.3}  {deal:7.3}  {chances:10.1}");
        }
    }
}
