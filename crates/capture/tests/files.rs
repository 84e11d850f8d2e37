//! Whole files and pipes: compression, damage, and reading what was written.
#![expect(clippy::disallowed_methods, reason = "the tests write the files that they read")]
use capture::{Corruption, ErrorKind, FileSource, Frame, PcapWriter, Precision};
use flate2::Compression;
use flate2::write::GzEncoder;
use net_types::{LinkType, Timestamp};
use std::io::{self, Read, Write};
use std::path::Path;

/// A capture of `n` frames of different lengths.
fn capture(n: usize) -> Vec<u8> {
    let (mut rx, tx) = io::pipe().unwrap();
    let reader = std::thread::spawn(move || {
        let mut all = Vec::new();
        rx.read_to_end(&mut all).unwrap();
        all
    });
    let mut out = PcapWriter::new("memory", Box::new(tx), Precision::Nanos);
    for i in 0..n {
        let data = vec![i as u8; i % 1500];
        let ts = Timestamp::from_nanos(1_000_000_000 * i as i64 + 7);
        out.write(&Frame { ts, link: LinkType::ETHERNET, wire_len: 1500, data: &data }).unwrap();
    }
    out.finish().unwrap();
    reader.join().unwrap()
}

/// The number of frames read, and the final error.
fn read(mut source: FileSource) -> (usize, Option<capture::Error>) {
    let mut n = 0;
    loop {
        match source.next_batch() {
            Ok(Some(batch)) => {
                for frame in batch.iter() {
                    assert_eq!(frame.data, vec![n as u8; n % 1500], "frame {n}");
                    assert_eq!(frame.ts.nanos(), 1_000_000_000 * n as i64 + 7);
                    n += 1;
                }
            }
            Ok(None) => return (n, None),
            Err(e) => {
                assert!(matches!(source.next_batch(), Ok(None)), "an error comes once");
                return (n, Some(e));
            }
        }
    }
}

fn file(bytes: &[u8]) -> (usize, Option<capture::Error>) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x");
    std::fs::write(&path, bytes).unwrap();
    read(FileSource::open(&path).unwrap())
}

/// Returns few bytes at a time, as a pipe may.
struct Trickle(io::Cursor<Vec<u8>>, usize);

impl Read for Trickle {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.1 = self.1 * 7 % 251 + 1;
        let n = buf.len().min(self.1);
        self.0.read(&mut buf[..n])
    }
}

fn pipe(bytes: &[u8]) -> (usize, Option<capture::Error>) {
    let source = Trickle(io::Cursor::new(bytes.to_vec()), 1);
    read(FileSource::from_reader("-", source).unwrap())
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut z = GzEncoder::new(Vec::new(), Compression::fast());
    z.write_all(bytes).unwrap();
    z.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

#[test]
fn plain_and_compressed_read_the_same_from_file_and_pipe() {
    const N: usize = 3000;
    let plain = capture(N);
    let (head, tail) = plain.split_at(plain.len() / 3);
    let skippable = [&[0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3][..], &zstd(&plain)].concat();
    for (name, bytes) in [
        ("plain", plain.clone()),
        ("gzip", gzip(&plain)),
        ("gzip of two members", [gzip(head), gzip(tail)].concat()),
        ("zstd", zstd(&plain)),
        ("zstd of two frames", [zstd(head), zstd(tail)].concat()),
        ("zstd after a skippable frame", skippable),
    ] {
        for (how, (n, error)) in [("file", file(&bytes)), ("pipe", pipe(&bytes))] {
            assert_eq!((n, error.map(|e| e.to_string())), (N, None), "{name} from a {how}");
        }
    }
}

#[test]
fn a_cut_capture_yields_every_frame_before_the_cut() {
    let plain = capture(300);
    // Frame 298, of 298 bytes, begins after 24 bytes of header and 298 records.
    let at = 24 + (0..298).map(|i| 16 + i).sum::<usize>();
    for cut in [at + 1, at + 15, at + 16, at + 200] {
        for (n, error) in [file(&plain[..cut]), pipe(&plain[..cut])] {
            assert_eq!(n, 298);
            let error = error.unwrap();
            assert_eq!(error.offset(), Some(at as u64));
            assert!(matches!(error.kind(), ErrorKind::Corrupt(Corruption::Cut { .. })), "{error}");
        }
    }
    let text = file(&plain[..at + 20]).1.unwrap().to_string();
    assert!(text.ends_with("byte 49045: the file ends in a packet: 314 bytes expected, 20 there"), "{text}");
}

#[test]
fn a_cut_compressed_capture_yields_what_could_be_decompressed() {
    let plain = capture(3000);
    let cut = |z: Vec<u8>| z[..z.len() - z.len() / 10].to_vec();
    for bytes in [cut(gzip(&plain)), cut(zstd(&plain))] {
        let (n, error) = file(&bytes);
        assert!(n > 2000, "{n}");
        assert!(error.unwrap().to_string().contains(" after decompression: "));
    }
}

#[test]
fn files_that_are_no_captures() {
    let text = |bytes: &[u8]| file(bytes).1.map(|e| e.to_string().rsplit("/x: ").next().unwrap().to_owned());
    assert_eq!(
        text(b"").as_deref(),
        Some("byte 0: the file ends in a file header: 24 bytes expected, 0 there")
    );
    assert_eq!(
        text(&[0xd4, 0xc3, 0xb2, 0xa1]).as_deref(),
        Some("byte 0: the file ends in a file header: 24 bytes expected, 4 there")
    );
    assert_eq!(
        text(b"#separator \\x09 and so on").as_deref(),
        Some("byte 0: neither pcap nor pcapng: the file begins with 23 73 65 70")
    );
    let missing = FileSource::open("/does/not/exist").unwrap_err();
    assert_eq!(missing.to_string(), "/does/not/exist: No such file or directory (os error 2)");
    assert!(FileSource::open("/").is_err());
}

#[test]
fn an_empty_capture_has_no_frames() {
    assert_eq!(file(&capture(0)).0, 0);
    assert!(file(&capture(0)).1.is_none());
}

#[test]
fn one_pcap_file_has_one_link_type() {
    let mut out = PcapWriter::new("out.pcap", Box::new(io::sink()), Precision::Micros);
    let frame = |link| Frame { ts: Timestamp::ZERO, link, wire_len: 1, data: b"a" };
    out.write(&frame(LinkType::RAW)).unwrap();
    let error = out.write(&frame(LinkType::ETHERNET)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "out.pcap: a pcap file holds one link type, this one 101, and a frame has 1"
    );
}

#[test]
fn the_first_link_type_is_known_before_the_first_batch() {
    let mut source = FileSource::from_reader("-", Trickle(io::Cursor::new(capture(20)), 1)).unwrap();
    assert_eq!(source.first_link(), Some(LinkType::ETHERNET));
    assert_eq!(source.path(), Path::new("-"));
    assert_eq!(read(source).0, 20);
}
