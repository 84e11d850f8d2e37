//! Checks the formats against bytes that other implementations wrote.
use cluster_wire::rows::{self, Batch, Field, FieldType, Value};
use cluster_wire::{Data, Event, Limits, Problem, broker_bin};
use net_types::{Port, Timestamp};

/// Parses hexadecimal digits, quoted texts and blanks into bytes.
fn bytes(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    for (i, part) in text.split('"').enumerate() {
        if i % 2 == 1 {
            out.extend_from_slice(part.as_bytes());
            continue;
        }
        let digits: Vec<u8> = part.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
        assert_eq!(digits.len() % 2, 0, "{part:?}");
        out.extend(
            digits.chunks(2).map(|d| u8::from_str_radix(std::str::from_utf8(d).unwrap(), 16).unwrap()),
        );
    }
    out
}

fn check_event(event: &Event<'_>, golden: &str) {
    let golden = bytes(golden);
    let mut out = Vec::new();
    broker_bin::encode_event(event, &mut out);
    assert_eq!(out, golden);
    assert_eq!(broker_bin::decode_event(&golden, &Limits::DEFAULT).as_ref(), Ok(event));
    assert_eq!(broker_bin::event_name(&golden), Some(event.name.as_bytes()));
    let data = broker_bin::decode(&golden, &Limits::DEFAULT).unwrap();
    assert_eq!(data, event.clone().into_data());
    let mut again = Vec::new();
    broker_bin::encode(&data, &mut again);
    assert_eq!(again, golden);
}

#[test]
fn an_event_as_zeek_sends_it() {
    let event = Event::new("Cluster::hello", vec![Data::string("worker-1"), Data::string("zeromq_w1")]);
    let golden = r#"0e 03  02 0000000000000001  02 0000000000000001
        0e 02  05 0e "Cluster::hello"  0e 02  05 08 "worker-1"  05 09 "zeromq_w1""#;
    check_event(&event, golden);
    assert_eq!(bytes(golden).len(), 0x3d);
}

#[test]
fn an_event_with_the_time_of_the_network() {
    let mut event = Event::new("Supervisor::node_status", vec![Data::string("TEST"), Data::Count(42)]);
    event.metadata.push((1, Data::Time(Timestamp::ZERO)));
    let golden = r#"0e 03  02 0000000000000001  02 0000000000000001
        0e 03  05 17 "Supervisor::node_status"  0e 02  05 04 "TEST"  02 000000000000002a
        0e 01  0e 02  02 0000000000000001  09 0000000000000000"#;
    check_event(&event, golden);
    assert_eq!(bytes(golden).len(), 86);
    assert_eq!(event.network_time(), Some(Timestamp::ZERO));
}

fn check_value(data: &Data<'_>, golden: &str) {
    let mut out = Vec::new();
    broker_bin::encode(data, &mut out);
    assert_eq!(out, bytes(golden));
    assert_eq!(broker_bin::decode(&out, &Limits::DEFAULT).as_ref(), Ok(data));
}

