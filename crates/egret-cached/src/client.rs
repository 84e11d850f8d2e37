//! Sends the requests of the command line to a running daemon.
use namecache_wire::frame::{self, Request, Status};
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

/// Sends a request and waits for its answer.
///
/// # Errors
/// An error that names the socket and the failed operation.
pub(crate) fn ask(run_dir: &Path, request: &Request<'_>) -> Result<(Status, Vec<u8>), String> {
    let path = run_dir.join(namecache_wire::root::SOCKET);
    exchange(&path, request).map_err(|e| format!("{}: {e}", path.display()))
}

fn exchange(path: &Path, request: &Request<'_>) -> io::Result<(Status, Vec<u8>)> {
    let mut stream = UnixStream::connect(path)?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut out = Vec::new();
    request.encode(&mut out);
    stream.write_all(&out)?;
    let mut answer = vec![0; frame::HEADER];
    stream.read_exact(&mut answer)?;
    let invalid = || {
        io::Error::new(
            io::ErrorKind::InvalidData,
            "expected an answer of egret-cached, found another protocol",
        )
    };
    let size = frame::answer_size(request.number(), &answer).ok_or_else(invalid)?;
    answer.resize(size, 0);
    stream.read_exact(&mut answer[frame::HEADER..])?;
    let (status, value) = frame::parse_answer(request.number(), &answer).ok_or_else(invalid)?;
    Ok((status, value.to_vec()))
}

/// Flushes a cache, or `all`.
pub(crate) fn flush(run_dir: &Path, name: &str, everybody: bool) -> Result<(), String> {
    let cache = if name == "all" { "" } else { name };
    match ask(run_dir, &Request::Transform { name: cache.as_bytes(), everybody })?.0 {
        Status::Found => Ok(()),
        Status::Denied => Err(format!("{name}: only root may flush the entries of all users")),
        Status::Unserved => Err(format!("{name}: expected the name of a cache, or all")),
        other => Err(format!("{name}: unexpected status {other:?}")),
    }
}

/// Returns the daemon's statistics as Prometheus text.
pub(crate) fn statistics(run_dir: &Path) -> Result<String, String> {
    match ask(run_dir, &Request::Statistics)? {
        (Status::Found, text) => Ok(String::from_utf8_lossy(&text).into_owned()),
        (Status::Denied, _) => Err("only root and stat-user may read the statistics".into()),
        (other, _) => Err(format!("unexpected status {other:?}")),
    }
}
