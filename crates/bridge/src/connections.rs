//! The `connection` record: made when the first handler asks for it, brought up to date before each event.
mod end;
mod mac_texts;
mod places;
mod row;

pub use end::RowEnd;

use event::ConnId;
use mac_texts::MacTexts;
use net_types::Interval;
use places::Places;
use row::Rows;
use session::{ConnKey, ConnView, EndpointView, Role, TunnelLayer};
use std::collections::HashMap;
use std::rc::Rc;
use value::{Context, Record, RecordType, Result, Type, Value, Vector, VectorType};

/// The indices of the fields that the session fills.
struct Fields<const N: usize>([u32; N]);

impl<const N: usize> Fields<N> {
    /// A field that scripts lack gets an index that no record has, so it is never assigned.
    fn of(ty: &RecordType, names: [&str; N]) -> Self {
        Fields(names.map(|n| ty.position(n).unwrap_or(u32::MAX)))
    }
}

/// Record types and indices of fields, looked up once.
struct Layout {
    connection: Rc<RecordType>,
    id: Rc<RecordType>,
    endpoint: Rc<RecordType>,
    tunnel: Option<(Rc<VectorType>, Rc<RecordType>)>,
    /// id, orig, resp, start_time, duration, history, uid, tunnel, vlan, inner_vlan
    of_connection: Fields<10>,
    /// orig_h, orig_p, resp_h, resp_p, proto
    of_id: Fields<5>,
    /// The index of `ctx` in an id, and the indices of the VLANs in `ctx`, if scripts have added them.
    context: Option<(u32, [Option<u32>; 2])>,
    /// size, state, num_pkts, num_bytes_ip, flow_label, l2_addr
    of_endpoint: Fields<6>,
}

impl Layout {
    fn new(cx: &dyn Context) -> Option<Self> {
        let record = |name: &str| cx.named_type(name).and_then(|t| t.as_record().cloned());
        let connection = record("connection")?;
        let (id, endpoint) = (record("conn_id")?, record("endpoint")?);
        let tunnel =
            connection.position("tunnel").and_then(|p| connection.field(p)).and_then(|f| match &f.ty {
                Type::Vector(v) => Some((v.clone(), v.elem.as_record()?.clone())),
                _ => None,
            });
        Some(Layout {
            of_connection: Fields::of(
                &connection,
                [
                    "id",
                    "orig",
                    "resp",
                    "start_time",
                    "duration",
                    "history",
                    "uid",
                    "tunnel",
                    "vlan",
                    "inner_vlan",
                ],
            ),
            of_id: Fields::of(&id, ["orig_h", "orig_p", "resp_h", "resp_p", "proto"]),
            context: vlan_fields(&id),
            of_endpoint: Fields::of(
                &endpoint,
                ["size", "state", "num_pkts", "num_bytes_ip", "flow_label", "l2_addr"],
            ),
            connection,
            id,
            endpoint,
            tunnel,
        })
    }
}

/// The index of an id's `ctx`, and the indices of the VLANs in it.
fn vlan_fields(id: &RecordType) -> Option<(u32, [Option<u32>; 2])> {
    let at = id.position("ctx")?;
    let ctx = id.field(at)?.ty.as_record()?.clone();
    let int =
        |name: &str| ctx.position(name).filter(|i| ctx.field(*i).is_some_and(|f| matches!(f.ty, Type::Int)));
    let fields = ["vlan", "inner_vlan"].map(int);
    fields.iter().any(Option::is_some).then_some((at, fields))
}

/// A connection's record, and the field values that are expensive to build and were last assigned.
struct KnownConnection {
    id: ConnId,
    record: Record,
    key: ConnKey,
    /// Which end of the key is the originator; `None` before the ends were filled.
    orig: Option<u8>,
    tunnels: Box<[TunnelLayer]>,
}

/// The parts of a connection that change with most packets.
struct Counted {
    id: ConnId,
    orig: u8,
    ends: [EndpointView; 2],
    duration: Interval,
    letters: usize,
}

impl PartialEq for Counted {
    /// Compares without a loop over the ends: this happens at every event.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let ([a, b], [c, d]) = (&self.ends, &other.ends);
        self.id == other.id
            && self.duration == other.duration
            && self.letters == other.letters
            && self.orig == other.orig
            && a == c
            && b == d
    }
}

impl Counted {
    #[inline]
    fn of(conn: &ConnView<'_>) -> Self {
        Counted {
            id: conn.id(),
            orig: conn.orig_place(),
            ends: [conn.endpoint(Role::Orig), conn.endpoint(Role::Resp)],
            duration: conn.duration(),
            letters: conn.history().len(),
        }
    }
}

/// The records of live connections.
#[derive(Default)]
pub struct Connections {
    layout: Option<Layout>,
    records: Places<KnownConnection>,
    /// Finds connections while the session is borrowed. Few scripts need that, so the first call builds the table.
    by_key: Option<HashMap<ConnKey, ConnId, foldhash::fast::RandomState>>,
    macs: MacTexts,
    /// The number of events handled before the last record was updated, and the counts that it got. If no event was
    /// handled since, no script has changed the record. This saves work, because most packets raise several events.
    last: Option<(u64, Counted)>,
    /// The record that was updated last, which is usually requested next.
    latest: Option<(ConnId, Record)>,
    rows: Option<Rows>,
    /// The global of the event `new_connection` if its handlers run before the first other event about a connection.
    pub(crate) postponed: Option<u32>,
}

