//! Encodes values and messages as JSON.
use super::{Message, Refusal, time};
use crate::Data;
use std::io::Write as _;

/// Appends a value: `{"@data-type":…,"data":…}`.
pub fn encode(data: &Data<'_>, out: &mut Vec<u8>) {
    out.push(b'{');
    members(data, out);
    out.push(b'}');
}

/// Appends an event in the form that both sides send.
pub fn encode_message(message: &Message<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(br#"{"type":"data-message","topic":"#);
    text(message.topic.as_bytes(), out);
    out.push(b',');
    members(&message.event.clone().into_data(), out);
    out.push(b'}');
}

/// Appends the answer to a client's subscriptions.
pub fn encode_ack(endpoint: &str, version: &str, out: &mut Vec<u8>) {
    object(&[("type", "ack"), ("endpoint", endpoint), ("version", version)], out);
}

/// Appends the message that reports an error to a client.
pub fn encode_refusal(refusal: Refusal, out: &mut Vec<u8>) {
    object(&[("type", "error"), ("code", refusal.code()), ("context", &refusal.to_string())], out);
}

fn object(members: &[(&str, &str)], out: &mut Vec<u8>) {
    for (i, (name, value)) in members.iter().enumerate() {
        out.push(if i == 0 { b'{' } else { b',' });
        text(name.as_bytes(), out);
        out.push(b':');
        text(value.as_bytes(), out);
    }
    out.push(b'}');
}

/// Appends the two members of a value's object.
fn members(data: &Data<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(br#""@data-type":""#);
    out.extend_from_slice(data.type_name().as_bytes());
    out.extend_from_slice(br#"","data":"#);
    // Writing to a Vec cannot fail.
    let mut show = |args: std::fmt::Arguments<'_>| drop(out.write_fmt(args));
    match data {
        Data::None => show(format_args!("{{}}")),
        Data::Bool(b) => show(format_args!("{b}")),
        Data::Count(n) => show(format_args!("{n}")),
        Data::Int(n) => show(format_args!("{n}")),
        Data::Real(n) if n.is_finite() => show(format_args!("{n:.6}")),
        // JSON has neither NaN nor infinities.
        Data::Real(_) => show(format_args!("null")),
        Data::Addr(a) => show(format_args!("\"{a}\"")),
        Data::Subnet(n) => show(format_args!("\"{n}\"")),
        Data::Port(p) => show(format_args!("\"{}/{}\"", p.num, port_protocol(p.proto))),
        Data::Time(t) => show(format_args!("\"{}\"", time::Iso(*t))),
        Data::Interval(i) => show(format_args!("\"{}\"", time::Span(*i))),
        Data::String(s) | Data::Enum(s) => text(s, out),
        Data::Set(values) | Data::List(values) => array(values, out, encode),
        Data::Table(pairs) => array(pairs, out, |(key, value), out| {
            out.extend_from_slice(br#"{"key":"#);
            encode(key, out);
            out.extend_from_slice(br#","value":"#);
            encode(value, out);
            out.push(b'}');
        }),
    }
}

/// Returns a transport protocol's name in JSON. For ports without a transport, Broker's name differs from the scripts'.
fn port_protocol(proto: net_types::TransportProto) -> &'static str {
    match proto {
        net_types::TransportProto::Unknown => "?",
        known => known.name(),
    }
}

fn array<T>(values: &[T], out: &mut Vec<u8>, one: impl Fn(&T, &mut Vec<u8>)) {
    out.push(b'[');
    for (i, value) in values.iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        one(value, out);
    }
    out.push(b']');
}

/// Appends a quoted string. Bytes that are not valid UTF-8 become `\xNN`, with the backslash escaped for JSON.
fn text(bytes: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' => out.extend_from_slice(br#"\""#),
                '\\' => out.extend_from_slice(br"\\"),
                '\n' => out.extend_from_slice(br"\n"),
                '\r' => out.extend_from_slice(br"\r"),
                '\t' => out.extend_from_slice(br"\t"),
                c if (c as u32) < 0x20 => drop(write!(out, "\\u{:04x}", c as u32)),
                c => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        for byte in chunk.invalid() {
            drop(write!(out, r"\\x{byte:02x}"));
        }
    }
    out.push(b'"');
}
