//! Parses frames.
//!
//! ```text
//!  signature(4) length(4), in requests: version(4) reply buffer size(4)
//!  type(2) sequence(1) connection(1) task(1) connection(1)
//!  in requests: function(1) subfunction(1) …, in replies: completion code(1) connection status(1) …
//! ```
use wire::{ReadResult, Reader};

/// The header of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// The length of the frame including the header, in bytes.
    pub len: u32,
}

impl Head {
    /// The length of the header, in bytes.
    pub const LEN: usize = 8;

    /// Reads the header; `None` if it is incomplete.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (_signature, rest) = bytes.split_first_chunk::<4>()?;
        rest.first_chunk().map(|len| Head { len: u32::from_be_bytes(*len) })
    }
}

/// A complete frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The frame type: 0x2222 request, 0x3333 reply.
    pub kind: u16,
    /// The number of bytes after the type, sequence, connection and task numbers.
    pub body: usize,
    /// The function of a request, combined with its subfunction, if any; the completion code of a reply.
    pub code: u16,
}

/// The function for files and directories, which has subfunctions.
const FILE_SERVICES: u8 = 0x57;
/// The frame types that identify the start of a frame.
const KINDS: [u16; 6] = [0x1111, 0x2222, 0x3333, 0x5555, 0x7777, 0x9999];

impl Frame {
    /// Reads a frame.
    pub fn read(bytes: &[u8], is_request: bool) -> ReadResult<Self> {
        let mut r = Reader::new("NCP frame", bytes);
        r.skip(Head::LEN + if is_request { 8 } else { 0 })?;
        let kind = r.be16()?;
        let _numbers: [u8; 4] = r.array()?;
        let (body, mut code) = (r.len(), 0);
        if body > 0 && is_request {
            let function = r.u8()?;
            code = function.into();
            if function == FILE_SERVICES {
                code = code << 8 | u16::from(r.u8().unwrap_or(0));
            }
        } else if body > 0 {
            let [completion, _state] = r.array()?;
            code = completion.into();
        }
        Ok(Frame { kind, body, code })
    }

    /// Whether `bytes` look like the start of a frame.
    pub fn begins(bytes: &[u8], is_request: bool) -> bool {
        let mut r = Reader::new("NCP frame", bytes);
        let kind = r.skip(Head::LEN + if is_request { 8 } else { 0 }).and_then(|()| r.be16());
        r.len() >= 4 && kind.is_ok_and(|k| KINDS.contains(&k))
    }
}
