use super::*;
use crate::files::testing::{RecordingHandlers, feed_one};

/// A program of 32 bits with one section.
fn program() -> Vec<u8> {
    let mut p = b"MZ".to_vec();
    p.resize(60, 0);
    p.extend(72u32.to_le_bytes());
    p.extend(b"dos code");
    p.extend(b"PE\0\0");
    p.extend(0x14cu16.to_le_bytes());
    p.extend(1u16.to_le_bytes());
    for n in [1_000_000_000u32, 0, 0] {
        p.extend(n.to_le_bytes());
    }
    p.extend(104u16.to_le_bytes());
    p.extend(0x102u16.to_le_bytes());
    let mut optional = 0x10bu16.to_le_bytes().to_vec();
    optional.resize(92, 0);
    optional.extend(1u32.to_le_bytes());
    optional.extend([0, 0, 0, 0, 7, 0, 0, 0]);
    p.extend(optional);
    let mut section = b".text\0\0\0".to_vec();
    section.resize(40, 0);
    p.extend(section);
    p.extend(b"the rest");
    p
}

fn names(handlers: &RecordingHandlers) -> Vec<&str> {
    handlers
        .log
        .iter()
        .filter_map(|l| l.split(' ').next())
        .filter(|n| n.starts_with("pe_") || n.starts_with("analyzer"))
        .collect()
}

const ALL: [&str; 5] =
    ["pe_dos_header", "pe_dos_code", "pe_file_header", "pe_optional_header", "pe_section_header"];

#[test]
fn headers_are_read_in_whatever_pieces_they_come() {
    let p = program();
    for size in [1, 7, 64, 1000] {
        let handlers = feed_one("Files::ANALYZER_PE", Pe::default(), p.chunks(size));
        assert_eq!(names(&handlers), ALL, "pieces of {size}");
        assert!(handlers.log.iter().any(|l| l.starts_with("pe_section_header .text")));
    }
}

#[test]
fn a_header_far_away_is_a_violation() {
    let mut p = program();
    p[60..64].copy_from_slice(&0x7fff_ffffu32.to_le_bytes());
    assert_eq!(
        names(&feed_one("Files::ANALYZER_PE", Pe::default(), p.chunks(100))),
        ["analyzer_violation_info"]
    );
}

/// A program that is cut anywhere, or has any byte changed, causes no panic.
#[test]
fn damaged_programs_are_survived() {
    let p = program();
    for n in 0..p.len() {
        feed_one("Files::ANALYZER_PE", Pe::default(), std::iter::once(&p[..n]));
        for b in [0, 1, 0x7f, 0xff] {
            let mut changed = p.clone();
            changed[n] = b;
            feed_one("Files::ANALYZER_PE", Pe::default(), changed.chunks(50));
        }
    }
}
