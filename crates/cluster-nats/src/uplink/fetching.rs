//! Copies feeds from the object store into this node's folder, again whenever they change there.
use super::connect::RETRY;
use crate::feeds::{Feeds, check_name, digest};
use crate::reach::Failed;
use crate::{Copies, Counters, Settings, add, feed_store};
use async_nats::Client;
use async_nats::connection::State;
use async_nats::jetstream::Context;
use async_nats::jetstream::object_store::{GetErrorKind, ObjectInfo, ObjectStore};
use futures_util::StreamExt as _;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncReadExt as _;
use tokio::sync::{Notify, mpsc};
use tokio::time::{sleep, timeout};

/// How often feeds are compared although no change was heard of.
const LOOK_AGAIN: Duration = Duration::from_secs(60);

/// How long the server may take for the next piece of a feed.
const PATIENCE: Duration = Duration::from_secs(10);

/// The longest delay before what failed is tried again.
const LONGEST: Duration = Duration::from_secs(60);

/// Bytes that are written at once: a chunk of the object store.
const PIECE: usize = 128 << 10;

/// The feeds that are fetched, and the means to do so.
pub(super) struct Fetching {
    pub(super) server: (Context, Client),
    pub(super) settings: Settings,
    pub(super) copies: Copies,
    pub(super) feeds: Arc<Feeds>,
    pub(super) counters: Arc<Counters>,
    pub(super) connected: Arc<Notify>,
    pub(super) troubles: mpsc::Sender<String>,
    pub(super) known: Known,
}

/// What is known of each feed.
#[derive(Default)]
pub(super) struct Known {
    /// The version of its copy.
    present: BTreeMap<String, String>,
    /// What was last told of it.
    told: BTreeMap<String, String>,
}

/// Why a feed has no new copy.
enum Trouble {
    /// Only another version of the feed helps.
    Feed(String),
    /// It may work later.
    Passing(Failed),
}

impl<E: std::error::Error + Send + Sync + 'static> From<E> for Trouble {
    fn from(e: E) -> Self {
        Trouble::Passing(e.into())
    }
}

impl Fetching {
    /// Fetches feeds for as long as the uplink lasts.
    pub(super) async fn run(mut self) {
        let mut delay = RETRY;
        loop {
            let wanted = self.feeds.wanted();
            match self.follow(&wanted).await {
                Ok(()) => delay = RETRY,
                Err(e) => {
                    // While there is no connection, its own errors say more.
                    if self.server.1.connection_state() == State::Connected {
                        add(&self.counters.feed_errors);
                        drop(self.troubles.try_send(format!("feeds cannot be fetched: {e}; trying again")));
                    }
                    sleep(delay).await;
                    delay = LONGEST.min(delay * 2);
                }
            }
        }
    }

    /// Fetches all feeds that changed, then those that change, until others are wanted or changes may have been missed.
    async fn follow(&mut self, wanted: &BTreeSet<String>) -> Result<(), Failed> {
        fs::create_dir_all(&self.copies.folder)
            .map_err(|e| format!("{}: {e}", self.copies.folder.display()))?;
        let store = feed_store::open(&self.server.0, &self.settings).await?;
        let mut changes = store.watch().await?;
        for name in wanted {
            self.refresh(&store, name).await?;
        }
        let again = sleep(LOOK_AGAIN);
        tokio::pin!(again);
        loop {
            let change = tokio::select! {
                change = changes.next() => change,
                () = self.feeds.changed.notified() => None,
                () = self.connected.notified() => None,
                () = &mut again => None,
            };
            let Some(change) = change.transpose()? else { return Ok(()) };
            if wanted.contains(&change.name) {
                self.refresh(&store, &change.name).await?;
            }
        }
    }

    /// Fetches a feed if its copy is not the store's version.
    async fn refresh(&mut self, store: &ObjectStore, name: &str) -> Result<(), Failed> {
        match self.fetch(store, name).await {
            Ok(()) => {
                self.known.told.remove(name);
                Ok(())
            }
            Err(Trouble::Passing(e)) => Err(format!("feed {name}: {e}").into()),
            Err(Trouble::Feed(why)) => {
                if self.known.told.get(name) != Some(&why) {
                    add(&self.counters.feed_errors);
                    drop(self.troubles.try_send(format!("feed {name}: {why}")));
                    self.known.told.insert(name.to_owned(), why);
                }
                Ok(())
            }
        }
    }

    async fn fetch(&mut self, store: &ObjectStore, name: &str) -> Result<(), Trouble> {
        check_name(name).map_err(Trouble::Feed)?;
        let path = self.copies.path(name);
        let kept = if path.exists() { "; the copy of before stays" } else { "" };
        let mut object = match store.get(name).await {
            Ok(object) => object,
            Err(e) if e.kind() == GetErrorKind::NotFound => {
                return Err(Trouble::Feed(format!("the object store does not have it{kept}")));
            }
            Err(e) => return Err(e.into()),
        };
        let most = self.copies.most;
        if object.info.size as u64 > most {
            let bytes = object.info.size;
            return Err(Trouble::Feed(format!("it has {bytes} bytes: expected {most} at most{kept}")));
        }
        let version = version(&object.info);
        if !self.known.present.contains_key(name) && path.exists() {
            // A copy of an earlier run. What is wrong with it, the next one mends.
            let found = tokio::task::spawn_blocking(move || digest(&path)).await?;
            self.known.present.extend(found.ok().map(|found| (name.to_owned(), found)));
        }
        if self.known.present.get(name) == Some(&version) {
            return Ok(());
        }
        let partial = self.copies.partial(name);
        let named = |e: std::io::Error| format!("{}: {e}", partial.display());
        let written = async {
            let mut file = File::create(&partial).map_err(named)?;
            let (mut piece, mut bytes) = (vec![0; PIECE], 0);
            loop {
                let n = timeout(PATIENCE, object.read(&mut piece))
                    .await
                    .map_err(|_| format!("the server sent nothing for {} s", PATIENCE.as_secs()))??;
                bytes += n as u64;
                match piece.get(..n) {
                    Some([]) | None => break,
                    Some(_) if bytes > most => {
                        return Err(format!("it has more than {most} bytes").into());
                    }
                    Some(piece) => file.write_all(piece).map_err(named)?,
                }
                // Events of this thread have their turn between two pieces.
                tokio::task::yield_now().await;
            }
            fs::rename(&partial, self.copies.path(name)).map_err(named)?;
            Ok::<(), Failed>(())
        };
        if let Err(e) = written.await {
            drop(fs::remove_file(&partial));
            return Err(Trouble::Passing(e));
        }
        self.known.present.insert(name.to_owned(), version);
        add(&self.counters.feeds_fetched);
        Ok(())
    }
}

/// What tells a version of a feed from others: its digest, as object stores have it.
fn version(info: &ObjectInfo) -> String {
    info.digest.clone().unwrap_or_else(|| info.nuid.clone())
}
