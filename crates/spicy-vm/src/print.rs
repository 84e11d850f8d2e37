//! Formats values as `print` shows them.
use crate::error::Outcome;
use crate::value::Value;
use crate::world::World;
use spicy_sema::types::{Ty, Type};
use std::fmt::Write;
use std::sync::Arc;

/// Values nested more deeply than this print as `…`.
const DEPTH: u32 = 200;

/// Formats a number like C's `%g`.
pub(crate) fn real(r: f64) -> String {
    if r.is_nan() {
        return "nan".into();
    }
    if r.is_infinite() {
        return if r > 0.0 { "inf".into() } else { "-inf".into() };
    }
    if r == 0.0 {
        return "0".into();
    }
    let exponent = format!("{r:.5e}").split_once('e').and_then(|(_, e)| e.parse::<i32>().ok()).unwrap_or(0);
    let trim = |t: String| {
        if t.contains('.') { t.trim_end_matches('0').trim_end_matches('.').to_owned() } else { t }
    };
    if (-4..6).contains(&exponent) {
        trim(format!("{r:.*}", (5 - exponent).max(0) as usize))
    } else {
        let m = trim(format!("{:.5}", r / 10_f64.powi(exponent)));
        format!("{m}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
    }
}

/// Escapes every byte outside printable ASCII as `\\xNN`.
pub(crate) fn escaped(data: &[u8]) -> String {
    let mut out = String::with_capacity(data.len());
    for &b in data {
        match b {
            b'\\' => out.push('\\'),
            0x20..=0x7e => out.push(char::from(b)),
            _ => {
                let _ = write!(out, "\\x{b:02x}");
            }
        }
    }
    out
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn interval(n: i64) -> String {
    format!(
        "{}{}.{:06}s",
        if n < 0 { "-" } else { "" },
        n.unsigned_abs() / 1_000_000_000,
        n.unsigned_abs() % 1_000_000_000 / 1000
    )
}

fn time(ns: u64) -> String {
    if ns == 0 {
        return "<not set>".into();
    }
    let t = jiff::Timestamp::from_nanosecond(i128::from(ns)).unwrap_or_default();
    let civil = t.to_zoned(jiff::tz::TimeZone::UTC);
    format!("{}.{:09}Z", civil.strftime("%Y-%m-%dT%H:%M:%S"), ns % 1_000_000_000)
}

/// Formats a value that carries its own type.
pub(crate) fn render_any(world: &mut World<'_>, v: &Value) -> Outcome<String> {
    match v {
        Value::Any(any) => shown(world, &any.1, any.0, true),
        other => shown(world, other, Ty::ANY, true),
    }
}

/// Formats a value of type `ty`.
pub fn render(world: &mut World<'_>, v: &Value, ty: Ty) -> Outcome<String> {
    shown(world, v, ty, true)
}

/// Formats a value of type `ty`. Unless it is at the `top`, strings and bytes are quoted.
pub(crate) fn shown(world: &mut World<'_>, v: &Value, ty: Ty, top: bool) -> Outcome<String> {
    let mut out = String::new();
    show(world, &mut out, v, ty, top, 0)?;
    Ok(out)
}

fn show(world: &mut World<'_>, out: &mut String, v: &Value, ty: Ty, top: bool, depth: u32) -> Outcome<()> {
    if depth > DEPTH {
        out.push('…');
        return Ok(());
    }
    let program = Arc::clone(&world.program);
    let kind = program.hir.types.get(ty);
    match (v, kind) {
        (Value::Unset, Type::Bitfield(_)) => out.push_str("((not set))"),
        (Value::Unset, _) => out.push_str("(not set)"),
        (Value::Null, Type::Optional(_)) => out.push_str("(not set)"),
        (Value::Null, Type::Result(_)) => out.push_str("<ok>"),
        (Value::Null, _) => out.push_str("Null"),
        (v, Type::Optional(t) | Type::Ref(t) | Type::Result(t))
            if !matches!(v, Value::Ref(_) | Value::Error(_)) =>
        {
            show(world, out, v, *t, top, depth + 1)?;
        }
        (Value::Ref(r), _) => {
            let inner = match kind {
                Type::Ref(t) => *t,
                _ => ty,
            };
            let v = r.borrow().clone();
            show(world, out, &v, inner, top, depth + 1)?;
        }
        (Value::Any(any), _) => show(world, out, &any.1, any.0, top, depth + 1)?,
        (Value::Bool(b), _) => out.push_str(if *b { "True" } else { "False" }),
        (Value::Int(n), _) => {
            let _ = write!(out, "{n}");
        }
        (Value::Uint(n), _) => {
            let _ = write!(out, "{n}");
        }
        (Value::Real(r), _) => out.push_str(&real(*r)),
        (Value::Time(n), _) => out.push_str(&time(*n)),
        (Value::Interval(n), _) => out.push_str(&interval(*n)),
        (Value::Enum(n), Type::Enum(e)) => {
            let e = &program.hir.enums[*e as usize];
            let (module, name) = e.name.split_once("::").unwrap_or(("", &e.name));
            let library = module == "spicy";
            match e.labels.iter().find(|l| l.1 == *n) {
                // Enums of the module `spicy` print without their type's name.
                Some((label, _)) if library => out.push_str(label),
                Some((label, _)) => {
                    let _ = write!(out, "{name}::{label}");
                }
                None if *n == spicy_sema::hir::ENUM_UNDEF => {
                    let _ = write!(out, "{name}::Undef");
                }
                None => {
                    let _ = write!(out, "{name}::<unknown-{n}>");
                }
            }
        }
        (Value::Enum(n), _) => {
            let _ = write!(out, "{n}");
        }
        (Value::Port(n, p), _) => {
            let _ =
                write!(out, "{n}/{}", ["tcp", "udp", "icmp"].get(usize::from(*p)).unwrap_or(&"<unknown>"));
        }
        (Value::Bytes(b), _) if top => out.push_str(&escaped(b.as_slice())),
        (Value::Bytes(b), _) => {
            let _ = write!(out, "b\"{}\"", escaped(b.as_slice()).replace('"', "\\\""));
        }
        (Value::Str(s), _) if top => out.push_str(s),
        (Value::Str(s), _) => {
            let _ = write!(out, "\"{}\"", quoted(s));
        }
        (Value::Error(s), Type::Result(_)) => {
            let _ = write!(out, "<error: {s}>");
        }
        (Value::Error(s), _) => out.push_str(s),
        (Value::Addr(a), _) => {
            let _ = write!(out, "{a}");
        }
        (Value::Net(n), _) => {
            let _ = write!(out, "{}/{}", n.0, n.1);
        }
        (Value::Regexp(r), _) => {
            for (i, p) in program.hir.regexps[*r as usize].patterns.iter().enumerate() {
                let _ = write!(out, "{}/{}/", if i > 0 { " | " } else { "" }, p.text);
            }
        }
        (Value::Type(t), _) => out.push_str(&program.hir.type_name(*t)),
        (Value::List(l), _) => {
            let items = l.borrow().clone();
            list(world, out, &items, kind, depth)?;
        }
        (Value::Map(m), _) => {
            let items: Vec<(Value, Value)> = m.borrow().iter().map(|(k, v)| (k.clone(), v.clone())).collect();
            out.push('{');
            for (i, (k, v)) in items.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                let (kt, vt) = match kind {
                    Type::Map(k, v) => (*k, Some(*v)),
                    Type::Set(t) => (*t, None),
                    _ => (Ty::ANY, None),
                };
                show(world, out, k, kt, false, depth + 1)?;
                if let Some(vt) = vt {
                    out.push_str(": ");
                    show(world, out, v, vt, false, depth + 1)?;
                }
            }
            out.push('}');
        }
        (Value::Unit(u), _) => unit(world, out, u, depth)?,
        (Value::StreamIter(s, at), _) => {
            let s = s.borrow();
            if s.expired {
                out.push_str("<expired>");
                return Ok(());
            }
            let from = (*at).max(s.start());
            let data = s
                .slice(from, (from + 10).min(s.end()))
                .map_or_else(|_| String::new(), |b| escaped(b.as_slice()));
            let more = if s.end() > from + 10 { "..." } else { "" };
            let _ = write!(out, "<offset={at} data=b\"{data}\"{more}>");
        }
        (Value::BytesIter(..), _) => out.push_str("<bytes iterator>"),
        (Value::ListIter(..), _) => out.push_str("<vector iterator>"),
        (Value::MapIter(..), _) => out.push_str("<map iterator>"),
        (Value::Stream(s), _) => {
            let s = s.borrow();
            let data = s.slice(s.start(), s.end()).map_or_else(|_| "<gap>".into(), |b| escaped(b.as_slice()));
            out.push_str(&data);
        }
        (Value::View(v), _) => {
            let data =
                v.0.borrow().slice(v.1, v.2).map_or_else(|_| "<gap>".into(), |b| escaped(b.as_slice()));
            if top {
                out.push_str(&data);
            } else {
                let _ = write!(out, "b\"{data}\"");
            }
        }
        (Value::Sink(_), _) => out.push_str("<sink>"),
        (Value::Match(_), _) => out.push_str("<regexp-match-state>"),
        (Value::Inflater(_), _) => out.push_str("<zlib stream>"),
        (Value::Base64(_), _) => out.push_str("<base64 stream>"),
        (Value::Foreign(_), _) => out.push_str("<value of a script>"),
        (Value::Caught(_) | Value::Input(_), _) => out.push_str("<internal>"),
    }
    Ok(())
}

fn list(world: &mut World<'_>, out: &mut String, items: &[Value], kind: &Type, depth: u32) -> Outcome<()> {
    let program = Arc::clone(&world.program);
    let (open, close) = match kind {
        Type::Tuple(_) | Type::Bitfield(_) => ('(', ')'),
        _ => ('[', ']'),
    };
    if matches!(kind, Type::Bitfield(_)) && items.iter().all(|v| !v.is_set()) {
        out.push_str("((not set))");
        return Ok(());
    }
    out.push(open);
    for (i, v) in items.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        let ty = match kind {
            Type::Vector(t) | Type::List(t) | Type::Set(t) => *t,
            Type::Tuple(ts) => ts.get(i).map_or(Ty::ANY, |t| t.1),
            Type::Struct(s) => {
                let f = program.hir.structs[*s as usize].fields.get(i);
                if let Some(f) = f {
                    let _ = write!(out, "${}=", f.name);
                }
                f.map_or(Ty::ANY, |f| f.ty)
            }
            Type::Bitfield(b) => {
                let r = program.hir.bitfields[*b as usize].ranges.get(i);
                if let Some(r) = r {
                    let _ = write!(out, "{}: ", r.name);
                }
                r.map_or(Ty::ANY, |r| r.ty)
            }
            _ => Ty::ANY,
        };
        show(world, out, v, ty, false, depth + 1)?;
    }
    out.push(close);
    Ok(())
}

fn unit(
    world: &mut World<'_>,
    out: &mut String,
    u: &std::rc::Rc<crate::unit::Unit>,
    depth: u32,
) -> Outcome<()> {
    let program = Arc::clone(&world.program);
    let info = &program.hir.units[u.id as usize];
    for h in info.hook("print") {
        let v = world.call(h.function, &[Value::Unit(std::rc::Rc::clone(u))])?;
        if let Value::Str(s) = v {
            out.push_str(&s);
            return Ok(());
        }
    }
    out.push('[');
    let mut first = true;
    for (i, m) in info.members.iter().enumerate() {
        if m.anonymous || m.hidden {
            continue;
        }
        if !first {
            out.push_str(", ");
        }
        first = false;
        let _ = write!(out, "${}=", m.name);
        let v = u.field(i);
        show(world, out, &v, m.ty, false, depth + 1)?;
    }
    out.push(']');
    Ok(())
}
