//! Types and values of the script language: what variables hold, how they compare, copy, print and index tables.
//!
//! A [`Value`] is 16 bytes: scalars are stored inline, strings and containers are reference-counted handles that belong
//! to one thread (each worker has its own values; the only global is the key of the tables' hash). A record takes 16
//! bytes plus 16 per field, an empty table 24. Fields whose initial value is an empty container are created when they
//! are first read.
//!
//! Values hold tables, vectors, records and functions, which hold values, so `value`, `table`, `vector`, `record`,
//! `func` and their types form one cycle of modules. No other module is part of it.
//!
//! This crate never reads a clock, opens a file, prints or runs a script. If a table's attributes need any of these, it
//! calls the machine through [`Context`].
//!
//! ```
//! use value::{Table, Type, Value};
//! let Type::Table(ty) = Type::table_of(vec![Type::Addr], Type::Count) else { unreachable!() };
//! let seen = Table::of(ty);
//! let host = Value::addr("192.0.2.7".parse().unwrap());
//! let key = seen.key(&[host]).unwrap();
//! seen.insert_raw(key.bytes(), Some(Value::Count(3)));
//! assert_eq!(Value::Table(seen).to_string(), "{\n\t[192.0.2.7] = 3\n}");
//! ```
pub mod c_text;
mod context;
mod copy;
mod error;
mod file;
mod func;
mod loc;
mod name;
mod opaque;
pub mod pattern;
pub mod print;
mod raw;
mod record;
mod string;
pub mod table;
pub mod types;
mod value;
mod vector;

pub use context::{Builtin, BuiltinFn, Context, Group, Level, TableWatcher, Work};
pub use copy::NotCopyable;
pub use error::{ErrorKind, Result, RuntimeError};
pub use file::{File, Output};
pub use func::{Bodies, Code, Func};
pub use loc::Loc;
pub use name::Name;
pub use opaque::{Opaque, OpaqueState};
pub use pattern::{Pattern, PatternError};
pub use print::Printer;
pub use raw::Bits;
pub use record::{FieldInit, Layout, Pending, Record};
pub use string::Str;
pub use table::{Expiry, StoredChange, Table, TableMeta};
pub use types::{
    EnumType, ExpireKind, Field, FieldAttrs, Flavor, FuncType, Prototype, RecordType, StoreAttr, TableAttrs,
    TableType, ThunkId, Type, VectorType,
};
pub use value::Value;
pub use vector::{MAX_LEN as MAX_VECTOR, Vector};
