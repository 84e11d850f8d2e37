//! Options as events.
use super::Heard;
use super::anomaly::Anomaly;
use event::login as ev;
use session::analyzer::Context;

/// Raises the event of an option. Variables of the environment are left to the caller.
pub(crate) fn tell(cx: &mut Context<'_, '_>, h: Heard<'_>) {
    match h {
        Heard::Inconsistent => cx.event(|c| ev::InconsistentOption { c }),
        Heard::Bad => cx.event(|c| ev::BadOption { c }),
        Heard::BadTermination => cx.event(|c| ev::BadOptionTermination { c }),
        Heard::Terminal(terminal) => cx.event(|c| ev::LoginTerminal { c, terminal }),
        Heard::Accepted(name) => cx.event(|c| ev::AuthenticationAccepted { name, c }),
        Heard::Rejected(name) => cx.event(|c| ev::AuthenticationRejected { name, c }),
        Heard::Encrypting => cx.event(|c| ev::ActivatingEncryption { c }),
        Heard::Env(..) => {}
        Heard::Anomaly(a) => {
            if matches!(a, Anomaly::LineTooLong(_) | Anomaly::OptionTooLong(_)) {
                cx.cannot_follow();
            }
            cx.anomaly(a);
        }
    }
}
