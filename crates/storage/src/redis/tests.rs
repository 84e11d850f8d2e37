//! Operations on a real server, which each test starts for itself on a socket in a folder of its own.
use super::*;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

const FAR: f64 = 1e9;

fn at(scripts: f64, wall: f64) -> Now {
    Now { scripts, wall }
}

struct Served {
    child: Child,
    folder: TempDir,
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Served {
    /// A running server; `None` if there is no program for it.
    fn start(more: &[&str]) -> Option<Served> {
        if !test_needs::programs(&["redis-server"]) {
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("s");
        let mut c = Command::new("redis-server");
        c.current_dir(folder.path())
            .args(["--port", "0", "--save", "", "--unixsocket"])
            .arg(&socket)
            .args(more);
        let child = c.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let served = Served { child, folder };
        (0..1000).find(|_| {
            std::thread::sleep(Duration::from_millis(10));
            std::os::unix::net::UnixStream::connect(&socket).is_ok()
        })?;
        Some(served)
    }

    fn options(&self) -> Options {
        Options {
            server: Server::Unix(self.folder.path().join("s").to_string_lossy().into_owned()),
            prefix: "test".into(),
            connect: Duration::from_secs(9),
            operation: Duration::from_secs(9),
            username: None,
            password: None,
            by_packets: false,
        }
    }
}

fn begin(o: &Options) -> Redis {
    Redis::begin(o.clone(), at(0.0, 0.0), Arc::new(|| {})).unwrap()
}

fn open(o: &Options) -> Redis {
    let mut redis = begin(o);
    assert_eq!(redis.wait(Redis::OPEN), Ok(Answer::Done));
    redis
}

/// The results of operations, one after another.
struct Direct(Redis);

impl Direct {
    fn put(&mut self, key: &str, value: &str, overwrite: bool, keep: f64, time: f64) -> Outcome<Answer> {
        let id = self.0.put(key.as_bytes(), value.as_bytes(), overwrite, keep, at(time, 0.0))?;
        self.0.wait(id)
    }

    fn get(&mut self, key: &str, time: f64) -> Outcome<Answer> {
        let id = self.0.get(key.as_bytes(), at(time, 0.0))?;
        self.0.wait(id)
    }

    fn erase(&mut self, key: &str) -> Outcome<Answer> {
        let id = self.0.erase(key.as_bytes(), at(0.0, 0.0))?;
        self.0.wait(id)
    }

    fn expire(&mut self, time: f64) -> Outcome<Answer> {
        let id = self.0.expire(at(time, 0.0))?;
        self.0.wait(id)
    }
}

fn value(v: &str) -> Outcome<Answer> {
    Ok(Answer::Value(v.into()))
}

#[test]
fn values_are_kept_on_the_server() {
    let Some(served) = Served::start(&[]) else { return };
    for by_packets in [false, true] {
        let o = Options { by_packets, prefix: format!("test {by_packets}"), ..served.options() };
        let mut s = Direct(open(&o));
        assert_eq!(s.get("k", 1.0), Err(Code::KeyNotFound.into()));
        assert_eq!(s.put("k", "v", false, 0.0, 1.0), Ok(Answer::Done));
        assert_eq!(s.put("k", "w", false, 0.0, 1.0), Err(Code::KeyExists.into()));
        assert_eq!(s.get("k", 1.0), value("v"));
        assert_eq!(s.put("k", "w\r\n", true, 0.0, 1.0), Ok(Answer::Done));
        drop(s);
        let mut s = Direct(open(&o));
        assert_eq!(s.get("k", FAR), value("w\r\n"));
        assert_eq!((s.erase("k"), s.erase("k")), (Ok(Answer::Done), Ok(Answer::Done)));
        assert_eq!(s.get("k", 1.0), Err(Code::KeyNotFound.into()));
    }
}

#[test]
fn entries_expire_by_the_time_of_packets() {
    let Some(served) = Served::start(&[]) else { return };
    let mut s = Direct(open(&Options { by_packets: true, ..served.options() }));
    assert_eq!(s.put("k", "v", true, 4.0, 1.0), Ok(Answer::Done));
    assert_eq!(s.put("other", "v", true, 9.0, 1.0), Ok(Answer::Done));
    assert_eq!((s.get("k", 4.9), s.get("k", 5.0)), (value("v"), Err(Code::KeyNotFound.into())));
    // An expired entry does not block a new one, which loses its predecessor's time.
    assert_eq!(s.put("k", "w", false, 0.0, 5.0), Ok(Answer::Done));
    assert_eq!((s.expire(11.0), s.expire(11.0)), (Ok(Answer::Removed(1)), Ok(Answer::Removed(0))));
    assert_eq!((s.get("k", FAR), s.get("other", 0.0)), (value("w"), Err(Code::KeyNotFound.into())));
}

#[test]
fn the_server_removes_expired_entries() {
    let Some(served) = Served::start(&[]) else { return };
    let mut s = Direct(open(&served.options()));
    assert_eq!(s.put("k", "v", true, 0.001, 0.0), Ok(Answer::Done));
    let gone = (0..1000).any(|_| {
        std::thread::sleep(Duration::from_millis(1));
        s.get("k", 0.0) == Err(Code::KeyNotFound.into())
    });
    assert!(gone);
}

#[test]
fn answers_are_collected_in_any_order() {
    let Some(served) = Served::start(&[]) else { return };
    let mut s = open(&served.options());
    let put = s.put(b"k", b"v", true, 0.0, at(0.0, 0.0)).unwrap();
    let get = s.get(b"k", at(0.0, 0.0)).unwrap();
    assert_eq!(s.wait(get), value("v"));
    assert_eq!(s.finished(at(0.0, 0.0)), [(put, Ok(Answer::Done))]);
    assert_eq!(s.finished(at(0.0, FAR)), []);
}

#[test]
fn a_server_that_ends_is_noticed() {
    let Some(mut served) = Served::start(&[]) else { return };
    let mut s = open(&served.options());
    served.child.kill().unwrap();
    served.child.wait().unwrap();
    let noticed = (0..1000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        s.finished(at(0.0, 0.0));
        s.lost().is_some()
    });
    assert!(noticed);
    assert_eq!(s.lost(), Some("Server closed the connection"));
    assert_eq!(s.get(b"k", at(0.0, 0.0)).unwrap_err().code, Code::ConnectionLost);
}

#[test]
fn a_server_that_does_not_answer_costs_the_time_that_options_allow() {
    let Some(served) = Served::start(&["--enable-debug-command", "yes"]) else { return };
    let mut s = open(&Options { operation: Duration::from_millis(50), ..served.options() });
    s.link.send(&resp::command(&[b"DEBUG", b"SLEEP", b"0.5"])).unwrap();
    s.waiting.push_back(Waiting { id: 999, kind: Kind::Open, until: FAR, is_late: true });
    let waits = s.get(b"k", at(0.0, 0.0)).unwrap();
    assert_eq!(s.wait(waits), Err(Code::Timeout.into()));
    let collected = s.get(b"k", at(0.0, 10.0)).unwrap();
    assert_eq!(s.finished(at(0.0, 100.0)), [(collected, Err(Code::Timeout.into()))]);
    // Late answers are not taken for those of later operations.
    s.limits.1 = Duration::from_secs(9);
    let put = s.put(b"k", b"v", true, 0.0, at(0.0, 0.0)).unwrap();
    assert_eq!(s.wait(put), Ok(Answer::Done));
}

#[test]
fn passwords() {
    let Some(served) = Served::start(&["--requirepass", "secret"]) else { return };
    let with = |password: &str| Options { password: Some(password.into()), ..served.options() };
    let refused = begin(&with("guess")).wait(Redis::OPEN).unwrap_err();
    assert_eq!(refused.code, Code::ConnectionFailed);
    let text = refused.text.unwrap();
    assert!(text.starts_with("AUTH command failed to authenticate: WRONGPASS "), "{text}");
    open(&with("secret"));
    open(&Options { username: Some("default".into()), ..with("secret") });
    // Without one, the first command fails.
    let refused = Direct(open(&served.options())).get("k", 0.0).unwrap_err();
    assert_eq!(refused.text.as_deref(), Some("NOAUTH Authentication required."));
}

#[test]
fn a_server_that_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none").to_string_lossy().into_owned();
    let o = Options {
        server: Server::Unix(path.clone()),
        prefix: String::new(),
        connect: Duration::from_secs(9),
        operation: Duration::from_secs(9),
        username: None,
        password: None,
        by_packets: false,
    };
    let e = begin(&o).wait(Redis::OPEN).unwrap_err();
    assert_eq!(e.code, Code::ConnectionFailed);
    assert!(e.text.unwrap().starts_with(&format!("Failed to connect to {path}: No such file")));
}

#[test]
fn a_server_that_is_starting_is_waited_for() {
    // A free port, on which a server listens soon.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let o = Options {
        server: Server::Tcp("127.0.0.1".into(), port),
        prefix: String::new(),
        connect: Duration::from_secs(60),
        operation: Duration::from_secs(60),
        username: None,
        password: None,
        by_packets: false,
    };
    let mut opening = begin(&o);
    // It is refused meanwhile.
    std::thread::park_timeout(Duration::from_millis(100));
    let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
    assert!(opening.wait(Redis::OPEN).is_ok());
    drop(listener);
}
