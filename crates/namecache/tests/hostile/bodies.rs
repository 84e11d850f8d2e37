//! The bodies of the fuzz targets. Each takes arbitrary bytes and checks invariants.
use namecache::config::Config;
use namecache::image::{Answer, NscdImage, size};
use namecache::segment::SegmentBuilder;
use namecache::{lookup, sources::Sources};
use namecache_wire::nscd::{self, RequestType};
use namecache_wire::nscd_image::Image;
use namecache_wire::record::{self, Record};
use namecache_wire::segment::{Found, Segment};
use namecache_wire::{Database, frame, key};

/// Parses the messages of both sockets and of the workers as the daemon and the module do.
pub(crate) fn protocol(data: &[u8]) {
    if let nscd::Parsed::Whole(request) = nscd::parse(data) {
        let mut canonical = Vec::new();
        if nscd::canonical_key(&request, &mut canonical).is_some() {
            let db = request.kind.database().expect("only lookups have canonical keys");
            if key::is_well_formed(db, &canonical) {
                // A canonical key that came from a client must translate back, since the image is searched with the
                // client's key.
                let mut back = Vec::new();
                let kind = nscd::client_key(db, &canonical, &mut back).expect("the key came from a client");
                let mut again = Vec::new();
                nscd::canonical_key(&nscd::Request { kind, key: &back }, &mut again).expect("round trip");
                assert_eq!(again, canonical);
            }
        }
    }
    if let frame::Parsed::Whole(request, taken) = frame::parse(data) {
        assert!(taken <= data.len());
        let mut out = Vec::new();
        request.encode(&mut out);
        assert_eq!(frame::parse(&out), frame::Parsed::Whole(request, out.len()));
    }
    for number in [3, 19, frame::VIEW] {
        if let Some((_, value)) = frame::parse_answer(number, data) {
            assert!(value.len() <= data.len());
        }
    }
    if let Ok(Some((_, _, taken))) = lookup::question(data) {
        assert!(taken <= data.len());
    }
    if let Ok(Some((_, lookup::Answer::Part(part), _))) = lookup::answer(data) {
        assert!(lookup::parts(part).count() <= part.len() + 1);
    }
    if let Some(r) = Record::parse(data) {
        assert!(r.size() <= data.len() && r.strings().count() == r.string_count());
        for n in 0..22 {
            let kind = RequestType::numbered(n).expect("22 types");
            let mut out = Vec::new();
            let _ = nscd::found(kind, &r, &mut out);
            assert!(out.len() <= 64 + r.size() * 4);
        }
    }
}

/// Returns valid messages, to be mutated.
pub(crate) fn protocol_seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    let mut add = |f: &dyn Fn(&mut Vec<u8>)| {
        let mut s = Vec::new();
        f(&mut s);
        seeds.push(s);
    };
    add(&|s| nscd::request(RequestType::PasswdByName, b"root\0", s));
    add(&|s| nscd::request(RequestType::ServiceByPort, b"20480/tcp\0", s));
    add(&|s| nscd::request(RequestType::InNetgroup, b"g\0\x01h\0\0\0", s));
    add(&|s| frame::Request::Read { name: b"passwd", key: b"\x01root" }.encode(s));
    add(&|s| frame::Request::Write { name: b"mine", key: b"k", value: b"v" }.encode(s));
    add(&|s| frame::Request::View { name: b"passwd", key: b"\x01root", have: 1 }.encode(s));
    add(&|s| frame::answer(3, frame::Status::Found, b"value", s));
    add(&|s| frame::answer_view(frame::Status::Found, 1, b"value", s));
    add(&|s| lookup::put_question(1, lookup::Question::LookUp(Database::Passwd, b"\x01root"), s));
    add(&|s| record::encode(&[1, 2], &[b"a", b"b", b"c", b"d", b"e"], s).expect("fits"));
    add(&|s| {
        let mut r = Vec::new();
        record::encode(&[1], &[b"a"], &mut r).expect("fits");
        let mut part = Vec::new();
        lookup::put_part(&r, &mut part);
        lookup::put_answer(1, lookup::Answer::Part(&part), s);
    });
    seeds
}

/// Reads mapped memory as `libnss_egret.so.2` and glibc's client do.
pub(crate) fn image(data: &[u8]) {
    if let Some(s) = Segment::open(data, Database::Passwd, 9) {
        for k in [&b"\x01user1"[..], b"\x01nobody", b"\x02\x01\0\0\0", b""] {
            if let Found::Record(r) = s.find(k, 1) {
                assert!(r.strings().count() <= r.string_count());
            }
        }
        for i in 0..s.list_len().min(64) {
            let _ = s.listed(i);
        }
    }
    if let Some(i) = Image::open(data) {
        for k in [&b"user1\0"[..], b"nobody\0", b"1\0"] {
            let _ = i.search(RequestType::PasswdByName, k).map(<[u8]>::len);
            let _ = i.search(RequestType::PasswdByUid, k).map(<[u8]>::len);
        }
    }
}

/// Returns a valid segment and a valid image.
pub(crate) fn image_seeds() -> Vec<Vec<u8>> {
    let mut b = SegmentBuilder::new(Database::Passwd, 9, 1, 4);
    let heap = 4096;
    let mut i = NscdImage::new(vec![0; size(7, heap)], 7, heap, 8);
    for n in 0..4u32 {
        let (name, mut record, mut body) = (format!("user{n}"), Vec::new(), Vec::new());
        record::encode(&[n, n], &[name.as_bytes(), b"x", b"", b"/", b"/bin/sh"], &mut record).expect("fits");
        let at = b.record(&record);
        b.key(format!("\x01{name}").as_bytes(), at, 100);
        b.list(at);
        nscd::found(RequestType::PasswdByName, &Record::parse(&record).expect("just made"), &mut body)
            .expect("passwd");
        let key = format!("{name}\0");
        let keys = [(RequestType::PasswdByName, key.as_bytes())];
        i.append(&Answer { keys: &keys, body: &body, found: true, ttl: 1, timeout: 0 }).expect("room");
    }
    vec![b.finish(), i.memory().clone()]
}

/// Parses configurations and nsswitch.conf.
pub(crate) fn config(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match Config::parse(&text) {
        Ok(c) => assert!(c.caches.len() <= 64 && (1..=64).contains(&c.threads)),
        Err(wrong) => assert!(wrong.iter().all(|w| w.line >= 1 && !w.expected.is_empty())),
    }
    for db in Database::ALL {
        let s = Sources::of(db, &text);
        assert!(!s.others.split_whitespace().any(|w| w == namecache::sources::OWN_NAME));
    }
}

/// Returns valid configurations and lines of nsswitch.conf.
pub(crate) fn config_seeds() -> Vec<Vec<u8>> {
    [
        "threads 2\nenable-cache passwd yes # all\nnegative-policy passwd lfu\nprecache passwd yes\n",
        "paranoia no\npersistent passwd yes\nkeep-hot-count services 16000\n",
        "passwd: egret [NOTFOUND=return] files\ngroup: files [SUCCESS=merge] systemd\n",
    ]
    .map(|s| s.as_bytes().to_vec())
    .to_vec()
}
