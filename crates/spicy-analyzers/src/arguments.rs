//! Converts grammar values to event arguments.
use crate::fields::Field;
use crate::grammar::Grammar;
use event::{Arg, ConnId, EnumLabel, Event, EventDef, Fields, FileId, List, Pairs, Record};
use net_types::{Addr, Interval, Port, Subnet, Timestamp, TransportProto};
use spicy_sema::hir::{ENUM_UNDEF, EventArg, Kind};
use spicy_sema::types::{Ty, Type};
use spicy_vm::Value;
use std::net::IpAddr;

/// The number of `Undef` in scripts, whose enums have no negative values.
pub(crate) const UNDEF: i64 = i32::MAX as i64;

/// An event of a grammar with its arguments.
pub(crate) struct Raised<'a> {
    pub(crate) def: &'static EventDef,
    pub(crate) grammar: &'a Grammar,
    pub(crate) args: &'a [EventArg],
    pub(crate) values: &'a [Value],
    pub(crate) conn: Option<ConnId>,
    pub(crate) file: Option<FileId>,
    /// The record of the packet's headers, and the packet's number.
    pub(crate) packet: Option<(&'a dyn Record, u64)>,
    /// The direction; `None` if there is none.
    pub(crate) is_orig: Option<bool>,
}

impl Event for Raised<'_> {
    fn def(&self) -> &'static EventDef {
        self.def
    }

    fn args(&self, f: &mut dyn FnMut(usize, Arg<'_>)) {
        let mut values = self.values.iter();
        for (at, arg) in self.args.iter().enumerate() {
            match arg {
                EventArg::Value(ty) => match values.next() {
                    Some(v) => show(self.grammar, *ty, v, &mut |a| f(at, a)),
                    None => f(at, Arg::Unset),
                },
                EventArg::Connection => f(at, self.conn.map_or(Arg::Unset, Arg::Conn)),
                EventArg::File => f(at, self.file.map_or(Arg::Unset, Arg::File)),
                EventArg::Packet => f(at, self.packet.map_or(Arg::Unset, |(r, n)| Arg::Packet(r, n))),
                EventArg::IsOriginator => f(at, self.is_orig.map_or(Arg::Unset, Arg::Bool)),
            }
        }
    }
}

pub(crate) fn addr(ip: &IpAddr) -> Addr {
    match ip {
        IpAddr::V4(a) => Addr::v4(a.octets()),
        IpAddr::V6(a) => Addr::v6(a.octets()),
    }
}

/// Converts a port. Grammars number protocols from zero.
pub(crate) fn port(number: u16, proto: u8) -> Port {
    let proto = match proto {
        0 => TransportProto::Tcp,
        1 => TransportProto::Udp,
        2 => TransportProto::Icmp,
        _ => TransportProto::Unknown,
    };
    Port { proto, num: number }
}

pub(crate) fn time(ns: u64) -> Timestamp {
    Timestamp::from_nanos(i64::try_from(ns).unwrap_or(i64::MAX))
}

