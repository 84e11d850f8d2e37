//! Runs the signature engine on a session's connections.
use super::{Action, Endpoints, Engine, Facts, Match, PacketHeaders, Rule, Subject};
use crate::settings::Detect;
use crate::tags;
use net_types::TransportProto;
use session::analyzer::{Aspect, Detector, Extent, FirstHeaders, Found};
use session::{ConnView, Role, SignatureHit, Sink};
use std::cell::RefCell;
use std::rc::Rc;

/// The session's [`Aspect`] of a subject. The payload itself is not an aspect.
#[must_use]
pub const fn aspect(subject: Subject) -> Aspect {
    Aspect(subject as u8)
}

fn subject(aspect: Aspect) -> Option<Subject> {
    const ALL: [Subject; 7] = [
        Subject::HttpRequest,
        Subject::HttpRequestHeader,
        Subject::HttpRequestBody,
        Subject::HttpReplyHeader,
        Subject::HttpReplyBody,
        Subject::Ftp,
        Subject::Finger,
    ];
    ALL.into_iter().find(|s| *s as u8 == aspect.0)
}

/// Makes detectors that run `engine` on every connection.
#[must_use]
pub fn detect(engine: Engine) -> Detect {
    let by_payload = engine.needs_payload_only();
    let engine = Rc::new(RefCell::new(engine));
    let make = move |_: &ConnView<'_>| {
        let detector =
            AtConnection { engine: Rc::clone(&engine), ends: Endpoints::default(), held: Vec::new() };
        Some(Box::new(detector) as Box<dyn Detector>)
    };
    Detect { make: Box::new(make), by_payload }
}

/// The state of the rules on one connection.
struct AtConnection {
    engine: Rc<RefCell<Engine>>,
    ends: Endpoints,
    /// Events that wait until the session has started the analyzers that rules enabled before them.
    held: Vec<Held>,
}

/// An event of a rule that matched, with its own copy of the match.
struct Held {
    signature: String,
    event: Option<String>,
    message: Option<String>,
    is_orig: bool,
    payload_size: u64,
    data: Vec<u8>,
    end_of_match: u64,
}

impl Held {
    fn of(hit: &SignatureHit<'_>) -> Self {
        Held {
            signature: hit.signature.to_owned(),
            event: hit.event.map(str::to_owned),
            message: hit.message.map(str::to_owned),
            is_orig: hit.is_orig,
            payload_size: hit.payload_size,
            data: hit.data.to_vec(),
            end_of_match: hit.end_of_match,
        }
    }

    fn hit(&self) -> SignatureHit<'_> {
        SignatureHit {
            signature: &self.signature,
            event: self.event.as_deref(),
            message: self.message.as_deref(),
            is_orig: self.is_orig,
            payload_size: self.payload_size,
            data: &self.data,
            end_of_match: self.end_of_match,
        }
    }
}

/// Evaluates the conditions of rules.
struct World<'a, 'c, 's> {
    conn: &'a ConnView<'c>,
    /// Shared with the callback for matches; the two never run at the same time.
    sink: &'a RefCell<&'s mut dyn Sink>,
}

/// The states of a TCP endpoint that count as established: partial, established, closed, reset.
const ESTABLISHED: std::ops::RangeFrom<u8> = 3..;

impl Facts for World<'_, '_, '_> {
    fn tcp_established(&self) -> Option<bool> {
        if self.conn.transport() != TransportProto::Tcp {
            return None;
        }
        let open = |role| ESTABLISHED.contains(&self.conn.endpoint(role).state);
        Some(open(Role::Orig) && open(Role::Resp))
    }

    fn is_udp(&self) -> bool {
        self.conn.transport() == TransportProto::Udp
    }

    fn same_ip(&self) -> bool {
        self.conn.addr(Role::Orig) == self.conn.addr(Role::Resp)
    }

    fn eval(&mut self, function: &str, rule: &Rule, is_orig: bool, payload_size: u64, data: &[u8]) -> bool {
        let hit = SignatureHit {
            signature: &rule.name,
            event: None,
            message: None,
            is_orig,
            payload_size,
            data,
            end_of_match: 0,
        };
        self.sink.borrow_mut().condition(self.conn, function, &hit)
    }
}

