//! The analyzer of a connection, or of consecutive connections between the same ports.
use super::frame::Frame;
use super::header::{Kind, LongHeader, Packet};
use super::hello::Hello;
use super::protection::Keys;
use crate::{Maker, Settings, tags};
use event::quic as ev;
use session::Role;
use session::analyzer::{Analyzer, AnalyzerId, Context, Datagram, Tag};
use wire::Reader;

const TLS: Tag = tags::tag("SSL");

/// Makes an analyzer for each connection.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::<Quic>::default()))
}

/// The state of one side.
#[derive(Default)]
struct Side {
    /// The length of the connection IDs that this side chose; short headers do not state it.
    id_len: usize,
    hello: Hello,
    /// The side's keys, with the version that they belong to.
    keys: Option<(u32, Keys)>,
}

/// The analyzer of a connection.
#[derive(Default)]
pub struct Quic {
    sides: [Side; 2],
    /// The destination connection ID of the client's first Initial packet, from which the keys derive.
    client_id: Option<Vec<u8>>,
    tls: Option<AnalyzerId>,
    /// Buffer for decryption.
    room: Vec<u8>,
}

impl Analyzer for Quic {
    fn packet(&mut self, cx: &mut Context<'_, '_>, from: Role, packet: &Datagram<'_>) {
        if let Err(reason) = self.datagram(cx, from, packet.payload) {
            cx.violate(&reason, None);
        }
    }
}

impl Quic {
    fn datagram(&mut self, cx: &mut Context<'_, '_>, from: Role, payload: &[u8]) -> Result<(), String> {
        let mut r = Reader::new("QUIC packet", payload);
        while !r.is_empty() {
            if self.tls.is_none() {
                self.tls = cx.add_child(TLS);
            }
            // A short header has a connection ID that the client chose; only its length matters here.
            let [client, _] = &self.sides;
            let packet = Packet::read(&mut r, client.id_len).map_err(|e| e.to_string())?;
            if let Packet::Long { header, bytes } = packet {
                self.long(cx, from, &header, bytes)?;
            }
        }
        Ok(())
    }

    fn long(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        header: &LongHeader<'_>,
        bytes: &[u8],
    ) -> Result<(), String> {
        let (is_orig, version) = (from.is_orig(), u64::from(header.version));
        let LongHeader { dcid, scid, .. } = *header;
        match header.kind {
            Kind::Initial { encrypted, len } => {
                cx.event(|c| ev::InitialPacket { c, is_orig, version, dcid, scid });
                self.initial(cx, from, header, bytes, (encrypted, len))?;
            }
            Kind::ZeroRtt => cx.event(|c| ev::ZeroRttPacket { c, is_orig, version, dcid, scid }),
            Kind::Handshake => cx.event(|c| ev::HandshakePacket { c, is_orig, version, dcid, scid }),
            Kind::Retry { token, tag } => {
                cx.event(|c| ev::RetryPacket {
                    c,
                    is_orig,
                    version,
                    dcid,
                    scid,
                    retry_token: token,
                    retry_integrity_tag: tag,
                });
                self.begin_again(cx);
            }
            Kind::Unknown => {
                cx.event(|c| ev::UnhandledVersion { c, is_orig, version, dcid, scid });
                return Err(format!("unhandled QUIC version {:#x}", header.version));
            }
        }
        Ok(())
    }

    /// Resets keys and hellos for the client's next attempt.
    fn begin_again(&mut self, cx: &mut Context<'_, '_>) {
        if let Some(tls) = self.tls.take() {
            cx.remove(tls);
        }
        self.client_id = None;
        for side in &mut self.sides {
            side.hello = Hello::default();
            side.keys = None;
        }
    }

    fn initial(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        header: &LongHeader<'_>,
        bytes: &[u8],
        (encrypted, len): (usize, usize),
    ) -> Result<(), String> {
        let LongHeader { version, dcid, scid, .. } = *header;
        let is_orig = from.is_orig();
        if self.client_id.is_none() {
            if !is_orig {
                return Ok(());
            }
            self.client_id = Some(dcid.to_vec());
        }
        let (client_id, room) = (self.client_id.as_deref().unwrap_or_default(), &mut self.room);
        let [client, server] = &mut self.sides;
        let (own, other) = if is_orig { (client, server) } else { (server, client) };
        if own.hello.finished {
            return Ok(());
        }
        own.id_len = scid.len();
        other.id_len = dcid.len();
        if own.keys.as_ref().is_none_or(|(v, _)| *v != version) {
            own.keys = Keys::derive(version, client_id, is_orig).map(|keys| (version, keys));
        }
        let Some((_, keys)) = &own.keys else { return Ok(()) };
        let frames = keys.open(bytes, encrypted, len, room).map_err(|e| e.to_string())?;
        cx.confirm();

        let mut r = Reader::new("QUIC frame", frames);
        while !r.is_empty() {
            match Frame::read(&mut r).map_err(|e| e.to_string())? {
                Frame::Padding | Frame::Ping | Frame::Ack => {}
                Frame::Crypto { offset, data } => {
                    own.hello.write(offset, data).map_err(|e| e.to_string())?;
                    if let Some(hello) = own.hello.complete().filter(|_| !own.hello.finished) {
                        forward(cx, from, hello);
                        own.hello.finished = true;
                    }
                }
                Frame::Close { error, reason } => cx.event(|c| ev::ConnectionCloseFrame {
                    c,
                    is_orig,
                    version: version.into(),
                    dcid,
                    scid,
                    error_code: error,
                    reason_phrase: reason,
                }),
            }
        }
        Ok(())
    }
}

/// Forwards a hello to TLS, wrapped in a record (RFC 8446, 5.1).
fn forward(cx: &mut Context<'_, '_>, from: Role, hello: &[u8]) {
    // `Hello` limits the length to that of a record.
    let [a, b] = u16::try_from(hello.len()).unwrap_or(u16::MAX).to_be_bytes();
    cx.forward_stream(from, &[0x16, 3, 3, a, b]);
    cx.forward_stream(from, hello);
}
