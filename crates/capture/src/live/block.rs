//! A block of a TPACKET_V3 ring: a header, then frames with a header each (`linux/if_packet.h`).
use crate::frame::Record;
use net_types::{LinkType, Timestamp};

/// `struct tpacket_block_desc`, with the first variant of its header.
mod desc {
    pub(super) const FRAMES: usize = 12;
    pub(super) const FIRST: usize = 16;
}

/// `struct tpacket3_hdr`, offsets from its start.
mod field {
    pub(super) const NEXT: usize = 0;
    pub(super) const SEC: usize = 4;
    pub(super) const NSEC: usize = 8;
    pub(super) const SNAPLEN: usize = 12;
    pub(super) const LEN: usize = 16;
    pub(super) const STATUS: usize = 20;
    pub(super) const MAC: usize = 24;
    pub(super) const VLAN_TCI: usize = 32;
    pub(super) const VLAN_TPID: usize = 36;
    /// `sll_pkttype` of the `sockaddr_ll` after the header.
    pub(super) const PACKET_TYPE: usize = 48 + 10;
}

const VLAN_VALID: u32 = 1 << 4;
const VLAN_TPID_VALID: u32 = 1 << 6;
/// Length of a VLAN tag; the ring reserves this much before each frame.
pub(crate) const VLAN_TAG: usize = 4;
/// The tag's first half if the kernel does not provide it (IEEE 802.1Q).
const VLAN_TPID: u16 = 0x8100;
/// Length of a frame's two addresses, which precede the tag.
const ADDRESSES: usize = 12;
/// `PACKET_OUTGOING`.
const OUTGOING: u8 = 4;

/// Iterates over the frames of one block.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Walk {
    /// Offset of the next frame's header; 0 before the first.
    at: usize,
    /// Number of remaining frames; `None` before the first.
    left: Option<u32>,
}

impl Walk {
    /// Adds up to `room` frames of a block to `records`. On loopback, sent frames are skipped because they are also
    /// received.
    pub(super) fn step(
        &mut self,
        block: &mut [u8],
        room: usize,
        link: LinkType,
        loopback: bool,
        records: &mut Vec<Record>,
    ) {
        let mut left = self.left.unwrap_or_else(|| {
            self.at = u32_at(block, desc::FIRST).unwrap_or(0) as usize;
            u32_at(block, desc::FRAMES).unwrap_or(0)
        });
        while left > 0 && records.len() < room {
            left -= 1;
            let Some((record, next)) = frame(block, self.at, link, loopback) else {
                left = 0;
                break;
            };
            records.extend(record);
            self.at += next;
            left = if next == 0 { 0 } else { left };
        }
        self.left = Some(left);
    }

    /// True after the last frame.
    pub(super) fn is_over(&self) -> bool {
        self.left == Some(0)
    }
}

/// The frame at `at`, unless skipped, and the distance to the next one.
#[inline]
fn frame(block: &mut [u8], at: usize, link: LinkType, loopback: bool) -> Option<(Option<Record>, usize)> {
    let header = block.get(at..)?;
    let next = u32_at(header, field::NEXT)? as usize;
    let sec = u32_at(header, field::SEC)?;
    let nsec = u32_at(header, field::NSEC)?;
    let len = u32_at(header, field::SNAPLEN)?;
    let wire_len = u32_at(header, field::LEN)?;
    let status = u32_at(header, field::STATUS)?;
    let start = at + usize::from(u16_at(header, field::MAC)?);
    if loopback && header.get(field::PACKET_TYPE) == Some(&OUTGOING) {
        return Some((None, next));
    }
    let ts = Timestamp::from_parts(i64::from(sec), i64::from(nsec));
    let mut record = Record { ts, at: start, len, wire_len, link };
    if status & VLAN_VALID != 0 && link == LinkType::ETHERNET {
        let tci = u32_at(header, field::VLAN_TCI)? as u16;
        let tpid = if status & VLAN_TPID_VALID != 0 { u16_at(header, field::VLAN_TPID)? } else { VLAN_TPID };
        if restore_tag(block, start, len as usize, tpid, tci) {
            record = Record { at: start - VLAN_TAG, len: len + 4, wire_len: wire_len + 4, ..record };
        }
    }
    Some((Some(record), next))
}

/// Restores a VLAN tag: moves the addresses into the reserved bytes and writes the tag after them.
#[cold]
fn restore_tag(block: &mut [u8], start: usize, len: usize, tpid: u16, tci: u16) -> bool {
    let Some(to) = start.checked_sub(VLAN_TAG) else { return false };
    if len < ADDRESSES || start + ADDRESSES > block.len() {
        return false;
    }
    block.copy_within(start..start + ADDRESSES, to);
    let tag = [tpid.to_be_bytes(), tci.to_be_bytes()].concat();
    if let Some(place) = block.get_mut(to + ADDRESSES..start + ADDRESSES) {
        place.copy_from_slice(&tag);
    }
    true
}

