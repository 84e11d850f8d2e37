//! The analyzer of DTLS: reads the records of datagrams, and reassembles fragmented handshake messages.
use super::complaint;
use super::layer::{Config, Head, Layer};
use super::{content, version};
use crate::{Maker, Settings};
use event::ssl as ev;
use session::Role;
use session::analyzer::{Analyzer, Context, Datagram};
use wire::{ReadResult, Reader};

/// The longest handshake message that is reassembled, in bytes.
const MAX_MESSAGE: usize = 100_000;
/// The maximum number of fragments of a handshake message, minus one.
const MAX_FRAGMENTS: u64 = 30;
/// The largest difference between the record sequence numbers of a message's fragments.
const WINDOW: u64 = 32;
/// STUN's magic cookie and the length of its header (RFC 8489, 5). STUN shares ports with DTLS.
const STUN_COOKIE: [u8; 4] = [0x21, 0x12, 0xa4, 0x42];
const STUN_HEAD: usize = 20;

/// The reassembly of a handshake message. Fragments may arrive in any order and repeatedly; the sequence numbers of
/// their records show which have arrived.
struct Assembly {
    message: u16,
    buffer: Vec<u8>,
    /// The lowest record number seen so far, and whether it is that of the first fragment.
    first: u64,
    begun: bool,
    /// The record number of the last fragment.
    last: Option<u64>,
    /// The record numbers that have arrived, as bits from `first` on.
    seen: u32,
}

/// The analyzer of a connection.
#[derive(Default)]
pub struct Dtls {
    config: Config,
    layer: Layer,
    assemblies: [Option<Assembly>; 2],
    invalid_versions: u64,
    reported: u64,
    over: bool,
}

/// Makes the analyzers of a run.
pub fn maker(s: &dyn Settings) -> Maker {
    let config = Config::from_settings(s);
    Box::new(move |_| Some(Box::new(Dtls::new(config))))
}

/// A fragment of a handshake message (RFC 6347, 4.2.2).
struct Fragment<'a> {
    kind: u8,
    length: u32,
    message: u16,
    offset: usize,
    fragment_length: usize,
    data: &'a [u8],
}

impl<'a> Fragment<'a> {
    fn read(data: &'a [u8]) -> ReadResult<Self> {
        let mut r = Reader::new("Handshake", data);
        Ok(Fragment {
            kind: r.u8()?,
            length: r.be24()?,
            message: r.be16()?,
            offset: r.be24()? as usize,
            fragment_length: r.be24()? as usize,
            data: r.rest(),
        })
    }
}

impl Dtls {
    /// Creates the analyzer of a new connection.
    pub fn new(config: Config) -> Self {
        Dtls { config, ..Dtls::default() }
    }

    /// Marks the handshake as complete, because scripts know that the rest is encrypted.
    pub fn set_established(&mut self) {
        self.layer.set_established();
    }

    fn datagram(&mut self, cx: &mut Context<'_, '_>, from: Role, payload: &[u8]) -> ReadResult<()> {
        let mut r = Reader::new("SSLRecord", payload);
        while !r.is_empty() && !self.over {
            let first = r.u8()?;
            if self.layer.handshake.version() == version::DTLS13 && first & 0xe0 == 0x20 {
                self.unified(cx, from, first, &mut r)?;
            } else {
                self.record(cx, from, first, &mut r)?;
            }
        }
        Ok(())
    }

    /// Takes a record with DTLS 1.3's unified header, which is always encrypted (RFC 9147, 4). With a connection ID
    /// the end of the header is unknown, since only the other side's hello states the length of the ID.
    fn unified(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        first: u8,
        r: &mut Reader<'_>,
    ) -> ReadResult<()> {
        if first & 0x10 == 0 {
            r.skip(if first & 0x08 != 0 { 2 } else { 1 })?;
            if first & 0x04 != 0 {
                r.be16()?;
            }
        }
        let length = r.rest().len() as u64;
        self.layer.encrypt(from);
        self.layer.establish(cx);
        let is_client = self.layer.handshake.is_client(from);
        cx.event(|c| ev::SslEncryptedData {
            c,
            is_client,
            record_version: version::DTLS13.into(),
            content_type: content::APPLICATION_DATA.into(),
            length,
        });
        Ok(())
    }

    fn record(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        kind: u8,
        r: &mut Reader<'_>,
    ) -> ReadResult<()> {
        let version = r.be16()?;
        let epoch = r.be16()?;
        let number = r.be_uint(6)?;
        let len = usize::from(r.be16()?);
        if !self.check_version(cx, version) {
            // The end of the record is unknown.
            r.rest();
            return Ok(());
        }
        let head = Head { from, content: kind.into(), version, len };
        let mut data = r.bytes(len)?;
        while !data.is_empty() {
            // From epoch 1 on everything is encrypted.
            if epoch != 0 {
                self.layer.encrypted(cx, &head);
                break;
            }
            if head.content == content::HANDSHAKE {
                let fragment = Fragment::read(data)?;
                self.fragment(cx, &head, number, &fragment);
                data = &[];
            } else {
                self.layer.plain(cx, &head, &mut data, &self.config)?;
            }
            self.layer.plain_end(cx, &head);
        }
        Ok(())
    }

