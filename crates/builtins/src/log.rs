//! The logging framework as scripts see it: the functions that make streams and filters, write records, delay them and
//! rotate logs. What they work on stands in [`log_framework`].
mod delay;
mod leftover;
mod make;
mod own_folder;
mod rotation;
mod rotation_time;
mod rows;
mod stream;
mod write;

pub(crate) use delay::{delay, finish, queue_size, set_max_interval, set_max_queue};
pub use leftover::rotate_leftovers;
pub use own_folder::claim_default_folder;
pub use rotation::rotate_all;
pub(crate) use rotation_time::{base_time, until_rotation};
pub(crate) use stream::{add_filter, create_stream, stream_of};
pub(crate) use write::{print, write};

use crate::call::{Call, Stop};
use value::{ErrorKind, Level, RuntimeError};

/// Reports failures of files, from a built-in function.
pub(crate) fn report(c: &mut Call<'_>, errors: impl IntoIterator<Item = String>) {
    for e in errors {
        c.report(&e);
    }
}

/// Reports an error that ends the run with status 1.
fn fatal(c: &mut Call<'_>, text: String) -> Stop {
    c.cx.report(Level::Fatal, &text, None);
    RuntimeError::of(ErrorKind::Exit(1), text).into()
}

/// Reports failures of files, outside of any call of a script.
pub fn complain(cx: &mut dyn value::Context, errors: impl IntoIterator<Item = String>) {
    for e in errors {
        cx.report(Level::Error, &e, None);
    }
}
