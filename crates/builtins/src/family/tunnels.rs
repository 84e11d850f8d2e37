//! Tunnels inside connections.
use super::connections::known;
use crate::call::{Answer, Call, family};
use session::TunnelType;

family! {
    "PacketAnalyzer::GTPV1::remove_gtpv1_connection" => |c| forget(c, TunnelType::Gtpv1),
    "PacketAnalyzer::TEREDO::remove_teredo_connection" => |c| forget(c, TunnelType::Teredo),
}

/// Forgets what is known about a tunnel. Returns false if nothing is.
fn forget(c: &mut Call<'_>, kind: TunnelType) -> Answer {
    let Some((live, id)) = known(c, 0)? else { return Ok(false.into()) };
    let known = live.change(|s| s.forget_tunnel(id, kind));
    if known.is_none() {
        c.traffic().order(move |s, _| {
            s.forget_tunnel(id, kind);
        });
    }
    Ok(known.unwrap_or(true).into())
}
