//! Serving: an address, what to do when it is taken, and a clean end.

use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use yomi::core::Player;
use yomi::engine::fault::excerpt;
use yomi::engine::wire::Snapshot;
use yomi::{Ask, Fault, FaultKind, Game, Listener, Registry, Sentence};

use crate::guard::{Hosts, Reached};
use crate::kept::Keeper;
use crate::{Yomi, app};

/// Where the page is unless something else is said.
pub const USUAL_ADDRESS: &str = "127.0.0.1:7788";
/// Connections at once, at most; more wait to be accepted.
const MOST_CONNECTIONS: usize = 1024;
/// A client has this long to send the head of a request.
const PATIENCE: Duration = Duration::from_secs(8);
/// Streams and writes have this long to end when the server ends.
const FAREWELL: Duration = Duration::from_secs(5);
/// Requests that compute at once; more wait.
const MOST_BLOCKING: usize = 16;

/// An address that is listened on.
pub struct Listening {
    listener: TcpListener,
    address: SocketAddr,
    /// The host as it was typed.
    typed: Option<String>,
}

impl Listening {
    /// Takes the address, or says who has it and which one is free.
    pub fn at(typed: &str) -> Result<Listening, Fault> {
        let addresses = typed.to_socket_addrs().map_err(|why| not_an_address(typed, &why))?;
        let address = addresses.into_iter().next().ok_or_else(|| not_an_address(typed, &"it has none"))?;
        let listener = TcpListener::bind(address).map_err(|why| match why.kind() {
            io::ErrorKind::AddrInUse => taken(address),
            _ => cannot_listen(typed, &why),
        })?;
        let address = listener.local_addr().map_err(|why| cannot_listen(typed, &why))?;
        let host = typed.rsplit_once(':').map(|(host, _)| host.to_string());
        Ok(Listening { listener, address, typed: host.filter(|host| !host.is_empty()) })
    }

    /// What to type into a browser.
    pub fn url(&self) -> String {
        let port = self.address.port();
        match self.address.ip() {
            ip if ip.is_unspecified() => format!("http://127.0.0.1:{port}/"),
            std::net::IpAddr::V4(ip) => format!("http://{ip}:{port}/"),
            std::net::IpAddr::V6(ip) => format!("http://[{ip}]:{port}/"),
        }
    }

    /// What others on the network should be told, where they can reach it.
    pub fn warning(&self) -> Option<Sentence> {
        let open = !self.address.ip().is_loopback();
        open.then(|| {
            Sentence::new(
                "anybody who can reach this address can read and change the games kept here",
                "このアドレスに届く人は誰でも、ここに保存された対局を読み書きできます",
            )
        })
    }
}

fn not_an_address(typed: &str, why: &dyn std::fmt::Display) -> Fault {
    let typed = excerpt(typed);
    Fault::bad_option(
        format!("--addr {typed:?}: {why}; expected an address with a port, for example {USUAL_ADDRESS}"),
        format!("--addr {typed:?}: {why}。{USUAL_ADDRESS} のようにポート付きで指定してください"),
    )
}

fn cannot_listen(typed: &str, why: &io::Error) -> Fault {
    let typed = excerpt(typed);
    Fault::io(format!("cannot listen on {typed}: {why}"), format!("{typed} で待ち受けできません: {why}"))
}

/// Who has the address, and the next one that is free.
fn taken(address: SocketAddr) -> Fault {
    let free = (1..=20)
        .filter_map(|more| address.port().checked_add(more))
        .map(|port| SocketAddr::new(address.ip(), port))
        .find(|next| TcpListener::bind(next).is_ok());
    let (offer_en, offer_ja) = match free {
        Some(next) => (format!("; free: --addr {next}"), format!("。空いているのは --addr {next}")),
        None => (String::new(), String::new()),
    };
    match asked(address) {
        Some(who) => Fault::new(
            FaultKind::Io,
            format!("Yomi is running there already ({who}): open http://{address}/{offer_en}"),
            format!("すでに Yomi が動いています（{who}）。http://{address}/ を開いてください{offer_ja}"),
        ),
        None => Fault::new(
            FaultKind::Io,
            format!("another program listens on {address}{offer_en}"),
            format!("{address} は別のプログラムが使っています{offer_ja}"),
        ),
    }
}