/// Passes a value of type `ty` to `f` as an event argument.
pub(crate) fn show(g: &Grammar, ty: Ty, v: &Value, f: &mut dyn FnMut(Arg<'_>)) {
    let hir = &g.program.hir;
    match (hir.types.get(ty), v) {
        (Type::Ref(t), Value::Ref(r)) => show(g, *t, &r.borrow(), f),
        (Type::Optional(t) | Type::Result(t) | Type::Ref(t), v)
            if !matches!(v, Value::Null | Value::Unset) =>
        {
            show(g, *t, v, f);
        }
        (Type::Any, Value::Any(a)) => show(g, a.0, &a.1, f),
        (Type::Enum(_), Value::Enum(n)) => {
            let number = if *n == ENUM_UNDEF { UNDEF } else { *n };
            let ty = g.shapes.enum_name(ty).unwrap_or_else(|| g.enum_name(ty));
            f(Arg::Label(EnumLabel { ty, number }));
        }
        (Type::Vector(t) | Type::List(t), Value::List(l)) => {
            f(Arg::List(&Elements { g, ty: *t, of: &l.borrow() }));
        }
        (Type::Set(t), Value::Map(m)) => {
            let keys: Vec<Value> = m.borrow().keys().cloned().collect();
            f(Arg::List(&Elements { g, ty: *t, of: &keys }));
        }
        (Type::Map(k, t), Value::Map(m)) => {
            let pairs: Vec<(Value, Value)> = m.borrow().iter().map(|(k, v)| (k.clone(), v.clone())).collect();
            f(Arg::Table(&Entries { g, key: *k, value: *t, of: &pairs }));
        }
        (Type::Tuple(_) | Type::Struct(_) | Type::Bitfield(_) | Type::Unit(_), _) => composite(g, ty, v, f),
        (_, Value::Bool(b)) => f(Arg::Bool(*b)),
        (_, Value::Int(n)) => f(Arg::Int(*n)),
        (_, Value::Uint(n)) => f(Arg::Count(*n)),
        (_, Value::Real(r)) => f(Arg::Double(*r)),
        (_, Value::Time(n)) => f(Arg::Time(time(*n))),
        (_, Value::Interval(n)) => f(Arg::Interval(Interval::from_nanos(*n))),
        (_, Value::Port(n, p)) => f(Arg::Port(port(*n, *p))),
        (_, Value::Bytes(b)) => f(Arg::Str(b.as_slice())),
        (_, Value::Str(s) | Value::Error(s)) => f(Arg::Str(s.as_bytes())),
        (_, Value::Addr(a)) => f(Arg::Addr(addr(a))),
        (_, Value::Net(n)) => match subnet(&n.0, n.1) {
            Some(s) => f(Arg::Subnet(s)),
            None => f(Arg::Unset),
        },
        _ => f(Arg::Unset),
    }
}

/// Converts a network. The prefix length of an IPv4 network may be given as for IPv6.
fn subnet(ip: &IpAddr, width: u8) -> Option<Subnet> {
    let a = addr(ip);
    if a.is_v4() && width > 32 { Subnet::new128(a, width) } else { Subnet::new(a, width) }
}

/// The constant that a struct's field has while nothing is assigned to it.
fn default_of(g: &Grammar, ty: Ty, place: usize) -> Value {
    let hir = &g.program.hir;
    let Type::Struct(s) = hir.types.get(ty) else { return Value::Unset };
    let field = hir.structs.get(*s as usize).and_then(|s| s.fields.get(place));
    match field.and_then(|f| f.default.as_ref()).map(|d| &*d.ex.kind) {
        Some(Kind::Const(c)) => spicy_vm::constant(c),
        _ => Value::Unset,
    }
}

fn composite(g: &Grammar, ty: Ty, v: &Value, f: &mut dyn FnMut(Arg<'_>)) {
    let made;
    let fields = match g.shapes.fields(ty) {
        Some(known) => known,
        None => {
            made = g.passed_fields(ty);
            &made
        }
    };
    match (g.program.hir.types.get(ty), v) {
        (Type::Unit(_), Value::Unit(u)) => {
            f(Arg::Fields(&Composite { g, fields, given: &|place| u.field(place) }));
        }
        (_, Value::List(l)) => {
            let l = l.borrow();
            let given = |place: usize| match l.get(place).filter(|v| v.is_set()) {
                Some(v) => v.clone(),
                None => default_of(g, ty, place),
            };
            f(Arg::Fields(&Composite { g, fields, given: &given }));
        }
        _ => f(Arg::Unset),
    }
}

struct Composite<'a> {
    g: &'a Grammar,
    fields: &'a [Field],
    /// The value at a place.
    given: &'a dyn Fn(usize) -> Value,
}

impl Fields for Composite<'_> {
    fn count(&self) -> usize {
        self.fields.len()
    }

    fn each(&self, f: &mut dyn FnMut(Option<&str>, Arg<'_>)) {
        for field in self.fields {
            show(self.g, field.ty, &(self.given)(field.place), &mut |a| f(field.name.as_deref(), a));
        }
    }
}

struct Elements<'a> {
    g: &'a Grammar,
    ty: Ty,
    of: &'a [Value],
}

impl List for Elements<'_> {
    fn count(&self) -> usize {
        self.of.len()
    }

    fn each(&self, f: &mut dyn FnMut(Arg<'_>)) {
        for v in self.of {
            show(self.g, self.ty, v, f);
        }
    }
}

struct Entries<'a> {
    g: &'a Grammar,
    key: Ty,
    value: Ty,
    of: &'a [(Value, Value)],
}

impl Pairs for Entries<'_> {
    fn each(&self, f: &mut dyn FnMut(Arg<'_>, Arg<'_>)) {
        for (k, v) in self.of {
            show(self.g, self.key, k, &mut |key| show(self.g, self.value, v, &mut |value| f(key, value)));
        }
    }
}
