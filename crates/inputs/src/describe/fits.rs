//! Checks whether the types of a description fit together: index, values, destination and event.
use super::{Checked, Description, both};
use std::rc::Rc;
use value::{Func, RecordType, Type};

impl Description<'_> {
    pub(super) fn index_fits(&self, index: &RecordType, table: &[Type]) -> Checked<()> {
        let fields = index.fields();
        for (at, needed) in table.iter().enumerate() {
            let Some(f) = fields.get(at) else {
                return self.fault("Table type has more indexes than index definition");
            };
            if !f.ty.same(needed) {
                return self.fault(format!(
                    "Table type does not match index type. Need type {}, got {}",
                    both(&f.ty),
                    both(needed)
                ));
            }
        }
        if fields.len() != table.len() {
            return self.fault("Table has less elements than index definition");
        }
        Ok(())
    }

    pub(super) fn value_fits(
        &self,
        value: Option<&Rc<RecordType>>,
        yields: Option<&Type>,
        want_record: bool,
    ) -> Checked<()> {
        match (value, yields) {
            (Some(_), None) => self.fault(
                "'destination' field is a set, but the 'val' field was also specified (did you mean to use a table instead of a set?)",
            ),
            (None, Some(_)) => self.fault(
                "'destination' field is a table, but 'val' field is not provided (did you mean to use a set instead of a table?)",
            ),
            (None, None) => Ok(()),
            (Some(v), Some(yields)) => {
                let needed = value_type(v, want_record);
                if yields.same(&needed) {
                    return Ok(());
                }
                self.fault(format!(
                    "Table type does not match value type. Need type '{needed}', got '{yields}'"
                ))
            }
        }
    }

    pub(super) fn table_event(
        &self,
        f: &Func,
        index: &Rc<RecordType>,
        value: Option<&Rc<RecordType>>,
        want_record: bool,
    ) -> Checked<()> {
        self.is_event(f, "Stream")?;
        let params: Vec<&Type> = f.ty.params.iter().map(|p| &p.ty).collect();
        let expected = if value.is_some() { 4 } else { 3 };
        if params.len() != expected {
            return self.fault(format!("Table event must take {expected} arguments"));
        }
        let param = |at: usize| params.get(at).copied();
        if !self.is(param(0), "Input::TableDescription") {
            return self.fault("Table event's first attribute must be of type Input::TableDescription");
        }
        if !self.is(param(1), "Input::Event") {
            return self.fault("Table event's second attribute must be of type Input::Event");
        }
        let needed = Type::Record(index.clone());
        if let Some(got) = param(2).filter(|t| !t.same(&needed)) {
            return self
                .fault(format!("Table event's index attributes do not match. Need '{needed}', got '{got}'"));
        }
        if let (Some(got), Some(v)) = (param(3), value) {
            let needed = value_type(v, want_record);
            if !got.same(&needed) {
                let what = if want_record { "attributes do" } else { "attribute does" };
                return self
                    .fault(format!("Table event's value {what} not match. Need '{needed}', got '{got}'"));
            }
        }
        Ok(())
    }
}

/// Returns the value type of a table whose values are read as this record: the record, or the type of its first field.
fn value_type(v: &Rc<RecordType>, want_record: bool) -> Type {
    if want_record {
        return Type::Record(v.clone());
    }
    v.field(0).map_or(Type::Void, |f| f.ty.clone())
}
