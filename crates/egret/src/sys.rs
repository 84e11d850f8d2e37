//! Below the program: its heap, its user, forks, and the signals of programs that it starts.
pub(crate) mod fork;
pub(crate) mod heap;
pub(crate) mod identity;
pub(crate) mod signals;
