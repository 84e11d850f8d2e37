// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_Login.events.bif.zeek}.
//! Logins over telnet (RFC 854), rlogin (RFC 1282) and rsh.
use crate::arg::ConnId;
use crate::declare::events;

events! { in login;
    /// A line from the client of rsh.
    RshRequest<'a> = "rsh_request" {
        c: ConnId, client_user: &'a [u8], server_user: &'a [u8], line: &'a [u8], new_session: bool
    }
    /// A line to the client of rsh.
    RshReply<'a> = "rsh_reply" { c: ConnId, client_user: &'a [u8], server_user: &'a [u8], line: &'a [u8] }
    /// Somebody was not let in.
    LoginFailure<'a> = "login_failure" {
        c: ConnId, user: &'a [u8], client_user: &'a [u8], password: &'a [u8], line: &'a [u8]
    }
    /// Somebody was let in.
    LoginSuccess<'a> = "login_success" {
        c: ConnId, user: &'a [u8], client_user: &'a [u8], password: &'a [u8], line: &'a [u8]
    }
    /// A line from the user.
    LoginInputLine<'a> = "login_input_line" { c: ConnId, line: &'a [u8] }
    /// A line to the user.
    LoginOutputLine<'a> = "login_output_line" { c: ConnId, line: &'a [u8] }
    /// The dialog of a login cannot be followed any more.
    LoginConfused<'a> = "login_confused" { c: ConnId, msg: &'a [u8], line: &'a [u8] }
    /// A line after that.
    LoginConfusedText<'a> = "login_confused_text" { c: ConnId, line: &'a [u8] }
    /// The kind of terminal.
    LoginTerminal<'a> = "login_terminal" { c: ConnId, terminal: &'a [u8] }
    /// The X display.
    LoginDisplay<'a> = "login_display" { c: ConnId, display: &'a [u8] }
    /// Authentication by an option succeeded.
    AuthenticationAccepted<'a> = "authentication_accepted" { name: &'a [u8], c: ConnId }
    /// It failed.
    AuthenticationRejected<'a> = "authentication_rejected" { name: &'a [u8], c: ConnId }
    /// The server asked for none.
    AuthenticationSkipped = "authentication_skipped" { c: ConnId }
    /// The prompt of TTYPROMPT.
    LoginPrompt<'a> = "login_prompt" { c: ConnId, prompt: &'a [u8] }
    /// What follows is encrypted.
    ActivatingEncryption = "activating_encryption" { c: ConnId }
    /// An option does not fit to what was agreed before.
    InconsistentOption = "inconsistent_option" { c: ConnId }
    /// An option that is not well formed.
    BadOption = "bad_option" { c: ConnId }
    /// An option without its end.
    BadOptionTermination = "bad_option_termination" { c: ConnId }
}
