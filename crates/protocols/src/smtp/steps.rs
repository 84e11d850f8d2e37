//! The sequence of commands and replies of a session (RFC 5321, 4.1.4 and 4.3.2), as a table.
//!
//! The session only has to know which lines belong to a mail; it does not enforce the protocol. Clients that do not
//! wait for replies are common, so most commands take effect when they are sent, and a reply that refuses a command
//! reverts it.
use super::command::Command::{self, *};
use Effect::{AbandonMail, BeginMail, EndMail, Enter, Retract, StartTls as ToTls, Stay, SwapRoles};
use Stage::*;

/// The stage of a session. `smtp_unexpected` shows the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Stage {
    /// The server has not greeted yet; also the stage after TURN.
    Connected = 0,
    /// The client's greeting is expected.
    Initiated = 1,
    /// The server refused the session.
    NotAvailable = 2,
    /// A mail may begin.
    Ready = 3,
    /// The sender is named.
    MailOk = 4,
    /// A recipient is named.
    RcptOk = 5,
    /// The client sends the lines of a mail.
    InData = 6,
    /// The mail is complete.
    AfterData = 7,
    /// The client sends the lines of an authentication.
    InAuth = 8,
    /// The rest is TLS.
    InTls = 9,
    /// The client has sent QUIT.
    Quitting = 10,
    /// Bytes are missing, and no reply has arrived since.
    AfterGap = 11,
    /// The first reply after a gap has arrived.
    GapRecovery = 12,
    /// The client sends a mail in chunks (RFC 3030).
    InChunks = 13,
}

/// The consequences of a command or a reply, in the order of the fields.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Step {
    pub(super) unexpected_command: bool,
    pub(super) unexpected_reply: bool,
    pub(super) end_mail: bool,
    pub(super) begin_mail: bool,
    pub(super) swap_roles: bool,
    pub(super) stage: Option<Stage>,
    pub(super) start_tls: bool,
}

/// How a command or a reply changes the session.
#[derive(Clone, Copy)]
enum Effect {
    Stay,
    Enter(Stage),
    /// A mail begins, and the session enters the stage.
    BeginMail(Stage),
    /// The mail ends, and the session enters the stage.
    EndMail(Stage),
    /// The session enters the stage, unless a client that did not wait is already sending the mail.
    Retract(Stage),
    /// The session enters the stage; a mail that the client is already sending ends.
    AbandonMail(Stage),
    /// Client and server swap roles (TURN, RFC 821).
    SwapRoles,
    StartTls,
}

