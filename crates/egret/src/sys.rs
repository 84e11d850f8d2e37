//! Below the program: its heap.
pub(crate) mod heap;
