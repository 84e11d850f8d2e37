//! The connection, and the streams and buckets of JetStream.
use super::carrying::{CHANNEL, Event};
use crate::reach::{Failed, context, options, sized};
use crate::{Counters, Settings, add};
use async_nats::Client;
use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream::{Config, DiscardPolicy, Republish, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{Context, kv};
use futures_util::StreamExt as _;
use std::fmt::Write as _;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, mpsc};

/// Delay before a failed operation is retried.
pub(super) const RETRY: Duration = Duration::from_millis(500);

/// How long the server remembers message ids to detect duplicates.
const REPETITIONS: Duration = Duration::from_secs(600);

/// How long a logger may hold a batch before the server gives it to another.
const ON_DISK: Duration = Duration::from_secs(30);

/// The most batches that loggers have not acknowledged.
const UNACKNOWLEDGED: i64 = 256;

/// A cluster's stream and bucket.
pub(super) struct Stores {
    pub(super) context: Context,
    pub(super) nodes: kv::Store,
}

/// The key of a node's entry.
pub(super) fn key(name: &str) -> String {
    let mut key = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_' {
            key.push(byte.into());
        } else {
            let _ = write!(key, "={byte:02X}");
        }
    }
    key
}

/// Connects, and keeps trying if the server is unreachable. `connected` is notified of each connection.
/// What goes wrong is sent to `troubles`, if it has room.
///
/// # Errors
/// If a file cannot be read, or an address or its login is malformed.
pub(super) async fn connect(
    settings: &Settings,
    counters: &Arc<Counters>,
    connected: &Arc<Notify>,
    troubles: &mpsc::Sender<String>,
) -> io::Result<Client> {
    let (counting, connected, troubles) = (Arc::clone(counters), Arc::clone(connected), troubles.clone());
    let (servers, options) = options(settings).await?;
    let options = options
        .no_echo()
        .client_capacity(CHANNEL)
        .retry_on_initial_connect()
        .ping_interval(Duration::from_secs(2))
        .reconnect_delay_callback(|attempts| Duration::from_millis(100 << attempts.min(4)))
        .event_callback(move |event| {
            let (counting, connected) = (Arc::clone(&counting), Arc::clone(&connected));
            let troubles = troubles.clone();
            async move {
                let trouble = match event {
                    async_nats::Event::Connected => {
                        add(&counting.connections);
                        return connected.notify_waiters();
                    }
                    async_nats::Event::Disconnected => "the connection is lost; rows wait".to_owned(),
                    async_nats::Event::ServerError(e) => e.to_string(),
                    async_nats::Event::ClientError(e) => e.to_string(),
                    // A message did not fit into the client's queue of a subscription.
                    async_nats::Event::SlowConsumer(_) => return add(&counting.event_drops),
                    // What they say concerns the server's or this process's own end.
                    async_nats::Event::LameDuckMode
                    | async_nats::Event::Draining
                    | async_nats::Event::Closed => return,
                };
                drop(troubles.try_send(trouble));
            }
        });
    options.connect(&servers[..]).await.map_err(|e| io::Error::other(format!("NATS: {e}")))
}

/// Creates the stream and the bucket if they do not exist, and reports them; retries until it succeeds.
pub(super) async fn stores(
    client: Client,
    settings: Settings,
    events: mpsc::Sender<Event>,
    troubles: mpsc::Sender<String>,
) {
    loop {
        match open(&client, &settings).await {
            Ok((stores, logs)) => {
                if events.send(Event::Stores(Box::new(stores))).await.is_err() {
                    return;
                }
                if settings.takes_rows {
                    take_rows(&logs, &events).await;
                }
                return;
            }
            Err(e) => {
                // While there is no connection, its own errors say more.
                if client.connection_state() == async_nats::connection::State::Connected {
                    drop(troubles.try_send(format!("JetStream cannot be used: {e}; trying again")));
                }
                tokio::time::sleep(RETRY).await;
            }
        }
    }
}

async fn open(client: &Client, settings: &Settings) -> Result<(Stores, Stream), Failed> {
    let context = context(client, settings);
    let logs = log_stream(&context, settings).await?;
    let nodes = bucket(&context, &settings.cluster).await?;
    Ok((Stores { context, nodes }, logs))
}