impl Connections {
    /// The record of a connection.
    pub fn get(&self, id: ConnId) -> Option<&Record> {
        match &self.latest {
            Some((latest, record)) if *latest == id => Some(record),
            _ => self.records.get(id.place()).filter(|k| k.id == id).map(|k| &k.record),
        }
    }

    /// The connection with a key, if it has a record.
    pub fn find(&mut self, key: &ConnKey) -> Option<ConnId> {
        let all = || self.records.iter().map(|k| (k.key, k.id)).collect();
        self.by_key.get_or_insert_with(all).get(key).copied()
    }

    /// Sets whether the handlers of `new_connection`, the event of this global, run before the first other event about a
    /// connection ([`show`](crate::show)).
    pub fn postpone(&mut self, new_connection: Option<u32>) {
        self.postponed = new_connection;
    }

    /// Whether the handlers of `new_connection` run later for this connection.
    pub fn postpones(&self, id: ConnId) -> bool {
        self.postponed.is_some() && self.records.get(id.place()).is_none_or(|k| k.id != id)
    }

    /// Removes a connection that ended. Scripts may still hold its record.
    pub fn forget(&mut self, id: ConnId) {
        if let Some(known) = self.records.take_if(id.place(), |k| k.id == id) {
            if let Some(by_key) = &mut self.by_key {
                by_key.remove(&known.key);
            }
            (self.last, self.latest) = (None, None);
        }
    }

    /// Updates a connection's record, or makes it.
    ///
    /// # Errors
    /// A field's default cannot be computed.
    pub fn update(&mut self, conn: &ConnView<'_>, cx: &mut dyn Context) -> Result<()> {
        if self.layout.is_none() {
            self.layout = Layout::new(cx);
        }
        let Some(layout) = &self.layout else { return Ok(()) };
        let now = (cx.work().dispatched, Counted::of(conn));
        let same = self.last.as_ref() == Some(&now);
        if same && conn.tunnels().is_empty() {
            // The record of a connection that left its tunnels keeps them.
            return Ok(());
        }
        let (id, key) = (conn.id(), conn.key());
        let place = self.records.place(id.place());
        let known = match place {
            Some(known) if known.id == id => known,
            _ => {
                let record = cx.record(&layout.connection)?;
                layout.fill_once(&record, conn, cx)?;
                if let Some(by_key) = &mut self.by_key {
                    by_key.insert(key, id);
                }
                place.insert(KnownConnection { id, record, key, orig: None, tunnels: Box::default() })
            }
        };
        if same && *known.tunnels == *conn.tunnels() {
            return Ok(());
        }
        layout.fill(known, conn, &now.1, &mut self.macs, cx)?;
        if self.latest.as_ref().is_none_or(|(latest, _)| *latest != id) {
            self.latest = Some((id, known.record.clone()));
        }
        self.last = Some(now);
        Ok(())
    }
}

/// A connection's duration. Scripts see times as doubles, and their differences have the precision of doubles.
fn seconds(conn: &ConnView<'_>) -> f64 {
    let last = conn.start_time() + conn.duration();
    last.as_secs_f64() - conn.start_time().as_secs_f64()
}

/// Assigns a count. If the field already holds a scalar, only its word is replaced, which is much faster.
#[inline]
fn put_count(r: &Record, field: u32, n: u64) {
    if !r.put_word(field, n) {
        r.set(field, Value::Count(n));
    }
}

/// Assigns a string, unless the field holds the same bytes.
fn put_string(r: &Record, field: u32, bytes: &[u8]) {
    if !r.holds_string(field, bytes) {
        r.set(field, Value::string(bytes));
    }
}

impl Layout {
    /// Fills the fields that never change.
    fn fill_once(&self, r: &Record, conn: &ConnView<'_>, cx: &mut dyn Context) -> Result<()> {
        let Fields([id, orig, resp, start_time, _, _, uid, _, vlan, inner_vlan]) = self.of_connection;
        r.set(uid, Value::string(conn.uid().text(b'C').as_str()));
        r.set(start_time, Value::Time(conn.start_time().as_secs_f64()));
        for (field, ty) in [(id, &self.id), (orig, &self.endpoint), (resp, &self.endpoint)] {
            // Defaults have set these fields, unless a script has declared them differently.
            if r.inner(field).is_none() {
                r.set(field, Value::Record(cx.record(ty)?));
            }
        }
        let (outer, inner) = conn.vlans();
        for (field, tag) in [(vlan, outer), (inner_vlan, inner)] {
            if tag != 0 {
                r.set(field, Value::Int(tag.into()));
            }
        }
        Ok(())
    }

