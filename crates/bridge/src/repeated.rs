//! Records that are equal in several events of a packet.
use event::Shape;
use std::rc::Rc;
use value::{Context, Record, RecordType};

/// The script types of these records. They consist of counts and flags.
const REPEATED: &[&str] = &["dns_msg"];

/// The last record of a repeated type. Events with equal records share it if no script can tell.
#[derive(Default)]
pub(crate) struct Repeated {
    last: Option<Last>,
    /// The fields of the record that is looked for; kept to reuse the memory.
    sought: Vec<u64>,
}

struct Last {
    shape: &'static Shape,
    ty: Rc<RecordType>,
    /// The fields, each as a number.
    fields: Vec<u64>,
    /// The script's record; `None` if scripts could tell whether it is shared.
    record: Option<Record>,
}

impl Repeated {
    /// Returns the last record if it is equal to `r`.
    #[inline]
    pub(crate) fn find(&mut self, r: &dyn event::Record, ty: &Rc<RecordType>) -> Option<Record> {
        let last = self.last.as_ref().filter(|last| last.is_for(r, ty))?;
        let record = last.record.as_ref()?;
        let equal = r.numbers(&mut self.sought) && self.sought == last.fields;
        equal.then(|| record.clone())
    }

    /// Keeps the record that was made of `r`, if it is of a repeated type.
    #[inline]
    pub(crate) fn note(
        &mut self,
        r: &dyn event::Record,
        ty: &Rc<RecordType>,
        made: &Record,
        cx: &dyn Context,
    ) {
        match &mut self.last {
            Some(last) if last.is_for(r, ty) => last.take(r, made),
            _ if is_repeated(r) => {
                let mut last = Last { shape: r.shape(), ty: ty.clone(), fields: Vec::new(), record: None };
                if may_be_shared(ty, cx) {
                    last.record = Some(made.clone());
                    last.take(r, made);
                }
                self.last = Some(last);
            }
            _ => {}
        }
    }
}

/// Whether records of this shape are repeated.
pub(crate) fn is_repeated(r: &dyn event::Record) -> bool {
    REPEATED.contains(&r.shape().name)
}

impl Last {
    fn is_for(&self, r: &dyn event::Record, ty: &Rc<RecordType>) -> bool {
        std::ptr::eq(self.shape, r.shape()) && Rc::ptr_eq(&self.ty, ty)
    }

    /// Replaces the last record, if records may be shared.
    fn take(&mut self, r: &dyn event::Record, made: &Record) {
        let Some(record) = &mut self.record else { return };
        *record = made.clone();
        if !r.numbers(&mut self.fields) {
            self.fields.clear();
        }
    }
}

/// Whether scripts cannot tell if events share a record of this type: its fields cannot change, and none has a default to
/// compute.
fn may_be_shared(ty: &Rc<RecordType>, cx: &dyn Context) -> bool {
    let fixed = ty.fields().iter().all(|f| f.ty.is_scalar() && f.attrs.default.is_none());
    fixed && !cx.changes_records(ty)
}
