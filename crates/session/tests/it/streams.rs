//! Compares what reassembly delivers with what was sent: seeded segmentations with loss, repetition and disorder.
use crate::rig::*;
use event::EnumName;
use session::ConnView;
use session::analyzer::{Analyzer, Context, Detector, Factory, Tag};
use session::{Caps, Role};
use std::cell::RefCell;
use std::rc::Rc;

/// What an analyzer received from each side: bytes and gaps in order.
#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Bytes(Vec<u8>),
    Gap(u64),
    End,
}

type Log = Rc<RefCell<Vec<(Role, Piece)>>>;

struct Tape(Log);

impl Analyzer for Tape {
    fn stream(&mut self, _: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        self.0.borrow_mut().push((from, Piece::Bytes(data.to_vec())));
    }
    fn undelivered(&mut self, _: &mut Context<'_, '_>, from: Role, _: u64, len: u64) {
        self.0.borrow_mut().push((from, Piece::Gap(len)));
    }
    fn end_of_stream(&mut self, _: &mut Context<'_, '_>, from: Role) {
        self.0.borrow_mut().push((from, Piece::End));
    }
}

struct Tapes(Log);

impl Factory for Tapes {
    fn create(&self, _: Tag, _: &ConnView<'_>) -> Option<Box<dyn Analyzer>> {
        Some(Box::new(Tape(self.0.clone())))
    }
    fn name(&self, _: Tag) -> &'static str {
        "TAPE"
    }
    fn script_name(&self, _: Tag) -> EnumName {
        EnumName("Analyzer::ANALYZER_TAPE")
    }
    fn ports(&self) -> Vec<(net_types::Port, Tag)> {
        vec![(net_types::Port::tcp(80), Tag(1))]
    }
    fn detector(&self, _: &ConnView<'_>) -> Option<Box<dyn Detector>> {
        None
    }
}

/// Plays segments of the client's stream. Returns what was delivered, with `None` for each byte of a gap.
fn play(opts: session::Options, segments: &[Seg<'_>]) -> (Vec<Option<u8>>, Recorder) {
    let log = Log::default();
    let mut b = Bench::with(opts, Some(Rc::new(Tapes(log.clone()))));
    for s in segments {
        b.packet(&s.bytes());
    }
    let seen = b.finish();
    let mut got = Vec::new();
    for (role, piece) in log.borrow().iter().filter(|(r, _)| r.is_orig()) {
        assert!(role.is_orig());
        match piece {
            Piece::Bytes(b) => got.extend(b.iter().map(|b| Some(*b))),
            Piece::Gap(n) => got.extend((0..*n).map(|_| None)),
            Piece::End => {}
        }
    }
    (got, seen)
}

fn begin(start: u32) -> Vec<Seg<'static>> {
    vec![
        client(SYN, start, 0, b""),
        server(SYN | ACK, 500, start.wrapping_add(1), b""),
        client(ACK, start.wrapping_add(1), 501, b""),
    ]
}

#[test]
fn in_order_bytes_come_as_they_were_sent() {
    let mut segs = begin(7);
    segs.extend([client(ACK, 8, 501, b"hello "), client(ACK, 14, 501, b"world")]);
    let (got, _) = play(quiet_options(), &segs);
    assert_eq!(got, b"hello world".map(Some));
}

#[test]
fn what_comes_early_waits_and_what_came_first_counts() {
    let mut segs = begin(7);
    segs.extend([
        client(ACK, 14, 501, b"world"),
        client(ACK, 13, 501, b"_WORLD!"),
        client(ACK, 8, 501, b"hello"),
        client(ACK, 8, 501, b"HELLO"),
    ]);
    let (got, _) = play(quiet_options(), &segs);
    assert_eq!(got, b"hello_world!".map(Some));
}

