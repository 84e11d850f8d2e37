//! Many connections to one analyzer while memory is short: detection saves memory and stops to, silent connections are
//! ended, fragments are dropped, time passes. Each connection that began must end, once.
//!
//! The smoke run and the fuzz target share this file.
use event::{Arg, ConnId, Event, EventId};
use net_types::{Interval, LinkType, Port, Timestamp, TransportProto};
use protocols::{Defaults, Protocols, registry};
use session::analyzer::{Analyzer, Factory, Tag};
use session::{ConnView, Frame, Keys, Options, Session, Sink};
use std::collections::HashMap;
use std::rc::Rc;

/// The number of clients.
const CLIENTS: usize = 16;

/// All protocols, each at the port of its conversation.
struct All {
    protocols: Protocols,
    ports: Vec<(Port, Tag)>,
}

impl Factory for All {
    fn create(&self, tag: Tag, conn: &ConnView<'_>) -> Option<Box<dyn Analyzer>> {
        self.protocols.create(tag, conn)
    }
    fn name(&self, tag: Tag) -> &'static str {
        self.protocols.name(tag)
    }
    fn script_name(&self, tag: Tag) -> event::EnumName {
        self.protocols.script_name(tag)
    }
    fn ports(&self) -> Vec<(Port, Tag)> {
        self.ports.clone()
    }
}

/// The events that begin and end connections, by connection.
#[derive(Default)]
struct Lives(HashMap<ConnId, (u32, u32)>);

impl event::Sink for Lives {
    fn wants(&self, _: EventId) -> bool {
        true
    }

    fn take(&mut self, e: &dyn Event) {
        let mut connection = None;
        e.args(&mut |_, arg| {
            if let Arg::Conn(id) = arg {
                connection = Some(id);
            }
        });
        let Some(id) = connection else { return };
        let (begun, ended) = self.0.entry(id).or_default();
        match e.def().name {
            "new_connection" => *begun += 1,
            "connection_state_remove" => *ended += 1,
            _ => {}
        }
    }
}

