//! The outside world as a run sees it: one trait per capability.
//!
//! Nothing below the binaries reads a clock, opens a file or starts a program. Code calls these traits, and the binary
//! implements them. A function takes the narrowest trait that suffices: one that reads files takes [`Files`], not
//! [`Outside`].
//!
//! This crate contains interfaces and plain data. It never touches the system itself.
mod files;
mod programs;
mod services;
mod supervision;

pub use files::{FileStamp, Files, Readable, Writable, system_error};
pub use programs::{Child, Exit, Pipe, Pipes, Programs};
pub use services::{MetricsDoor, MetricsDoors, NameServers, NameService, Syslog};
pub use supervision::Keeper;

use net_types::Addr;
use std::io;

/// The wall clock.
pub trait Clock {
    /// Returns the seconds since the epoch.
    fn wall_clock(&self) -> f64;
    /// Waits this many seconds. Returns how many seconds passed.
    fn sleep(&mut self, seconds: f64) -> f64;
    /// Returns the nanoseconds of a monotonic clock with any starting point; 0 if nothing is measured.
    fn ticks(&self) -> u64 {
        0
    }
}

/// The standard output and the standard error.
pub trait StandardStreams {
    /// Writes to the standard output.
    fn print(&mut self, bytes: &[u8]);
    /// Writes to the standard error.
    fn print_error(&mut self, bytes: &[u8]);
}

/// The variables of the environment.
pub trait Environment {
    /// Returns a variable's value.
    fn variable(&self, name: &str) -> Option<Vec<u8>>;
    /// Sets a variable for this run and the programs that it starts. Returns false if the name is invalid.
    fn set_variable(&mut self, name: &str, value: &str) -> bool;
}

/// A network interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// Its name.
    pub name: String,
    /// What the administrator calls it (`ip link set … alias`).
    pub description: Option<String>,
    /// Its IP addresses.
    pub addresses: Vec<Addr>,
    /// Whether it leads back to this machine.
    pub is_loopback: bool,
    /// Whether it is turned on.
    pub is_up: bool,
    /// Whether it is connected.
    pub is_running: bool,
}

/// The process and the machine that it runs on.
pub trait ThisMachine {
    /// Returns the id of this process.
    fn process_id(&self) -> u32;
    /// Returns the name of this machine.
    fn host_name(&self) -> String;
    /// Whether an address belongs to this machine.
    fn is_own_address(&self, a: Addr) -> bool;
    /// Lists the network interfaces of this machine.
    ///
    /// # Errors
    /// If the system does not tell.
    fn interfaces(&self) -> io::Result<Vec<Interface>> {
        Err(io::ErrorKind::Unsupported.into())
    }
    /// Returns the bytes of memory that the process has allocated and not freed; 0 if they are not counted.
    fn memory_in_use(&self) -> u64 {
        0
    }
    /// Processor time of the process in seconds: in the program, and in the system for it; `None` if that is unknown.
    fn processor_time(&self) -> Option<(f64, f64)> {
        None
    }
    /// Whether a signal that asks the program to end is pending.
    fn is_asked_to_end(&self) -> bool {
        false
    }
    /// Whether a signal has asked for the rotation of logs since the last call.
    fn is_asked_to_rotate(&mut self) -> bool {
        false
    }
}

/// The sources of input streams: files, the output of programs, and the clock.
pub trait Sources: Files + Programs + Clock {}

impl<T: Files + Programs + Clock> Sources for T {}

/// All capabilities together, as the binary supplies them.
pub trait Outside:
    StandardStreams + Environment + ThisMachine + Sources + NameService + MetricsDoors + Syslog
{
}

impl<T> Outside for T where
    T: StandardStreams + Environment + ThisMachine + Sources + NameService + MetricsDoors + Syslog
{
}
