use super::*;
use session::analyzer::Extent;

fn no_names(name: &str) -> Result<Named, String> {
    Err(format!("unknown script-level identifier: {name}"))
}

fn rules(text: &str) -> Vec<Rule> {
    parse("t.sig", text, &no_names).unwrap()
}

struct Tcp;

impl Facts for Tcp {
    fn tcp_established(&self) -> Option<bool> {
        Some(true)
    }
    fn is_udp(&self) -> bool {
        false
    }
    fn same_ip(&self) -> bool {
        false
    }
    fn eval(&mut self, function: &str, _: &Rule, _: bool, size: u64, _: &[u8]) -> bool {
        function == "big" && size > 3
    }
}

/// Feeds packets (direction and payload) to a connection to port 80 and compares the names of the rules that match.
fn check(text: &str, packets: &[(bool, &'static [u8])], expected: &[&str]) {
    let payload = |(is_orig, data): &(bool, &'static [u8])| (*is_orig, Subject::Payload, *data, Extent::Next);
    check_parts(text, &packets.iter().map(payload).collect::<Vec<_>>(), expected);
}

/// Like [`check`], with the subject and the extent of each piece.
fn check_parts(text: &str, parts: &[(bool, Subject, &[u8], Extent)], expected: &[&str]) {
    let mut e = Engine::new(rules(text)).unwrap();
    let mut ends = Endpoints::default();
    let mut seen = Vec::new();
    let mut out = |m: &Match<'_>| seen.push(m.rule.name.clone());
    let (a, b) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
    for is_orig in [true, false] {
        let transport: &[u8] = if is_orig { &[0x30, 0x39, 0, 80] } else { &[0, 80, 0x30, 0x39] };
        let (src, dst) = if is_orig { (a, b) } else { (b, a) };
        let p = PacketHeaders { ip: &[0x45], transport, protocol: 6, src, dst };
        e.begin(&mut ends, is_orig, &p, &mut Tcp, &mut out);
    }
    for (is_orig, subject, data, extent) in parts {
        e.feed(&mut ends, *is_orig, *subject, data, *extent, &mut Tcp, &mut out);
    }
    e.finish(&mut ends, &mut Tcp, &mut out);
    assert_eq!(seen, expected, "{text}");
}

#[test]
fn a_file_is_read() {
    let r = rules(
        "# comment\nsignature a-b {\n  ip-proto == tcp\n  dst-port == 80,8000-8080\n  src-ip != 10.0.0.0/8, [2001:db8::]/32\n\
         header ip[12:4] == 1.2.3.0/24\n  header tcp[13:1]&0x12 == 0x12\n payload [:10] /a\\/b/i\n  tcp-state established,originator\n\
         requires-reverse-signature !other\n  eval M::f\n  event \"hi \\\"you\\\"\"\n  enable \"SSL:X509\"\n}\n\
         signature m { file-mime \"text/x\", -5 file-magic /x/ event named active false }",
    );
    let [a, m] = &r[..] else { panic!("{r:?}") };
    assert_eq!((a.name.as_str(), a.place.line), ("a-b", 2));
    assert_eq!(a.headers.len(), 5);
    assert_eq!(
        a.headers[3],
        HeaderTest::Bytes(
            Header::Ip,
            12,
            4,
            Comparison::Eq,
            vec![MaskedRange { low: 0x0102_0300, high: 0x0102_0300, mask: 0xffff_ff00 }]
        )
    );
    assert_eq!((a.patterns.len(), a.patterns[0].depth), (1, 10));
    assert_eq!(a.requires, [Requirement { signature: "other".into(), reverse: true, negate: true }]);
    assert_eq!(a.conditions.len(), 2);
    assert_eq!(a.actions[0], Action::Event { name: None, message: Some("hi \"you\"".into()), line: 13 });
    assert_eq!(a.actions[1], Action::Enable { analyzer: "SSL".into(), child: Some("X509".into()) });
    assert_eq!(m.actions[0], Action::Mime { mime: "text/x".into(), strength: -5 });
    assert_eq!(m.actions[1], Action::Event { name: Some("named".into()), message: None, line: 15 });
    assert!(m.inactive);
}

#[test]
fn names_of_scripts_are_found_and_a_file_without_rules_has_none() {
    let check = |text: &str, expected: &[&str]| assert_eq!(mentioned(text), expected, "{text}");
    check("", &[]);
    check("# nothing\n", &[]);
    check("signature a { eval M::f\n event \"x\" event e \"y\" }", &["M::f", "e"]);
    check("signature a { eval f event \"x", &["f"]);
}

#[test]
fn errors_say_where_and_what() {
    let check = |text: &str, expected: &str| {
        assert_eq!(parse("t.sig", text, &no_names).unwrap_err().to_string(), expected);
    };
    check("signature a {\n payload 7 }", "t.sig:2: expected a pattern, found 7");
    check(
        "signature a {\n\n  colour red }",
        "t.sig:3: expected a condition or action of a signature, found colour",
    );
    check(
        "signature a { payload /(/ }",
        "t.sig:1: a closing parenthesis is missing (at byte 1 of the pattern)",
    );
    check("signature a { udp-state established }", "t.sig:1: 'established' is not a valid 'udp-state'");
    check("signature a { dst-port == nope }", "t.sig:1: unknown script-level identifier: nope");
    check("signature a { event \"x }", "t.sig:1: \" without its end on the same line");
    check("signature a {", "t.sig:1: expected a condition or action, found the end of the file");
}

#[test]
fn scripts_values_stand_in_for_numbers() {
    let lookup = |name: &str| match name {
        "Site::ports" => Ok(Named::Numbers(vec![80, 81])),
        "Site::nets" => Ok(Named::Nets(vec!["10.0.0.0/8".parse().unwrap()])),
        _ => no_names(name),
    };
    let r = parse("t", "signature a { dst-port == Site::ports src-ip == Site::nets }", &lookup).unwrap();
    assert!(matches!(&r[0].headers[0], HeaderTest::Bytes(.., v) if v.len() == 2));
    assert!(matches!(&r[0].headers[1], HeaderTest::Source(_, n) if n[0].len() == 8));
}

#[test]
fn names_that_a_file_uses_are_found_as_far_as_it_can_be_read() {
    let check = |text: &str, expected: &[&str]| assert_eq!(mentioned(text), expected, "{text:?}");
    check("signature a { eval Site::wanted event found }", &["Site::wanted", "found"]);
    check("signature a { eval first } % signature b { eval second }", &["first"]);
    for nothing in ["", "# only words", "\n\n", "%", "eval", "\"unended"] {
        check(nothing, &[]);
    }
}

#[test]
fn patterns_cross_packets() {
    let text =
        "signature get { ip-proto == tcp payload /GET/ } signature udp { ip-proto == udp payload /G/ }";
    check(text, &[(true, b"G"), (true, b"ET /")], &["get"]);
    check(text, &[(true, b" GET")], &[]);
}

#[test]
fn each_body_begins_anew_and_has_an_end() {
    let text = "signature all { http-request-body /^AB$/ } signature begins { http-request-body /^CD/ } \
                signature both { http-request-body /.*B/ http-request-body /.*D/ }";
    let body = |data: &'static [u8], extent| (true, Subject::HttpRequestBody, data, extent);
    let ab = [body(b"A", Extent::First), body(b"B", Extent::Next), body(b"", Extent::End)];
    let cd = [body(b"C", Extent::First), body(b"D", Extent::Next), body(b"", Extent::End)];
    check_parts(text, &ab, &["all"]);
    check_parts(text, &[ab, cd].concat(), &["all", "begins", "both"]);
    check_parts(text, &[cd, ab].concat(), &["begins", "both", "all"]);
    check_parts(text, &[ab[0], cd[1], cd[2]], &[]);
}

#[test]
fn headers_choose_the_direction() {
    check(
        "signature to { dst-port == 80 payload /x/ } signature from { src-port == 80 payload /x/ }",
        &[(true, b"x")],
        &["to"],
    );
    check(
        "signature to { dst-port == 80 payload /x/ } signature from { src-port == 80 payload /x/ }",
        &[(false, b"x")],
        &["from"],
    );
}

#[test]
fn rules_wait_for_each_other() {
    let text =
        "signature reply { payload /OK/ requires-reverse-signature ask } signature ask { payload /ASK/ }";
    check(text, &[(true, b"ASK"), (false, b"OK")], &["ask", "reply"]);
    check(text, &[(false, b"OK"), (true, b"ASK")], &["ask", "reply"]);
    check(text, &[(false, b"OK")], &[]);
}

#[test]
fn what_must_not_match_is_judged_at_the_end() {
    let text = "signature no { payload /a/ requires-signature !bad } signature bad { payload /.*bad/ }";
    check(text, &[(true, b"abc")], &["no"]);
    check(text, &[(true, b"abad")], &["bad"]);
}

#[test]
fn conditions_are_asked_after_the_patterns() {
    check("signature s { payload /a/ payload-size == 4 }", &[(true, b"abcd")], &["s"]);
    check("signature s { payload /a/ payload-size > 4 }", &[(true, b"abcd")], &[]);
    check("signature s { payload /.*a/ eval big }", &[(true, b"abcd")], &["s"]);
    check("signature s { payload /a/ tcp-state responder }", &[(true, b"a")], &[]);
    check("signature s { payload [:2] /.*a/ }", &[(true, b"xxa")], &[]);
}

#[test]
fn a_rule_fires_once_a_connection() {
    check("signature s { payload /a/ }", &[(true, b"a"), (false, b"a"), (true, b"a")], &["s"]);
}

#[test]
fn types_of_files_are_ranked() {
    let r = rules(
        "signature t { file-mime \"text/plain\", -20 file-magic /[a-z ]+/ }\n\
         signature h { file-mime \"text/html\", 49 file-magic /.*<html/ }\n\
         signature z { file-mime \"application/zip\", 10 file-magic /PK\\x03\\x04/ }",
    );
    let mut m = Magic::new(&r).unwrap();
    assert_eq!(m.types(b"a <html>"), [(49, "text/html"), (-20, "text/plain")]);
    assert_eq!(m.types(b"PK\x03\x04"), [(10, "application/zip")]);
    assert!(m.types(b"\0").is_empty());
}

#[test]
fn an_engine_tells_whether_payload_is_all_it_needs() {
    let cases = [
        ("ip-proto == tcp\n dst-port == 80\n src-ip == 10.0.0.0/8\n payload /GET/", true),
        ("payload /.*x/\n requires-reverse-signature b", true),
        ("dst-port == 80", false),
        ("payload /x*/", false),
        ("payload /x/\n requires-signature !b", false),
        ("header ip[8] < 10\n payload /x/", false),
        ("header tcp[13:1]&0x12 == 0x12\n payload /x/", false),
    ];
    for (conditions, needs_no_more) in cases {
        let text = format!("signature a {{\n {conditions}\n event \"a\"\n}}\n");
        let engine = Engine::new(rules(&text)).unwrap();
        assert_eq!(engine.needs_payload_only(), needs_no_more, "{text}");
    }
}
