//! Rows of tunnel.log: a tunnel is discovered, closes with its connection, or expires.
use super::Snapshot;
use super::files::{Log, LogFiles, id_columns};
use event::{Arg, Event};
use logging::{Cell, Column, Kind, LogError, Schema};
use net_types::{Addr, Interval, Port, Timestamp};
use std::collections::HashMap;

/// A tunnel that nothing came through for this long has ended.
const EXPIRATION: Interval = Interval::from_secs(3600);
/// How often that is looked at.
const LOOK: Interval = Interval::from_secs(10);

/// The endpoints of a tunnel, and the IP protocol it runs over.
type Key = (Addr, Port, Addr, Port, u64);

/// A layer of encapsulation as rows show it.
#[derive(Clone, Debug)]
pub(super) struct LayerRow {
    pub(super) uid: String,
    kind: String,
    key: Key,
}

struct Active {
    row: LayerRow,
    last_read: Timestamp,
}

/// The tunnels that are known.
#[derive(Default)]
pub(super) struct TunnelLog {
    active: HashMap<Key, Active>,
    next_look: Timestamp,
}

fn schema() -> Schema {
    let mut columns = vec![Column::new("ts", Kind::Time), Column::new("uid", Kind::String)];
    columns.extend(id_columns());
    columns.push(Column::new("tunnel_type", Kind::Enum));
    columns.push(Column::new("action", Kind::Enum));
    Schema::new("tunnel", columns)
}

/// The layers that `tunnel_changed` shows.
pub(super) fn layers_of(event: &dyn Event) -> Vec<LayerRow> {
    let mut layers = Vec::new();
    event.args(&mut |_, arg| {
        if let Arg::List(list) = arg {
            list.each(&mut |item| {
                if let Arg::Record(r) = item {
                    layers.extend(layer_row(r));
                }
            });
        }
    });
    layers
}

fn layer_row(r: &dyn event::Record) -> Option<LayerRow> {
    let (mut key, mut kind, mut uid) = (None, String::new(), String::new());
    r.each(&mut |at, arg| match (at, arg) {
        (0, Arg::Record(cid)) => key = key_of(cid),
        (1, Arg::Enum(e)) => kind = e.0.to_owned(),
        (2, Arg::Str(s)) => uid = String::from_utf8_lossy(s).into_owned(),
        _ => {}
    });
    Some(LayerRow { uid, kind, key: key? })
}

fn key_of(cid: &dyn event::Record) -> Option<Key> {
    let (mut addrs, mut ports, mut proto) = (Vec::new(), Vec::new(), 0);
    cid.each(&mut |_, arg| match arg {
        Arg::Addr(a) => addrs.push(a),
        Arg::Port(p) => ports.push(p),
        Arg::Count(n) => proto = n,
        _ => {}
    });
    match (addrs.as_slice(), ports.as_slice()) {
        ([a, b], [p, q]) => Some((*a, *p, *b, *q, proto)),
        _ => None,
    }
}

impl TunnelLog {
    /// The tunnels around a new connection.
    pub(super) fn register(
        &mut self,
        tunnels: &[session::TunnelLayer],
        now: Timestamp,
        files: &mut LogFiles,
    ) -> Result<(), LogError> {
        let rows = tunnels.iter().map(|l| LayerRow {
            uid: l.uid.text(b'C').to_string(),
            kind: l.kind.name().to_owned(),
            key: (l.orig.0, l.orig_port(), l.resp.0, l.resp_port(), l.ip_proto.into()),
        });
        self.register_layers(rows.collect(), now, files)
    }

    pub(super) fn register_layers(
        &mut self,
        rows: Vec<LayerRow>,
        now: Timestamp,
        files: &mut LogFiles,
    ) -> Result<(), LogError> {
        for row in rows {
            if let Some(a) = self.active.get_mut(&row.key) {
                a.last_read = now;
                continue;
            }
            write(&row, now, "Tunnel::DISCOVER", files)?;
            self.active.insert(row.key, Active { row, last_read: now });
        }
        Ok(())
    }

    /// A connection ended, and the tunnel in it.
    pub(super) fn close(
        &mut self,
        c: &Snapshot,
        now: Timestamp,
        files: &mut LogFiles,
    ) -> Result<(), LogError> {
        if self.active.is_empty() {
            return Ok(());
        }
        let key = (c.orig.0, c.orig.1, c.resp.0, c.resp.1, c.ip_proto.into());
        match self.active.remove(&key) {
            Some(a) => write(&a.row, now, "Tunnel::CLOSE", files),
            None => Ok(()),
        }
    }

    pub(super) fn is_due(&self, now: Timestamp) -> bool {
        !self.active.is_empty() && now >= self.next_look
    }

    /// Ends tunnels that nothing came through of late.
    pub(super) fn expire(&mut self, now: Timestamp, files: &mut LogFiles) -> Result<(), LogError> {
        self.next_look = now + LOOK;
        let mut over: Vec<Key> =
            self.active.iter().filter(|(_, a)| now - a.last_read >= EXPIRATION).map(|(k, _)| *k).collect();
        over.sort_unstable();
        for key in over {
            if let Some(a) = self.active.remove(&key) {
                write(&a.row, now, "Tunnel::EXPIRE", files)?;
            }
        }
        Ok(())
    }
}

fn write(row: &LayerRow, now: Timestamp, action: &str, files: &mut LogFiles) -> Result<(), LogError> {
    let (orig_h, orig_p, resp_h, resp_p, _) = row.key;
    let cells = [
        Cell::from(now),
        Cell::from(row.uid.as_str()),
        Cell::Addr(orig_h),
        Cell::Port(orig_p.num),
        Cell::Addr(resp_h),
        Cell::Port(resp_p.num),
        Cell::from(row.kind.as_str()),
        Cell::from(action),
    ];
    files.write(Log::Tunnel, schema, &cells)
}
