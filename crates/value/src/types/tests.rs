use super::*;
use crate::value::Value;

fn check(t: &Type, text: &str) {
    assert_eq!(t.to_string(), text);
}

#[test]
fn types_read_as_type_name_shows_them() {
    check(
        &Type::vector_of(Type::table_of(vec![Type::Count], Type::String)),
        "vector of table[count] of string",
    );
    check(&Type::set_of(vec![Type::Port, Type::String]), "set[port,string]");
    check(&Type::set_of(vec![]), "set()");
    check(&Type::file(), "file of string");
    let rec = RecordType::new(None, vec![Field::new("c", Type::Count), Field::new("s", Type::String)]);
    check(&Type::Record(Rc::new(rec)), "record { c:count; s:string; }");
    let args = || vec![Field::new("aa", Type::Int), Field::new("bb", Type::Int)];
    check(&Type::func(Flavor::Function, args(), Type::Bool), "function(aa:int, bb:int) : bool");
    check(&Type::func(Flavor::Function, vec![], Type::Void), "function() : void");
    check(&Type::func(Flavor::Event, vec![], Type::Void), "event()");
    check(&Type::func(Flavor::Hook, vec![], Type::Bool), "hook() : bool");
    check(&Type::set_of(vec![Type::Addr]).named("Site::Nets"), "Site::Nets");
}

#[test]
fn a_record_that_holds_itself_is_described_and_compared() {
    let make = || {
        let r = Rc::new(RecordType::new(None, vec![]));
        r.add_field(Field::new("next", Type::Record(r.clone())));
        Type::Record(r)
    };
    let (a, b) = (make(), make());
    check(&a, "record { next:<recursion>; }");
    assert!(a.same(&b));
    assert!(!a.same(&Type::Record(Rc::new(RecordType::new(None, vec![Field::new("next", Type::Count)])))));
}

#[test]
fn an_enumeration_grows_and_its_first_name_prints() {
    let e = EnumType::new("Color");
    assert_eq!(e.add("RED"), 0);
    e.add_with("BLUE", 7);
    e.add_with("AZURE", 7);
    assert_eq!(e.add("GREEN"), 8);
    assert_eq!(e.name_of(7).as_deref(), Some("BLUE"));
    assert_eq!(e.number("AZURE"), Some(7));
    assert_eq!(e.name_of(3), None);
}

#[test]
fn numbers_past_32_bits_keep_their_names() {
    let e = Rc::new(EnumType::new("E"));
    let numbers = [0, 7, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, i64::MAX, -1, i64::from(i32::MIN), i64::MIN];
    for n in numbers {
        e.add_with(format!("E::N{n}"), n);
    }
    for n in numbers {
        let v = Value::enumerator(n, &e);
        assert_eq!(v.as_enum(), Some(n));
        assert_eq!(v.enum_name().as_deref(), Some(&*format!("E::N{n}")));
        assert_eq!(v.to_word(), Some(n as u64));
        let mut other = Value::enumerator(0, &e);
        assert!(other.put_word(n as u64));
        assert_eq!(other.as_enum(), Some(n));
    }
}
