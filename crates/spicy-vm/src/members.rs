//! The members of a unit. Most units have few, which stand in the unit itself.
use crate::value::Value;
use std::ops::{Deref, DerefMut};

/// Members that need no memory of their own.
const FEW: usize = 2;

/// Members by index. There may be more places than members: these are not set.
#[derive(Clone)]
pub(crate) enum Members {
    Few([Value; FEW]),
    Many(Box<[Value]>),
}

impl Members {
    /// Members that are not set.
    #[inline]
    pub(crate) fn unset(count: usize) -> Self {
        if count <= FEW {
            return Members::Few([const { Value::Unset }; FEW]);
        }
        let mut all = Vec::with_capacity(count);
        all.resize_with(count, Value::default);
        Members::Many(all.into_boxed_slice())
    }
}

impl Deref for Members {
    type Target = [Value];

    #[inline]
    fn deref(&self) -> &[Value] {
        match self {
            Members::Few(few) => few,
            Members::Many(many) => many,
        }
    }
}

impl DerefMut for Members {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Value] {
        match self {
            Members::Few(few) => few,
            Members::Many(many) => many,
        }
    }
}
