//! Parses the messages of SSLv2 (specification of 1995, 2.5 to 2.7). Their first three bytes were read with the
//! record's header.
use wire::{ReadResult, Reader};

/// CLIENT-HELLO.
pub(super) struct ClientHello<'a> {
    pub(super) ciphers: Vec<u64>,
    pub(super) session: &'a [u8],
    pub(super) challenge: &'a [u8],
}

impl<'a> ClientHello<'a> {
    pub(super) fn read(r: &mut Reader<'a>) -> ReadResult<Self> {
        let (ciphers, session, challenge) = (r.be16()?, r.be16()?, r.be16()?);
        let ciphers = ciphers_of(r.bytes(ciphers.into())?);
        let session = r.bytes(session.into())?;
        let challenge = r.bytes(challenge.into())?;
        Ok(ClientHello { ciphers, session, challenge })
    }
}

/// SERVER-HELLO.
pub(super) struct ServerHello<'a> {
    pub(super) version: u16,
    pub(super) certificate: &'a [u8],
    pub(super) ciphers: Vec<u64>,
    pub(super) connection: &'a [u8],
}

impl<'a> ServerHello<'a> {
    pub(super) fn read(r: &mut Reader<'a>) -> ReadResult<Self> {
        let version = r.be16()?;
        let (certificate, ciphers, connection) = (r.be16()?, r.be16()?, r.be16()?);
        let certificate = r.bytes(certificate.into())?;
        let ciphers = ciphers_of(r.bytes(ciphers.into())?);
        let connection = r.bytes(connection.into())?;
        Ok(ServerHello { version, certificate, ciphers, connection })
    }
}

/// Checks CLIENT-MASTER-KEY, which has no event.
pub(super) fn client_master_key(r: &mut Reader<'_>) -> ReadResult<()> {
    r.u8()?;
    let (clear, encrypted, argument) = (r.be16()?, r.be16()?, r.be16()?);
    r.skip(usize::from(clear) + usize::from(encrypted) + usize::from(argument))
}

fn ciphers_of(bytes: &[u8]) -> Vec<u64> {
    bytes.chunks_exact(3).map(|b| b.iter().fold(0, |v, &b| v << 8 | u64::from(b))).collect()
}
