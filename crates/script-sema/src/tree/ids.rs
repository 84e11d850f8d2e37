//! Numbers of globals, bodies and locals.

/// The number of a global in [`Program::globals`](super::Program::globals).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GlobalId(pub u32);

/// The number of a body in [`Program::bodies`](super::Program::bodies).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BodyId(pub u32);

/// A slot of a frame: the number of a local or parameter in [`Body::locals`](super::Body::locals).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LocalId(pub u32);

/// Converts a length to a 32-bit number; four billion declarations do not occur.
pub(super) fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
