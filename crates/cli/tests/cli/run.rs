//! Runs the command and checks how it ended.

use serde_json::{Map, Value};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

/// A command that takes longer is considered to hang.
const PATIENCE: Duration = Duration::from_secs(60);

/// The command, in English unless the test says otherwise. Backtraces are enabled, so that a panic is visible
/// in the output.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomi"));
    // Tests never touch the user's store.
    command.env("YOMI_STORE", "-").env_remove("YOMI_STORE_MAX");
    command.args(args).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command.env("RUST_BACKTRACE", "1").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The exit code and output of the command.
#[derive(Debug)]
pub struct Ran {
    pub args: Vec<String>,
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
    /// Standard input, where the same can be run again.
    input: Option<Vec<u8>>,
}

pub fn yomi(args: &[&str]) -> Ran {
    let ran = finish(args, command(args).spawn().expect("the binary starts"));
    Ran { input: Some(Vec::new()), ..ran }
}

/// Runs the command with this standard input.
pub fn yomi_reading(args: &[&str], input: impl AsRef<[u8]>) -> Ran {
    reading(command(args), args, input.as_ref())
}

fn reading(mut command: Command, args: &[&str], input: &[u8]) -> Ran {
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the binary starts");
    let (mut stdin, sent) = (child.stdin.take().expect("piped"), input.to_vec());
    // In its own thread, to avoid a deadlock with the command's output. A command that stops reading is not a
    // failure.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&sent);
    });
    let ran = finish(args, child);
    writer.join().expect("the writer ends with the command");
    Ran { input: Some(input.to_vec()), ..ran }
}

/// Waits for the command and kills it if it hangs.
pub fn finish(args: &[&str], mut child: Child) -> Ran {
    let outputs = [read(child.stdout.take()), read(child.stderr.take())];
    let [out, err] = outputs.map(|output| match output.recv_timeout(PATIENCE) {
        Ok(bytes) => String::from_utf8(bytes).expect("the output is UTF-8"),
        Err(_) => {
            let _ = child.kill();
            panic!("hangs: {args:?}")
        }
    });
    let code = child.wait().expect("the command can be waited for").code();
    Ran { args: args.iter().map(|a| a.to_string()).collect(), code, out, err, input: None }
}

/// Reads a whole stream in its own thread.
fn read(from: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.map(|mut stream| stream.read_to_end(&mut bytes));
        send.send(bytes)
    });
    receive
}

impl Ran {
    /// The output; the command must have succeeded without writing to standard error, except for what `play`
    /// says to the person who plays: that comes before the output.
    pub fn ok(self) -> String {
        if self.args.first().is_some_and(|command| command == "play") && !self.args.contains(&"--json".into())
        {
            assert!(self.code == Some(0) && !self.err.contains("yomi: "), "{self:?}");
            return self.err + &self.out;
        }
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{:?}", self.args);
        self.out
    }

    pub fn json(self) -> Value {
        let args = self.args.clone();
        serde_json::from_str(&self.ok()).unwrap_or_else(|why| panic!("{args:?}: no JSON: {why}"))
    }

    /// The one line that reports the fault. Nothing else may have been printed.
    pub fn fault(self) -> String {
        assert_eq!(self.out, "", "{:?}", self.args);
        self.fault_after_output()
    }

    /// The same, where results were printed before the fault.
    pub fn fault_after_output(self) -> String {
        assert_eq!(self.code, Some(2), "{:?}", self);
        let line = self.err.strip_suffix('\n').unwrap_or_else(|| panic!("no line: {self:?}"));
        assert!(!line.contains('\n') && !line.contains("panicked"), "more than one line: {self:?}");
        let said = line.strip_prefix("yomi: ").unwrap_or_else(|| panic!("not from yomi: {self:?}"));
        assert!(said.chars().count() < 700, "too long: {self:?}");
        self.check_in_japanese(said);
        said.to_string()
    }

    /// Under a Japanese locale the same fault is told in Japanese.
    fn check_in_japanese(&self, said: &str) {
        let Some(input) = self.input.as_ref().filter(|_| !self.args.iter().any(|arg| arg.contains("--lang")))
        else {
            return;
        };
        let args: Vec<&str> = self.args.iter().map(String::as_str).collect();
        let mut command = command(&args);
        command.env("LANG", "ja_JP.UTF-8");
        let ran = reading(command, &args, input);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        let is_japanese = |c: char| ('\u{3040}'..'\u{a000}').contains(&c);
        assert!(
            ran.err != self.err && ran.err.contains(is_japanese),
            "not in Japanese: {said} / {}",
            ran.err
        );
        assert!(ran.err.lines().count() == 1, "{ran:?}");
    }
}

/// The message must contain each of these fragments.
pub fn assert_says(said: &str, fragments: &[&str]) {
    for fragment in fragments {
        assert!(said.contains(fragment), "expected {fragment:?} in: {said}");
    }
}

pub fn keys(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

pub fn strings(list: &Value) -> Vec<String> {
    let text = |v: &Value| v.as_str().expect("a text").to_string();
    list.as_array().expect("a list").iter().map(text).collect()
}

/// Removes what differs between runs: every number of milliseconds.
pub fn without_times(mut value: Value) -> Value {
    fn clean(value: &mut Value) {
        match value {
            Value::Object(object) => {
                let timed = |key: &String| key == "elapsed_ms" || key.starts_with("cpu_ms");
                *object =
                    std::mem::take(object).into_iter().filter(|(k, _)| !timed(k)).collect::<Map<_, _>>();
                object.values_mut().for_each(clean);
            }
            Value::Array(list) => list.iter_mut().for_each(clean),
            _ => {}
        }
    }
    clean(&mut value);
    value
}
