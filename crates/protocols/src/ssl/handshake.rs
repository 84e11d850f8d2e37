//! Reports the messages of a handshake as events, and keeps the state that later messages depend on.
mod extensions;

use super::decrypt::Decryption;
use super::message::{
    self, CertificateRequest, ClientHello, DhServer, EcdhServer, ServerHello, ServerSignature, kind,
};
use super::pieces::{Next, Pieces};
use super::suites::{Exchange, exchange};
use super::{Anomaly, MAX_CHAIN, complaint, version};
use event::ListOf;
use event::ssl as ev;
use net_types::Timestamp;
use session::Role;
use session::analyzer::Context;
use std::fmt::Write;
use std::mem;
use wire::{ReadResult, Reader};

/// The handshake protocol of both directions.
#[derive(Default)]
pub(super) struct Handshake {
    pieces: [Pieces; 2],
    /// The responder is the client.
    flipped: bool,
    said_unclear: bool,
    /// The version that the server chose; 0 before.
    version: u16,
    suite: Option<u16>,
    pub(super) decryption: Decryption,
    /// The version in the current record's header.
    record_version: u16,
    /// The analysis has ended.
    over: bool,
}

impl Handshake {
    /// The negotiated version; 0 before the server's hello.
    pub(super) const fn version(&self) -> u16 {
        self.version
    }

    /// The cipher suite that the server chose.
    pub(super) const fn suite(&self) -> Option<u16> {
        self.suite
    }

    /// True if the sender is the client.
    pub(super) const fn is_client(&self, from: Role) -> bool {
        from.is_orig() != self.flipped
    }

    /// True if the analysis has to end.
    pub(super) const fn is_over(&self) -> bool {
        self.over
    }

    /// Takes the next bytes of a direction's handshake records.
    pub(super) fn feed(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        record_version: u16,
        mut data: &[u8],
    ) {
        self.record_version = record_version;
        let side = usize::from(!from.is_orig());
        let Some(slot) = self.pieces.get_mut(side) else { return };
        let mut pieces = mem::take(slot);
        if pieces.begin(data) {
            complaint::weird(cx, Anomaly::ExcessiveFragments);
        }
        while !data.is_empty() {
            match pieces.next(&mut data) {
                Next::Message(kind, body) => {
                    let result = self.message(cx, from, kind, body);
                    pieces.done();
                    if let Err(e) = result {
                        complaint::violate(cx, &e);
                        pieces.clear();
                        break;
                    }
                }
                Next::TooLong(len) => {
                    complaint::weird(cx, Anomaly::ExcessiveHandshake(len));
                    pieces.clear();
                    self.end(cx);
                    break;
                }
                Next::More => break,
            }
        }
        if let Some(slot) = self.pieces.get_mut(side) {
            *slot = pieces;
        }
    }

    /// Drops incomplete messages.
    pub(super) fn clear(&mut self) {
        self.pieces = Default::default();
    }

    fn end(&mut self, cx: &mut Context<'_, '_>) {
        self.over = true;
        cx.skip_rest();
    }

    fn message(&mut self, cx: &mut Context<'_, '_>, from: Role, kind: u8, body: &[u8]) -> ReadResult<()> {
        match kind {
            kind::HELLO_REQUEST => self.check_direction(cx, from, false),
            kind::CLIENT_HELLO => {
                self.check_direction(cx, from, true);
                self.client_hello(cx, from, body)?;
            }
            kind::SERVER_HELLO => {
                self.check_direction(cx, from, false);
                self.server_hello(cx, from, body)?;
            }
            kind::HELLO_VERIFY_REQUEST => message::hello_verify_request(body)?,
            kind::SESSION_TICKET => {
                let (lifetime, ticket) = message::session_ticket(body)?;
                cx.event(|c| ev::SslSessionTicketHandshake {
                    c,
                    ticket_lifetime_hint: lifetime.into(),
                    ticket,
                });
            }
            kind::CERTIFICATE => {
                let chain = message::certificates(body)?;
                certificates(cx, self.is_client(from), &chain);
            }
            kind::SERVER_KEY_EXCHANGE => self.server_key(cx, body)?,
            kind::CERTIFICATE_REQUEST => {
                let is_client = self.is_client(from);
                let request = CertificateRequest::read(body, self.states_algorithm())?;
                cx.event(|c| ev::SslCertificateRequest {
                    c,
                    is_client,
                    certificate_types: ListOf(&request.types),
                    supported_signature_algorithms: ListOf(&request.algorithms),
                    certificate_authorities: ListOf(&request.authorities),
                });
            }
            kind::CLIENT_KEY_EXCHANGE => self.client_key(cx, body),
            kind::CERTIFICATE_STATUS => self.certificate_status(cx, from, body)?,
            kind::SERVER_HELLO_DONE | kind::CERTIFICATE_VERIFY | kind::FINISHED | kind::CERTIFICATE_URL => {}
            unknown => {
                let reason = format!("unknown handshake message ({unknown}) from {}", complaint::label(from));
                cx.violate(&reason, None);
            }
        }
        let (is_client, length) = (self.is_client(from), body.len() as u64);
        cx.event(|c| ev::SslHandshakeMessage { c, is_client, msg_type: kind.into(), length });
        Ok(())
    }

