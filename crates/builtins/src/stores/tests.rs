//! A master and clones that exchange messages: what each holds, and what their tables follow.
use super::*;

const NOW: f64 = 1000.0;

fn master() -> Store {
    let mut store = Store::master("s", "m", Content::default());
    store.tables = vec![1];
    store
}

fn copy(node: &str) -> Store {
    let intervals = Intervals { resync: 10.0, stale: 300.0, buffer: 120.0 };
    let mut store = Store::clone_of("s", node, intervals);
    store.tables = vec![1];
    store
}

fn put(key: &str, value: u64, keep: f64) -> Change {
    Change::Of { key: text(key), what: What::Put, with: Data::Count(value), keep }
}

fn erase(key: &str) -> Change {
    Change::Of { key: text(key), what: What::Erase, with: Data::None, keep: 0.0 }
}

fn key(key: &str) -> Effect {
    Effect::Key { key: text(key), has_expired: false }
}

fn value(store: &Store, key: &str) -> Option<Data<'static>> {
    store.content.entry(&text(key)).map(|e| e.value.clone())
}

/// What a store says reaches others.
fn deliver(from: &mut Store, to: &mut [&mut Store]) {
    for (_, args) in from.take_messages() {
        let Data::String(kind) = args[1].clone() else { panic!("a message without a kind") };
        let kind = String::from_utf8_lossy(&kind).into_owned();
        for store in &mut *to {
            store.hear(&kind, args[2..].to_vec(), NOW).unwrap();
        }
    }
}

/// A clone asks for content and gets it.
fn connect(clone: &mut Store, master: &mut Store) {
    clone.tick(NOW);
    deliver(clone, &mut [master]);
    deliver(master, &mut [clone]);
}

#[test]
fn a_clone_follows_its_master() {
    let (mut m, mut c) = (master(), copy("c"));
    m.change(put("a", 1, 0.0), Maker::Table, NOW).unwrap();
    // Nobody listens yet.
    m.take_messages();
    connect(&mut c, &mut m);
    assert_eq!(c.take_effects(), [Effect::All]);
    assert_eq!(value(&c, "a"), Some(Data::Count(1)));
    m.change(put("a", 2, 0.0), Maker::Table, NOW).unwrap();
    m.change(put("b", 3, 0.0), Maker::Table, NOW).unwrap();
    m.change(erase("b"), Maker::Table, NOW).unwrap();
    deliver(&mut m, &mut [&mut c]);
    assert_eq!(c.take_effects(), [key("a"), key("b"), key("b")]);
    assert_eq!((value(&c, "a"), value(&c, "b")), (Some(Data::Count(2)), None));
    assert_eq!(m.take_effects(), [], "the master's only table has its own changes already");
}

#[test]
fn the_masters_order_decides_between_clones() {
    let (mut m, mut one, mut two) = (master(), copy("one"), copy("two"));
    connect(&mut one, &mut m);
    connect(&mut two, &mut m);
    for c in [&mut one, &mut two] {
        c.take_effects();
    }
    one.change(put("a", 1, 0.0), Maker::Table, NOW).unwrap();
    two.change(put("a", 2, 0.0), Maker::Table, NOW).unwrap();
    deliver(&mut one, &mut [&mut m]);
    deliver(&mut m, &mut [&mut one, &mut two]);
    assert!(!one.is_unconfirmed(&text("a")), "it hears of its own change");
    assert!(two.is_unconfirmed(&text("a")), "its own change comes after that of the other");
    deliver(&mut two, &mut [&mut m]);
    deliver(&mut m, &mut [&mut one, &mut two]);
    assert!(!two.is_unconfirmed(&text("a")));
    for store in [&m, &one, &two] {
        assert_eq!(value(store, "a"), Some(Data::Count(2)));
    }
}