/// Executes the actions of a rule that matched, in order: events after an enabled analyzer wait for that analyzer.
fn act(
    conn: &ConnView<'_>,
    m: &Match<'_>,
    sink: &mut dyn Sink,
    found: &mut Vec<Found>,
    held: &mut Vec<Held>,
) {
    for action in &m.rule.actions {
        match action {
            Action::Event { name, message, .. } => {
                let hit = SignatureHit {
                    signature: &m.rule.name,
                    event: name.as_deref(),
                    message: message.as_deref(),
                    is_orig: m.is_orig,
                    payload_size: m.payload_size,
                    data: m.data,
                    end_of_match: m.end_of_match,
                };
                if found.is_empty() {
                    sink.signature(conn, &hit);
                } else {
                    held.push(Held::of(&hit));
                }
            }
            // Analyzers do not run on ICMP.
            Action::Enable { .. } if conn.transport() == TransportProto::Icmp => {}
            Action::Enable { analyzer, child } => {
                let Some(tag) = tags::find(analyzer) else { continue };
                match child {
                    None => found.push(Found { tag, under: None }),
                    Some(child) => {
                        found.extend(tags::find(child).map(|c| Found { tag: c, under: Some(tag) }));
                    }
                }
            }
            // Unsuitable analyzers disable themselves by violations.
            Action::Disable { .. } | Action::Mime { .. } => {}
        }
    }
}

impl AtConnection {
    /// Runs `f` on the engine with the facts of the connection and a callback for matches.
    fn run(
        &mut self,
        conn: &ConnView<'_>,
        sink: &mut dyn Sink,
        found: &mut Vec<Found>,
        f: impl FnOnce(&mut Engine, &mut Endpoints, &mut dyn Facts, &mut dyn FnMut(&Match<'_>)),
    ) {
        let sink = RefCell::new(sink);
        let mut world = World { conn, sink: &sink };
        let held = &mut self.held;
        let mut out = |m: &Match<'_>| act(conn, m, &mut **sink.borrow_mut(), found, held);
        f(&mut self.engine.borrow_mut(), &mut self.ends, &mut world, &mut out);
    }
}

impl Detector for AtConnection {
    fn begin(
        &mut self,
        conn: &ConnView<'_>,
        from: Role,
        headers: FirstHeaders<'_>,
        sink: &mut dyn Sink,
        found: &mut Vec<Found>,
    ) {
        let packet = PacketHeaders {
            ip: headers.ip,
            transport: headers.transport,
            protocol: u8::try_from(conn.ip_proto()).unwrap_or(0),
            src: conn.addr(from),
            dst: conn.addr(from.other()),
        };
        self.run(conn, sink, found, |e, ends, facts, out| {
            e.begin(ends, from.is_orig(), &packet, facts, out);
        });
    }

    fn feed(
        &mut self,
        conn: &ConnView<'_>,
        from: Role,
        data: &[u8],
        datagram: bool,
        sink: &mut dyn Sink,
        found: &mut Vec<Found>,
    ) {
        let extent = if datagram { Extent::Whole } else { Extent::Next };
        self.run(conn, sink, found, |e, ends, facts, out| {
            e.feed(ends, from.is_orig(), Subject::Payload, data, extent, facts, out);
        });
    }

    fn looks_at(&self, aspect: Aspect) -> bool {
        subject(aspect).is_some_and(|s| self.engine.borrow().looks_at(s))
    }

    fn aspect(
        &mut self,
        conn: &ConnView<'_>,
        from: Role,
        aspect: Aspect,
        data: &[u8],
        extent: Extent,
        sink: &mut dyn Sink,
        found: &mut Vec<Found>,
    ) {
        let Some(subject) = subject(aspect) else { return };
        self.run(conn, sink, found, |e, ends, facts, out| {
            e.feed(ends, from.is_orig(), subject, data, extent, facts, out);
        });
    }

    fn after_found(&mut self, conn: &ConnView<'_>, sink: &mut dyn Sink) {
        for held in std::mem::take(&mut self.held) {
            sink.signature(conn, &held.hit());
        }
    }

    fn end(&mut self, conn: &ConnView<'_>, sink: &mut dyn Sink) {
        // The connection has ended: analyzers enabled now are dropped.
        self.run(conn, sink, &mut Vec::new(), |e, ends, facts, out| e.finish(ends, facts, out));
        self.after_found(conn, sink);
    }
}
