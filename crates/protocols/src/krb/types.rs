//! Parses types shared by messages (RFC 4120, 5.2 and 5.3).
use crate::asn1::{Der, Element, tag};
use event::Moment;
use wire::{ReadError, ReadResult, Reader};

/// The number in an explicitly tagged field, `[0] INTEGER`; 0 if it has more than 8 bytes.
pub(super) fn number(field: &Element<'_>) -> ReadResult<u64> {
    Ok(field.walk("Kerberos number").element()?.uint().unwrap_or(0))
}

/// The text in an explicitly tagged field.
pub(super) fn text<'a>(field: &Element<'a>) -> ReadResult<&'a [u8]> {
    Ok(field.walk("Kerberos text").element()?.content)
}

/// Reads the next field, which must have this number.
pub(super) fn field<'a>(d: &mut Der<'a>, number: u8) -> ReadResult<Element<'a>> {
    let at = d.offset();
    match d.optional(tag::CONTEXT + number)? {
        Some(e) => Ok(e),
        None => Err(ReadError::Invalid { what: "Kerberos field", at }),
    }
}

/// The name of a principal: a list of parts.
#[derive(Clone, Debug)]
pub struct Name<'a> {
    parts: Der<'a>,
}

impl<'a> Name<'a> {
    pub(super) fn read(field: &Element<'a>) -> ReadResult<Self> {
        let mut d = field.walk("Kerberos name").inside(tag::SEQUENCE)?;
        d.element()?;
        let parts = d.element()?.walk("Kerberos name").inside(tag::SEQUENCE)?;
        let name = Name { parts };
        // Checks all parts, so that later walks cannot fail.
        let mut walk = name.parts.clone();
        while !walk.is_empty() {
            walk.element()?;
        }
        Ok(name)
    }

    /// The parts, joined by slashes; `unknown` if there are none or more than three.
    pub fn text(&self) -> Vec<u8> {
        let mut parts = Vec::with_capacity(3);
        let mut walk = self.parts.clone();
        while let Ok(part) = walk.element() {
            parts.push(part.content);
        }
        if (1..=3).contains(&parts.len()) { parts.join(&b'/') } else { b"unknown".to_vec() }
    }
}

/// The first 32 bits of a bit string. The first byte of the content, the number of unused bits, is ignored.
pub(super) fn bits(field: &Element<'_>) -> ReadResult<u32> {
    let string = field.walk("Kerberos flags").element()?;
    let mut r = Reader::new("Kerberos flags", string.content);
    r.skip(1)?;
    r.be32()
}

/// Parses a KerberosTime, `YYYYMMDDhhmmssZ`, and adds `micros` microseconds; `None` for other texts.
pub(super) fn time(field: &Element<'_>, micros: u64) -> ReadResult<Option<Moment>> {
    let text = field.walk("Kerberos time").element()?.content;
    if text.len() != 15 || !text.iter().take(14).all(u8::is_ascii_digit) {
        return Ok(None);
    }
    let digits = |from: usize, n: usize| {
        text.iter().skip(from).take(n).fold(0i64, |v, d| v * 10 + i64::from(d - b'0'))
    };
    let secs = digits(8, 2) * 3600 + digits(10, 2) * 60 + digits(12, 2);
    let secs = secs as f64 + micros as f64 / 1e6;
    Ok(Some(Moment::from_date(digits(0, 4), digits(4, 2), digits(6, 2), secs)))
}

/// EncryptedData (RFC 4120, 5.2.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EncryptedData<'a> {
    /// The encryption type.
    pub etype: u64,
    /// The version of the key.
    pub kvno: Option<u64>,
    /// The ciphertext.
    pub cipher: &'a [u8],
}

impl<'a> EncryptedData<'a> {
    /// Reads the sequence within `wrapper`.
    pub(super) fn read(wrapper: &Element<'a>) -> ReadResult<Self> {
        let mut d = wrapper.walk("Kerberos encrypted data").inside(tag::SEQUENCE)?;
        let etype = number(&field(&mut d, 0)?)?;
        let kvno = d.optional(tag::CONTEXT + 1)?.map(|f| number(&f)).transpose()?;
        Ok(EncryptedData { etype, kvno, cipher: text(&field(&mut d, 2)?)? })
    }
}

/// A ticket, whose main part is encrypted.
#[derive(Clone, Debug)]
pub struct Ticket<'a> {
    /// The protocol version, 5.
    pub version: u64,
    /// The realm of the service.
    pub realm: &'a [u8],
    /// The service.
    pub service: Name<'a>,
    /// The encrypted part.
    pub enc_part: EncryptedData<'a>,
}

impl<'a> Ticket<'a> {
    /// Reads `[APPLICATION 1] SEQUENCE`.
    pub(super) fn read(d: &mut Der<'a>) -> ReadResult<Self> {
        let mut d = d.inside(tag::APPLICATION + 1)?.inside(tag::SEQUENCE)?;
        Ok(Ticket {
            version: number(&field(&mut d, 0)?)?,
            realm: text(&field(&mut d, 1)?)?,
            service: Name::read(&field(&mut d, 2)?)?,
            enc_part: EncryptedData::read(&field(&mut d, 3)?)?,
        })
    }

    /// Reads the list inside a field.
    pub(super) fn list(field: &Element<'a>) -> ReadResult<Vec<Self>> {
        let mut d = field.walk("Kerberos tickets").inside(tag::SEQUENCE)?;
        let mut tickets = Vec::new();
        while !d.is_empty() {
            tickets.push(Ticket::read(&mut d)?);
        }
        Ok(tickets)
    }
}

/// The client that the decrypted part of a ticket names, `NAME@REALM` (EncTicketPart, RFC 4120, 5.3).
pub(super) fn client_of(part: &[u8]) -> ReadResult<Vec<u8>> {
    let whole = Der::new("Kerberos ticket decrypted", part).inside(tag::APPLICATION + 3)?;
    let mut d = whole.clone().inside(tag::SEQUENCE)?;
    field(&mut d, 0)?;
    field(&mut d, 1)?;
    let realm = text(&field(&mut d, 2)?)?;
    let name = Name::read(&field(&mut d, 3)?)?;
    Ok([&name.text()[..], b"@", realm].concat())
}

/// A host address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HostAddress<'a> {
    /// The type: 2 IPv4, 20 NetBIOS, 24 IPv6.
    pub kind: u64,
    /// The address.
    pub bytes: &'a [u8],
}

impl<'a> HostAddress<'a> {
    pub(super) fn read(d: &mut Der<'a>) -> ReadResult<Self> {
        let mut d = d.inside(tag::SEQUENCE)?;
        Ok(HostAddress { kind: number(&field(&mut d, 0)?)?, bytes: text(&field(&mut d, 1)?)? })
    }

    /// Reads the list inside a field.
    pub(super) fn list(field: &Element<'a>) -> ReadResult<Vec<Self>> {
        let mut d = field.walk("Kerberos addresses").inside(tag::SEQUENCE)?;
        let mut addresses = Vec::new();
        while !d.is_empty() {
            addresses.push(HostAddress::read(&mut d)?);
        }
        Ok(addresses)
    }
}

/// Reads the protocol version and the message type. `first` is the field number of the version.
pub(super) fn preamble(d: &mut Der<'_>, first: u8) -> ReadResult<(u64, u64)> {
    Ok((number(&field(d, first)?)?, number(&field(d, first + 1)?)?))
}
