//! Card sets are never freed, so their number is limited. This is a test binary of its own, because the
//! registry that it fills stays full.

use yomi_duel::card_file::{STANDARD_FILE, from_setting};
use yomi_games::duel::SetRef;
use yomi_games::duel::cards::MOST_SETS;

#[test]
fn strangers_cannot_fill_the_memory_with_sets_of_cards() {
    let file = |number: usize| format!("# {number}\n{STANDARD_FILE}");
    let read = |number: usize| from_setting(&file(number));
    let sets: Vec<SetRef> = (0..MOST_SETS).map(|i| read(i).unwrap()).collect();
    let why = read(MOST_SETS).unwrap_err().0.en;
    assert!(why.starts_with("cards: ") && why.contains("no more can be read"), "{why}");
    assert_eq!(read(7).unwrap(), sets[7], "those that are known go on");
    assert_eq!(SetRef::named(&sets[7].name), Some(sets[7]));
}
