//! Parses the messages of a handshake.
use super::version;
use event::ssl::SignatureAndHashAlgorithm;
use wire::{ReadError, ReadResult, Reader};

/// Types of handshake messages (IANA, "TLS HandshakeType").
pub(super) mod kind {
    pub(in super::super) const HELLO_REQUEST: u8 = 0;
    pub(in super::super) const CLIENT_HELLO: u8 = 1;
    pub(in super::super) const SERVER_HELLO: u8 = 2;
    pub(in super::super) const HELLO_VERIFY_REQUEST: u8 = 3;
    pub(in super::super) const SESSION_TICKET: u8 = 4;
    pub(in super::super) const CERTIFICATE: u8 = 11;
    pub(in super::super) const SERVER_KEY_EXCHANGE: u8 = 12;
    pub(in super::super) const CERTIFICATE_REQUEST: u8 = 13;
    pub(in super::super) const SERVER_HELLO_DONE: u8 = 14;
    pub(in super::super) const CERTIFICATE_VERIFY: u8 = 15;
    pub(in super::super) const CLIENT_KEY_EXCHANGE: u8 = 16;
    pub(in super::super) const FINISHED: u8 = 20;
    pub(in super::super) const CERTIFICATE_URL: u8 = 21;
    pub(in super::super) const CERTIFICATE_STATUS: u8 = 22;
}

/// The curve type `named_curve`; the others are not in use.
const NAMED_CURVE: u8 = 3;

/// Reads a structure whose length field states `len` and of which `head` bytes were read. An error counts both.
pub(super) fn framed<'a>(
    r: &mut Reader<'a>,
    what: &'static str,
    head: usize,
    len: usize,
) -> ReadResult<Reader<'a>> {
    let (at, there) = (r.offset(), r.len());
    r.sub(what, len).map_err(|_| ReadError::Short { what, at, wanted: head + len, there: head + there })
}

fn counts8(r: &mut Reader<'_>, n: usize) -> ReadResult<Vec<u64>> {
    Ok(r.bytes(n)?.iter().map(|&b| u64::from(b)).collect())
}

/// Reads `n` numbers of two bytes.
pub(super) fn counts16(r: &mut Reader<'_>, n: usize) -> ReadResult<Vec<u64>> {
    Ok(r.bytes(n * 2)?.chunks_exact(2).map(|b| b.iter().fold(0, |v, &b| v << 8 | u64::from(b))).collect())
}

/// Reads a count and that many one-byte numbers.
pub(super) fn counted8(r: &mut Reader<'_>) -> ReadResult<Vec<u64>> {
    let n = r.u8()?;
    counts8(r, n.into())
}

/// Reads pairs of hash and signature algorithm up to the end of `r`.
pub(super) fn signature_algorithms(mut r: Reader<'_>) -> ReadResult<Vec<SignatureAndHashAlgorithm>> {
    let mut list = Vec::new();
    while !r.is_empty() {
        list.push(signature_algorithm(&mut r)?);
    }
    Ok(list)
}

/// Reads a pair of hash and signature algorithm.
pub(super) fn signature_algorithm(r: &mut Reader<'_>) -> ReadResult<SignatureAndHashAlgorithm> {
    let [hash, signature] = r.array()?;
    Ok(SignatureAndHashAlgorithm { hash: hash.into(), signature: signature.into() })
}

/// ClientHello (RFC 5246, 7.4.1.2; RFC 6347, 4.2.1, for the cookie).
#[derive(Debug)]
pub struct ClientHello<'a> {
    /// The highest version that the client supports; TLS 1.2 if the extension supported_versions is used.
    pub version: u16,
    /// The first four random bytes as seconds since the Unix epoch.
    pub time: u32,
    /// The rest of the random bytes.
    pub random: &'a [u8],
    /// The identifier of a session to resume.
    pub session: &'a [u8],
    /// The cipher suites that the client supports, in order of preference.
    pub suites: Vec<u64>,
    /// The compression methods that the client supports.
    pub compressions: Vec<u64>,
    /// The extensions, to be read one by one.
    pub extensions: Reader<'a>,
}

