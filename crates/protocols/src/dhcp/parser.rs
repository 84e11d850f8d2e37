//! Parses a message.
//!
//! ```text
//!  op(1) htype(1) hlen(1) hops(1) xid(4) secs(2) flags(2) ciaddr yiaddr siaddr giaddr (4 each)
//!  chaddr(16) sname(64) file(128) cookie(4) then options: code(1) [length(1) data]
//! ```
use super::Anomaly;
use event::dhcp::{DhcpClientFqdn, DhcpClientId, DhcpSubOpt};
use event::{Arg, List, ToArg};
use net_types::{Addr, Interval};
use wire::{ReadError, ReadResult, Reader};

/// The magic cookie, which tells DHCP options from BOOTP's vendor area (RFC 2131, 3).
const MAGIC: u32 = 0x6382_5363;

/// The reason why a datagram is not a DHCP message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The datagram ends within a field.
    Short(ReadError),
    /// The cookie has this value instead of the magic one.
    Cookie(u32),
}

impl From<ReadError> for Problem {
    fn from(e: ReadError) -> Self {
        Problem::Short(e)
    }
}

/// A message.
pub struct Message<'a> {
    /// The operation code: 1 from clients, 2 from servers.
    pub op: u8,
    /// The identifier of the transaction, chosen by the client.
    pub xid: u32,
    /// Seconds since the client began to acquire or renew an address.
    pub secs: u16,
    /// The flags. The highest bit requests broadcast replies.
    pub flags: u16,
    /// `ciaddr`, `yiaddr`, `siaddr` and `giaddr`: the client's current address, the address assigned to it, the next
    /// server's address, and the relay's address.
    pub addrs: [Addr; 4],
    /// The client's hardware address, padded with zeros.
    pub chaddr: [u8; 16],
    /// The server's host name, without padding.
    pub sname: &'a [u8],
    /// The boot file's name, without padding.
    pub file: &'a [u8],
    /// The decoded options.
    pub options: Options<'a>,
}

impl<'a> Message<'a> {
    /// Reads the payload of a datagram.
    pub fn read(bytes: &'a [u8], weird: &mut dyn FnMut(Anomaly)) -> Result<Self, Problem> {
        let mut r = Reader::new("DHCP message", bytes);
        let [op, _htype, _hlen, _hops] = r.array()?;
        let (xid, secs, flags) = (r.be32()?, r.be16()?, r.be16()?);
        let addrs = [addr(&mut r)?, addr(&mut r)?, addr(&mut r)?, addr(&mut r)?];
        let chaddr = r.array()?;
        let (sname, file) = (without_padding(r.bytes(64)?), without_padding(r.bytes(128)?));
        let cookie = r.be32()?;
        if cookie != MAGIC {
            return Err(Problem::Cookie(cookie));
        }
        let options = Options::read(&mut r, weird)?;
        Ok(Message { op, xid, secs, flags, addrs, chaddr, sname, file, options })
    }
}

/// The options that events report, with their codes in RFC 2132. Of a repeated option the last occurrence counts,
/// except for the message type, whose first counts. Lists of addresses and codes are views of the datagram.
#[derive(Default)]
pub struct Options<'a> {
    /// The codes of all options except the end option, in order.
    pub all: OptionCodes<'a>,
    /// 53: DISCOVER 1, OFFER 2, …
    pub message_type: Option<u8>,
    /// 1
    pub subnet_mask: Option<Addr>,
    /// 2: seconds east of UTC.
    pub time_offset: Option<i32>,
    /// 3
    pub routers: Option<Addrs<'a>>,
    /// 4
    pub time_servers: Option<Addrs<'a>>,
    /// 5 (IEN 116)
    pub name_servers: Option<Addrs<'a>>,
    /// 6
    pub dns_servers: Option<Addrs<'a>>,
    /// 12
    pub host_name: Option<&'a [u8]>,
    /// 15
    pub domain_name: Option<&'a [u8]>,
    /// 19
    pub forwarding: Option<bool>,
    /// 28
    pub broadcast: Option<Addr>,
    /// 42
    pub ntp_servers: Option<Addrs<'a>>,
    /// 43
    pub vendor: Option<&'a [u8]>,
    /// 44
    pub nbns: Option<Addrs<'a>>,
    /// 50
    pub addr_request: Option<Addr>,
    /// 51
    pub lease: Option<Interval>,
    /// 54
    pub serv_addr: Option<Addr>,
    /// 55
    pub param_list: Option<Codes<'a>>,
    /// 56
    pub message: Option<&'a [u8]>,
    /// 57
    pub max_msg_size: Option<u16>,
    /// 58
    pub renewal_time: Option<Interval>,
    /// 59
    pub rebinding_time: Option<Interval>,
    /// 60
    pub vendor_class: Option<&'a [u8]>,
    /// 61: hardware type and address.
    pub client_id: Option<(u8, &'a [u8])>,
    /// 77
    pub user_class: Option<&'a [u8]>,
    /// 81
    pub client_fqdn: Option<DhcpClientFqdn<'a>>,
    /// 82
    pub sub_opt: Option<SubOptions<'a>>,
    /// 116
    pub auto_config: Option<bool>,
    /// 252: the URL of a proxy configuration, without its line ending.
    pub auto_proxy_config: Option<&'a [u8]>,
}

