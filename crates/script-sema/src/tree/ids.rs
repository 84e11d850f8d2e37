//! Numbers of globals, bodies and locals.

/// Number of a global in [`Program::globals`](super::Program::globals).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GlobalId(pub u32);

/// Number of a body in [`Program::bodies`](super::Program::bodies).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BodyId(pub u32);

/// Slot of a frame: number of a local in [`Body::locals`](super::Body::locals), parameters among them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LocalId(pub u32);
