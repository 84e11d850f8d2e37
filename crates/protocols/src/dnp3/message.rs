//! Parses application layer messages: a header and groups of objects (IEEE 1815, 4).
use super::objects;
use event::dnp3 as ev;
use session::analyzer::Context;
use wire::{ReadError, ReadResult, Reader};

/// Function codes that determine how the rest of a message is read.
mod function {
    pub(super) const CONFIRM: u8 = 0;
    pub(super) const READ: u8 = 1;
    pub(super) const COLD_RESTART: u8 = 13;
    pub(super) const INITIALIZE_DATA: u8 = 15;
    pub(super) const SAVE_CONFIG: u8 = 19;
    pub(super) const DELAY_MEASURE: u8 = 23;
    pub(super) const RECORD_TIME: u8 = 24;
    pub(super) const LAST_REQUEST: u8 = 33;
    pub(super) const RESPONSE: u8 = 0x81;
    pub(super) const AUTHENTICATE_RESPONSE: u8 = 0x83;
}

/// The reason why a message cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Problem {
    /// The message ends within a field.
    #[error(transparent)]
    Short(#[from] ReadError),
    /// The stop index of a range is less than its start index.
    #[error("DNP3 objects: a range up to {start} or more wanted, {start} to {stop} given")]
    Range { start: u32, stop: u32 },
}

/// The sender of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sender {
    pub(super) is_orig: bool,
    /// Whether the function code is READ, which references objects without their data.
    pub(super) reads: bool,
}

/// Reads a message and reports its parts as events.
pub(super) fn message(cx: &mut Context<'_, '_>, is_orig: bool, bytes: &[u8]) -> Result<(), Problem> {
    let mut r = Reader::new("DNP3 message", bytes);
    let [control, fc] = r.array()?;
    let (application, code) = (u64::from(control), u64::from(fc));
    let has_objects = if is_orig {
        cx.event(|c| ev::Dnp3ApplicationRequestHeader { c, is_orig, application, fc: code });
        match fc {
            function::CONFIRM
            | function::COLD_RESTART..=function::INITIALIZE_DATA
            | function::SAVE_CONFIG
            | function::DELAY_MEASURE
            | function::RECORD_TIME => false,
            _ => fc <= function::LAST_REQUEST,
        }
    } else {
        let iin = r.be16()?.into();
        cx.event(|c| ev::Dnp3ApplicationResponseHeader { c, is_orig, application, fc: code, iin });
        let known = (function::RESPONSE..=function::AUTHENTICATE_RESPONSE).contains(&fc);
        if !known {
            let debug = r.rest();
            cx.event(|c| ev::Dnp3DebugByte { c, is_orig, debug });
        }
        known
    };
    let sender = Sender { is_orig, reads: fc == function::READ };
    while has_objects && !r.is_empty() {
        group(cx, sender, &mut r)?;
    }
    Ok(())
}

/// The range field of an object header: the number of objects and the indices.
struct Range {
    count: u32,
    low: u32,
    high: u32,
}

impl Range {
    /// Reads the range field. `code` is the range specifier code, the lower half of the qualifier (IEEE 1815,
    /// 4.2.2.7.3).
    fn read(r: &mut Reader<'_>, code: u8) -> Result<Self, Problem> {
        let between = |start: u32, stop: u32| {
            let count = stop.checked_sub(start).ok_or(Problem::Range { start, stop })?;
            Ok(Range { count: count.saturating_add(1), low: start, high: stop })
        };
        Ok(match code {
            0 => return between(r.u8()?.into(), r.u8()?.into()),
            1 => return between(r.le16()?.into(), r.le16()?.into()),
            2 => return between(r.le32()?, r.le32()?),
            3 => Range { count: 0, low: r.u8()?.into(), high: r.u8()?.into() },
            4 => Range { count: 0, low: r.be16()?.into(), high: r.be16()?.into() },
            5 => Range { count: 0, low: r.be32()?, high: r.be32()? },
            6 => Range { count: 0, low: 0xffff, high: 0xffff },
            7 | 0x0b => {
                let n = r.u8()?.into();
                Range { count: n, low: n, high: 0 }
            }
            // `low` is the number in big-endian order, as scripts and logs expect it.
            8 => {
                let n = r.be16()?;
                Range { count: n.swap_bytes().into(), low: n.into(), high: 0 }
            }
            9 => {
                let n = r.be32()?;
                Range { count: n.swap_bytes(), low: n, high: 0 }
            }
            _ => {
                r.rest();
                Range { count: 0, low: 0, high: 0 }
            }
        })
    }
}

/// Reads an object header and its objects.
fn group(cx: &mut Context<'_, '_>, by: Sender, r: &mut Reader<'_>) -> Result<(), Problem> {
    let is_orig = by.is_orig;
    let [group, variation] = r.array()?;
    let qualifier = r.u8()?;
    let range = Range::read(r, qualifier & 0x0f)?;
    cx.event(|c| ev::Dnp3ObjectHeader {
        c,
        is_orig,
        obj_type: u64::from(u16::from_be_bytes([group, variation])),
        qua_field: qualifier.into(),
        number: range.count.into(),
        rf_low: range.low.into(),
        rf_high: range.high.into(),
    });
    // Requests reference most objects. They carry only commands, times, files and authentication.
    let kind = objects::Kind { group, variation };
    let free_format = qualifier & 0x0f == 0x0b;
    if is_orig && (!kind.is_carried_by_requests() || (by.reads && !free_format)) {
        return Ok(());
    }
    let count = if kind.is_packed() { range.count.div_ceil(8) } else { range.count };
    for _ in 0..count {
        let before = r.len();
        object(cx, by, kind, qualifier, r)?;
        // Zero-length objects would repeat up to the range's count without consuming input.
        if r.len() == before {
            break;
        }
    }
    Ok(())
}

/// Reads a prefix and its object.
fn object(
    cx: &mut Context<'_, '_>,
    by: Sender,
    kind: objects::Kind,
    qualifier: u8,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    let is_orig = by.is_orig;
    let form = qualifier >> 4;
    let prefix = match form {
        1 | 4 => r.u8()?.into(),
        2 | 5 => r.le16()?.into(),
        3 | 6 => r.le32()?,
        _ => 0,
    };
    cx.event(|c| ev::Dnp3ObjectPrefix { c, is_orig, prefix_value: prefix.into() });
    // With the prefix codes 4 to 6, the prefix is the object's size in bytes.
    let value = if matches!(form, 4..=6) {
        let mut sized = r.sub("DNP3 object", usize::try_from(prefix).unwrap_or(usize::MAX))?;
        objects::object(cx, is_orig, kind, &mut sized)?
    } else {
        objects::object(cx, is_orig, kind, r)?
    };
    if !is_orig {
        cx.event(|c| ev::Dnp3ResponseDataObject { c, is_orig, data_value: value });
    }
    Ok(())
}
