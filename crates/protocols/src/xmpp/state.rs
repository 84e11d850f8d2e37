//! One stream.
use super::anomaly::Anomaly;
use crate::registry;
use crate::{Maker, Settings};
use event::xmpp::XmppStarttls;
use session::Role;
use session::analyzer::{Analyzer, Context, Tag};

const TLS: Tag = registry::tag("SSL");

/// The longest tag that is kept, in bytes.
const MAX_TAG: usize = 64 * 1024;

/// Tags behind which no TLS is to be expected.
const PAST_TLS: [&[u8]; 5] = [b"success", b"message", b"db:result", b"db:verify", b"presence"];

/// The tags of one direction.
#[derive(Default)]
pub struct Tags {
    /// A tag as far as it came, from its `<`.
    open: Vec<u8>,
    begun: bool,
}

/// What a stream gives next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// The name of a tag, with the slash of one that closes.
    Name(Vec<u8>),
    /// A tag that has no name.
    Nameless,
    /// A tag that does not end.
    TooLong,
    /// All is read.
    More,
}

impl Tags {
    /// The next tag of `data`, which is shortened by it; text between tags is passed over.
    pub fn next(&mut self, data: &mut &[u8]) -> Next {
        if !self.begun {
            let Some(at) = data.iter().position(|&b| b == b'<') else {
                *data = &[];
                return Next::More;
            };
            *data = data.get(at + 1..).unwrap_or_default();
            self.begun = true;
        }
        let end = data.iter().position(|&b| b == b'>');
        let (part, rest) = match end {
            Some(at) => (data.get(..at).unwrap_or_default(), data.get(at + 1..).unwrap_or_default()),
            None => (*data, &[] as &[u8]),
        };
        *data = rest;
        if self.open.len() + part.len() > MAX_TAG {
            *self = Tags::default();
            return Next::TooLong;
        }
        self.open.extend_from_slice(part);
        if end.is_none() {
            return Next::More;
        }
        let tag = std::mem::take(self).open;
        let slash = usize::from(tag.first() == Some(&b'/'));
        let inside = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'?' | b':');
        let len = tag.iter().skip(slash).take_while(|b| inside(b)).count();
        if len == 0 {
            return Next::Nameless;
        }
        Next::Name(tag.into_iter().take(slash + len).collect())
    }
}

/// The analyzer of a stream.
#[derive(Default)]
pub struct Xmpp {
    sides: [Tags; 2],
    asked: bool,
    tls: bool,
    gone: bool,
}

/// Makes an analyzer for each connection.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::<Xmpp>::default()))
}

impl Xmpp {
    fn tag(&mut self, cx: &mut Context<'_, '_>, from: Role, name: &[u8]) {
        if from.is_orig() && name == b"stream:stream" {
            cx.confirm();
        }
        self.gone |= PAST_TLS.contains(&name);
        // With or without a namespace before it.
        let colon = name.iter().position(|&b| b == b':').filter(|at| at + 1 < name.len());
        let local = colon.and_then(|at| name.get(at + 1..)).unwrap_or(name);
        match (from, local) {
            (Role::Orig, b"starttls") => self.asked = true,
            (Role::Resp, b"proceed") if self.asked => {
                self.tls = true;
                cx.add_child(TLS);
                cx.event(|c| XmppStarttls { c });
            }
            (Role::Resp, b"proceed") if name == b"proceed" => cx.anomaly(Anomaly::ProceedWithoutStartTls),
            _ => {}
        }
    }
}

impl Analyzer for Xmpp {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        let side = usize::from(!from.is_orig());
        while !self.tls && !self.gone && !cx.is_partial() && !data.is_empty() {
            let Some(tags) = self.sides.get_mut(side) else { return };
            match tags.next(&mut data) {
                Next::Name(name) => self.tag(cx, from, &name),
                Next::Nameless => cx.violate("a tag of XMPP without a name", None),
                Next::TooLong => {
                    self.gone = true;
                    cx.anomaly(Anomaly::TagTooLong);
                }
                Next::More => {}
            }
        }
        if self.tls && !data.is_empty() {
            cx.forward_stream(from, data);
        }
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        if self.tls {
            return cx.forward_undelivered(from, seq, len);
        }
        self.gone = true;
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        if self.tls {
            cx.forward_end_of_stream(from);
        }
    }
}
