//! Parses link frames and their transport headers (IEEE 1815, 8 and 9).
//!
//! ```text
//!  05 64 length control destination(2) source(2) CRC(2) then blocks of up to 16 bytes, each with a CRC(2);
//!  the first byte of the first block is the transport header: FIN FIR sequence(6 bits)
//! ```
use super::Anomaly;

/// The length of a link header with its checksum, in bytes.
pub(super) const HEAD: usize = 10;
/// The number of header bytes that the length field counts: control and addresses.
const COUNTED: usize = 5;
/// The maximum length of a block without its checksum, in bytes.
const BLOCK: usize = 16;

/// The checksum of link headers and blocks: CRC-16 with the polynomial 0x3d65, reflected and complemented.
pub fn crc(bytes: &[u8]) -> u16 {
    #[expect(
        clippy::indexing_slicing,
        reason = "evaluated by the compiler, which would refuse an index out of range"
    )]
    const TABLE: [u16; 256] = {
        let mut table = [0; 256];
        let mut at = 0;
        while at < 256 {
            let mut value = at as u16;
            let mut bit = 0;
            while bit < 8 {
                value = if value & 1 == 1 { value >> 1 ^ 0xa6bc } else { value >> 1 };
                bit += 1;
            }
            table[at] = value;
            at += 1;
        }
        table
    };
    let step = |crc: u16, byte: &u8| {
        let at = (crc ^ u16::from(*byte)) & 0xff;
        TABLE.get(usize::from(at)).copied().unwrap_or(0) ^ crc >> 8
    };
    !bytes.iter().fold(0, step)
}

/// Checks a link header; `None` if it is valid.
pub fn check(head: &[u8]) -> Option<Anomaly> {
    match head {
        [0x05, 0x64, length, ..] => {
            let (covered, sum) = head.split_at_checked(HEAD - 2)?;
            if sum.first_chunk().is_none_or(|s| u16::from_le_bytes(*s) != crc(covered)) {
                Some(Anomaly::HeaderChecksum)
            } else if usize::from(*length) < COUNTED {
                Some(Anomaly::Length)
            } else {
                None
            }
        }
        _ => Some(Anomaly::NoMagic),
    }
}

/// The length of a frame or, while its header is incomplete, of the header.
pub(super) fn measure(bytes: &[u8]) -> usize {
    match bytes {
        [_, _, length, _, _, _, _, _, _, _, ..] => {
            let data = usize::from(*length).saturating_sub(COUNTED);
            HEAD + data + 2 * data.div_ceil(BLOCK)
        }
        _ => HEAD,
    }
}

/// A frame with a valid header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame<'a> {
    /// The length field: the number of bytes from the control byte on, without checksums.
    pub len: u8,
    /// The control byte: direction, primary or secondary station, and the link layer's function code.
    pub control: u8,
    /// The address of the destination.
    pub destination: u16,
    /// The address of the source.
    pub source: u16,
    /// The blocks with their checksums.
    blocks: &'a [u8],
}

impl<'a> Frame<'a> {
    /// Reads a complete frame.
    pub fn read(bytes: &'a [u8]) -> Option<Self> {
        let (head, blocks) = bytes.split_at_checked(HEAD)?;
        let &[_, _, len, control, d0, d1, s0, s1, ..] = head else { return None };
        let (destination, source) = (u16::from_le_bytes([d0, d1]), u16::from_le_bytes([s0, s1]));
        Some(Frame { len, control, destination, source, blocks })
    }

    /// The transport header; `None` if the frame has no user data.
    pub fn transport(&self) -> Option<u8> {
        self.blocks.first().copied()
    }

    /// Appends the user data after the transport header to `to`. Fails if a block's checksum is wrong.
    pub fn append_user_data(&self, to: &mut Vec<u8>) -> Result<(), Anomaly> {
        let mut first = 1;
        for block in self.blocks.chunks(BLOCK + 2) {
            let Some((data, sum)) = block.split_last_chunk() else { return Err(Anomaly::BlockChecksum) };
            if u16::from_le_bytes(*sum) != crc(data) {
                return Err(Anomaly::BlockChecksum);
            }
            to.extend_from_slice(data.get(first..).unwrap_or_default());
            first = 0;
        }
        Ok(())
    }
}