/// The stages at which a command is in order.
enum Order {
    Always,
    /// At these stages.
    At(&'static [Stage]),
    /// At these stages, checked again for the reply, because the command itself changes nothing.
    UntilReply(&'static [Stage]),
}

/// Reply codes that have the same effect.
type Replies = (&'static [u16], Effect);

/// A row of the table.
struct Rule {
    order: Order,
    /// The effect of sending the command.
    sent: Effect,
    /// Expected replies: codes of RFC 5321, 4.3.2, and those that servers use as well.
    replies: &'static [Replies],
    /// The effect of any other reply.
    other: Effect,
    /// Whether any other reply is reported as unexpected.
    report_other: bool,
}

impl Rule {
    const fn new(order: Order, sent: Effect, replies: &'static [Replies], other: Effect) -> Self {
        Rule { order, sent, replies, other, report_other: true }
    }

    /// Accepts replies that the row does not list.
    const fn any_reply(self) -> Self {
        Rule { report_other: false, ..self }
    }
}

/// The table: the replies that a server may send to each command, and their effects.
const fn rule(command: Command) -> Rule {
    use Order::{Always, At, UntilReply};
    match command {
        Established => Rule::new(
            At(&[Connected]),
            Enter(Initiated),
            &[(&[220], Stay), (&[421, 554], Enter(NotAvailable))],
            Stay,
        ),
        Ehlo | Helo => Rule::new(
            At(&[Initiated]),
            Enter(Ready),
            &[(&[250], Stay), (&[421, 500, 501, 504, 550], Enter(Initiated))],
            Stay,
        ),
        Mail | Send | Soml | Saml => Rule::new(
            At(&[Ready]),
            Enter(MailOk),
            &[(&[250], Stay), (&[421, 451, 452, 500, 501, 503, 550, 552, 553], Retract(Ready))],
            Stay,
        ),
        // Other recipients may have been accepted: a refusal changes nothing.
        Rcpt => Rule::new(
            At(&[MailOk, RcptOk]),
            Enter(RcptOk),
            &[(&[250, 251, 421, 450, 451, 452, 500, 501, 503, 550, 551, 552, 553, 554], Stay)],
            Stay,
        ),
        Data => Rule::new(
            At(&[RcptOk]),
            BeginMail(InData),
            &[
                (&[354], Stay),
                (&[421], AbandonMail(Quitting)),
                (&[451, 500, 501, 503, 554], AbandonMail(Ready)),
            ],
            AbandonMail(Ready),
        ),
        // The client sends the rest of a chunk whatever the reply is, so the mail continues.
        Bdat => {
            Rule::new(At(&[RcptOk]), Enter(InChunks), &[(&[250, 421, 451, 500, 501, 503, 554], Stay)], Stay)
        }
        EndOfData => Rule::new(
            At(&[InData, InChunks]),
            EndMail(AfterData),
            &[(&[250, 421, 451, 452, 552, 554], Enter(Ready))],
            Enter(Ready),
        ),
        Rset => Rule::new(Always, Enter(Ready), &[(&[250], Stay)], Stay),
        Quit => Rule::new(Always, Enter(Quitting), &[(&[221], Stay)], Stay),
        // RFC 4954, 4: 334 requests another line.
        Auth => {
            Rule::new(UntilReply(&[Ready]), Stay, &[(&[334], Enter(InAuth))], Enter(Initiated)).any_reply()
        }
        AuthAnswer => {
            Rule::new(UntilReply(&[InAuth]), Stay, &[(&[334], Enter(InAuth))], Enter(Initiated)).any_reply()
        }
        Turn => Rule::new(UntilReply(&[Ready]), Stay, &[(&[250], SwapRoles)], Stay).any_reply(),
        // RFC 3207, 4.
        StartTls | AnonymousTls => {
            Rule::new(UntilReply(&[Ready]), Stay, &[(&[220], ToTls)], Stay).any_reply()
        }
        Vrfy | Expn | Help | Noop | Etrn => Rule::new(Always, Stay, &[], Stay).any_reply(),
    }
}

impl Step {
    /// The step for a command of the client.
    pub(super) fn sent(stage: Stage, command: Command) -> Step {
        let rule = rule(command);
        let in_order = match rule.order {
            Order::Always => true,
            Order::At(stages) | Order::UntilReply(stages) => stages.contains(&stage),
        };
        // Nothing may follow QUIT (RFC 5321, 4.1.1.10).
        Step { unexpected_command: !in_order || stage == Quitting, ..rule.sent.at(stage) }
    }

    /// The step for a reply of the server; after a gap the command is unknown.
    pub(super) fn replied(stage: Stage, command: Option<Command>, code: u16) -> Step {
        let mut step = match command.map(rule) {
            Some(rule) => rule.reply(stage, code),
            None => Step::default(),
        };
        // Only DATA gets this reply: the lines of a mail follow, although the command itself was not seen.
        let changes_nothing = matches!(command, None | Some(Vrfy | Expn | Help | Noop | Etrn));
        step.begin_mail |= stage == GapRecovery && code == 354 && changes_nothing;
        step
    }
}

impl Rule {
    fn reply(&self, stage: Stage, code: u16) -> Step {
        let listed = self.replies.iter().find(|(codes, _)| codes.contains(&code));
        let effect = listed.map_or(self.other, |(_, effect)| *effect);
        let in_order = match self.order {
            Order::UntilReply(stages) => stages.contains(&stage),
            Order::Always | Order::At(_) => true,
        };
        Step {
            unexpected_command: !in_order,
            unexpected_reply: listed.is_none() && self.report_other,
            ..effect.at(stage)
        }
    }
}

impl Effect {
    /// The step of a session at `stage`.
    fn at(self, stage: Stage) -> Step {
        let to = |next| Step { stage: Some(next), ..Step::default() };
        match self {
            Stay => Step::default(),
            Retract(_) if stage == InData => Step::default(),
            Enter(next) | Retract(next) => to(next),
            BeginMail(next) => Step { begin_mail: true, ..to(next) },
            EndMail(next) => Step { end_mail: true, ..to(next) },
            AbandonMail(next) => Step { end_mail: stage == InData, ..to(next) },
            SwapRoles => Step { swap_roles: true, ..to(Connected) },
            ToTls => Step { start_tls: true, ..to(InTls) },
        }
    }
}
