//! System calls of the program: heap, user, interfaces, forks, and signals to the programs that it starts.
pub(crate) mod fork;
pub(crate) mod heap;
pub(crate) mod identity;
pub(crate) mod interfaces;
pub(crate) mod signals;
pub(crate) mod usage;
