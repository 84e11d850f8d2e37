//! Types of records and their fields.
use super::{Name, TableAttrs, ThunkId, Type};
use foldhash::HashMap;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// A record type; `redef record` adds to it.
pub struct RecordType {
    name: RefCell<Option<Name>>,
    fields: RefCell<Vec<Rc<Field>>>,
    by_name: RefCell<HashMap<Name, u32>>,
    /// The initial values of records; set after loading.
    pub(crate) layout: OnceCell<Rc<crate::record::Layout>>,
    /// A counter that is incremented when fields or attributes change.
    generation: Cell<u32>,
}

/// A field of a record, or a parameter of a function.
#[derive(Clone)]
pub struct Field {
    /// Its name, without the dollar sign.
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
    /// `&default`: the field's value if none is given. The checker decides whether the default of a table-typed field
    /// belongs to the field or to the table (if the latter, it is in `table`).
    pub default: Option<ThunkId>,
    /// The attributes of a table in this field (`&default`, `&expire_func` and so on).
    pub table: Option<Rc<TableAttrs>>,
    /// `&deprecated`, if present, with its text if it has one.
    pub deprecated: Option<Option<Name>>,
    /// `&type_column`: the column with a port's transport protocol.
    pub type_column: Option<Name>,
    /// All attributes, as a description of the type shows them: `&default=5 &optional`.
    pub text: Option<Name>,
}

impl RecordType {
    /// Creates a record type with these fields; `name` comes from its `type` declaration.
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

    /// The name from its declaration.
    pub fn name(&self) -> Option<Name> {
        self.name.borrow().clone()
    }

    /// Sets the name: `type NAME: record { … }`.
    pub fn set_name(&self, name: impl Into<Name>) {
        *self.name.borrow_mut() = Some(name.into());
    }

    /// Appends a field and returns its number.
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

    /// Whether the record type has no fields.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the field with this number.
    pub fn field(&self, at: u32) -> Option<Rc<Field>> {
        self.fields.borrow().get(at as usize).cloned()
    }

    /// Returns the number of the field with this name.
    pub fn position(&self, name: &str) -> Option<u32> {
        self.by_name.borrow().get(name).copied()
    }

    /// All fields in order.
    pub fn fields(&self) -> Vec<Rc<Field>> {
        self.fields.borrow().clone()
    }

    /// A number that grows whenever fields or their attributes change.
    pub fn generation(&self) -> u32 {
        self.generation.get()
    }
}

impl Field {
    /// Creates a field without attributes.
    pub fn new(name: impl Into<Name>, ty: Type) -> Self {
        Field { name: name.into(), ty, attrs: FieldAttrs::default() }
    }
}
