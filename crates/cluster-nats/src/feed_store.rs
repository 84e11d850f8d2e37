//! The object store of feeds, for tools that put files there, and for nodes that open it.
use crate::Settings;
use crate::feeds::{check_name, store_name};
use crate::reach::{Failed, context, options, sized};
use async_nats::jetstream::Context;
use async_nats::jetstream::object_store::{self, ObjectInfo, ObjectStore};
use futures_util::StreamExt as _;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;
use tokio::io::{AsyncRead, ReadBuf};

/// How long the server may take to answer a tool.
const PATIENCE: Duration = Duration::from_secs(20);

/// A feed in the object store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feed {
    /// The name.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// When it was put there, in seconds since 1970; 0 if unknown.
    pub put: i64,
}

impl From<ObjectInfo> for Feed {
    fn from(info: ObjectInfo) -> Self {
        let put = info.modified.map_or(0, |at| at.unix_timestamp());
        Feed { name: info.name, bytes: info.size as u64, put }
    }
}

/// Puts a file into the object store. It replaces an earlier version as a whole; nodes that ask for it fetch it then.
///
/// # Errors
/// If the name is malformed, the file cannot be read, no server can be reached, or it refuses: its message.
#[expect(clippy::disallowed_methods, reason = "tools name the file")]
pub fn put_feed(settings: &Settings, name: &str, path: &Path) -> Result<Feed, String> {
    check_name(name)?;
    let named = |e: io::Error| format!("{}: {e}", path.display());
    let file = File::open(path).map_err(named)?;
    if !file.metadata().map_err(named)?.is_file() {
        return Err(format!("{}: expected a file", path.display()));
    }
    with_store(settings, None, async move |store: ObjectStore| -> Result<Feed, Failed> {
        Ok(store.put(name, &mut Whole(file)).await?.into())
    })
}

/// The feeds of a cluster, by name.
///
/// # Errors
/// If no server can be reached, or it refuses: its message.
pub fn feeds(settings: &Settings) -> Result<Vec<Feed>, String> {
    let mut all = with_store(settings, Some(PATIENCE), async |store: ObjectStore| -> Result<_, Failed> {
        let (mut listed, mut all) = (store.list().await?, Vec::new());
        while let Some(info) = listed.next().await {
            all.push(Feed::from(info?));
        }
        Ok(all)
    })?;
    all.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(all)
}

/// Removes a feed. Nodes keep their copies.
///
/// # Errors
/// If there is no such feed, no server can be reached, or it refuses: its message.
pub fn remove_feed(settings: &Settings, name: &str) -> Result<(), String> {
    check_name(name)?;
    with_store(settings, Some(PATIENCE), async |store: ObjectStore| -> Result<(), Failed> {
        if store.info(name).await.map_or(true, |info| info.deleted) {
            return Err(format!("feed {name}: the object store does not have it").into());
        }
        Ok(store.delete(name).await?)
    })
}

/// Connects, and does this with the store; `within` limits how long it may take.
fn with_store<T>(
    settings: &Settings,
    within: Option<Duration>,
    work: impl AsyncFnOnce(ObjectStore) -> Result<T, Failed>,
) -> Result<T, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|e| e.to_string())?.block_on(async {
        let silent = |_| format!("NATS: no answer within {} s", PATIENCE.as_secs());
        let opened = async {
            let (servers, options) = options(settings).await?;
            let client = options.connect(&servers[..]).await?;
            Ok::<_, Failed>((open(&context(&client, settings), settings).await?, client))
        };
        let opened = tokio::time::timeout(PATIENCE, opened).await.map_err(silent)?;
        let (store, client) = opened.map_err(|e| format!("NATS: {e}"))?;
        let done = match within {
            Some(within) => tokio::time::timeout(within, work(store)).await.map_err(silent)?,
            None => work(store).await,
        };
        drop(client);
        done.map_err(|e| e.to_string())
    })
}

/// Opens the store, which is created if it does not exist.
pub(crate) async fn open(context: &Context, settings: &Settings) -> Result<ObjectStore, Failed> {
    let bucket = store_name(&settings.cluster);
    if let Ok(store) = context.get_object_store(&bucket).await {
        return Ok(store);
    }
    let wanted = sized(&bucket, settings.feeds_bytes, "feeds_max_bytes");
    let config = object_store::Config {
        bucket,
        description: Some("feeds".to_owned()),
        max_bytes: settings.feeds_bytes,
        num_replicas: settings.replicas,
        ..object_store::Config::default()
    };
    Ok(context.create_object_store(config).await.map_err(|e| format!("{wanted}: {e}"))?)
}

/// A file, read where it is needed: the tool's thread has nothing else to do.
struct Whole(File);

impl AsyncRead for Whole {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let n = self.0.read(buffer.initialize_unfilled())?;
        buffer.advance(n);
        Poll::Ready(Ok(()))
    }
}
