//! The system's name configuration: its own hosts, and the servers to ask about others.
use net_types::Addr;
use outside::{Environment, FileStamp, Files};
use std::io::Read;
use std::net::{IpAddr, SocketAddr};

const HOSTS: &str = "/etc/hosts";
const RESOLV_CONF: &str = "/etc/resolv.conf";
/// The variable that replaces the servers: `IP[:PORT]` or the path of egret-cached's socket, separated by commas.
const VARIABLE: &str = "ZEEK_DNS_RESOLVER";
/// The port of name servers.
const PORT: u16 = 53;
/// The numbers of name servers and search domains that resolv.conf(5) allows.
const SERVERS: usize = 3;
const DOMAINS: usize = 6;

/// A file that is read again when it changes.
struct Watched {
    path: &'static str,
    stamp: Option<FileStamp>,
}

impl Watched {
    /// Returns the text if the file changed since the last call.
    fn changed(&mut self, files: &dyn Files) -> Option<String> {
        let stamp = files.stamp(self.path).ok();
        if stamp == self.stamp {
            return None;
        }
        self.stamp = stamp;
        let mut bytes = Vec::new();
        // A missing file counts as empty.
        if let Ok(mut f) = files.open_to_read(self.path)
            && f.read_to_end(&mut bytes).is_err()
        {
            bytes.clear();
        }
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// The servers to ask and the search list: resolv.conf(5).
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ResolvConf {
    pub(super) servers: Vec<SocketAddr>,
    /// The domains that complete a short name.
    domains: Vec<String>,
    /// The number of dots from which a name is first tried as it is.
    dots: usize,
}

/// The configuration from the system's files and the environment.
pub(super) struct System {
    hosts_file: Watched,
    resolv_conf_file: Watched,
    hosts: Vec<(Addr, Vec<String>)>,
    pub(super) resolv_conf: ResolvConf,
    /// The path of the cache daemon's socket. The daemon is asked before name servers.
    pub(super) daemon: Option<String>,
    /// Whether the environment names the servers.
    fixed: bool,
}

impl System {
    /// Reads `ZEEK_DNS_RESOLVER`. The returned text is a warning about a part that is not a server.
    pub(super) fn new(environment: &dyn Environment) -> (System, Option<String>) {
        let named = environment.variable(VARIABLE).map(|v| String::from_utf8_lossy(&v).into_owned());
        let (mut servers, mut daemon, mut wrong) = (Vec::new(), None, None);
        for text in named.iter().flat_map(|n| n.split(',')).map(str::trim).filter(|t| !t.is_empty()) {
            match server(text) {
                Some(s) => servers.push(s),
                None if text.starts_with('/') => daemon = Some(text.to_owned()),
                None => {
                    wrong = Some(format!(
                        "{VARIABLE}: {text}: expected ADDRESS, ADDRESS:PORT or the path of a socket"
                    ));
                }
            }
        }
        let system = System {
            hosts_file: Watched { path: HOSTS, stamp: None },
            resolv_conf_file: Watched { path: RESOLV_CONF, stamp: None },
            hosts: Vec::new(),
            daemon,
            fixed: !servers.is_empty(),
            resolv_conf: ResolvConf { servers, ..resolv_conf("") },
        };
        (system, wrong)
    }

    /// Reads the files that changed.
    pub(super) fn refresh(&mut self, files: &dyn Files) {
        if let Some(text) = self.hosts_file.changed(files) {
            self.hosts = hosts(&text);
        }
        if let Some(text) = self.resolv_conf_file.changed(files) {
            let servers = std::mem::take(&mut self.resolv_conf.servers);
            self.resolv_conf = resolv_conf(&text);
            if self.fixed {
                self.resolv_conf.servers = servers;
            }
        }
    }

    /// Returns the addresses of a name that needs no server: an address as text, or one of the system's own hosts.
    pub(super) fn own(&self, name: &str) -> Option<Vec<Addr>> {
        if let Ok(a) = name.parse::<IpAddr>() {
            return Some(vec![a.into()]);
        }
        let name = name.strip_suffix('.').unwrap_or(name);
        let named = |names: &Vec<String>| names.iter().any(|n| n.eq_ignore_ascii_case(name));
        let own: Vec<Addr> = self.hosts.iter().filter(|(_, names)| named(names)).map(|(a, _)| *a).collect();
        if !own.is_empty() {
            return Some(own);
        }
        // RFC 6761, 6.3: no server is asked for these.
        let local = name.eq_ignore_ascii_case("localhost")
            || name.len() > 10
                && name.get(name.len() - 10..).is_some_and(|e| e.eq_ignore_ascii_case(".localhost"));
        local.then(|| vec![IpAddr::from([127, 0, 0, 1]).into(), IpAddr::from(1u128.to_be_bytes()).into()])
    }
}

impl ResolvConf {
    /// Returns the names to ask for, in reverse order.
    pub(super) fn candidates(&self, name: &str) -> Vec<String> {
        if name.ends_with('.') {
            return vec![name.to_owned()];
        }
        let mut all: Vec<String> = self.domains.iter().map(|d| format!("{name}.{d}")).collect();
        let as_is = name.to_owned();
        if name.matches('.').count() >= self.dots {
            all.insert(0, as_is);
        } else {
            all.push(as_is);
        }
        all.reverse();
        all
    }
}

/// Parses a server's address. A link-local address needs the number of its link after a percent sign.
fn server(text: &str) -> Option<SocketAddr> {
    let bare = text.strip_prefix('[').and_then(|b| b.strip_suffix(']')).unwrap_or(text);
    let alone = bare.parse::<IpAddr>().map(|ip| SocketAddr::new(ip, PORT));
    text.parse().or(alone).or_else(|_| format!("[{bare}]:{PORT}").parse()).ok()
}

/// Parses hosts(5).
fn hosts(text: &str) -> Vec<(Addr, Vec<String>)> {
    let line = |l: &str| {
        let mut words = l.split('#').next()?.split_ascii_whitespace();
        let a: IpAddr = words.next()?.parse().ok()?;
        Some((Addr::from(a), words.map(str::to_owned).collect()))
    };
    text.lines().filter_map(line).collect()
}

/// Parses resolv.conf(5).
fn resolv_conf(text: &str) -> ResolvConf {
    let mut r = ResolvConf { servers: Vec::new(), domains: Vec::new(), dots: 1 };
    for l in text.lines() {
        let mut words = l.split(['#', ';']).next().unwrap_or_default().split_ascii_whitespace();
        match words.next() {
            Some("nameserver") => r.servers.extend(words.next().and_then(server)),
            Some("search" | "domain") => {
                let domain = |d: &str| d.trim_end_matches('.').to_owned();
                r.domains = words.take(DOMAINS).map(domain).filter(|d| !d.is_empty()).collect();
            }
            Some("options") => {
                let dots = words.filter_map(|w| w.strip_prefix("ndots:")?.parse().ok()).next_back();
                r.dots = dots.unwrap_or(r.dots);
            }
            _ => {}
        }
    }
    r.servers.truncate(SERVERS);
    if r.servers.is_empty() {
        r.servers.push(SocketAddr::from(([127, 0, 0, 1], PORT)));
    }
    r
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_have_ports_or_not() {
        let text = |t| server(t).map(|s| s.to_string());
        assert_eq!(text("10.0.0.1").as_deref(), Some("10.0.0.1:53"));
        assert_eq!(text("10.0.0.1:5300").as_deref(), Some("10.0.0.1:5300"));
        assert_eq!(text("::1").as_deref(), Some("[::1]:53"));
        assert_eq!(text("[::1]").as_deref(), Some("[::1]:53"));
        assert_eq!(text("[::1]:54").as_deref(), Some("[::1]:54"));
        assert_eq!(text("fe80::1%2").as_deref(), Some("[fe80::1%2]:53"));
        assert_eq!(text("fe80::1%eth0"), None);
        assert_eq!(text("dns.example"), None);
    }

    #[test]
    fn resolv_conf_is_read() {
        let r = resolv_conf(
            "# x\nnameserver 1.1.1.1\nnameserver ::1\nsearch a.example b.example.\noptions timeout:1 ndots:2\n",
        );
        assert_eq!(r.servers.len(), 2);
        assert_eq!(r.candidates("h"), ["h", "h.b.example", "h.a.example"]);
        assert_eq!(r.candidates("h.x.y"), ["h.x.y.b.example", "h.x.y.a.example", "h.x.y"]);
        assert_eq!(r.candidates("h."), ["h."]);
        assert_eq!(resolv_conf("").servers[0].to_string(), "127.0.0.1:53");
    }

    #[test]
    fn own_names_are_not_asked_for() {
        let mut s = System {
            hosts_file: Watched { path: HOSTS, stamp: None },
            resolv_conf_file: Watched { path: RESOLV_CONF, stamp: None },
            hosts: hosts("10.0.0.7 sensor sensor.example # 10.0.0.8\n::7 SENSOR\nnonsense x\n"),
            resolv_conf: resolv_conf(""),
            daemon: None,
            fixed: false,
        };
        let text = |s: &System, n: &str| s.own(n).map(|a| a.iter().map(Addr::to_string).collect::<Vec<_>>());
        assert_eq!(text(&s, "sensor"), Some(vec!["10.0.0.7".into(), "::7".into()]));
        assert_eq!(text(&s, "Sensor.Example."), Some(vec!["10.0.0.7".into()]));
        assert_eq!(text(&s, "1.2.3.4"), Some(vec!["1.2.3.4".into()]));
        assert_eq!(text(&s, "localhost"), Some(vec!["127.0.0.1".into(), "::1".into()]));
        assert_eq!(text(&s, "x.localhost").map(|a| a.len()), Some(2));
        assert_eq!(text(&s, "other"), None);
        s.hosts = hosts("127.0.0.2 localhost");
        assert_eq!(text(&s, "localhost"), Some(vec!["127.0.0.2".into()]));
    }
}
