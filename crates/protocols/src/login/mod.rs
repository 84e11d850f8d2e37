//! Logins: Telnet (RFC 854), Rlogin (RFC 1282) and Rsh.
//!
//! What both sides type and show are lines; from them a [`Dialog`] guesses who logs in and whether he is let in, by
//! phrases that scripts set (`login_prompts`, `login_failure_msgs` and so on). Without phrases it only tells the lines.
//!
//! Limits: a line has at most [`MAX_LINE`] bytes; [`dialog::MAX_TYPEAHEAD`] lines that nobody asked for are remembered.
mod dialog;
mod phrases;
mod rlogin;
mod rsh;
mod side;
mod telnet;
#[cfg(test)]
mod tests;

pub use dialog::Dialog;
pub use phrases::Phrases;
pub use rlogin::{Rlogin, maker as rlogin_maker};
pub use rsh::{Rsh, maker as rsh_maker};
pub use telnet::{Telnet, maker as telnet_maker};

/// The longest line of Rlogin and Rsh, in bytes.
const MAX_LINE: usize = 16 * 1024 * 1024 - 100;

wire::anomalies! {
    /// A line that is not as it should be; those of a terminal and of Rsh never come to it.
    pub enum Anomaly from "RLOGIN" {
        /// A NUL within a line.
        Nul => "NUL_in_line",
    }
}
