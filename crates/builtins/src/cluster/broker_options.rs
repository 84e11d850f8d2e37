//! The options of peerings: `Broker::disable_ssl`, `ssl_*`, `peer_buffer_size` and `buffer_stats_reset_interval`.
//! Scripts hear of those that do nothing.
use crate::call::Call;
use cluster::peering::{Options, Tls, WaitingRows};
use std::io::Read as _;
use std::time::Duration;

/// Options of Broker's own threads and queues, which are not here, with their defaults.
const WITHOUT_EFFECT: [(&str, f64); 8] = [
    ("max_threads", 1.0),
    ("moderate_sleep", 0.016),
    ("relaxed_sleep", 0.064),
    ("aggressive_polls", 5.0),
    ("moderate_polls", 5.0),
    ("aggressive_interval", 4.0),
    ("moderate_interval", 2.0),
    ("relaxed_interval", 1.0),
];

/// The options that scripts have set.
///
/// # Errors
/// Why there can be no peerings with them.
pub(super) fn peering(c: &mut Call<'_>) -> Result<Options, String> {
    let number = |c: &Call<'_>, name: &str| c.global(&format!("Broker::{name}")).and_then(|v| v.as_number());
    for (name, default) in WITHOUT_EFFECT {
        if number(c, name).is_some_and(|n| (n - default).abs() > 1e-9) {
            c.warn(&format!(
                "Broker::{name} has no effect: it sets up threads of Broker's, which are not here"
            ));
        }
    }
    let events = match number(c, "peer_buffer_size") {
        Some(most) if most >= 1.0 => most as usize,
        _ => Options::default().events,
    };
    let recently = number(c, "buffer_stats_reset_interval").and_then(|n| Duration::try_from_secs_f64(n).ok());
    let recently = recently.unwrap_or(Options::default().recently);
    Ok(Options { tls: tls(c)?, events, rows: waiting_rows(c), recently })
}

/// How rows wait for a logger: only nodes of a cluster know that there will be one.
fn waiting_rows(c: &Call<'_>) -> Option<WaitingRows> {
    let is_set = |name: &str| c.global(name).and_then(|v| v.as_bool()) == Some(true);
    let text = |name: &str| c.global(name).and_then(|v| v.as_string().map(|s| s.to_text().into_owned()));
    let is_node = text("Cluster::node").is_some_and(|node| !node.is_empty());
    if !is_node || is_set("Cluster::joint_logs") || !is_set("Log::enable_remote_logging") {
        return None;
    }
    let batches = c.global("Broker::log_backlog").and_then(|v| v.as_count())?;
    let batches = usize::try_from(batches).unwrap_or(usize::MAX);
    Some(WaitingRows { batches, any_logger: text("Broker::default_log_topic_prefix")? })
}

/// TLS as the options want it; `None` if they refuse it. Without certificates, connections are encrypted alone.
///
/// # Errors
/// Why it cannot be had: an option is missing, a file cannot be read, or its content is of no use.
fn tls(c: &mut Call<'_>) -> Result<Option<Tls>, String> {
    if c.global("Broker::disable_ssl").and_then(|v| v.as_bool()) == Some(true) {
        return Ok(None);
    }
    let text = |name: &str| {
        let value = c.global(&format!("Broker::{name}"));
        value.and_then(|v| v.as_string().map(|s| s.to_text().into_owned())).filter(|s| !s.is_empty())
    };
    let (certificate, key, authorities) = (text("ssl_certificate"), text("ssl_keyfile"), text("ssl_cafile"));
    if text("ssl_capath").is_some() {
        return Err("Broker::ssl_capath: folders of authorities are not read: join them in the file of \
                    Broker::ssl_cafile"
            .to_owned());
    }
    if text("ssl_passphrase").is_some() {
        return Err(
            "Broker::ssl_passphrase: encrypted keys are not read: protect the file by its permissions"
                .to_owned(),
        );
    }
    let made = match (certificate, key, authorities) {
        (None, None, None) => Tls::anonymous(),
        (Some(certificate), Some(key), Some(authorities)) => {
            let (certificate, key) = (read(c, &certificate)?, read(c, &key)?);
            Tls::certified(&certificate, &key, &read(c, &authorities)?)
        }
        _ => {
            let text =
                "Broker::ssl_certificate, Broker::ssl_keyfile and Broker::ssl_cafile are needed together";
            return Err(text.to_owned());
        }
    };
    made.map(Some).map_err(|e| format!("Broker::{e}"))
}

fn read(c: &mut Call<'_>, path: &str) -> Result<Vec<u8>, String> {
    let failed = |e: std::io::Error| format!("{path}: {}", outside::system_error(&e));
    let mut bytes = Vec::new();
    c.disk().open_to_read(path).map_err(failed)?.read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}