impl<'a> ClientHello<'a> {
    /// Reads the body of the message.
    pub fn read(body: &'a [u8]) -> ReadResult<Self> {
        let mut r = Reader::new("ClientHello", body);
        let version = r.be16()?;
        let time = r.be32()?;
        let random = r.bytes(28)?;
        let session = r.u8()?;
        let session = r.bytes(session.into())?;
        if matches!(version, version::DTLS10 | version::DTLS12) {
            let cookie = r.u8()?;
            r.skip(cookie.into())?;
        }
        let suites = r.be16()?;
        let suites = counts16(&mut r, usize::from(suites / 2))?;
        let compressions = counted8(&mut r)?;
        let extensions = extensions(r)?;
        Ok(ClientHello { version, time, random, session, suites, compressions, extensions })
    }
}

/// ServerHello (RFC 5246, 7.4.1.3). In drafts of TLS 1.3 it has neither session nor compression.
#[derive(Debug)]
pub struct ServerHello<'a> {
    /// The version; TLS 1.2 if the extension supported_versions is used.
    pub version: u16,
    /// 32 random bytes, which begin with the time from old servers.
    pub random: &'a [u8],
    /// The identifier of the session.
    pub session: &'a [u8],
    /// The cipher suite.
    pub suite: u16,
    /// The compression method.
    pub compression: u8,
    /// The extensions, to be read one by one.
    pub extensions: Reader<'a>,
}

impl<'a> ServerHello<'a> {
    /// Reads the body of the message.
    pub fn read(body: &'a [u8]) -> ReadResult<Self> {
        let mut r = Reader::new("ServerHello", body);
        let version = r.be16()?;
        let random = r.bytes(32)?;
        if version == version::TLS13 || version::is_draft(version) {
            let suite = r.be16()?;
            let extensions = extensions(r)?;
            return Ok(ServerHello { version, random, session: &[], suite, compression: 0, extensions });
        }
        let session = r.u8()?;
        let session = r.bytes(session.into())?;
        let suite = r.be16()?;
        let compression = r.u8()?;
        let extensions = extensions(r)?;
        Ok(ServerHello { version, random, session, suite, compression, extensions })
    }
}

/// The extensions of a hello: missing, or a length and the extensions up to the end of the message.
fn extensions(mut r: Reader<'_>) -> ReadResult<Reader<'_>> {
    if !r.is_empty() {
        r.be16()?;
    }
    Ok(Reader::new("SSLExtension", r.rest()))
}

/// Reads Certificate: a chain, the sender's own certificate first (RFC 5246, 7.4.2).
pub(super) fn certificates(body: &[u8]) -> ReadResult<Vec<&[u8]>> {
    let mut r = Reader::new("Certificate", body);
    let len = r.be24()? as usize;
    let mut chain = framed(&mut r, "Certificate", 3, len)?;
    let mut all = Vec::new();
    while !chain.is_empty() {
        let len = chain.be24()? as usize;
        all.push(framed(&mut chain, "X509Certificate:certificate", 0, len)?.rest());
    }
    Ok(all)
}

/// Reads CertificateStatus: its type, 1 for OCSP, and the response (RFC 6066, 8).
pub(super) fn certificate_status(body: &[u8]) -> ReadResult<(u8, &[u8])> {
    let mut r = Reader::new("CertificateStatus", body);
    let kind = r.u8()?;
    r.be24()?;
    Ok((kind, r.rest()))
}

/// Reads NewSessionTicket: its lifetime in seconds, and the ticket (RFC 5077, 3.3).
pub(super) fn session_ticket(body: &[u8]) -> ReadResult<(u32, &[u8])> {
    let mut r = Reader::new("SessionTicketHandshake", body);
    let lifetime = r.be32()?;
    let len = r.be16()?;
    Ok((lifetime, r.bytes(len.into())?))
}

/// The signature of a ServerKeyExchange.
pub(super) struct ServerSignature<'a> {
    pub(super) algorithm: SignatureAndHashAlgorithm,
    pub(super) signature: &'a [u8],
}

