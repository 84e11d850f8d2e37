//! The analyzer of TLS and SSLv2: splits streams into records and reads them.
use super::complaint;
use super::decrypt::Secrets;
use super::handshake::{certificates, session_id};
use super::layer::{Config, Head, Layer};
use super::{content, v2, version};
use crate::{Maker, Settings};
use event::ListOf;
use event::ssl as ev;
use net_types::Timestamp;
use session::Role;
use session::analyzer::{Analyzer, Context};
use std::mem;
use wire::{ReadResult, Reader};

/// Bytes of a record's header; that of SSLv2 includes the first three bytes of its message.
const HEAD: usize = 5;

/// The incomplete record of one direction.
#[derive(Default)]
struct Side {
    head: [u8; HEAD],
    have: usize,
    record: Option<Head>,
    /// The content so far; empty for application data that cannot be decrypted.
    body: Vec<u8>,
    /// Bytes of application data so far.
    passed: usize,
}

/// The analyzer of a connection.
#[derive(Default)]
pub struct Ssl {
    config: Config,
    layer: Layer,
    sides: [Side; 2],
    /// The version of the previous records; 0 before the first.
    record_version: u16,
    /// Set after a gap: the start of the next record is unknown.
    gap: bool,
    over: bool,
    /// Application data is decrypted and forwarded.
    opened: bool,
}

/// Makes the analyzers of a run.
pub fn maker(s: &dyn Settings) -> Maker {
    let config = Config::from_settings(s);
    Box::new(move |_| Some(Box::new(Ssl::new(config))))
}

impl Ssl {
    /// Creates the analyzer of a new connection.
    pub fn new(config: Config) -> Self {
        Ssl { config, ..Ssl::default() }
    }

    /// Marks the handshake as complete, because scripts know that the rest is encrypted.
    pub fn set_established(&mut self) {
        self.layer.set_established();
    }

    /// Takes a secret of the connection from scripts.
    pub fn learn(&mut self, known: Secrets) {
        self.layer.learn(known);
    }

    fn stop(&mut self, cx: &mut Context<'_, '_>, reason: &str) {
        cx.violate(reason, None);
        cx.skip_rest();
        self.over = true;
    }

    /// Checks the header of a record. `None` if it is invalid, which ends the analysis.
    fn check_header(&mut self, cx: &mut Context<'_, '_>, from: Role, head: [u8; HEAD]) -> Option<Head> {
        let [b0, b1, b2, b3, b4] = head;
        let stated = u16::from_be_bytes([b1, b2]);
        let modern =
            Head { from, content: b0.into(), version: stated, len: u16::from_be_bytes([b3, b4]).into() };
        match self.record_version {
            0 => {}
            version::SSL2 => return self.check_v2_header(cx, from, head),
            _ if version::is_of_record(stated) => return Some(modern),
            _ => {
                let reason =
                    format!("Invalid version late in TLS connection. Packet reported version: {stated}");
                self.stop(cx, &reason);
                return None;
            }
        }
        if b0 & 0x80 != 0 {
            // An SSLv2 hello may open a connection of any version.
            if b2 == 1 && from.is_orig() {
                let offered = u16::from_be_bytes([b3, b4]);
                if offered == version::SSL2 || version::is_of_record(offered) {
                    return self.check_v2_header(cx, from, head);
                }
                self.stop(cx, &format!("Invalid version in SSL client hello. Version: {offered}"));
            } else if b2 == 4 && b4 < 2 && !from.is_orig() {
                self.record_version = version::SSL2;
                return self.check_v2_header(cx, from, head);
            } else {
                let reason =
                    format!("Invalid headers in SSL connection. Head1: {b1}, head2: {b2}, head3: {b3}");
                self.stop(cx, &reason);
            }
            return None;
        }
        if !version::is_of_record(stated) {
            self.stop(cx, &format!("Invalid version in TLS connection. Version: {stated}"));
            return None;
        }
        if !(20..=30).contains(&b0) {
            self.stop(cx, &format!("Invalid type in TLS connection. Version: {stated}, Type: {b0}"));
            return None;
        }
        self.record_version = stated;
        Some(modern)
    }

    fn check_v2_header(&mut self, cx: &mut Context<'_, '_>, from: Role, head: [u8; HEAD]) -> Option<Head> {
        let [b0, b1, b2, ..] = head;
        let len = usize::from(u16::from_be_bytes([b0 & 0x7f, b1]));
        let Some(len) = len.checked_sub(3) else {
            self.stop(cx, &format!("Invalid length in SSLv2 record. Length: {len}"));
            return None;
        };
        Some(Head { from, content: content::V2 + u16::from(b2), version: 0, len })
    }

