//! Parses messages.
use net_types::Addr;
use wire::{ReadError, ReadResult, Reader};

/// Modes (RFC 5905, figure 10).
pub(super) mod mode {
    pub(in super::super) const CLIENT: u8 = 3;
    pub(in super::super) const SERVER: u8 = 4;
    pub(super) const CONTROL: u8 = 6;
    pub(super) const PRIVATE: u8 = 7;
}

/// A message.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Message<'a> {
    /// The version number, 1 to 4 in practice.
    pub version: u8,
    /// The mode, 0 to 7.
    pub mode: u8,
    /// The fields that depend on the mode.
    pub body: Body<'a>,
}

/// The part of a message that depends on the mode.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Body<'a> {
    /// Modes 1 to 5: time synchronization.
    Standard(Standard<'a>),
    /// Mode 6: control messages, which read and set a server's variables.
    Control(Control<'a>),
    /// Mode 7: private messages, defined by implementations.
    Private(Private<'a>),
    /// Mode 0, which is reserved.
    Reserved,
}

/// A time synchronization message. Durations are in seconds, times in seconds since the Unix epoch.
///
/// ```text
///  LI VN mode(1) stratum(1) poll(1) precision(1) root delay(4) root dispersion(4) reference id(4)
///  reference, origin, receive and transmit timestamp (8 each) [extension fields] [key id(4) digest(16 or 20)]
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standard<'a> {
    /// The distance from a reference clock: 1 for a server with one; 0 if unspecified.
    pub stratum: u8,
    /// The maximum interval between messages.
    pub poll: f64,
    /// The precision of the system clock.
    pub precision: f64,
    /// The round-trip delay to the reference clock.
    pub root_delay: f64,
    /// The dispersion to the reference clock.
    pub root_dispersion: f64,
    /// The reference identifier. Depending on the stratum: kiss code (0), name of the clock (1), or address of the
    /// server (2 and above).
    pub reference_id: [u8; 4],
    /// The reference, origin, receive and transmit timestamps.
    pub times: [f64; 4],
    /// The number of extension fields.
    pub extensions: u64,
    /// The message authentication code.
    pub mac: Option<Mac<'a>>,
}

/// A message authentication code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mac<'a> {
    /// The key identifier.
    pub key_id: u32,
    /// The digest: 16 bytes for MD5, 20 for SHA-1, or 8 in control messages.
    pub digest: &'a [u8],
}

/// A control message (RFC 9327, 2).
///
/// ```text
///  LI VN mode(1) R E M opcode(1) sequence(2) status(2) association(2) offset(2) count(2) data, padded [MAC]
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Control<'a> {
    /// The bits R, E and M, and the opcode in the lower five bits.
    pub flags_and_op: u8,
    /// The sequence number. A response repeats that of its request.
    pub sequence: u16,
    /// The status of the system, a peer or a clock.
    pub status: u16,
    /// The association identifier of the peer; 0 for the system.
    pub association: u16,
    /// The data, possibly truncated.
    pub data: &'a [u8],
    /// The message authentication code, with a digest of 8 bytes.
    pub mac: Option<Mac<'a>>,
}

/// A private message.
///
/// ```text
///  R M VN mode(1) A sequence(1) implementation(1) request code(1) error(4 bits) items(12 bits) size(2) data
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Private<'a> {
    /// Whether the message is authenticated.
    pub auth: bool,
    /// The number of this packet in a response of several packets.
    pub sequence: u8,
    /// The implementation that defines the request codes.
    pub implementation: u8,
    /// The request code.
    pub request_code: u8,
    /// The error code; 0 for no error.
    pub error: u8,
    /// The data items.
    pub data: &'a [u8],
}

impl<'a> Message<'a> {
    /// Reads a datagram's payload. Surplus bytes are ignored.
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

/// The name of an extension field in errors.
pub(super) const EXTENSION: &str = "length of an NTP extension field";

/// The longest message authentication code, in bytes; further bytes before it are extension fields (RFC 7822, 7.5).
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
            // The length counts the field's own header; a smaller length would not advance.
            let at = r.offset();
            let skipped = r.skip(usize::from(len).max(4) - 4);
            skipped.map_err(|_| ReadError::Invalid { what: EXTENSION, at })?;
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

    /// The reference identifier as an IPv4 address.
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

/// Two to the power of `log`, a signed byte.
fn power_of_two(log: u8) -> f64 {
    f64::powi(2.0, i32::from(log.cast_signed()))
}

/// Reads the short format: 16 bits of seconds and 16 bits of fraction (RFC 5905, 6). Returns seconds.
fn short(r: &mut Reader<'_>) -> ReadResult<f64> {
    r.be32().map(|n| f64::from(n) / 65_536.0)
}

/// The number of seconds from the NTP epoch, 1900, to the Unix epoch.
const EPOCH: f64 = 2_208_988_800.0;

/// Reads the timestamp format: 32 bits of seconds since 1900 and 32 bits of fraction. Returns seconds since the Unix
/// epoch, and 0 if all bits are 0, which means unknown.
fn timestamp(r: &mut Reader<'_>) -> ReadResult<f64> {
    let (seconds, fraction) = (r.be32()?, r.be32()?);
    if (seconds, fraction) == (0, 0) {
        return Ok(0.0);
    }
    Ok(f64::from(seconds) - EPOCH + f64::from(fraction) / 4_294_967_296.0)
}
