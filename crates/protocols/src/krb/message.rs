//! Parses messages (RFC 4120, 5.4 to 5.9).
use super::ap::ApRequest;
use super::padata::{self, PaData};
use super::types::{EncryptedData, HostAddress, Name, Ticket, bits, field, number, preamble, text, time};
use crate::asn1::{Der, Element, tag};
use event::Moment;
use wire::{ReadError, ReadResult};

/// KDC_ERR_PREAUTH_REQUIRED: the client must pre-authenticate.
const PREAUTH_REQUIRED: u64 = 25;

/// A message.
#[derive(Clone, Debug)]
pub enum Message<'a> {
    /// KRB_AS_REQ: a client requests its initial ticket.
    AsRequest(KdcRequest<'a>),
    /// KRB_AS_REP
    AsReply(KdcReply<'a>),
    /// KRB_TGS_REQ: a client requests a ticket for a service.
    TgsRequest(KdcRequest<'a>),
    /// KRB_TGS_REP
    TgsReply(KdcReply<'a>),
    /// KRB_AP_REQ: a client presents its ticket to a service.
    ApRequest(ApRequest<'a>),
    /// KRB_AP_REP
    ApReply,
    /// KRB_SAFE: a message with a checksum.
    Safe(Safe<'a>),
    /// KRB_PRIV: an encrypted message.
    Private,
    /// KRB_CRED: tickets that one principal forwards to another.
    Credentials(Vec<Ticket<'a>>),
    /// KRB_ERROR
    Error(Box<Error<'a>>),
}

/// KDC-REQ: a request for a ticket. Absent fields are `None`.
#[derive(Clone, Debug, Default)]
pub struct KdcRequest<'a> {
    /// The protocol version, 5.
    pub version: u64,
    /// The message type, 10 or 12.
    pub kind: u64,
    /// Pre-authentication data.
    pub padata: Option<Vec<PaData<'a>>>,
    /// `kdc-options`
    pub options: Option<u32>,
    /// The client.
    pub client: Option<Name<'a>>,
    /// The realm of the service; in KRB_AS_REQ also that of the client.
    pub realm: Option<&'a [u8]>,
    /// The service.
    pub service: Option<Name<'a>>,
    /// The requested `from`, `till` and `rtime` (the end of renewals).
    pub times: [Option<Moment>; 3],
    /// A number that the reply repeats.
    pub nonce: Option<u64>,
    /// Encryption types, in order of preference.
    pub etypes: Vec<u64>,
    /// The addresses from which the ticket may be used.
    pub addresses: Vec<HostAddress<'a>>,
    /// `additional-tickets`
    pub tickets: Vec<Ticket<'a>>,
}

/// KDC-REP: a ticket that the KDC issued.
#[derive(Clone, Debug)]
pub struct KdcReply<'a> {
    /// The protocol version, 5.
    pub version: u64,
    /// The message type, 11 or 13.
    pub kind: u64,
    /// Pre-authentication data.
    pub padata: Option<Vec<PaData<'a>>>,
    /// The client's realm.
    pub realm: &'a [u8],
    /// The client.
    pub client: Name<'a>,
    /// The ticket.
    pub ticket: Ticket<'a>,
    /// The part that is encrypted for the client.
    pub enc_part: EncryptedData<'a>,
}

/// KRB_SAFE: a message with a checksum.
#[derive(Clone, Debug)]
pub struct Safe<'a> {
    /// The protocol version, 5.
    pub version: u64,
    /// The message type, 20.
    pub kind: u64,
    /// `user-data`
    pub data: &'a [u8],
    /// The time of sending.
    pub time: Option<Moment>,
    /// The sequence number.
    pub seq: Option<u64>,
    /// The sender's address.
    pub sender: Option<HostAddress<'a>>,
    /// The recipient's address.
    pub recipient: Option<HostAddress<'a>>,
}

/// KRB_ERROR. Absent fields are `None`.
#[derive(Clone, Debug, Default)]
pub struct Error<'a> {
    /// The protocol version, 5.
    pub version: Option<u64>,
    /// The message type, 30.
    pub kind: Option<u64>,
    /// The client's time.
    pub client_time: Option<Moment>,
    /// The server's time.
    pub server_time: Option<Moment>,
    /// The error code.
    pub code: u64,
    /// The client's realm.
    pub client_realm: Option<&'a [u8]>,
    /// The client.
    pub client: Option<Name<'a>>,
    /// The service's realm.
    pub realm: Option<&'a [u8]>,
    /// The service.
    pub service: Option<Name<'a>>,
    /// The error as text.
    pub text: Option<&'a [u8]>,
    /// The accepted kinds of pre-authentication, if the code is KDC_ERR_PREAUTH_REQUIRED.
    pub hints: Option<Vec<PaData<'a>>>,
}

impl<'a> Message<'a> {
    /// Reads a complete message.
    pub fn read(bytes: &'a [u8]) -> ReadResult<Self> {
        let mut d = Der::new("Kerberos message", bytes);
        let whole = d.element()?;
        let sequence = || whole.walk("Kerberos message").inside(tag::SEQUENCE);
        Ok(match whole.tag.wrapping_sub(tag::APPLICATION) {
            10 => Message::AsRequest(KdcRequest::read(sequence()?)?),
            11 => Message::AsReply(KdcReply::read(sequence()?)?),
            12 => Message::TgsRequest(KdcRequest::read(sequence()?)?),
            13 => Message::TgsReply(KdcReply::read(sequence()?)?),
            14 => Message::ApRequest(ApRequest::read(bytes)?),
            15 => {
                let mut d = sequence()?;
                preamble(&mut d, 0)?;
                EncryptedData::read(&field(&mut d, 2)?)?;
                Message::ApReply
            }
            20 => Message::Safe(Safe::read(sequence()?)?),
            21 => {
                let mut d = sequence()?;
                preamble(&mut d, 0)?;
                EncryptedData::read(&field(&mut d, 3)?)?;
                Message::Private
            }
            22 => {
                let mut d = sequence()?;
                preamble(&mut d, 0)?;
                Message::Credentials(Ticket::list(&field(&mut d, 2)?)?)
            }
            30 => Message::Error(Box::new(Error::read(sequence()?)?)),
            _ => {
                return Err(ReadError::Invalid { what: "type of a Kerberos message", at: 0 });
            }
        })
    }
}

impl<'a> KdcRequest<'a> {
    fn read(mut d: Der<'a>) -> ReadResult<Self> {
        let (version, kind) = preamble(&mut d, 1)?;
        let mut m = KdcRequest { version, kind, ..KdcRequest::default() };
        if let Some(f) = d.optional(tag::CONTEXT + 3)? {
            m.padata = Some(padata::list(&f.walk("Kerberos message").element()?)?);
        }
        let mut body = field(&mut d, 4)?.walk("Kerberos request").inside(tag::SEQUENCE)?;
        while !body.is_empty() {
            m.set(&body.element()?)?;
        }
        Ok(m)
    }

    fn set(&mut self, f: &Element<'a>) -> ReadResult<()> {
        let [from, till, renew] = &mut self.times;
        match f.index() {
            0 => self.options = Some(bits(f)?),
            1 => self.client = Some(Name::read(f)?),
            2 => self.realm = Some(text(f)?),
            3 => self.service = Some(Name::read(f)?),
            4 => *from = time(f, 0)?,
            5 => *till = time(f, 0)?,
            6 => *renew = time(f, 0)?,
            7 => self.nonce = Some(number(f)?),
            8 => {
                let mut d = f.walk("Kerberos ciphers").inside(tag::SEQUENCE)?;
                while !d.is_empty() {
                    self.etypes.push(d.element()?.uint().unwrap_or(0));
                }
            }
            9 => self.addresses = HostAddress::list(f)?,
            11 => self.tickets = Ticket::list(f)?,
            _ => {}
        }
        Ok(())
    }
}

impl<'a> KdcReply<'a> {
    fn read(mut d: Der<'a>) -> ReadResult<Self> {
        let (version, kind) = preamble(&mut d, 0)?;
        let padata = match d.optional(tag::CONTEXT + 2)? {
            Some(f) => Some(padata::list(&f.walk("Kerberos message").element()?)?),
            None => None,
        };
        Ok(KdcReply {
            version,
            kind,
            padata,
            realm: text(&field(&mut d, 3)?)?,
            client: Name::read(&field(&mut d, 4)?)?,
            ticket: Ticket::read(&mut field(&mut d, 5)?.walk("Kerberos ticket"))?,
            enc_part: EncryptedData::read(&field(&mut d, 6)?)?,
        })
    }
}

impl<'a> Safe<'a> {
    fn read(mut d: Der<'a>) -> ReadResult<Self> {
        let (version, kind) = preamble(&mut d, 0)?;
        let mut m = Safe { version, kind, data: &[], time: None, seq: None, sender: None, recipient: None };
        let mut body = field(&mut d, 2)?.walk("Kerberos signed message").inside(tag::SEQUENCE)?;
        let (mut when, mut micros) = (None, 0);
        while !body.is_empty() {
            let f = body.element()?;
            let mut inner = f.walk("Kerberos address");
            match f.index() {
                0 => m.data = text(&f)?,
                1 => when = Some(f),
                2 => micros = number(&f)?,
                3 => m.seq = Some(number(&f)?),
                4 => m.sender = Some(HostAddress::read(&mut inner)?),
                5 => m.recipient = Some(HostAddress::read(&mut inner)?),
                _ => {}
            }
        }
        if let Some(f) = when {
            m.time = time(&f, micros)?;
        }
        Ok(m)
    }
}

impl<'a> Error<'a> {
    fn read(mut d: Der<'a>) -> ReadResult<Self> {
        let mut m = Error::default();
        // The microseconds of a time follow in an optional field.
        let mut when = [None, None];
        let mut micros = [0, 0];
        let [client_micros, server_micros] = &mut micros;
        let [client, server] = &mut when;
        while !d.is_empty() {
            let f = d.element()?;
            match f.index() {
                0 => m.version = Some(number(&f)?),
                1 => m.kind = Some(number(&f)?),
                2 => *client = Some(f),
                3 => *client_micros = number(&f)?,
                4 => *server = Some(f),
                5 => *server_micros = number(&f)?,
                6 => m.code = number(&f)?,
                7 => m.client_realm = Some(text(&f)?),
                8 => m.client = Some(Name::read(&f)?),
                9 => m.realm = Some(text(&f)?),
                10 => m.service = Some(Name::read(&f)?),
                11 => m.text = Some(text(&f)?),
                12 if m.code == PREAUTH_REQUIRED => {
                    m.hints = Some(padata::hints(&f.walk("Kerberos hints").element()?)?);
                }
                _ => {}
            }
        }
        let [client_time, server_time] = [&mut m.client_time, &mut m.server_time];
        for ((slot, when), micros) in [client_time, server_time].into_iter().zip(when).zip(micros) {
            if let Some(f) = when {
                *slot = time(&f, micros)?;
            }
        }
        Ok(m)
    }
}
