//! The analyzer of a connection.
use super::anomaly::Anomaly;
use crate::sides::Sides;
use crate::starttls::StartTls;
use crate::{Maker, Settings};
use event::xmpp::XmppStarttls;
use session::Role;
use session::analyzer::{Analyzer, Context};

/// The longest tag, in bytes.
const MAX_TAG: usize = 64 * 1024;

/// Tags after which STARTTLS cannot follow, since the client has logged in.
const PAST_TLS: [&[u8]; 5] = [b"success", b"message", b"db:result", b"db:verify", b"presence"];

/// Finds the tags of one direction.
#[derive(Default)]
pub struct Tags {
    /// The incomplete tag, without its `<`.
    open: Vec<u8>,
    begun: bool,
}

/// The next tag of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// The tag's name, with the slash of a closing tag.
    Name(Vec<u8>),
    /// The tag has no name.
    Nameless,
    /// The tag is too long.
    TooLong,
    /// The tag is incomplete.
    More,
}

impl Tags {
    /// Takes the next tag off `data`. Skips text between tags.
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

/// The analyzer of a connection.
#[derive(Default)]
pub struct Xmpp {
    sides: Sides<Tags>,
    /// The client has requested TLS.
    asked: bool,
    tls: StartTls,
    /// STARTTLS can no longer follow, because of a tag or a gap: the rest of the stream is ignored.
    is_over: bool,
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
        self.is_over |= PAST_TLS.contains(&name);
        // The name may have a namespace prefix.
        let colon = name.iter().position(|&b| b == b':').filter(|at| at + 1 < name.len());
        let local = colon.and_then(|at| name.get(at + 1..)).unwrap_or(name);
        match (from, local) {
            (Role::Orig, b"starttls") => self.asked = true,
            (Role::Resp, b"proceed") if self.asked => {
                self.tls.begin(cx);
                cx.event(|c| XmppStarttls { c });
            }
            (Role::Resp, b"proceed") if name == b"proceed" => cx.anomaly(Anomaly::ProceedWithoutStartTls),
            _ => {}
        }
    }
}

impl Analyzer for Xmpp {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        while !self.tls.has_begun() && !self.is_over && !cx.is_partial() && !data.is_empty() {
            match self.sides.of(from).next(&mut data) {
                Next::Name(name) => self.tag(cx, from, &name),
                Next::Nameless => cx.violate("a tag of XMPP without a name", None),
                Next::TooLong => {
                    self.is_over = true;
                    cx.anomaly(Anomaly::TagTooLong);
                }
                Next::More => {}
            }
        }
        self.tls.forward(cx, from, data);
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, from: Role, seq: u64, len: u64) {
        self.is_over |= !self.tls.forward_gap(cx, from, seq, len);
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        self.tls.forward_end(cx, from);
    }
}
