//! `verify`: is the file sound, and does every game keep the rules?

use super::{Checker, VerifyArgs};
use crate::{Context, store};
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use yomi::core::sentence;
use yomi::engine::wire::VERSION;
use yomi::{Fault, FaultKind, Sentence};
use yomi_store::import::Saver;
use yomi_store::{Durability, Opening, Store};

/// Games that are named one by one.
const NAMED: usize = 10;

pub fn verify(context: &Context, args: &VerifyArgs) -> Result<(), Fault> {
    let path = context.store.needed()?;
    let from = match store::open(context, path.clone(), false, Durability::Flushed) {
        Ok(store) => store,
        Err(why) => Store::open_damaged(&path, &why).ok_or(why)?,
    };
    let mut to = args.save.as_deref().map(new_store).transpose()?;
    let mut saver = to.as_mut().map(Saver::new);
    let mut checker = Checker::new(context);
    let (mut kept_rules, mut broken) = (0u64, Vec::new());
    let found = from.check(|stored| match checker.content(&stored.content) {
        Ok(()) => {
            kept_rules += 1;
            saver.as_mut().map_or(Ok(()), |saver| saver.take(stored))
        }
        Err(why) => {
            broken.push((stored.listed.id, why));
            Ok(())
        }
    })?;
    saver.map_or(Ok(()), |saver| saver.finish(&from))?;
    let sound = found.is_sound() && broken.is_empty();
    let nothing = !sound && kept_rules == 0 && from.runs().map_or(true, |runs| runs.is_empty());
    drop(to);
    let saved = args.save.as_deref().filter(|_| !nothing);
    if let (Some(empty), None) = (&args.save, saved) {
        // It was made a moment ago, and holds nothing. If it stays, that is all there is to it.
        let _ = fs::remove_file(empty);
    }
    if context.json {
        let broken: Vec<_> = broken.iter().map(|(id, why)| json!({ "id": id, "fault": why })).collect();
        context.screen.json(&json!({
            "version": VERSION,
            "sound": sound,
            "games": kept_rules,
            "broken": broken,
            "lost": found.lost_count,
            "lost_ids": found.lost,
            "lost_after": found.lost_after,
            "altered": found.altered,
            "unsealed": found.unsealed,
            "damage": found.damage,
            "saved_to": saved,
        }))?;
    } else {
        let pick = |en, ja| context.lang.pick(en, ja);
        let mut text = format!(
            "{}: {kept_rules}\n",
            pick("games that can be read and keep the rules", "正しく読めてルールどおりの対局")
        );
        for (id, why) in broken.iter().take(NAMED) {
            text += &format!("{} {id}: {}\n", pick("game", "対局"), context.lang.sentence(&why.text));
        }
        if let Some(saved) = saved {
            text += &format!("{}: {saved}\n", pick("saved to", "保存先"));
        }
        context.screen.say(&text)?;
    }
    if sound { Ok(()) } else { Err(unsound(&from, &found, broken.len())) }
}

fn unsound(store: &Store, found: &yomi_store::check::Found, broken: usize) -> Fault {
    let file = store.path().display();
    let (lost, readable) = (found.lost_count, found.readable);
    let said = found.damage.first().map_or(String::new(), |first| format!(" ({first})"));
    let altered = match (found.altered, found.unsealed) {
        (0, false) => Sentence::default(),
        (0, true) => sentence!(
            " (a file of this version has no checksums)",
            "（この版のファイルに照合用の値はありません）"
        ),
        (n, _) => {
            sentence!(" ({n} of them differ from their checksum)", "（うち{n}局は書かれた内容と異なります）")
        }
    };
    if readable == 0 {
        return Fault::new(
            FaultKind::BadView,
            format!(
                "{file}: nothing in it can be read as a game of Yomi, so that nothing can be saved{said}"
            ),
            format!("{file}: Yomi の対局として読めるものがなく、取り出せるものはありません{said}"),
        );
    }
    let end = found.lost_after.map_or(Sentence::default(), |last| {
        sentence!(
            " and those after number {last}, which cannot be counted",
            "（{last}番より後は読めず、数えられません）"
        )
    });
    Fault::new(
        FaultKind::BadView,
        format!(
            "{file}: games that can be read: {readable}, that cannot: {lost}{altered}{end}, that break the rules: {broken}{said}; \
             --save NEW writes those that are whole and keep the rules to a new store"
        ),
        format!(
            "{file}: 読める対局 {readable}、読めない対局 {lost}{altered:#}{end:#}、ルールに反する対局 {broken}{said}。\
             --save 新しいファイル で、正しい対局だけを新しいストアに保存できます"
        ),
    )
}

fn new_store(path: &str) -> Result<Store, Fault> {
    if PathBuf::from(path).exists() {
        return Err(Fault::bad_option(
            format!("--save {path:?}: it exists already; expected the name of a new file"),
            format!("--save {path:?}: 既にあります。新しいファイル名を指定してください"),
        ));
    }
    Store::open(&Opening { durability: Durability::Quick, ..Opening::at(path) })
}
