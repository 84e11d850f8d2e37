//! Converts items to script values.
use super::item::{Item, passed_over};
use super::stream::Stream;
use super::{raise_named, warn};
use std::rc::Rc;
use value::{Context, Pattern, Record, RecordType, Table, Type, Value, Vector};

/// The row cannot be used; a warning was reported.
pub(crate) struct Unfit;

/// The items of a row, read one by one.
pub(crate) struct Cells<'a> {
    pub(crate) items: &'a [Item],
    pub(crate) line: Option<u32>,
    pub(crate) at: usize,
}

impl<'a> Cells<'a> {
    pub(crate) fn next(&mut self) -> &'a Item {
        let item = self.items.get(self.at).unwrap_or(&Item::Unset);
        self.at += 1;
        item
    }
}

/// Raises the event for an option's new value.
pub(crate) fn option(cx: &mut dyn Context, stream: &Stream, name: &str, item: &Item) {
    let Some((_, ty)) = cx.global_id(name).and_then(|id| cx.global_type(id)) else { return };
    if let Some(unknown) = unknown_enumerator(item, &ty) {
        let source = format!("thread {}", stream.label);
        let what = format!("Value '{unknown}' for source '{source}' is not a valid enum.");
        cx.report(value::Level::Warning, &what, None);
        cx.report(value::Level::Error, "SendEvent for event InputConfig::new_value failed", None);
        return;
    }
    if let Ok(Some(v)) = value(cx, stream, item, &ty, None) {
        let args = vec![stream.name.as_str().into(), stream.source.as_str().into(), name.into(), v];
        raise_named(cx, "InputConfig::new_value", args);
    }
}

/// Returns the first name in an item that is not an enumerator.
fn unknown_enumerator(item: &Item, ty: &Type) -> Option<String> {
    match (item, ty) {
        (Item::Enum(s), Type::Enum(e)) => e.number(&s.to_text()).is_none().then(|| s.to_text().into_owned()),
        (Item::Many(items), Type::Table(t)) => {
            items.iter().find_map(|i| unknown_enumerator(i, t.index.first()?))
        }
        (Item::Many(items), Type::Vector(t)) => items.iter().find_map(|i| unknown_enumerator(i, &t.elem)),
        _ => None,
    }
}

pub(crate) fn missing(cx: &mut dyn Context, stream: &Stream, line: Option<u32>, which: &str) {
    let what = format!("Skipping input with missing non-optional value ({which})");
    match line {
        Some(l) => warn(cx, stream, &format!("{}:{l}: {what}", stream.source)),
        None => warn(cx, stream, &what),
    }
}

/// Reads the next items as a record of this type.
pub(crate) fn record(
    cx: &mut dyn Context,
    stream: &Stream,
    ty: &Rc<RecordType>,
    cells: &mut Cells<'_>,
) -> Result<Record, Unfit> {
    let r = cx.record(ty).map_err(|e| {
        cx.report_error(&e);
        Unfit
    })?;
    for (i, f) in ty.fields().iter().enumerate() {
        let v = match &f.ty {
            Type::Record(inner) => Some(record(cx, stream, inner, cells)?.into()),
            _ if passed_over(f) => None,
            ty => {
                let item = cells.next();
                if matches!(item, Item::Unset) && !f.attrs.optional {
                    missing(cx, stream, cells.line, &format!("record field {}", f.name));
                    return Err(Unfit);
                }
                value(cx, stream, item, ty, cells.line)?
            }
        };
        if let Some(v) = v {
            r.set(i as u32, v);
        }
    }
    Ok(r)
}

/// Converts an item to a value; `None` if it is unset.
pub(crate) fn value(
    cx: &mut dyn Context,
    stream: &Stream,
    item: &Item,
    ty: &Type,
    line: Option<u32>,
) -> Result<Option<Value>, Unfit> {
    Ok(Some(match (item, ty) {
        (Item::Unset, _) => return Ok(None),
        (Item::Bool(b), _) => (*b).into(),
        (Item::Int(n), _) => (*n).into(),
        (Item::Count(n), _) => (*n).into(),
        (Item::Double(x), Type::Time) => Value::Time(*x),
        (Item::Double(x), Type::Interval) => Value::Interval(*x),
        (Item::Double(x), _) => Value::Double(*x),
        (Item::Port(p), _) => (*p).into(),
        (Item::Addr(a), _) => (*a).into(),
        (Item::Subnet(n), _) => (*n).into(),
        (Item::String(s), _) => s.clone().into(),
        (Item::Enum(s), Type::Enum(e)) => match e.number(&s.to_text()) {
            Some(n) => Value::enumerator(n, e),
            None => {
                let what =
                    format!("Value '{}' for stream '{}' is not a valid enum.", s.to_text(), stream.name);
                match line {
                    Some(l) => warn(cx, stream, &format!("{}, line {l}: {what}", stream.source)),
                    None => warn(cx, stream, &what),
                }
                return Err(Unfit);
            }
        },
        (Item::Pattern(s), _) => match Pattern::new(s, false, false) {
            Ok(p) => Value::Pattern(Rc::new(p)),
            Err(e) => {
                warn(cx, stream, &format!("'{}' is not a valid pattern: {e}", s.to_text()));
                return Err(Unfit);
            }
        },
        (Item::Many(items), Type::Table(t)) => {
            let set = Table::of(Rc::clone(t));
            let elem = t.index.first().unwrap_or(&Type::Any);
            for item in items {
                let Some(v) = value(cx, stream, item, elem, None)? else { continue };
                match set.key(&[v]) {
                    Ok(k) => drop(set.insert_raw(k.bytes(), None)),
                    Err(e) => cx.report_error(&e),
                }
            }
            set.into()
        }
        (Item::Many(items), Type::Vector(t)) => {
            let mut out = Vec::with_capacity(items.len());
            for item in items {
                out.push(value(cx, stream, item, &t.elem, None)?);
            }
            Vector::from_items(Rc::clone(t), out).into()
        }
        (Item::Enum(_) | Item::Many(_), _) => return Err(Unfit),
    }))
}
