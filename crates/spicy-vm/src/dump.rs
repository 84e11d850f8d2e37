//! A parsed unit as indented text or as JSON.
use crate::error::Outcome;
use crate::print::{escaped, shown};
use crate::unit::Unit;
use crate::value::Value;
use crate::world::World;
use spicy_sema::types::{Ty, Type};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;
use std::sync::Arc;

/// A member with its value and, if it was parsed from input, its range.
type Member = (String, Value, Ty, Option<(u64, u64)>);

/// Members of a unit that were parsed or are set, with their names and indices.
fn members(world: &World<'_>, u: &Unit) -> Vec<Member> {
    let info = &world.program.hir.units[u.id as usize];
    let state = u.known_state();
    let range = |i: usize| state.as_ref().and_then(|s| s.ranges.get(i).copied().flatten());
    info.members
        .iter()
        .enumerate()
        .filter(|(_, m)| !m.anonymous && !m.hidden && m.kind != spicy_sema::hir::MemberKind::Sink)
        .map(|(i, m)| (m.name.clone(), u.field(i), m.ty, range(i)))
        .filter(|(_, v, ..)| v.is_set())
        .collect()
}

/// A unit as indented text; with offsets, each part ends with its range.
pub fn dump_text(world: &mut World<'_>, unit: &Rc<Unit>, offsets: bool) -> Outcome<String> {
    let mut out = String::new();
    let ty = world.program.hir.units[unit.id as usize].ty;
    text(world, &mut out, &Value::Unit(Rc::clone(unit)), ty, 0, offsets)?;
    Ok(out)
}

fn text(
    world: &mut World<'_>,
    out: &mut String,
    v: &Value,
    ty: Ty,
    indent: usize,
    offsets: bool,
) -> Outcome<()> {
    let program = Arc::clone(&world.program);
    let pad = "  ".repeat(indent);
    match (v, program.hir.types.get(ty)) {
        (Value::Unit(u), _) => {
            out.push_str(&program.hir.units[u.id as usize].name);
            if let Some((from, to)) = u.known_state().and_then(|s| s.whole).filter(|_| offsets) {
                let _ = write!(out, " [{from}, {to}]");
            }
            let list = members(world, u);
            if list.is_empty() {
                out.push_str(" {}");
                return Ok(());
            }
            out.push_str(" {\n");
            for (name, v, ty, range) in list {
                let _ = write!(out, "{pad}  {name}: ");
                text(world, out, &v, ty, indent + 1, offsets)?;
                if let Some((from, to)) = range.filter(|_| offsets) {
                    let _ = write!(out, " [{from}, {to}]");
                }
                out.push('\n');
            }
            let _ = write!(out, "{pad}}}");
        }
        (Value::List(l), Type::Vector(t) | Type::List(t)) => {
            let items = l.borrow().clone();
            if items.is_empty() {
                out.push_str("[]");
                return Ok(());
            }
            out.push_str("[\n");
            for v in items {
                let _ = write!(out, "{pad}  ");
                text(world, out, &v, *t, indent + 1, offsets)?;
                out.push('\n');
            }
            let _ = write!(out, "{pad}]");
        }
        (Value::List(l), Type::Bitfield(b)) => {
            let items = l.borrow().clone();
            out.push_str("{\n");
            for (v, r) in items.iter().zip(&program.hir.bitfields[*b as usize].ranges) {
                let _ = write!(out, "{pad}  {}: ", r.name);
                text(world, out, v, r.ty, indent + 1, offsets)?;
                out.push('\n');
            }
            let _ = write!(out, "{pad}}}");
        }
        (Value::List(l), Type::Tuple(ts)) => {
            let items = l.borrow().clone();
            out.push('(');
            for (i, (v, t)) in items.iter().zip(ts).enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                if let Some(n) = &t.0 {
                    let _ = write!(out, "{n}: ");
                }
                text(world, out, v, t.1, indent, offsets)?;
            }
            out.push(')');
        }
        (Value::Map(m), kind) => {
            let items: Vec<(Value, Value)> = m.borrow().iter().map(|(k, v)| (k.clone(), v.clone())).collect();
            out.push('{');
            for (i, (k, v)) in items.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                match kind {
                    Type::Map(kt, vt) => {
                        text(world, out, k, *kt, indent, offsets)?;
                        out.push_str(": ");
                        text(world, out, v, *vt, indent, offsets)?;
                    }
                    Type::Set(t) => text(world, out, k, *t, indent, offsets)?,
                    _ => {}
                }
            }
            out.push('}');
        }
        (Value::Enum(_), _) => {
            let full = shown(world, v, ty, true)?;
            out.push_str(full.rsplit("::").next().unwrap_or(&full));
        }
        (Value::ListIter(l, i), Type::Iter(c)) => {
            let (item, t) = (l.borrow().get(*i as usize).cloned().unwrap_or_default(), element(world, *c));
            text(world, out, &item, t, indent, offsets)?;
        }
        (Value::MapIter(m, i), Type::Iter(c)) => {
            let pair = m.borrow().iter().nth(*i as usize).map(|(k, v)| (k.clone(), v.clone()));
            if let Some((k, v)) = pair {
                match program.hir.types.get(*c) {
                    Type::Map(kt, vt) => {
                        text(world, out, &k, *kt, indent, offsets)?;
                        out.push_str(": ");
                        text(world, out, &v, *vt, indent, offsets)?;
                    }
                    Type::Set(t) => text(world, out, &k, *t, indent, offsets)?,
                    _ => {}
                }
            }
        }
        (Value::Any(_), _) => out.push_str("<any>"),
        (v, Type::Optional(t)) if !matches!(v, Value::Null) => text(world, out, v, *t, indent, offsets)?,
        _ => out.push_str(&shown(world, v, ty, true)?),
    }
    Ok(())
}