/// The stream of rows and its archive, created if they do not exist. An existing stream gets an archive, or loses it, as a
/// logger's settings say.
async fn log_stream(context: &Context, settings: &Settings) -> Result<Stream, Failed> {
    let cluster = &settings.cluster;
    let archive = settings.archive.map(|archive| Config {
        name: format!("EGRET_{cluster}_ARCHIVE"),
        subjects: vec![format!("egret.{cluster}.archive.>")],
        retention: RetentionPolicy::Limits,
        storage: StorageType::File,
        discard: DiscardPolicy::Old,
        max_age: archive.age,
        max_bytes: archive.bytes,
        num_replicas: settings.replicas,
        ..Config::default()
    });
    let republish = archive.as_ref().map(|_| Republish {
        source: format!("egret.{cluster}.log.>"),
        destination: format!("egret.{cluster}.archive.>"),
        headers_only: false,
    });
    // It must exist before the first copy.
    if let Some(archive) = archive {
        let (age, bytes) = (archive.max_age, archive.max_bytes);
        let wanted = sized(&archive.name, bytes, "archive_max_bytes");
        let found = context.get_or_create_stream(archive).await.map_err(|e| format!("{wanted}: {e}"))?;
        let now = found.cached_info().config.clone();
        if settings.takes_rows && (now.max_age, now.max_bytes) != (age, bytes) {
            context.update_stream(Config { max_age: age, max_bytes: bytes, ..now }).await?;
        }
    }
    let logs = Config {
        name: format!("EGRET_{cluster}_LOGS"),
        subjects: vec![format!("egret.{cluster}.log.>")],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        // If the stream is full, new messages are refused: they stay with their sender.
        discard: DiscardPolicy::New,
        max_bytes: settings.stream_bytes,
        duplicate_window: REPETITIONS,
        num_replicas: settings.replicas,
        republish: republish.clone(),
        ..Config::default()
    };
    let wanted = sized(&logs.name, logs.max_bytes, "stream_max_bytes");
    let found = context.get_or_create_stream(logs).await.map_err(|e| format!("{wanted}: {e}"))?;
    let now = found.cached_info().config.clone();
    let target = |r: &Option<Republish>| r.as_ref().map(|r| r.destination.clone());
    if settings.takes_rows && target(&now.republish) != target(&republish) {
        context.update_stream(Config { republish, ..now }).await?;
    }
    Ok(found)
}

/// The bucket of nodes, created if it does not exist.
async fn bucket(context: &Context, cluster: &str) -> Result<kv::Store, Failed> {
    let bucket = format!("EGRET_{cluster}_nodes");
    if let Ok(nodes) = context.get_key_value(&bucket).await {
        return Ok(nodes);
    }
    let max_age = Duration::from_secs(10);
    Ok(context.create_key_value(kv::Config { bucket, max_age, ..kv::Config::default() }).await?)
}

/// Passes on the entries of nodes; starts over after each new connection.
pub(super) async fn watch(
    context: Context,
    cluster: String,
    to: mpsc::Sender<kv::Entry>,
    connected: Arc<Notify>,
) {
    while !to.is_closed() {
        if let Ok(nodes) = bucket(&context, &cluster).await
            && let Ok(mut entries) = nodes.watch_with_history(">").await
        {
            loop {
                let entry = tokio::select! {
                    entry = entries.next() => entry,
                    () = connected.notified() => None,
                };
                let Some(Ok(entry)) = entry else { break };
                if to.send(entry).await.is_err() {
                    return;
                }
            }
        }
        tokio::time::sleep(RETRY).await;
    }
}

/// Passes on batches to a logger of this process; each batch goes to one logger of the group.
async fn take_rows(logs: &Stream, events: &mpsc::Sender<Event>) {
    let config = pull::Config {
        durable_name: Some("loggers".to_owned()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: ON_DISK,
        max_ack_pending: UNACKNOWLEDGED,
        ..pull::Config::default()
    };
    while !events.is_closed() {
        if let Ok(consumer) = logs.get_or_create_consumer("loggers", config.clone()).await
            && let Ok(mut batches) = consumer.stream().max_messages_per_batch(64).messages().await
        {
            while let Some(Ok(batch)) = batches.next().await {
                if events.send(Event::Rows(Box::new(batch))).await.is_err() {
                    return;
                }
            }
        }
        tokio::time::sleep(RETRY).await;
    }
}
