//! Blocks of data about client and server ([MS-RDPBCGR] 2.2.1.3 and 2.2.1.4).
use wire::{ReadError, ReadResult, Reader};

/// The longest certificate that is taken, and the most of them.
const MAX_CERTIFICATE: u32 = 1 << 18;
const MAX_ITEMS: u32 = 1000;

/// A block.
#[derive(Clone, Debug)]
pub enum Block<'a> {
    /// The client and its desktop.
    ClientCore(ClientCore<'a>),
    /// The ciphers of the client: known ones, and French ones.
    ClientSecurity(u32, u32),
    /// The channels that the client asks for.
    ClientNetwork(Vec<Channel<'a>>),
    /// The session that the client wants to go on with: flags, and its number.
    ClientCluster(u32, u32),
    /// How the session is encrypted.
    ServerSecurity {
        /// The cipher.
        method: u32,
        /// The encryption level.
        level: u32,
        /// The server's certificate.
        certificate: Option<Certificate<'a>>,
    },
    /// Anything else.
    Other,
}

/// A channel that the client asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Channel<'a> {
    /// Eight bytes, with NULs at their end.
    pub name: &'a [u8],
    /// Flags.
    pub options: u32,
}

/// The server's certificate.
#[derive(Clone, Debug)]
pub struct Certificate<'a> {
    /// 1 RDP's own, 2 X.509.
    pub kind: u32,
    /// Whether it was issued for good.
    pub permanent: bool,
    /// X.509's.
    pub chain: Vec<&'a [u8]>,
}

/// The client and its desktop. Texts are UTF-16.
#[derive(Clone, Copy, Debug)]
pub struct ClientCore<'a> {
    /// Version, minor then major; width, height, depth of colors, order of attention keys.
    pub words: [u16; 6],
    /// The layout of its keys.
    pub keyboard_layout: u32,
    /// Its build.
    pub build: u32,
    /// Its name.
    pub name: &'a [u8],
    /// Type, subtype and number of function keys.
    pub keyboard: [u32; 3],
    /// Its input method.
    pub ime: &'a [u8],
    /// Depth of colors, as later versions say it.
    pub late_color_depth: Option<u16>,
    /// A number that is 1.
    pub product: Option<u16>,
    /// A number that is 0.
    pub serial: Option<u32>,
    /// The depth of colors that it wants.
    pub high_color_depth: Option<u16>,
    /// Those that it can show.
    pub color_depths: Option<u16>,
    /// Further capabilities.
    pub early: Option<u16>,
    /// Its product's number.
    pub product_id: Option<&'a [u8]>,
}

/// A walk over blocks.
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

/// A number that must not be larger than `max`.
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
    // Without encryption nothing else needs to be there.
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
        // Version: major in the first word, as scripts have it.
        let words = [r.le16()?, r.le16()?, r.le16()?, r.le16()?, r.le16()?, r.le16()?];
        let (keyboard_layout, build) = (r.le32()?, r.le32()?);
        let name = r.bytes(32)?;
        let keyboard = [r.le32()?, r.le32()?, r.le32()?];
        let ime = r.bytes(64)?;
        // Each of the rest may be left off with all that follow it.
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
