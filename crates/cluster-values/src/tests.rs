use super::*;
use crate::encode::{Untransportable, encode};
use cluster_wire::Limits;
use cluster_wire::broker_bin::{self, Decoder, Encoder};
use net_types::{Port, Timestamp, TransportProto};
use std::rc::Rc;
use value::{EnumType, Field, Pattern, Record, RecordType, Table, Type, Vector};

fn sent(v: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    encode(v, &NoPeers, &mut out).expect("the value travels");
    out
}

/// Reads bytes that hold one value.
fn received(bytes: &[u8], ty: &Type) -> Result<Value, Unreadable> {
    let mut from = Decoder::new(bytes, &Limits::DEFAULT);
    let v = read(&mut from, ty, 0, &NoPeers)?;
    from.end()?;
    Ok(v)
}

/// Checks that a value, once sent and received as `ty`, prints like the original.
fn check(v: Value, ty: &Type) {
    let bytes = sent(&v);
    let data = broker_bin::decode(&bytes, &Limits::DEFAULT).expect("well-formed");
    assert!(decode(&data, ty, &NoPeers).expect("of its type").ty().same(ty), "{ty}");
    let back = received(&bytes, ty).expect("of its type");
    assert_eq!(back.to_string(), v.to_string(), "{ty}");
    assert!(back.ty().same(ty), "{ty}");
    assert_eq!(sent(&back), bytes, "{ty}");
}

fn refused(v: &Value, ty: &Type) -> String {
    received(&sent(v), ty).expect_err("another type").to_string()
}

fn pair() -> Rc<RecordType> {
    let mut second = Field::new("b", Type::String);
    second.attrs.optional = true;
    Rc::new(RecordType::new(Some("Pair".into()), vec![Field::new("a", Type::Count), second]))
}

fn set_of(types: Vec<Type>, elements: &[Vec<Value>]) -> (Value, Type) {
    let ty = Type::set_of(types);
    let Type::Table(t) = &ty else { unreachable!() };
    let set = Table::of(t.clone());
    for e in elements {
        set.insert_raw(set.key(e).unwrap().bytes(), None);
    }
    (Value::Table(set), ty)
}

#[test]
fn scalars_and_texts_come_back() {
    let tcp = Value::Port(Port { num: 443, proto: TransportProto::Tcp });
    for (v, ty) in [
        (Value::Bool(true), Type::Bool),
        (Value::Int(-7), Type::Int),
        (Value::Count(u64::MAX), Type::Count),
        (Value::Double(0.1), Type::Double),
        (Value::Time(1_700_000_000.25), Type::Time),
        (Value::Interval(-1.5), Type::Interval),
        (Value::string(b"a\0b"), Type::String),
        (tcp, Type::Port),
        (Value::addr("192.0.2.7".parse().unwrap()), Type::Addr),
        (Value::addr("2001:db8::1".parse().unwrap()), Type::Addr),
        (Value::subnet("10.0.0.0/8".parse().unwrap()), Type::Subnet),
        (Value::Pattern(Rc::new(Pattern::new(b"ab+", true, false).unwrap())), Type::Pattern),
    ] {
        check(v, &ty);
    }
    let e = Rc::new(EnumType::new("Color"));
    e.add("RED");
    e.add("BLUE");
    check(Value::enumerator(1, &e), &Type::Enum(e.clone()));
}

#[test]
fn containers_come_back() {
    let r = Record::unset(pair());
    r.set(0, Value::Count(3));
    check(Value::Record(r.clone()), &Type::Record(pair()));
    let ty = Type::vector_of(Type::Record(r.record_type().clone()));
    let Type::Vector(t) = &ty else { unreachable!() };
    check(Value::Vector(Vector::from_values(t.clone(), vec![Value::Record(r)])), &ty);
    let host = |n: u8| Value::addr(net_types::Addr::v4([10, 0, 0, n]));
    let (v, ty) = set_of(vec![Type::Addr], &[vec![host(2)], vec![host(1)]]);
    check(v, &ty);
    let (v, ty) =
        set_of(vec![Type::Addr, Type::String], &[vec![host(2), "x".into()], vec![host(1), "y".into()]]);
    check(v, &ty);
    let ty = Type::table_of(vec![Type::Count], Type::String);
    let Type::Table(t) = &ty else { unreachable!() };
    let table = Table::of(t.clone());
    table.insert_raw(table.key(&[Value::Count(1)]).unwrap().bytes(), Some("one".into()));
    check(Value::Table(table), &ty);
}

