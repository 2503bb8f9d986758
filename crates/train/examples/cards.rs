//! Scratch: fits the head and measures it.
use yomi_duel::card_file::standard_rules;
use yomi_duel::learnt::Learnt;
use yomi_duel::weights;
use yomi_train::cards::Fit;
use yomi_train::company::Company;
use yomi_train::reading::{Request, measure};

fn main() {
    let word: Vec<String> = std::env::args().collect();
    let n = |i: usize| word[i].parse::<u64>().unwrap();
    let rules = standard_rules();
    let bytes = std::fs::read(&word[1]).unwrap();
    let learnt = Learnt::read(&bytes).unwrap();
    let mut fit = Fit::new(&rules, &learnt, n(2), n(3));
    while fit.games < n(2) {
        let t = fit.block();
        if (t.games / 512) % 10 == 0 { eprintln!("{t:?}"); }
    }
    let (net, about) = weights::read(&bytes).unwrap();
    let out = weights::write_with_cards(&net, &about, &fit.head, "x");
    eprintln!("{} bytes", out.len());
    std::fs::write("/tmp/head.safetensors", &out).unwrap();
    let learnt = Learnt::read(&out).unwrap();
    for company in [Company::Policy, Company::Heuristic, Company::Mixed] {
        let r = measure(&rules, &learnt, &Request { company, games: n(4), bayes: 0, seed: 99 }, || ());
        for k in r.kinds {
            let h = k.head.unwrap();
            println!("{} {} {}: cards {:.4} err {:.3} head {:.4} err {:.3} luck {:.3} gain {:?}", r.company, k.place, k.kind, k.cards.log_loss, k.cards.error, h.log_loss, h.error, h.error_by_luck, k.head_gain.unwrap());
        }
        println!("{:?}", r.parts);
    }
}