    /// Takes a complete record. `data` is its content; empty for application data that cannot be decrypted.
    fn record(
        &mut self,
        cx: &mut Context<'_, '_>,
        head: &Head,
        bytes: [u8; HEAD],
        mut data: &[u8],
    ) -> ReadResult<()> {
        if head.len == 0 {
            return Ok(());
        }
        loop {
            if self.layer.is_encrypted(head) {
                self.layer.encrypted(cx, head);
                if let Some(inside) = self.layer.open(head, data) {
                    if !mem::replace(&mut self.opened, true) {
                        cx.detect_children();
                    }
                    cx.forward_stream(head.from, &inside);
                }
                return Ok(());
            }
            let r = &mut Reader::new("SSLRecord", data);
            match head.content {
                content::HANDSHAKE => {
                    self.layer.handshake.feed(cx, head.from, head.version, r.rest());
                    if self.layer.handshake.is_over() {
                        self.over = true;
                    }
                }
                content::V2_ERROR => {
                    let is_client = self.layer.handshake.is_client(head.from);
                    let [.., hi, lo] = bytes;
                    let desc = u16::from_be_bytes([hi, lo]).into();
                    cx.event(|c| ev::SslAlert { c, is_client, level: u64::MAX, desc });
                    r.rest();
                }
                content::V2_CLIENT_HELLO => self.v2_client_hello(cx, bytes, r)?,
                content::V2_SERVER_HELLO => self.v2_server_hello(cx, head.from, r)?,
                content::V2_CLIENT_MASTER_KEY => {
                    v2::client_master_key(r)?;
                    self.layer.encrypt(Role::Orig);
                    self.layer.encrypt(Role::Resp);
                    cx.event(|c| ev::SslEstablished { c });
                }
                _ => {
                    let mut rest = r.rest();
                    self.layer.plain(cx, head, &mut rest, &self.config)?;
                    *r = Reader::new("SSLRecord", rest);
                }
            }
            self.layer.plain_end(cx, head);
            data = r.rest();
            if data.is_empty() {
                return Ok(());
            }
        }
    }

    fn v2_client_hello(
        &mut self,
        cx: &mut Context<'_, '_>,
        head: [u8; HEAD],
        r: &mut Reader<'_>,
    ) -> ReadResult<()> {
        let [.., hi, lo] = head;
        let version = u16::from_be_bytes([hi, lo]);
        let hello = v2::ClientHello::read(r)?;
        // The version was checked with the header.
        cx.confirm();
        let session = session_id(hello.session);
        cx.event(|c| ev::SslClientHello {
            c,
            version: version.into(),
            record_version: 0,
            possible_ts: Timestamp::ZERO,
            client_random: hello.challenge,
            session_id: &session,
            ciphers: ListOf(&hello.ciphers),
            comp_methods: ListOf(&[]),
        });
        Ok(())
    }

    fn v2_server_hello(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        r: &mut Reader<'_>,
    ) -> ReadResult<()> {
        let hello = v2::ServerHello::read(r)?;
        if hello.version != version::SSL2 {
            self.stop(cx, &format!("Invalid version in SSL server hello. Version: {}", hello.version));
            return Ok(());
        }
        let session = session_id(&[]);
        cx.event(|c| ev::SslServerHello {
            c,
            version: hello.version.into(),
            record_version: 0,
            possible_ts: Timestamp::ZERO,
            server_random: hello.connection,
            session_id: &session,
            cipher: hello.ciphers.first().copied().unwrap_or_default(),
            comp_method: 0,
        });
        certificates(cx, self.layer.handshake.is_client(from), &[hello.certificate]);
        Ok(())
    }

    /// Adds the next bytes of a side to its record; false if the rest of the delivery must be ignored.
    fn advance(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &mut &[u8]) -> bool {
        let at = usize::from(!from.is_orig());
        let Some(side) = self.sides.get_mut(at) else { return false };
        let Some(head) = side.record else {
            let n = (HEAD - side.have).min(data.len());
            let (part, rest) = data.split_at(n);
            if let Some(place) = side.head.get_mut(side.have..side.have + n) {
                place.copy_from_slice(part);
            }
            side.have += n;
            *data = rest;
            if side.have < HEAD {
                return true;
            }
            let bytes = side.head;
            let Some(head) = self.check_header(cx, from, bytes) else { return false };
            if let Some(side) = self.sides.get_mut(at) {
                side.record = Some(head);
            }
            return head.len > 0 || self.complete(cx, at, head, &[]);
        };
        let is_kept = self.layer.decrypts() && side.passed == 0;
        if head.content == content::APPLICATION_DATA && !is_kept {
            let n = (head.len - side.passed).min(data.len());
            side.passed += n;
            *data = data.get(n..).unwrap_or_default();
            return side.passed < head.len || self.complete(cx, at, head, &[]);
        }
        let (part, rest) = data.split_at((head.len - side.body.len()).min(data.len()));
        *data = rest;
        // A record within one delivery is not copied.
        if part.len() == head.len {
            return self.complete(cx, at, head, part);
        }
        side.body.extend_from_slice(part);
        if side.body.len() < head.len {
            return true;
        }
        let whole = mem::take(&mut side.body);
        self.complete(cx, at, head, &whole)
    }

    fn complete(&mut self, cx: &mut Context<'_, '_>, at: usize, head: Head, data: &[u8]) -> bool {
        let bytes = self.sides.get_mut(at).map(mem::take).unwrap_or_default().head;
        match self.record(cx, &head, bytes, data) {
            Ok(()) => !self.over,
            Err(e) => {
                complaint::violate(cx, &e);
                false
            }
        }
    }
}

impl Analyzer for Ssl {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) {
        if self.gap || self.over || cx.is_partial() {
            return;
        }
        while !data.is_empty() && self.advance(cx, from, &mut data) {}
    }

    fn undelivered(&mut self, _: &mut Context<'_, '_>, _: Role, _: u64, _: u64) {
        self.gap = true;
        self.sides = Default::default();
        self.layer.handshake.clear();
    }

    fn end_of_stream(&mut self, cx: &mut Context<'_, '_>, from: Role) {
        if self.opened {
            cx.forward_end_of_stream(from);
        }
    }
}
