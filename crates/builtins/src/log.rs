//! The logging framework for scripts: functions that create streams and filters, write and delay records, and rotate
//! logs. Their state is in [`log_framework`].
mod delay;
mod leftover;
mod make;
mod on_disk;
mod own_folder;
mod received;
mod remote;
mod rotation;
mod rotation_time;
mod rows;
mod stream;
mod write;

pub(crate) use delay::{delay, finish, queue_size, set_max_interval, set_max_queue};
pub use leftover::rotate_leftovers;
pub use on_disk::restore;
pub(crate) use on_disk::{OnDisk, acknowledge};
pub use own_folder::claim_default_folder;
pub(crate) use received::received;
pub(crate) use remote::{Outgoing, attach_all};
pub use rotation::{rotate_all, rotate_at_end};
pub(crate) use rotation_time::{base_time, until_rotation};
pub(crate) use stream::{add_filter, create_stream, stream_of};
pub(crate) use write::{print, write};

use crate::call::{Call, Stop};
use value::{ErrorKind, Level, RuntimeError};

/// Reports errors of log files, from a built-in function.
pub(crate) fn report(c: &mut Call<'_>, errors: impl IntoIterator<Item = String>) {
    for e in errors {
        c.report(&e);
    }
}

/// Reports an error that ends the run with exit status 1.
fn fatal(c: &mut Call<'_>, text: String) -> Stop {
    c.cx.report(Level::Fatal, &text, None);
    RuntimeError::of(ErrorKind::Exit(1), text).into()
}

/// Reports errors of log files, outside of any script call.
pub fn complain(cx: &mut dyn value::Context, errors: impl IntoIterator<Item = String>) {
    for e in errors {
        cx.report(Level::Error, &e, None);
    }
}
