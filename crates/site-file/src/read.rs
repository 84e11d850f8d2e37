//! Reads a site's file: a walk over its tables that notes every mistake.
use crate::{Mistake, Site};
use std::net::SocketAddr;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub(crate) type Value<'i> = Spanned<DeValue<'i>>;

/// Keys at the top.
const TOP: [&str; 12] = [
    "interfaces",
    "workers",
    "networks",
    "scripts",
    "checksums",
    "filter",
    "memory_budget",
    "page",
    "metrics",
    "logs",
    "options",
    "globals",
];
const LOGS: [&str; 3] = ["folder", "format", "rotate"];

pub(crate) struct Reader<'t> {
    text: &'t str,
    pub(crate) mistakes: Vec<Mistake>,
}

pub(crate) fn site(text: &str) -> Result<Site, Vec<Mistake>> {
    let (mut r, table) = Reader::of(text);
    let mut site = Site::default();
    for (key, value) in &table {
        r.top(&mut site, key.get_ref(), &key.span(), value);
    }
    if site.interfaces.is_empty() && r.mistakes.is_empty() {
        r.wrong(&(0..0), "no interfaces: expected interfaces = [\"eth0\"]".into());
    }
    r.mistakes.sort_by_key(|m| m.line);
    if r.mistakes.is_empty() { Ok(site) } else { Err(r.mistakes) }
}

impl<'t> Reader<'t> {
    /// The table of a file's text, and a reader that has noted what the text lacks to be one.
    pub(crate) fn of(text: &'t str) -> (Self, DeTable<'t>) {
        let mut r = Reader { text, mistakes: Vec::new() };
        let (table, errors) = DeTable::parse_recoverable(text);
        for e in errors {
            r.wrong(&e.span().unwrap_or(0..0), e.message().to_owned());
        }
        (r, table.into_inner())
    }

    pub(crate) fn line(&self, at: &Range<usize>) -> usize {
        self.text.get(..at.start).unwrap_or(self.text).matches('\n').count() + 1
    }

    pub(crate) fn wrong(&mut self, at: &Range<usize>, text: String) {
        let line = self.line(at);
        self.mistakes.push(Mistake { line, text });
    }

    pub(crate) fn expected<T>(&mut self, key: &str, what: &str, value: &Value<'_>) -> Option<T> {
        let found = self.text.get(value.span()).unwrap_or_default();
        let found: String = found.chars().take(60).collect();
        self.wrong(&value.span(), format!("{key}: expected {what}, found {found}"));
        None
    }

    pub(crate) fn text_of(&mut self, key: &str, what: &str, value: &Value<'_>) -> Option<String> {
        match value.get_ref().as_str() {
            Some(t) if !t.is_empty() && !t.contains(['\n', '\0']) => Some(t.to_owned()),
            _ => self.expected(key, what, value),
        }
    }

    pub(crate) fn texts(&mut self, key: &str, what: &str, value: &Value<'_>) -> Vec<(String, Range<usize>)> {
        let Some(items) = value.get_ref().as_array() else {
            return self.expected::<Vec<_>>(key, &format!("a list of {what}"), value).unwrap_or_default();
        };
        items.iter().filter_map(|i| Some((self.text_of(key, what, i)?, i.span()))).collect()
    }

    fn top(&mut self, site: &mut Site, key: &str, at: &Range<usize>, value: &Value<'_>) {
        match key {
            "interfaces" => {
                for (name, at) in self.texts(key, "names such as \"eth0\"", value) {
                    let line = self.line(&at);
                    if site.interfaces.iter().any(|(n, _)| *n == name) {
                        self.wrong(&at, format!("interfaces: {name} is named twice"));
                    }
                    site.interfaces.push((name, line));
                }
            }
            "workers" => {
                let number = value.get_ref().as_integer().and_then(|n| n.as_str().parse::<u64>().ok());
                site.workers = match number {
                    Some(n @ 1..=1024) => Some(n),
                    _ => self.expected(key, "a number from 1 to 1024", value),
                };
            }
            "networks" => {
                for (text, at) in self.texts(key, "networks such as \"10.0.0.0/8\"", value) {
                    match text.parse().ok().filter(|_| text.contains('/')) {
                        Some(net) => site.networks.push(net),
                        None => self.wrong(
                            &at,
                            format!("networks: expected a network such as 10.0.0.0/8, found {text}"),
                        ),
                    }
                }
            }
            "scripts" => site.scripts = self.scripts(value),
            "checksums" => {
                site.checksums = match value.get_ref().as_bool() {
                    Some(b) => Some(b),
                    None => self.expected(key, "true or false", value),
                };
            }
            "filter" => site.filter = self.text_of(key, "a filter in tcpdump's language", value),
            "memory_budget" => {
                let budget = self.text_of(key, "a size such as \"2G\", \"60%\" or \"none\"", value);
                site.memory_budget = match budget {
                    Some(b) if is_size(&b) => Some(b),
                    Some(_) => self.expected(key, "a size such as \"2G\", \"60%\" or \"none\"", value),
                    None => None,
                };
            }
            "page" => site.page = self.address(key, value),
            "metrics" => site.metrics = self.address(key, value),
            "logs" => self.logs(site, value),
            "options" => {
                for (name, value, at) in self.variables(key, value) {
                    let line = self.line(&at);
                    site.options.push((name, value, line));
                }
            }
            "globals" => {
                site.globals = self.variables(key, value).into_iter().map(|(n, v, _)| (n, v)).collect();
            }
            _ => self.unknown(key, at, &TOP),
        }
    }

