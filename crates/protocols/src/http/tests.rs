use super::*;
use crate::rehearsal::{Said, orig, resp, streams};
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use std::io::Write as _;

fn request(line: &str) -> Option<(String, String, String)> {
    let r = RequestLine::parse(line.as_bytes()).ok()?;
    let text = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
    let version = match r.version {
        RequestVersion::None => String::new(),
        RequestVersion::Stated(v) | RequestVersion::Cut(v) => text(v),
    };
    Some((text(r.method), text(r.uri), version))
}

#[test]
fn request_lines_have_three_parts_and_sometimes_two() {
    let check = |line: &str, expected: Option<(&str, &str, &str)>| {
        let expected = expected.map(|(m, u, v)| (m.to_owned(), u.to_owned(), v.to_owned()));
        assert_eq!(request(line), expected, "{line}");
    };
    check("GET /a?b=c HTTP/1.1", Some(("GET", "/a?b=c", "1.1")));
    check("GET  /with blanks HTTP/1.0", Some(("GET", "/with blanks", "1.0")));
    check("GET /old", Some(("GET", "/old", "")));
    check("GET HTTP/1.1", Some(("GET", "", "1.1")));
    check("AB /short", None);
    check("GET", None);
    check("\x16\x03\x01", None);
    assert_eq!(RequestLine::parse(b"<> HTTP/1.1"), Err(NoRequest::WithVersion));
}

#[test]
fn status_lines_have_a_code() {
    let r = ReplyLine::parse(b"HTTP/1.1 200 OK then").unwrap();
    assert_eq!((r.code, r.reason), (Some(200), Some(b"OK then".as_slice())));
    let r = ReplyLine::parse(b"http/1.0 2x4").unwrap();
    assert_eq!((r.code, r.reason, r.lowercase), (Some(0), None, true));
    assert_eq!(ReplyLine::parse(b"HTTP/1.1").unwrap().code, None);
    assert_eq!(ReplyLine::parse(b"SSH-2.0"), None);
}

#[test]
fn uris_lose_their_escapes() {
    let check = |uri: &[u8], expected: &[u8], weird: Option<Anomaly>| {
        let mut said = None;
        assert_eq!(unescape_uri(uri, &mut |w| said = Some(w)), expected);
        assert_eq!(said, weird);
    };
    check(b"/a%20b%2Fc", b"/a b/c", None);
    check(b"/%u0041%uABCD", b"/A\xab\xcd", None);
    check(b"/%", b"/%", Some(Anomaly::PercentAtEnd));
    check(b"/%4", b"/%4", Some(Anomaly::PartialEscape));
    check(b"/%%41", b"/A", Some(Anomaly::DoublePercent));
    check(b"/%zz", b"/%zz", Some(Anomaly::UnescapedPercent));
}

#[test]
fn numbers_end_where_they_end() {
    assert_eq!(leading_number(b"1f;ext", 16), Some(31));
    assert_eq!(leading_number(b"-5", 10), Some(-5));
    assert_eq!(leading_number(b"", 10), None);
    assert_eq!(leading_number(b"x", 10), None);
    assert_eq!(leading_number(b"99999999999999999999", 10), None);
}

