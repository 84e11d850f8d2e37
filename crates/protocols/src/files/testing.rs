//! Handlers that need no scripts, for tests of file analyzers.
use super::*;
use event::{Arg, EnumName};

/// Handlers that record their calls and request preset changes.
#[derive(Default)]
pub(crate) struct RecordingHandlers {
    pub(crate) log: Vec<String>,
    /// Changes to request when the type is detected.
    pub(crate) to_add: Vec<Change>,
    pub(crate) waiting: Vec<Change>,
    pub(crate) conns: Vec<ConnId>,
    pub(crate) postpone: bool,
    pub(crate) beginning: u64,
}

impl Handlers for RecordingHandlers {
    fn wants(&self, _: EventId) -> bool {
        true
    }
    fn begins(&mut self, _: &Facts) {}
    fn take(&mut self, _: &Facts, e: &dyn Event) {
        let mut line = e.def().name.to_owned();
        e.args(&mut |_, a| match a {
            Arg::Count(n) => line += &format!(" {n}"),
            Arg::Str(s) => line += &format!(" {}", String::from_utf8_lossy(s)),
            Arg::Record(r) => r.each(&mut |_, a| {
                if let Arg::Str(s) = a {
                    line += &format!(" {}", String::from_utf8_lossy(s));
                }
            }),
            _ => {}
        });
        if e.def().name == "file_sniff" {
            self.waiting.append(&mut self.to_add);
        }
        self.log.push(line);
    }
    fn settle(&mut self) {}
    fn changes(&mut self, _: Uid, out: &mut VecDeque<Change>) {
        out.extend(self.waiting.drain(..));
    }
    fn wishes(&mut self, _: &Facts) -> Wishes {
        Wishes { timeout: Interval::from_secs(120), beginning: self.beginning, total: None }
    }
    fn carried(&mut self, _: &Facts, conn: ConnId) -> bool {
        let new = !self.conns.contains(&conn);
        self.conns.push(conn);
        new
    }
    fn types(&mut self, beginning: &[u8]) -> Vec<(i64, String)> {
        self.log.push(format!("types of {}", String::from_utf8_lossy(beginning)));
        vec![(50, "text/plain".into())]
    }
    fn script_event(&mut self, _: &Facts, _: ArgsId, data: &[u8], at: Option<u64>) {
        let text = String::from_utf8_lossy(data).into_owned();
        self.log.push(at.map_or(format!("stream {text}"), |at| format!("chunk {at} {text}")));
    }
    fn limit_reached(&mut self, _: &Facts, _: ArgsId, limit: u64, len: u64) {
        self.log.push(format!("limit {limit} {len}"));
    }
    fn complain(&mut self, message: &str) {
        self.log.push(message.into());
    }
    fn postponed(&mut self, _: Uid) -> bool {
        std::mem::take(&mut self.postpone)
    }
    fn weird(&mut self, name: &str) {
        self.log.push(name.into());
    }
    fn ended(&mut self, _: &Facts) {
        self.log.push("ended".into());
    }
}

pub(crate) fn id() -> Uid {
    session::FileIds::new(b"salt", 96).id(b"handle")
}

pub(crate) const FROM: Origin<'_> = Origin { conn: None, source: "HTTP", within: None };

pub(crate) fn add(tag: &'static str, a: impl FileAnalyzer + 'static) -> Change {
    Change::Add(Key { tag: EnumName(tag), args: Box::default() }, Box::new(a))
}

/// Feeds a file without gaps to an analyzer.
pub(crate) fn feed_one<'p>(
    tag: &'static str,
    analyzer: impl FileAnalyzer + 'static,
    pieces: impl Iterator<Item = &'p [u8]>,
) -> RecordingHandlers {
    let mut handlers =
        RecordingHandlers { beginning: 1, to_add: vec![add(tag, analyzer)], ..RecordingHandlers::default() };
    let mut files = Files::default();
    for p in pieces {
        files.take(id(), FROM, None, Piece::Data(p), &mut handlers);
    }
    files.end(id(), &mut handlers);
    handlers
}
