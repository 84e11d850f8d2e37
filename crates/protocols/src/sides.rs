//! A value for each side of a connection.
use session::Role;

/// State that an analyzer keeps for both sides.
#[derive(Default)]
pub(crate) struct Sides<T> {
    orig: T,
    resp: T,
}

impl<T> Sides<T> {
    /// The state of the side `from`.
    pub(crate) fn of(&mut self, from: Role) -> &mut T {
        match from {
            Role::Orig => &mut self.orig,
            Role::Resp => &mut self.resp,
        }
    }

    /// The state of both sides.
    pub(crate) fn both(&mut self) -> [&mut T; 2] {
        [&mut self.orig, &mut self.resp]
    }
}
