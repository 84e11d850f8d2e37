//! The uplink's end of a bucket: reads it once, then passes on what its owner changes.
use super::carrying::Event;
use super::connect::RETRY;
use crate::Settings;
use crate::bucket::{Kept, Shared, bucket_name, key_name, packed, unpacked};
use crate::reach::Failed;
use async_nats::Client;
use async_nats::jetstream::{Context, kv};
use futures_util::StreamExt as _;
use futures_util::future::join_all;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// The most changes that the server has not confirmed.
const IN_FLIGHT: usize = 64;

/// How long the server remembers that a key was removed.
const MARKERS: Duration = Duration::from_secs(60);

/// How long the server may take for the next key.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a bucket's owner hears once the bucket has been read: a message to a topic.
pub(super) struct Bell {
    pub(super) topic: String,
    pub(super) body: Vec<u8>,
}

/// A bucket that an owner has asked for.
pub(super) struct Wanted {
    pub(super) shared: Arc<Shared>,
    pub(super) bell: Bell,
}

/// Serves a bucket until its owner is gone.
pub(super) async fn keep(
    (context, client): (Context, Client),
    settings: Settings,
    wanted: Wanted,
    events: mpsc::Sender<Event>,
    troubles: mpsc::Sender<String>,
) {
    let Wanted { shared, bell } = wanted;
    let told = |what: String| drop(troubles.try_send(format!("store {}: {what}", shared.name)));
    let store = loop {
        match read(&context, &settings, &shared.name).await {
            Ok((store, content)) => {
                shared.fill(content);
                break store;
            }
            Err(e) => told(format!("its bucket cannot be read: {e}; trying again")),
        }
        if shared.is_over() {
            return;
        }
        tokio::time::sleep(RETRY).await;
    };
    if events.send(Event::Bell(bell)).await.is_err() {
        return;
    }
    loop {
        let changes = shared.take(IN_FLIGHT);
        if changes.is_empty() {
            if shared.is_over() {
                return;
            }
            shared.changed.notified().await;
            continue;
        }
        let most = client.server_info().max_payload;
        let sent = changes.into_iter().map(|(key, change)| {
            let store = &store;
            async move {
                let name = key_name(&key);
                let done = match &change {
                    None => store.purge_with_ttl(name, MARKERS).await.map_err(|e| e.to_string()),
                    Some((value, expires)) => {
                        let value = packed(&key, value, *expires);
                        if most > 0 && value.len() > most {
                            let why = format!(
                                "a value of {} bytes exceeds the server's max_payload, {most}",
                                value.len()
                            );
                            return (None, Some(why));
                        }
                        store.put(name, value.into()).await.map(drop).map_err(|e| e.to_string())
                    }
                };
                let failed = done.is_err().then_some((key, change));
                (failed, done.err())
            }
        });
        let results = join_all(sent).await;
        let all = results.len();
        let (failed, whys): (Vec<_>, Vec<_>) = results.into_iter().unzip();
        let failed: Vec<_> = failed.into_iter().flatten().collect();
        if let Some(why) = whys.into_iter().flatten().next() {
            told(why);
        }
        let must_wait = !failed.is_empty();
        shared.done(all - failed.len(), failed);
        if must_wait {
            tokio::time::sleep(RETRY).await;
        }
    }
}

/// Opens a bucket, which is created if it does not exist, and reads it.
async fn read(context: &Context, settings: &Settings, name: &str) -> Result<(kv::Store, Vec<Kept>), Failed> {
    let bucket = bucket_name(&settings.cluster, name);
    let store = match context.get_key_value(&bucket).await {
        Ok(store) => store,
        Err(_) => {
            let config = kv::Config {
                bucket,
                description: format!("store {name}"),
                history: 1,
                num_replicas: settings.replicas,
                limit_markers: Some(MARKERS),
                ..kv::Config::default()
            };
            context.create_key_value(config).await?
        }
    };
    let mut content = Vec::new();
    if store.status().await?.values() == 0 {
        return Ok((store, content));
    }
    let mut entries = store.watch_with_history(">").await?;
    while let Some(entry) = tokio::time::timeout(PATIENCE, entries.next()).await? {
        let entry = entry?;
        if entry.operation == kv::Operation::Put {
            content.push(unpacked(&entry.value).ok_or_else(|| format!("key {} is malformed", entry.key))?);
        }
        if entry.delta == 0 {
            break;
        }
    }
    Ok((store, content))
}
