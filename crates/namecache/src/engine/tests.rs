use super::lookups::LOOKUPS_PER_USER;
use super::*;
use crate::image::{NscdImage, size};
use crate::lookup::{self, Answer};
use crate::publish;
use namecache_wire::nscd::RequestType;
use namecache_wire::nscd_image::Image;
use namecache_wire::record::encode;
use namecache_wire::segment::{Found, Segment};

const IDA: &[u8] = b"\x01ida";
const ROOT: Peer = Peer { uid: 0, gid: 0, pid: 1, foreign: false };
const USER: Peer = Peer { uid: 1000, gid: 1000, pid: 2, foreign: false };

fn user(name: &str, uid: u32) -> Vec<u8> {
    let mut out = Vec::new();
    encode(&[uid, uid], &[name.as_bytes(), b"x", b"", b"/", b"/bin/sh"], &mut out).unwrap();
    out
}

fn engine(config: &str) -> (Engine, StoreId) {
    let e = Engine::new(&Config::parse(config).unwrap(), "passwd: files\n", [1, 2]);
    let id = e.cache_named(b"passwd").unwrap();
    (e, id)
}

fn effects(e: &mut Engine) -> Vec<Effect> {
    std::iter::from_fn(|| e.poll_effect()).collect()
}

/// Asks, expects that this starts a lookup, and returns its id.
fn miss(e: &mut Engine, now: Millis, who: Peer, id: StoreId, key: &[u8], stamp: u64, ticket: Ticket) -> u64 {
    assert_eq!(e.ask(now, who, id, key, stamp, ticket), Ask::Parked);
    let found = effects(e).into_iter().find_map(|f| match f {
        Effect::Lookup { id, .. } => Some(id),
        _ => None,
    });
    found.expect("a lookup is ordered")
}

fn replies(e: &mut Engine) -> Vec<(Ticket, Outcome)> {
    let reply = |f| match f {
        Effect::Reply { ticket, outcome } => Some((ticket, outcome)),
        _ => None,
    };
    effects(e).into_iter().filter_map(reply).collect()
}

#[test]
fn a_forgotten_view_is_no_longer_mapped() {
    let (mut e, id) = engine("enable-cache passwd yes\nperform-actual-lookups passwd no\n");
    let forgotten = |e: &mut Engine| {
        let of = |f| if let Effect::Forget(store, of) = f { Some((store, of)) } else { None };
        effects(e).into_iter().filter_map(of).collect::<Vec<_>>()
    };
    let ida = user("ida", 7);
    let lookup = miss(&mut e, 0, USER, id, IDA, 1, 1);
    e.handle_answer(1, lookup, Answer::Found(&ida, 0), 1);
    assert_eq!(forgotten(&mut e), [], "the key was in no view yet");
    let bytes = publish::view_segment(e.store(id), 2, (1000, 1000), 9, 3, 4096).unwrap();
    let view = Segment::open(&bytes, Database::Passwd, 9).unwrap();
    assert!(matches!(view.find(IDA, 0), Found::Record(r) if r.num(0) == Some(7)));
    assert_eq!(publish::view_segment(e.store(id), 2, (0, 0), 9, 3, 4096), None, "another user's view");
    // A replaced value, a flush of one view, a flush of all views, and a changed source file.
    assert!(e.write(3, USER, id, IDA, &user("ida", 8)));
    assert_eq!(forgotten(&mut e), [(id, Some((1000, 1000)))]);
    assert!(e.flush(4, USER, Some(id), false));
    assert_eq!(forgotten(&mut e), [(id, Some((1000, 1000)))]);
    assert!(e.flush(5, ROOT, Some(id), true));
    assert_eq!(forgotten(&mut e), [(id, None)]);
    e.handle_stamp(6, id, 2);
    assert_eq!(forgotten(&mut e), [(id, None)]);
    // A common cache has no views.
    let (mut e, id) = engine("enable-cache passwd yes\n");
    assert!(e.flush(0, ROOT, Some(id), true));
    assert_eq!(forgotten(&mut e), []);
}

