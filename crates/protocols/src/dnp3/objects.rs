//! Parses objects by group and variation (IEEE 1815, annex A).
use event::dnp3 as ev;
use session::analyzer::Context;
use wire::{ReadResult, Reader};

/// The type of an object: group and variation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kind {
    pub(super) group: u8,
    pub(super) variation: u8,
}

impl Kind {
    /// Whether requests carry objects of this group. They only reference objects of other groups.
    pub(super) fn is_carried_by_requests(self) -> bool {
        matches!(self.group, 12 | 50..=52 | 70 | 80 | 120)
    }

    /// Whether a byte holds eight points.
    pub(super) fn is_packed(self) -> bool {
        matches!((self.group, self.variation), (1 | 3 | 10 | 80, 1) | (12, 3))
    }
}

/// The value in `dnp3_response_data_object` for an object that is not a binary point.
const NO_POINT: u64 = 0xff;

fn byte(r: &mut Reader<'_>) -> ReadResult<u64> {
    r.u8().map(u64::from)
}

fn le16(r: &mut Reader<'_>) -> ReadResult<u64> {
    r.le16().map(u64::from)
}

fn le32(r: &mut Reader<'_>) -> ReadResult<u64> {
    r.le32().map(u64::from)
}

/// Reads a signed 16-bit value, sign-extended, as a `count`: the type of the event's parameter.
fn signed16(r: &mut Reader<'_>) -> ReadResult<u64> {
    r.le16().map(|v| i64::from(v.cast_signed()).cast_unsigned())
}

/// Like [`signed16`], for 32 bits.
fn signed32(r: &mut Reader<'_>) -> ReadResult<u64> {
    r.le32().map(|v| i64::from(v.cast_signed()).cast_unsigned())
}

/// Reads a six-byte time in milliseconds since the Unix epoch.
fn time48(r: &mut Reader<'_>) -> ReadResult<u64> {
    Ok(r.bytes(6)?.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b)))
}

/// Declares the object types that have their own event, and the readers of its parameters, in order.
macro_rules! object_events {
    ($(($group:literal, $variation:literal) $event:ident { $($field:ident: $read:ident),* },)*) => {
        /// Reads an object that has its own event and raises it; `None` for other types.
        fn with_own_event(
            cx: &mut Context<'_, '_>,
            is_orig: bool,
            kind: Kind,
            r: &mut Reader<'_>,
        ) -> Option<ReadResult<()>> {
            match (kind.group, kind.variation) {
                $(($group, $variation) => {
                    let mut read = || Ok(($($read(r)?,)*));
                    Some(read().map(|($($field,)*)| {
                        cx.event(|c| ev::$event { c, is_orig, $($field),* });
                    }))
                })*
                _ => None,
            }
        }
    };
}