/// The names of an analyzer's events, with the arguments of entity data.
fn names(said: &[Said<'_>]) -> Vec<String> {
    let lines = streams("HTTP", 80, said);
    lines.iter().map(|l| l.split(['(', ' ']).next().unwrap_or_default().to_owned()).collect()
}

fn count(lines: &[String], what: &str) -> usize {
    lines.iter().filter(|l| l.contains(what)).count()
}

#[test]
fn a_request_and_its_reply() {
    let said = [
        orig(b"GET /x HTTP/1.1\r\nHost: h\r\n\r\n"),
        resp(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
    ];
    let names = names(&said);
    let http: Vec<&str> = names.iter().map(String::as_str).filter(|n| n.starts_with("http_")).collect();
    let one = |entity: &[&'static str]| {
        let mut v = vec!["http_begin_entity", "http_header", "http_all_headers", "http_content_type"];
        v.extend(entity);
        v.extend(["http_end_entity", "http_message_done"]);
        v
    };
    let mut expected = vec!["http_request"];
    expected.extend(one(&[]));
    expected.push("http_reply");
    expected.extend(one(&["http_entity_data"]));
    expected.push("http_stats");
    assert_eq!(http, expected);
}

#[test]
fn chunks_and_compression_are_undone() {
    let gzip = |data: &[u8]| {
        let mut e = GzEncoder::new(Vec::new(), Compression::default());
        e.write_all(data).unwrap();
        e.finish().unwrap()
    };
    let zlib = |data: &[u8]| {
        let mut e = ZlibEncoder::new(Vec::new(), Compression::default());
        e.write_all(data).unwrap();
        e.finish().unwrap()
    };
    for (coding, body) in [("gzip", gzip(b"plain text")), ("deflate", zlib(b"plain text"))] {
        let mut reply = format!(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: {coding}\r\n\r\n{:x}\r\n",
            body.len()
        )
        .into_bytes();
        reply.extend(&body);
        reply.extend(b"\r\n0\r\nTrailer: x\r\n\r\n");
        let said = [orig(b"GET / HTTP/1.1\r\n\r\n"), resp(&reply)];
        assert_eq!(count(&streams("HTTP", 80, &said), "plain text"), 1, "{coding}");
        // Delivered byte by byte, the result is the same.
        let mut bytes: Vec<Said<'_>> = vec![orig(b"GET / HTTP/1.1\r\n\r\n")];
        bytes.extend(reply.chunks(1).map(resp));
        let said: String = streams("HTTP", 80, &bytes).concat();
        assert!(said.contains("http_message_done"), "{said}");
    }
}

#[test]
fn a_million_headers_are_said_to_be_too_many() {
    let mut said: Vec<u8> = b"GET / HTTP/1.1\r\n".to_vec();
    for i in 0..1_000_000 {
        said.extend(format!("h{i}: v\r\n").as_bytes());
    }
    let pieces: Vec<Said<'_>> = said.chunks(60_000).map(orig).collect();
    let lines = streams("HTTP", 80, &pieces);
    assert_eq!(count(&lines, "HTTP_header_cap_exceeded"), 1);
}

#[test]
fn a_line_without_end_is_dropped_at_its_cap() {
    let line = vec![b'a'; 60_000];
    let pieces: Vec<Said<'_>> = std::iter::repeat_n(orig(&line), 300).collect();
    assert!(count(&streams("HTTP", 80, &pieces), "contentline_size_exceeded") > 0);
}

#[test]
fn parts_in_parts_end_at_a_depth() {
    let mut said =
        b"POST / HTTP/1.1\r\nContent-Type: multipart/mixed; boundary=b0\r\nContent-Length: 99999999\r\n\r\n"
            .to_vec();
    for i in 0..300 {
        said.extend(
            format!("--b{i}\r\nContent-Type: multipart/mixed; boundary=b{}\r\n\r\n", i + 1).as_bytes(),
        );
    }
    assert!(count(&streams("HTTP", 80, &[orig(&said)]), "exceeded_mime_max_depth") > 0);
}

#[test]
fn a_bomb_is_defused() {
    let mut e = GzEncoder::new(Vec::new(), Compression::best());
    let zeros = vec![0; 1 << 20];
    for _ in 0..60 {
        e.write_all(&zeros).unwrap();
    }
    let bomb = e.finish().unwrap();
    let mut inflate = inflate::Inflate::new();
    let mut total = 0usize;
    let result = inflate.feed(&bomb, &mut |piece| total += piece.len());
    assert_eq!(result, Err(inflate::Failure::TooMuch));
    assert!(total < 17 << 20);
    // The inflater ignores further input.
    assert_eq!(inflate.feed(&bomb, &mut |_| panic!("more came out")), Ok(()));
}

#[test]
fn broken_conversations_are_survived() {
    let said = [
        orig(b"POST /x%41 HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 40\r\n\r\n--b\r\nA: b\r\n\r\ntext\r\n--b--\r\n"),
        resp(b"HTTP/1.1 206 Partial\r\nContent-Range: bytes 5-9/100\r\n\r\nhello"),
    ];
    // Bytes of a body are delivered in the pieces in which they were sent, so only the order of events can be compared.
    let whole = names(&said).into_iter().filter(|n| n != "http_entity_data").collect::<Vec<_>>();
    for (at, (from, data)) in said.iter().enumerate() {
        for n in 0..data.len() {
            let mut cut = said.to_vec();
            cut[at].1 = &data[..n];
            names(&cut);
            let mut changed = data.to_vec();
            changed[n] ^= 0xff;
            cut[at].1 = &changed;
            names(&cut);
            let (head, tail) = data.split_at(n);
            cut[at].1 = head;
            cut.insert(at + 1, (*from, tail));
            let split = names(&cut).into_iter().filter(|n| n != "http_entity_data").collect::<Vec<_>>();
            assert_eq!(split, whole, "split at {n}");
        }
    }
}
