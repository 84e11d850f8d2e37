//! A call of a built-in function: its access to the machine, the services and the outside world, and its messages.
//! [`arguments`] reads its arguments, [`values`] creates its results.
mod arguments;
mod binary;
mod values;

pub(crate) use values::insert;

use crate::cluster::Cluster;
use crate::family::anonymization::Anonymizer;
use crate::packets::Packets;
use crate::places::Places;
use crate::services::{
    EventMetadata, Invocation, Print, ProgramInfo, Randomness, RunState, Services, Supervision, Telemetry,
    Traffic,
};
use crate::signatures::Signatures;
use crate::stores::Stores;
use bridge::FileControl;
use inputs::Inputs;
use log_framework::Logs;
use outside::{Clock, Environment, Files, Outside, Programs, StandardStreams, ThisMachine};
use resolver::Resolver;
use storage::Storage;
use value::{Context, ErrorKind, Level, RuntimeError, Value};

/// The result of a built-in function.
pub(crate) type Answer = Result<Value, Stop>;

/// Why a built-in function returns no value.
#[derive(Debug)]
pub(crate) enum Stop {
    /// No value: the result is `void`, or an error has already been reported.
    Nothing,
    /// An opaque value is of another kind than declared.
    WrongOpaque,
    /// A type of the prelude is missing, or is not what built-in functions expect.
    MissingType(String),
    /// An argument has another type than declared.
    Argument(usize),
    /// An error that ends the handler.
    Error(RuntimeError),
}

impl From<RuntimeError> for Stop {
    fn from(e: RuntimeError) -> Self {
        Stop::Error(e)
    }
}

impl Stop {
    /// Converts this to the result for the machine. Kept out of line, away from the usual path.
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

/// A call in progress.
pub(crate) struct Call<'a> {
    /// The machine.
    pub(crate) cx: &'a mut dyn Context,
    args: &'a [Value],
}

/// Defines the functions of a file by their names and implementations.
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

/// Defines an accessor for each service, named after its field.
macro_rules! services {
    ($($(#[$doc:meta])* $name:ident: $ty:ty,)*) => {
        $($(#[$doc])*
        #[allow(dead_code, reason = "the list has every service, used or not yet")]
        pub(crate) fn $name(&mut self) -> &mut $ty {
            &mut self.services().$name
        })*
    };
}

/// Defines an accessor for each capability of the outside world.
macro_rules! capabilities {
    ($($(#[$doc:meta])* $name:ident: $capability:ident,)*) => {
        $($(#[$doc])*
        pub(crate) fn $name(&mut self) -> &mut dyn $capability {
            self.services().outside()
        })*
    };
}

impl Call<'_> {
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

    /// Runs a part of the program that needs a [`Call`] although no built-in function was called.
    pub(crate) fn aside<R: Default>(
        cx: &mut dyn Context,
        f: impl FnOnce(&mut Call<'_>) -> Result<R, Stop>,
    ) -> value::Result<R> {
        f(&mut Call { cx, args: &[] }).or_else(|stop| stop.ended().map(|_| R::default()))
    }

    /// Returns all services. Functions that need only one use an accessor below.
    pub(crate) fn services(&mut self) -> &mut Services {
        Services::of(self.cx)
    }

    services! {
        /// How the program was started.
        invocation: Invocation,
        /// Seeds and random numbers.
        randomness: Randomness,
        /// The program that runs.
        program: ProgramInfo,
        /// Whether the run is ending or suspended.
        state: RunState,
        /// The state of `print`.
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
        /// Keys and values that persist between runs.
        storage: Storage,
        /// Broker stores.
        stores: Stores,
        /// Metrics.
        telemetry: Telemetry,
        /// The nodes that this process supervises.
        supervision: Supervision,
        /// This run as a node of a cluster.
        cluster: Cluster,
        /// Databases of locations and autonomous systems.
        places: Places,
        /// Metadata of events.
        metadata: EventMetadata,
        /// Anonymized addresses.
        anonymizer: Anonymizer,
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

    /// Returns no value.
    pub(crate) fn nothing(&self) -> Answer {
        Err(Stop::Nothing)
    }

    // Messages.

    /// Reports an invalid call: `error in PLACE: MESSAGE (CALL)`.
    pub(crate) fn error(&mut self, message: &str) {
        let shown = self.cx.call_text().map_or(String::new(), |c| format!(" ({c})"));
        let loc = self.cx.call_site();
        self.cx.report(Level::Error, &format!("{message}{shown}"), Some(loc));
    }

    /// Reports an invalid argument: `error in PLACE: MESSAGE (CALL and ARGUMENT)`.
    pub(crate) fn error_on(&mut self, message: &str, at: usize) {
        let v = self.args.get(at).cloned();
        match v {
            Some(v) => self.error_with(message, &v),
            None => self.error(message),
        }
    }

    /// Reports an invalid value: `error in PLACE: MESSAGE (CALL and VALUE)`.
    pub(crate) fn error_with(&mut self, message: &str, v: &Value) {
        let shown = self.cx.call_text().map_or(format!(" ({v})"), |c| format!(" ({c} and {v})"));
        let loc = self.cx.call_site();
        self.cx.report(Level::Error, &format!("{message}{shown}"), Some(loc));
    }

    /// Reports `error: MESSAGE`; with a place only while scripts load.
    pub(crate) fn report(&mut self, message: &str) {
        let loc = if self.program().loading { Some(self.cx.call_site()) } else { None };
        self.cx.report(Level::Error, message, loc);
    }

    /// Reports `warning: MESSAGE`, without a place.
    pub(crate) fn warn(&mut self, message: &str) {
        self.cx.report(Level::Warning, message, None);
    }

    /// Raises `net_weird` for something odd in traffic or in a call.
    pub(crate) fn weird(&mut self, name: &str, detail: &str) {
        self.raise("net_weird", vec![name.into(), detail.into(), "".into()]);
    }

    /// Queues an event by name. An event without handlers is dropped.
    pub(crate) fn raise(&mut self, event: &str, args: Vec<Value>) {
        if let Some(event) = self.cx.global_id(event).filter(|&id| self.cx.has_bodies(id)) {
            self.cx.raise(event, args);
        }
    }
}
