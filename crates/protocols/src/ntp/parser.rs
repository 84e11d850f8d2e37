//! The bytes of a message.
use net_types::Addr;
use wire::{ReadResult, Reader};

/// Modes with a meaning for who is who (RFC 5905, figure 10).
pub(super) mod mode {
    pub(in super::super) const CLIENT: u8 = 3;
    pub(in super::super) const SERVER: u8 = 4;
    pub(super) const CONTROL: u8 = 6;
    pub(super) const PRIVATE: u8 = 7;
}

/// A message.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Message<'a> {
    /// 1 to 4 in practice.
    pub version: u8,
    /// 0 to 7.
    pub mode: u8,
    /// The fields of the mode.
    pub body: Body<'a>,
}

/// The message behind its first byte.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Body<'a> {
    /// Modes 1 to 5: time.
    Standard(Standard<'a>),
    /// Mode 6: reading and setting a server's variables.
    Control(Control<'a>),
    /// Mode 7: whatever an implementation wants.
    Private(Private<'a>),
    /// Mode 0 is reserved.
    Reserved,
}

/// A message about time. Spans and times are in seconds; times since the Unix epoch.
///
/// ```text
///  LI VN mode(1) stratum(1) poll(1) precision(1) root delay(4) root dispersion(4) reference id(4)
///  reference, origin, receive and transmit timestamp (8 each) [extension fields] [key id(4) digest(16 or 20)]
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standard<'a> {
    /// 0 says nothing, 1 is a reference clock, each above one step away.
    pub stratum: u8,
    /// Time between messages.
    pub poll: f64,
    /// Of the clock.
    pub precision: f64,
    /// To the reference clock and back.
    pub root_delay: f64,
    /// To the reference clock.
    pub root_dispersion: f64,
    /// A kiss code, a clock's name, or an address, by stratum.
    pub reference_id: [u8; 4],
    /// Reference, origin, receive, transmit.
    pub times: [f64; 4],
    /// How many extension fields there are.
    pub extensions: u64,
    /// The signature.
    pub mac: Option<Mac<'a>>,
}

/// A key's number and what was signed with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mac<'a> {
    /// Number of the key.
    pub key_id: u32,
    /// MD5's 16 bytes, SHA-1's 20, or 8 in control messages.
    pub digest: &'a [u8],
}

/// A control message (RFC 9327, 2).
///
/// ```text
///  LI VN mode(1) R E M opcode(1) sequence(2) status(2) association(2) offset(2) count(2) data, padded [MAC]
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Control<'a> {
    /// R, E and M in the upper three bits, the operation below.
    pub flags_and_op: u8,
    /// Answers carry their question's.
    pub sequence: u16,
    /// Of the system, a peer or a clock.
    pub status: u16,
    /// Which peer; 0 is the system.
    pub association: u16,
    /// The data, as far as it is present.
    pub data: &'a [u8],
    /// Key number and check of 8 bytes.
    pub mac: Option<Mac<'a>>,
}

/// A private message.
///
/// ```text
///  R M VN mode(1) A sequence(1) implementation(1) request code(1) error(4 bits) items(12 bits) size(2) data
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Private<'a> {
    /// Authenticated: a signature follows.
    pub auth: bool,
    /// Number of the packet in an answer of several.
    pub sequence: u8,
    /// Whose request codes they are.
    pub implementation: u8,
    /// What is asked or answered.
    pub request_code: u8,
    /// 0 for none.
    pub error: u8,
    /// The bytes that the count of items covers.
    pub data: &'a [u8],
}

impl<'a> Message<'a> {
    /// Reads a datagram's payload. Bytes beyond a message are not looked at.
    pub fn read(bytes: &'a [u8]) -> ReadResult<Self> {
        let mut r = Reader::new("NTP message", bytes);
        let first = r.u8()?;
        let (version, mode) = (first >> 3 & 7, first & 7);
        let body = match mode {
            0 => Body::Reserved,
            mode::CONTROL => Body::Control(Control::read(&mut r)?),
            mode::PRIVATE => Body::Private(Private::read(&mut r)?),
            _ => Body::Standard(Standard::read(&mut r)?),
        };
        Ok(Message { version, mode, body })
    }
}

/// The longest signature behind the timestamps, in bytes; more bytes are extension fields before it (RFC 7822, 7.5).
const LONGEST_MAC: usize = 24;

impl<'a> Standard<'a> {
    fn read(r: &mut Reader<'a>) -> ReadResult<Self> {
        let [stratum, poll, precision] = r.array()?;
        let (root_delay, root_dispersion) = (short(r)?, short(r)?);
        let reference_id = r.array()?;
        let times = [timestamp(r)?, timestamp(r)?, timestamp(r)?, timestamp(r)?];
        let mut extensions = 0;
        while r.len() > LONGEST_MAC {
            let [_kind, len] = [r.be16()?, r.be16()?];
            // A field's length counts its own head; one that does not cover it would never end.
            r.skip(usize::from(len).max(4) - 4)?;
            extensions += 1;
        }
        let mac = match r.len() {
            20 | LONGEST_MAC => Some(Mac { key_id: r.be32()?, digest: r.rest() }),
            _ => None,
        };
        Ok(Standard {
            stratum,
            poll: power_of_two(poll),
            precision: power_of_two(precision),
            root_delay,
            root_dispersion,
            reference_id,
            times,
            extensions,
            mac,
        })
    }

    /// The reference as an address.
    pub fn reference_addr(&self) -> Addr {
        Addr::v4(self.reference_id)
    }
}

impl<'a> Control<'a> {
    fn read(r: &mut Reader<'a>) -> ReadResult<Self> {
        let flags_and_op = r.u8()?;
        let [sequence, status, association, _offset, count] =
            [r.be16()?, r.be16()?, r.be16()?, r.be16()?, r.be16()?];
        let data = r.bytes(count.into())?;
        let mac = if r.len() == 12 { Some(Mac { key_id: r.be32()?, digest: r.rest() }) } else { None };
        Ok(Control { flags_and_op, sequence, status, association, data, mac })
    }
}

impl<'a> Private<'a> {
    fn read(r: &mut Reader<'a>) -> ReadResult<Self> {
        let [second, implementation, request_code] = r.array()?;
        let error_and_count = r.be16()?;
        let data = r.bytes(usize::from(error_and_count & 0x0fff))?;
        let auth = second & 0x80 != 0;
        if auth {
            r.skip(20)?;
        }
        Ok(Private {
            auth,
            sequence: second & 0x7f,
            implementation,
            request_code,
            error: (error_and_count >> 12) as u8,
            data,
        })
    }
}

/// Two to the power of a signed byte.
fn power_of_two(log: u8) -> f64 {
    f64::powi(2.0, i32::from(log.cast_signed()))
}

/// 16 bits of seconds, 16 of fraction.
fn short(r: &mut Reader<'_>) -> ReadResult<f64> {
    r.be32().map(|n| f64::from(n) / 65_536.0)
}

/// From 1900, where NTP counts from, to 1970.
const EPOCH: f64 = 2_208_988_800.0;

/// 32 bits of seconds since 1900, 32 of fraction; all zero is no time.
fn timestamp(r: &mut Reader<'_>) -> ReadResult<f64> {
    let (seconds, fraction) = (r.be32()?, r.be32()?);
    if (seconds, fraction) == (0, 0) {
        return Ok(0.0);
    }
    Ok(f64::from(seconds) - EPOCH + f64::from(fraction) / 4_294_967_296.0)
}
