//! Types of the script language: [`Type`] and the shared bodies it points to.
//!
//! A `Type` is a cheap handle (a tag and at most one reference). Records and enums are *nominal and growable*: `redef`
//! adds to them while scripts load, so their bodies have interior mutability and every handle sees the growth. All
//! other types are structural and immutable. Expressions that hang on types (defaults, expiry, handlers) are not
//! known here: a [`ThunkId`] numbers them, and the typed tree holds what they compute.
mod describe;
mod same;

use foldhash::HashMap;
use std::cell::{Cell, OnceCell, RefCell};
use std::fmt;
use std::rc::Rc;

/// A name as scripts spell it, module included (`Conn::Info`).
pub type Name = Rc<str>;

/// Number of a parameterless computation in the typed tree's list of thunks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThunkId(pub u32);

/// A type. Cloning copies a handle.
#[derive(Clone)]
pub enum Type {
    /// What could not be typed; the checker has said so already. Compatible with everything, so that one error is one
    /// message.
    Error,
    /// No value at all: what a function without result yields.
    Void,
    /// `bool`
    Bool,
    /// `int`: 64 bits, signed.
    Int,
    /// `count`: 64 bits, unsigned.
    Count,
    /// `double`
    Double,
    /// `time`: seconds since the epoch.
    Time,
    /// `interval`: seconds.
    Interval,
    /// `string`: bytes.
    String,
    /// `pattern`
    Pattern,
    /// `port`
    Port,
    /// `addr`
    Addr,
    /// `subnet`
    Subnet,
    /// `any`
    Any,
    /// `enum NAME`
    Enum(Rc<EnumType>),
    /// `table[…] of …` and `set[…]`
    Table(Rc<TableType>),
    /// `vector of …`
    Vector(Rc<VectorType>),
    /// `record { … }`
    Record(Rc<RecordType>),
    /// `function(…): …`, `event(…)`, `hook(…)`
    Func(Rc<FuncType>),
    /// `file`, or `file of T`
    File(Rc<Type>),
    /// `opaque of NAME`
    Opaque(Rc<Name>),
    /// Several values side by side: a table's composite index, an argument list.
    List(Rc<Vec<Type>>),
    /// The type of a name that stands for a type (arguments of type-taking built-ins).
    TypeType(Rc<Type>),
}

/// `table[…] of …` or, without a yield, `set[…]`.
pub struct TableType {
    /// The name of its `type` declaration.
    pub name: Option<Name>,
    /// Types of the index's parts; empty where the element types are not known (`table()`, `set()`).
    pub index: Vec<Type>,
    /// What a table holds at an index; `None` for a set.
    pub yields: Option<Type>,
}

/// `vector of …`.
pub struct VectorType {
    /// The name of its `type` declaration.
    pub name: Option<Name>,
    /// Element type; [`Type::Void`] where it is not known (`vector()`).
    pub elem: Type,
}

/// An enumeration; `redef enum` adds to it.
pub struct EnumType {
    name: Name,
    body: RefCell<EnumBody>,
}

#[derive(Default)]
struct EnumBody {
    /// In order of declaration; a name is full (`Notice::ACTION_LOG`).
    values: Vec<(Name, i64)>,
    by_name: HashMap<Name, i64>,
    by_value: HashMap<i64, u32>,
    next: i64,
    /// Numbers that are no code, by their codes less [`WIDE`].
    wide: Vec<i64>,
}

/// The code of the first number that is no code itself. Up to [`WIDE_END`] codes stand for such numbers.
const WIDE: i32 = i32::MIN;
const WIDE_END: i32 = i32::MIN + (1 << 20);

/// A record; `redef record` adds to it.
pub struct RecordType {
    name: RefCell<Option<Name>>,
    fields: RefCell<Vec<Rc<Field>>>,
    by_name: RefCell<HashMap<Name, u32>>,
    /// How values start, set when loading is over.
    pub(crate) layout: OnceCell<Rc<crate::record::Layout>>,
    /// Raised when fields or attributes change.
    generation: Cell<u32>,
}

/// A field of a record, or a parameter of a function.
#[derive(Clone)]
pub struct Field {
    /// Name without the dollar sign.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// Its attributes.
    pub attrs: FieldAttrs,
}

