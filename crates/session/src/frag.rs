//! Reassembly of fragmented datagrams (RFC 791, 3.2; RFC 8200, 4.5).
use crate::env::{Env, Timer};
use crate::sink::Sink;
use crate::slab::Slab;
use crate::timers::TimerId;
use crate::weird::Weird;
use dict::{Map, Order};
use net_types::Timestamp;
use std::collections::VecDeque;
use wire::IpProto;
use wire::ip::{self, Header};

/// Non-final fragments smaller than this are suspicious.
const MIN_SIZE: usize = 64;
/// Larger datagrams are reported as excessive.
const MAX_SIZE: usize = 64_000;

/// The addresses and the identification.
type Key = [u8; 36];

fn key_of(packet: &ip::Packet<'_>, id: u32) -> Key {
    let mut key = [0; 36];
    let (src, rest) = key.split_at_mut(16);
    let (dst, number) = rest.split_at_mut(16);
    src.copy_from_slice(packet.src().octets());
    dst.copy_from_slice(packet.dst().octets());
    number.copy_from_slice(&id.to_be_bytes());
    key
}

struct Piece {
    at: usize,
    bytes: Box<[u8]>,
}

impl Piece {
    fn end(&self) -> usize {
        self.at + self.bytes.len()
    }
}

/// One incomplete datagram.
struct Datagram {
    key: Key,
    /// When the first fragment arrived.
    begun: Timestamp,
    timer: TimerId,
    /// The headers of the fragment that arrived first; for IPv6 those before the fragment header.
    headers: Vec<u8>,
    v4: bool,
    /// The protocol after the headers, from the first fragment.
    proto: IpProto,
    /// Payload size in bytes, known once the last fragment arrived.
    size: Option<usize>,
    /// The pieces, in order and without overlap.
    pieces: VecDeque<Piece>,
}

/// All incomplete datagrams.
pub(crate) struct Fragments {
    table: Map<Key, u32>,
    datagrams: Slab<Datagram>,
    bytes: usize,
}

impl Fragments {
    pub(crate) fn new(seed: [u64; 2]) -> Self {
        Fragments { table: Map::new(Order::Any, seed), datagrams: Slab::new(), bytes: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }

    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.datagrams = Slab::new();
        self.bytes = 0;
    }

    /// Drops a datagram that did not complete in time.
    pub(crate) fn expire(&mut self, at: u32) {
        if let Some(d) = self.datagrams.remove(at) {
            self.bytes -= d.pieces.iter().map(|p| p.bytes.len()).sum::<usize>();
            self.table.remove(&d.key);
        }
    }

    /// Adds a fragment that was captured completely. Returns the datagram if this completes it.
    pub(crate) fn add(
        &mut self,
        packet: &ip::Packet<'_>,
        fragment: ip::Fragment,
        env: &mut Env,
        sink: &mut dyn Sink,
    ) -> Option<Vec<u8>> {
        let key = key_of(packet, fragment.id);
        let known = self.table.get(&key).copied();
        let at = match known {
            Some(at) => at,
            None => self.begin(key, packet, env, sink)?,
        };
        let d = self.datagrams.get_mut(at)?;
        let mut found = Vec::new();
        let before: usize = d.pieces.iter().map(|p| p.bytes.len()).sum();
        let whole = d.add(packet, fragment, &mut |w| found.push(w));
        let after: usize = d.pieces.iter().map(|p| p.bytes.len()).sum();
        self.bytes = self.bytes + after - before;
        let ends = (packet.src(), packet.dst());
        for w in found {
            env.flow_weird(sink, ends, w.name(), b"", "");
        }
        if self.bytes > env.opts.caps.fragment_bytes {
            env.net_weird(sink, Weird::FragmentCap.name(), b"", "");
            self.drop_one(at, env);
            return None;
        }
        if !whole {
            return None;
        }
        let bytes = self.datagrams.get_mut(at)?.assemble();
        self.drop_one(at, env);
        Some(bytes)
    }

    fn begin(
        &mut self,
        key: Key,
        packet: &ip::Packet<'_>,
        env: &mut Env,
        sink: &mut dyn Sink,
    ) -> Option<u32> {
        if self.table.len() >= env.opts.caps.fragmented_datagrams {
            env.net_weird(sink, Weird::FragmentCap.name(), b"", "");
            return None;
        }
        let at = self.datagrams.insert(Datagram::new(key, packet, env.ts));
        self.table.insert(&key, at);
        env.stats.fragmented_max = env.stats.fragmented_max.max(self.table.len());
        if let Some(d) = self.datagrams.get_mut(at) {
            let when = env.ts + env.opts.frag_timeout;
            env.timers.add(when, Timer::Fragments(at), &mut d.timer);
        }
        Some(at)
    }

    /// Drops the datagrams that began before a time. Returns their number.
    pub(crate) fn drop_older(&mut self, than: Timestamp, env: &mut Env) -> usize {
        let old: Vec<u32> = self.datagrams.iter().filter(|(_, d)| d.begun < than).map(|(at, _)| at).collect();
        for &at in &old {
            self.drop_one(at, env);
        }
        old.len()
    }

    fn drop_one(&mut self, at: u32, env: &mut Env) {
        if let Some(d) = self.datagrams.get_mut(at) {
            env.timers.cancel_all(&mut d.timer);
        }
        self.expire(at);
    }
}

impl Datagram {
    fn new(key: Key, packet: &ip::Packet<'_>, begun: Timestamp) -> Self {
        Datagram {
            key,
            begun,
            timer: TimerId::NONE,
            headers: headers_of(packet).to_vec(),
            v4: packet.is_v4(),
            proto: packet.proto(),
            size: None,
            pieces: VecDeque::new(),
        }
    }

