use super::*;
use crate::types::{EnumType, ExpireKind, Field, RecordType, TableAttrs, ThunkId, Type};
use net_types::{Port, Subnet};

fn table(index: Vec<Type>, yields: Option<Type>) -> Table {
    Table::of(Rc::new(TableType { name: None, index, yields }))
}

fn put(t: &Table, index: &[Value], v: Option<Value>) {
    let k = t.key(index).unwrap();
    t.insert_raw(k.bytes(), v);
}

#[test]
fn an_index_of_every_type_comes_back() {
    let e = Rc::new(EnumType::new("E"));
    e.add("A");
    let mut absent = Field::new("b", Type::Count);
    absent.attrs.optional = true;
    let rt = Rc::new(RecordType::new(None, vec![Field::new("a", Type::String), absent]));
    let rec = crate::record::Record::unset(rt.clone());
    rec.set(0, Value::from("in a record"));
    let inner = table(vec![Type::Count], None);
    put(&inner, &[Value::Count(9)], None);
    let values = [
        (Type::Bool, Value::Bool(true)),
        (Type::Int, Value::Int(-5)),
        (Type::Double, Value::Double(1.25)),
        (Type::Interval, Value::Interval(2.0)),
        (Type::Port, Value::Port(Port::udp(53))),
        (Type::Enum(e.clone()), Value::Enum(0, e)),
        (Type::Addr, Value::Addr4([1, 2, 3, 4])),
        (Type::Addr, Value::addr("2001:db8::1".parse().unwrap())),
        (Type::Subnet, Value::subnet("10.0.0.0/8".parse().unwrap())),
        (Type::String, Value::string(vec![b'x'; 200])),
        (Type::Record(rt), Value::Record(rec)),
        (Type::Table(inner.table_type()), Value::Table(inner)),
    ];
    for (ty, v) in &values {
        let t = table(vec![ty.clone()], None);
        put(&t, std::slice::from_ref(v), None);
        let all = t.entries();
        assert!(all.len() == 1 && all[0].0[0].equals(v), "{v:?} became {:?}", all[0].0);
    }
    let t = table(values.iter().map(|v| v.0.clone()).collect(), Some(Type::Count));
    let index: Vec<Value> = values.iter().map(|v| v.1.clone()).collect();
    put(&t, &index, Some(Value::Count(1)));
    let all = t.entries();
    assert!(all[0].0.iter().zip(&index).all(|(a, b)| a.equals(b)), "{:?}", all[0].0);
}

#[test]
fn the_longest_network_wins() {
    let t = table(vec![Type::Subnet], Some(Type::Count));
    for (i, n) in ["10.0.0.0/8", "10.1.0.0/16", "0.0.0.0/0", "2001:db8::/32"].iter().enumerate() {
        put(&t, &[Value::subnet(n.parse().unwrap())], Some(Value::Count(i as u64)));
    }
    let check = |a: &str, n: Option<&str>| {
        let found = t.longest_match(a.parse().unwrap(), 128);
        assert_eq!(found, n.map(|n| n.parse::<Subnet>().unwrap()), "{a}");
    };
    check("10.1.2.3", Some("10.1.0.0/16"));
    check("10.2.2.3", Some("10.0.0.0/8"));
    check("11.2.2.3", Some("0.0.0.0/0"));
    check("2001:db8::7", Some("2001:db8::/32"));
    check("2001:db9::7", None);
    let k = t.key(&[Value::subnet("10.1.0.0/16".parse().unwrap())]).unwrap();
    t.remove_raw(k.bytes());
    check("10.1.2.3", Some("10.0.0.0/8"));
    assert_eq!(t.all_matches("10.1.2.0/24".parse().unwrap()).len(), 2);
}

#[test]
fn a_walk_survives_changes() {
    let t = table(vec![Type::Count], None);
    for i in 0..100u64 {
        put(&t, &[Value::Count(i)], None);
    }
    let mut walk = t.walk();
    let mut seen = 0;
    while let Some((k, _)) = t.next_single(&mut walk) {
        seen += 1;
        let key = t.key(&[k]).unwrap();
        t.remove_raw(key.bytes());
    }
    assert_eq!((seen, t.len()), (100, 0));
}

/// Pushing words and bytes in any mixture yields the same bytes in sequence, even beyond the room on the stack.
#[test]
fn an_index_is_what_was_pushed() {
    let mut dice = fastrand::Rng::with_seed(7);
    let mut roll = |n: u64| dice.u64(..n);
    for _ in 0..2000 {
        let mut key = KeyBytes::default();
        let mut bytes = Vec::new();
        for _ in 0..roll(12) {
            let n = 1 + roll(8) as usize;
            let word = (roll(1 << 31) << 33 | roll(1 << 31) | 1 << 31) >> (64 - 8 * n);
            if roll(3) == 0 {
                key.push(&word.to_le_bytes()[..n]);
            } else {
                key.push_word(word, n);
            }
            bytes.extend_from_slice(&word.to_le_bytes()[..n]);
        }
        assert_eq!(key.bytes(), bytes);
    }
}

/// A read counts as an access if the table expires by reads. An absent entry is distinguished from an index whose bytes
/// do not suffice for an answer.
#[test]
fn a_look_by_bytes_knows_what_it_cannot_tell() {
    let with = |attrs: TableAttrs| {
        let ty = Rc::new(TableType { name: None, index: vec![Type::Count], yields: Some(Type::Count) });
        Table::new(Rc::new(TableMeta::new(ty, Some(Rc::new(attrs)))))
    };
    let key = 5u64.to_le_bytes();
    let look = |t: &Table| t.find(&key, 20.0).map(|v| v.and_then(|v| v.as_count()));

    let read = with(TableAttrs { expire: Some((ExpireKind::Read, ThunkId(0))), ..TableAttrs::default() });
    assert_eq!((look(&read), read.holds(&key, 20.0)), (Some(None), Some(false)));
    read.insert_at(&key, Some(Value::Count(1)), 10.0);
    assert_eq!(read.since(&key), Some(10.0));
    assert_eq!((look(&read), read.since(&key)), (Some(Some(1)), Some(20.0)));
    assert_eq!((read.holds(&key, 30.0), read.since(&key)), (Some(true), Some(30.0)));

    let write = with(TableAttrs { expire: Some((ExpireKind::Write, ThunkId(0))), ..TableAttrs::default() });
    write.insert_at(&key, Some(Value::Count(1)), 10.0);
    assert_eq!(
        (look(&write), write.holds(&key, 30.0), write.since(&key)),
        (Some(Some(1)), Some(true), Some(10.0))
    );

    let default = with(TableAttrs { default: Some(ThunkId(0)), ..TableAttrs::default() });
    assert_eq!((look(&default), default.holds(&key, 20.0)), (None, Some(false)));
    default.insert_raw(&key, Some(Value::Count(3)));
    assert_eq!(look(&default), Some(Some(3)));

    let subnets = table(vec![Type::Subnet], None);
    assert_eq!((look(&subnets), subnets.holds(&key, 20.0)), (None, None));
}