impl Sink for Lives {
    fn about(&mut self, _: &ConnView<'_>) {}
}

/// One of the conversations of a list, by the first byte, from many clients. Then each step begins with a byte: what happens,
/// and to which client.
pub(crate) fn run(list: &[(&'static str, Port, &'static [u8])], data: &[u8]) {
    let Some((&choice, mut rest)) = data.split_first() else { return };
    let Some(&(name, port, start)) = list.get(usize::from(choice) % list.len().max(1)) else { return };
    let ports = list.iter().filter_map(|(name, port, _)| Some((*port, registry::find(name)?))).collect();
    let factory = All { protocols: Protocols::new(&Defaults, None), ports };
    let mut opts = Options { ignore_checksums: true, ..Options::default() };
    opts.likely_server_ports.add(port);
    // Caps that a short history reaches.
    opts.caps.connections = 12;
    opts.caps.fragmented_datagrams = 3;
    opts.caps.reassembly_bytes = 4096;
    let mut session = Session::new(opts, &Keys { sip: [1, 2], fixed: true }, Some(Rc::new(factory)));
    let (mut lives, mut now) = (Lives::default(), Timestamp::from_parts(1_700_000_000, 0));
    let mut clients = [Client::default(); CLIENTS];
    let mut over_tcp = port.proto == TransportProto::Tcp;
    while let [step, more, after @ ..] = rest {
        rest = after;
        let client = usize::from(step >> 4) % CLIENTS;
        now += Interval::from_millis(1);
        match step & 15 {
            0..=8 => {
                let len = (usize::from(more & 0x1f) * 4).min(rest.len());
                let (data, after) = rest.split_at(len);
                rest = after;
                // Without bytes of its own, a message begins as the protocol's do.
                let data = if more & 0x20 != 0 { start } else { data };
                let from_client = more & 0x80 == 0;
                let packet =
                    clients[client].packet(client, (port.num, over_tcp), from_client, more & 0x40 != 0, data);
                let frame = Frame { ts: now, link: LinkType::RAW, data: &packet, wire_len: packet.len() };
                session.handle_frame(&frame, &mut lives);
            }
            9 => {
                let piece = [&[0x20, *more][..], &[0; 64]].concat();
                let mut packet = ip(17, [10, 1, 0, client as u8], [192, 0, 2, 9], &piece);
                // More fragments follow; the client's number is the identification.
                packet[5] = *more;
                packet[6] = if more & 1 == 0 { 0x20 } else { 0 };
                packet[7] = more & 0xf8;
                let frame = Frame { ts: now, link: LinkType::RAW, data: &packet, wire_len: packet.len() };
                session.handle_frame(&frame, &mut lives);
            }
            10 => session.save_memory(more & 1 == 1, &mut lives),
            11 => {
                let before = session.stats().live;
                let ended = session.end_silent(usize::from(more & 15), usize::from(more >> 4), &mut lives);
                assert!(ended <= usize::from(more & 15));
                assert!(session.stats().live >= usize::from(more >> 4).min(before));
            }
            12 => {
                session.drop_stale_fragments();
            }
            13 => {
                now += Interval::from_millis(i64::from(*more) * 50);
                session.handle_time(now, &mut lives);
            }
            // A new connection between the same hosts.
            14 => clients[client] = Client::default(),
            _ => over_tcp = !over_tcp,
        }
    }
    session.finish(&mut lives);
    assert_eq!(session.stats().live, 0, "{name}");
    for (id, &(begun, ended)) in &lives.0 {
        assert_eq!((begun, ended), (1, 1), "{name}: connection {id:?}");
    }
}

/// The next sequence number of each side.
#[derive(Clone, Copy)]
struct Client {
    next: [u32; 2],
    opened: bool,
}

impl Default for Client {
    fn default() -> Self {
        Client { next: [1000, 5000], opened: false }
    }
}

const SYN: u8 = 2;
const ACK: u8 = 16;

impl Client {
    /// The next packet of the connection. `odd` skips bytes over TCP.
    fn packet(
        &mut self,
        number: usize,
        (server, over_tcp): (u16, bool),
        from_client: bool,
        odd: bool,
        data: &[u8],
    ) -> Vec<u8> {
        let port = (40_000 + number as u16).to_be_bytes();
        let server = server.to_be_bytes();
        let hosts = ([10, 0, 0, number as u8], [192, 0, 2, 9]);
        let (src, dst) = if from_client { hosts } else { (hosts.1, hosts.0) };
        let mut p = if from_client { [port, server].concat() } else { [server, port].concat() };
        if !over_tcp {
            p.extend((8 + data.len() as u16).to_be_bytes());
            p.extend([0, 0]);
            p.extend(data);
            return ip(17, src, dst, &p);
        }
        let side = usize::from(!from_client);
        let (flags, data) = match (self.opened, from_client) {
            (false, true) => (SYN, &[][..]),
            (false, false) => (SYN | ACK, &[][..]),
            (true, _) => (ACK, data),
        };
        self.opened |= !from_client;
        if odd {
            self.next[side] = self.next[side].wrapping_add(100);
        }
        p.extend(self.next[side].to_be_bytes());
        p.extend(self.next[1 - side].to_be_bytes());
        p.extend([0x50, flags, 0xff, 0xff, 0, 0, 0, 0]);
        p.extend(data);
        self.next[side] = self.next[side].wrapping_add(data.len() as u32 + u32::from(flags & SYN != 0));
        ip(6, src, dst, &p)
    }
}

fn ip(protocol: u8, src: [u8; 4], dst: [u8; 4], payload: &[u8]) -> Vec<u8> {
    let mut p = vec![0x45, 0];
    p.extend((20 + payload.len() as u16).to_be_bytes());
    p.extend([0, 0, 0, 0, 64, protocol, 0, 0]);
    p.extend(src);
    p.extend(dst);
    p.extend(payload);
    p
}
