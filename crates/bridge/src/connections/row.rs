//! The row of conn.log straight from the session: what handlers of `new_connection` in
//! `base/protocols/conn/main.zeek` would fill, and the whole row of a connection that no script has seen.
use super::{Connections, Fields, Layout, RowEnd};
use net_types::{Addr, TransportProto};
use session::{ConnView, NO_IP_PROTO, Role};
use std::rc::Rc;
use value::{Context, Record, RecordType, Result, Value};

/// What rows have in common.
pub(super) struct Rows {
    info: Rc<RecordType>,
    /// ts, uid, id, proto, ip_proto, local_orig, local_resp
    of_beginning: Fields<7>,
    end: RowEnd,
    /// The index of `conn` in a connection.
    of_connection: u32,
    /// The values of `transport_proto`: unknown, TCP, UDP, ICMP.
    protos: [Option<Value>; 4],
    local_nets: Option<u32>,
}

impl Rows {
    /// Returns `None` if scripts lack a type that rows need.
    fn new(cx: &dyn Context) -> Option<Self> {
        let info = cx.named_type("Conn::Info")?.as_record()?.clone();
        let proto = cx.named_type("transport_proto")?.as_enum()?.clone();
        let value = |name: &str| proto.number(name).map(|n| Value::enumerator(n, &proto));
        Some(Rows {
            of_beginning: Fields::of(
                &info,
                ["ts", "uid", "id", "proto", "ip_proto", "local_orig", "local_resp"],
            ),
            end: RowEnd::new(cx)?,
            of_connection: cx.named_type("connection")?.as_record()?.position("conn")?,
            protos: ["unknown_transport", "tcp", "udp", "icmp"].map(value),
            local_nets: cx.global_id("Site::local_nets"),
            info,
        })
    }

    /// Fills the fields that the first packet determines.
    fn begin(
        &self,
        row: &Record,
        (name, id): (Value, Record),
        conn: &ConnView<'_>,
        cx: &mut dyn Context,
    ) -> Result<()> {
        let Fields([ts, uid, id_at, proto, ip_proto, local_orig, local_resp]) = self.of_beginning;
        row.set(ts, Value::Time(conn.start_time().as_secs_f64()));
        row.set(uid, name);
        row.set(id_at, Value::Record(id));
        let transport = match conn.transport() {
            TransportProto::Unknown => 0,
            TransportProto::Tcp => 1,
            TransportProto::Udp => 2,
            TransportProto::Icmp => 3,
        };
        if let Some(Some(value)) = self.protos.get(transport) {
            row.set(proto, value.clone());
        }
        if conn.ip_proto() != NO_IP_PROTO {
            row.set(ip_proto, Value::Count(conn.ip_proto().into()));
        }
        if let Some(Value::Table(nets)) = self.local_nets.and_then(|nets| cx.global(nets))
            && !nets.is_empty()
        {
            let mut is_local = |addr: Addr| nets.contains(cx, &[Value::addr(addr)]);
            row.set(local_orig, Value::Bool(is_local(conn.addr(Role::Orig))?));
            row.set(local_resp, Value::Bool(is_local(conn.addr(Role::Resp))?));
        }
        Ok(())
    }
}

impl Connections {
    /// The row of conn.log for a connection that ends now and has no record; `None` if scripts lack the types for it.
    ///
    /// # Errors
    /// A field's default cannot be computed.
    pub fn row(&mut self, conn: &ConnView<'_>, cx: &mut dyn Context) -> Result<Option<Record>> {
        if self.rows.is_none() {
            self.rows = Rows::new(cx);
        }
        if self.layout.is_none() {
            self.layout = Layout::new(cx);
        }
        let (Some(layout), Some(rows)) = (&self.layout, &self.rows) else { return Ok(None) };
        let id = cx.record(&layout.id)?;
        layout.fill_id(&id, conn);
        let row = cx.record(&rows.info)?;
        let uid = Value::string(conn.uid().text(b'C').as_str());
        rows.begin(&row, (uid, id), conn, cx)?;
        rows.end.fill(&row, conn);
        Ok(Some(row))
    }

    /// Gives the record of a connection outside of tunnels its row of conn.log, as the packed handlers of
    /// `new_connection` would. Returns false if they must run.
    ///
    /// # Errors
    /// A field's default cannot be computed.
    pub(crate) fn begin_row(&mut self, conn: &ConnView<'_>, cx: &mut dyn Context) -> Result<bool> {
        if !conn.tunnels().is_empty() {
            return Ok(false);
        }
        if self.rows.is_none() {
            self.rows = Rows::new(cx);
        }
        let (Some(layout), Some(rows)) = (&self.layout, &self.rows) else { return Ok(false) };
        let Some(connection) = self.get(conn.id()) else { return Ok(false) };
        let Fields([id, _, _, _, _, _, uid, ..]) = layout.of_connection;
        let (Some(id), Some(uid)) = (connection.inner(id), connection.get(uid)) else { return Ok(false) };
        let row = cx.record(&rows.info)?;
        rows.begin(&row, (uid, id), conn, cx)?;
        connection.set(rows.of_connection, Value::Record(row));
        Ok(true)
    }
}
