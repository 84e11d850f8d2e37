//! The dialog of a connection, as scripts see and change it.
use super::side::Bytewise;
use super::{Dialog, Rlogin, Rsh, Stage, Telnet};
use event::ConnId;
use session::{Session, Sink};

/// The stage of the login on a connection; `None` without a login analyzer.
#[must_use]
pub fn stage(session: &Session, id: ConnId) -> Option<Stage> {
    let dialog = |at| {
        let telnet = session.analyzer::<Telnet>(id, at).map(|a| &a.dialog);
        let rlogin = || session.analyzer::<Bytewise<Rlogin>>(id, at).map(|a| &a.0.dialog);
        telnet.or_else(rlogin).or_else(|| session.analyzer::<Bytewise<Rsh>>(id, at).map(|a| &a.0.dialog))
    };
    session.analyzers(id).find_map(|(at, _)| dialog(at)).map(Dialog::stage)
}

/// Puts the login on a connection into another stage. False without a login analyzer.
pub fn set_stage(session: &mut Session, id: ConnId, stage: Stage, sink: &mut dyn Sink) -> bool {
    let analyzers: Vec<_> = session.analyzers(id).collect();
    analyzers.into_iter().any(|(at, _)| {
        let telnet = session.with_analyzer(id, at, sink, |a: &mut Telnet, _| a.dialog.set_stage(stage));
        let rlogin =
            session.with_analyzer(id, at, sink, |a: &mut Bytewise<Rlogin>, _| a.0.dialog.set_stage(stage));
        let rsh = session.with_analyzer(id, at, sink, |a: &mut Bytewise<Rsh>, _| a.0.dialog.set_stage(stage));
        telnet.or(rlogin).or(rsh).is_some()
    })
}
