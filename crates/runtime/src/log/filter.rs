//! A filter, compiled: which fields of a record become which columns.
use super::{Stream, function, string};
use logging::{Column, Kind};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use value::{Func, Record, RecordType, Str, Table, Type, Value};

/// Records inside records that are followed, at most.
const MAX_DEPTH: usize = 32;

/// Says which records of a stream go where, and what of them.
pub(super) struct Filter {
    pub(super) name: String,
    /// As scripts gave it, for hooks that get to see it.
    pub(super) value: Record,
    pub(super) policy: Option<Rc<Func>>,
    pub(super) path_func: Option<Rc<Func>>,
    /// Given, or what the path function said first.
    pub(super) path: RefCell<Option<Str>>,
    /// The `Log::Writer`.
    pub(super) writer: Value,
    /// Without it nothing is written here.
    pub(super) local: bool,
    pub(super) config: Vec<(String, String)>,
    /// Between rotations, seconds; 0 for none.
    pub(super) interval: f64,
    pub(super) postprocessor: Option<Rc<Func>>,
    /// Makes the record that each row begins with.
    pub(super) extension: Option<Rc<Func>>,
    pub(super) fields: Box<[FieldPath]>,
    /// A column a field; renamed when a writer is made.
    pub(super) columns: RefCell<Vec<Column>>,
    names: Option<Table>,
    /// Which of the stream's writers took the last row.
    pub(super) last: Cell<usize>,
}

/// The way to a field: numbers of fields, the first in the record itself.
pub(super) struct FieldPath {
    /// In the record that the extension function made.
    pub(super) extension: bool,
    pub(super) first: u32,
    pub(super) rest: Box<[u32]>,
}

impl Filter {
    /// From a `Log::Filter`; or what is wrong with it.
    pub(super) fn new(stream: &Stream, value: &Record) -> Result<Self, String> {
        let text = |field: &str| string(value, field).map(|s| s.to_text().into_owned());
        let set = |field: &str| value.get_named(field).and_then(|v| v.as_table().cloned());
        let extension = function(value, "ext_func");
        let extended = match extension.as_ref().map(|f| &f.ty.result) {
            Some(Type::Record(r)) => Some(r.clone()),
            // What says nothing of its result adds nothing.
            Some(Type::Void | Type::Any) | None => None,
            Some(other) => {
                return Err(format!("Return value of log_ext is not a record (got {})", other.tag_name()));
            }
        };
        let mut walk = Walk {
            separator: text("scope_sep").unwrap_or_else(|| ".".to_owned()),
            include: set("include"),
            exclude: set("exclude"),
            extension: false,
            fields: Vec::new(),
            columns: Vec::new(),
        };
        if let Some(r) = &extended {
            walk.extension = true;
            walk.record(r, &text("ext_prefix").unwrap_or_default(), &mut Vec::new())?;
            walk.extension = false;
        }
        walk.record(&stream.columns, "", &mut Vec::new())?;
        Ok(Filter {
            name: text("name").unwrap_or_default(),
            value: value.clone(),
            policy: function(value, "policy").or_else(|| stream.policy.clone()),
            path_func: function(value, "path_func"),
            path: RefCell::new(string(value, "path")),
            writer: value.get_named("writer").ok_or("filter without a writer")?,
            local: value.get_named("log_local").and_then(|v| v.as_bool()).unwrap_or(true),
            config: set("config").map_or_else(Vec::new, |t| pairs(&t)),
            interval: value.get_named("interv").and_then(|v| v.as_double()).unwrap_or(0.0),
            postprocessor: function(value, "postprocessor"),
            extension: extension.filter(|_| extended.is_some()),
            fields: walk.fields.into(),
            columns: RefCell::new(walk.columns),
            names: set("field_name_map"),
            last: Cell::new(0),
        })
    }

