//! Control of SMTP analyzers.
use crate::call::family;
use crate::call::{Answer, Call};
use protocols::registry;
use protocols::smtp::Smtp;

family! {
    "skip_smtp_data" => skip_data,
}

/// Suppresses `smtp_data` for the rest of the current mail.
fn skip_data(c: &mut Call<'_>) -> Answer {
    let cid = c.record(0)?.get_named("id").and_then(|v| v.as_record().cloned());
    let live = c.traffic().live.clone();
    if let Some(id) = live.zip(cid).and_then(|(live, cid)| live.find(&cid).ok().flatten()) {
        c.traffic().order(move |s, sink| {
            let smtp = s.analyzers(id).find(|(_, tag)| *tag == registry::tag("SMTP"));
            if let Some((aid, _)) = smtp {
                s.with_analyzer(id, aid, sink, |smtp: &mut Smtp, _| smtp.skip_data());
            }
        });
    }
    c.nothing()
}
