//! The help of the command line in Japanese.
//!
//! clap builds the command in English. Every text of it is then replaced by its Japanese, found by the English:
//! a help text that is changed without its translation fails the test below.

use super::wrap;
use clap::{Arg, Command};

/// Help on its own line is indented by this much.
const INDENT: usize = 10;

const TEMPLATE: &str = "{about}\n\n使い方: {usage}\n\n{all-args}{after-help}";

/// The command with all of its texts in Japanese.
pub fn command(mut english: Command) -> Command {
    english.build();
    translated(english)
}

fn translated(command: Command) -> Command {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let after = command.get_after_help().map(ToString::to_string);
    let width = wrap::columns().saturating_sub(INDENT);
    // Headings of our own would otherwise put the arguments in another order.
    let mut order = 0;
    let command = command
        .about(told(&about))
        .long_about(None)
        .help_template(TEMPLATE)
        .next_line_help(true)
        .subcommand_help_heading("コマンド")
        .subcommand_value_name("コマンド")
        .mut_args(|arg| {
            order += 1;
            argument(arg, width).display_order(order)
        })
        .mut_subcommands(translated);
    match after {
        Some(after) => command.after_help(examples(&after)),
        None => command,
    }
}

fn argument(arg: Arg, width: usize) -> Arg {
    let mut help = arg.get_help().map(|help| told(&help.to_string())).unwrap_or_default();
    let defaults: Vec<String> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    if arg.get_action().takes_values() && defaults.iter().any(|value| !value.is_empty()) {
        help.push_str(&format!(" [既定値: {}]", defaults.join(" ")));
    }
    let heading = if arg.is_positional() { "引数" } else { "オプション" };
    let arg = arg.hide_default_value(true).hide_possible_values(true).help_heading(heading);
    arg.help(wrap::wrapped(&help, width).join("\n")).long_help(None)
}

/// The Japanese of a help text; the text itself where there is none, which the test does not let happen.
fn told(english: &str) -> String {
    let found = TEXTS.iter().find(|(en, _)| *en == english);
    found.map_or_else(|| english.to_string(), |(_, ja)| ja.to_string())
}

/// What comes after the options: examples, of which only the heading and remarks are words.
fn examples(english: &str) -> String {
    let whole = told(english);
    if whole != english {
        return whole;
    }
    english
        .replace("Examples:\n", "例:\n")
        .replace("Example: ", "例: ")
        .replace("\n         yomi", "\n    yomi")
}