#[rustfmt::skip]
object_events! {
        (12, 1) Dnp3Crob { control_code: byte, count8: byte, on_time: le32, off_time: le32, status_code: byte },
        (12, 2) Dnp3Pcb { control_code: byte, count8: byte, on_time: le32, off_time: le32, status_code: byte },
        (20, 1) Dnp3Counter32WFlag { flag: byte, count_value: le32 },
        (20, 2) Dnp3Counter16WFlag { flag: byte, count_value: le16 },
        (20, 5) Dnp3Counter32WoFlag { count_value: le32 },
        (20, 6) Dnp3Counter16WoFlag { count_value: le16 },
        (21, 1) Dnp3FrozenCounter32WFlag { flag: byte, count_value: le32 },
        (21, 2) Dnp3FrozenCounter16WFlag { flag: byte, count_value: le16 },
        (21, 5) Dnp3FrozenCounter32WFlagTime { flag: byte, count_value: le32, time48: time48 },
        (21, 6) Dnp3FrozenCounter16WFlagTime { flag: byte, count_value: le16, time48: time48 },
        (21, 9) Dnp3FrozenCounter32WoFlag { count_value: le32 },
        (21, 10) Dnp3FrozenCounter16WoFlag { count_value: le16 },
        (30, 1) Dnp3AnalogInput32WFlag { flag: byte, value: signed32 },
        (30, 2) Dnp3AnalogInput16WFlag { flag: byte, value: signed16 },
        (30, 3) Dnp3AnalogInput32WoFlag { value: signed32 },
        (30, 4) Dnp3AnalogInput16WoFlag { value: signed16 },
        (30, 5) Dnp3AnalogInputSpWFlag { flag: byte, value: le32 },
        (30, 6) Dnp3AnalogInputDpWFlag { flag: byte, value_low: le32, value_high: le32 },
        (31, 1) Dnp3FrozenAnalogInput32WFlag { flag: byte, frozen_value: signed32 },
        (31, 2) Dnp3FrozenAnalogInput16WFlag { flag: byte, frozen_value: signed16 },
        (31, 3) Dnp3FrozenAnalogInput32WTime { flag: byte, frozen_value: signed32, time48: time48 },
        (31, 4) Dnp3FrozenAnalogInput16WTime { flag: byte, frozen_value: signed16, time48: time48 },
        (31, 5) Dnp3FrozenAnalogInput32WoFlag { frozen_value: signed32 },
        (31, 6) Dnp3FrozenAnalogInput16WoFlag { frozen_value: signed16 },
        (31, 7) Dnp3FrozenAnalogInputSpWFlag { flag: byte, frozen_value: le32 },
        (31, 8) Dnp3FrozenAnalogInputDpWFlag { flag: byte, frozen_value_low: le32, frozen_value_high: le32 },
        (32, 1) Dnp3AnalogInputEvent32WoTime { flag: byte, value: signed32 },
        (32, 2) Dnp3AnalogInputEvent16WoTime { flag: byte, value: signed16 },
        (32, 3) Dnp3AnalogInputEvent32WTime { flag: byte, value: signed32, time48: time48 },
        (32, 4) Dnp3AnalogInputEvent16WTime { flag: byte, value: signed16, time48: time48 },
        (32, 5) Dnp3AnalogInputEventSpWoTime { flag: byte, value: le32 },
        (32, 6) Dnp3AnalogInputEventDpWoTime { flag: byte, value_low: le32, value_high: le32 },
        (32, 7) Dnp3AnalogInputEventSpWTime { flag: byte, value: le32, time48: time48 },
        (32, 8) Dnp3AnalogInputEventDpWTime { flag: byte, value_low: le32, value_high: le32, time48: time48 },
        (33, 1) Dnp3FrozenAnalogInputEvent32WoTime { flag: byte, frozen_value: signed32 },
        (33, 2) Dnp3FrozenAnalogInputEvent16WoTime { flag: byte, frozen_value: signed16 },
        (33, 3) Dnp3FrozenAnalogInputEvent32WTime { flag: byte, frozen_value: signed32, time48: time48 },
        (33, 4) Dnp3FrozenAnalogInputEvent16WTime { flag: byte, frozen_value: signed16, time48: time48 },
        (33, 5) Dnp3FrozenAnalogInputEventSpWoTime { flag: byte, frozen_value: le32 },
        (33, 6) Dnp3FrozenAnalogInputEventDpWoTime { flag: byte, frozen_value_low: le32, frozen_value_high: le32 },
        (33, 7) Dnp3FrozenAnalogInputEventSpWTime { flag: byte, frozen_value: le32, time48: time48 },
        (33, 8) Dnp3FrozenAnalogInputEventDpWTime { flag: byte, frozen_value_low: le32, frozen_value_high: le32, time48: time48 },
}

