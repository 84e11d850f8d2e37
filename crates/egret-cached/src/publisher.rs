//! Publishes the caches: images for glibc's client, and segments and the root page for `libnss_egret.so.2`.
use crate::sys::clock;
use crate::sys::liveness::{Liveness, Watched};
use crate::sys::memory::{Mapping, map_file, sealed};
use namecache::cache::Millis;
use namecache::engine::{Engine, StoreId};
use namecache::image::{self, Memory, NscdImage};
use namecache::publish;
use namecache_wire::root::{self, flag, slot};
use namecache_wire::{Database, nscd_image};
use std::collections::{BTreeSet, VecDeque};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// The minimum time between two segments of a database if entries were only added, in milliseconds.
const PAUSE: Millis = 50;

/// The maximum time between sending a descriptor and the client's mapping of it, in milliseconds: twice the time that a
/// client waits for a descriptor.
const UNMAPPED: Millis = 10_000;
/// The maximum number of retired images that are kept that long. If there are more, the oldest are dropped earlier.
const RETIRED: usize = 16;

/// The current image of a database.
struct Live {
    image: NscdImage<Mapping>,
    fd: OwnedFd,
    size: u64,
    watched: Watched,
}

/// A published segment.
#[derive(Default)]
struct Current {
    id: u64,
    flags: u32,
    at: Millis,
    /// The previous file, kept for readers that have read the root page but have not opened the file yet.
    previous: Option<PathBuf>,
    path: Option<PathBuf>,
}

/// All memory that clients map, except views.
pub(crate) struct Publisher {
    dir: PathBuf,
    instance: u64,
    root: Mapping,
    _root_watched: Watched,
    liveness: Liveness,
    images: [Option<Live>; Database::COUNT],
    /// The retired images, each with the time at which all clients that received it have mapped it.
    retired: VecDeque<(Millis, Live)>,
    current: [Current; Database::COUNT],
    last_id: u64,
    epoch: u64,
    /// The delayed segments: when each is due, and its cache.
    later: BTreeSet<(Millis, usize)>,
    /// The number of publications so far.
    pub(crate) published: u64,
    /// The sizes of each database's last image and segment in bytes.
    pub(crate) bytes: [(usize, usize); Database::COUNT],
}

impl Publisher {
    /// Takes over the directory: removes the segments of an earlier daemon and replaces its root page.
    pub(crate) fn new(dir: &Path) -> io::Result<Publisher> {
        for e in fs::read_dir(dir)?.flatten() {
            let name = e.file_name();
            let name = name.to_string_lossy();
            let is_segment = name.split_once('.').is_some_and(|(db, id)| {
                Database::named(db.as_bytes()).is_some() && id.bytes().all(|b| b.is_ascii_digit())
            });
            if is_segment {
                remove_if_present(&e.path())?;
            }
        }
        let path = dir.join(root::FILE);
        let fresh = dir.join("root.new");
        remove_if_present(&fresh)?;
        let file = create(&fresh, true)?;
        file.set_len(root::SIZE as u64)?;
        let mut page = map_file(file, root::SIZE)?;
        page.write(root::field::MAGIC, &root::MAGIC.to_le_bytes());
        let instance = clock::random();
        page.write(root::field::INSTANCE, &instance.to_le_bytes());
        page.store(root::field::VERSION, root::VERSION);
        let mut liveness = Liveness::default();
        let watched = liveness.watch(page.address(root::field::ALIVE))?;
        fs::set_permissions(&fresh, fs::Permissions::from_mode(0o444))?;
        page.store(root::field::ALIVE, 1);
        fs::rename(&fresh, &path)?;
        Ok(Publisher {
            dir: dir.to_owned(),
            instance,
            root: page,
            _root_watched: watched,
            liveness,
            images: [const { None }; Database::COUNT],
            retired: VecDeque::new(),
            current: std::array::from_fn(|_| Current::default()),
            last_id: 0,
            epoch: 0,
            later: BTreeSet::new(),
            published: 0,
            bytes: [(0, 0); Database::COUNT],
        })
    }

