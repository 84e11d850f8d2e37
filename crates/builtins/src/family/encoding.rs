//! Bytes as text and back: hexadecimal, base64, UUIDs, paths.
use super::base64::{self, Fault};
use crate::call::{Answer, Call, Stop, family};
use crate::search::normal_path;
use crate::slices::{head, tail};
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

/// Formats bytes in hexadecimal: two lowercase digits per byte.
pub(super) fn hex(s: &[u8]) -> String {
    s.iter().flat_map(|b| [b >> 4, b & 15]).filter_map(|half| char::from_digit(half.into(), 16)).collect()
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
        // As in C's sscanf, a second character that is not a digit ends the number.
        let digits = pair.iter().take_while(|b| b.is_ascii_hexdigit()).count();
        let Some(byte) =
            std::str::from_utf8(head(pair, digits)).ok().and_then(|d| u8::from_str_radix(d, 16).ok())
        else {
            c.report(&format!("Could not read hex element from input {text}"));
            return Ok("".into());
        };
        out.push(byte);
    }
    Ok(Value::string(out))
}

/// Returns the alphabet in an argument: 64 characters, or an empty string for the standard one. Reports an error for
/// any other length.
fn alphabet(c: &mut Call<'_>, at: usize) -> Result<Option<[u8; 64]>, Stop> {
    let given = c.str(at)?;
    if given.is_empty() {
        return Ok(Some(*base64::ALPHABET));
    }
    if let Ok(a) = <[u8; 64]>::try_from(&given[..]) {
        return Ok(Some(a));
    }
    c.report(&format!("base64 alphabet is not 64 characters: {}", given.to_text()));
    Ok(None)
}

fn encode_base64(c: &mut Call<'_>) -> Answer {
    let s = c.str(0)?;
    match alphabet(c, 1)? {
        Some(a) => Ok(Value::string(base64::encoded(&s, &a))),
        None => Ok("".into()),
    }
}

fn decode_base64(c: &mut Call<'_>) -> Answer {
    let decoded = decode(c, 0)?;
    for fault in &decoded.faults {
        c.report(fault);
    }
    finish_decoding(c, 0, decoded.bytes)
}

/// Like `decode_base64`, but reports errors as weirds of the connection.
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

/// Decodes an argument. The argument after it is the alphabet.
fn decode(c: &Call<'_>, at: usize) -> Result<Decoded, Stop> {
    let s = c.str(at)?;
    let given = c.str(at + 1)?;
    let a = if given.is_empty() { Some(*base64::ALPHABET) } else { <[u8; 64]>::try_from(&given[..]).ok() };
    let fault = match a.map(|a| base64::decoded(&s, &a)) {
        Some(Ok((bytes, signs))) => {
            let short =
                (signs > 0).then(|| format!("incomplete base64 group, padding with {} bits of 0", signs * 6));
            return Ok(Decoded { bytes: Some(bytes), faults: short.into_iter().collect() });
        }
        Some(Err(Fault::Foreign(b))) => format!("character {b} ignored by Base64 decoding"),
        Some(Err(Fault::BehindPadding)) => "extra base64 groups after '=' padding are ignored".to_owned(),
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

/// Formats a DCE UUID. Its multi-byte fields are little endian.
fn uuid_to_string(c: &mut Call<'_>) -> Answer {
    let s = c.str(0)?;
    let Ok(u) = <[u8; 16]>::try_from(&s[..]) else { return Ok("<Invalid UUID>".into()) };
    let [a0, a1, a2, a3, b0, b1, c0, c1, rest @ ..] = u;
    Ok(format!(
        "{:08x}-{:04x}-{:04x}-{}-{}",
        u32::from_le_bytes([a0, a1, a2, a3]),
        u16::from_le_bytes([b0, b1]),
        u16::from_le_bytes([c0, c1]),
        hex(head(&rest, 2)),
        hex(tail(&rest, 2))
    )
    .into())
}

/// Decodes `%XX` (RFC 3986, 2.1). Malformed sequences pass through unchanged.
fn unescape_uri(c: &mut Call<'_>) -> Answer {
    let s = c.str(0)?;
    let mut out = Vec::with_capacity(s.len());
    let mut rest = &s[..];
    while let Some((&b, tail)) = rest.split_first() {
        rest = tail;
        let byte = match (b, tail) {
            (b'%', [h, l, after @ ..]) => std::str::from_utf8(&[*h, *l])
                .ok()
                .filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))
                .and_then(|d| Some((u8::from_str_radix(d, 16).ok()?, after))),
            _ => None,
        };
        match byte {
            Some((byte, after)) => {
                out.push(byte);
                rest = after;
            }
            None => out.push(b),
        }
    }
    Ok(Value::string(out))
}

/// Formats permissions as `ls -l` does.
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
}
