//! Types as text, for `type_name()` and messages.
use super::{Field, Flavor, Name, RecordType, Type};
use std::fmt::{self, Write};
use std::rc::Rc;

impl fmt::Display for Type {
    /// Writes a named type as its name, others as their structure, and a record inside itself as `<recursion>`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        describe(self, f, &mut Vec::new())
    }
}

impl Type {
    /// The structure, even for a record that has a name.
    pub fn structure(&self) -> String {
        let mut s = String::new();
        let done = match self {
            Type::Record(r) => describe_record(r, &mut s, &mut Vec::new()),
            _ => describe(self, &mut s, &mut Vec::new()),
        };
        debug_assert!(done.is_ok(), "writing to a string does not fail");
        s
    }

    /// The name from its `type` declaration, or the enumeration's name.
    pub fn name(&self) -> Option<Name> {
        match self {
            Type::Enum(e) => Some(e.name().clone()),
            Type::Table(t) => t.name.clone(),
            Type::Vector(v) => v.name.clone(),
            Type::Func(t) => t.name.clone(),
            Type::Record(r) => r.name(),
            Type::Opaque(n) => Some(Name::clone(n)),
            _ => None,
        }
    }
}

impl Flavor {
    /// The keyword that declares it.
    pub const fn name(self) -> &'static str {
        match self {
            Flavor::Function => "function",
            Flavor::Event => "event",
            Flavor::Hook => "hook",
        }
    }
}

/// Describes a type. `open` holds the records whose description is not finished.
fn describe(t: &Type, f: &mut dyn Write, open: &mut Vec<*const RecordType>) -> fmt::Result {
    if let Some(n) = t.name() {
        return f.write_str(&n);
    }
    match t {
        Type::Table(t) => {
            f.write_str(if t.yields.is_none() { "set" } else { "table" })?;
            if t.index.is_empty() {
                return f.write_str("()");
            }
            f.write_char('[')?;
            list(&t.index, f, open)?;
            f.write_char(']')?;
            match &t.yields {
                Some(y) => {
                    f.write_str(" of ")?;
                    describe(y, f, open)
                }
                None => Ok(()),
            }
        }
        Type::Vector(v) if matches!(v.elem, Type::Void) => f.write_str("vector()"),
        Type::Vector(v) => {
            f.write_str("vector of ")?;
            describe(&v.elem, f, open)
        }
        Type::Record(r) => describe_record(r, f, open),
        Type::Func(t) => {
            f.write_str(t.flavor.name())?;
            f.write_char('(')?;
            for (i, p) in t.params.iter().enumerate() {
                if i > 0 {
                    f.write_str(", ")?;
                }
                describe_field(p, f, open)?;
            }
            f.write_char(')')?;
            match t.flavor {
                Flavor::Event => Ok(()),
                Flavor::Hook => f.write_str(" : bool"),
                Flavor::Function => {
                    f.write_str(" : ")?;
                    describe(&t.result, f, open)
                }
            }
        }
        Type::File(t) => {
            f.write_str("file of ")?;
            describe(t, f, open)
        }
        Type::List(l) => {
            f.write_str("list of ")?;
            match l.split_first() {
                Some((first, rest)) if rest.iter().all(|t| t.same(first)) => describe(first, f, open),
                _ => list(l, f, open),
            }
        }
        Type::TypeType(t) => describe(t, f, open),
        other => f.write_str(other.tag_name()),
    }
}

fn list(l: &[Type], f: &mut dyn Write, open: &mut Vec<*const RecordType>) -> fmt::Result {
    for (i, t) in l.iter().enumerate() {
        if i > 0 {
            f.write_char(',')?;
        }
        describe(t, f, open)?;
    }
    Ok(())
}

fn describe_record(r: &Rc<RecordType>, f: &mut dyn Write, open: &mut Vec<*const RecordType>) -> fmt::Result {
    open.push(Rc::as_ptr(r));
    f.write_str("record { ")?;
    for field in r.fields() {
        describe_field(&field, f, open)?;
        f.write_str("; ")?;
    }
    open.pop();
    f.write_str(if r.is_empty() { " }" } else { "}" })
}

fn describe_field(p: &Field, f: &mut dyn Write, open: &mut Vec<*const RecordType>) -> fmt::Result {
    write!(f, "{}:", p.name)?;
    match &p.ty {
        Type::Record(r) if open.contains(&Rc::as_ptr(r)) => f.write_str("<recursion>")?,
        t => describe(t, f, open)?,
    }
    match &p.attrs.text {
        Some(t) => write!(f, " {t}"),
        None => Ok(()),
    }
}