#[inline]
fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().copied().map(u32::from_ne_bytes)
}

#[inline]
fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk().copied().map(u16::from_ne_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Batch;

    /// A frame: its bytes, its VLAN tag, its packet type.
    type Given<'a> = (&'a [u8], Option<(u16, u16)>, u8);

    /// A block of frames in the kernel's layout.
    fn block(frames: &[Given<'_>]) -> Vec<u8> {
        let mut b = vec![0; 48];
        b[desc::FRAMES..][..4].copy_from_slice(&(frames.len() as u32).to_ne_bytes());
        b[desc::FIRST..][..4].copy_from_slice(&48u32.to_ne_bytes());
        for (n, (data, vlan, kind)) in frames.iter().enumerate() {
            let mac = 48 + 20 + VLAN_TAG;
            let mut f = vec![0; mac];
            f.extend_from_slice(data);
            let last = n + 1 == frames.len();
            let len = f.len().next_multiple_of(16);
            f.resize(len, 0);
            let mut put = |at: usize, v: u32| f[at..at + 4].copy_from_slice(&v.to_ne_bytes());
            put(field::NEXT, if last { 0 } else { len as u32 });
            put(field::SEC, 100 + n as u32);
            put(field::NSEC, 5);
            put(field::SNAPLEN, data.len() as u32);
            put(field::LEN, data.len() as u32 + 10);
            if let Some((tpid, tci)) = vlan {
                put(field::STATUS, VLAN_VALID | if *tpid == 0 { 0 } else { VLAN_TPID_VALID });
                put(field::VLAN_TCI, u32::from(*tci));
                f[field::VLAN_TPID..][..2].copy_from_slice(&tpid.to_ne_bytes());
            }
            f[field::MAC..][..2].copy_from_slice(&(mac as u16).to_ne_bytes());
            f[field::PACKET_TYPE] = *kind;
            b.extend_from_slice(&f);
        }
        b
    }

    fn walk(b: &mut [u8], room: usize, loopback: bool) -> Vec<(Vec<u8>, u32, Timestamp)> {
        let (mut walk, mut all) = (Walk::default(), Vec::new());
        while !walk.is_over() {
            let mut records = Vec::new();
            walk.step(b, room, LinkType::ETHERNET, loopback, &mut records);
            assert!(records.len() <= room);
            let batch = Batch::new(b, &records);
            all.extend(batch.iter().map(|f| (f.data.to_vec(), f.wire_len, f.ts)));
        }
        all
    }

    #[test]
    fn frames_come_in_order_and_in_parts() {
        let frames: Vec<Vec<u8>> = (0..10u8).map(|n| vec![n; 60 + usize::from(n)]).collect();
        let list: Vec<_> = frames.iter().map(|f| (&f[..], None, 0)).collect();
        for room in [1, 3, 10, 100] {
            let found = walk(&mut block(&list), room, false);
            assert_eq!(found.len(), 10);
            for (n, (data, wire_len, ts)) in found.iter().enumerate() {
                assert_eq!((data, *wire_len), (&frames[n], data.len() as u32 + 10));
                assert_eq!(*ts, Timestamp::from_parts(100 + n as i64, 5));
            }
        }
    }

    #[test]
    fn a_tag_that_the_kernel_took_off_is_put_back() {
        let plain: Vec<u8> = (0..60).collect();
        for (tpid, expected) in [(0x88a8, 0x88a8u16), (0, 0x8100)] {
            let found = walk(&mut block(&[(&plain, Some((tpid, 0x2005)), 0)]), 8, false);
            let mut tagged = plain[..12].to_vec();
            tagged.extend_from_slice(&expected.to_be_bytes());
            tagged.extend_from_slice(&[0x20, 0x05]);
            tagged.extend_from_slice(&plain[12..]);
            assert_eq!(found, [(tagged, 74, Timestamp::from_parts(100, 5))]);
        }
    }

    #[test]
    fn loopback_shows_each_frame_once() {
        let list: [Given<'_>; 2] = [(&[1; 60], None, OUTGOING), (&[2; 60], None, 0)];
        assert_eq!(walk(&mut block(&list), 8, true).len(), 1);
        assert_eq!(walk(&mut block(&list), 8, false).len(), 2);
    }

    #[test]
    fn a_block_that_makes_no_sense_ends() {
        for cut in 0..48 + 72 {
            let mut b = block(&[(&[7; 60], Some((1, 2)), 0), (&[8; 60], None, 0)]);
            b.truncate(cut);
            assert!(walk(&mut b, 8, false).len() <= 2, "cut at {cut}");
        }
        let mut b = vec![0xff; 4096];
        assert_eq!(walk(&mut b, 8, false).len(), 0);
    }
}
