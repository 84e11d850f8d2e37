//! The `fa_file` record: made when a file begins, brought up to date before each event about it.
use net_types::Interval;
use protocols::files::{Facts, Wishes};
use std::rc::Rc;
use value::{Context, Record, RecordType, Result, Table, TableType, Type, Value};

/// The indices of the fields of `fa_file` that the traffic side fills.
pub struct FileLayout {
    file: Rc<RecordType>,
    conns: Option<Rc<TableType>>,
    id: u32,
    source: u32,
    parent_id: u32,
    is_orig: u32,
    conns_at: u32,
    last_active: u32,
    seen_bytes: u32,
    total_bytes: u32,
    missing_bytes: u32,
    overflow_bytes: u32,
    timeout_interval: u32,
    bof_buffer_size: u32,
    bof_buffer: u32,
}

impl FileLayout {
    /// Looks up the fields; `None` if scripts lack the type `fa_file`.
    pub fn new(cx: &dyn Context) -> Option<Self> {
        let file = cx.named_type("fa_file")?.as_record()?.clone();
        // A field that scripts lack gets an index that no record has, so it is never assigned.
        let at = |name: &str| file.position(name).unwrap_or(u32::MAX);
        let conns = file.field(at("conns")).and_then(|f| match &f.ty {
            Type::Table(t) => Some(t.clone()),
            _ => None,
        });
        Some(FileLayout {
            conns,
            id: at("id"),
            source: at("source"),
            parent_id: at("parent_id"),
            is_orig: at("is_orig"),
            conns_at: at("conns"),
            last_active: at("last_active"),
            seen_bytes: at("seen_bytes"),
            total_bytes: at("total_bytes"),
            missing_bytes: at("missing_bytes"),
            overflow_bytes: at("overflow_bytes"),
            timeout_interval: at("timeout_interval"),
            bof_buffer_size: at("bof_buffer_size"),
            bof_buffer: at("bof_buffer"),
            file,
        })
    }

    /// Makes the record of a file that begins.
    ///
    /// # Errors
    /// A field's default cannot be computed.
    pub fn make(&self, facts: &Facts, cx: &mut dyn Context) -> Result<Record> {
        let r = cx.record(&self.file)?;
        r.set(self.id, Value::string(facts.id.text(b'F').as_str()));
        r.set(self.source, Value::string(facts.source.as_bytes()));
        if let Some(is_orig) = facts.is_orig {
            r.set(self.is_orig, Value::Bool(is_orig));
        }
        r.set(self.last_active, Value::Time(facts.last_active.as_secs_f64()));
        Ok(r)
    }

    /// Updates a record.
    pub fn update(&self, r: &Record, facts: &Facts) {
        r.set(self.last_active, Value::Time(facts.last_active.as_secs_f64()));
        r.set(self.seen_bytes, Value::Count(facts.seen));
        r.set(self.missing_bytes, Value::Count(facts.missing));
        r.set(self.overflow_bytes, Value::Count(facts.overflow));
        if let Some(total) = facts.total {
            r.set(self.total_bytes, Value::Count(total));
        }
        if let Some(beginning) = &facts.beginning
            && !r.has(self.bof_buffer)
        {
            r.set(self.bof_buffer, Value::string(beginning));
        }
    }

    /// Records that a connection carries the file. Returns true if that is new.
    ///
    /// # Errors
    /// The connection's id does not fit the index of `conns`.
    pub fn carried(&self, r: &Record, conn: &Record) -> Result<bool> {
        let (Some(ty), Some(id)) = (&self.conns, conn.get_named("id")) else { return Ok(false) };
        let conns = match r.get(self.conns_at) {
            Some(Value::Table(t)) => t,
            _ => {
                let t = Table::of(ty.clone());
                r.set(self.conns_at, Value::Table(t.clone()));
                t
            }
        };
        let key = conns.key(&[id])?;
        let new = !conns.has_raw(key.bytes());
        if new {
            conns.insert_raw(key.bytes(), Some(Value::Record(conn.clone())));
        }
        Ok(new)
    }

    /// Records that the file is part of `outer`: it gets that file's id as its parent and that file's connections.
    pub fn lies_in(&self, r: &Record, outer: &Record) {
        if let Some(id) = outer.get(self.id) {
            r.set(self.parent_id, id);
        }
        if let Some(conns) = outer.get(self.conns_at) {
            r.set(self.conns_at, conns);
        }
    }

    /// The settings that scripts have made in the record.
    #[must_use]
    pub fn wishes(&self, r: &Record) -> Wishes {
        let seconds = r.get(self.timeout_interval).and_then(|v| v.as_double()).unwrap_or(120.0);
        let beginning = r.get(self.bof_buffer_size).and_then(|v| v.as_count()).unwrap_or(4096);
        let total = r.get(self.total_bytes).and_then(|v| v.as_count());
        Wishes { timeout: Interval::from_secs_f64(seconds.clamp(0.0, FOR_EVER)), beginning, total }
    }
}

/// The maximum timeout in seconds.
const FOR_EVER: f64 = 1e9;

/// Sets a file's inactivity timeout, in seconds.
pub fn set_timeout(r: &Record, seconds: f64) {
    r.set_named("timeout_interval", Value::Interval(seconds));
}
