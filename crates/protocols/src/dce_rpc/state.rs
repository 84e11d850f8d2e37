//! The analyzer of a connection or a pipe: splits streams into packets and reports calls as events.
use super::anomaly::Anomaly;
use super::fragments::{CallBody, Fragments};
use super::packet::{self, Auth, Body, Bytes, HEADER, Header};
use crate::embedded::Embedded;
use crate::gssapi::Gssapi;
use crate::krb::Keytab;
use crate::ntlm::Ntlm;
use crate::{Maker, Settings, tags};
use event::EnumName;
use event::dce_rpc as ev;
use session::Role;
use session::analyzer::{Analyzer, Context, Tag};
use std::rc::Rc;
use wire::{ReadError, ReadResult};

const GSSAPI: Tag = tags::tag("GSSAPI");
const NTLM: Tag = tags::tag("NTLM");

/// The maximum number of contexts whose last operation is kept. One bind has at most 255 contexts.
const MAX_CONTEXTS: usize = 256;

/// Options, named as scripts name them.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// `DCE_RPC::max_cmd_reassembly`
    pub max_cmd_reassembly: usize,
    /// `DCE_RPC::max_frag_data`
    pub max_frag_data: usize,
    /// Keys for Kerberos tickets.
    pub keys: Rc<Keytab>,
}

impl Config {
    /// Reads the options of a run.
    pub fn of(s: &dyn Settings) -> Self {
        let size =
            |name, default| s.count(name).map_or(default, |n| usize::try_from(n).unwrap_or(usize::MAX));
        Config {
            max_cmd_reassembly: size("DCE_RPC::max_cmd_reassembly", 20),
            max_frag_data: size("DCE_RPC::max_frag_data", 30_000),
            keys: Keytab::of(s),
        }
    }
}

/// Returns the maker of a run's analyzers.
pub fn maker(s: &dyn Settings) -> Maker {
    let config = Config::of(s);
    Box::new(move |_| Some(Box::new(DceRpc::new(&config, None))))
}

/// The state of one direction.
struct Side {
    /// The beginning of an incomplete packet; at most 64 KiB.
    buffer: Vec<u8>,
    fragments: Fragments,
}

/// The analyzer of a connection or of a pipe.
pub struct DceRpc {
    /// The number of the pipe; `None` over TCP.
    pipe: Option<u64>,
    sides: [Side; 2],
    /// The last operation called in each context: context and operation.
    opnums: Vec<(u16, u16)>,
    given_up: bool,
    keys: Rc<Keytab>,
    gssapi: Embedded<Gssapi>,
    ntlm: Embedded<Ntlm>,
}

impl DceRpc {
    /// Creates the analyzer of a connection, or of the pipe with this number.
    pub fn new(config: &Config, pipe: Option<u64>) -> Self {
        let side = || Side {
            buffer: Vec::new(),
            fragments: Fragments::new(config.max_cmd_reassembly, config.max_frag_data),
        };
        DceRpc {
            pipe,
            sides: [side(), side()],
            opnums: Vec::new(),
            given_up: false,
            keys: Rc::clone(&config.keys),
            gssapi: Embedded::default(),
            ntlm: Embedded::default(),
        }
    }

    /// Takes the next bytes of one direction.
    pub fn deliver(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        while !data.is_empty() && !self.given_up {
            let buffer = &mut self.side(from).buffer;
            // A packet that is complete in this delivery is not copied.
            let taken = if buffer.is_empty() { first_packet(data) } else { Ok(None) };
            let outcome = match taken {
                Ok(Some((h, packet, rest))) => {
                    data = rest;
                    self.packet(cx, from, &h, packet)
                }
                Ok(None) => {
                    data = gather(buffer, data);
                    let packet = std::mem::take(buffer);
                    match first_packet(&packet) {
                        Ok(Some((h, ..))) => self.packet(cx, from, &h, &packet),
                        Ok(None) => {
                            self.side(from).buffer = packet;
                            Ok(())
                        }
                        Err(e) => Err(e),
                    }
                }
                Err(e) => Err(e),
            };
            if let Err(e) = outcome {
                cx.violate(&reason(&e), None);
                // Where the next packet begins is unknown; the start of the next delivery is the best guess.
                self.side(from).buffer.clear();
                return;
            }
        }
    }