/// English and Japanese of every text in the help.
const TEXTS: &[(&str, &str)] = &[
    (
        "Yomi (読み) decides what to play when not everything can be seen",
        "Yomi（読み）— すべてが見えるわけではないゲームで、何を出すかを決めます",
    ),
    (
        "Without a command: the advisor page, as `yomi serve`. `yomi help` shows the games and an example of advice.\nExample: yomi advise connect-four --moves 44455 --limit 500ms",
        "コマンドなしで実行すると、`yomi serve` と同じく助言ページを出します。ゲームの一覧と助言の例は `yomi help` で出ます。\n例: yomi advise connect-four --moves 44455 --limit 500ms",
    ),
    ("Print help", "このヘルプを表示する"),
    ("Print version", "バージョンを表示する"),
    ("The advisor page, on this machine", "このコンピューターの中の助言ページ"),
    (
        "Where to listen; anything but this machine itself is open to others on the network",
        "待ち受けるアドレス。このコンピューター以外を指定すると、ネットワークのほかの人にも開かれます",
    ),
    ("Open the page in a browser", "ブラウザでページを開く"),
    (
        "The games, an example of advice and what to type next; or the help of a command",
        "ゲームの一覧、助言の例、次に打つコマンド。またはコマンドのヘルプ",
    ),
    ("A command; without it the overview", "コマンド名。なければ概要"),
    (
        "Print results as JSON (not for serve, export, completions and man)",
        "結果を JSON で出力する（serve、export、completions、man では使えません）",
    ),
    (
        "Language of texts: ja or en (default from the locale)",
        "表示する言語: ja か en（既定はロケールに従います）",
    ),
    (
        "Threads to use (default: one per core); results do not depend on it",
        "使うスレッドの数（既定はコアごとに1つ）。結果はこれに左右されません",
    ),
    // Commands.
    ("The games, with their settings", "ゲームと設定の一覧"),
    (
        "The agents of a game, with every option, its default and a line on it",
        "ゲームで使えるエージェントと、そのオプション、既定値、説明",
    ),
    (
        "What a seat sees, as JSON: the input of `advise`",
        "ある席から見えるものを JSON で出力する（`advise` の入力になります）",
    ),
    (
        "The best move, every candidate with estimate and interval, and why",
        "最善手と理由、すべての候補の見積もりと区間",
    ),
    ("One game on the terminal", "端末で1局対戦する"),
    (
        "Examples:\n  yomi play connect-four --agents \"best best\" --human 0 --record game.json\n  yomi play connect-four --human 0 --partner auto\n  yomi play twin-cool --human 0 --open                 (practice: the deck is shown)\n  yomi play twin-cool --real --set first=A1,B2,C3,D4,E5 --record log.json\n  yomi play twin-cool --real --view log.json           (a real game goes on; entries such as C7@2+F3)",
        "例:\n  yomi play connect-four --agents \"best best\" --human 0 --record game.json\n  yomi play connect-four --human 0 --partner auto\n  yomi play twin-cool --human 0 --open                 （練習: 山札の順番が見えます）\n  yomi play twin-cool --real --set first=A1,B2,C3,D4,E5 --record log.json\n  yomi play twin-cool --real --view log.json           （実戦の続き。C7@2+F3 のように入力）",
    ),
    (
        "A recorded game, move by move, checked against the rules",
        "記録した対局を、ルールに照らして一手ずつ再生する",
    ),
    (
        "What each decision of a game lost given what could be known, and what luck did",
        "各手が分かり得たことに照らしてどれだけ損をしたか、運がどれだけ働いたか",
    ),
    ("One-player games: the mean score over many boards", "一人用ゲーム: 多くの盤面での平均得点"),
    ("A match: seats rotated, deals mirrored", "対抗戦: 席を入れ替え、同じ配りで対戦させる"),
    (
        "Are stated win chances true? What an agent states beside what then happens",
        "エージェントの言う勝率は本当か: 予想と実際の結果を比べる",
    ),
    (
        "Plays games and compares the value that the agent states at each decision with the result: a table by what was\nstated, the bias, the calibration error beside that of true chances, Brier score and log-loss. Errors count deals, not\ndecisions.\n\nExamples:\n  yomi calibrate sevens --agent best --against policy --games 300 --limit 500it --svg sevens.svg\n  yomi calibrate twin-cool --agent \"ismcts\" --games 200 --limit 200it",
        "対局を重ね、決定のたびにエージェントが言った値を結果と比べます。予想ごとの表、偏り、\n較正誤差（本当の確率だった場合の値と並べて）、ブライアスコア、対数損失を出します。\n誤差は決定の数ではなく、配りの数で数えます。\n\n例:\n  yomi calibrate sevens --agent best --against policy --games 300 --limit 500it --svg sevens.svg\n  yomi calibrate twin-cool --agent \"ismcts\" --games 200 --limit 200it",
    ),
    ("What the cards of a game do, measured in games", "カードの働きを実戦で測る"),
    ("Exact values where they can be had", "厳密な値（求められるゲームで）"),
    ("Which algorithm suits a game of this kind, and why", "どの探索法がそのゲームに向くか、その理由"),
    (
        "Examples:\n  yomi choose alternating-maze\n  yomi choose alternating-maze --set size=10x10 --set turns=50\n  yomi choose        (asks about a game of your own)",
        "例:\n  yomi choose alternating-maze\n  yomi choose alternating-maze --set size=10x10 --set turns=50\n  yomi choose        （自分のゲームについて質問に答える）",
    ),
    ("Speeds of one core, and the signature of the search", "1コアでの速さと、探索の署名"),
    ("Learns the weights of a policy by playing", "対戦を重ねて方策の重みを学習する"),
    #[cfg(feature = "train")]
    ("Trains the network of Duel by its own games", "Duel のネットワークを自分の対局で学習させる"),
    #[cfg(feature = "train")]
    (
        "Measures what a network of Duel has learnt: strength, reading of cards, probes, honesty, speed",
        "Duel のネットワークが学んだことを測る（強さ、カードの読み、反応の検査、のぞき見、速さ）",
    ),
    (
        "A player as a program for elsewhere: a contest submission in one file",
        "プレイヤーを別の場所で動くプログラムにする: 1ファイルのコンテスト提出物",
    ),
    ("Completions for a shell", "シェルの補完スクリプト"),
    ("The manual page, as roff", "マニュアルページ（roff 形式）"),
    (
        "The view as a vector of named numbers, for learning, where the game has one",
        "学習用に、ビューを名前つきの数のベクトルで出力する（対応するゲームのみ）",
    ),
    ("The rules of a game, for a person, with an example", "ゲームのルールと例"),
    (
        "Its cards in place of the rules: what each costs and does, by the names that moves use",
        "ルールの代わりにカードの一覧: コストと効果、入力に使う名前",
    ),
    (
        "A summary of what `advise --trace` wrote: per world, per path",
        "`advise --trace` の記録を、世界ごと・手順ごとにまとめる",
    ),
    ("A file of `advise --trace`, or - for standard input", "`advise --trace` のファイル、- なら標準入力"),
    ("Tell paths apart by this many decisions", "手順をこの数の決定まで区別する"),
    (
        "A setting of the rules, such as size=5x5 (repeatable): whether the game can be searched to the end depends on it",
        "ルールの設定。size=5x5 のように書きます（何度でも）。読み切れるかどうかはこれで変わります",
    ),
    (
        "The player: policy, or seed-pimc with any of its options but pass, inference and its decay [default: policy]",
        "書き出すプレイヤー: policy、または seed-pimc（pass、inference とその減衰以外のオプションも可）[既定値: policy]",
    ),
    // Arguments of several commands.
    ("The game; `yomi games` lists them", "ゲーム名。`yomi games` で一覧が出ます"),
    (
        "A setting of the rules, such as size=10x10 (repeatable)",
        "ルールの設定。size=10x10 のように書きます（何度でも）",
    ),
    ("Number of the board or deal", "盤面や配りの番号"),
    (
        "Number of the board or deal [default: 0; with --partner the first deal that is new to you]",
        "盤面や配りの番号［既定値は0。--partner では、まだ始めていない最初の配り］",
    ),
    (
        "Number of the board or deal, and of the agent's own luck; with a FILE, of the agent's luck alone",
        "盤面や配りと、エージェント自身の乱数の番号。FILE があるときはエージェントの乱数だけ",
    ),
    (
        "Moves played so far, separated by spaces (Connect Four also as 44455)",
        "これまでの手を空白区切りで（コネクトフォーは 44455 のようにも書けます）",
    ),
    ("The seat that looks (default: the one to move)", "見る席（既定は手番の席）"),
    ("Who plays", "打つエージェント"),
    ("Number of the suite", "盤面の組の番号"),
    ("Number of the match", "対抗戦の番号"),
    ("One agent for each seat, separated by spaces", "席ごとのエージェントを空白区切りで"),
    (
        "How many games; rounded up to whole rotations of the seats [default: 100; with --sprt: until it is decided]",
        "対局数（席の一巡ごとに切り上げ）[既定値: 100。--sprt では決着がつくまで]",
    ),
    ("How many games; rounded up to whole rotations of the seats", "対局数（席の一巡ごとに切り上げ）"),
    ("When an agent stops thinking, each move; ms are CPU time", "一手ごとの思考の上限。ms は CPU 時間"),
    ("When the agent stops thinking, each move; ms are CPU time", "一手ごとの思考の上限。ms は CPU 時間"),
    // view, advise.
    (
        "The log of another engine, where the game reads one, or - for standard input: printed as the view that it tells of",
        "ほかのエンジンの記録（読めるゲームのみ）、- なら標準入力。それが表すビューを出力します",
    ),
    (
        "A view as JSON, or - for standard input; without it the position of --seed and --moves",
        "ビューの JSON、- なら標準入力。省くと --seed と --moves の局面",
    ),
    ("Who advises", "助言するエージェント"),
    (
        "When to stop: 200it, 50ms, 1000000nodes, 64MiB, several joined by commas [default: 1s]",
        "思考の上限: 200it、50ms、1000000nodes、64MiB、コンマでつないで複数 [既定値: 1s]",
    ),
    (
        "Show the top of the search tree too, down to this depth in moves: visits, values and the terms of UCB1 or PUCT",
        "探索木の上のほうも、この手数の深さまで表示する: 訪問数、値、UCB1 または PUCT の各項",
    ),
    (
        "Write every iteration to a file, one JSON object per line: its world, what happened, what it brought; for agents that tell, such as ismcts",
        "反復ごとの記録をファイルに書く（1行に1つの JSON: 世界、手順、結果）。ismcts など対応するエージェントのみ",
    ),
    // play, replay.
    (
        "One agent per seat, separated by spaces [default: best on every seat]; with --real the one that advises",
        "席ごとのエージェントを空白区切りで [既定値: すべて best]。--real では助言役",
    ),
    ("A seat that you play", "自分で打つ席"),
    (
        "With --human: your name, as the record and the kept game have it [default: human]",
        "--human と: 記録と保存される対局に書く名前 [既定値: human]",
    ),
    (
        "A file written by `yomi play --record`, - for standard input, or the number or key of a kept game",
        "`yomi play --record` のファイル、標準入力なら -、または保存された対局の番号かキー",
    ),
    (
        "The seat whose decisions are reviewed [default: the person's, otherwise 0]",
        "レビューする席 [既定値: 人の席、いなければ 0]",
    ),
    ("When to stop weighing, each decision", "一手の評価をいつ打ち切るか"),
    ("Write a page with a graph of the game to this file", "対局のグラフ付きのページをこのファイルに書く"),
    // puzzles.
    (
        "Positions with one clearly best move that a natural choice misses, asked until they sit",
        "最善手がはっきりしていて、自然な手では外れる局面を、身につくまで出題",
    ),
    (
        "In place of those that ship: the mistakes in a record or in the kept games (store), or a file of puzzles (repeatable)",
        "付属の問題の代わりに: 対局の記録や保存された対局（store）でのミス、または問題のファイル（複数可）",
    ),
    (
        "With --from store: of this person only [default: everybody who is not an agent]",
        "--from store と: この人の対局だけ [既定値: エージェント以外の全員]",
    ),
    (
        "How many to ask at most [default: 10], or to print with --json [default: all]",
        "出題する最大の数 [既定値: 10]、--json では出力する数 [既定値: すべて]",
    ),
    ("Of this level only, from 1 (easy) to 5", "このレベルだけ（1が易しく、5まで）"),
    ("Ask also those that are not due today", "今日の予定でない問題も出題する"),
    ("Make N puzzles in place of asking", "出題せず、問題を N 問作る"),
    ("With --make: the same number gives the same puzzles", "--make と: 同じ番号なら同じ問題になる"),
    (
        "With --make: the file to write; without it they are printed",
        "--make と: 書き込むファイル。なければ標準出力へ",
    ),
    (
        "With --make or --from: when to stop weighing a position at first; what passes is weighed with four times that",
        "--make か --from と: 局面の最初の評価をいつ打ち切るか。残った局面は4倍で評価し直す",
    ),
    (
        "All kept games of this person or agent in place of one game: loss per decision, kinds of mistakes, a curve",
        "一局ではなく、この人かエージェントの保存された全対局: 一手あたりの損失、ミスの種類、推移",
    ),
    ("With --player: of this game only", "--player と: このゲームだけ"),
    ("With --player: the last N games", "--player と: 最後の N 局"),
    (
        "Opponents of this level on all other seats, or auto: about as strong as you, by your rated games",
        "他の席すべてにこのレベルの相手を置く。auto ならこれまでの対局から同じくらいの強さを選ぶ",
    ),
    (
        "Practice: what is hidden is shown, such as the order of the deck",
        "練習: 山札の順番など、隠れているものも表示する",
    ),
    (
        "A real game, played elsewhere: you enter what happens and get advice after every entry",
        "実戦: 起きたことを入力すると、そのたびに助言が出ます",
    ),
    (
        "With --real: the view to go on from, as `yomi view` prints it and --record writes it",
        "--real と: 続きから始めるビュー（`yomi view` の出力や --record のファイル）",
    ),
    (
        "With --real: the seat you see the game from [default: you are asked]",
        "--real と: 自分の席 [既定値: 聞かれます]",
    ),
    (
        "Write the game to this file; with --real what was entered, after every entry",
        "対局をこのファイルに書く。--real では入力のたびに書きます",
    ),
    ("When an agent stops thinking, each move", "一手ごとの思考の上限"),
    ("A file written by `yomi play --record`", "`yomi play --record` が書いたファイル"),
    (
        "Whom chances to win are stated against: strong (players like best), casual, random, or read (as inferred from what they did) [default: read where the opponents have acted, otherwise strong]",
        "勝率の相手: strong（best のように強い）、casual（気軽）、random（でたらめ）、read（打ち方から読む） [既定値: 相手が打っていれば read、まだなら strong]",
    ),
    // suite, arena, calibrate, stats.
    (
        "Several agents on the same boards, separated by spaces: their differences, board by board, are told too",
        "同じ盤面で比べる複数のエージェントを空白区切りで。盤面ごとの差も出ます",
    ),
    ("How many boards", "盤面の数"),
    (
        "Begin with this many different openings in turn; for games that always start alike: connect-four",
        "この数の異なる序盤から順に始める。開始局面がいつも同じ connect-four 用",
    ),
    (
        "Stop when decided between two hypotheses about the first agent: \"elo0=0,elo1=5\", more than two seats \"win0=0.33,win1=0.36\", chips \"payoff0=0,payoff1=0.1\"; also alpha= and beta=, 0.05 each",
        "最初のエージェントについての二つの仮説に決着がついたら止める: \"elo0=0,elo1=5\"、3席以上は \"win0=0.33,win1=0.36\"、チップは \"payoff0=0,payoff1=0.1\"。alpha= と beta= も使えます（各0.05）",
    ),
    (
        "Write a report with tables and plots: one HTML file; for at most 2000000 games",
        "表とグラフの報告書を一つの HTML ファイルに書く（2000000局まで）",
    ),
    (
        "Whose statements are compared with what happens; one that sees what is hidden is refused",
        "予想を確かめるエージェント。隠れているものを見るものは使えません",
    ),
    (
        "Who plays on the other seats, separated by spaces: one for all of them or one for each; none for one player [default: the players of --opponents]",
        "ほかの席のエージェントを空白区切りで。全席共通で1つ、または席ごとに1つ。一人用なら不要 [既定値: --opponents の相手]",
    ),
    (
        "Measure the chances that advice states against strong, casual or random players, or read: opponents as inferred from what they did, at tables drawn by lot (strong half of the time, casual and random a quarter each) [default: the search's own values]",
        "助言が示す勝率を確かめる相手: strong（強い）、casual（気軽）、random（でたらめ）、read（打ち方から読む。卓はくじで決め、半分が strong、casual と random が四分の一ずつ） [既定値: 探索自身の値]",
    ),
    (
        "Begin every deal with up to this many random moves that nobody saw, so that games differ where they always start alike: connect-four",
        "開始局面がいつも同じゲームで、誰も見ていない無作為な手をこの数まで打ってから始める。connect-four 用",
    ),
    (
        "How many games, times seats that count; rounded up to whole rotations of the seats",
        "対局数（数える席の数を掛けたもの）。席の一巡に切り上げます",
    ),
    (
        "Where to write the map from what is stated to what comes that fits best, as JSON",
        "予想から実際への最もよく合う対応を JSON で書く先",
    ),
    ("Where to write a reliability picture", "信頼度図を書く先"),
    ("Where to write the table of statistics", "統計の表を書く先"),
    ("Where to write a radar picture of every card", "カードごとのレーダーチャートを書く先"),
    // The store, tournament, games-db.
    (
        "Where games are kept [default: YOMI_STORE, otherwise games.db in the user's data folder]; an arena is kept only with this flag",
        "対局の保存先 [既定値: YOMI_STORE、なければユーザーのデータフォルダーの games.db]。arena はこれを指定したときだけ保存します",
    ),
    ("Keep nothing (as YOMI_STORE=-)", "何も保存しない（YOMI_STORE=- と同じ）"),
    (
        "Many matches with ratings, from a file; goes on where it was interrupted",
        "大会: ファイルに書いた多数の対戦とレーティング。中断しても続きから",
    ),
    (
        "What is played: a TOML file, as docs/tournaments.md describes it",
        "対戦の内容を書いた TOML ファイル（docs/tournaments.md を参照）",
    ),
    ("Write a report with tables and plots: one HTML file", "表と図の入った報告を一つの HTML ファイルに書く"),
    (
        "Play it again from the start, although it was played or begun before",
        "以前に行った、または始めた大会でも、最初から行う",
    ),
    (
        "The games that are kept: list, show, export, import, verify, delete, stats",
        "保存した対局: 一覧、表示、書き出し、取り込み、検査、削除、統計",
    ),
    (
        "Games, one per line; --json for JSON lines, --csv for CSV",
        "対局を一行ずつ。--json で JSON Lines、--csv で CSV",
    ),
    ("One game: where it came from, its moves, its last position", "一局: 出どころ、棋譜、最後の局面"),
    ("Whole games as JSON lines or CSV", "対局全体を JSON Lines か CSV で書く"),
    (
        "As CSV, for spreadsheets and statistics; only JSON lines can be imported",
        "表計算や統計のための CSV で（取り込めるのは JSON Lines だけ）",
    ),
    (
        "Takes in games: records, views, or lines of an export; each is checked against the rules",
        "対局を取り込む: 記録、ビュー、export の行。すべてルールに照らして検査します",
    ),
    (
        "Checks the file, and every game in it against the rules",
        "ファイルと、すべての対局をルールに照らして検査する",
    ),
    ("Deletes games for good", "対局を完全に削除する"),
    (
        "How many games there are of what, and the ratings of those who played",
        "何の対局がいくつあるかと、対局者のレーティング",
    ),
    ("Of this game", "このゲームの対局"),
    (
        "With this agent or person on a seat: as typed, or the name alone",
        "この対局者が席にいる対局: 入力したとおり、または名前だけ",
    ),
    ("From here: play, real, arena, tournament or import", "出どころ: play、real、arena、tournament、import"),
    ("Of the match or tournament with this number", "この番号の対戦・大会の対局"),
    (
        "Written at or after this date or time, in UTC: 2026-11-17 or 2026-11-17T09:30",
        "この日時以後に書かれた対局（UTC）: 2026-11-17 や 2026-11-17T09:30",
    ),
    ("Written at or before it", "この日時以前に書かれた対局"),
    ("Games that are over", "終局した対局"),
    ("Games that are not over", "途中の対局"),
    ("The last N of them", "そのうち最後の N 局"),
    ("As CSV", "CSV で"),
    ("Matches and tournaments in place of games", "対局の代わりに対戦と大会を"),
    ("The number of a game, or its key", "対局の番号またはキー"),
    ("A match or tournament: its plan and its result", "対戦・大会の計画と結果"),
    ("Every revision of the game", "その対局のすべての版"),
    ("Where to write it [default: standard output]", "書く先 [既定値: 標準出力]"),
    ("Files, or - for standard input", "ファイル。- は標準入力"),
    (
        "Go on after games that are refused, and tell how many there were",
        "取り込めない対局があっても続け、その数を伝える",
    ),
    (
        "Save what can be read and keeps the rules to a new store",
        "読めてルールどおりの対局を新しいストアに保存する",
    ),
    ("Numbers of games", "対局の番号"),
    ("All games", "すべての対局"),
    // solve, choose, bench.
    (
        "What to find out: outcome (win, draw or loss), value, or moves (the value of every move); a question that a game's solver does not answer is refused",
        "求めるもの: outcome（勝ち・引き分け・負け）、value（値）、moves（各手の値）。解けない問いはその旨を伝えます",
    ),
    (
        "When to give up: 60s, 1000000nodes [default: never]",
        "あきらめる上限: 60s、1000000nodes [既定値: なし]",
    ),
    (
        "The game; without it you are asked about a game of your own",
        "ゲーム名。省くと自分のゲームについて質問されます",
    ),
    ("One game only", "このゲームだけ"),
    (
        "An earlier `yomi bench --json` to compare with: what changed beyond noise",
        "以前の `yomi bench --json` の出力と比べ、誤差を超える変化を示す",
    ),
    (
        "Another `yomi` to compare with; the two take turns, which tells more than a file",
        "別の `yomi` と交互に測って比べる（ファイルと比べるより確か）",
    ),
    (
        "CPU seconds to spend on each row, besides the rounds of its work to warm up",
        "1行にかける CPU 秒数（準備の分を除く）",
    ),
    (
        "Into how many rounds the time is divided: noise is what differs between them",
        "時間を何回に分けて測るか。回ごとの違いが誤差です",
    ),
    // engine, audit.
    (
        "JSON lines on standard input and output, for bots and other front ends",
        "標準入出力でJSONを一行ずつやりとりする（ボットや他の画面から使う）",
    ),
    (
        "Allow agents that run a program: exec(cmd=...)",
        "プログラムを実行するエージェントを許可する: exec(cmd=...)",
    ),
    ("Allow agents and settings that open a file", "ファイルを開くエージェントと設定を許可する"),
    (
        "Requests that are worked on at the same time [default: one per thread]",
        "同時に処理するリクエストの数 [既定値: スレッドと同数]",
    ),
    ("What one request may use at most: time and memory", "一つのリクエストが使える上限: 時間とメモリ"),
    (
        "Does an agent peek? Decides again with the hidden information dealt anew, and measures what seeing everything would bring",
        "のぞき見をしていないか: 見えるものと乱数は同じまま、隠れた情報だけを配り直して比べる。見えることの価値も測る",
    ),
    ("The agent to look at", "調べるエージェント"),
    ("Decisions to compare, at least", "比べる判断の数（これ以上）"),
    (
        "Games against a player that sees everything, to see what sight would bring; 0 for none",
        "見えることの価値を測る、すべてを見るプレイヤーとの対局数。0 なら測らない",
    ),
    (
        "When the agent stops thinking, in iterations or nodes [default: 100it]",
        "考えるのをやめる上限。反復かノードの数で [既定値: 100it]",
    ),
    ("Number of the audit", "監査の番号"),
    #[cfg(feature = "train")]
    ("The game: duel", "ゲーム（duel）"),
    #[cfg(feature = "train")]
    (
        "What is trained: plain (learns from its own games), teacher (sees the opponent's hand and library), student (has a teacher), blind (a teacher without sight) or shuffled (a teacher with sight of a wrong world)",
        "何を学習させるか: plain（自分の対局から学ぶ）、teacher（相手の手札と山札を見る）、student（教師に学ぶ）、blind（隠れた情報を見ない教師）、shuffled（偽の世界を見る教師）",
    ),
    #[cfg(feature = "train")]
    ("The weights of a student's teacher", "student の教師の重み"),
    #[cfg(feature = "train")]
    (
        "Another way to use sight: critic (of a plain player: its critic sees), continuation (plain: moves are played on from the true world), twin (student: imitates where one with its view can follow), dropout (plain: begins with sight and loses it step by step), dropout-cut (the same, learning carefully once sight has ended), own-critic (plain: a critic of its own without sight, to compare critic with)",
        "隠れた情報の別の使い方: critic（plain で評価だけが見る）、continuation（plain で真の世界から各手を打ち継いで評価）、twin（student で、同じ視点の双子がついていける所だけ真似る）、dropout（plain で最初は見え、段階的に見えなくなる）、dropout-cut（同じく、見えなくなった後は慎重に学習）、own-critic（plain で評価だけを別の網にし、隠れた情報は見せない。critic の比較対象）",
    ),
    #[cfg(feature = "train")]
    (
        "Against whom it plays, in games of a hundred, the rest against itself: heuristic, earlier (its earlier selves), ismcts (the search without a network, 100 iterations a move, a hundred times slower than the others)",
        "対戦相手の内訳（100局あたり、残りは自分自身）: heuristic、earlier（以前の自分）、ismcts（ネットワークなしの探索、1手100反復、ほかの100倍遅い）",
    ),
    #[cfg(feature = "train")]
    ("Games to play; schedules go by them", "対局数。学習の予定はこれで決まる"),
    #[cfg(feature = "train")]
    (
        "End after this many minutes, between two blocks of games; the same command goes on from there",
        "この分数で、対局のまとまりの切れ目に終える。同じコマンドで続きから再開する",
    ),
    #[cfg(feature = "train")]
    (
        "A whole study instead: a TOML file with games, seeds and the comparisons to make; what is trained already is not trained again",
        "代わりに学習計画全体: games、seeds、比較を書いた TOML ファイル。学習済みのものは学習し直さない",
    ),
    #[cfg(feature = "train")]
    (
        "The card head of these weights instead: fitted to games that they play, they themselves stay as they are, and both are written",
        "代わりにこの重みのカードの読みを学習する。重みはそのままで、その対局から学び、合わせて書き出す",
    ),
    #[cfg(feature = "train")]
    (
        "The weights to measure [default: those of the study, or those that ship]",
        "測る重み [既定値: 学習計画のもの、なければ同梱のもの]",
    ),
    #[cfg(feature = "train")]
    (
        "The folder of a study: its matches, its learning curves, and the students of all its seeds, over which intervals are taken",
        "学習計画のフォルダー。対戦結果、学習曲線、全シードの student を使い、区間はシードについて求める",
    ),
    #[cfg(feature = "train")]
    ("Games in which cards are read, for each run", "カードを読む対局数（学習1回ごと）"),
    #[cfg(feature = "train")]
    (
        "Games of them in which Bayes reads too, which is slow; of the first run",
        "そのうちベイズでも読む対局数（遅い。最初の学習だけ）",
    ),
    #[cfg(feature = "train")]
    (
        "Games to fit a card head to, for weights that have none",
        "カードの読みのない重みに、それを学習させる対局数",
    ),
    #[cfg(feature = "train")]
    ("Pairs of positions of each probe", "反応の検査1つあたりの局面の組の数"),
    #[cfg(feature = "train")]
    (
        "Positions whose hidden cards are dealt anew, to see whether it peeks",
        "のぞき見しないか、隠れた札を配り直して確かめる局面の数",
    ),
    #[cfg(feature = "train")]
    (
        "Deals against heuristic, each played with seats changed, for each run",
        "heuristic との対戦の配りの数（席を替えて2局ずつ、学習1回ごと）",
    ),
    #[cfg(feature = "train")]
    (
        "Games of each match of the search with these weights, which are slow; of the first run",
        "この重みを使う探索の各対戦の局数（遅い。最初の学習だけ）",
    ),
    #[cfg(feature = "train")]
    ("Number of the measurement", "測定の番号"),
    #[cfg(feature = "train")]
    ("Where a page with the figures and pictures goes", "数値と図のページを書く先"),
    #[cfg(feature = "train")]
    ("Where the figures go as JSON", "数値を JSON で書く先"),
    #[cfg(feature = "train")]
    (
        "Where the weights go, FILE.checkpoint is where the run stands; of a study: its folder",
        "重みを書く先。途中経過は FILE.checkpoint。学習計画ではフォルダー",
    ),
    // tune, export, completions.
    ("Where the weights go", "重みを書く先"),
    (
        "Learn how AGENT chooses its cards, by watching it, in place of a policy that wins; policy(weights=FILE) then plays so",
        "勝つ方策の代わりに、AGENT の札の選び方を見て学ぶ。policy(weights=FILE) がそのように打ちます",
    ),
    (
        "Whom to learn against: random, careful (seed-pimc as it was watched), or mix (random, greedy, and the learner itself)",
        "学習の相手: random、careful（観察した seed-pimc）、mix（random、貪欲、学習者自身）",
    ),
    ("How many times the weights move", "重みを更新する回数"),
    ("Games a batch; with --imitate, games to watch", "1回の更新に使う対局数。--imitate では観戦する対局数"),
    ("The size of the first steps", "最初の更新の大きさ"),
    (
        "How much being undecided is rewarded at first: payoff per unit of entropy (nat)",
        "最初に迷いをどれだけ良しとするか: エントロピー1ナットあたりの利得",
    ),
    (
        "How much more decided the learner plays at the end than in the first half",
        "終わりには前半よりどれだけはっきり打つか",
    ),
    ("Number of the run: the same one gives the same weights", "学習の番号。同じ番号なら同じ重みになります"),
    (
        "The game; one that cannot be exported is refused with those that can",
        "ゲーム名。書き出せないゲームなら、書き出せるものを示します",
    ),
    (
        "As Python, with nothing but the standard library and numpy",
        "Python で書き出す（標準ライブラリと numpy だけを使います）",
    ),
    ("Where the program goes [default: standard output]", "プログラムを書く先 [既定値: 標準出力]"),
    (
        "What the policy learnt against: mix, random, or a FILE of `yomi tune sevens` [default: mix]",
        "方策の学習相手: mix、random、または `yomi tune sevens` のファイル [既定値: mix]",
    ),
    ("The shell: bash, elvish, fish, powershell or zsh", "シェル: bash、elvish、fish、powershell、zsh"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use clap::CommandFactory;

    fn is_japanese(text: &str) -> bool {
        text.contains(|c: char| ('\u{3040}'..'\u{a000}').contains(&c))
    }

    /// Every text of the help, in the order in which clap has them.
    fn texts(command: &Command, found: &mut Vec<String>) {
        found.extend(
            [command.get_about(), command.get_after_help()].into_iter().flatten().map(|s| s.to_string()),
        );
        found.extend(command.get_arguments().filter_map(|arg| arg.get_help()).map(|help| help.to_string()));
        command.get_subcommands().for_each(|sub| texts(sub, found));
    }

    #[test]
    fn no_flag_and_no_command_lacks_japanese() {
        let mut english = Cli::command();
        english.build();
        let (mut en, mut ja) = (Vec::new(), Vec::new());
        texts(&english, &mut en);
        texts(&command(Cli::command()), &mut ja);
        assert_eq!(en.len(), ja.len());
        for (en, ja) in en.iter().zip(&ja) {
            assert!(is_japanese(ja) && en != ja, "no Japanese in japanese.rs for: {en:?}");
            let remarks = ja.lines().filter(|line| line.contains("  (")).count();
            assert_eq!(remarks, 0, "a remark in English: {ja}");
        }
        let unused = TEXTS.iter().find(|(text, _)| !en.iter().any(|en| en == text));
        assert_eq!(unused, None, "no help text is like this any more");
    }
}