/// Completes an enumeration with `users`.
fn list(e: &mut Engine, now: Millis, stamp: u64, users: &[(&str, u32)]) {
    let id = effects(e).into_iter().find_map(|f| match f {
        Effect::List { id, .. } => Some(id),
        _ => None,
    });
    let id = id.expect("an enumeration is ordered");
    let mut part = Vec::new();
    for (name, uid) in users {
        lookup::put_part(&user(name, *uid), &mut part);
    }
    e.handle_answer(now, id, Answer::Part(&part), stamp);
    e.handle_answer(now, id, Answer::Absent, stamp);
}

#[test]
fn equal_misses_are_looked_up_once() {
    let (mut e, id) = engine("enable-cache passwd yes");
    let lookup = miss(&mut e, 0, USER, id, IDA, 1, 1);
    assert_eq!(e.ask(0, ROOT, id, IDA, 1, 2), Ask::Parked);
    assert!(effects(&mut e).is_empty(), "the second question joins the first lookup");
    e.handle_answer(5, lookup, Answer::Found(&user("ida", 7), 0), 1);
    let said = replies(&mut e);
    assert_eq!(said.iter().map(|r| r.0).collect::<Vec<_>>(), [1, 2]);
    assert!(matches!(e.ask(6, USER, id, IDA, 1, 3), Ask::Now(Outcome::Found(_))));
}

#[test]
fn an_answer_expires_on_time_and_a_late_worker_is_abandoned() {
    let (mut e, id) = engine("enable-cache passwd yes\npositive-time-to-live passwd 2");
    let lookup = miss(&mut e, 0, USER, id, IDA, 1, 1);
    e.handle_answer(0, lookup, Answer::Found(&user("ida", 7), 0), 1);
    effects(&mut e);
    assert_eq!(e.next_time(0), Some(2_000));
    assert!(matches!(e.ask(1_999, USER, id, IDA, 1, 2), Ask::Now(_)));
    let late = miss(&mut e, 2_000, USER, id, IDA, 1, 3);
    e.handle_time(5_999);
    assert!(replies(&mut e).is_empty());
    e.handle_time(6_000);
    let said = effects(&mut e);
    assert!(said.contains(&Effect::Abandon { id: late }));
    assert!(said.contains(&Effect::Reply { ticket: 3, outcome: Outcome::Busy }));
    e.handle_answer(6_001, late, Answer::Absent, 1);
    assert!(replies(&mut e).is_empty(), "an answer after the deadline changes nothing");
}

#[test]
fn entries_of_a_changed_source_are_never_served() {
    let (mut e, id) = engine("enable-cache passwd yes");
    let lookup = miss(&mut e, 0, USER, id, IDA, 1, 1);
    e.handle_answer(0, lookup, Answer::Found(&user("ida", 7), 0), 1);
    effects(&mut e);
    // The file has changed, so the same question starts another lookup.
    let lookup = miss(&mut e, 1, USER, id, IDA, 2, 2);
    // The file changes again during the lookup, so the lookup starts again.
    e.handle_answer(2, lookup, Answer::Found(&user("ida", 8), 0), 3);
    let again = effects(&mut e);
    assert!(again.iter().any(|f| matches!(f, Effect::Lookup { id, .. } if *id == lookup)));
    assert!(!again.iter().any(|f| matches!(f, Effect::Reply { .. })));
    e.handle_answer(3, lookup, Answer::Found(&user("ida", 9), 0), 3);
    let said = replies(&mut e);
    assert!(matches!(&said[..], [(2, Outcome::Found(v))] if **v == *user("ida", 9)));
}