/// The expected bytes are a message that Zeek's own serializer produced.
#[test]
fn an_event_has_zeeks_bytes() {
    let mut out = Vec::new();
    let args = ["TEST".into(), Value::Count(42)];
    encode_event("Supervisor::node_status", &args, Some(0.0), &NoPeers, &mut out).unwrap();
    assert_eq!(out.len(), 86);
    assert_eq!(broker_bin::event_name(&out), Some(&b"Supervisor::node_status"[..]));
}

#[test]
fn data_of_another_type_names_both() {
    for (v, ty, why) in [
        (Value::Count(1), Type::Int, "expected int, got count"),
        ("1".into(), Type::Count, "expected count, got string"),
        (Value::Count(1), Type::vector_of(Type::Count), "expected vector of count, got count"),
        (Value::Bool(true), Type::Record(pair()), "expected Pair, got boolean"),
    ] {
        let said = refused(&v, &ty);
        assert!(said.starts_with(why), "{said}");
    }
    let short = Record::unset(Rc::new(RecordType::new(None, vec![Field::new("a", Type::Count)])));
    assert!(refused(&Value::Record(short), &Type::Record(pair())).ends_with("got 1 fields"));
}

#[test]
fn what_does_not_travel_is_an_error() {
    let mut out = Vec::new();
    let holes = Vector::from_items(Rc::new(value::VectorType { name: None, elem: Type::Count }), vec![None]);
    assert_eq!(encode(&Value::Vector(holes), &NoPeers, &mut out), Err(Untransportable::Hole));
    let o = Value::Opaque(Opaque::new("sink", BrokerData(Data::None)));
    assert_eq!(encode(&o, &NoPeers, &mut out), Ok(()));
    let r = Record::unset(Rc::new(RecordType::new(None, vec![Field::new("me", Type::Any)])));
    r.set(0, Value::Record(r.clone()));
    assert!(matches!(encode(&Value::Record(r.clone()), &NoPeers, &mut out), Err(Untransportable::Deep(_))));
    r.clear(0);
}

#[test]
fn what_is_declared_as_any_is_cast_later() {
    let data = broker_bin::decode(&sent(&Value::Count(5)), &Limits::DEFAULT).unwrap().into_owned();
    let v = any(data);
    assert_eq!(v.to_string(), "[data=broker::data{5}]");
    assert_eq!(sent(&v), sent(&Value::Count(5)));
    let Value::Record(r) = &v else { panic!("a record") };
    let Some(Value::Opaque(o)) = r.get(0) else { panic!("with opaque data") };
    let state = o.state::<BrokerData>().unwrap();
    assert!(matches!(value::OpaqueState::stands_for(&*state, &Type::Count), Some(Value::Count(5))));
    assert!(value::OpaqueState::stands_for(&*state, &Type::String).is_none());
}

/// Fields that the receiver does not know are passed over, and must still be well-formed.
#[test]
fn further_fields_of_a_record_are_ignored() {
    let mut bytes = Vec::new();
    let mut to = Encoder(&mut bytes);
    to.list(3);
    to.count(3);
    to.none();
    to.set(2);
    to.count(1);
    to.count(2);
    assert_eq!(received(&bytes, &Type::Record(pair())).unwrap().to_string(), "[a=3, b=<uninitialized>]");
    let last = bytes.len() - 1;
    bytes[last] = 1;
    assert!(matches!(received(&bytes, &Type::Record(pair())), Err(Unreadable::Malformed(_))));
}

#[test]
fn an_element_that_occurs_twice_is_an_error() {
    let times = |nanos: [i64; 2]| {
        let mut bytes = Vec::new();
        let mut to = Encoder(&mut bytes);
        to.set(2);
        nanos.iter().for_each(|n| to.time(Timestamp::from_nanos(*n)));
        bytes
    };
    let ty = Type::set_of(vec![Type::Time]);
    let now = 1_700_000_000_000_000_000;
    assert!(matches!(received(&times([now, now]), &ty), Err(Unreadable::Malformed(_))));
    // These two are the same time to a script.
    let Ok(Value::Table(one)) = received(&times([now, now + 1]), &ty) else { panic!("two times") };
    assert_eq!(one.len(), 1);
}
