//! The results of a call: text, and containers of types that the prelude declares.
use super::binary::binary;
use super::{Answer, Call, Stop};
use std::rc::Rc;
use value::{Func, Printer, Record, RecordType, Table, TableType, Type, Value, Vector, VectorType};

/// The maximum capacity of a text buffer that is kept for the next call, in bytes.
const MAX_KEPT: usize = 1 << 16;

impl Call<'_> {
    /// Returns an empty buffer for text. [`Call::text_of`] returns it for reuse.
    pub(crate) fn buffer(&mut self) -> Vec<u8> {
        let mut out = std::mem::take(&mut self.services().text);
        out.clear();
        out
    }

    /// Converts the text in a buffer to a string.
    pub(crate) fn text_of(&mut self, out: Vec<u8>) -> Answer {
        let v = Value::string(&out);
        self.return_buffer(out);
        Ok(v)
    }

    /// Takes back a buffer that is no longer needed.
    pub(crate) fn return_buffer(&mut self, out: Vec<u8>) {
        if out.capacity() <= MAX_KEPT {
            self.services().text = out;
        }
    }

    /// Appends a value as `cat` and `%s` print it.
    pub(crate) fn describe_raw(&self, v: &Value, out: &mut Vec<u8>) {
        match v {
            Value::String(s) => out.extend_from_slice(s),
            Value::Count(n) => value::print::decimal(*n, out),
            v => Printer::raw(out).value(v),
        }
    }

    /// Returns the bytes that represent a value in digests.
    pub(crate) fn describe_binary(&self, v: &Value) -> Vec<u8> {
        let mut out = Vec::new();
        binary(v, &mut out);
        out
    }

    /// Returns a record type of the prelude.
    pub(crate) fn record_type(&self, name: &str) -> Result<Rc<RecordType>, Stop> {
        match self.cx.named_type(name) {
            Some(Type::Record(t)) => Ok(t),
            _ => Err(Stop::MissingType(name.to_owned())),
        }
    }

    /// Creates a record of a type of the prelude, with its defaults.
    pub(crate) fn new_record(&mut self, name: &str) -> Result<Record, Stop> {
        let ty = self.record_type(name)?;
        Ok(self.cx.record(&ty)?)
    }

    /// Returns a vector type of the prelude.
    pub(crate) fn vector_type(&self, name: &str) -> Result<Rc<VectorType>, Stop> {
        match self.cx.named_type(name) {
            Some(Type::Vector(t)) => Ok(t),
            _ => Err(Stop::MissingType(name.to_owned())),
        }
    }

    /// Creates a vector of a type of the prelude.
    pub(crate) fn vector_of(&self, name: &str, items: Vec<Value>) -> Answer {
        Ok(Vector::from_values(self.vector_type(name)?, items).into())
    }

    /// Creates an empty vector of a type of the prelude.
    pub(crate) fn empty_vector(&self, name: &str) -> Answer {
        self.vector_of(name, Vec::new())
    }

    /// Returns a table type of the prelude.
    pub(crate) fn table_type(&self, name: &str) -> Result<Rc<TableType>, Stop> {
        match self.cx.named_type(name) {
            Some(Type::Table(t)) => Ok(t),
            _ => Err(Stop::MissingType(name.to_owned())),
        }
    }

    /// Creates an empty table of a type of the prelude.
    pub(crate) fn table_of(&self, name: &str) -> Result<Table, Stop> {
        Ok(Table::of(self.table_type(name)?))
    }

    /// Creates a set of a type of the prelude.
    pub(crate) fn set_of(&self, name: &str, items: Vec<Value>) -> Answer {
        let set = self.table_of(name)?;
        for item in items {
            insert(&set, &[item], None)?;
        }
        Ok(set.into())
    }

    /// Returns an enumerator of a type of the prelude.
    pub(crate) fn enumerator(&self, name: &str, number: i64) -> Answer {
        match self.cx.named_type(name) {
            Some(Type::Enum(t)) => Ok(Value::enumerator(number, &t)),
            _ => Err(Stop::MissingType(name.to_owned())),
        }
    }

    /// Returns the value of a global of the prelude.
    pub(crate) fn global(&self, name: &str) -> Option<Value> {
        self.cx.global(self.cx.global_id(name)?)
    }

    /// Calls a function value.
    pub(crate) fn invoke(&mut self, f: &Rc<Func>, args: &[Value]) -> Result<Option<Value>, Stop> {
        Ok(self.cx.call(f, args)?)
    }
}

/// Adds an entry to a table created by a built-in function.
pub(crate) fn insert(table: &Table, index: &[Value], value: Option<Value>) -> Result<(), Stop> {
    let key = table.key(index)?;
    table.insert_raw(key.bytes(), value);
    Ok(())
}