/// The two options without length and data.
const PAD: u8 = 0;
const END: u8 = 255;

impl<'a> Options<'a> {
    fn read(r: &mut Reader<'a>, weird: &mut dyn FnMut(Anomaly)) -> ReadResult<Self> {
        let all = r.peek();
        let mut o = Options::default();
        loop {
            match r.u8()? {
                PAD => {}
                END => {
                    o.all = OptionCodes(all);
                    return Ok(o);
                }
                code => {
                    let len = r.u8()?;
                    let data = r.bytes(len.into())?;
                    if o.take(code, data).is_err() {
                        weird(Anomaly::OptionLength(code));
                    }
                }
            }
        }
    }

    /// Decodes an option. Fails if its length does not match its type.
    fn take(&mut self, code: u8, data: &'a [u8]) -> ReadResult<()> {
        let mut r = Reader::new("DHCP option", data);
        match code {
            1 => self.subnet_mask = Some(addr(&mut r)?),
            2 => self.time_offset = Some(r.be32()?.cast_signed()),
            3 => self.routers = Some(Addrs(r.rest())),
            4 => self.time_servers = Some(Addrs(r.rest())),
            5 => self.name_servers = Some(Addrs(r.rest())),
            6 => self.dns_servers = Some(Addrs(r.rest())),
            12 => self.host_name = Some(r.rest()),
            15 => self.domain_name = Some(without_padding(r.rest())),
            19 => self.forwarding = Some(r.u8()? != 0),
            28 => self.broadcast = Some(addr(&mut r)?),
            42 => self.ntp_servers = Some(Addrs(r.rest())),
            43 => self.vendor = Some(r.rest()),
            44 => self.nbns = Some(Addrs(r.rest())),
            50 => self.addr_request = Some(addr(&mut r)?),
            51 => self.lease = Some(seconds(&mut r)?),
            53 => {
                let kind = r.u8()?;
                self.message_type.get_or_insert(kind);
            }
            54 => self.serv_addr = Some(addr(&mut r)?),
            55 => self.param_list = Some(Codes(r.rest())),
            56 => self.message = Some(r.rest()),
            57 => self.max_msg_size = Some(r.be16()?),
            58 => self.renewal_time = Some(seconds(&mut r)?),
            59 => self.rebinding_time = Some(seconds(&mut r)?),
            60 => self.vendor_class = Some(r.rest()),
            61 => self.client_id = Some((r.u8()?, r.rest())),
            77 => self.user_class = Some(r.rest()),
            81 => {
                let [flags, rcode1, rcode2] = r.array()?.map(|b: u8| b.into());
                self.client_fqdn = Some(DhcpClientFqdn { flags, rcode1, rcode2, domain_name: r.rest() });
            }
            82 => self.sub_opt = Some(SubOptions::check(r.rest())?),
            116 => self.auto_config = Some(r.u8()? != 0),
            252 => {
                let url = r.rest();
                self.auto_proxy_config = Some(url.strip_suffix(b"\n").unwrap_or(url));
            }
            _ => return Ok(()),
        }
        r.finish()
    }
}

/// A list of option codes, decoded when a handler reads it.
#[derive(Clone, Copy, Default, Debug)]
pub struct OptionCodes<'a>(&'a [u8]);

