//! Dialogs of logins.
use super::connections::known;
use crate::call::{Answer, Call, family};
use protocols::login::{self, Stage};

family! {
    "get_login_state" => get_login_state,
    "set_login_state" => set_login_state,
}

/// The stages by their numbers in scripts.
const STAGES: [Stage; 4] = [Stage::Asking, Stage::LoggedIn, Stage::NoLogin, Stage::Confused];

/// The stage of the login on a connection; 0, that is `LOGIN_STATE_AUTHENTICATE`, without a login analyzer.
fn get_login_state(c: &mut Call<'_>) -> Answer {
    let Some((live, id)) = known(c, 0)? else { return Ok(0u64.into()) };
    let stage = live.ask(|s| login::stage(s, id)).flatten();
    Ok(stage.map_or(0, |stage| stage as u64).into())
}

/// Returns false if the connection does not exist or has no login analyzer.
fn set_login_state(c: &mut Call<'_>) -> Answer {
    let new = c.count(1)?;
    let Some((live, id)) = known(c, 0)? else { return Ok(false.into()) };
    let Some(&stage) = usize::try_from(new).ok().and_then(|n| STAGES.get(n)) else {
        c.error_on(
            "no such state of a login: expected one of LOGIN_STATE_AUTHENTICATE to LOGIN_STATE_CONFUSED",
            1,
        );
        return Ok(false.into());
    };
    let has_login = live.ask(|s| login::stage(s, id)).flatten().is_some();
    c.traffic().order(move |s, sink| {
        login::set_stage(s, id, stage, sink);
    });
    Ok(has_login.into())
}