/// Whatever the segmentation and disorder, every byte that arrived is delivered in order, every byte acknowledged but
/// not seen is part of a gap, and nothing waits longer than necessary.
#[test]
fn streams_against_a_model() {
    for seed in 1..400 {
        let mut n = fastrand::Rng::with_seed(seed);
        let start = if seed % 3 == 0 { u32::MAX - n.usize(..300) as u32 } else { n.u32(..) };
        let len = 1 + n.usize(..4000);
        let sent: Vec<u8> = (0..len).map(|_| n.u8(..)).collect();
        // Cut into segments, some repeated with overlap, some lost, in shuffled blocks.
        let mut cuts = Vec::new();
        let mut at = 0;
        while at < len {
            let size = 1 + n.usize(..200);
            let end = (at + size).min(len);
            cuts.push((at, end));
            if n.usize(..5) == 0 {
                cuts.push((at.saturating_sub(n.usize(..100)), (end + n.usize(..100)).min(len)));
            }
            at = end;
        }
        let mut there = vec![false; len];
        let mut segs = begin(start);
        let mut acked = 0;
        for block in cuts.chunks_mut(1 + n.usize(..8)) {
            for i in (1..block.len()).rev() {
                block.swap(i, n.usize(..i + 1));
            }
            for &mut (from, to) in block.iter_mut() {
                if n.usize(..12) == 0 {
                    continue;
                }
                there[from..to].fill(true);
                let seq = start.wrapping_add(1 + from as u32);
                segs.push(client(ACK, seq, 501, &sent[from..to]));
            }
            // The server acknowledges all blocks so far, including lost segments.
            acked = acked.max(block.iter().map(|(_, to)| *to).max().unwrap_or(0));
            segs.push(server(ACK, 501, start.wrapping_add(1 + acked as u32), b""));
        }
        let (got, seen) = play(quiet_options(), &segs);
        let expected: Vec<Option<u8>> = sent.iter().zip(&there).map(|(b, t)| t.then_some(*b)).collect();
        // Bytes lost in their block and repeated in a later one are still a gap, because they were acknowledged before
        // they arrived.
        assert_eq!(got.len(), expected.len(), "seed {seed}: {:?}", seen.weirds);
        for (at, (g, e)) in got.iter().zip(&expected).enumerate() {
            assert!(g == e || g.is_none(), "seed {seed}, byte {at}: {g:?} for {e:?}");
        }
        if there.iter().all(|t| *t) && seen.gaps.is_empty() {
            assert_eq!(got, expected, "seed {seed}");
        }
        let gaps: u64 = seen.gaps.iter().map(|(_, _, n)| n).sum();
        assert_eq!(gaps, got.iter().filter(|g| g.is_none()).count() as u64, "seed {seed}");
    }
}

#[test]
fn what_waits_is_capped() {
    let caps = Caps { reassembly_pieces: 10, ..Caps::default() };
    let opts = session::Options { caps, tcp_max_above_hole_without_any_acks: 0, ..quiet_options() };
    let mut segs = begin(7);
    for n in 0..50 {
        segs.push(client(ACK, 100 + n * 10, 501, b"abcd"));
    }
    let (_, seen) = play(opts, &segs);
    assert!(seen.weirds.iter().any(|w| w == "reassembly_cap_exceeded"), "{:?}", seen.weirds);
    let caps = Caps { reassembly_bytes: 100, ..Caps::default() };
    let opts = session::Options { caps, tcp_max_above_hole_without_any_acks: 0, ..quiet_options() };
    let (_, seen) = play(opts, &segs);
    assert!(seen.weirds.iter().any(|w| w == "reassembly_cap_exceeded"));
}

#[test]
fn a_hole_with_nothing_acknowledged_is_given_up() {
    let big = vec![b'x'; 1000];
    let mut segs = vec![client(SYN, 7, 0, b"")];
    for n in 0..20 {
        segs.push(client(ACK, 2000 + n * 1000, 501, &big));
    }
    let (_, seen) = play(quiet_options(), &segs);
    assert!(seen.weirds.iter().any(|w| w == "above_hole_data_without_any_acks"), "{:?}", seen.weirds);
}

#[test]
fn streams_end_after_their_last_byte() {
    let log = Log::default();
    let mut b = Bench::with(quiet_options(), Some(Rc::new(Tapes(log.clone()))));
    let mut segs = begin(7);
    segs.extend([
        client(FIN | ACK, 13, 501, b""),
        client(ACK, 8, 501, b"hello"),
        server(FIN | ACK, 501, 14, b""),
        client(ACK, 14, 502, b""),
    ]);
    for s in &segs {
        b.packet(&s.bytes());
    }
    b.finish();
    let got: Vec<_> = log.borrow().iter().filter(|(r, _)| r.is_orig()).map(|(_, p)| p.clone()).collect();
    assert_eq!(got, [Piece::Bytes(b"hello".to_vec()), Piece::End]);
}
