//! Rows of items, as readers produce them. The columns that a stream requests determine the items' types; items become
//! script values later.
use net_types::{Addr, Port, Subnet};
use std::rc::Rc;
use value::{Field, Name, RecordType, Str, Type};

/// A column that a stream wants from its source.
#[derive(Clone)]
pub(crate) struct Column {
    /// The column's name. Fields of nested records are joined by dots.
    pub(crate) name: Name,
    /// The column that names a port's transport (`&type_column`).
    pub(crate) proto_column: Option<Name>,
    pub(crate) ty: Type,
    /// Whether the source may lack the column.
    pub(crate) optional: bool,
}

impl Column {
    /// Returns the only column of a source without columns.
    pub(crate) fn bytes() -> Column {
        Column { name: "bytestream".into(), proto_column: None, ty: Type::String, optional: false }
    }
}

/// One cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    Unset,
    Bool(bool),
    Int(i64),
    Count(u64),
    /// `double`, `time` and `interval`.
    Double(f64),
    Port(Port),
    Addr(Addr),
    Subnet(Subnet),
    String(Str),
    /// The name of an enumerator, which is looked up when the row is delivered.
    Enum(Str),
    /// The text of a pattern without its slashes.
    Pattern(Str),
    /// A set or a vector.
    Many(Vec<Item>),
}

/// A row, in the order of the stream's columns.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) items: Vec<Item>,
    /// The line in the source; `None` if the source has no lines.
    pub(crate) line: Option<u32>,
}

/// Whether values of a type can be read; with `inner`, inside a set or vector.
fn readable(ty: &Type, inner: bool) -> bool {
    match ty {
        Type::Pattern => true,
        Type::Record(_) => !inner,
        Type::Table(t) => {
            !inner && t.yields.is_none() && matches!(&t.index[..], [one] if readable(one, true))
        }
        Type::Vector(v) => !inner && readable(&v.elem, true),
        other => other.is_scalar(),
    }
}

/// Whether a value of an option's type can be read from a line of text.
pub(crate) fn readable_option(ty: &Type) -> bool {
    !matches!(ty, Type::Record(_)) && readable(ty, false)
}

/// The error for a record with fields that cannot be read.
pub(crate) struct Unreadable;

/// A message about the fields of a record.
pub(crate) enum Remark {
    Info(String),
    Error(String),
}

/// Collects the columns of a record. The columns of a nested record take the place of its field. `lenient` skips
/// optional fields whose types cannot be read.
pub(crate) fn columns(
    rec: &Rc<RecordType>,
    prefix: &str,
    lenient: bool,
    out: &mut Vec<Column>,
    say: &mut dyn FnMut(Remark),
) -> Result<(), Unreadable> {
    for f in rec.fields() {
        let name = format!("{prefix}{}", f.name);
        if !readable(&f.ty, false) {
            let kind = f.ty.tag_name();
            if lenient && passed_over(&f) {
                say(Remark::Info(format!(
                    "Encountered incompatible type \"{kind}\" in type definition for field \"{name}\" in ReaderFrontend. Ignoring optional field."
                )));
                continue;
            }
            say(Remark::Error(format!(
                "Incompatible type \"{kind}\" in type definition for field \"{name}\" in ReaderFrontend"
            )));
            return Err(Unreadable);
        }
        if let Type::Record(inner) = &f.ty {
            if !inner.is_empty() && f.attrs.optional {
                say(Remark::Info(format!(
                    "The input framework does not support optional record fields: \"{}\"",
                    f.name
                )));
                return Err(Unreadable);
            }
            columns(inner, &format!("{name}."), lenient, out, say)?;
            continue;
        }
        let proto_column = if matches!(f.ty, Type::Port) { f.attrs.type_column.clone() } else { None };
        out.push(Column { name: name.into(), proto_column, ty: f.ty.clone(), optional: f.attrs.optional });
    }
    Ok(())
}

/// Whether a lenient stream skips a field: it is optional and its type cannot be read.
pub(crate) fn passed_over(f: &Field) -> bool {
    f.attrs.optional && matches!(f.ty, Type::File(_) | Type::Func(_) | Type::Opaque(_))
}

/// Returns bytes that distinguish rows: each item, followed by a mark. `None` if no item is set.
pub(crate) fn identity(items: &[Item]) -> Option<Vec<u8>> {
    if items.iter().all(|i| matches!(i, Item::Unset)) {
        return None;
    }
    let mut out = Vec::new();
    for item in items {
        item.identify(&mut out);
        out.push(1);
    }
    Some(out)
}

impl Item {
    fn identify(&self, out: &mut Vec<u8>) {
        match self {
            Item::Unset => {}
            Item::Bool(b) => out.extend_from_slice(&i64::from(*b).to_le_bytes()),
            Item::Int(n) => out.extend_from_slice(&n.to_le_bytes()),
            Item::Count(n) => out.extend_from_slice(&n.to_le_bytes()),
            Item::Double(x) => out.extend_from_slice(&x.to_le_bytes()),
            Item::Port(p) => {
                out.extend_from_slice(&u64::from(p.num).to_le_bytes());
                out.extend_from_slice(&(p.proto as u32).to_le_bytes());
            }
            Item::Addr(a) => out.extend_from_slice(a.wire_bytes()),
            Item::Subnet(n) => {
                out.extend_from_slice(n.prefix().wire_bytes());
                out.push(n.len());
            }
            // The terminator distinguishes an empty string from an unset one.
            Item::String(s) | Item::Enum(s) | Item::Pattern(s) => {
                out.extend_from_slice(s);
                out.push(0);
            }
            Item::Many(items) => items.iter().for_each(|i| i.identify(out)),
        }
    }
}