    /// The random number that distinguishes this daemon's root page from those of others.
    pub(crate) fn instance(&self) -> u64 {
        self.instance
    }

    /// Returns the descriptor and size of an image.
    pub(crate) fn image(&self, db: Database) -> Option<(BorrowedFd<'_>, u64)> {
        self.images[db as usize].as_ref().map(|l| (l.fd.as_fd(), l.size))
    }

    /// Makes clients stop reading a cache's mapped memory.
    pub(crate) fn pause(&mut self, engine: &Engine, id: StoreId) {
        let Some(db) = engine.store(id).database() else { return };
        if let Some(live) = publish::image_of(db).and_then(|i| self.images[i as usize].as_mut()) {
            live.image.pause();
        }
        let at = root::slot_at(db) + slot::FLAGS;
        let flags = self.root.load(at) | flag::STALE;
        self.root.store(at, flags);
        self.current[db as usize].flags = flags;
        self.next_epoch();
    }

    fn next_epoch(&mut self) {
        self.epoch += 1;
        self.root.wide(root::field::EPOCH).store(self.epoch, Ordering::Release);
    }

    /// Publishes a cache. Its segment is delayed if entries were only added.
    pub(crate) fn publish(&mut self, engine: &mut Engine, id: StoreId, now: Millis) -> io::Result<()> {
        let urgent = engine.publishing(id);
        let Some(db) = engine.store(id).database() else { return Ok(()) };
        self.publish_image(engine, db, now)?;
        let current = &self.current[db as usize];
        let removed = publish::slot_flags(engine.store(id), now) != current.flags;
        if urgent || removed || current.id == 0 || now >= current.at + PAUSE {
            self.publish_segment(engine, id, db, now)
        } else {
            self.later.insert((current.at + PAUSE, id.0));
            Ok(())
        }
    }

    /// Publishes delayed segments that are due, and drops retired images.
    pub(crate) fn handle_time(&mut self, engine: &mut Engine, now: Millis) -> io::Result<()> {
        while self.retired.front().is_some_and(|(at, _)| *at <= now) {
            self.dismiss_oldest();
        }
        while let Some(&(at, id)) = self.later.first() {
            if at > now {
                break;
            }
            self.later.pop_first();
            if let Some(db) = engine.store(StoreId(id)).database() {
                self.publish_segment(engine, StoreId(id), db, now)?;
            }
        }
        Ok(())
    }

    /// The time at which [`handle_time`](Self::handle_time) must be called next.
    pub(crate) fn next_time(&self) -> Option<Millis> {
        let dismissal = self.retired.front().map(|(at, _)| *at);
        self.later.first().map(|&(at, _)| at).into_iter().chain(dismissal).min()
    }

    fn publish_image(&mut self, engine: &mut Engine, db: Database, now: Millis) -> io::Result<()> {
        let Some(which) = publish::image_of(db) else { return Ok(()) };
        let stores: Vec<StoreId> =
            publish::image_databases(which).iter().filter_map(|d| engine.cache_of(*d)).collect();
        let stale = stores.iter().any(|s| engine.store(*s).is_stale());
        let served = stores.iter().any(|s| {
            let s = engine.store(*s);
            s.settings.enabled && s.settings.shared && s.is_common()
        });
        if !served {
            return Ok(());
        }
        if let Some(live) = &mut self.images[which as usize]
            && publish::update(engine, &mut live.image, which, now, clock::wall())
        {
            if live.image.is_paused() && !stale {
                live.image.resume();
            }
            self.published += 1;
            return Ok(());
        }
        self.new_image(engine, which, &stores, now, stale)
    }

