//! Control of TLS analyzers.
use super::http::connection;
use crate::call::family;
use crate::call::{Answer, Call, Stop};
use protocols::registry;
use protocols::ssl::{Dtls, Secrets, Ssl};

family! {
    "set_ssl_established" => set_established,
    "set_secret" => |c| learn(c, Secrets::Secret),
    "set_keys" => |c| learn(c, Secrets::Keys),
}

/// Tells the analyzer that a handshake is complete.
fn set_established(c: &mut Call<'_>) -> Answer {
    let Some((_, id)) = connection(c)? else {
        return Err(Stop::Nothing);
    };
    c.traffic().order(move |s, sink| {
        for (name, is_stream) in [("SSL", true), ("DTLS", false)] {
            let found = s.analyzers(id).find(|(_, tag)| *tag == registry::tag(name));
            let Some((aid, _)) = found else { continue };
            if is_stream {
                s.with_analyzer(id, aid, sink, |ssl: &mut Ssl, _| ssl.set_established());
            } else {
                s.with_analyzer(id, aid, sink, |dtls: &mut Dtls, _| dtls.set_established());
            }
        }
    });
    Ok(true.into())
}

/// Passes keys for decrypting a connection to its analyzer. Returns false if the connection has no TLS analyzer.
fn learn(c: &mut Call<'_>, known: fn(Vec<u8>) -> Secrets) -> Answer {
    let found = connection(c)?;
    let known = known(c.str(1)?.to_vec());
    let Some((_, id)) = found else { return Ok(false.into()) };
    c.traffic().order(move |s, sink| {
        let ssl = s.analyzers(id).find(|(_, tag)| *tag == registry::tag("SSL"));
        if let Some((aid, _)) = ssl {
            s.with_analyzer(id, aid, sink, |ssl: &mut Ssl, _| ssl.learn(known));
        }
    });
    Ok(true.into())
}
