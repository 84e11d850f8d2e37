//! Login protocols: Telnet (RFC 854), Rlogin (RFC 1282) and Rsh.
//!
//! A [`Dialog`] reports each line of either side (`login_input_line`, `login_output_line`) and infers from the lines
//! who logs in and with what result (`login_success`, `login_failure`, `login_confused`). It relies on phrases that
//! scripts set (`login_prompts`, `login_failure_msgs` and others). Without phrases, only lines are reported.
//!
//! Limits: a line has at most [`MAX_LINE`] bytes; at most [`typed::MAX_LINES`] typed lines are kept until a prompt asks
//! for them.
mod anomaly;
mod control;
mod dialog;
mod phrases;
mod rlogin;
mod rsh;
mod side;
mod telnet;
#[cfg(test)]
mod tests;
mod typed;

pub use anomaly::Anomaly;
pub use control::{set_stage, stage};
pub use dialog::{Dialog, Stage};
pub use phrases::Phrases;
pub use rlogin::{Rlogin, maker as rlogin_maker};
pub use rsh::{Rsh, maker as rsh_maker};
pub use telnet::{Telnet, maker as telnet_maker};

/// The maximum length of a line of Rlogin and Rsh, in bytes.
const MAX_LINE: usize = 16 * 1024 * 1024 - 100;
