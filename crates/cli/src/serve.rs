//! `serve`: the advisor page, which is also what `yomi` does without a command.

use super::Context;
use super::args::ServeArgs;
use super::store::{self, Place};
use std::sync::Arc;
use yomi::Fault;
use yomi_store::Durability;
use yomi_web::kept::{InMemory, InStore, Keeper};
use yomi_web::serve::{self, Listening};

pub fn serve(context: Context, args: &ServeArgs) -> Result<(), Fault> {
    let listening = Listening::at(&args.addr)?;
    let keeper = keeper(&context)?;
    let Context { registry, lang, screen, .. } = context;
    let url = listening.url();
    let mut told = format!("{} {url}\n", lang.pick("Yomi is at", "Yomi:"));
    if let Some(warning) = listening.warning() {
        told += &format!("{}: {}\n", lang.pick("Warning", "注意"), lang.sentence(&warning));
    }
    told += &match keeper.file() {
        Some(file) => format!("{} {file}\n", lang.pick("Games are kept in", "対局の保存先:")),
        None => lang
            .pick("Games are kept only while it runs.\n", "対局はサーバーの動作中だけ保存されます。\n")
            .to_string(),
    };
    told += lang.pick(
        "Ctrl-C ends it. `yomi help` shows what else there is.\n",
        "Ctrl-C で終わります。ほかのコマンドは `yomi help` を見てください。\n",
    );
    screen.say(&told)?;
    if args.open && !serve::open_browser(&url) {
        let none = lang.pick(
            "No browser could be opened: type the address into one.\n",
            "ブラウザを開けませんでした。上のアドレスを開いてください。\n",
        );
        screen.say(none)?;
    }
    serve::run(listening, registry, keeper)
}

/// The store that was named, or the usual one. Without the usual one the page works all the same.
fn keeper(context: &Context) -> Result<Arc<dyn Keeper>, Fault> {
    let opened = |path| store::open(context, path, true, Durability::Flushed).map(InStore::new);
    match context.store.place()? {
        Place::Said(path) => Ok(Arc::new(opened(path)?)),
        Place::None => Ok(Arc::new(InMemory::default())),
        Place::Usual(path) => match opened(path) {
            Ok(keeper) => Ok(Arc::new(keeper)),
            Err(why) => {
                let note = context.lang.pick("games are not kept", "対局は保存されません");
                context.screen.aside(&format!("{note}: {}\n", context.lang.sentence(&why.text)))?;
                Ok(Arc::new(InMemory::default()))
            }
        },
    }
}