    /// True for a supported version. Before the client's hello, some datagrams of other protocols are tolerated.
    fn check_version(&mut self, cx: &mut Context<'_, '_>, version: u16) -> bool {
        if matches!(version, version::DTLS10 | version::DTLS12) {
            if cx.is_confirmed() {
                self.invalid_versions = 0;
            }
            return true;
        }
        self.invalid_versions += 1;
        if cx.is_confirmed() {
            self.reported += 1;
            if self.reported <= self.config.max_reported_version_errors {
                let reason =
                    format!("Invalid version in DTLS connection. Packet reported version: {version}");
                cx.violate(&reason, None);
            }
        }
        if self.invalid_versions > self.config.max_version_errors {
            cx.skip_rest();
            self.over = true;
        }
        false
    }

    fn fragment(&mut self, cx: &mut Context<'_, '_>, head: &Head, number: u64, f: &Fragment<'_>) {
        let length = f.length as usize;
        if f.offset == 0 && f.fragment_length == length {
            self.message(cx, head, f, f.data);
            return;
        }
        if length > MAX_MESSAGE {
            let reason = format!("DTLS record length {length} larger than allowed maximum.");
            cx.violate(&reason, None);
            return;
        }
        let Some(slot) = self.assemblies.get_mut(usize::from(!head.from.is_orig())) else { return };
        let mut assembly = match slot.take() {
            Some(a) if a.message == f.message && a.buffer.len() == length => a,
            _ => Assembly {
                message: f.message,
                buffer: vec![0; length],
                first: number,
                begun: false,
                last: None,
                seen: 0,
            },
        };
        match assembly.add(number, f) {
            Ok(true) => {
                let whole = std::mem::take(&mut assembly.buffer);
                self.message(cx, head, f, &whole);
                assembly.buffer = whole;
            }
            Ok(false) => {}
            Err(reason) => cx.violate(reason, None),
        }
        if let Some(slot) = self.assemblies.get_mut(usize::from(!head.from.is_orig())) {
            *slot = Some(assembly);
        }
    }

    fn message(&mut self, cx: &mut Context<'_, '_>, head: &Head, f: &Fragment<'_>, body: &[u8]) {
        let [_, a, b, c] = f.length.to_be_bytes();
        let handshake = &mut self.layer.handshake;
        // The header of TLS, which lacks the fields about fragments.
        handshake.feed(cx, head.from, head.version, &[f.kind, a, b, c]);
        handshake.feed(cx, head.from, head.version, body);
        self.over |= handshake.is_over();
    }
}

impl Assembly {
    /// Adds a fragment; true if it completes the message.
    fn add(&mut self, number: u64, f: &Fragment<'_>) -> Result<bool, &'static str> {
        if self.first.abs_diff(number) >= WINDOW {
            return Err("DTLS handshake fragment sequence number outside reassembly window.");
        }
        if number < self.first {
            if self.begun {
                return Err("Saw second and different first message fragment for handshake.");
            }
            self.seen <<= self.first - number;
            self.first = number;
        }
        if f.offset == 0 {
            self.begun = true;
        }
        let bit = 1u32 << (number - self.first);
        if self.seen & bit != 0 {
            return Ok(false);
        }
        if f.data.len() != f.fragment_length {
            return Err("DTLS handshake record length does not match packet length");
        }
        let end = f.offset + f.fragment_length;
        let Some(place) = self.buffer.get_mut(f.offset..end) else {
            return Err("DTLS handshake fragment trying to write past end of buffer");
        };
        place.copy_from_slice(f.data);
        self.seen |= bit;
        if end == self.buffer.len() {
            self.last = Some(number);
        }
        let (true, Some(last)) = (self.begun, self.last) else { return Ok(false) };
        let Some(between) = last.checked_sub(self.first) else { return Ok(false) };
        if between > MAX_FRAGMENTS {
            return Err("DTLS Message fragmented over more than 30 pieces. Cannot reassemble.");
        }
        let all = (1u32 << (between + 1)) - 1;
        Ok(self.seen & all == all)
    }
}

impl Analyzer for Dtls {
    fn packet(&mut self, cx: &mut Context<'_, '_>, from: Role, packet: &Datagram<'_>) {
        let is_stun =
            packet.payload.len() > STUN_HEAD && packet.payload.get(4..8) == Some(STUN_COOKIE.as_slice());
        if self.over || is_stun {
            return;
        }
        if let Err(e) = self.datagram(cx, from, packet.payload) {
            complaint::violate(cx, &e);
        }
    }
}