/// Attributes of a record's field or of a parameter.
#[derive(Clone, Default)]
pub struct FieldAttrs {
    /// `&optional`
    pub optional: bool,
    /// `&log`
    pub log: bool,
    /// `&default`: what the field holds where nothing was given. For a table-typed field the checker has decided
    /// whether the default is the table's own (then it is in `table`) or the field's.
    pub default: Option<ThunkId>,
    /// What a table in this field carries (`&default`, `&expire_func` and the like).
    pub table: Option<Rc<TableAttrs>>,
    /// `&deprecated`, with its text.
    pub deprecated: Option<Option<Name>>,
    /// `&type_column`: the column that tells a port's transport.
    pub type_column: Option<Name>,
    /// All attributes as a description of the type shows them: `&default=5 &optional`.
    pub text: Option<Name>,
}

/// When the clock of a table's entry starts anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpireKind {
    /// `&create_expire`: never.
    Create,
    /// `&read_expire`: at each access.
    Read,
    /// `&write_expire`: at each assignment.
    Write,
}

/// Attributes of a table value.
#[derive(Clone, Default)]
pub struct TableAttrs {
    /// `&default`: a value, or a function of the index.
    pub default: Option<ThunkId>,
    /// `&default_insert`: the same, and the entry is made.
    pub default_insert: Option<ThunkId>,
    /// `&create_expire`, `&read_expire` or `&write_expire`.
    pub expire: Option<(ExpireKind, ThunkId)>,
    /// `&expire_func`
    pub expire_func: Option<ThunkId>,
    /// `&on_change`
    pub on_change: Option<ThunkId>,
    /// `&ordered`
    pub ordered: bool,
    /// `&broker_store`, `&backend`: name and text as written. They change nothing in one process.
    pub other: Vec<(Name, Name)>,
}

/// What may be done with a callable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Flavor {
    /// `function`: one body, called, may yield.
    #[default]
    Function,
    /// `event`: any number of bodies, queued.
    Event,
    /// `hook`: any number of bodies, called; `break` ends it and makes it false.
    Hook,
}

/// Signature of a function, event or hook.
pub struct FuncType {
    /// The name of its `type` declaration.
    pub name: Option<Name>,
    /// Function, event or hook.
    pub flavor: Flavor,
    /// Parameters of the canonical signature, in order.
    pub params: Vec<Field>,
    /// What a call yields; [`Type::Void`] for none, [`Type::Bool`] for hooks, [`Type::Void`] for events.
    pub result: Type,
    /// Takes any number of arguments of any type (`fmt`, `cat`).
    pub varargs: bool,
    /// Alternate signatures of an event or hook: a name for each parameter and the canonical parameter it is.
    pub prototypes: RefCell<Vec<Prototype>>,
}

/// An alternate signature.
#[derive(Clone)]
pub struct Prototype {
    /// Its parameters in order.
    pub params: Vec<Field>,
    /// For each, the number of the canonical parameter.
    pub offsets: Vec<u32>,
    /// `&deprecated`, with its text.
    pub deprecated: Option<Option<Name>>,
}

impl Type {
    /// `set[index…]`
    pub fn set_of(index: Vec<Type>) -> Type {
        Type::Table(Rc::new(TableType { name: None, index, yields: None }))
    }

    /// `table[index…] of yields`
    pub fn table_of(index: Vec<Type>, yields: Type) -> Type {
        Type::Table(Rc::new(TableType { name: None, index, yields: Some(yields) }))
    }

    /// `vector of elem`
    pub fn vector_of(elem: Type) -> Type {
        Type::Vector(Rc::new(VectorType { name: None, elem }))
    }

    /// `opaque of name`
    pub fn opaque(name: &str) -> Type {
        Type::Opaque(Rc::new(name.into()))
    }

    /// `file`, which is `file of string`.
    pub fn file() -> Type {
        Type::File(Rc::new(Type::String))
    }

    /// The same structure under the name of a `type` declaration. A record or enumeration that has another name
    /// already becomes a copy of its own, which later additions to the original do not reach; other scalar types carry
    /// no name.
    pub fn named(&self, name: &str) -> Type {
        let name: Name = name.into();
        match self {
            Type::Table(t) => Type::Table(Rc::new(TableType {
                name: Some(name),
                index: t.index.clone(),
                yields: t.yields.clone(),
            })),
            Type::Vector(v) => Type::Vector(Rc::new(VectorType { name: Some(name), elem: v.elem.clone() })),
            Type::Func(f) => Type::Func(Rc::new(FuncType {
                name: Some(name),
                flavor: f.flavor,
                params: f.params.clone(),
                result: f.result.clone(),
                varargs: f.varargs,
                prototypes: f.prototypes.clone(),
            })),
            Type::Record(r) if r.name().is_none() => {
                r.set_name(name);
                self.clone()
            }
            Type::Record(r) if r.name().as_deref() != Some(&*name) => {
                let fields = r.fields().iter().map(|f| Field::clone(f)).collect();
                Type::Record(Rc::new(RecordType::new(Some(name), fields)))
            }
            Type::Enum(e) if *e.name() != name => {
                let copy = EnumType::new(name);
                for (n, v) in e.values() {
                    copy.add_with(n, v);
                }
                Type::Enum(Rc::new(copy))
            }
            other => other.clone(),
        }
    }