#[test]
fn changes_wait_for_the_master() {
    let (mut m, mut c) = (master(), copy("c"));
    c.change(put("a", 1, 0.0), Maker::Table, NOW).unwrap();
    assert_eq!(c.take_messages(), []);
    assert!(c.is_unconfirmed(&text("a")));
    connect(&mut c, &mut m);
    deliver(&mut c, &mut [&mut m]);
    assert_eq!(value(&m, "a"), Some(Data::Count(1)));
    deliver(&mut m, &mut [&mut c]);
    assert!(!c.is_unconfirmed(&text("a")));
}

#[test]
fn changes_that_wait_for_too_long_are_forgotten() {
    let (mut m, mut c) = (master(), copy("c"));
    c.change(put("a", 1, 0.0), Maker::Table, NOW).unwrap();
    c.change(put("b", 1, 0.0), Maker::Table, NOW + 60.0).unwrap();
    c.tick(NOW + 130.0);
    c.take_messages();
    assert!(!c.is_unconfirmed(&text("a")));
    assert!(c.is_unconfirmed(&text("b")));
    c.resync(NOW + 130.0);
    deliver(&mut c, &mut [&mut m]);
    deliver(&mut m, &mut [&mut c]);
    deliver(&mut c, &mut [&mut m]);
    assert_eq!((value(&m, "a"), value(&m, "b")), (None, Some(Data::Count(1))));
}

#[test]
fn a_change_that_was_lost_is_forgotten_with_the_next_content() {
    let (mut m, mut c) = (master(), copy("c"));
    connect(&mut c, &mut m);
    c.change(put("a", 1, 0.0), Maker::Table, NOW).unwrap();
    assert_eq!(c.take_messages().len(), 1);
    assert!(c.is_unconfirmed(&text("a")));
    c.lose_touch(NOW);
    connect(&mut c, &mut m);
    assert!(!c.is_unconfirmed(&text("a")));
    assert_eq!(c.take_effects().last(), Some(&Effect::All));
}

#[test]
fn keys_expire_at_the_master_and_its_clones() {
    let (mut m, mut c) = (master(), copy("c"));
    connect(&mut c, &mut m);
    c.take_effects();
    m.change(put("a", 1, 5.0), Maker::Table, NOW).unwrap();
    m.change(put("a", 2, 9.0), Maker::Table, NOW).unwrap();
    deliver(&mut m, &mut [&mut c]);
    m.tick(NOW + 6.0);
    assert_eq!(m.take_effects(), []);
    m.tick(NOW + 9.0);
    let gone = Effect::Key { key: text("a"), has_expired: true };
    assert_eq!(m.take_effects(), [Effect::Key { key: text("a"), has_expired: true }]);
    deliver(&mut m, &mut [&mut c]);
    assert_eq!(c.take_effects(), [key("a"), key("a"), gone]);
    assert_eq!((value(&m, "a"), value(&c, "a")), (None, None));
}

#[test]
fn a_clone_answers_until_it_is_stale() {
    let (mut m, mut c) = (master(), copy("c"));
    let query = Query::Exists(text("a"));
    assert_eq!(c.answer(&query, NOW), None);
    connect(&mut c, &mut m);
    assert_eq!(c.answer(&query, NOW), Some(Some(Data::Bool(false))));
    c.lose_touch(NOW);
    assert!(c.answer(&query, NOW + 299.0).is_some());
    assert!(c.answer(&query, NOW + 301.0).is_none());
}

#[test]
fn all_keys_go_but_those_set_since() {
    let (mut m, mut c) = (master(), copy("c"));
    m.change(put("a", 1, 0.0), Maker::Table, NOW).unwrap();
    connect(&mut c, &mut m);
    c.change(Change::Clear, Maker::Table, NOW).unwrap();
    c.change(put("b", 1, 0.0), Maker::Table, NOW).unwrap();
    assert!(c.is_unconfirmed(&text("a")));
    deliver(&mut c, &mut [&mut m]);
    assert_eq!(m.content.keys(), [text("b")]);
    deliver(&mut m, &mut [&mut c]);
    assert_eq!(c.content.keys(), [text("b")]);
    assert!(!c.is_unconfirmed(&text("a")) && !c.is_unconfirmed(&text("b")));
}
