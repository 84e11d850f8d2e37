//! One call of a built-in function: its arguments, and what it may ask of the machine.
use crate::packets::Packets;
use crate::places::Places;
use crate::services::{
    EventMetadata, Invocation, Print, ProgramInfo, Randomness, RunState, Services, Supervision, Telemetry,
    Traffic,
};
use crate::signatures::Signatures;
use bridge::FileControl;
use inputs::Inputs;
use log_framework::Logs;
use net_types::{Addr, Port, Subnet};
use outside::{Clock, Environment, Files, Outside, Programs, StandardStreams, ThisMachine};
use resolver::Resolver;
use std::rc::Rc;
use storage::Storage;
use value::{
    Context, ErrorKind, Func, Level, Opaque, Pattern, Printer, Record, RecordType, RuntimeError, Str, Table,
    TableType, Type, Value, Vector, VectorType,
};

/// What a built-in function yields.
pub(crate) type Answer = Result<Value, Stop>;

/// Why a built-in function yields no value.
#[derive(Debug)]
pub(crate) enum Stop {
    /// It has none to yield: its result is `void`, or it has said already what is wrong.
    Nothing,
    /// An opaque value of another kind than its type says.
    WrongOpaque,
    /// A prelude's type that is not there, or is another than the built-in functions know.
    MissingType(String),
    /// An argument is of another type than the declaration says.
    Argument(usize),
    /// The handler ends, with this.
    Error(RuntimeError),
}

impl From<RuntimeError> for Stop {
    fn from(e: RuntimeError) -> Self {
        Stop::Error(e)
    }
}

impl Stop {
    /// What the machine is told. Apart from the way of a call that yields a value.
    #[inline(never)]
    fn ended(self) -> value::Result<Option<Value>> {
        match self {
            Stop::Nothing => Ok(None),
            Stop::Error(e) => Err(e),
            Stop::WrongOpaque => Err(RuntimeError::of(ErrorKind::Runtime, "opaque value of another kind")),
            Stop::MissingType(name) => Err(RuntimeError::of(
                ErrorKind::Runtime,
                format!("type {name} of the prelude is missing or another"),
            )),
            Stop::Argument(at) => Err(RuntimeError::of(
                ErrorKind::Runtime,
                format!("argument {} is not of the declared type", at + 1),
            )),
        }
    }
}

/// A larger text buffer goes back to the system.
const MAX_KEPT: usize = 1 << 16;

/// A call under way.
pub(crate) struct Call<'a> {
    /// The machine.
    pub(crate) cx: &'a mut dyn Context,
    args: &'a [Value],
}

