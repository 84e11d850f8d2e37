//! How a session goes on by a command or by the reply to it.
//!
//! A command moves on as if it would be accepted, because there are clients that do not wait for replies; a reply that
//! refuses it moves back.
use super::command::Command;

/// Where a session stands. The numbers are those that `smtp_unexpected` shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Stage {
    /// Before the greeting of the server.
    Connected = 0,
    /// The client should greet.
    Initiated = 1,
    /// The server refused.
    NotAvailable = 2,
    /// A mail may begin.
    Ready = 3,
    /// A sender was named.
    MailOk = 4,
    /// A recipient was named.
    RcptOk = 5,
    /// Lines of a mail.
    InData = 6,
    /// The mail is over.
    AfterData = 7,
    /// Lines of an authentication.
    InAuth = 8,
    /// TLS.
    InTls = 9,
    /// The client wants to go.
    Quit = 10,
    /// Bytes are missing.
    AfterGap = 11,
    /// A reply came after that.
    GapRecovery = 12,
    /// Chunks of a mail.
    InChunks = 13,
}

/// What is to be done, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Step {
    pub(super) unexpected_command: bool,
    pub(super) unexpected_reply: bool,
    pub(super) end_mail: bool,
    pub(super) begin_mail: bool,
    pub(super) turn: bool,
    pub(super) stage: Option<Stage>,
    pub(super) start_tls: bool,
}

impl Step {
    /// By a command (`code` is `None`), or by the code of its reply. The command of a reply is not known after a gap.
    pub(super) fn of(stage: Stage, command: Option<Command>, code: Option<u16>) -> Step {
        let mut step = match (command, code) {
            (Some(c), None) => Step::by_command(stage, c),
            (Some(c), Some(code)) => Step::by_reply(stage, c, code),
            (None, _) => Step::default(),
        };
        step.unexpected_command |= stage == Stage::Quit && code.is_none();
        let plain = matches!(
            command,
            None | Some(Command::Vrfy | Command::Expn | Command::Help | Command::Noop | Command::Etrn)
        );
        if plain && stage == Stage::GapRecovery && code == Some(354) {
            step.begin_mail = true;
        }
        step
    }

    /// Goes on to a stage; unexpected unless it was at one of `from`.
    fn to(at: Stage, from: &[Stage], next: Stage) -> Step {
        Step { unexpected_command: !from.contains(&at), stage: Some(next), ..Step::default() }
    }

    fn by_command(stage: Stage, command: Command) -> Step {
        match command {
            Command::Established => Step::to(stage, &[Stage::Connected], Stage::Initiated),
            Command::Ehlo | Command::Helo => Step::to(stage, &[Stage::Initiated], Stage::Ready),
            Command::Mail | Command::Send | Command::Soml | Command::Saml => {
                Step::to(stage, &[Stage::Ready], Stage::MailOk)
            }
            Command::Rcpt => Step::to(stage, &[Stage::MailOk, Stage::RcptOk], Stage::RcptOk),
            Command::Data => Step { begin_mail: true, ..Step::to(stage, &[Stage::RcptOk], Stage::InData) },
            Command::Bdat => Step::to(stage, &[Stage::RcptOk], Stage::InChunks),
            Command::EndOfData => Step {
                end_mail: true,
                ..Step::to(stage, &[Stage::InData, Stage::InChunks], Stage::AfterData)
            },
            Command::Rset => Step { stage: Some(Stage::Ready), ..Step::default() },
            Command::Quit => Step { stage: Some(Stage::Quit), ..Step::default() },
            // These wait for the reply.
            Command::Auth | Command::Turn | Command::StartTls | Command::AnonymousTls => {
                Step { unexpected_command: stage != Stage::Ready, ..Step::default() }
            }
            Command::AuthAnswer => Step { unexpected_command: stage != Stage::InAuth, ..Step::default() },
            Command::Vrfy | Command::Expn | Command::Help | Command::Noop | Command::Etrn => Step::default(),
        }
    }

    fn by_reply(stage: Stage, command: Command, code: u16) -> Step {
        let fine = Step::default();
        let odd = Step { unexpected_reply: true, ..fine };
        let at = |next: Stage| Step { stage: Some(next), ..fine };
        match command {
            Command::Established => match code {
                220 => fine,
                421 | 554 => at(Stage::NotAvailable),
                _ => odd,
            },
            Command::Ehlo | Command::Helo => match code {
                250 => fine,
                421 | 500 | 501 | 504 | 550 => at(Stage::Initiated),
                _ => odd,
            },
            Command::Mail | Command::Send | Command::Soml | Command::Saml => match code {
                250 => fine,
                421 | 451 | 452 | 500 | 501 | 503 | 550 | 552 | 553 if stage == Stage::InData => fine,
                421 | 451 | 452 | 500 | 501 | 503 | 550 | 552 | 553 => at(Stage::Ready),
                _ => odd,
            },
            Command::Rcpt => match code {
                250 | 251 | 421 | 450..=452 | 500 | 501 | 503 | 550..=554 => fine,
                _ => odd,
            },
            Command::Data => {
                let end_mail = stage == Stage::InData && code != 354;
                match code {
                    354 => fine,
                    421 => Step { end_mail, ..at(Stage::Quit) },
                    451 | 500 | 501 | 503 | 554 => Step { end_mail, ..at(Stage::Ready) },
                    _ => Step { end_mail, unexpected_reply: true, ..at(Stage::Ready) },
                }
            }
            // A client sends the rest of a chunk whatever the server says: the mail goes on.
            Command::Bdat => match code {
                250 | 421 | 451 | 500 | 501 | 503 | 554 => fine,
                _ => odd,
            },
            Command::EndOfData => match code {
                250 | 421 | 451 | 452 | 552 | 554 => at(Stage::Ready),
                _ => Step { unexpected_reply: true, ..at(Stage::Ready) },
            },
            Command::Rset if code == 250 => fine,
            Command::Quit if code == 221 => fine,
            Command::Rset | Command::Quit => odd,
            Command::Auth => Step {
                unexpected_command: stage != Stage::Ready,
                ..at(if code == 334 { Stage::InAuth } else { Stage::Initiated })
            },
            Command::AuthAnswer => Step {
                unexpected_command: stage != Stage::InAuth,
                ..at(if code == 334 { Stage::InAuth } else { Stage::Initiated })
            },
            Command::Turn => {
                let unexpected_command = stage != Stage::Ready;
                if code == 250 {
                    Step { unexpected_command, turn: true, ..at(Stage::Connected) }
                } else {
                    Step { unexpected_command, ..fine }
                }
            }
            Command::StartTls | Command::AnonymousTls => {
                let unexpected_command = stage != Stage::Ready;
                if code == 220 {
                    Step { unexpected_command, start_tls: true, ..at(Stage::InTls) }
                } else {
                    Step { unexpected_command, ..fine }
                }
            }
            Command::Vrfy | Command::Expn | Command::Help | Command::Noop | Command::Etrn => fine,
        }
    }
}
