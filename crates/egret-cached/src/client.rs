//! What the command line asks of a running daemon.
use namecache_wire::frame::{self, Request, Status};
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

/// Sends one request and waits for its answer.
///
/// # Errors
/// With what could not be done, and where.
pub(crate) fn ask(run_dir: &Path, request: &Request<'_>) -> Result<(Status, Vec<u8>), String> {
    let path = run_dir.join(namecache_wire::root::SOCKET);
    talk(&path, request).map_err(|e| format!("{}: {e}", path.display()))
}

fn talk(path: &Path, request: &Request<'_>) -> io::Result<(Status, Vec<u8>)> {
    let mut stream = UnixStream::connect(path)?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut out = Vec::new();
    request.encode(&mut out);
    stream.write_all(&out)?;
    let mut answer = vec![0; frame::HEADER];
    stream.read_exact(&mut answer)?;
    let nonsense = || io::Error::new(io::ErrorKind::InvalidData, "the answer is not one of egret-cached");
    let size = frame::answer_size(request.number(), &answer).ok_or_else(nonsense)?;
    answer.resize(size, 0);
    stream.read_exact(&mut answer[frame::HEADER..])?;
    let (status, value) = frame::parse_answer(request.number(), &answer).ok_or_else(nonsense)?;
    Ok((status, value.to_vec()))
}

/// Has the daemon forget. `name` may be `all`.
pub(crate) fn flush(run_dir: &Path, name: &str, everybody: bool) -> Result<(), String> {
    let cache = if name == "all" { "" } else { name };
    match ask(run_dir, &Request::Transform { name: cache.as_bytes(), everybody })?.0 {
        Status::Found => Ok(()),
        Status::Denied => Err(format!("{name}: only root may flush for everybody")),
        Status::Unserved => Err(format!("{name}: expected the name of a cache, or all")),
        other => Err(format!("{name}: the daemon says {other:?}")),
    }
}

/// The statistics of the daemon.
pub(crate) fn statistics(run_dir: &Path) -> Result<String, String> {
    match ask(run_dir, &Request::Statistics)? {
        (Status::Found, text) => Ok(String::from_utf8_lossy(&text).into_owned()),
        (Status::Denied, _) => Err("statistics are for root and stat-user".into()),
        (other, _) => Err(format!("the daemon says {other:?}")),
    }
}
