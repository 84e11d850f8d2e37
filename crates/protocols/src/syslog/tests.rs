use super::{Problem, priority};
use crate::rehearsal::{datagrams, orig, torment};
use net_types::Port;

fn check(message: &[u8], event: &str) {
    assert_eq!(datagrams("SYSLOG", 514, &[orig(message)]), [event]);
}

#[test]
fn priorities_are_split() {
    check(b"<34>Oct 11 su: no", "syslog_message(4, 2, \"Oct 11 su: no\")");
    check(b"<0>", "syslog_message(0, 0, \"\")");
    check(b"<191>x\n", "syslog_message(23, 7, \"x\\n\")");
    check(b"<00034>x", "syslog_message(4, 2, \"x\")");
    check(b"no priority <34>", "syslog_message(999, 999, \"no priority <34>\")");
}

#[test]
fn broken_priorities_are_said_to_be() {
    assert_eq!(priority(b"<>x"), Err(Problem::NoNumber));
    assert_eq!(priority(b"<"), Err(Problem::NoNumber));
    assert_eq!(priority(b"<12x>"), Err(Problem::Unclosed));
    assert_eq!(priority(b"<12"), Err(Problem::Unclosed));
    assert_eq!(priority(b"<99999999999999999999999>"), Ok((Some(u64::MAX), &b""[..])));
}

#[test]
fn torn_and_changed_messages_are_survived() {
    torment("SYSLOG", Port::udp(514), &[orig(b"<34>hello"), orig(b"")]);
}