impl<'a> ServerSignature<'a> {
    /// Before TLS 1.2 a signature does not state its algorithm; both numbers are then 256, which is unassigned.
    fn read(r: &mut Reader<'a>, states_algorithm: bool) -> ReadResult<Self> {
        let algorithm = if states_algorithm {
            signature_algorithm(r)?
        } else {
            SignatureAndHashAlgorithm { hash: 256, signature: 256 }
        };
        let len = r.be16()?;
        Ok(ServerSignature { algorithm, signature: r.bytes(len.into())? })
    }
}

/// ServerKeyExchange with elliptic curves: the named curve and the public point (RFC 8422, 5.4).
pub(super) struct EcdhServer<'a> {
    pub(super) curve: u16,
    pub(super) point: &'a [u8],
    pub(super) signature: Option<ServerSignature<'a>>,
}

impl<'a> EcdhServer<'a> {
    pub(super) fn read(body: &'a [u8], signed: bool, states_algorithm: bool) -> ReadResult<Option<Self>> {
        let what = if signed { "EcdheServerKeyExchange" } else { "EcdhAnonServerKeyExchange" };
        let mut r = Reader::new(what, body);
        if r.u8()? != NAMED_CURVE {
            return Ok(None);
        }
        let curve = r.be16()?;
        let len = r.u8()?;
        let point = r.bytes(len.into())?;
        let signature = signed.then(|| ServerSignature::read(&mut r, states_algorithm)).transpose()?;
        Ok(Some(EcdhServer { curve, point, signature }))
    }
}

/// ServerKeyExchange with finite fields: prime, generator, public value (RFC 5246, 7.4.3).
pub(super) struct DhServer<'a> {
    pub(super) p: &'a [u8],
    pub(super) g: &'a [u8],
    pub(super) ys: &'a [u8],
    pub(super) signature: Option<ServerSignature<'a>>,
}

impl<'a> DhServer<'a> {
    pub(super) fn read(body: &'a [u8], signed: bool, states_algorithm: bool) -> ReadResult<Self> {
        let what = if signed { "DheServerKeyExchange" } else { "DhAnonServerKeyExchange" };
        let mut r = Reader::new(what, body);
        let mut part = || {
            let len = r.be16()?;
            r.bytes(len.into())
        };
        let (p, g, ys) = (part()?, part()?, part()?);
        let signature = signed.then(|| ServerSignature::read(&mut r, states_algorithm)).transpose()?;
        Ok(DhServer { p, g, ys, signature })
    }
}

/// CertificateRequest (RFC 5246, 7.4.4).
pub(super) struct CertificateRequest<'a> {
    pub(super) types: Vec<u64>,
    pub(super) algorithms: Vec<SignatureAndHashAlgorithm>,
    /// Distinguished names in DER.
    pub(super) authorities: Vec<&'a [u8]>,
}

impl<'a> CertificateRequest<'a> {
    pub(super) fn read(body: &'a [u8], states_algorithm: bool) -> ReadResult<Self> {
        let mut r = Reader::new("CertificateRequest", body);
        let types = counted8(&mut r)?;
        let algorithms = if states_algorithm {
            let len = r.be16()?.into();
            signature_algorithms(framed(&mut r, "SignatureAlgorithm", 2, len)?)?
        } else {
            Vec::new()
        };
        let len = r.be16()?.into();
        let mut names = framed(&mut r, "CertificateRequest:certificate_authorities", 0, len)?;
        let mut authorities = Vec::new();
        while !names.is_empty() {
            let len = names.be16()?;
            authorities.push(names.bytes(len.into())?);
        }
        Ok(CertificateRequest { types, algorithms, authorities })
    }
}

/// Checks HelloVerifyRequest (RFC 6347, 4.2.1), which has no event.
pub(super) fn hello_verify_request(body: &[u8]) -> ReadResult<()> {
    let mut r = Reader::new("HelloVerifyRequest", body);
    r.be16()?;
    let len = r.u8()?;
    r.skip(len.into())
}
