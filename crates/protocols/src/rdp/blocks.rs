//! Parses the data blocks in which client and server exchange settings ([MS-RDPBCGR] 2.2.1.3 and 2.2.1.4).
use wire::{ReadError, ReadResult, Reader};

/// The longest server certificate, in bytes.
const MAX_CERTIFICATE: u32 = 1 << 18;
/// The maximum number of channels, and of certificates in a chain.
const MAX_ITEMS: u32 = 1000;

/// A data block.
#[derive(Clone, Debug)]
pub enum Block<'a> {
    /// TS_UD_CS_CORE: the client and its desktop.
    ClientCore(ClientCore<'a>),
    /// TS_UD_CS_SEC: the client's encryption methods, and those of clients with a French locale.
    ClientSecurity(u32, u32),
    /// TS_UD_CS_NET: the virtual channels that the client requests.
    ClientNetwork(Vec<Channel<'a>>),
    /// TS_UD_CS_CLUSTER: flags, and the session to reconnect to.
    ClientCluster(u32, u32),
    /// TS_UD_SC_SEC1: the encryption of the session.
    ServerSecurity {
        /// The encryption method.
        method: u32,
        /// The encryption level.
        level: u32,
        /// The server's certificate.
        certificate: Option<Certificate<'a>>,
    },
    /// A block of another type.
    Other,
}

/// A virtual channel that the client requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Channel<'a> {
    /// The name: eight bytes, padded with NULs.
    pub name: &'a [u8],
    /// The channel's flags.
    pub options: u32,
}

/// The server's certificate.
#[derive(Clone, Debug)]
pub struct Certificate<'a> {
    /// The format: 1 proprietary, 2 an X.509 chain.
    pub kind: u32,
    /// True for a permanent certificate, false for a temporary one.
    pub permanent: bool,
    /// The X.509 certificates in DER.
    pub chain: Vec<&'a [u8]>,
}

/// The client and its desktop ([MS-RDPBCGR] 2.2.1.3.2). Strings are UTF-16.
#[derive(Clone, Copy, Debug)]
pub struct ClientCore<'a> {
    /// Minor and major version, desktop width and height, color depth, SAS sequence.
    pub words: [u16; 6],
    /// The keyboard layout.
    pub keyboard_layout: u32,
    /// The build number of the client.
    pub build: u32,
    /// The name of the client.
    pub name: &'a [u8],
    /// The keyboard's type, subtype and number of function keys.
    pub keyboard: [u32; 3],
    /// The file name of the input method editor.
    pub ime: &'a [u8],
    /// `postBeta2ColorDepth`: the color depth.
    pub late_color_depth: Option<u16>,
    /// `clientProductId`: 1.
    pub product: Option<u16>,
    /// `serialNumber`: 0.
    pub serial: Option<u32>,
    /// The requested color depth.
    pub high_color_depth: Option<u16>,
    /// The supported color depths, as flags.
    pub color_depths: Option<u16>,
    /// `earlyCapabilityFlags`
    pub early: Option<u16>,
    /// `clientDigProductId`
    pub product_id: Option<&'a [u8]>,
}

/// Iterates over data blocks.
#[derive(Clone, Debug)]
pub struct Blocks<'a> {
    reader: Reader<'a>,
}

impl<'a> Blocks<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Blocks { reader: Reader::new("RDP data block", bytes) }
    }

    /// The next block; `None` after the last.
    pub fn block(&mut self) -> ReadResult<Option<Block<'a>>> {
        if self.reader.is_empty() {
            return Ok(None);
        }
        let (kind, len) = (self.reader.le16()?, self.reader.le16()?);
        let Some(len) = usize::from(len).checked_sub(4) else {
            return Err(ReadError::Short { what: "RDP data block", at: 0, wanted: 4, there: len.into() });
        };
        let mut r = self.reader.sub("RDP data block", len)?;
        Block::read(kind, &mut r).map(Some)
    }
}

impl<'a> Block<'a> {
    fn read(kind: u16, r: &mut Reader<'a>) -> ReadResult<Self> {
        Ok(match kind {
            0xc001 => Block::ClientCore(ClientCore::read(r)?),
            0xc002 => Block::ClientSecurity(r.le32()?, r.le32()?),
            0xc003 => {
                let count = limited(r, MAX_ITEMS)?;
                let mut channels = Vec::new();
                for _ in 0..count {
                    channels.push(Channel { name: r.bytes(8)?, options: r.le32()? });
                }
                Block::ClientNetwork(channels)
            }
            0xc004 => Block::ClientCluster(r.le32()?, r.le32()?),
            0x0c02 => server_security(r)?,
            _ => Block::Other,
        })
    }
}

/// Reads a number, which must not exceed `max`.
fn limited(r: &mut Reader<'_>, max: u32) -> ReadResult<u32> {
    let at = r.offset();
    let n = r.le32()?;
    if n > max {
        let (wanted, there) = (n as usize, r.len());
        return Err(ReadError::Short { what: "RDP list", at, wanted, there });
    }
    Ok(n)
}

fn server_security<'a>(r: &mut Reader<'a>) -> ReadResult<Block<'a>> {
    let (method, level) = (r.le32()?, r.le32()?);
    let mut certificate = None;
    // Without encryption the block may end here.
    if !r.is_empty() {
        let random_len = limited(r, 32)?;
        let certificate_len = limited(r, MAX_CERTIFICATE)?;
        r.skip(random_len as usize)?;
        if certificate_len > 0 {
            certificate = Some(Certificate::read(&mut r.sub("RDP certificate", certificate_len as usize)?)?);
        }
    }
    Ok(Block::ServerSecurity { method, level, certificate })
}

impl<'a> Certificate<'a> {
    fn read(r: &mut Reader<'a>) -> ReadResult<Self> {
        let version = r.le32()?;
        let kind = version & 0x7fff_ffff;
        let mut chain = Vec::new();
        if kind == 2 {
            for _ in 0..limited(r, MAX_ITEMS)? {
                let len = limited(r, MAX_CERTIFICATE)?;
                chain.push(r.bytes(len as usize)?);
            }
        }
        Ok(Certificate { kind, permanent: version & 0x8000_0000 == 0, chain })
    }
}

impl<'a> ClientCore<'a> {
    fn read(r: &mut Reader<'a>) -> ReadResult<Self> {
        // The version is two words, minor first.
        let words = [r.le16()?, r.le16()?, r.le16()?, r.le16()?, r.le16()?, r.le16()?];
        let (keyboard_layout, build) = (r.le32()?, r.le32()?);
        let name = r.bytes(32)?;
        let keyboard = [r.le32()?, r.le32()?, r.le32()?];
        let ime = r.bytes(64)?;
        // The remaining fields are optional: each may be missing, together with all fields after it.
        Ok(ClientCore {
            words,
            keyboard_layout,
            build,
            name,
            keyboard,
            ime,
            late_color_depth: r.le16().ok(),
            product: r.le16().ok(),
            serial: r.le32().ok(),
            high_color_depth: r.le16().ok(),
            color_depths: r.le16().ok(),
            early: r.le16().ok(),
            product_id: r.bytes(64).ok(),
        })
    }
}