/// Reads an object and raises its event. Returns the value of a binary point.
pub(super) fn object(
    cx: &mut Context<'_, '_>,
    is_orig: bool,
    kind: Kind,
    r: &mut Reader<'_>,
) -> ReadResult<u64> {
    if let Some(read) = with_own_event(cx, is_orig, kind, r) {
        return read.map(|()| NO_POINT);
    }
    match (kind.group, kind.variation) {
        (0, 0xd3..) => {
            let (data_type_code, leng) = (byte(r)?, r.u8()?);
            let attribute_obj = r.bytes(leng.into())?;
            cx.event(|c| ev::Dnp3AttributeCommon {
                c,
                is_orig,
                data_type_code,
                leng: leng.into(),
                attribute_obj,
            });
        }
        // Binary inputs and outputs: packed or with flags.
        (1 | 10, 1 | 2) => return byte(r),
        (70, 5) => {
            let (file_handle, block_num) = (le32(r)?, le32(r)?);
            let file_data = r.rest();
            cx.event(|c| ev::Dnp3FileTransport { c, is_orig, file_handle, block_num, file_data });
        }
        _ => match size(kind, r)? {
            Some(n) => r.skip(n)?,
            // Files and authentication have no event; their prefix states their size.
            None if matches!(kind.group, 70 | 120) => r.skip(r.len())?,
            None => {
                let debug = r.rest();
                if !debug.is_empty() {
                    cx.event(|c| ev::Dnp3DebugByte { c, is_orig, debug });
                }
            }
        },
    }
    Ok(NO_POINT)
}

/// The length in bytes of an object without an event; `None` if the type is unknown.
fn size(kind: Kind, r: &Reader<'_>) -> ReadResult<Option<usize>> {
    // Reads sizes inside the object without consuming it.
    let mut ahead = *r;
    Ok(Some(match (kind.group, kind.variation) {
        // Events of binary points: flags only, with absolute time, with relative time.
        (2 | 4, 1) | (3, 1 | 2) | (11 | 13 | 80, 1) | (12, 3) => 1,
        (2 | 4, 2) | (11 | 13, 2) => 7,
        (2 | 4, 3) => 3,
        // Events of counters.
        (22 | 23, 1) => 5,
        (22 | 23, 2) => 3,
        (22 | 23, 5) => 11,
        (22 | 23, 6) => 9,
        // Deadbands.
        (34, 1) => 2,
        (34, 2 | 3) => 4,
        // Status of analog outputs, commands to them, and their events.
        (40 | 41, 1 | 3) | (42 | 43, 1 | 5) => 5,
        (40..=43, 2) => 3,
        (40 | 41, 4) | (42 | 43, 4 | 6) => 9,
        (42 | 43, 3 | 7) => 11,
        (42 | 43, 8) => 15,
        // Times.
        (50, 1 | 3) | (51, 1 | 2) => 6,
        (50, 2) => 10,
        (52, 1 | 2) => 2,
        // Files: authentication, command, description.
        (70, 2) => {
            let [_, user, _, password] = [ahead.le16()?, ahead.le16()?, ahead.le16()?, ahead.le16()?];
            12 + usize::from(user) + usize::from(password)
        }
        (70, 3) => {
            ahead.skip(2)?;
            26 + usize::from(ahead.le16()?)
        }
        (70, 7) => {
            ahead.skip(2)?;
            20 + usize::from(ahead.le16()?)
        }
        // Devices.
        (81, 1) => 3,
        (82, 1) => {
            ahead.skip(8)?;
            10 + 4 * usize::from(ahead.le16()?)
        }
        (83, 1) => {
            ahead.skip(6)?;
            8 + usize::from(ahead.le16()?)
        }
        (83, 2) => {
            ahead.skip(6)?;
            8 + 4 * usize::from(ahead.le16()?)
        }
        (85 | 86, 1) => 5,
        (86, 2) | (102, 1) => 1,
        (101, 1) => 2,
        (101, 2) => 4,
        (101, 3) => 8,
        // The variation of an octet string is its length.
        (110..=113, len) => len.into(),
        (120, 3) => 6,
        (120, 4) => 2,
        _ => return Ok(None),
    }))
}
