use super::super::Decoder;
use super::*;

/// Writes blocks in one byte order.
struct Blocks {
    big: bool,
    bytes: Vec<u8>,
}

impl Blocks {
    fn new(big: bool) -> Self {
        let mut b = Blocks { big, bytes: Vec::new() };
        b.section();
        b
    }
    fn w2(&self, v: u16) -> [u8; 2] {
        if self.big { v.to_be_bytes() } else { v.to_le_bytes() }
    }
    fn w4(&self, v: u32) -> [u8; 4] {
        if self.big { v.to_be_bytes() } else { v.to_le_bytes() }
    }
    fn block(&mut self, kind: u32, body: &[u8]) -> &mut Self {
        let len = self.w4(12 + body.len().next_multiple_of(4) as u32);
        self.bytes.extend(self.w4(kind));
        self.bytes.extend(len);
        self.bytes.extend(body);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.bytes.extend(len);
        self
    }
    fn section(&mut self) -> &mut Self {
        let body = [&self.w4(BYTE_ORDER_MARK)[..], &self.w2(1), &self.w2(0), &[0xff; 8]].concat();
        self.block(SECTION_HEADER, &body)
    }
    fn interface(&mut self, link: u16, snaplen: u32, options: &[(u16, &[u8])]) -> &mut Self {
        let mut body = [&self.w2(link)[..], &[0; 2], &self.w4(snaplen)].concat();
        for (code, value) in options {
            body.extend(self.w2(*code));
            body.extend(self.w2(value.len() as u16));
            body.extend(*value);
            body.resize(body.len().next_multiple_of(4), 0);
        }
        self.block(INTERFACE, &body)
    }
    fn enhanced(&mut self, interface: u32, ts: u64, wire: u32, data: &[u8]) -> &mut Self {
        let words = [interface, (ts >> 32) as u32, ts as u32, data.len() as u32, wire];
        let mut body: Vec<u8> = words.iter().flat_map(|&w| self.w4(w)).collect();
        body.extend(data);
        self.block(ENHANCED_PACKET, &body)
    }
}

type Decoded = (Vec<(i64, Vec<u8>, u32, u32)>, Option<(usize, Corruption)>);

fn decode(bytes: &[u8]) -> Decoded {
    let mut out = Vec::new();
    let end = Decoder::default().decode(bytes, usize::MAX >> 1, &mut out);
    let frames = crate::Batch::new(bytes, &out)
        .iter()
        .map(|f| (f.ts.nanos(), f.data.to_vec(), f.wire_len, f.link.0))
        .collect();
    (frames, end.err())
}

#[test]
fn interfaces_have_their_own_link_type_and_clock() {
    for big in [false, true] {
        let mut b = Blocks::new(big);
        let offset = if big { 100i64.to_be_bytes() } else { 100i64.to_le_bytes() };
        b.interface(1, 0, &[(2, b"eth0"), (9, &[9])]);
        b.interface(101, 0, &[(9, &[0x80 | 10]), (14, &offset), (0, &[])]);
        b.interface(113, 0, &[]);
        b.enhanced(0, 1_000_000_007, 60, b"abc");
        b.block(5, &[0; 12]);
        b.enhanced(1, 1024 + 512, 4, b"abcd");
        b.enhanced(2, 7, 1, b"a");
        let expected = vec![
            (1_000_000_007, b"abc".to_vec(), 60, 1),
            (101_500_000_000, b"abcd".to_vec(), 4, 101),
            (7_000, b"a".to_vec(), 1, 113),
        ];
        assert_eq!(decode(&b.bytes), (expected, None));
    }
}

#[test]
fn a_section_forgets_the_interfaces_before_it() {
    let mut b = Blocks::new(false);
    b.interface(1, 0, &[]).enhanced(0, 0, 1, b"a");
    let mut second = Blocks::new(true);
    second.interface(113, 0, &[]).enhanced(0, 0, 1, b"b");
    b.bytes.extend(&second.bytes);
    assert_eq!(decode(&b.bytes).0, [(0, b"a".to_vec(), 1, 1), (0, b"b".to_vec(), 1, 113)]);
    let at = b.bytes.len();
    let mut third = Blocks::new(false);
    third.enhanced(0, 0, 1, b"c");
    b.bytes.extend(&third.bytes);
    let unknown = Corruption::UnknownInterface { interface: 0, known: 0 };
    assert_eq!(decode(&b.bytes).1, Some((at + 28, unknown)));
}

