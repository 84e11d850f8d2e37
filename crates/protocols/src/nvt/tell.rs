//! Reports options as events.
use super::Note;
use super::anomaly::Anomaly;
use event::login as ev;
use session::analyzer::Context;

/// Raises the event of an option or anomaly. Ignores environment variables, which the caller handles.
pub(crate) fn tell(cx: &mut Context<'_, '_>, h: Note<'_>) {
    match h {
        Note::Inconsistent => cx.event(|c| ev::InconsistentOption { c }),
        Note::Bad => cx.event(|c| ev::BadOption { c }),
        Note::BadTermination => cx.event(|c| ev::BadOptionTermination { c }),
        Note::Terminal(terminal) => cx.event(|c| ev::LoginTerminal { c, terminal }),
        Note::Accepted(name) => cx.event(|c| ev::AuthenticationAccepted { name, c }),
        Note::Rejected(name) => cx.event(|c| ev::AuthenticationRejected { name, c }),
        Note::Encrypting => cx.event(|c| ev::ActivatingEncryption { c }),
        Note::Env(..) => {}
        Note::Anomaly(a) => {
            if matches!(a, Anomaly::LineTooLong(_) | Anomaly::OptionTooLong(_)) {
                cx.cannot_follow();
            }
            cx.anomaly(a);
        }
    }
}