    /// A function type without alternate prototypes.
    pub fn func(flavor: Flavor, params: Vec<Field>, result: Type) -> Type {
        Type::Func(Rc::new(FuncType {
            name: None,
            flavor,
            params,
            result,
            varargs: false,
            prototypes: RefCell::default(),
        }))
    }

    /// True for a table without yield.
    pub fn is_set(&self) -> bool {
        matches!(self, Type::Table(t) if t.yields.is_none())
    }

    /// True for a table with yield.
    pub fn is_table(&self) -> bool {
        matches!(self, Type::Table(t) if t.yields.is_some())
    }

    /// True for `int` and `count`.
    pub fn is_integral(&self) -> bool {
        matches!(self, Type::Int | Type::Count)
    }

    /// True for `int`, `count` and `double`.
    pub fn is_arithmetic(&self) -> bool {
        matches!(self, Type::Int | Type::Count | Type::Double)
    }

    /// True where values are shared by reference: assignment does not copy, and a change is seen through every name.
    pub fn is_aggregate(&self) -> bool {
        matches!(self, Type::Table(_) | Type::Vector(_) | Type::Record(_))
    }

    /// What one gets by indexing: a table's yield, a vector's element, a file's content, a function's result.
    pub fn yields(&self) -> Option<&Type> {
        match self {
            Type::Table(t) => t.yields.as_ref(),
            Type::Vector(v) => Some(&v.elem),
            Type::File(t) | Type::TypeType(t) => Some(t),
            Type::Func(f) => Some(&f.result),
            _ => None,
        }
    }

    /// The record, if it is one.
    pub fn as_record(&self) -> Option<&Rc<RecordType>> {
        match self {
            Type::Record(r) => Some(r),
            _ => None,
        }
    }

    /// The table or set, if it is one.
    pub fn as_table(&self) -> Option<&Rc<TableType>> {
        match self {
            Type::Table(t) => Some(t),
            _ => None,
        }
    }

    /// The signature, if it is callable.
    pub fn as_func(&self) -> Option<&Rc<FuncType>> {
        match self {
            Type::Func(f) => Some(f),
            _ => None,
        }
    }

    /// The enumeration, if it is one.
    pub fn as_enum(&self) -> Option<&Rc<EnumType>> {
        match self {
            Type::Enum(e) => Some(e),
            _ => None,
        }
    }

    /// The word for the kind of type, as messages use it: `count`, `table` (sets too), `func`.
    pub fn tag_name(&self) -> &'static str {
        match self {
            Type::Error => "error",
            Type::Void => "void",
            Type::Bool => "bool",
            Type::Int => "int",
            Type::Count => "count",
            Type::Double => "double",
            Type::Time => "time",
            Type::Interval => "interval",
            Type::String => "string",
            Type::Pattern => "pattern",
            Type::Port => "port",
            Type::Addr => "addr",
            Type::Subnet => "subnet",
            Type::Any => "any",
            Type::Enum(_) => "enum",
            Type::Table(_) => "table",
            Type::Vector(_) => "vector",
            Type::Record(_) => "record",
            Type::Func(_) => "func",
            Type::File(_) => "file",
            Type::Opaque(_) => "opaque",
            Type::List(_) => "list",
            Type::TypeType(_) => "type",
        }
    }
}

impl EnumType {
    /// An enumeration without values yet.
    pub fn new(name: impl Into<Name>) -> Self {
        EnumType { name: name.into(), body: RefCell::default() }
    }

    /// Its name.
    pub fn name(&self) -> &Name {
        &self.name
    }

    /// Adds `name` under the next free number, which it yields.
    pub fn add(&self, name: impl Into<Name>) -> i64 {
        let next = self.body.borrow().next;
        self.add_with(name, next);
        next
    }

    /// Adds `name` with a number of its own. The first name of a number is the one that prints.
    pub fn add_with(&self, name: impl Into<Name>, value: i64) {
        let mut b = self.body.borrow_mut();
        let name = name.into();
        let at = u32::try_from(b.values.len()).unwrap_or(u32::MAX);
        b.values.push((name.clone(), value));
        b.by_name.insert(name, value);
        b.by_value.entry(value).or_insert(at);
        b.next = b.next.max(value.saturating_add(1));
    }

