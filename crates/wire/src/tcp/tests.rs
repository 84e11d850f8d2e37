use super::*;

fn segment(offset: u8, flags: u8, rest: &[u8]) -> Vec<u8> {
    let mut b = vec![0, 80, 0x12, 0x34, 0, 0, 0, 7, 0, 0, 0, 9, offset << 4, flags, 0x20, 0, 0, 0, 0, 0];
    b.extend(rest);
    b
}

#[test]
fn fields_and_body() {
    let b = segment(6, 0x12, &[2, 4, 5, 0xb4, 1, 2, 3, 0, 0]);
    let s = Segment::parse(&b, 27).unwrap();
    assert_eq!((s.src_port(), s.dst_port(), s.seq(), s.ack()), (80, 0x1234, 7, 9));
    assert!(s.flags().has(Flags::SYN.with(Flags::ACK)) && !s.flags().any(Flags::FIN));
    assert_eq!(format!("{:?}", s.flags()), "{SYN, ACK}");
    let body = s.body().unwrap();
    assert_eq!((body.payload, body.payload_len), (&[1, 2, 3][..], 3));
    let meanings: Vec<_> = body.options.map(|o| o.meaning()).collect();
    assert_eq!(meanings, [Ok(Meaning::MaxSegment(1460))]);
    assert!(s.is_whole());
    assert!(!Segment::parse(&b[..25], 27).unwrap().is_whole());
}

#[test]
fn what_can_be_wrong() {
    let b = segment(5, 0x10, &[]);
    assert_eq!(Segment::parse(&b, 19).unwrap_err(), Malformed::Truncated);
    assert_eq!(Segment::parse(&b[..19], 20).unwrap_err(), Malformed::TruncatedCapture);
    let body = |b: &[u8]| Segment::parse(b, b.len()).unwrap().body().unwrap_err();
    assert_eq!(body(&segment(4, 0x10, &[])), Malformed::HeaderLength);
    assert_eq!(body(&segment(6, 0x10, &[1, 1, 1])), Malformed::Truncated);
}

#[test]
fn padding_counts_neither_as_option_nor_as_payload() {
    let b = segment(6, 0x10, &[0; 6]);
    assert_eq!(Segment::parse(&b, 20).unwrap().body().unwrap_err(), Malformed::Truncated);
    let padded = Segment::parse(&b, 0).unwrap();
    assert_eq!((padded.src_port(), padded.body().unwrap_err()), (80, Malformed::Truncated));
}

fn options(bytes: &[u8]) -> (Vec<Result<Meaning<'_>, BadOption>>, usize) {
    let mut o = Options::new(bytes);
    let all = o.by_ref().map(|o| o.meaning()).collect();
    (all, o.leftover().len())
}

#[test]
fn options_have_meanings() {
    let b = [
        1, 3, 3, 7, 4, 2, 8, 10, 0, 0, 0, 1, 0, 0, 0, 2, 5, 10, 0, 0, 0, 3, 0, 0, 0, 4, 28, 4, 0x80, 5, 99,
        3, 0, 0, 9,
    ];
    let (all, left) = options(&b);
    assert_eq!(
        all,
        [
            Ok(Meaning::Nop),
            Ok(Meaning::WindowScale(7)),
            Ok(Meaning::SackPermitted),
            Ok(Meaning::Timestamps { value: 1, echo: 2 }),
            Ok(Meaning::Sack(&[0, 0, 0, 3, 0, 0, 0, 4])),
            Ok(Meaning::UserTimeout(0x8005)),
            Ok(Meaning::Other),
            Ok(Meaning::End),
        ]
    );
    assert_eq!(left, 0, "end of options ends the list");
    assert_eq!(Options::new(&b).window_scale(), Some(7));
}

#[test]
fn lengths_are_those_of_the_kind() {
    for (bytes, expected) in [
        (&[2, 3, 0][..], BadOption::MaxSegment(3)),
        (&[3, 4, 0, 0], BadOption::WindowScale(4)),
        (&[4, 3, 0], BadOption::SackPermitted(3)),
        (&[5, 4, 0, 0], BadOption::Sack(4)),
        (&[8, 4, 0, 0], BadOption::Timestamps(4)),
        (&[27, 4, 0, 0], BadOption::QuickStart(4)),
        (&[28, 3, 0], BadOption::UserTimeout(3)),
        (&[29, 3, 0], BadOption::Authentication(3)),
        (&[34, 3, 0], BadOption::FastOpen(3)),
    ] {
        assert_eq!(options(bytes).0, [Err(expected)]);
    }
}

#[test]
fn the_list_ends_before_what_does_not_fit() {
    assert_eq!(options(&[1, 2, 4, 0]), (vec![Ok(Meaning::Nop)], 3));
    assert_eq!(options(&[2]), (vec![], 1));
    assert_eq!(options(&[2, 0]), (vec![], 2));
    let short = Err(BadOption::MaxSegment(1));
    assert_eq!(options(&[2, 1, 1]), (vec![short, Ok(Meaning::Nop), Ok(Meaning::Nop)], 0));
}