#[test]
fn every_type_of_value() {
    check_value(&Data::None, "00");
    check_value(&Data::Bool(true), "01 01");
    check_value(&Data::Int(-2), "03 fffffffffffffffe");
    check_value(&Data::Real(1.5), "04 3ff8000000000000");
    check_value(&Data::Addr("10.0.0.1".parse().unwrap()), "06 00000000000000000000ffff0a000001");
    check_value(&Data::Subnet("10.0.0.0/8".parse().unwrap()), "07 00000000000000000000ffff0a000000 68");
    check_value(&Data::Port(Port::tcp(443)), "08 01bb 01");
    check_value(&Data::Interval(net_types::Interval::from_nanos(-1)), "0a ffffffffffffffff");
    check_value(&Data::enumerator("Log::ID"), r#"0b 07 "Log::ID""#);
    check_value(&Data::Set(vec![Data::Count(1), Data::None]), "0c 02 02 0000000000000001 00");
    check_value(&Data::Table(vec![(Data::Bool(false), Data::List(vec![]))]), "0d 01 01 00 0e 00");
    let long = "x".repeat(300);
    check_value(&Data::string(&long), &format!(r#"05 ac02 "{long}""#));
}

fn check_refused(golden: &str, at: usize, problem: Problem) {
    let limits = Limits { depth: 3, values: 8 };
    let error = broker_bin::decode(&bytes(golden), &limits).unwrap_err();
    assert_eq!((error.at, error.problem), (at, problem));
}

#[test]
fn what_is_wrong_with_a_value_and_where() {
    check_refused("", 0, Problem::Short { wanted: 1, left: 0 });
    check_refused("02 00", 1, Problem::Short { wanted: 8, left: 1 });
    check_refused("00 00", 1, Problem::Surplus(1));
    check_refused("0f", 0, Problem::Tag(15));
    check_refused("0e 01 01 02", 3, Problem::Bool(2));
    check_refused("08 0050 04", 0, Problem::Transport(4));
    check_refused("07 00000000000000000000ffff0a000000 08", 0, Problem::Width(8));
    check_refused("07 00000000000000000000000000000000 81", 0, Problem::Width(129));
    check_refused("05 ffffffff 7f", 1, Problem::LongVarbyte);
    check_refused("05 8080808080 00", 1, Problem::LongVarbyte);
    check_refused("0c 02 00 00", 0, Problem::Repeated);
    check_refused("0d 02 00 0100 00 0101", 0, Problem::Repeated);
    check_refused("0e ffffffff 0f", 0, Problem::Short { wanted: u64::from(u32::MAX), left: 0 });
    check_refused("0e 01 0e 01 0e 01 0e 00", 6, Problem::Deep(3));
    check_refused("0e 08 0000000000000000", 9, Problem::Many(8));
}

fn check_no_event(golden: &str, problem: Problem) {
    let error = broker_bin::decode_event(&bytes(golden), &Limits::DEFAULT).unwrap_err();
    assert_eq!(error.problem, problem);
}

#[test]
fn values_that_are_no_events() {
    let one = "02 0000000000000001";
    check_no_event("00", Problem::Type { expected: "vector", found: "none" });
    check_no_event("0e 00", Problem::Elements { expected: "3", found: 0 });
    check_no_event(&format!("0e 03 {one} 02 0000000000000002 0e 00"), Problem::MessageType(2));
    check_no_event(&format!("0e 03 02 0000000000000000 {one} 0e 00"), Problem::Format(0));
    check_no_event(
        &format!("0e 03 {one} {one} 0e 01 05 00"),
        Problem::Elements { expected: "2 or 3", found: 1 },
    );
    check_no_event(&format!("0e 03 {one} {one} 0e 02 05 01 ff 0e 00"), Problem::Name);
}

const ROWS: &str = r#"00000006 "T::LOG" 00000011 "Log::WRITER_ASCII" 00000007 "default" 00000001 "t" 00000004
    00 00000002 "ts" 00000005 00000000 00    00 00000001 "h" 0000000b 00000000 00
    00 00000001 "p"  0000000a 00000000 00    00 00000001 "n" 00000003 00000000 01
    00000001
    00000005 00000000 01 3ff8000000000000
    0000000b 00000000 01 04 0a000001
    0000000a 00000000 01 00000000000001bb 00000001
    00000003 00000000 00"#;

fn golden_row() -> Vec<Value<'static>> {
    let addr = Value::Addr("10.0.0.1".parse().unwrap());
    vec![Value::Real(1.5), addr, Value::Port(Port::tcp(443)), Value::Unset]
}

#[test]
fn rows_as_zeek_sends_them() {
    let golden = bytes(ROWS);
    let batch = Batch::read(&golden, &Limits::DEFAULT).unwrap();
    assert_eq!(
        (batch.head.stream, batch.head.writer, batch.head.filter, batch.head.path, batch.len()),
        (&b"T::LOG"[..], &b"Log::WRITER_ASCII"[..], &b"default"[..], &b"t"[..], 1)
    );
    let mut rows = batch.rows();
    let mut row = Vec::new();
    assert_eq!(rows.next_row(&mut row), Ok(true));
    assert_eq!(row, golden_row());
    assert_eq!(rows.next_row(&mut row), Ok(false));

    let mut writer = rows::Writer::new(Vec::new(), &batch.head);
    writer.begin_row();
    for (field, value) in batch.head.fields.iter().zip(&golden_row()) {
        writer.value(field, value);
    }
    assert_eq!(writer.finish(), golden);
}

#[test]
fn rows_of_another_type_than_their_fields() {
    let mut wrong = bytes(ROWS);
    let at = wrong.len() - 9;
    wrong[at + 3] = FieldType::Int as u8;
    let batch = Batch::read(&wrong, &Limits::DEFAULT).unwrap();
    let error = batch.rows().next_row(&mut Vec::new()).unwrap_err();
    assert_eq!((error.at, error.problem), (at, Problem::Type { expected: "count", found: "int" }));
}

#[test]
fn sets_of_subnets_come_back() {
    let field = Field {
        name: b"nets",
        second_name: Some(b"old"),
        kind: FieldType::Set,
        subtype: FieldType::Subnet,
        optional: true,
    };
    let head =
        rows::Head { stream: b"S", writer: b"W", filter: b"", path: b"\xff", fields: vec![field.clone()] };
    let nets = ["10.0.0.0/8", "2001:db8::/32"].map(|n| Value::Subnet(n.parse().unwrap()));
    let values = [Value::Elements(nets.to_vec()), Value::Unset, Value::Elements(vec![])];
    let mut writer = rows::Writer::new(b"what was here".to_vec(), &head);
    for value in &values {
        writer.begin_row();
        writer.value(&field, value);
    }
    let out = writer.finish();
    let batch = Batch::read(&out, &Limits::DEFAULT).unwrap();
    assert_eq!(batch.head, head);
    let (mut rows, mut row) = (batch.rows(), Vec::new());
    for value in &values {
        assert_eq!(rows.next_row(&mut row), Ok(true));
        assert_eq!(&row[..], std::slice::from_ref(value));
    }
    assert_eq!(rows.next_row(&mut row), Ok(false));
}
