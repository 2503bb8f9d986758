//! `serve`: the advisor page, which is also what `yomi` does without a command.

use super::Context;
use super::args::ServeArgs;
use std::sync::Arc;
use yomi::Fault;
use yomi_web::kept::{InMemory, Keeper};
use yomi_web::serve::{self, Listening};

pub fn serve(context: Context, args: &ServeArgs) -> Result<(), Fault> {
    let Context { registry, lang, screen, .. } = context;
    let keeper: Arc<dyn Keeper> = Arc::new(InMemory::default());
    let listening = Listening::at(&args.addr)?;
    let url = listening.url();
    let mut told = format!("{} {url}\n", lang.pick("Yomi is at", "Yomi:"));
    if let Some(warning) = listening.warning() {
        told += &format!("{}: {}\n", lang.pick("Warning", "注意"), lang.sentence(&warning));
    }
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
