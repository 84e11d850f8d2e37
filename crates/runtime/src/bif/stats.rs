//! What the run counted so far.
use super::{Answer, Call, family};

family! {
    "get_net_stats" => get_net_stats,
}

fn get_net_stats(c: &mut Call<'_>) -> Answer {
    let live = c.host().live.clone();
    let stats = live.and_then(|l| l.ask(session::Session::stats)).unwrap_or_default();
    let r = c.new_record("NetStats")?;
    r.set_named("pkts_recvd", stats.packets);
    r.set_named("bytes_recvd", stats.bytes);
    Ok(r.into())
}
