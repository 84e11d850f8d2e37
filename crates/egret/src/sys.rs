//! System calls of the program: heap, user, forks, and signals to the programs that it starts.
pub(crate) mod fork;
pub(crate) mod heap;
pub(crate) mod identity;
pub(crate) mod signals;
pub(crate) mod usage;
