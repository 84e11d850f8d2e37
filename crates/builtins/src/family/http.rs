//! Control of HTTP and WebSocket analyzers.
use crate::call::family;
use crate::call::{Answer, Call, Stop};
use bridge::Live;
use event::ConnId;
use protocols::http::Http;
use protocols::registry;
use protocols::websocket::{Below, WebSocket};
use session::Role;
use session::analyzer::AnalyzerId;

family! {
    "skip_http_entity_data" => skip_entity,
    "WebSocket::__configure_analyzer" => configure,
}

/// Returns the connection of a `connection` record.
pub(super) fn connection(c: &mut Call<'_>) -> Result<Option<(Live, ConnId)>, Stop> {
    let cid = c.record(0)?.get_named("id").and_then(|v| v.as_record().cloned());
    let live = c.traffic().live.clone();
    Ok(live.zip(cid).and_then(|(live, cid)| live.find(&cid).ok().flatten().map(|id| (live, id))))
}

fn skip_entity(c: &mut Call<'_>) -> Answer {
    let from = if c.flag(1)? { Role::Orig } else { Role::Resp };
    if let Some((_, id)) = connection(c)? {
        c.traffic().order(move |s, sink| {
            let http = s.analyzers(id).find(|(_, tag)| *tag == registry::tag("HTTP"));
            if let Some((aid, _)) = http {
                s.with_analyzer(id, aid, sink, |http: &mut Http, _| http.skip_entity(from));
            }
        });
    }
    c.nothing()
}

fn configure(c: &mut Call<'_>) -> Answer {
    let (aid, config) = (c.count(1)?, c.record(2)?);
    let below = match config.get_named("analyzer").and_then(|v| v.enum_name()) {
        Some(name) => {
            let tag = name.strip_prefix("Analyzer::ANALYZER_").and_then(registry::find);
            tag.map_or(Below::Nothing, Below::Kind)
        }
        None if config.get_named("use_dpd").and_then(|v| v.as_bool()) == Some(true) => Below::Detected,
        None => Below::Nothing,
    };
    let (Some((live, id)), Ok(aid)) = (connection(c)?, u32::try_from(aid)) else { return Ok(false.into()) };
    let found = live.ask(|s| s.analyzers(id).any(|(n, t)| n.0 == aid && t == registry::tag("WEBSOCKET")));
    // While the session runs, its analyzers cannot be inspected. The order fails later if there is no such analyzer.
    if found == Some(false) {
        c.warn("WebSocket analyzer to configure not found");
        return Ok(false.into());
    }
    c.traffic().order(move |s, sink| {
        s.with_analyzer(id, AnalyzerId(aid), sink, |ws: &mut WebSocket, cx| ws.configure(cx, below));
    });
    Ok(true.into())
}