    /// Checks which side is the client, which need not be the originator: STUN traffic may precede the handshake.
    fn check_direction(&mut self, cx: &mut Context<'_, '_>, from: Role, by_client: bool) {
        if self.is_client(from) == by_client {
            return;
        }
        self.flipped = !self.flipped;
        cx.event(|c| ev::SslConnectionFlipped { c });
        if !self.flipped && !mem::replace(&mut self.said_unclear, true) {
            complaint::weird(cx, Anomaly::UnclearDirection);
        }
    }

    /// Sets the version, unless it is set: the extension with the version is read before the field.
    fn choose_version(&mut self, version: u16) {
        if self.version == 0 {
            self.version = version;
        }
    }

    /// True if signatures state their algorithm, as they do since TLS 1.2.
    const fn states_algorithm(&self) -> bool {
        self.version > version::TLS11 && self.version != version::DTLS10
    }

    fn client_hello(&mut self, cx: &mut Context<'_, '_>, from: Role, body: &[u8]) -> ReadResult<()> {
        let hello = ClientHello::read(body)?;
        let random = [&hello.time.to_be_bytes(), hello.random].concat();
        if let Ok(random) = random.try_into() {
            self.decryption.hello(true, random);
        }
        self.extensions(cx, from, kind::CLIENT_HELLO, hello.extensions)?;
        if version::is_known(hello.version) {
            cx.confirm();
        } else {
            self.unsupported(cx, "client", hello.version);
        }
        let session = session_id(hello.session);
        let record_version = self.record_version.into();
        cx.event(|c| ev::SslClientHello {
            c,
            version: hello.version.into(),
            record_version,
            possible_ts: Timestamp::from_parts(hello.time.into(), 0),
            client_random: hello.random,
            session_id: &session,
            ciphers: ListOf(&hello.suites),
            comp_methods: ListOf(&hello.compressions),
        });
        Ok(())
    }

    fn server_hello(&mut self, cx: &mut Context<'_, '_>, from: Role, body: &[u8]) -> ReadResult<()> {
        let hello = ServerHello::read(body)?;
        self.suite = Some(hello.suite);
        if let Ok(random) = hello.random.try_into() {
            self.decryption.hello(false, random);
        }
        self.extensions(cx, from, kind::SERVER_HELLO, hello.extensions)?;
        if !version::is_known(hello.version) {
            self.unsupported(cx, "server", hello.version);
        }
        let session = session_id(hello.session);
        let time = Reader::new("ServerHello", hello.random).be32()?;
        let record_version = self.record_version.into();
        cx.event(|c| ev::SslServerHello {
            c,
            version: hello.version.into(),
            record_version,
            possible_ts: Timestamp::from_parts(time.into(), 0),
            server_random: hello.random,
            session_id: &session,
            cipher: hello.suite.into(),
            comp_method: hello.compression.into(),
        });
        self.choose_version(hello.version);
        Ok(())
    }

    fn unsupported(&mut self, cx: &mut Context<'_, '_>, who: &str, version: u16) {
        cx.violate(&format!("unsupported {who} SSL version 0x{version:04x}"), None);
        self.end(cx);
    }

