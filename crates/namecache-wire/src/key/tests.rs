use super::*;
use crate::record;

fn check(db: Database, key: &[u8], good: bool) {
    assert_eq!(is_well_formed(db, key), good, "{db:?} {key:?}");
}

#[test]
fn only_complete_keys_are_well_formed() {
    check(Database::Passwd, b"\x01ida", true);
    check(Database::Passwd, b"\x01", false);
    check(Database::Passwd, b"\x01i\0a", false);
    check(Database::Passwd, b"", false);
    check(Database::Passwd, b"\x02\x01\0\0\0", true);
    check(Database::Passwd, b"\x02\x01\0\0", false);
    check(Database::Passwd, b"\x03ida", false);
    check(Database::Services, b"\x01http\0tcp", true);
    check(Database::Services, b"\x01http\0", true);
    check(Database::Services, b"\x01http", false);
    check(Database::Services, b"\x02\x50\0\0\0udp", true);
    check(Database::Services, b"\x02\0\0\x01\0", false);
    check(Database::Ethers, b"\x02abcdef", true);
    check(Database::Hosts, b"\x02\x02\0\0\0\x7f\0\0\x01", true);
    check(Database::Hosts, b"\x02\x0a\0\0\0\x7f\0\0\x01", false);
    check(Database::Initgroups, b"\x02\x01\0\0\0", false);
}

#[test]
fn netgroup_triples_parse_back() {
    let mut key = Vec::new();
    in_netgroup(b"admins", [Some(b"host"), None, Some(b"")], &mut key);
    check(Database::Netgroup, &key, true);
    assert_eq!(
        netgroup_operands(&key[1..]),
        Some((&b"admins"[..], [Some(&b"host"[..]), None, Some(&b""[..])]))
    );
    assert_eq!(netgroup_operands(b"admins\0\x01host"), None);
    assert_eq!(netgroup_operands(b"admins\0\0\0\x02"), None);
    assert_eq!(netgroup_operands(b"admins\0\0\0\0x"), None);
}

#[test]
fn a_service_is_found_by_its_aliases_with_and_without_protocol() {
    let mut bytes = Vec::new();
    record::encode(&[80], &[b"http", b"tcp", b"www"], &mut bytes).unwrap();
    let mut keys = Vec::new();
    keys_of::<Vec<u8>>(Database::Services, &Record::parse(&bytes).unwrap(), |k| keys.push(k.to_vec()));
    assert_eq!(
        keys,
        [
            &b"\x01http\0tcp"[..],
            b"\x01www\0tcp",
            b"\x02\x50\0\0\0tcp",
            b"\x01http\0",
            b"\x01www\0",
            b"\x02\x50\0\0\0",
        ]
    );
    assert!(keys.iter().all(|k| is_well_formed(Database::Services, k)));
}