    fn fill(
        &self,
        known: &mut KnownConnection,
        conn: &ConnView<'_>,
        counted: &Counted,
        macs: &mut MacTexts,
        cx: &mut dyn Context,
    ) -> Result<()> {
        let r = &known.record;
        let Fields([id, orig, resp, _, duration, history, _, tunnel, _, _]) = self.of_connection;
        // The ends change only when roles are exchanged.
        let turned = known.orig.replace(conn.orig_place()) != Some(conn.orig_place());
        if turned && let Some(ends) = r.inner(id) {
            self.fill_id(&ends, conn);
        }
        for (field, view) in [orig, resp].into_iter().zip(&counted.ends) {
            if (turned || !self.recount(r, field, view))
                && let Some(end) = r.inner(field)
            {
                self.fill_endpoint(&end, view, turned.then_some(&mut *macs));
            }
        }
        let secs = seconds(conn);
        if !r.put_word(duration, secs.to_bits()) {
            r.set(duration, Value::Interval(secs));
        }
        put_string(r, history, conn.history());
        if *known.tunnels != *conn.tunnels()
            && !conn.tunnels().is_empty()
            && let Some((vector, element)) = &self.tunnel
        {
            let layers = Vector::new(vector.clone());
            for layer in conn.tunnels() {
                layers.push(Value::Record(self.tunnel_layer(layer, element, cx)?));
            }
            r.set(tunnel, Value::Vector(layers));
            known.tunnels = conn.tunnels().into();
        }
        Ok(())
    }

    /// Fills a `conn_id`.
    fn fill_id(&self, ends: &Record, conn: &ConnView<'_>) {
        let Fields([orig_h, orig_p, resp_h, resp_p, proto]) = self.of_id;
        ends.set(orig_h, Value::addr(conn.addr(Role::Orig)));
        ends.set(orig_p, Value::Port(conn.port(Role::Orig)));
        ends.set(resp_h, Value::addr(conn.addr(Role::Resp)));
        ends.set(resp_p, Value::Port(conn.port(Role::Resp)));
        ends.set(proto, Value::Count(conn.ip_proto().into()));
        self.fill_context(ends, conn.key().vlans());
    }

    /// Sets the VLANs of a connection's key.
    fn fill_context(&self, id: &Record, vlans: [u16; 2]) {
        let Some((ctx, fields)) = self.context else { return };
        let Some(ctx) = id.inner(ctx) else { return };
        for (field, vlan) in fields.into_iter().zip(vlans) {
            if let Some(field) = field
                && vlan != 0
            {
                ctx.set(field, Value::Int(vlan.into()));
            }
        }
    }

    /// Replaces the counts of the end in a field. Returns false if the end does not have all of them yet.
    #[inline]
    fn recount(&self, r: &Record, field: u32, view: &EndpointView) -> bool {
        let Fields([size, state, num_pkts, num_bytes_ip, flow_label, _]) = self.of_endpoint;
        let always = [(size, view.size), (state, view.state.into()), (flow_label, view.flow_label.into())];
        r.put_inner_words(field, &always)
            && view.counts.is_none_or(|(packets, ip_bytes)| {
                r.put_inner_words(field, &[(num_pkts, packets), (num_bytes_ip, ip_bytes)])
            })
    }

    /// Fills one end; with `macs`, its link-layer address as well.
    fn fill_endpoint(&self, end: &Record, view: &EndpointView, macs: Option<&mut MacTexts>) {
        let Fields([size, state, num_pkts, num_bytes_ip, flow_label, l2_addr]) = self.of_endpoint;
        put_count(end, size, view.size);
        put_count(end, state, view.state.into());
        if let Some((packets, ip_bytes)) = view.counts {
            put_count(end, num_pkts, packets);
            put_count(end, num_bytes_ip, ip_bytes);
        }
        put_count(end, flow_label, view.flow_label.into());
        if let Some(macs) = macs
            && view.mac != net_types::Mac::default()
        {
            end.set(l2_addr, macs.text(view.mac));
        }
    }

    fn tunnel_layer(&self, layer: &TunnelLayer, ty: &Rc<RecordType>, cx: &mut dyn Context) -> Result<Record> {
        let r = cx.record(ty)?;
        let cid = cx.record(&self.id)?;
        let Fields([orig_h, orig_p, resp_h, resp_p, proto]) = self.of_id;
        cid.set(orig_h, Value::addr(layer.orig.0));
        cid.set(orig_p, Value::Port(layer.orig_port()));
        cid.set(resp_h, Value::addr(layer.resp.0));
        cid.set(resp_p, Value::Port(layer.resp_port()));
        cid.set(proto, Value::Count(layer.ip_proto.into()));
        r.set_named("cid", Value::Record(cid));
        r.set_named("uid", Value::string(layer.uid.text(b'C').as_str()));
        if let Some(at) = ty.position("tunnel_type")
            && let Some(field) = ty.field(at)
            && let Some(e) = field.ty.as_enum()
            && let Some(n) = e.number(layer.kind.name())
        {
            r.set(at, Value::enumerator(n, e));
        }
        Ok(r)
    }
}
