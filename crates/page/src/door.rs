//! Admits requests and routes them to pages.
use crate::html::Html;
use crate::index::Index;
use crate::live::Live;
use crate::{browse, find, overview};
use http_door::{Request, Response};
use std::io;
use std::net::IpAddr;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The Content-Security-Policy: only our own style, script and pictures; no framing.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// How long an index counts as current.
const FRESH: Duration = Duration::from_secs(1);
/// Bytes of randomness in a token.
const TOKEN: usize = 16;

/// A page over a folder of logs, and over a run if it has one.
pub struct Viewer {
    index: Mutex<(Index, Instant)>,
    live: Option<Live>,
    token: String,
    /// What is shown, for titles.
    name: String,
}

/// What pages are made from.
pub(crate) struct View<'a> {
    pub(crate) index: &'a Index,
    pub(crate) live: Option<&'a Live>,
    pub(crate) name: &'a str,
}

impl Viewer {
    /// Reads the logs of `folder`. Callers must know `token`.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn new(folder: &Path, live: Option<Live>, token: String) -> io::Result<Self> {
        let name = std::fs::canonicalize(folder)?.display().to_string();
        Ok(Viewer { index: Mutex::new((Index::new(folder)?, Instant::now())), live, token, name })
    }

    /// The path and query that let a browser in.
    pub fn door(&self) -> String {
        format!("/?token={}", self.token)
    }

    /// Rows of all logs, and their names with rows.
    pub fn logs(&self) -> Vec<(String, u64)> {
        self.index.lock().unwrap_or_else(PoisonError::into_inner).0.logs()
    }

    /// Answers a request.
    pub fn answer(&self, request: &Request) -> Response {
        let response = self.respond(request);
        response
            .with("Content-Security-Policy", POLICY)
            .with("X-Content-Type-Options", "nosniff")
            .with("Referrer-Policy", "no-referrer")
            .with("Cross-Origin-Opener-Policy", "same-origin")
            .with("Cross-Origin-Resource-Policy", "same-origin")
            .with("Cache-Control", "no-store")
    }

    fn respond(&self, request: &Request) -> Response {
        // Another name could lead here from a foreign page (DNS rebinding).
        if !is_direct(&request.host) {
            return Response::text("421 Misdirected Request", "ask by an address or localhost\n");
        }
        match request.path.as_str() {
            "/style.css" => {
                return Response::new("200 OK", "text/css; charset=utf-8", &include_bytes!("style.css")[..]);
            }
            "/page.js" => {
                return Response::new(
                    "200 OK",
                    "text/javascript; charset=utf-8",
                    &include_bytes!("page.js")[..],
                );
            }
            "/favicon.ico" => {
                return Response::new("200 OK", "image/svg+xml", &include_bytes!("icon.svg")[..]);
            }
            _ => {}
        }
        if request.path == "/" && self.is_token(request.value("token")) {
            let cookie = format!("egret={}; HttpOnly; SameSite=Strict; Path=/", self.token);
            return Response::text("303 See Other", "").with("Location", "/").with("Set-Cookie", cookie);
        }
        if !request.cookie("egret").is_some_and(|c| self.is_token(c)) {
            let text = "Open the link that egret printed: it has the token that lets you in.\n";
            return Response::text("403 Forbidden", text);
        }
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        if index.1.elapsed() > FRESH {
            if let Err(e) = index.0.refresh() {
                return Response::text("500 Internal Server Error", &format!("{}: {e}\n", self.name));
            }
            index.1 = Instant::now();
        }
        let view = View { index: &index.0, live: self.live.as_ref(), name: &self.name };
        match request.path.as_str() {
            "/" => page("Overview", &view, "/", overview::page(&view)),
            "/now" => fragment(overview::now(&view)),
            "/find" => page("Find", &view, "/find", find::page(&view, request.value("v"))),
            path => match path
                .strip_prefix("/log/")
                .map(|p| p.strip_suffix("/rows").map_or((p, false), |l| (l, true)))
            {
                Some((log, false)) if view.index.logs.contains_key(log) => {
                    page(&format!("{log}.log"), &view, path, browse::page(&view, log, request))
                }
                Some((log, true)) if view.index.logs.contains_key(log) => {
                    fragment(browse::rows(&view, log, request))
                }
                _ => {
                    let mut h = Html::new();
                    h.raw("<h1>There is no such page</h1><p>The log may not exist yet, or its name is spelled differently: the list names all logs.</p>");
                    Response { status: "404 Not Found", ..page("Not found", &view, path, h) }
                }
            },
        }
    }

    /// Whether a text is the token, in constant time.
    fn is_token(&self, text: &str) -> bool {
        let (a, b) = (text.as_bytes(), self.token.as_bytes());
        a.len() == b.len() && a.iter().zip(b).fold(0, |d, (a, b)| d | (a ^ b)) == 0
    }
}

/// A new token.
///
/// # Errors
/// The system has no randomness.
pub fn token() -> io::Result<String> {
    let mut bytes = [0; TOKEN];
    io::Read::read_exact(&mut std::fs::File::open("/dev/urandom")?, &mut bytes)?;
    Ok(bytes.iter().map(|b| format!("{b:02x}")).collect())
}

/// Whether a `Host` header is an address or `localhost`.
fn is_direct(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name == "localhost" || name.parse::<IpAddr>().is_ok()
}

fn fragment(content: Html) -> Response {
    Response::new("200 OK", "text/html; charset=utf-8", content.into_string().into_bytes())
}

/// A whole page around its content.
fn page(title: &str, view: &View<'_>, here: &str, content: Html) -> Response {
    let mut h = Html::new();
    h.raw("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">");
    h.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    h.raw("<meta name=\"color-scheme\" content=\"light dark\"><link rel=\"stylesheet\" href=\"/style.css\">");
    h.raw("<link rel=\"icon\" href=\"/favicon.ico\"><title>").text(title).raw(" · ").text(view.name);
    h.raw(" · Egret</title></head><body><a class=\"skip\" href=\"#main\">Skip to content</a><header>");
    h.raw("<a class=\"brand\" href=\"/\">Egret</a><form class=\"find\" action=\"/find\" role=\"search\">");
    h.raw("<label for=\"v\">Find in all logs</label><input id=\"v\" name=\"v\" type=\"search\" maxlength=\"256\" ");
    h.raw("placeholder=\"uid, host, file, name\"><button>Find</button></form></header><div class=\"frame\"><nav aria-label=\"Logs\"><ul>");
    let mut item = |to: &str, name: &str, rows: Option<u64>| {
        h.raw("<li>");
        let current: &[(&str, &str)] = if to == here { &[("aria-current", "page")] } else { &[] };
        h.open("a", &[&[("href", to)], current].concat()).text(name);
        if let Some(rows) = rows {
            h.raw(" <small>").text(&crate::format::count(rows)).raw("</small>");
        }
        h.raw("</a></li>");
    };
    item("/", "Overview", None);
    for (log, rows) in view.index.logs() {
        item(&format!("/log/{}", crate::html::encoded(&log)), &log, Some(rows));
    }
    h.raw("</ul></nav><main id=\"main\" tabindex=\"-1\">").add(&content);
    h.raw("</main></div><footer>Read-only. Times are UTC. Keys: <kbd>/</kbd> find, <kbd>f</kbd> filter, <kbd>n</kbd> and <kbd>p</kbd> turn pages.</footer>");
    h.raw("<script src=\"/page.js\"></script></body></html>");
    fragment(h)
}

#[cfg(test)]
mod tests;