#[test]
fn a_question_after_a_flush_does_not_join_a_lookup_before_it() {
    let (mut e, id) = engine("enable-cache passwd yes");
    let before = miss(&mut e, 0, USER, id, IDA, 1, 1);
    assert!(e.flush(0, ROOT, Some(id), true));
    let after = miss(&mut e, 1, USER, id, IDA, 1, 2);
    assert_ne!(before, after);
    e.handle_answer(2, after, Answer::Absent, 1);
    assert_eq!(replies(&mut e), [(2, Outcome::Absent)]);
}

#[test]
fn only_root_flushes_for_all_users() {
    let (mut e, id) = engine("enable-cache passwd yes");
    assert!(!e.flush(0, USER, Some(id), true));
    assert!(!e.flush(0, USER, None, true));
    assert!(e.flush(0, USER, None, false));
}

#[test]
fn a_complete_list_answers_absence_without_a_lookup() {
    let (mut e, id) = engine("enable-cache passwd yes\nprecache passwd yes");
    e.precache(0, |_| 1);
    assert!(!e.is_ready());
    list(&mut e, 0, 1, &[("root", 0), ("ida", 7)]);
    assert!(e.is_ready() && e.store(id).is_complete(0));
    assert!(matches!(e.ask(1, USER, id, b"\x02\x07\0\0\0", 1, 1), Ask::Now(Outcome::Found(_))));
    assert_eq!(e.ask(1, USER, id, b"\x01nobody", 1, 2), Ask::Now(Outcome::Absent));
    // If a source does not enumerate all its entries, only a lookup shows that an entry is absent.
    let mut e = Engine::new(
        &Config::parse("enable-cache passwd yes\nprecache passwd yes").unwrap(),
        "passwd: files systemd",
        [1, 2],
    );
    e.precache(0, |_| 1);
    list(&mut e, 0, 1, &[("root", 0)]);
    assert!(!e.store(id).is_complete(0));
    miss(&mut e, 1, USER, id, b"\x01nobody", 1, 2);
}

#[test]
fn a_list_beyond_keep_hot_count_is_cached_in_part_and_not_complete() {
    let (mut e, id) = engine("enable-cache passwd yes\nprecache passwd yes\nkeep-hot-count passwd 3");
    e.precache(0, |_| 1);
    list(&mut e, 0, 1, &[("root", 0), ("ida", 7)]);
    assert_eq!(e.store(id).positive.len(), 3);
    assert!(!e.store(id).is_complete(0));
}

#[test]
fn while_a_changed_list_is_renewed_questions_are_looked_up() {
    let (mut e, id) = engine("enable-cache passwd yes\nprecache passwd yes");
    e.precache(0, |_| 1);
    list(&mut e, 0, 1, &[("root", 0), ("ida", 7)]);
    effects(&mut e);
    e.publishing(id);
    assert_eq!(e.ask(1, USER, id, b"\x01new", 2, 1), Ask::Parked);
    let said = effects(&mut e);
    assert_eq!(said[0], Effect::Pause(id));
    let listing =
        said.iter().find_map(|f| if let Effect::List { id, .. } = f { Some(*id) } else { None }).unwrap();
    assert!(said.iter().any(|f| matches!(f, Effect::Lookup { .. })));
    let mut part = Vec::new();
    lookup::put_part(&user("root", 0), &mut part);
    lookup::put_part(&user("new", 8), &mut part);
    e.handle_answer(2, listing, Answer::Part(&part), 2);
    e.handle_answer(2, listing, Answer::Absent, 2);
    assert!(effects(&mut e).contains(&Effect::Publish(id)));
    assert!(matches!(e.ask(3, USER, id, b"\x01new", 2, 3), Ask::Now(Outcome::Found(_))));
    assert_eq!(e.ask(3, USER, id, IDA, 2, 4), Ask::Now(Outcome::Absent), "the removed user is absent");
}