    pub(crate) fn scripts(&mut self, value: &Value<'_>) -> Vec<String> {
        let found = self.texts("scripts", "scripts such as \"local\"", value);
        let scripts: Vec<String> = found.into_iter().map(|t| t.0).collect();
        if let Some(odd) = scripts.iter().find(|s| s.starts_with('-') || s.contains('=')) {
            self.wrong(&value.span(), format!("scripts: expected scripts, found {odd}"));
        }
        scripts
    }

    pub(crate) fn unknown(&mut self, key: &str, at: &Range<usize>, known: &[&str]) {
        self.wrong(at, format!("unknown key {key}; there are: {}", known.join(", ")));
    }

    fn address(&mut self, key: &str, value: &Value<'_>) -> Option<SocketAddr> {
        let what = "an address and a port such as \"127.0.0.1:8470\"";
        match self.text_of(key, what, value)?.parse() {
            Ok(a) => Some(a),
            Err(_) => self.expected(key, what, value),
        }
    }

    fn logs(&mut self, site: &mut Site, value: &Value<'_>) {
        let Some(table) = value.get_ref().as_table() else {
            return self.expected::<()>("logs", "a table [logs]", value).unwrap_or_default();
        };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "folder" => {
                    site.log_folder = match self.text_of("folder", "an absolute path", value) {
                        Some(f) if f.starts_with('/') => Some(f.trim_end_matches('/').to_owned()),
                        Some(_) => self.expected("folder", "an absolute path", value),
                        None => None,
                    };
                }
                "format" => {
                    site.json = match value.get_ref().as_str() {
                        Some("json") => Some(true),
                        Some("tsv") => Some(false),
                        _ => self.expected("format", "\"tsv\" or \"json\"", value),
                    };
                }
                "rotate" => {
                    let what = "a time such as \"1 hr\", \"30 min\" or \"1 day\"";
                    site.rotate = match self.text_of("rotate", what, value) {
                        Some(t) if is_interval(&t) => Some(t),
                        Some(_) => self.expected("rotate", what, value),
                        None => None,
                    };
                }
                other => self.unknown(other, &key.span(), &LOGS),
            }
        }
    }

    /// Variables of scripts with their values as scripts write them.
    pub(crate) fn variables(&mut self, key: &str, value: &Value<'_>) -> Vec<(String, String, Range<usize>)> {
        let Some(table) = value.get_ref().as_table() else {
            self.expected::<()>(key, "a table of variables", value);
            return Vec::new();
        };
        let mut out = Vec::new();
        for (name, value) in table {
            let text = name.get_ref();
            let plain = text.split("::").all(|p| {
                p.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                    && p.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
            });
            if !plain {
                self.wrong(
                    &name.span(),
                    format!("{key}: expected a variable's name such as \"HTTP::ports\", found {text}"),
                );
                continue;
            }
            let shown = match value.get_ref() {
                DeValue::Boolean(b) => Some(if *b { "T" } else { "F" }.to_owned()),
                DeValue::Integer(n) => Some(n.as_str().to_owned()),
                DeValue::Float(n) => Some(n.as_str().to_owned()),
                DeValue::String(s) if !s.contains(['\n', '\0']) => Some(s.to_string()),
                _ => self.expected(key, "true, false, a number or a text", value),
            };
            out.extend(shown.map(|v| (text.to_string(), v, name.span())));
        }
        out
    }
}

/// `512M`, `2G`, `60%`, `none`
fn is_size(text: &str) -> bool {
    let digits = text.trim_end_matches(['K', 'M', 'G', 'T', '%']);
    text == "none" || text.len() - digits.len() <= 1 && digits.parse::<u64>().is_ok_and(|n| n > 0)
}

/// `1 hr`, `30 mins`
fn is_interval(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number = text.strip_suffix(digits).unwrap_or_default();
    let unit = digits.trim_start();
    let unit = unit.strip_suffix('s').filter(|u| u.len() > 1).unwrap_or(unit);
    number.parse::<f64>().is_ok() && ["usec", "msec", "sec", "min", "hr", "day"].contains(&unit)
}