/// Which Yomi answers there, if one does.
fn asked(address: SocketAddr) -> Option<String> {
    const SHORT: Duration = Duration::from_millis(500);
    let mut stream = TcpStream::connect_timeout(&address, SHORT).ok()?;
    stream.set_read_timeout(Some(SHORT)).ok()?;
    stream.set_write_timeout(Some(SHORT)).ok()?;
    write!(stream, "HEAD / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").ok()?;
    let mut answer = Vec::new();
    let _ = stream.take(4096).read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).to_lowercase();
    let server = answer.lines().find_map(|line| line.strip_prefix("server: "))?;
    server.starts_with("yomi/").then(|| server.trim().to_string())
}

/// Serves until the process is told to end, and finishes what it writes.
pub fn run(listening: Listening, registry: Registry, keeper: Arc<dyn Keeper>) -> Result<(), Fault> {
    let fault = |why: io::Error| Fault::io(format!("cannot serve: {why}"), format!("起動できません: {why}"));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(MOST_BLOCKING)
        .enable_all()
        .build()
        .map_err(fault)?;
    let hosts = Hosts::new(listening.address, listening.typed.as_deref());
    let yomi = Yomi::new(registry, keeper, hosts);
    let warm = yomi.clone();
    std::thread::spawn(move || warm.registry.games().iter().for_each(|game| prepare(&warm, game.as_ref())));
    let served = runtime.block_on(accept(listening.listener, yomi)).map_err(fault);
    runtime.shutdown_timeout(FAREWELL);
    served
}

/// Asks for quick advice, so that tables which are computed once are there before the first question, and
/// listens whether the agent tells anything on its way.
fn prepare(yomi: &Yomi, game: &dyn Game) {
    const MOVES: usize = 3;
    let advise = || -> Result<(), Fault> {
        let table = game.open(&[])?;
        let mut session = table.session(0, &vec![None; table.players()], None)?;
        for _ in 0..MOVES {
            let position = session.position(session.next().unwrap_or(Player::FIRST));
            let advice = position.advise(&Ask::new("best")?.limit("1it,5ms")?, &mut ())?;
            session.submit(&advice.chosen)?;
        }
        // The first decision of another game: some games have no fourth one.
        let session = table.session(1, &vec![None; table.players()], None)?;
        let first = session.position(session.next().unwrap_or(Player::FIRST));
        let mut heard = Heard { snapshots: 0 };
        let advice = first.advise(&Ask::new("best")?.limit("60ms")?, &mut heard)?;
        // One that is done at once has nothing to tell on the way.
        if heard.snapshots == 0 && advice.elapsed_ms >= 50.0 {
            yomi.desk.note_silent(game.name());
        }
        Ok(())
    };
    if let Err(why) = advise() {
        tracing::debug!(game = game.name(), %why, "not prepared");
    }
}

/// Counts what a search tells on its way.
struct Heard {
    snapshots: usize,
}

impl Listener for Heard {
    fn every(&self) -> Option<Duration> {
        Some(Duration::from_millis(10))
    }

    fn snapshot(&mut self, _: &Snapshot) {
        self.snapshots += 1;
    }
}

async fn accept(listener: TcpListener, yomi: Arc<Yomi>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let (router, graceful) = (app(yomi.clone()), GracefulShutdown::new());
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut end = std::pin::pin!(told_to_end());
    loop {
        let place = places.clone().acquire_owned().await.map_err(io::Error::other)?;
        let (stream, _) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                // Too many open files, or a client that left: others are served all the same.
                Err(_) => { tokio::time::sleep(Duration::from_millis(20)).await; continue }
            },
            () = &mut end => break,
        };
        let _ = stream.set_nodelay(true);
        let reached = stream.local_addr().ok().map(|address| Reached(address.ip()));
        let mut router = router.clone();
        let service = TowerToHyperService::new(tower::service_fn(move |mut request: hyper::Request<_>| {
            if let Some(reached) = reached {
                request.extensions_mut().insert(reached);
            }
            tower::Service::call(&mut router, request)
        }));
        let connection = hyper::server::conn::http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .serve_connection(TokioIo::new(stream), service);
        let watched = graceful.watch(connection);
        tokio::spawn(async move {
            // What a client does to its connection is its own affair.
            let _ = watched.await;
            drop(place);
        });
    }
    drop(listener);
    yomi.desk.stop_all();
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
    Ok(())
}

/// Waits for Ctrl-C or SIGTERM.
async fn told_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut term) = signal(SignalKind::terminate()) else { return std::future::pending().await };
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = term.recv() => {}
        }
    }
    #[cfg(not(unix))]
    {
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// Opens the page in a browser; false if there is none.
pub fn open_browser(url: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = std::process::Command::new(program);
    command.args(arguments).arg(url).stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
