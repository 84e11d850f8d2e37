use super::*;

fn check(text: &str, ty: Type, expected: Option<Item>, words: &[&str]) {
    let notation = Notation { set_separator: b',', unset: b"-".to_vec(), empty: b"(empty)".to_vec() };
    let mut outbox = Outbox::default();
    let got = notation.item(text.as_bytes(), "f", &ty, &mut outbox);
    assert_eq!(got, expected, "{text}");
    let said: Vec<String> = outbox
        .out
        .iter()
        .map(|m| match m {
            super::super::outbox::Delivery::Word { text, .. } => text.clone(),
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(said, words, "{text}");
}

#[test]
fn scalars() {
    let s = |t: &str| Some(Item::String(Str::new(t.as_bytes())));
    check("-", Type::Count, Some(Item::Unset), &[]);
    check("T", Type::Bool, Some(Item::Bool(true)), &[]);
    check(" 0 ", Type::Bool, Some(Item::Bool(false)), &[]);
    check("yes", Type::Bool, None, &["Field: f Invalid value for boolean: yes"]);
    check(" -12", Type::Int, Some(Item::Int(-12)), &[]);
    check("9223372036854775808", Type::Int, None, &["Number '9223372036854775808' out of supported range."]);
    check("18446744073709551615", Type::Count, Some(Item::Count(u64::MAX)), &[]);
    check("-1", Type::Count, None, &["Number '-1' cannot be negative"]);
    check(
        "12x",
        Type::Count,
        Some(Item::Count(12)),
        &["Number '12x' contained non-numeric trailing characters. Ignored trailing characters 'x'"],
    );
    check("x", Type::Count, None, &["String 'x' contained no parseable number"]);
    check("", Type::Count, None, &["Got empty string for number field"]);
    check("1.5e3", Type::Double, Some(Item::Double(1500.0)), &[]);
    check("a\\x41\\n", Type::String, s("aA\\n"), &[]);
    check("/a|b/", Type::Pattern, Some(Item::Pattern(Str::new(b"a|b"))), &[]);
    check("a|b", Type::Pattern, None, &["String 'a|b' contained no parseable pattern."]);
}

#[test]
fn addresses_and_ports() {
    let a = |t: &str| Some(Item::Addr(t.parse().expect("an address")));
    check("10.1", Type::Addr, a("10.0.0.1"), &[]);
    check("[::1]", Type::Addr, a("::1"), &[]);
    check("nine", Type::Addr, a("0.0.0.0"), &["Bad address: nine"]);
    check("80/TCP", Type::Port, Some(Item::Port(Port::tcp(80))), &[]);
    check("53", Type::Port, Some(Item::Port(Port { proto: TransportProto::Unknown, num: 53 })), &[]);
    check(
        "53/x",
        Type::Port,
        Some(Item::Port(Port { proto: TransportProto::Unknown, num: 53 })),
        &["Port '53/x' contained unknown protocol 'x'"],
    );
    check("10.0.0.0/8", Type::Subnet, "10.0.0.0/8".parse().ok().map(Item::Subnet), &[]);
    check("10.0.0.0", Type::Subnet, None, &["Invalid value for subnet: 10.0.0.0"]);
}

#[test]
fn sets() {
    let counts = |n: &[u64]| Some(Item::Many(n.iter().map(|&n| Item::Count(n)).collect()));
    check("1,2", Type::set_of(vec![Type::Count]), counts(&[1, 2]), &[]);
    check("(empty)", Type::vector_of(Type::Count), counts(&[]), &[]);
    check(
        "1,",
        Type::vector_of(Type::Count),
        None,
        &["Got empty string for number field", "Error while trying to add empty set element"],
    );
    check(
        "1,x",
        Type::vector_of(Type::Count),
        None,
        &["String 'x' contained no parseable number", "Error while reading set or vector"],
    );
    let empty = Item::String(Str::new(b""));
    check("", Type::vector_of(Type::String), Some(Item::Many(vec![empty])), &[]);
}