    fn new_image(
        &mut self,
        engine: &mut Engine,
        which: Database,
        stores: &[StoreId],
        now: Millis,
        stale: bool,
    ) -> io::Result<()> {
        let max = stores.iter().map(|s| engine.store(*s).settings.max_db_size as usize).max().unwrap_or(0);
        let suggested = stores.iter().map(|s| engine.store(*s).settings.suggested_size).max().unwrap_or(1);
        let complete = stores.iter().any(|s| engine.store(*s).is_complete(now));
        let g = publish::gather(engine, which, now, max);
        let buckets = image::buckets(&g.hashes(), suggested);
        // Reserve space for additions: little for a complete database, as much as its content for a growing one.
        let slack = if complete { g.heap / 32 + (16 << 10) } else { g.heap }.max(64 << 10);
        let heap =
            (g.heap + slack).min(max.saturating_sub(image::size(buckets, 0)).max(g.heap)).next_multiple_of(8);
        let size = image::size(buckets, heap);
        let (memory, fd) = sealed("egret-cached", size)?;
        let address = memory.address(nscd_image::field::RUNNING);
        let mut image = NscdImage::new(memory, buckets, heap, g.align);
        publish::fill(engine, &g, &mut image, now, clock::wall());
        let watched = self.liveness.watch(address)?;
        image.start();
        if stale {
            image.pause();
        }
        self.bytes[which as usize].0 = size;
        let live = Live { image, fd, size: size as u64, watched };
        // The new image must be available before the old one makes its readers fetch it.
        if let Some(mut old) = self.images[which as usize].replace(live) {
            old.image.retire();
            self.retired.push_back((now + UNMAPPED, old));
            if self.retired.len() > RETIRED {
                self.dismiss_oldest();
            }
        }
        self.published += 1;
        Ok(())
    }

    fn dismiss_oldest(&mut self) {
        if let Some((_, mut old)) = self.retired.pop_front() {
            old.image.dismiss();
            self.liveness.release(old.watched);
        }
    }

    fn publish_segment(
        &mut self,
        engine: &mut Engine,
        id: StoreId,
        db: Database,
        now: Millis,
    ) -> io::Result<()> {
        self.later.retain(|&(_, s)| s != id.0);
        let store = engine.store(id);
        let mapped =
            store.is_common() && store.settings.shared && store.settings.enabled && !store.is_stale();
        let mut written = None;
        if mapped {
            self.last_id += 1;
            let bytes = publish::segment(engine, db, now, self.last_id, clock::random());
            if let Some(bytes) = bytes {
                let path = self.dir.join(format!("{}.{}", db.name(), self.last_id));
                let mut file = create(&path, false)?;
                file.write_all(&bytes)?;
                written = Some((self.last_id, bytes.len(), path));
            }
        }
        let flags = publish::slot_flags(engine.store(id), now);
        let stamp = engine.store(id).stamp();
        let at = root::slot_at(db);
        let current = &mut self.current[db as usize];
        if let Some((segment, len, path)) = written {
            self.bytes[db as usize].1 = len;
            // A reader that sees only some of the new words notices that id, length and segment disagree, or that the
            // epoch has changed.
            self.root.wide(at + slot::STAMP).store(stamp, Ordering::Release);
            self.root.store(at + slot::LENGTH, len as u32);
            self.root.wide(at + slot::ID).store(segment, Ordering::Release);
            if let Some(oldest) = current.previous.take() {
                let _ = fs::remove_file(oldest);
            }
            current.previous = current.path.replace(path);
            current.id = segment;
            current.at = now;
        }
        current.flags = flags;
        self.root.store(at + slot::FLAGS, flags);
        self.next_epoch();
        self.published += 1;
        Ok(())
    }

    /// Removes all files and marks all memory as no longer maintained.
    pub(crate) fn close(&mut self) {
        self.root.store(root::field::ALIVE, 0);
        let _ = fs::remove_file(self.dir.join(root::FILE));
        for c in &self.current {
            for p in [&c.path, &c.previous].into_iter().flatten() {
                let _ = fs::remove_file(p);
            }
        }
        for live in self.images.iter_mut().flatten() {
            live.image.stop();
        }
    }
}

/// Removes a file that an earlier daemon may have left.
fn remove_if_present(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
        _ => Ok(()),
    }
}

/// Creates a file that everyone may read and that no one may open for writing.
fn create(path: &Path, read: bool) -> io::Result<File> {
    OpenOptions::new().read(read).write(true).create_new(true).mode(0o444).open(path)
}