impl List for OptionCodes<'_> {
    fn count(&self) -> usize {
        let mut n = 0;
        self.each(&mut |_| n += 1);
        n
    }
    fn each(&self, f: &mut dyn FnMut(Arg<'_>)) {
        let mut r = Reader::new("DHCP options", self.0);
        while let Ok(code) = r.u8() {
            if code == END {
                return;
            }
            f(Arg::Count(code.into()));
            if code != PAD && r.u8().and_then(|len| r.skip(len.into())).is_err() {
                return;
            }
        }
    }
}

/// A list of IPv4 addresses. An incomplete address at the end is ignored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Addrs<'a>(pub &'a [u8]);

impl List for Addrs<'_> {
    fn count(&self) -> usize {
        self.0.len() / 4
    }
    fn each(&self, f: &mut dyn FnMut(Arg<'_>)) {
        for a in self.0.as_chunks::<4>().0 {
            f(Arg::Addr(Addr::v4(*a)));
        }
    }
}

/// A list of one-byte codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Codes<'a>(pub &'a [u8]);

impl List for Codes<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }
    fn each(&self, f: &mut dyn FnMut(Arg<'_>)) {
        for &code in self.0 {
            f(Arg::Count(code.into()));
        }
    }
}

/// A relay's suboptions, each with code, length and value (RFC 3046, 2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SubOptions<'a>(&'a [u8]);

impl<'a> SubOptions<'a> {
    fn check(data: &'a [u8]) -> ReadResult<Self> {
        let mut r = Reader::new("relay agent information", data);
        while !r.is_empty() {
            let [_, len] = r.array()?;
            r.skip(len.into())?;
        }
        Ok(SubOptions(data))
    }
}

impl List for SubOptions<'_> {
    fn count(&self) -> usize {
        let mut n = 0;
        self.each(&mut |_| n += 1);
        n
    }
    fn each(&self, f: &mut dyn FnMut(Arg<'_>)) {
        let mut r = Reader::new("relay agent information", self.0);
        while let Ok([code, len]) = r.array() {
            let Ok(value) = r.bytes(len.into()) else { return };
            f(DhcpSubOpt { code: code.into(), value }.arg());
        }
    }
}

/// The text of a hardware address, stored inline.
#[derive(Clone, Copy, Debug)]
pub struct HardwareAddr {
    text: [u8; 23],
    len: usize,
}

impl HardwareAddr {
    /// Formats the first six bytes, or eight if the seventh or eighth is not zero. Fewer than six bytes, or seven,
    /// result in an empty text.
    pub fn of(bytes: &[u8]) -> Self {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let len = match bytes {
            [_, _, _, _, _, _] | [_, _, _, _, _, _, 0, 0, ..] => 6,
            [_, _, _, _, _, _, _, _, ..] => 8,
            _ => 0,
        };
        let shown = bytes.get(..len).unwrap_or_default();
        let mut text = [b':'; 23];
        let places = text.chunks_mut(3);
        for (place, byte) in places.zip(shown) {
            let digit = |n: u8| DIGITS.get(usize::from(n)).copied().unwrap_or(b'?');
            for (to, from) in place.iter_mut().zip([digit(byte >> 4), digit(byte & 15)]) {
                *to = from;
            }
        }
        HardwareAddr { text, len: (shown.len() * 3).saturating_sub(1) }
    }

    /// The text.
    pub fn as_bytes(&self) -> &[u8] {
        self.text.get(..self.len).unwrap_or_default()
    }
}

impl<'a> Options<'a> {
    /// Option 61 in its form for scripts. `text` is the buffer for the address.
    pub fn client_id_shown<'t>(&self, text: &'t mut HardwareAddr) -> Option<DhcpClientId<'t>>
    where
        'a: 't,
    {
        let (hwtype, bytes) = self.client_id?;
        let hwaddr = if hwtype == 0 {
            bytes
        } else {
            *text = HardwareAddr::of(bytes);
            text.as_bytes()
        };
        Some(DhcpClientId { hwtype: hwtype.into(), hwaddr })
    }
}

fn addr(r: &mut Reader<'_>) -> ReadResult<Addr> {
    r.array().map(Addr::v4)
}

fn seconds(r: &mut Reader<'_>) -> ReadResult<Interval> {
    r.be32().map(|s| Interval::from_secs(s.into()))
}

/// A field without the zeros that pad it.
fn without_padding(field: &[u8]) -> &[u8] {
    let len = field.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
    field.get(..len).unwrap_or_default()
}
