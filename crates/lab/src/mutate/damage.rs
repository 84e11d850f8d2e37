//! Damages captures, reproducibly: a number determines the damage.
use crate::random::Random;
use anyhow::Context;
use capture::Record;
use capture::decode::Decoder;
use std::path::{Path, PathBuf};

/// The number of bytes of a capture to use. Shorter captures allow more runs, and damage at the start is as effective.
const USED: usize = 256 << 10;

/// Returns the damaged capture for a number, and the path of the original.
pub(super) fn capture(captures: &[PathBuf], number: u64) -> anyhow::Result<(&Path, Vec<u8>)> {
    let mut numbers = Random(number);
    let path = captures.get(numbers.below(captures.len())).context("no captures")?;
    let mut bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    bytes.truncate(USED);
    damage(&mut bytes, &mut numbers);
    Ok((path, bytes))
}

/// Damages a capture in one to eight places: anywhere in the file, or only within frames, so that the file stays
/// readable and its packets are wrong.
pub(super) fn damage(bytes: &mut Vec<u8>, numbers: &mut Random) {
    let mut records = Vec::new();
    let whole = Decoder::default().decode(bytes, usize::MAX >> 1, &mut records).is_ok();
    let within = whole && !records.is_empty() && numbers.below(4) > 0;
    for _ in 0..=numbers.below(8) {
        if within {
            frame(bytes, &records, numbers);
        } else {
            anywhere(bytes, numbers);
        }
    }
}

/// Changes bytes of one frame, mostly in its headers. Its length stays the same.
fn frame(bytes: &mut [u8], records: &[Record], numbers: &mut Random) {
    let Some(record) = records.get(numbers.below(records.len())) else { return };
    let Some(frame) = bytes.get_mut(record.at..).and_then(|b| b.get_mut(..record.len as usize)) else {
        return;
    };
    let headers = frame.len().min(if numbers.below(3) == 0 { usize::MAX } else { 80 });
    let Some(part) = frame.get_mut(..headers) else { return };
    overwrite(part, numbers);
}

/// Flips bits, or writes an extreme value or random bytes.
fn overwrite(part: &mut [u8], numbers: &mut Random) {
    const EXTREMES: [u8; 6] = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff];
    let at = numbers.below(part.len());
    let run = numbers.below(8) + 1;
    let kind = numbers.below(3);
    let extreme = EXTREMES.get(numbers.below(EXTREMES.len())).copied().unwrap_or(0);
    for byte in part.iter_mut().skip(at).take(run) {
        match kind {
            0 => *byte ^= 1 << numbers.below(8),
            1 => *byte = extreme,
            _ => *byte = numbers.byte(),
        }
    }
}

/// Overwrites, cuts, inserts or repeats a block of the file.
fn anywhere(bytes: &mut Vec<u8>, numbers: &mut Random) {
    let at = numbers.below(bytes.len() + 1);
    let len = [4, 16, 64, 1500, 20_000].get(numbers.below(5)).map_or(0, |&max| numbers.below(max) + 1);
    let end = (at + len).min(bytes.len());
    match numbers.below(6) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..end)),
        2 => drop(bytes.splice(at..at, (0..len).map(|_| numbers.byte()).collect::<Vec<_>>())),
        3 => {
            let block: Vec<u8> = bytes.get(at..end).unwrap_or(&[]).to_vec();
            let times = numbers.below(3) + 1;
            drop(bytes.splice(at..at, block.repeat(times)));
        }
        4 => {
            // Copy a block from elsewhere.
            let from = numbers.below(bytes.len() + 1);
            let block: Vec<u8> = bytes.iter().skip(from).take(len).copied().collect();
            for (to, from) in bytes.iter_mut().skip(at).zip(block) {
                *to = from;
            }
        }
        _ => {
            if let Some(part) = bytes.get_mut(at..) {
                overwrite(part, numbers);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_determines_the_damage() {
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
        let captures = ["web.pcap", "dns.pcap"].map(|n| samples.join(n));
        let mut different = 0;
        for number in 0..40 {
            let (path, bytes) = capture(&captures, number).unwrap();
            assert_eq!(capture(&captures, number).unwrap(), (path, bytes.clone()), "number {number}");
            let mut original = std::fs::read(path).unwrap();
            original.truncate(USED);
            different += u32::from(original != bytes);
        }
        assert!(different > 35, "{different} of 40 captures were damaged");
    }
}
