//! Compiled filters: which fields of a record become which columns.
use logging::{Column, Kind};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use value::{Func, Record, RecordType, Str, Table, Type, Value};

/// The greatest depth of nested records.
const MAX_DEPTH: usize = 32;

/// A filter: selects records of a stream and some of their fields, and says where they go.
pub struct Filter {
    /// Its name among the filters of the stream.
    pub name: String,
    /// The `Log::Filter`, for hooks that take it.
    pub value: Record,
    /// The hook that may veto a record.
    pub policy: Option<Rc<Func>>,
    /// The function that names the path of a record.
    pub path_func: Option<Rc<Func>>,
    /// The configured path, or the first path that the path function returned.
    pub path: RefCell<Option<Str>>,
    /// The `Log::Writer`.
    pub writer: Value,
    /// Whether rows are written by this process.
    pub local: bool,
    /// Whether rows are sent to other processes.
    pub remote: bool,
    /// The settings of the writer.
    pub config: Vec<(String, String)>,
    /// Seconds between rotations; 0 for no rotation.
    pub interval: f64,
    /// The function that processes a rotated file.
    pub postprocessor: Option<Rc<Func>>,
    /// The function that creates the record prepended to each row.
    pub extension: Option<Rc<Func>>,
    /// The path to each column's field.
    pub fields: Box<[FieldPath]>,
    /// One column for each field; renamed when a writer is created.
    pub columns: RefCell<Vec<Column>>,
    names: Option<Table>,
    /// The index of the writer that took the last row, among those of the stream.
    pub last: Cell<usize>,
}

/// The path to a field: indices of fields, from the outermost record inwards.
pub struct FieldPath {
    /// Whether the path begins in the record that the extension function returned.
    pub extension: bool,
    /// The field's index in the outermost record.
    pub first: u32,
    /// The indices in the nested records.
    pub rest: Box<[u32]>,
}

impl Filter {
    /// Compiles a `Log::Filter` of a stream with these columns. `policy` is used if the filter has no policy of its
    /// own.
    ///
    /// # Errors
    /// A message that says why the filter is invalid.
    pub fn new(columns: &RecordType, policy: Option<&Rc<Func>>, value: &Record) -> Result<Self, String> {
        let text = |field: &str| string_in(value, field).map(|s| s.to_text().into_owned());
        let set = |field: &str| value.get_named(field).and_then(|v| v.as_table().cloned());
        let extension = function_in(value, "ext_func");
        let extended = match extension.as_ref().map(|f| &f.ty.result) {
            Some(Type::Record(r)) => Some(r.clone()),
            // A function without a declared result adds no columns.
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
        walk.record(columns, "", &mut Vec::new())?;
        Ok(Filter {
            name: text("name").unwrap_or_default(),
            value: value.clone(),
            policy: function_in(value, "policy").or_else(|| policy.cloned()),
            path_func: function_in(value, "path_func"),
            path: RefCell::new(string_in(value, "path")),
            writer: value.get_named("writer").ok_or("filter without a writer")?,
            local: value.get_named("log_local").and_then(|v| v.as_bool()).unwrap_or(true),
            remote: value.get_named("log_remote").and_then(|v| v.as_bool()).unwrap_or(true),
            config: set("config").map_or_else(Vec::new, |t| pairs(&t)),
            interval: value.get_named("interv").and_then(|v| v.as_double()).unwrap_or(0.0),
            postprocessor: function_in(value, "postprocessor"),
            extension: extension.filter(|_| extended.is_some()),
            fields: walk.fields.into(),
            columns: RefCell::new(walk.columns),
            names: set("field_name_map"),
            last: Cell::new(0),
        })
    }

    /// Returns the columns, renamed by the current `field_name_map`.
    pub fn renamed_columns(&self) -> Vec<Column> {
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

    /// Returns the number of its `Log::Writer`.
    pub fn writer_number(&self) -> i64 {
        self.writer.as_enum().unwrap_or(0)
    }
}

/// Returns the entries of a table from strings to strings.
fn pairs(t: &Table) -> Vec<(String, String)> {
    let text = |v: &Value| v.as_string().map(|s| s.to_text().into_owned());
    let pair = |(index, value): (Vec<Value>, Option<Value>)| Some((text(index.first()?)?, text(&value?)?));
    t.entries().into_iter().filter_map(pair).collect()
}

/// Collects the columns of a filter.
struct Walk {
    separator: String,
    include: Option<Table>,
    exclude: Option<Table>,
    extension: bool,
    fields: Vec<FieldPath>,
    columns: Vec<Column>,
}

impl Walk {
    /// Adds the columns of a record, with `prefix` before their names.
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

    /// Whether `include` and `exclude` allow a field. They apply only to the stream's own fields.
    fn wants(&self, name: &str) -> bool {
        let has = |t: &Table| t.key(&[Value::string(name)]).is_ok_and(|k| t.has_raw(k.bytes()));
        self.extension || (self.include.as_ref().is_none_or(has) && !self.exclude.as_ref().is_some_and(has))
    }
}

/// Returns the kind of column that holds values of a type, or `None` if they cannot be logged.
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

/// Whether values of a type can be logged, as a field or as an `element` of a set or vector.
pub fn is_loggable(ty: &Type, element: bool) -> bool {
    match ty {
        Type::Record(_) => !element,
        Type::Table(t) => {
            !element && t.yields.is_none() && t.index.first().is_some_and(|i| is_loggable(i, true))
        }
        Type::Vector(v) => !element && is_loggable(&v.elem, true),
        other => kind(other).is_some(),
    }
}

/// Returns the function in a field of a record.
#[must_use]
pub fn function_in(r: &Record, field: &str) -> Option<Rc<Func>> {
    r.get_named(field)?.as_func().cloned()
}

/// Returns the string in a field of a record.
#[must_use]
pub fn string_in(r: &Record, field: &str) -> Option<Str> {
    r.get_named(field)?.as_string().cloned()
}
