//! Numeric types and constants of instructions.

/// The number of a register of either file, or of an entry in a pool.
pub(crate) type R = u16;

/// A position in the code.
pub(crate) type Target = u32;

/// The number that stands for no register.
pub(crate) const NONE: R = R::MAX;

/// The number of kinds, enumerations excluded.
pub(super) const SCALARS: usize = 7;

/// The code of the first enumeration in the code's pool; codes from here on are enumerations.
pub(crate) const ENUMS: R = 8;