    /// Renames columns as `field_name_map` says now, and yields them.
    pub(super) fn renamed_columns(&self) -> Vec<Column> {
        if let Some(names) = self.names.as_ref().filter(|t| !t.is_empty()) {
            let names = pairs(names);
            for column in self.columns.borrow_mut().iter_mut() {
                if let Some((_, new)) = names.iter().find(|(old, _)| *old == column.name) {
                    column.name.clone_from(new);
                }
            }
        }
        self.columns.borrow().clone()
    }

    /// The number of its writer's kind.
    pub(super) fn writer_number(&self) -> i64 {
        self.writer.as_enum().unwrap_or(0)
    }
}

/// The entries of a table of strings.
fn pairs(t: &Table) -> Vec<(String, String)> {
    let text = |v: &Value| v.as_string().map(|s| s.to_text().into_owned());
    let pair = |(index, value): (Vec<Value>, Option<Value>)| Some((text(index.first()?)?, text(&value?)?));
    t.entries().into_iter().filter_map(pair).collect()
}

/// Collects columns.
struct Walk {
    separator: String,
    include: Option<Table>,
    exclude: Option<Table>,
    extension: bool,
    fields: Vec<FieldPath>,
    columns: Vec<Column>,
}

impl Walk {
    /// The columns of a record whose fields' names begin with `prefix`.
    fn record(&mut self, r: &RecordType, prefix: &str, way: &mut Vec<u32>) -> Result<(), String> {
        if way.len() > MAX_DEPTH {
            return Err("log columns are nested too deep".to_owned());
        }
        for (at, field) in (0..).zip(r.fields()) {
            if !field.attrs.log {
                continue;
            }
            let name = format!("{prefix}{}", field.name);
            way.push(at);
            if let Type::Record(inner) = &field.ty {
                self.record(inner, &format!("{name}{}", self.separator), way)?;
            } else if self.wants(&name) {
                let kind = kind(&field.ty).ok_or("unsupported field type for log column")?;
                if let Some((&first, rest)) = way.split_first() {
                    self.fields.push(FieldPath { extension: self.extension, first, rest: rest.into() });
                    self.columns.push(Column::new(name, kind));
                }
            }
            way.pop();
        }
        Ok(())
    }

    /// `include` and `exclude` choose among the stream's own fields.
    fn wants(&self, name: &str) -> bool {
        let has = |t: &Table| t.key(&[Value::string(name)]).is_ok_and(|k| t.has_raw(k.bytes()));
        self.extension || (self.include.as_ref().is_none_or(has) && !self.exclude.as_ref().is_some_and(has))
    }
}

/// What a column of a type is called.
fn kind(ty: &Type) -> Option<Kind> {
    Some(match ty {
        Type::Bool => Kind::Bool,
        Type::Int => Kind::Int,
        Type::Count => Kind::Count,
        Type::Double => Kind::Double,
        Type::Time => Kind::Time,
        Type::Interval => Kind::Interval,
        Type::String => Kind::String,
        Type::Port => Kind::Port,
        Type::Addr => Kind::Addr,
        Type::Subnet => Kind::Subnet,
        Type::Enum(_) => Kind::Enum,
        Type::Func(_) => Kind::Func,
        Type::File(_) => Kind::File,
        Type::Table(t) if t.yields.is_none() => Kind::Set(Box::new(kind(t.index.first()?)?)),
        Type::Vector(v) => Kind::Vector(Box::new(kind(&v.elem)?)),
        _ => return None,
    })
}

/// Whether a field of a type can be logged; `element` for what stands in a set or vector.
pub(super) fn is_loggable(ty: &Type, element: bool) -> bool {
    match ty {
        Type::Record(_) => !element,
        Type::Table(t) => {
            !element && t.yields.is_none() && t.index.first().is_some_and(|i| is_loggable(i, true))
        }
        Type::Vector(v) => !element && is_loggable(&v.elem, true),
        other => kind(other).is_some(),
    }
}