    fn server_key(&self, cx: &mut Context<'_, '_>, body: &[u8]) -> ReadResult<()> {
        let signature = match self.suite.map_or(Exchange::Other, exchange) {
            Exchange::Ecdh { signed } => {
                let Some(key) = EcdhServer::read(body, signed, self.states_algorithm())? else {
                    return Ok(());
                };
                cx.event(|c| ev::SslEcdhServerParams { c, curve: key.curve.into(), point: key.point });
                key.signature
            }
            Exchange::Dh { signed } => {
                let key = DhServer::read(body, signed, self.states_algorithm())?;
                cx.event(|c| ev::SslDhServerParams { c, p: key.p, q: key.g, ys: key.ys });
                key.signature
            }
            Exchange::Rsa | Exchange::FixedEcdh | Exchange::Other => None,
        };
        if let Some(ServerSignature { algorithm, signature }) = signature {
            cx.event(|c| ev::SslServerSignature { c, signature_and_hashalgorithm: algorithm, signature });
        }
        Ok(())
    }

    fn client_key(&self, cx: &mut Context<'_, '_>, body: &[u8]) {
        match self.suite.map_or(Exchange::Other, exchange) {
            Exchange::Rsa => cx.event(|c| ev::SslRsaClientPms { c, pms: body }),
            Exchange::Dh { .. } => cx.event(|c| ev::SslDhClientParams { c, yc: body }),
            Exchange::Ecdh { .. } | Exchange::FixedEcdh => {
                cx.event(|c| ev::SslEcdhClientParams { c, point: body });
            }
            Exchange::Other => {}
        }
    }

    fn certificate_status(&self, cx: &mut Context<'_, '_>, from: Role, body: &[u8]) -> ReadResult<()> {
        const OCSP: u8 = 1;
        let is_client = self.is_client(from);
        let (kind, response) = message::certificate_status(body)?;
        if response.is_empty() {
            complaint::weird(cx, Anomaly::EmptyStapledOcsp);
        } else if kind == OCSP {
            let mut handle = file_handle(cx, false);
            handle.push_str("ocsp");
            let id = Some(cx.file_id(handle.as_bytes()));
            cx.file_data_of_type(Role::Resp, id, response, "application/ocsp-response");
            cx.event(|c| ev::SslStapledOcsp { c, is_client, response });
            cx.file_end(Role::Resp, id);
        }
        Ok(())
    }
}

/// A session identifier of 32 bytes: a shorter one is padded with zeros, a longer one becomes all zeros.
pub(super) fn session_id(session: &[u8]) -> [u8; 32] {
    let mut id = [0; 32];
    if let Some(head) = id.get_mut(..session.len()) {
        head.copy_from_slice(session);
    }
    id
}

/// Passes the certificates of a chain to the files framework.
pub(super) fn certificates(cx: &mut Context<'_, '_>, is_client: bool, chain: &[&[u8]]) {
    if chain.is_empty() {
        return;
    }
    if chain.len() > MAX_CHAIN {
        complaint::weird(cx, Anomaly::ExcessiveChain(chain.len()));
    }
    let common = file_handle(cx, is_client);
    let from = Role::of(is_client);
    for (i, certificate) in chain.iter().take(MAX_CHAIN).enumerate() {
        if certificate.is_empty() {
            complaint::weird(cx, Anomaly::EmptyCertificate);
            continue;
        }
        let mime = if i == 0 { "application/x-x509-user-cert" } else { "application/x-x509-ca-cert" };
        let id = Some(cx.file_id(format!("{common}{i}").as_bytes()));
        cx.file_data_of_type(from, id, certificate, mime);
        cx.file_end(from, id);
    }
}

/// The prefix of the handles of a connection's files. File identifiers derive from handles, so the format is part of
/// the compatibility of logs.
pub fn file_handle(cx: &Context<'_, '_>, is_client: bool) -> String {
    let conn = cx.conn();
    let (orig, resp) = (conn.port(Role::Orig), conn.port(Role::Resp));
    let mut handle = String::from("Analyzer::ANALYZER_SSL");
    handle.push_str(&decimal(conn.start_time()));
    handle.push(if is_client { 'T' } else { 'F' });
    // Writing to a string cannot fail.
    let _ = write!(handle, "{}:{} > {}:{}", conn.addr(Role::Orig), orig.num, conn.addr(Role::Resp), resp.num);
    handle
}

/// Seconds with one to six decimals.
fn decimal(t: Timestamp) -> String {
    let text = format!("{:.6}", t.as_secs_f64());
    let short = text.trim_end_matches('0');
    if short.ends_with('.') { format!("{short}0") } else { short.to_owned() }
}