#[test]
fn a_failed_enumeration_keeps_the_previous_list() {
    let (mut e, id) = engine("enable-cache passwd yes\nprecache passwd yes");
    e.precache(0, |_| 1);
    list(&mut e, 0, 1, &[("ida", 7)]);
    effects(&mut e);
    e.handle_stamp(1, id, 2);
    let listing = effects(&mut e)
        .into_iter()
        .find_map(|f| if let Effect::List { id, .. } = f { Some(id) } else { None })
        .unwrap();
    e.handle_answer(2, listing, Answer::Failed, 2);
    assert!(matches!(e.ask(3, USER, id, IDA, 2, 1), Ask::Now(Outcome::Found(_))));
    assert_eq!(e.next_time(3), Some(1_002), "the enumeration is tried again");
}

#[test]
fn without_actual_lookups_every_user_and_group_has_a_view() {
    let (mut e, id) = engine("enable-cache passwd yes\nperform-actual-lookups passwd no");
    let other = Peer { gid: 1001, ..USER };
    assert_eq!(e.ask(0, USER, id, IDA, 1, 1), Ask::Parked);
    let said = effects(&mut e);
    let Effect::Lookup { id: lookup, run_as: Some((1000, 1000)), .. } = said[0] else { panic!("{said:?}") };
    e.handle_answer(0, lookup, Answer::Found(&user("ida", 7), 0), 1);
    effects(&mut e);
    assert!(matches!(e.ask(1, USER, id, IDA, 1, 2), Ask::Now(Outcome::Found(_))));
    assert_eq!(e.ask(1, other, id, IDA, 1, 3), Ask::Parked, "another group has another view");
    effects(&mut e);
    assert!(e.write(2, USER, id, b"\x01forged", &user("forged", 0)));
    for who in [ROOT, other] {
        assert_eq!(
            e.ask(3, who, id, b"\x01forged", 1, 4),
            Ask::Parked,
            "a write is visible in its own view only"
        );
    }
    effects(&mut e);
    assert!(e.flush(4, USER, Some(id), false));
    assert_eq!(e.ask(5, USER, id, IDA, 1, 5), Ask::Parked, "the own view was flushed");
    effects(&mut e);
    assert!(
        !engine("enable-cache passwd yes").0.write(0, ROOT, StoreId(0), b"\x01k", b"v"),
        "clients cannot write to a common cache"
    );
}

#[test]
fn one_user_can_exhaust_neither_lookups_nor_negative_entries() {
    let (mut e, id) = engine("enable-cache passwd yes\nkeep-hot-count passwd 40");
    for n in 0..LOOKUPS_PER_USER {
        let key = format!("\x01n{n}");
        assert_eq!(e.ask(0, USER, id, key.as_bytes(), 1, 1), Ask::Parked);
    }
    assert_eq!(e.ask(0, USER, id, b"\x01more", 1, 1), Ask::Now(Outcome::Busy));
    assert_eq!(e.ask(0, Peer { uid: 1001, ..USER }, id, b"\x01more", 1, 1), Ask::Parked);
    for f in effects(&mut e) {
        if let Effect::Lookup { id, .. } = f {
            e.handle_answer(1, id, Answer::Absent, 1);
        }
    }
    assert!(e.store(id).negative.share(USER.uid) <= 10);
    assert_eq!(e.store(id).negative.share(1001), 1, "entries of other users stay");
    assert_eq!(e.ask(2, USER, id, b"\x01later", 1, 1), Ask::Parked, "finished lookups no longer count");
}

#[test]
fn hosts_are_served_to_the_daemons_network_namespace_only() {
    let config = Config::parse("enable-cache hosts yes").unwrap();
    let mut e = Engine::new(&config, "", [0, 0]);
    let id = e.cache_of(Database::Hosts).unwrap();
    let key = b"\x01\x02\0\0\0localhost";
    assert_eq!(e.ask(0, Peer { foreign: true, ..USER }, id, key, 0, 1), Ask::Now(Outcome::Unserved));
    assert_eq!(e.ask(0, USER, id, key, 0, 1), Ask::Parked);
}

