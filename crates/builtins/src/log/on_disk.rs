//! Batches of other processes whose carrier waits until the rows are on disk.
//!
//! Logs are synced, then a checkpoint is written, then the carriers are told. After a crash between these steps, the
//! next run removes the rows that no carrier was told of, and recognizes batches that come again although their rows are
//! in the logs.
use super::make::default_folder;
use crate::call::Call;
use crate::services::Services;
use cluster::Inbound;
use log_framework::OpenLog;
use logging::{Place, checkpoint};
use script_vm::Machine;
use std::collections::{BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use value::{Context, Level};

/// The most batches that are remembered. At most 256 are unacknowledged at a time, and their acknowledgements are
/// repeated until the server has them.
const REMEMBERED: usize = 1024;

/// Batches whose carrier waits, and those that it was told of.
#[derive(Default)]
pub(crate) struct OnDisk {
    /// Written, not on disk yet.
    written: Vec<cluster::Done>,
    /// The last batches on disk, the oldest first.
    recent: VecDeque<Arc<str>>,
    known: BTreeSet<Arc<str>>,
    /// The last write of a checkpoint failed, which was reported.
    has_failed: bool,
}

impl OnDisk {
    /// Whether the rows of this batch are in the logs already.
    pub(crate) fn has(&self, item: &Inbound) -> bool {
        matches!(item, Inbound::Rows { done: Some(done), .. } if self.known.contains(&done.id))
    }

    /// Notes a batch whose rows were written.
    pub(crate) fn owe(&mut self, done: cluster::Done) {
        self.written.push(done);
    }

    fn remember(&mut self, id: Arc<str>) {
        if self.known.insert(Arc::clone(&id)) {
            self.recent.push_back(id);
        }
        while self.recent.len() > REMEMBERED {
            if let Some(oldest) = self.recent.pop_front() {
                self.known.remove(&oldest);
            }
        }
    }
}

/// Notes that rows of other processes, which come again after a crash, are about to be the first in a log's file.
pub(super) fn begin(c: &mut Call<'_>, open: &OpenLog) {
    if !takes_rows(c) {
        return;
    }
    let (begun, news) = open.begin();
    let noted = begun.map_or(Ok(()), |place| checkpoint::begun(&folder(c), &place));
    let failed = noted.err().map(|e| {
        let (folder, file) = (folder(c), open.file_text());
        format!(
            "{}: the beginning of {file} cannot be noted: {e}; after a crash, rows may be there twice",
            folder.display()
        )
    });
    super::report(c, news.into_iter().chain(failed));
}

/// Has the device take all rows that came, and then tells the carriers. If that fails, they are told once it succeeds.
/// Returns whether no carrier waits any longer.
pub(crate) fn acknowledge(machine: &mut dyn Context) -> bool {
    let services = Services::of(machine);
    if services.cluster.on_disk.written.is_empty() {
        return true;
    }
    let (mut is_done, mut said) = (true, Vec::new());
    for open in services.logs.writers() {
        let (is_synced, news) = open.sync_owed();
        is_done &= is_synced;
        said.extend(news);
    }
    if is_done {
        let ids: Vec<Arc<str>> =
            services.cluster.on_disk.written.iter().map(|done| Arc::clone(&done.id)).collect();
        let on_disk = &mut services.cluster.on_disk;
        ids.into_iter().for_each(|id| on_disk.remember(id));
        if check_point(machine) {
            Services::of(machine).cluster.on_disk.written.drain(..).for_each(cluster::Done::on_disk);
        }
    }
    super::complain(machine, said);
    Services::of(machine).cluster.on_disk.written.is_empty()
}

/// Writes the checkpoint, if batches came. Reports a failure once.
pub(super) fn check_point(machine: &mut dyn Context) -> bool {
    let folder = Call::aside(machine, |c| Ok(folder(c))).unwrap_or_default();
    let services = Services::of(machine);
    if services.cluster.on_disk.recent.is_empty() {
        return true;
    }
    let places: Vec<Place> = services.logs.writers().iter().filter_map(|open| open.place()).collect();
    let on_disk = &mut services.cluster.on_disk;
    let written = checkpoint::write(&folder, &places, on_disk.recent.iter().map(|id| &**id));
    let failed_before = std::mem::replace(&mut on_disk.has_failed, written.is_err());
    if let (Err(e), false) = (&written, failed_before) {
        let text = format!(
            "{}: the checkpoint of the logs cannot be written: {e}; batches of rows wait",
            folder.display()
        );
        machine.report(Level::Error, &text, None);
    }
    written.is_ok()
}

/// Takes up where an interrupted logger left off, if this run takes rows that are acknowledged.
pub fn restore(machine: &mut Machine) {
    let wanted = Call::aside(machine, |c| Ok(takes_rows(c).then(|| folder(c))));
    let Ok(Some(folder)) = wanted else { return };
    let restored = checkpoint::restore(&folder);
    let on_disk = &mut Services::of(machine).cluster.on_disk;
    restored.batches.iter().for_each(|id| on_disk.remember(id.as_str().into()));
    for text in restored.news {
        Context::report(machine, Level::Info, &text, None);
    }
    super::complain(machine, restored.errors);
}

/// Whether this run takes rows that it acknowledges. Then the checkpoint says which files of an earlier run stay: others have
/// rows that come again.
pub(super) fn takes_rows(c: &Call<'_>) -> bool {
    c.global("Cluster::Backend::NATS::takes_rows").and_then(|v| v.as_bool()) == Some(true)
}

fn folder(c: &Call<'_>) -> PathBuf {
    let folder = default_folder(c);
    if folder.is_empty() { PathBuf::from(".") } else { folder.into() }
}
