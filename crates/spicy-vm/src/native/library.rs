//! Functions of the module `spicy`, and functions of the host.
use super::Args;
use crate::codec::{Inflater, crc32};
use crate::error::{Error, ErrorKind, Outcome};
use crate::value::Value;
use crate::world::World;
use std::cell::RefCell;
use std::fmt::Write;
use std::net::IpAddr;
use std::rc::Rc;

fn inflater<'a>(a: &'a Args<'_>) -> Outcome<&'a Rc<RefCell<Inflater>>> {
    match a.at(0) {
        Value::Inflater(i) => Ok(i),
        _ => Err(Error::internal("a zlib stream was expected")),
    }
}

fn hex(data: &[u8], between: &str) -> String {
    let mut out = String::with_capacity(data.len() * 3);
    for (i, b) in data.iter().enumerate() {
        let _ = write!(out, "{}{b:02X}", if i > 0 { between } else { "" });
    }
    out
}

fn invalid(message: String) -> Error {
    Error::new(ErrorKind::InvalidArgument, message)
}

/// Time zone of local times: the system's.
fn zone() -> jiff::tz::TimeZone {
    jiff::tz::TimeZone::system()
}

fn strftime(format: &str, ns: u64) -> Outcome<String> {
    let t = jiff::Timestamp::from_nanosecond(i128::from(ns))
        .map_err(|e| invalid(format!("cannot represent timestamp: {e}")))?;
    // `%c` follows the C locale.
    let format = format.replace("%c", "%a %b %e %H:%M:%S %Y");
    let text = jiff::fmt::strtime::format(&format, &t.to_zoned(zone()))
        .map_err(|e| invalid(format!("could not format timestamp: {e}")))?;
    if text.is_empty() || text.len() > 128 {
        return Err(invalid("could not format timestamp".into()));
    }
    Ok(text)
}

fn strptime(text: &str, format: &str) -> Outcome<Value> {
    let format = format.replace("%c", "%a %b %e %H:%M:%S %Y");
    // The name of the day is ignored: the date determines it.
    let parsed = jiff::fmt::strtime::parse(&format, text)
        .map_err(|e| invalid(format!("could not parse time string: {e}")))?;
    let zoned = parsed
        .to_datetime()
        .and_then(|d| d.to_zoned(zone()))
        .or_else(|_| parsed.to_date().and_then(|d| d.to_zoned(zone())))
        .map_err(|e| invalid(format!("could not parse time string: {e}")))?;
    let ns = zoned.timestamp().as_nanosecond();
    u64::try_from(ns)
        .map(Value::Time)
        .map_err(|_| Error::new(ErrorKind::OutOfRange, "value cannot be represented as a time"))
}

fn mktime(a: &Args<'_>) -> Outcome<Value> {
    let n = |i: usize, most: u64| {
        a.uint(i).and_then(|n| {
            if n <= most {
                Ok(n as i16)
            } else {
                Err(Error::new(ErrorKind::InvalidValue, "value cannot be converted into a time"))
            }
        })
    };
    let civil = jiff::civil::DateTime::new(
        n(0, 9999)?,
        n(1, 12)? as i8,
        n(2, 31)? as i8,
        n(3, 23)? as i8,
        n(4, 59)? as i8,
        n(5, 59)? as i8,
        0,
    );
    let bad = |_| Error::new(ErrorKind::InvalidValue, "value cannot be converted into a time");
    let zoned = civil.and_then(|c| c.to_zoned(zone())).map_err(bad)?;
    u64::try_from(zoned.timestamp().as_nanosecond())
        .map(Value::Time)
        .map_err(|_| Error::new(ErrorKind::InvalidValue, "value cannot be converted into a time"))
}

/// Calls a function by its `&cxxname`.
pub(crate) fn external(world: &mut World<'_>, name: &str, args: &[Value]) -> Outcome<Value> {
    let a = Args::listed(args);
    Ok(match name {
        "spicy::zlib_init" => {
            let bits = match a.at(0) {
                Value::Int(n) => *n,
                _ => 47,
            };
            Value::Inflater(Rc::new(RefCell::new(Inflater::new(bits))))
        }
        "spicy::zlib_decompress" => {
            let most = world.budget.retained;
            Value::bytes(inflater(&a)?.borrow_mut().feed(a.bytes(1)?.as_slice(), most)?)
        }
        "spicy::zlib_finish" => Value::bytes(inflater(&a)?.borrow_mut().finish()),
        "spicy::base64_encode" | "spicy::base64_decode" | "spicy::base64_finish" => {
            let Value::Base64(state) = a.at(0) else {
                return Err(Error::internal("a Base64 stream was expected"));
            };
            let mut state = state.borrow_mut();
            match name {
                "spicy::base64_encode" => Value::bytes(state.encode(a.bytes(1)?.as_slice())),
                "spicy::base64_decode" => Value::bytes(state.decode(a.bytes(1)?.as_slice())?),
                _ => Value::bytes(state.finish()),
            }
        }
        "spicy::crc32_init" => Value::Uint(0),
        "spicy::crc32_add" => Value::Uint(u64::from(crc32(a.uint(0)? as u32, a.bytes(1)?.as_slice()))),
        "spicy::current_time" => Value::Time(world.host.now()),
        "spicy::mktime" => mktime(&a)?,
        "spicy::bytes_to_hexstring" => Value::text(&hex(a.bytes(0)?.as_slice(), "")),
        "spicy::bytes_to_mac" => Value::text(&hex(a.bytes(0)?.as_slice(), ":")),
        "spicy::getenv" => world.host.variable(a.str(0)?).map_or(Value::Null, |v| Value::text(&v)),
        "spicy::strftime" => match a.at(1) {
            Value::Time(ns) => Value::text(&strftime(a.str(0)?, *ns)?),
            _ => return Err(Error::internal("a time was expected")),
        },
        "spicy::strptime" => strptime(a.str(0)?, a.str(1)?)?,
        "spicy::parse_address" => {
            let text = match a.at(0) {
                Value::Bytes(b) => String::from_utf8_lossy(b.as_slice()).into_owned(),
                _ => a.str(0)?.to_string(),
            };
            let ip: IpAddr = text.parse().map_err(|_| invalid(format!("cannot parse address: '{text}'")))?;
            Value::Addr(Rc::new(ip))
        }
        "spicy::accept_input" => {
            world.host.accept();
            Value::Null
        }
        "spicy::decline_input" => {
            let reason = a.str(0)?.to_string();
            world.host.decline(&reason);
            Value::Null
        }
        other => return world.ask(other, args),
    })
}