#[test]
fn expired_answers_are_served_only_if_configured() {
    for (line, served) in [("", false), ("serve-stale passwd 60", true)] {
        let (mut e, id) = engine(&format!("enable-cache passwd yes\npositive-time-to-live passwd 1\n{line}"));
        let lookup = miss(&mut e, 0, USER, id, IDA, 1, 1);
        e.handle_answer(0, lookup, Answer::Found(&user("ida", 7), 0), 1);
        effects(&mut e);
        e.handle_time(1_000);
        let lookup = miss(&mut e, 1_000, USER, id, IDA, 1, 2);
        e.handle_answer(1_001, lookup, Answer::Failed, 1);
        let said = replies(&mut e);
        assert_eq!(matches!(said[0].1, Outcome::Found(_)), served);
    }
}

#[test]
fn a_record_with_the_wrong_fields_is_refused() {
    let (mut e, id) = engine("enable-cache passwd yes");
    let lookup = miss(&mut e, 0, USER, id, IDA, 1, 1);
    let mut odd = Vec::new();
    encode(&[1], &[b"ida"], &mut odd).unwrap();
    e.handle_answer(0, lookup, Answer::Found(&odd, 0), 1);
    assert_eq!(replies(&mut e), [(1, Outcome::Busy)]);
}

#[test]
fn image_and_segment_contain_the_entries_of_the_cache() {
    let (mut e, id) = engine("enable-cache passwd yes\nprecache passwd yes");
    e.precache(0, |_| 1);
    list(&mut e, 0, 1, &[("root", 0), ("ida", 7)]);
    let g = publish::gather(&mut e, Database::Passwd, 0, 1 << 20);
    assert_eq!(g.keys, 4);
    let heap = g.heap + 1024;
    let mut image = NscdImage::new(vec![0; size(8, heap)], 8, heap, 8);
    publish::fill(&mut e, &g, &mut image, 0, 0);
    image.start();
    let find = |image: &NscdImage<Vec<u8>>, kind, key: &[u8]| {
        Image::open(image.memory()).unwrap().search(kind, key).map(<[u8]>::to_vec)
    };
    assert!(find(&image, RequestType::PasswdByName, b"ida\0").is_some());
    assert!(find(&image, RequestType::PasswdByUid, b"7\0").is_some());
    // A missing name is published after the second question.
    e.ask(1, USER, id, b"\x01nobody", 1, 1);
    e.ask(1, USER, id, b"\x01nobody", 1, 2);
    assert!(publish::update(&mut e, &mut image, Database::Passwd, 1, 0));
    let none = find(&image, RequestType::PasswdByName, b"nobody\0").unwrap();
    assert_eq!(none[4..8], [0; 4]);
    // The name is created and ida is removed: the next update shows both.
    effects(&mut e);
    e.handle_stamp(2, id, 2);
    list(&mut e, 2, 2, &[("root", 0), ("nobody", 9)]);
    let whole = publish::update(&mut e, &mut image, Database::Passwd, 2, 0);
    assert!(whole);
    let none = find(&image, RequestType::PasswdByName, b"nobody\0").unwrap();
    assert_eq!(none[4..8], 1i32.to_ne_bytes());
    assert!(find(&image, RequestType::PasswdByName, b"ida\0").is_none());
    assert!(find(&image, RequestType::PasswdByUid, b"7\0").is_none());
    let bytes = publish::segment(&mut e, Database::Passwd, 2, 5, 99).unwrap();
    let s = Segment::open(&bytes, Database::Passwd, 5).unwrap();
    assert!(matches!(s.find(b"\x01nobody", 0), Found::Record(_)));
    assert!(matches!(s.find(IDA, 0), Found::Nothing));
    assert_eq!(s.list_len(), 2);
}