fn element(world: &World<'_>, ty: Ty) -> Ty {
    match *world.program.hir.types.get(ty) {
        Type::Vector(t) | Type::List(t) | Type::Set(t) => t,
        _ => Ty::ANY,
    }
}

/// A unit as JSON, keys in order; with offsets, each unit has `__offsets`.
pub fn dump_json(world: &mut World<'_>, unit: &Rc<Unit>, offsets: bool) -> Outcome<String> {
    let ty = world.program.hir.units[unit.id as usize].ty;
    json(world, &Value::Unit(Rc::clone(unit)), ty, offsets)
}

fn string(s: &str) -> String {
    let mut out = String::from("\"");
    for c in s.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if (c as u32) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn array(items: Vec<String>) -> String {
    format!("[{}]", items.join(","))
}

fn object(items: &BTreeMap<String, String>) -> String {
    let pairs: Vec<String> = items.iter().map(|(k, v)| format!("{}:{v}", string(k))).collect();
    format!("{{{}}}", pairs.join(","))
}

fn json(world: &mut World<'_>, v: &Value, ty: Ty, offsets: bool) -> Outcome<String> {
    let program = Arc::clone(&world.program);
    Ok(match (v, program.hir.types.get(ty)) {
        (Value::Unset | Value::Null, _) => "null".into(),
        (Value::Bool(b), _) => b.to_string(),
        (Value::Int(n), _) => n.to_string(),
        (Value::Uint(n), _) => n.to_string(),
        (Value::Real(r), _) => number(*r),
        (Value::Time(n), _) => number(*n as f64 / 1e9),
        (Value::Interval(n), _) => number(*n as f64 / 1e9),
        (Value::Port(n, p), _) => {
            format!(
                "{{\"port\":{n},\"protocol\":{}}}",
                string(["TCP", "UDP", "ICMP"].get(usize::from(*p)).unwrap_or(&"<unknown>"))
            )
        }
        (Value::Bytes(b), _) => string(&escaped(b.as_slice())),
        (Value::Enum(_), _) => {
            let full = shown(world, v, ty, true)?;
            string(full.rsplit("::").next().unwrap_or(&full))
        }
        (Value::Unit(u), _) => {
            let mut out = BTreeMap::new();
            let mut places = BTreeMap::new();
            for (name, v, ty, range) in members(world, u) {
                let text = json(world, &v, ty, offsets)?;
                if let Some((from, to)) = range {
                    places.insert(name.clone(), format!("{{\"end\":{to},\"start\":{from}}}"));
                }
                out.insert(name, text);
            }
            if let Some((from, to)) = u.known_state().and_then(|s| s.whole) {
                places.insert("self".into(), format!("{{\"end\":{to},\"start\":{from}}}"));
            }
            if offsets {
                out.insert("__offsets".into(), object(&places));
            }
            object(&out)
        }
        (Value::List(l), kind) => {
            let items = l.borrow().clone();
            match kind {
                Type::Bitfield(b) => {
                    let mut out = BTreeMap::new();
                    for (v, r) in items.iter().zip(&program.hir.bitfields[*b as usize].ranges) {
                        out.insert(r.name.clone(), json(world, v, r.ty, offsets)?);
                    }
                    object(&out)
                }
                Type::Struct(s) => {
                    let mut out = BTreeMap::new();
                    for (v, f) in items.iter().zip(&program.hir.structs[*s as usize].fields) {
                        if v.is_set() {
                            out.insert(f.name.clone(), json(world, v, f.ty, offsets)?);
                        }
                    }
                    object(&out)
                }
                Type::Tuple(ts) => {
                    let list: Outcome<Vec<String>> =
                        items.iter().zip(ts).map(|(v, t)| json(world, v, t.1, offsets)).collect();
                    array(list?)
                }
                Type::Vector(t) | Type::List(t) => {
                    let list: Outcome<Vec<String>> =
                        items.iter().map(|v| json(world, v, *t, offsets)).collect();
                    array(list?)
                }
                _ => "null".into(),
            }
        }
        (Value::Map(m), kind) => {
            let items: Vec<(Value, Value)> = m.borrow().iter().map(|(k, v)| (k.clone(), v.clone())).collect();
            let mut out = Vec::new();
            for (k, v) in items {
                match kind {
                    Type::Map(kt, vt) => {
                        out.push(array(vec![json(world, &k, *kt, offsets)?, json(world, &v, *vt, offsets)?]));
                    }
                    Type::Set(t) => out.push(json(world, &k, *t, offsets)?),
                    _ => {}
                }
            }
            array(out)
        }
        (Value::ListIter(l, i), Type::Iter(c)) => {
            let (item, t) = (l.borrow().get(*i as usize).cloned().unwrap_or_default(), element(world, *c));
            json(world, &item, t, offsets)?
        }
        (Value::MapIter(m, i), Type::Iter(c)) => {
            let pair = m.borrow().iter().nth(*i as usize).map(|(k, v)| (k.clone(), v.clone()));
            match (pair, program.hir.types.get(*c)) {
                (Some((k, v)), Type::Map(kt, vt)) => {
                    array(vec![json(world, &k, *kt, offsets)?, json(world, &v, *vt, offsets)?])
                }
                (Some((k, _)), Type::Set(t)) => json(world, &k, *t, offsets)?,
                _ => "null".into(),
            }
        }
        (Value::Any(_), _) => string("<any>"),
        (v, Type::Optional(t) | Type::Ref(t)) => json(world, v, *t, offsets)?,
        _ => string(&shown(world, v, ty, true)?),
    })
}

fn number(r: f64) -> String {
    if r.fract() == 0.0 && r.abs() < 1e15 { format!("{r:.1}") } else { r.to_string() }
}
