//! What SQLite says, as faults for people.

use rusqlite::{Error, ErrorCode, ffi};
use std::path::Path;
use yomi_engine::{Fault, FaultKind};

/// The fault behind an error of SQLite, for the store in this file.
pub fn fault(path: &Path, why: &Error) -> Fault {
    let file = path.display();
    match why.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => not_a_store(path),
        Some(ErrorCode::DatabaseCorrupt) => damaged(path, &why.to_string()),
        Some(ErrorCode::SystemIoFailure) if is_short(why) => damaged(path, "its end is missing"),
        Some(ErrorCode::DiskFull) => Fault::new(
            FaultKind::Limit,
            format!(
                "{file}: the disk is full; everything written before is safe. Make room and run the same command again"
            ),
            format!(
                "{file}: ディスクがいっぱいです。それまでの記録は無事です。空きを作ってから同じコマンドを実行してください"
            ),
        ),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Fault::io(
            format!("{file}: another process keeps it locked; try again when that one is done"),
            format!("{file}: 別のプロセスが使用中です。終わってからもう一度実行してください"),
        ),
        _ => Fault::io(
            format!("cannot use the store {file}: {why}"),
            format!("ストア {file} を使えません: {why}"),
        ),
    }
}

/// Whether the file is shorter than it says itself.
fn is_short(why: &Error) -> bool {
    matches!(why.sqlite_error(), Some(error) if error.extended_code == ffi::SQLITE_IOERR_SHORT_READ)
}

/// Nothing that Yomi made begins like this file.
pub fn not_a_store(path: &Path) -> Fault {
    let file = path.display();
    Fault::bad_view(
        format!("{file} is not a store of Yomi, or its beginning is damaged; expected a file that Yomi made"),
        format!(
            "{file} は Yomi のストアではないか、先頭が壊れています。Yomi が作ったファイルを指定してください"
        ),
    )
}

/// The file does not hold what was written to it.
pub fn damaged(path: &Path, why: &str) -> Fault {
    let file = path.display();
    Fault::bad_view(
        format!(
            "the store {file} is damaged ({why}); `yomi games-db verify --save NEW` tells what can be saved, and saves it"
        ),
        format!(
            "ストア {file} が壊れています（{why}）。`yomi games-db verify --save 新しいファイル` で読める対局を取り出せます"
        ),
    )
}
