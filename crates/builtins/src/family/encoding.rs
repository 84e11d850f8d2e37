//! Bytes as text and back: hexadecimal, base64, UUIDs, paths.
use crate::call::{Answer, Call, Stop, family};
use crate::search::normal_path;
use value::Value;

family! {
    "bytestring_to_hexstr" => |c| Ok(hex(&c.str(0)?).into()),
    "hexstr_to_bytestring" => hexstr_to_bytestring,
    "encode_base64" => encode_base64,
    "decode_base64" => decode_base64,
    "decode_base64_conn" => decode_base64_conn,
    "uuid_to_string" => uuid_to_string,
    "unescape_URI" => unescape_uri,
    "compress_path" => |c| Ok(Value::string(normal_path(&c.str(0)?))),
    "file_mode" => file_mode,
}

/// Two digits a byte, in lower case.
pub(super) fn hex(s: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    s.iter()
        .flat_map(|b| [DIGITS[usize::from(b >> 4)], DIGITS[usize::from(b & 15)]])
        .map(char::from)
        .collect()
}

fn hexstr_to_bytestring(c: &mut Call<'_>) -> Answer {
    let s = c.c_str(0)?;
    let text = String::from_utf8_lossy(&s).into_owned();
    if s.len() % 2 != 0 {
        c.report(&format!("Hex string '{text}' has invalid length (not divisible by 2)"));
        return Ok("".into());
    }
    let mut out = Vec::with_capacity(s.len() / 2);
    for pair in s.chunks(2) {
        // A second character that is no digit ends the number, as sscanf reads it.
        let digits = pair.iter().take_while(|b| b.is_ascii_hexdigit()).count();
        let Some(byte) =
            std::str::from_utf8(&pair[..digits]).ok().and_then(|d| u8::from_str_radix(d, 16).ok())
        else {
            c.report(&format!("Could not read hex element from input {text}"));
            return Ok("".into());
        };
        out.push(byte);
    }
    Ok(Value::string(out))
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The alphabet that an argument names: 64 characters, or the usual one for an empty string.
fn alphabet(c: &mut Call<'_>, at: usize) -> Result<Option<[u8; 64]>, Stop> {
    let given = c.str(at)?;
    if given.is_empty() {
        return Ok(Some(*ALPHABET));
    }
    if let Ok(a) = <[u8; 64]>::try_from(&given[..]) {
        return Ok(Some(a));
    }
    c.report(&format!("base64 alphabet is not 64 characters: {}", given.to_text()));
    Ok(None)
}

/// Base64 (RFC 4648, 4) by an alphabet of one's own.
pub(super) fn base64(s: &[u8], alphabet: &[u8; 64]) -> Vec<u8> {
    let mut out = Vec::with_capacity(s.len().div_ceil(3) * 4);
    for group in s.chunks(3) {
        let n = group.iter().fold(0_u32, |n, &b| n << 8 | u32::from(b)) << (8 * (3 - group.len()));
        for i in 0..4 {
            let six = n >> (18 - 6 * i) & 63;
            out.push(if i <= group.len() { alphabet[six as usize] } else { b'=' });
        }
    }
    out
}

/// [`base64`] by the usual alphabet.
pub(super) fn plain_base64(s: &[u8]) -> Vec<u8> {
    base64(s, ALPHABET)
}

fn encode_base64(c: &mut Call<'_>) -> Answer {
    let s = c.str(0)?;
    match alphabet(c, 1)? {
        Some(a) => Ok(Value::string(base64(&s, &a))),
        None => Ok("".into()),
    }
}

/// Why a text in base64 gives no bytes, or not all that it should.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Base64Fault {
    /// A byte that is none of the alphabet.
    Foreign(u8),
    /// Data behind a padding sign.
    BehindPadding,
}

/// Decodes; a text that ends within a group is padded with this many signs, the second result.
pub(super) fn from_base64(s: &[u8], alphabet: &[u8; 64]) -> Result<(Vec<u8>, usize), Base64Fault> {
    let mut out = Vec::with_capacity(s.len() / 4 * 3);
    let mut group = [0_u8; 4];
    let (mut filled, mut padding, mut ended) = (0, 0_usize, false);
    let missing = |filled: usize| (4 - filled) % 4;
    for b in s.iter().copied() {
        if filled == 4 {
            take_group(group, padding, &mut out);
            ended |= padding > 0;
            (filled, padding) = (0, 0);
        }
        group[filled] = match alphabet.iter().position(|&a| a == b) {
            Some(n) => n as u8,
            None if b == b'=' => {
                padding += 1;
                0
            }
            None => return Err(Base64Fault::Foreign(b)),
        };
        filled += 1;
        if filled == 4 && ended {
            return Err(Base64Fault::BehindPadding);
        }
    }
    if filled == 0 {
        return Ok((out, 0));
    }
    let signs = missing(filled);
    group[filled..].fill(0);
    take_group(group, padding + signs, &mut out);
    Ok((out, signs))
}

fn take_group(group: [u8; 4], padding: usize, out: &mut Vec<u8>) {
    let n = group.iter().fold(0_u32, |n, &g| n << 6 | u32::from(g));
    let keep = 3_usize.saturating_sub(padding);
    out.extend_from_slice(&n.to_be_bytes()[1..=keep]);
}

fn decode_base64(c: &mut Call<'_>) -> Answer {
    let decoded = decode(c, 0)?;
    for fault in &decoded.faults {
        c.report(fault);
    }
    finish_decoding(c, 0, decoded.bytes)
}