    /// Adds `name` for a number that has a name already, and prints it from now on.
    pub fn prefer(&self, name: impl Into<Name>, value: i64) {
        self.add_with(name, value);
        let mut b = self.body.borrow_mut();
        let at = u32::try_from(b.values.len() - 1).unwrap_or(u32::MAX);
        b.by_value.insert(value, at);
    }

    /// The number behind a full name.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.body.borrow().by_name.get(name).copied()
    }

    /// The full name of a number.
    pub fn name_of(&self, value: i64) -> Option<Name> {
        let b = self.body.borrow();
        let at = *b.by_value.get(&value)?;
        b.values.get(at as usize).map(|v| v.0.clone())
    }

    /// The code of a number in 32 bits: nearly always the number itself. Numbers that do not fit have codes of their
    /// own, a million of them in an enumeration; what comes after those is the largest code.
    #[inline]
    pub fn code(&self, number: i64) -> i32 {
        match i32::try_from(number) {
            Ok(n) if n >= WIDE_END => n,
            _ => self.wide_code(number),
        }
    }

    #[cold]
    fn wide_code(&self, number: i64) -> i32 {
        let wide = &mut self.body.borrow_mut().wide;
        let at = wide.iter().position(|n| *n == number).unwrap_or_else(|| {
            wide.push(number);
            wide.len() - 1
        });
        match i32::try_from(at) {
            Ok(at) if at < WIDE_END - WIDE => WIDE + at,
            _ => i32::MAX,
        }
    }

    /// The number behind a code.
    #[inline]
    pub fn number_at(&self, code: i32) -> i64 {
        if code >= WIDE_END { i64::from(code) } else { self.wide_number(code) }
    }

    #[cold]
    fn wide_number(&self, code: i32) -> i64 {
        let known = usize::try_from(i64::from(code) - i64::from(WIDE)).ok();
        known.and_then(|at| self.body.borrow().wide.get(at).copied()).unwrap_or(i64::from(code))
    }

    /// Names and numbers in order of declaration.
    pub fn values(&self) -> Vec<(Name, i64)> {
        self.body.borrow().values.clone()
    }
}

impl RecordType {
    /// A record with these fields; `name` where it was declared by `type`.
    pub fn new(name: Option<Name>, fields: Vec<Field>) -> Self {
        let r = RecordType {
            name: RefCell::new(name),
            fields: RefCell::default(),
            by_name: RefCell::default(),
            layout: OnceCell::new(),
            generation: Cell::new(0),
        };
        for f in fields {
            r.add_field(f);
        }
        r
    }

    /// The name it was declared under.
    pub fn name(&self) -> Option<Name> {
        self.name.borrow().clone()
    }

    /// Gives the record its name: `type NAME: record { … }`.
    pub fn set_name(&self, name: impl Into<Name>) {
        *self.name.borrow_mut() = Some(name.into());
    }

    /// Adds a field at the end and yields its number.
    pub fn add_field(&self, f: Field) -> u32 {
        let mut fields = self.fields.borrow_mut();
        let at = u32::try_from(fields.len()).unwrap_or(u32::MAX);
        self.by_name.borrow_mut().insert(f.name.clone(), at);
        fields.push(Rc::new(f));
        self.generation.set(self.generation.get() + 1);
        at
    }

    /// Changes the attributes of a field (`redef record R$f += { &log }`).
    pub fn change_attrs(&self, at: u32, change: impl FnOnce(&mut FieldAttrs)) {
        if let Some(f) = self.fields.borrow_mut().get_mut(at as usize) {
            let mut new = Field::clone(f);
            change(&mut new.attrs);
            *f = Rc::new(new);
            self.generation.set(self.generation.get() + 1);
        }
    }

    /// Number of fields.
    pub fn len(&self) -> usize {
        self.fields.borrow().len()
    }

    /// True for a record without fields.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The field with this number.
    pub fn field(&self, at: u32) -> Option<Rc<Field>> {
        self.fields.borrow().get(at as usize).cloned()
    }

    /// The number of a field.
    pub fn position(&self, name: &str) -> Option<u32> {
        self.by_name.borrow().get(name).copied()
    }

    /// All fields in order.
    pub fn fields(&self) -> Vec<Rc<Field>> {
        self.fields.borrow().clone()
    }

    /// Grows whenever fields or their attributes change.
    pub fn generation(&self) -> u32 {
        self.generation.get()
    }
}

impl Field {
    /// A field without attributes.
    pub fn new(name: impl Into<Name>, ty: Type) -> Self {
        Field { name: name.into(), ty, attrs: FieldAttrs::default() }
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests;