#[test]
fn simple_and_obsolete_packets() {
    let mut b = Blocks::new(true);
    b.interface(1, 3, &[]);
    b.block(SIMPLE_PACKET, &[0, 0, 0, 9, b'a', b'b', b'c']);
    let obsolete =
        [&[0, 0, 0xff, 0xff][..], &[0, 0, 0, 0, 0, 0, 0, 5], &[0, 0, 0, 2, 0, 0, 0, 8], b"de"].concat();
    b.block(OBSOLETE_PACKET, &obsolete);
    assert_eq!(decode(&b.bytes), (vec![(0, b"abc".to_vec(), 9, 1), (5_000, b"de".to_vec(), 8, 1)], None));
}

#[test]
fn a_declared_check_sequence_is_no_part_of_the_frame() {
    let mut b = Blocks::new(false);
    b.interface(1, 0, &[(13, &[32])]).enhanced(0, 0, 6, b"abFCSx");
    assert_eq!(decode(&b.bytes).0, [(0, b"ab".to_vec(), 2, 1)]);
}

#[test]
fn what_is_corrupt() {
    let check = |make: &dyn Fn(&mut Blocks), expected: Corruption| {
        let mut b = Blocks::new(false);
        b.interface(1, 0, &[]).enhanced(0, 0, 1, b"a");
        let at = b.bytes.len();
        make(&mut b);
        let (frames, error) = decode(&b.bytes);
        assert_eq!((frames.len(), error), (1, Some((at, expected))));
    };
    check(&|b| b.bytes.extend([6, 0, 0, 0, 8, 0, 0, 0]), Corruption::ShortBlock { kind: 6, len: 8 });
    check(
        &|b| b.bytes.extend([6, 0, 0, 0, 0, 0, 0, 2]),
        Corruption::TooLong { what: "block", len: 0x200_0000, max: 16 << 20 },
    );
    check(
        &|b| b.bytes.extend([5, 0, 0, 0, 12, 0, 0, 0, 13, 0, 0, 0]),
        Corruption::BlockLengths { first: 12, last: 13 },
    );
    check(
        &|b| {
            b.block(ENHANCED_PACKET, &[0; 16]);
        },
        Corruption::ShortBlock { kind: 6, len: 28 },
    );
    check(
        &|b| {
            b.enhanced(1, 0, 1, b"a");
        },
        Corruption::UnknownInterface { interface: 1, known: 1 },
    );
    check(
        &|b| {
            b.interface(1, 0, &[(9, &[20])]);
        },
        Corruption::Resolution(20),
    );
    check(
        &|b| {
            b.interface(1, 0, &[(9, &[0x80 | 64])]);
        },
        Corruption::Resolution(0xc0),
    );
    check(
        &|b| b.bytes.extend([0x0a, 0x0d, 0x0d, 0x0a, 28, 0, 0, 0, 1, 2, 3, 4]),
        Corruption::ByteOrder(0x0102_0304),
    );
    check(
        &|b| {
            b.block(ENHANCED_PACKET, &[&[0; 12][..], &[9, 0, 0, 0, 9, 0, 0, 0, 1, 1]].concat());
        },
        Corruption::ShortBlock { kind: 6, len: 36 },
    );
}

#[test]
fn every_cut_is_a_shortage_and_no_corruption() {
    let mut b = Blocks::new(false);
    b.interface(1, 0, &[(9, &[9])]).enhanced(0, 5, 3, b"abc").enhanced(0, 6, 3, b"def");
    for cut in 0..b.bytes.len() {
        let (frames, error) = decode(&b.bytes[..cut]);
        assert_eq!(error, None, "{cut} bytes");
        assert!(frames.len() < 2);
    }
    assert_eq!(decode(&b.bytes).0.len(), 2);
}
