//! Parses KRB_AP_REQ (RFC 4120, 5.5.1), which is both a message and a kind of pre-authentication data.
use super::types::{EncryptedData, Ticket, bits, field, preamble};
use crate::asn1::{Der, tag};
use wire::ReadResult;

/// KRB_AP_REQ: a client presents its ticket to a service.
#[derive(Clone, Debug)]
pub struct ApRequest<'a> {
    /// `ap-options`. Bit 0 is the highest; bit 1 is use-session-key, bit 2 mutual-required.
    pub options: u32,
    /// The ticket.
    pub ticket: Ticket<'a>,
}

impl<'a> ApRequest<'a> {
    /// Reads a complete message.
    pub(super) fn read(bytes: &'a [u8]) -> ReadResult<Self> {
        let whole = Der::new("Kerberos ticket shown", bytes).inside(tag::APPLICATION + 14)?;
        let mut d = whole.clone().inside(tag::SEQUENCE)?;
        preamble(&mut d, 0)?;
        let options = bits(&field(&mut d, 2)?)?;
        let ticket = Ticket::read(&mut field(&mut d, 3)?.walk("Kerberos ticket"))?;
        EncryptedData::read(&field(&mut d, 4)?)?;
        Ok(ApRequest { options, ticket })
    }
}
