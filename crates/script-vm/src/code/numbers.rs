//! Numbers in instructions.

/// Number of a register of either file, or of an entry of a pool.
pub(crate) type R = u16;

/// Position in the code.
pub(crate) type Target = u32;

/// No register.
pub(crate) const NONE: R = R::MAX;

/// How many kinds there are besides enumerations.
pub(super) const SCALARS: usize = 7;

/// Codes of kinds from here on are enumerations of the code's pool.
pub(crate) const ENUMS: R = 8;
