// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_Login.events.bif.zeek}.
//! Logins over telnet (RFC 854), rlogin (RFC 1282) and rsh.
use crate::arg::ConnId;
use crate::declare::events;

events! { in login;
    /// A line from the client of Rsh.
    RshRequest<'a> = "rsh_request" {
        c: ConnId, client_user: &'a [u8], server_user: &'a [u8], line: &'a [u8], new_session: bool
    }
    /// A line from the server of Rsh.
    RshReply<'a> = "rsh_reply" { c: ConnId, client_user: &'a [u8], server_user: &'a [u8], line: &'a [u8] }
    /// A login failed, inferred from the dialog.
    LoginFailure<'a> = "login_failure" {
        c: ConnId, user: &'a [u8], client_user: &'a [u8], password: &'a [u8], line: &'a [u8]
    }
    /// A login succeeded, inferred from the dialog.
    LoginSuccess<'a> = "login_success" {
        c: ConnId, user: &'a [u8], client_user: &'a [u8], password: &'a [u8], line: &'a [u8]
    }
    /// A line that a user typed.
    LoginInputLine<'a> = "login_input_line" { c: ConnId, line: &'a [u8] }
    /// A line that the server showed.
    LoginOutputLine<'a> = "login_output_line" { c: ConnId, line: &'a [u8] }
    /// The dialog of a login cannot be interpreted.
    LoginConfused<'a> = "login_confused" { c: ConnId, msg: &'a [u8], line: &'a [u8] }
    /// A line of a login dialog that can no longer be interpreted.
    LoginConfusedText<'a> = "login_confused_text" { c: ConnId, line: &'a [u8] }
    /// The kind of terminal that a client has.
    LoginTerminal<'a> = "login_terminal" { c: ConnId, terminal: &'a [u8] }
    /// The display of a client.
    LoginDisplay<'a> = "login_display" { c: ConnId, display: &'a [u8] }
    /// Telnet's authentication succeeded.
    AuthenticationAccepted<'a> = "authentication_accepted" { name: &'a [u8], c: ConnId }
    /// Telnet's authentication failed.
    AuthenticationRejected<'a> = "authentication_rejected" { name: &'a [u8], c: ConnId }
    /// No authentication of Telnet took place.
    AuthenticationSkipped = "authentication_skipped" { c: ConnId }
    /// The prompt that a client tells its server.
    LoginPrompt<'a> = "login_prompt" { c: ConnId, prompt: &'a [u8] }
    /// Both sides of Telnet encrypt from here on.
    ActivatingEncryption = "activating_encryption" { c: ConnId }
    /// A Telnet option contradicts the negotiated state.
    InconsistentOption = "inconsistent_option" { c: ConnId }
    /// A malformed Telnet option.
    BadOption = "bad_option" { c: ConnId }
    /// A Telnet option without a proper end.
    BadOptionTermination = "bad_option_termination" { c: ConnId }
}
