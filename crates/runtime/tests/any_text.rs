//! A short run of the fuzz target `fuzz/fuzz_targets/text_functions.rs`.
mod text_functions;

const TEXTS: &[&[u8]] = &[
    br#"{"c":1,"i":-2,"s":"\u00e9\ud83d\ude00","t":1.5,"n":"10.0.0.0/8","b":true,"inner":{"a":"::1","p":"80/tcp"},"texts":["a"],"numbers":[1,2]}"#,
    br#"[{"c":18446744073709551615},{"c":1e3}]"#,
    b"{\"a\":[{\"a\":\"1.2.3.4\"}]}",
    b"192.168.1.300/33",
    b"18446744073709551616",
    b"TWFuIGlz==",
    b"%41%zz%",
    b"(a|b)*c{2,3}[[:alpha:]]",
    b"10,0,0,1,255,255",
    b"|2|::1|65536|",
    b"CN=a\\,b,O=\\41,OU=",
    b"1.0.0.127.in-addr.arpa",
    b"%Y %j %U %s %%%",
    b"2024-02-30 25:61:61",
    b"a\x08b\xff\x00'\"\\",
];

#[test]
fn any_text_is_answered() {
    let mut x: u64 = 11;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x as usize
    };
    for (choice, text) in (0..text_functions::CASES).zip(TEXTS.iter().cycle()) {
        text_functions::run(&[&[choice], *text].concat());
    }
    for _ in 0..60 {
        let mut bytes = [&[next() as u8], TEXTS[next() % TEXTS.len()]].concat();
        for _ in 0..1 + next() % 4 {
            let at = next() % bytes.len();
            match next() % 3 {
                0 => bytes[at] = next() as u8,
                1 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, b"\"{}[]\\%,-0"[next() % 10]),
            }
        }
        text_functions::run(&bytes);
    }
}
