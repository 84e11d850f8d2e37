//! The analyzer of a UDP flow.
use super::anomaly::Anomaly;
use super::message::{Error, Field, Lines, reply, request};
use crate::{Maker, Settings};
use event::TableOf;
use event::mime::MimeHeaderRec;
use event::sip as ev;
use session::Role;
use session::analyzer::{Analyzer, Context, Datagram};
use wire::Anomaly as _;

/// The maximum number of header fields of a message in `sip_all_headers`.
const MAX_HEADERS: usize = 1000;

/// The maximum number of bytes of an incomplete first line that are buffered.
const MAX_WAITING: usize = 8192;

/// The analyzer of a flow.
#[derive(Default)]
pub struct Sip {
    /// Incomplete first lines of responses and of requests: some endpoints send keep-alives that are not quite empty.
    waiting: [Vec<u8>; 2],
    /// Bytes of a body that follow in further datagrams, of requests and of responses.
    missing: [u64; 2],
}

/// Makes an analyzer for each flow.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::<Sip>::default()))
}

/// A header field, with its name in upper case too.
struct Kept<'a> {
    field: Field<'a>,
    upper: Vec<u8>,
}

impl Sip {
    /// Reads a message; returns the bytes that follow it.
    fn message<'d>(
        &mut self,
        cx: &mut Context<'_, '_>,
        is_orig: bool,
        bytes: &'d [u8],
    ) -> Result<&'d [u8], Error> {
        let mut lines = Lines::new(bytes);
        let Some(first) = lines.next_line() else {
            if let Some(slot) = self.waiting.get_mut(usize::from(is_orig)) {
                slot.extend(bytes.iter().take(MAX_WAITING));
            }
            return Ok(&[]);
        };
        if is_orig {
            let r = request(first)?;
            if !r.junk.is_empty() {
                cx.weird(Anomaly::Junk.weird(), &r.junk.escape_ascii().to_string().into_bytes());
            }
            cx.event(|c| ev::SipRequest { c, method: r.method, original_uri: r.uri, version: r.version });
        } else {
            let r = reply(first)?;
            cx.confirm();
            cx.event(|c| ev::SipReply { c, version: r.version, code: r.code.into(), reason: r.reason });
        }
        cx.event(|c| ev::SipBeginEntity { c, is_orig });
        let Some(length) = header(cx, is_orig, &mut lines)? else { return Ok(&[]) };
        Ok(self.body(cx, is_orig, length, lines.rest()))
    }

    /// Skips a body; returns the bytes that follow it.
    fn body<'d>(
        &mut self,
        cx: &mut Context<'_, '_>,
        is_orig: bool,
        length: u64,
        bytes: &'d [u8],
    ) -> &'d [u8] {
        let here = bytes.len().min(usize::try_from(length).unwrap_or(usize::MAX));
        let (body, rest) = bytes.split_at(here);
        let missing = length - body.len() as u64;
        if let Some(slot) = self.missing.get_mut(usize::from(is_orig)) {
            *slot = missing;
        }
        if missing == 0 {
            cx.event(|c| ev::SipEndEntity { c, is_orig });
        }
        rest
    }
}

/// Reports the header fields; returns the length of the body, `None` if the header is incomplete.
fn header(cx: &mut Context<'_, '_>, is_orig: bool, lines: &mut Lines<'_>) -> Result<Option<u64>, Error> {
    let all = cx.wants::<ev::SipAllHeaders<'_>>();
    let (mut kept, mut length, mut count) = (Vec::new(), 0, 0_usize);
    loop {
        let Some(line) = lines.next_line() else { return Ok(None) };
        if line.is_empty() {
            break;
        }
        let field = Field::read(line)?;
        length = field.content_length().unwrap_or(length);
        let upper = field.name.to_ascii_uppercase();
        cx.event(|c| ev::SipHeader { c, is_orig, name: &upper, value: field.value });
        count += 1;
        if all && count <= MAX_HEADERS {
            kept.push(Kept { field, upper });
        }
    }
    if all {
        if count > MAX_HEADERS {
            cx.anomaly(Anomaly::TooManyHeaders(MAX_HEADERS));
        }
        let list: Vec<(u64, MimeHeaderRec<'_>)> = (1..)
            .zip(&kept)
            .map(|(n, k)| {
                (n, MimeHeaderRec { original_name: k.field.name, name: &k.upper, value: k.field.value })
            })
            .collect();
        cx.event(|c| ev::SipAllHeaders { c, is_orig, hlist: TableOf(&list) });
    }
    Ok(Some(length))
}

impl Analyzer for Sip {
    fn packet(&mut self, cx: &mut Context<'_, '_>, _: Role, packet: &Datagram<'_>) {
        let mut rest = packet.payload;
        // Phones send empty lines to keep a firewall's state alive.
        if rest.len() == 2 && rest.starts_with(b"\r") {
            return;
        }
        let is_orig = !(rest.len() > 6 && rest.starts_with(b"SIP/"));
        let missing = self.missing.get_mut(usize::from(is_orig)).map_or(0, std::mem::take);
        if missing > 0 {
            rest = self.body(cx, is_orig, missing, rest);
        }
        let mut whole = self.waiting.get_mut(usize::from(is_orig)).map(std::mem::take).unwrap_or_default();
        if !whole.is_empty() && whole.len() < MAX_WAITING {
            whole.extend_from_slice(rest);
            rest = &whole;
        }
        while !rest.is_empty() {
            match self.message(cx, is_orig, rest) {
                Ok(next) => rest = next,
                Err(e) => return cx.violate(e.reason(), None),
            }
        }
    }
}