    /// The number of buffered bytes.
    pub fn held(&self) -> usize {
        self.sides.iter().map(|s| s.buffer.len() + s.fragments.held()).sum()
    }

    fn side(&mut self, from: Role) -> &mut Side {
        let [orig, resp] = &mut self.sides;
        if from.is_orig() { orig } else { resp }
    }

    fn packet(&mut self, cx: &mut Context<'_, '_>, from: Role, h: &Header, packet: &[u8]) -> ReadResult<()> {
        let fid = self.pipe.unwrap_or(0);
        if let Some(ptype) = type_name(h.kind) {
            let (is_orig, ptype_id) = (from.is_orig(), h.kind.into());
            cx.event(|c| ev::Message { c, is_orig, fid, ptype_id, ptype });
        }
        let (body, auth) = h.parts(packet)?;
        if let Some(auth) = auth {
            self.auth(cx, auth);
        }
        let mut lost = false;
        let first_packet = self.side(from).fragments.take(h, body, &mut |w| {
            lost = true;
            cx.anomaly(w);
        });
        if lost && self.pipe.is_none() {
            self.given_up = true;
            cx.skip_rest();
        }
        match first_packet {
            Some(CallBody::Borrowed(body)) => self.body(cx, fid, &Body::read(h, body)?, 0)?,
            Some(CallBody::Joined(body, beyond)) => self.body(cx, fid, &Body::read(h, &body)?, beyond)?,
            None => {}
        }
        cx.confirm();
        Ok(())
    }

    /// Reports a call's body, of which `beyond` bytes at the end were dropped.
    fn body(&mut self, cx: &mut Context<'_, '_>, fid: u64, body: &Body<'_>, beyond: usize) -> ReadResult<()> {
        match *body {
            Body::Bind { count, ref contexts, further } => binds(cx, fid, count, contexts.clone(), further)?,
            Body::BindAck { further: true, .. } => cx.event(|c| ev::AlterContextResp { c, fid }),
            Body::BindAck { address, .. } => cx.event(|c| ev::BindAck { c, fid, sec_addr: address }),
            Body::Request { context, opnum, stub } => {
                let stub_len = (stub.len() + beyond) as u64;
                let (ctx_id, number) = (context.into(), opnum.into());
                cx.event(|c| ev::Request { c, fid, ctx_id, opnum: number, stub_len });
                cx.event(|c| ev::RequestStub { c, fid, ctx_id, opnum: number, stub });
                self.remember(cx, context, opnum);
            }
            Body::Response { context, stub } => {
                let stub_len = (stub.len() + beyond) as u64;
                let called = self.opnums.iter().find(|(id, _)| *id == context);
                let (ctx_id, opnum) = (context.into(), called.map_or(0, |c| c.1.into()));
                cx.event(|c| ev::Response { c, fid, ctx_id, opnum, stub_len });
                cx.event(|c| ev::ResponseStub { c, fid, ctx_id, opnum, stub });
            }
            Body::Other => {}
        }
        Ok(())
    }

    fn remember(&mut self, cx: &mut Context<'_, '_>, context: u16, opnum: u16) {
        if let Some(known) = self.opnums.iter_mut().find(|(id, _)| *id == context) {
            known.1 = opnum;
        } else if self.opnums.len() < MAX_CONTEXTS {
            self.opnums.push((context, opnum));
        } else {
            cx.anomaly(Anomaly::TooManyContexts);
        }
    }

    fn auth(&mut self, cx: &mut Context<'_, '_>, auth: Auth<'_>) {
        match auth.kind {
            0x09 => {
                let make = || Gssapi::new(&self.keys);
                self.gssapi.run_new(cx, GSSAPI, make, |gssapi, cx| gssapi.token(cx, auth.token));
            }
            0x0a => self.ntlm.run(cx, NTLM, |ntlm, cx| ntlm.message(cx, auth.token)),
            0x0e => cx.anomaly(Anomaly::TlsAuth(auth.kind)),
            // Kerberos without GSS-API: its messages are encrypted.
            0x10 => {}
            0x44 => cx.anomaly(Anomaly::NetlogonAuth(auth.kind)),
            kind => cx.anomaly(Anomaly::UnknownAuth(kind)),
        }
    }
}