/// The functions of a file: names, and what each does.
macro_rules! family {
    ($($name:literal => $f:expr),* $(,)?) => {
        pub(crate) const FAMILY: &[::value::Builtin] = &[$(::value::Builtin {
            name: $name,
            run: |cx, args| {
                let f: fn(&mut $crate::call::Call<'_>) -> $crate::call::Answer = $f;
                $crate::call::Call::run(cx, args, f)
            },
        }),*];
    };
}
pub(crate) use family;

/// Accessors of services, by the name of the field.
macro_rules! services {
    ($($(#[$doc:meta])* $name:ident: $ty:ty,)*) => {
        $($(#[$doc])*
        #[allow(dead_code, reason = "the list has every service, used or not yet")]
        pub(crate) fn $name(&mut self) -> &mut $ty {
            &mut self.services().$name
        })*
    };
}

/// Accessors of the world outside, one a capability.
macro_rules! capabilities {
    ($($(#[$doc:meta])* $name:ident: $capability:ident,)*) => {
        $($(#[$doc])*
        pub(crate) fn $name(&mut self) -> &mut dyn $capability {
            self.services().outside()
        })*
    };
}

/// An argument taken by kind.
macro_rules! argument {
    ($(#[$doc:meta])* $name:ident -> $ty:ty, $v:ident => $take:expr) => {
        $(#[$doc])*
        pub(crate) fn $name(&self, at: usize) -> Result<$ty, Stop> {
            let $v = self.args.get(at).ok_or(Stop::Argument(at))?;
            $take.ok_or(Stop::Argument(at))
        }
    };
}

impl<'a> Call<'a> {
    /// Runs a built-in function for the machine.
    #[inline]
    pub(crate) fn run(
        cx: &mut dyn Context,
        args: &[Value],
        f: fn(&mut Call<'_>) -> Answer,
    ) -> value::Result<Option<Value>> {
        match f(&mut Call { cx, args }) {
            Ok(v) => Ok(Some(v)),
            Err(stop) => stop.ended(),
        }
    }

    /// Number of arguments.
    pub(crate) fn len(&self) -> usize {
        self.args.len()
    }

    /// An argument.
    ///
    /// # Panics
    /// Where there are fewer: declared arguments are there, others are counted with [`Call::len`] first.
    pub(crate) fn arg(&self, at: usize) -> &'a Value {
        &self.args[at]
    }

    argument!(
        /// A `string`.
        str -> Str, v => v.as_string().cloned());
    argument!(
        /// A `count`.
        count -> u64, v => v.as_count());
    argument!(
        /// An `int`.
        int -> i64, v => v.as_int());
    argument!(
        /// A `double`, `time` or `interval`.
        double -> f64, v => v.as_double());
    argument!(
        /// A `bool`.
        flag -> bool, v => v.as_bool());
    argument!(
        /// An `addr`.
        addr -> Addr, v => v.as_addr());
    argument!(
        /// A `subnet`.
        subnet -> Subnet, v => v.as_subnet());
    argument!(
        /// A `port`.
        port -> Port, v => v.as_port());
    argument!(
        /// A `pattern`.
        pattern -> Rc<Pattern>, v => v.as_pattern().cloned());
    argument!(
        /// A `record`.
        record -> Record, v => v.as_record().cloned());
    argument!(
        /// A `vector`.
        vector -> Vector, v => v.as_vector().cloned());
    argument!(
        /// A `table` or `set`.
        table -> Table, v => v.as_table().cloned());
    argument!(
        /// An `opaque`.
        opaque -> Opaque, v => v.as_opaque().cloned());
    argument!(
        /// A `file`.
        file -> Rc<value::File>, v => v.as_file().cloned());

    /// A string that C code would take: one with a NUL is replaced, with a word about it.
    pub(crate) fn c_str(&mut self, at: usize) -> Result<Str, Stop> {
        let s = self.str(at)?;
        if !s.contains(&0) {
            return Ok(s);
        }
        let mut shown = Vec::new();
        value::print::expanded(&s, &mut shown);
        self.report(&format!("string with embedded NUL: \"{}\"", String::from_utf8_lossy(&shown)));
        Ok(Str::from("<string-with-NUL>"))
    }

    /// A string argument as text, as [`Call::c_str`].
    pub(crate) fn text(&mut self, at: usize) -> Result<String, Stop> {
        Ok(self.c_str(at)?.to_text().into_owned())
    }

    /// All services. Functions that need one take it from an accessor below.
    pub(crate) fn services(&mut self) -> &mut Services {
        Services::of(self.cx)
    }

    services! {
        /// How the program was started.
        invocation: Invocation,
        /// Seeds and numbers drawn from them.
        randomness: Randomness,
        /// The program that runs.
        program: ProgramInfo,
        /// Whether the run ends or stands still.
        state: RunState,
        /// What `print` needs.
        print: Print,
        /// The session and its connections.
        traffic: Traffic,
        /// Packets.
        packets: Packets,
        /// Files under analysis.
        files: FileControl,
        /// Signatures.
        signatures: Signatures,
        /// The logging framework.
        logs: Logs,
        /// The input framework.
        inputs: Inputs,
        /// Names of hosts and addresses.
        names: Resolver,
        /// Keys and values that outlive the run.
        storage: Storage,
        /// Metrics.
        telemetry: Telemetry,
        /// The nodes that this process supervises.
        supervision: Supervision,
        /// Databases of places.
        places: Places,
        /// Metadata of events.
        metadata: EventMetadata,
    }

    capabilities! {
        /// The wall clock.
        clock: Clock,
        /// The standard streams.
        streams: StandardStreams,
        /// Files and folders.
        disk: Files,
        /// Programs.
        programs: Programs,
        /// The environment.
        environment: Environment,
        /// This process and machine.
        this_machine: ThisMachine,
        /// All capabilities.
        outside: Outside,
    }

    /// Ends without a value.
    pub(crate) fn nothing(&self) -> Answer {
        Err(Stop::Nothing)
    }

    // Messages.

    /// The call is wrong: `error in PLACE: MESSAGE (CALL)`.
    pub(crate) fn error(&mut self, message: &str) {
        let shown = self.cx.call_text().map_or(String::new(), |c| format!(" ({c})"));
        let loc = self.cx.call_site();
        self.cx.report(Level::Error, &format!("{message}{shown}"), Some(loc));
    }

    /// An argument is wrong: `error in PLACE: MESSAGE (CALL and ARGUMENT)`.
    pub(crate) fn error_on(&mut self, message: &str, at: usize) {
        let v = self.args.get(at).cloned();
        match v {
            Some(v) => self.error_with(message, &v),
            None => self.error(message),
        }
    }

    /// A value is wrong: `error in PLACE: MESSAGE (CALL and VALUE)`.
    pub(crate) fn error_with(&mut self, message: &str, v: &Value) {
        let shown = self.cx.call_text().map_or(format!(" ({v})"), |c| format!(" ({c} and {v})"));
        let loc = self.cx.call_site();
        self.cx.report(Level::Error, &format!("{message}{shown}"), Some(loc));
    }

    /// `error: MESSAGE`, without a place but while scripts load.
    pub(crate) fn report(&mut self, message: &str) {
        let loc = if self.program().loading { Some(self.cx.call_site()) } else { None };
        self.cx.report(Level::Error, message, loc);
    }

    /// `warning: MESSAGE`, without a place.
    pub(crate) fn warn(&mut self, message: &str) {
        self.cx.report(Level::Warning, message, None);
    }

    /// Something odd in what is analyzed or done: raises `net_weird`.
    pub(crate) fn weird(&mut self, name: &str, detail: &str) {
        if let Some(event) = self.cx.global_id("net_weird").filter(|&id| self.cx.has_bodies(id)) {
            self.cx.raise(event, vec![name.into(), detail.into(), "".into()]);
        }
    }

    // Values.

    /// An empty buffer to make text in, which [`Call::text_of`] gives back.
    pub(crate) fn buffer(&mut self) -> Vec<u8> {
        let mut out = std::mem::take(&mut self.services().text);
        out.clear();
        out
    }

    /// The string in a buffer.
    pub(crate) fn text_of(&mut self, out: Vec<u8>) -> Answer {
        let v = Value::string(&out);
        if out.capacity() <= MAX_KEPT {
            self.services().text = out;
        }
        Ok(v)
    }

    /// A value as `cat` and `%s` write it.
    pub(crate) fn describe_raw(&self, v: &Value, out: &mut Vec<u8>) {
        match v {
            Value::String(s) => out.extend_from_slice(s),
            Value::Count(n) => value::print::decimal(*n, out),
            v => Printer::raw(out).value(v),
        }
    }

    /// The bytes that stand for a value in digests.
    pub(crate) fn describe_binary(&self, v: &Value) -> Vec<u8> {
        let mut out = Vec::new();
        binary(v, &mut out);
        out
    }

    /// A record type of the prelude.
    pub(crate) fn record_type(&self, name: &str) -> Result<Rc<RecordType>, Stop> {
        match self.cx.named_type(name) {
            Some(Type::Record(t)) => Ok(t),
            _ => Err(Stop::MissingType(name.to_owned())),
        }
    }

    /// A new record of a type of the prelude, with its defaults.
    pub(crate) fn new_record(&mut self, name: &str) -> Result<Record, Stop> {
        let ty = self.record_type(name)?;
        Ok(self.cx.record(&ty)?)
    }

    /// A vector type of the prelude.
    pub(crate) fn vector_type(&self, name: &str) -> Result<Rc<VectorType>, Stop> {
        match self.cx.named_type(name) {
            Some(Type::Vector(t)) => Ok(t),
            _ => Err(Stop::MissingType(name.to_owned())),
        }
    }

    /// A vector of a type of the prelude.
    pub(crate) fn vector_of(&self, name: &str, items: Vec<Value>) -> Answer {
        Ok(Vector::from_values(self.vector_type(name)?, items).into())
    }

    /// An empty vector of a type of the prelude.
    pub(crate) fn empty_vector(&self, name: &str) -> Answer {
        self.vector_of(name, Vec::new())
    }

    /// A table type of the prelude.
    pub(crate) fn table_type(&self, name: &str) -> Result<Rc<TableType>, Stop> {
        match self.cx.named_type(name) {
            Some(Type::Table(t)) => Ok(t),
            _ => Err(Stop::MissingType(name.to_owned())),
        }
    }

    /// An empty table of a type of the prelude.
    pub(crate) fn table_of(&self, name: &str) -> Result<Table, Stop> {
        Ok(Table::of(self.table_type(name)?))
    }

    /// A set of a type of the prelude.
    pub(crate) fn set_of(&self, name: &str, items: Vec<Value>) -> Answer {
        let set = self.table_of(name)?;
        for item in items {
            insert(&set, &[item], None)?;
        }
        Ok(set.into())
    }

    /// An enumerator of a type of the prelude.
    pub(crate) fn enumerator(&self, name: &str, number: i64) -> Answer {
        match self.cx.named_type(name) {
            Some(Type::Enum(t)) => Ok(Value::enumerator(number, &t)),
            _ => Err(Stop::MissingType(name.to_owned())),
        }
    }

    /// The value of a global of the prelude.
    pub(crate) fn global(&self, name: &str) -> Option<Value> {
        self.cx.global(self.cx.global_id(name)?)
    }

    /// Calls a function value.
    pub(crate) fn invoke(&mut self, f: &Rc<Func>, args: &[Value]) -> Result<Option<Value>, Stop> {
        Ok(self.cx.call(f, args)?)
    }
}

/// Puts an entry into a table that a built-in function makes.
pub(crate) fn insert(table: &Table, index: &[Value], value: Option<Value>) -> Result<(), Stop> {
    let key = table.key(index)?;
    table.insert_raw(key.bytes(), value);
    Ok(())
}

/// Scalars as the number of their type and their bytes in memory, or their text with a zero at its end; composites as
/// the sequence of their parts.
fn binary(v: &Value, out: &mut Vec<u8>) {
    let kind: i32 = match v {
        Value::Bool(_) => 1,
        Value::Int(_) => 2,
        Value::Count(_) => 3,
        Value::Double(_) => 4,
        Value::Time(_) => 5,
        Value::Interval(_) => 6,
        Value::String(_) => 7,
        Value::Pattern(_) => 8,
        Value::Enum(..) => 9,
        Value::Port(_) => 10,
        Value::Addr4(_) | Value::Addr6(_) => 11,
        Value::Subnet(_) => 12,
        _ => 0,
    };
    if kind != 0 {
        out.extend_from_slice(&kind.to_le_bytes());
    }
    match v {
        Value::Bool(b) => out.extend_from_slice(&i64::from(*b).to_le_bytes()),
        Value::Int(n) => out.extend_from_slice(&n.to_le_bytes()),
        Value::Count(n) => out.extend_from_slice(&n.to_le_bytes()),
        Value::Double(x) | Value::Time(x) | Value::Interval(x) => out.extend_from_slice(&x.to_le_bytes()),
        Value::Enum(n, t) => out.extend_from_slice(&t.number_at(*n).to_le_bytes()),
        Value::Port(p) => {
            out.extend_from_slice(&u32::from(p.num).to_le_bytes());
            out.extend_from_slice(b"/\0");
            out.extend_from_slice(p.proto.name().as_bytes());
            out.push(0);
        }
        Value::Record(r) => {
            for field in (0..r.len() as u32).filter_map(|i| r.get(i)) {
                binary(&field, out);
            }
        }
        Value::Vector(items) => {
            for item in items.items().iter().flatten() {
                binary(item, out);
            }
        }
        Value::List(items) => {
            for item in items.iter() {
                binary(item, out);
            }
        }
        Value::String(s) => out.extend_from_slice(s),
        other => {
            Printer::raw(out).value(other);
            out.push(0);
        }
    }
}