    /// Adds a fragment; true if the datagram is complete.
    fn add(&mut self, packet: &ip::Packet<'_>, fragment: ip::Fragment, weird: &mut dyn FnMut(Weird)) -> bool {
        // Protocol and header length must agree; other header fields may differ for good reasons.
        if packet.proto() != self.proto || headers_of(packet).len() != self.headers.len() {
            weird(Weird::FragmentProtocolInconsistency);
        }
        if matches!(packet.header(), Header::V4(h) if h.dont_fragment()) {
            weird(Weird::FragmentWithDf);
        }
        let at = usize::from(fragment.offset);
        let bytes = packet.payload();
        let end = at + bytes.len();
        if at == 0 {
            self.proto = packet.proto();
        }
        if !fragment.more {
            match self.size {
                None => self.size = Some(end),
                Some(size) if size != end => {
                    weird(Weird::FragmentSizeInconsistency);
                    self.size = Some(size.max(end));
                }
                Some(_) => {}
            }
        } else if packet.total_len() < MIN_SIZE {
            weird(Weird::ExcessivelySmallFragment);
        }
        if end > MAX_SIZE {
            weird(Weird::ExcessivelyLargeFragment);
        }
        if self.size.is_some_and(|s| end > s) {
            weird(Weird::FragmentSizeInconsistency);
            self.size = Some(end);
        }
        if bytes.is_empty() {
            return false;
        }
        self.insert(at, bytes, weird);
        self.is_whole(weird)
    }

    /// Adds bytes that no piece has yet. On overlap the earlier bytes win.
    fn insert(&mut self, mut at: usize, mut bytes: &[u8], weird: &mut dyn FnMut(Weird)) {
        self.compare(at, bytes, weird);
        let mut i = self.pieces.partition_point(|p| p.end() <= at);
        while !bytes.is_empty() {
            let (free, occupied) = match self.pieces.get(i) {
                Some(p) if p.at <= at => (0, p.end() - at),
                Some(p) => (p.at - at, 0),
                None => (usize::MAX, 0),
            };
            let (part, rest) = bytes.split_at(free.max(occupied).min(bytes.len()));
            if occupied == 0 {
                self.pieces.insert(i, Piece { at, bytes: part.into() });
            }
            at += part.len();
            bytes = rest;
            i += 1;
        }
    }

    fn compare(&self, at: usize, bytes: &[u8], weird: &mut dyn FnMut(Weird)) {
        if self.pieces.back().is_some_and(|p| p.end() == at) {
            return;
        }
        for p in &self.pieces {
            let (low, high) = (at.max(p.at), (at + bytes.len()).min(p.end()));
            if low >= high {
                continue;
            }
            let same = p.bytes.get(low - p.at..high - p.at) == bytes.get(low - at..high - at);
            weird(if same { Weird::FragmentOverlap } else { Weird::FragmentInconsistency });
        }
    }

    /// The end of the contiguous pieces from offset 0.
    fn contiguous(&self) -> usize {
        let mut end = 0;
        for p in &self.pieces {
            if p.at != end {
                break;
            }
            end = p.end();
        }
        end
    }

    fn is_whole(&mut self, weird: &mut dyn FnMut(Weird)) -> bool {
        let Some(size) = self.size else { return false };
        let (there, last) = (self.contiguous(), self.pieces.back().map_or(0, Piece::end));
        if there < size {
            return false;
        }
        if last > size || there > size {
            // Perhaps two datagrams share an identification. The contiguous part is used.
            weird(Weird::FragmentSizeInconsistency);
            self.size = Some(there);
        }
        true
    }

    /// The datagram with its headers, fragment fields cleared.
    fn assemble(&mut self) -> Vec<u8> {
        let size = self.size.unwrap_or(0);
        let mut bytes = std::mem::take(&mut self.headers);
        let headers = bytes.len();
        bytes.reserve(size);
        let mut put = |at: usize, field: &[u8]| {
            if let Some(to) = bytes.get_mut(at..at + field.len()) {
                to.copy_from_slice(field);
            }
        };
        // Lengths of 64 KiB and more wrap, as in a real header.
        if self.v4 {
            put(2, &((headers + size) as u16).to_be_bytes());
            put(6, &[0, 0]);
        } else {
            put(4, &((headers + size - ip::v6::FIXED_LEN) as u16).to_be_bytes());
            if let Some(at) = fragment_pointer(&bytes) {
                put_at(&mut bytes, at, self.proto.0);
            }
        }
        for p in &self.pieces {
            if p.at + headers != bytes.len() {
                break;
            }
            bytes.extend_from_slice(&p.bytes);
        }
        bytes
    }
}

fn put_at(bytes: &mut [u8], at: usize, value: u8) {
    if let Some(b) = bytes.get_mut(at) {
        *b = value;
    }
}

/// The headers that the reassembled datagram keeps: for IPv6 all but the trailing fragment header.
fn headers_of<'a>(packet: &ip::Packet<'a>) -> &'a [u8] {
    let all = packet.header_bytes();
    if packet.is_v4() { all } else { all.get(..all.len().saturating_sub(8)).unwrap_or(all) }
}

/// Offset of the next-header field that names the fragment header.
fn fragment_pointer(headers: &[u8]) -> Option<usize> {
    const NEXT: usize = 6;
    let chain = ip::v6::Headers::of(headers)?;
    let mut at = NEXT;
    let mut walk = chain.extensions();
    let mut next = chain.first_next();
    loop {
        if next == IpProto::FRAGMENT {
            return Some(at);
        }
        at = walk.offset();
        next = walk.next()?.next();
    }
}