fn binds(
    cx: &mut Context<'_, '_>,
    fid: u64,
    count: u8,
    mut contexts: Bytes<'_>,
    further: bool,
) -> ReadResult<()> {
    for _ in 0..count {
        let packet::Context { id, syntax } = packet::Context::read(&mut contexts)?;
        let (ctx_id, uuid) = (id.into(), syntax.uuid);
        let (ver_major, ver_minor) = (syntax.major.into(), syntax.minor.into());
        if further {
            cx.event(|c| ev::AlterContext { c, fid, ctx_id, uuid, ver_major, ver_minor });
        } else {
            cx.event(|c| ev::Bind { c, fid, ctx_id, uuid, ver_major, ver_minor });
        }
    }
    Ok(())
}

/// A packet's decoded header, the whole packet, and the bytes after it.
type Split<'a> = (Header, &'a [u8], &'a [u8]);

/// Splits off the first packet of `data`, if it is complete.
fn first_packet(data: &[u8]) -> ReadResult<Option<Split<'_>>> {
    if data.len() < HEADER {
        return Ok(None);
    }
    let h = Header::read(data)?;
    let len = usize::from(h.len);
    if len < HEADER {
        return Err(ReadError::Short { what: "DCE/RPC packet", at: 0, wanted: HEADER, there: len });
    }
    Ok(data.split_at_checked(len).map(|(packet, rest)| (h, packet, rest)))
}

/// Moves bytes into the buffer until it has the header or, if it has that, the whole packet. Returns the rest.
fn gather<'a>(buffer: &mut Vec<u8>, data: &'a [u8]) -> &'a [u8] {
    let want = match Header::read(buffer) {
        Ok(h) => usize::from(h.len).max(HEADER),
        Err(_) => HEADER,
    };
    let (part, rest) = data.split_at(want.saturating_sub(buffer.len()).min(data.len()));
    buffer.extend_from_slice(part);
    rest
}

impl Analyzer for DceRpc {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        self.deliver(cx, from, data);
    }

    fn undelivered(&mut self, cx: &mut Context<'_, '_>, _: Role, _: u64, _: u64) {
        self.given_up = true;
        self.sides.iter_mut().for_each(|s| s.buffer = Vec::new());
        cx.skip_rest();
    }
}

/// The name of a packet type in the script enum `DCE_RPC::PType`.
fn type_name(kind: u8) -> Option<EnumName> {
    const NAMES: [&str; 21] = [
        "DCE_RPC::REQUEST",
        "DCE_RPC::PING",
        "DCE_RPC::RESPONSE",
        "DCE_RPC::FAULT",
        "DCE_RPC::WORKING",
        "DCE_RPC::NOCALL",
        "DCE_RPC::REJECT",
        "DCE_RPC::ACK",
        "DCE_RPC::CL_CANCEL",
        "DCE_RPC::FACK",
        "DCE_RPC::CANCEL_ACK",
        "DCE_RPC::BIND",
        "DCE_RPC::BIND_ACK",
        "DCE_RPC::BIND_NAK",
        "DCE_RPC::ALTER_CONTEXT",
        "DCE_RPC::ALTER_CONTEXT_RESP",
        "DCE_RPC::AUTH3",
        "DCE_RPC::SHUTDOWN",
        "DCE_RPC::CO_CANCEL",
        "DCE_RPC::ORPHANED",
        "DCE_RPC::RTS",
    ];
    NAMES.get(usize::from(kind)).copied().map(EnumName)
}

/// The reason of a violation. A proof that is longer than its packet leaves less than nothing for the packet's body, and
/// users match on how that is worded.
fn reason(e: &ReadError) -> String {
    match *e {
        ReadError::Short { what: packet::PROOF, at, wanted, there } => {
            let whole = at.saturating_add(there) as i64;
            let body = whole - wanted as i64;
            format!("Binpac exception: binpac exception: out_of_bound: DCE_RPC_PDU:frag: {body} > {whole}")
        }
        ref other => other.to_string(),
    }
}