/// The same for what a connection carried: what is wrong with it is the connection's oddity.
fn decode_base64_conn(c: &mut Call<'_>) -> Answer {
    let Some((live, id)) = super::connections::known(c, 0)? else { return Ok("".into()) };
    let decoded = decode(c, 1)?;
    let event = c.cx.global_id("conn_weird").filter(|&g| c.cx.has_bodies(g));
    if let (Some(event), Some(conn)) = (event, live.record(id, c.cx)?) {
        for fault in decoded.faults {
            let name = "base64_illegal_encoding".into();
            c.cx.raise(event, vec![name, Value::Record(conn.clone()), fault.into(), "".into()]);
        }
    }
    finish_decoding(c, 1, decoded.bytes)
}

struct Decoded {
    bytes: Option<Vec<u8>>,
    faults: Vec<String>,
}

/// Decodes an argument, with the alphabet that the one behind it gives.
fn decode(c: &Call<'_>, at: usize) -> Result<Decoded, Stop> {
    let s = c.str(at)?;
    let given = c.str(at + 1)?;
    let a = if given.is_empty() { Some(*ALPHABET) } else { <[u8; 64]>::try_from(&given[..]).ok() };
    let fault = match a.map(|a| from_base64(&s, &a)) {
        Some(Ok((bytes, signs))) => {
            let short =
                (signs > 0).then(|| format!("incomplete base64 group, padding with {} bits of 0", signs * 6));
            return Ok(Decoded { bytes: Some(bytes), faults: short.into_iter().collect() });
        }
        Some(Err(Base64Fault::Foreign(b))) => format!("character {b} ignored by Base64 decoding"),
        Some(Err(Base64Fault::BehindPadding)) => {
            "extra base64 groups after '=' padding are ignored".to_owned()
        }
        None => format!("base64 decoding alphabet is not 64 characters: {}", given.to_text()),
    };
    Ok(Decoded { bytes: None, faults: vec![fault] })
}

fn finish_decoding(c: &mut Call<'_>, at: usize, bytes: Option<Vec<u8>>) -> Answer {
    match bytes {
        Some(b) => Ok(Value::string(b)),
        None => {
            let s = c.str(at)?;
            c.report(&format!("error in decoding string {}", s.to_text()));
            Ok("".into())
        }
    }
}

/// The fields of a DCE UUID; those of more than a byte are little endian, as they stand in memory.
fn uuid_to_string(c: &mut Call<'_>) -> Answer {
    let s = c.str(0)?;
    let Ok(u) = <[u8; 16]>::try_from(&s[..]) else { return Ok("<Invalid UUID>".into()) };
    let [a0, a1, a2, a3, b0, b1, c0, c1, rest @ ..] = u;
    Ok(format!(
        "{:08x}-{:04x}-{:04x}-{}-{}",
        u32::from_le_bytes([a0, a1, a2, a3]),
        u16::from_le_bytes([b0, b1]),
        u16::from_le_bytes([c0, c1]),
        hex(&rest[..2]),
        hex(&rest[2..])
    )
    .into())
}

/// `%XX` and the like (RFC 3986, 2.1); what is not well formed stays.
fn unescape_uri(c: &mut Call<'_>) -> Answer {
    let s = c.str(0)?;
    let mut out = Vec::with_capacity(s.len());
    let mut rest = &s[..];
    while let Some((&b, tail)) = rest.split_first() {
        rest = tail;
        let byte = match (b, tail) {
            (b'%', [h, l, ..]) => std::str::from_utf8(&[*h, *l]).ok().and_then(|d| {
                d.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u8::from_str_radix(d, 16).ok())?
            }),
            _ => None,
        };
        match byte {
            Some(byte) => {
                out.push(byte);
                rest = &tail[2..];
            }
            None => out.push(b),
        }
    }
    Ok(Value::string(out))
}

/// Permissions as `ls -l` shows them.
fn file_mode(c: &mut Call<'_>) -> Answer {
    let mode = c.count(0)?;
    let mut out = String::with_capacity(9);
    for (shift, special, plain, with_x) in
        [(6, 0o4000, 'S', 's'), (3, 0o2000, 'S', 's'), (0, 0o1000, 'T', 't')]
    {
        let bits = mode >> shift & 7;
        out.push(if bits & 4 != 0 { 'r' } else { '-' });
        out.push(if bits & 2 != 0 { 'w' } else { '-' });
        out.push(match (mode & special != 0, bits & 1 != 0) {
            (false, false) => '-',
            (false, true) => 'x',
            (true, false) => plain,
            (true, true) => with_x,
        });
    }
    Ok(out.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_worked_out() {
        for (path, expected) in [
            ("/1/2/3", "/1/2/3"),
            ("/1/./2/3", "/1/2/3"),
            ("/1/2/../3", "/1/3"),
            ("1/2//3///", "1/2/3"),
            ("./up", "./up"),
            ("./../foo", "../foo"),
            ("././../foo", "../foo"),
            ("./a/../..", ".."),
            ("~/..", "~/.."),
            ("/../..", "/../.."),
            ("a/..", ""),
            ("a/../..", ".."),
            ("/", "/"),
        ] {
            assert_eq!(String::from_utf8_lossy(&normal_path(path.as_bytes())), expected, "{path}");
        }
    }

    #[test]
    fn base64_goes_there_and_back() {
        for (plain, coded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(plain_base64(plain.as_bytes()), coded.as_bytes());
            assert_eq!(from_base64(coded.as_bytes(), ALPHABET).unwrap(), (plain.as_bytes().to_vec(), 0));
        }
        assert_eq!(from_base64(b"Zm8", ALPHABET).unwrap(), (b"fo".to_vec(), 1));
        assert_eq!(from_base64(b"Z^8", ALPHABET), Err(Base64Fault::Foreign(b'^')));
        assert_eq!(from_base64(b"Zg==Zm9v", ALPHABET), Err(Base64Fault::BehindPadding));
    }
}
