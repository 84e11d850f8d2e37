//! Below the program: its heap, and the signals of programs that it starts.
pub(crate) mod heap;
pub(crate) mod signals;
