//! Catches panics without printing them.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::Once;

/// A panic: its location and message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panic {
    pub at: String,
    pub said: String,
}

thread_local! {
    /// The panic message of this thread, while [`caught`] runs.
    static HEARD: RefCell<Listening> = const { RefCell::new(Listening::Off) };
}

enum Listening {
    Off,
    On,
    Heard(Panic),
}

/// Runs `f`; a panic in it is returned and not printed. Panics of other threads are printed as usual.
pub fn caught<T>(f: impl FnOnce() -> T) -> Result<T, Panic> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |info| {
            if !HEARD.with(|heard| hear(&mut heard.borrow_mut(), info)) {
                usual(info);
            }
        }));
    });
    HEARD.with(|heard| *heard.borrow_mut() = Listening::On);
    let result = catch_unwind(AssertUnwindSafe(f));
    let heard = HEARD.with(|heard| heard.replace(Listening::Off));
    result.map_err(|_| match heard {
        Listening::Heard(panic) => panic,
        _ => Panic { at: "nowhere".into(), said: "a panic that was not heard".into() },
    })
}

/// Records the panic; returns whether this thread is inside [`caught`].
fn hear(listening: &mut Listening, info: &PanicHookInfo<'_>) -> bool {
    if matches!(listening, Listening::Off) {
        return false;
    }
    let at = info.location().map_or("nowhere".into(), |l| format!("{}:{}", l.file(), l.line()));
    let payload = info.payload();
    let said = payload.downcast_ref::<String>().map(String::as_str);
    let said = said.or(payload.downcast_ref::<&str>().copied()).unwrap_or("no words").to_string();
    *listening = Listening::Heard(Panic { at, said });
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_caught_with_its_words_and_its_place() {
        assert_eq!(caught(|| 5), Ok(5));
        let panic = caught(|| panic!("the number {}", 7)).unwrap_err();
        assert_eq!(panic.said, "the number 7");
        assert!(panic.at.contains("panics.rs:"), "{}", panic.at);
    }
}
