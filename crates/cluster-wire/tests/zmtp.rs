//! Connects two ends, splitting their bytes in all ways, and compares with the bytes that libzmq writes.
use cluster_wire::zmtp::curve::{Entropy, KeyPair, PublicKey};
use cluster_wire::zmtp::{Config, Connection, Error, Event, Limits, Security, SocketType};

fn end(socket: SocketType, security: Security) -> Connection {
    Connection::new(Config { socket, security, limits: Limits { message: 4096, parts: 4, command: 512 } })
}

fn null(socket: SocketType) -> Connection {
    end(socket, Security::Null)
}

/// Moves all output of one end to the other, `step` bytes at a time.
fn pour(from: &mut Connection, to: &mut Connection, step: usize) -> Result<bool, Error> {
    let bytes = from.output().to_vec();
    from.handle_sent(bytes.len());
    bytes.chunks(step).try_for_each(|chunk| to.handle_bytes(chunk))?;
    Ok(!bytes.is_empty())
}

/// Moves bytes both ways until none are left.
fn exchange(a: &mut Connection, b: &mut Connection, step: usize) -> Result<(), Error> {
    loop {
        let (there, back) = (pour(a, b, step)?, pour(b, a, step)?);
        if !there && !back {
            return Ok(());
        }
    }
}

fn events(end: &mut Connection) -> Vec<Event> {
    std::iter::from_fn(|| end.poll_event()).collect()
}

fn entropy(n: u8) -> Entropy {
    Entropy(std::array::from_fn(|i| n.wrapping_mul(31).wrapping_add(i as u8)))
}

fn keys(n: u8) -> KeyPair {
    KeyPair::new([n; 32])
}

fn curve(a: SocketType, b: SocketType, clients: Option<Vec<PublicKey>>) -> (Connection, Connection) {
    let client = Security::CurveClient { keys: keys(1), server: keys(2).public(), entropy: entropy(1) };
    let server = Security::CurveServer { keys: keys(2), clients, entropy: entropy(2) };
    (end(a, client), end(b, server))
}

/// Checks a conversation between a subscriber and a publisher that begins with their handshake.
fn check_traffic(mut sub: Connection, mut publisher: Connection, step: usize) {
    exchange(&mut sub, &mut publisher, step).unwrap();
    assert_eq!(events(&mut sub), [Event::Ready]);
    assert_eq!(events(&mut publisher), [Event::Ready]);

    assert!(sub.subscribe(b"zeek.cluster.worker") && sub.cancel(b"") && sub.ping(10, b"still there?"));
    assert!(publisher.send([&b"topic"[..], b"", &[7; 300]]));
    exchange(&mut sub, &mut publisher, step).unwrap();
    assert_eq!(
        events(&mut publisher),
        [Event::Subscribe(b"zeek.cluster.worker".to_vec()), Event::Cancel(vec![])]
    );
    let [Event::Message(message), Event::Pong(context)] = &events(&mut sub)[..] else { panic!() };
    assert_eq!(message.parts().collect::<Vec<_>>(), [&b"topic"[..], b"", &[7; 300]]);
    assert_eq!(context, b"still there?");
}

#[test]
fn any_way_to_cut_the_bytes_gives_the_same() {
    for step in (1..70).chain([512, 100_000]) {
        check_traffic(null(SocketType::XSub), null(SocketType::XPub), step);
        let (client, server) = curve(SocketType::XSub, SocketType::XPub, None);
        check_traffic(client, server, step);
        // Either end may be the server, whichever publishes.
        let (client, server) = curve(SocketType::XPub, SocketType::XSub, Some(vec![keys(1).public()]));
        check_traffic(server, client, step);
    }
}

#[test]
fn greeting_ready_and_frames_as_libzmq_writes_them() {
    let mut end = null(SocketType::XSub);
    let mut greeting = b"\xff\0\0\0\0\0\0\0\0\x7f\x03\x01NULL".to_vec();
    greeting.resize(64, 0);
    assert_eq!(end.output(), greeting);
    end.handle_sent(64);
    end.handle_bytes(&greeting).unwrap();
    assert_eq!(end.output(), b"\x04\x1a\x05READY\x0bSocket-Type\0\0\0\x04XSUB");
    end.handle_sent(end.output().len());
    end.handle_bytes(b"\x04\x1a\x05READY\x0bSocket-Type\0\0\0\x04XPUB").unwrap();
    assert_eq!(events(&mut end), [Event::Ready]);
    end.subscribe(b"zeek.cluster.worker");
    assert_eq!(end.output(), b"\0\x14\x01zeek.cluster.worker");
    end.handle_sent(end.output().len());
    let mut long = b"\x02\0\0\0\0\0\0\x01\x2c".to_vec();
    long.resize(309, b'x');
    end.send([&[b'x'; 300][..]]);
    assert_eq!(end.output(), long);
}

#[test]
fn subscriptions_as_commands() {
    let (mut sub, mut publisher) = (null(SocketType::Sub), null(SocketType::Pub));
    exchange(&mut sub, &mut publisher, 1000).unwrap();
    events(&mut publisher);
    publisher.handle_bytes(b"\x04\x0b\x09SUBSCRIBEa\x04\x08\x06CANCELa\x04\x04\x03NEW").unwrap();
    assert_eq!(events(&mut publisher), [Event::Subscribe(b"a".to_vec()), Event::Cancel(b"a".to_vec())]);
}

/// Checks that a connection refuses `bytes` after its handshake.
fn check_refused(bytes: &[u8], error: Error) {
    let (mut pull, mut push) = (null(SocketType::Pull), null(SocketType::Push));
    exchange(&mut pull, &mut push, 1000).unwrap();
    assert_eq!(pull.handle_bytes(bytes), Err(error.clone()));
    assert_eq!(pull.handle_bytes(b"\0\0"), Err(error), "a connection that is over stays over");
    assert!(!pull.send([&b"x"[..]]));
}

#[test]
fn peers_that_break_the_protocol() {
    check_refused(b"\x08\0", Error::Flags(8));
    check_refused(b"\x05\0", Error::Flags(5));
    check_refused(b"\x02\xff\0\0\0\0\0\0\0", Error::Size(0xff << 56, 4096));
    check_refused(b"\x06\0\0\0\0\0\0\x02\x01", Error::Size(513, 512));
    check_refused(b"\x01\0\x01\0\x01\0\x01\0\x01\0", Error::Parts(4));
    check_refused(b"\x04\0", Error::Command("nameless"));
    check_refused(b"\x04\x02\x05A", Error::Command("nameless"));
    check_refused(b"\x04\x06\x04PING\0", Error::Command("PING"));
    check_refused(b"\x04\x09\x05ERROR\x02no", Error::Refused("no".to_owned()));
}

fn check_greeting(bytes: &[u8], error: &Error) {
    assert_eq!(null(SocketType::Pull).handle_bytes(bytes).as_ref(), Err(error));
}

#[test]
fn peers_that_speak_something_else() {
    check_greeting(b"GET / HTTP/1.1\r\n", &Error::Signature);
    check_greeting(b"\xff\0\0\0\0\0\0\0\0\x7e", &Error::Signature);
    check_greeting(b"\xff\0\0\0\0\0\0\0\0\x7f\x01", &Error::Version(1));
    let mut plain = b"\xff\0\0\0\0\0\0\0\0\x7f\x03\0PLAIN".to_vec();
    plain.resize(64, 0);
    check_greeting(&plain, &Error::Mechanism { theirs: "PLAIN".to_owned(), ours: "NULL" });
}

fn check_pair(mut a: Connection, mut b: Connection, error: &Error) {
    assert_eq!(exchange(&mut a, &mut b, 1000).as_ref(), Err(error));
}

#[test]
fn ends_that_do_not_fit() {
    let theirs = "PUSH".to_owned();
    check_pair(
        null(SocketType::Push),
        null(SocketType::XPub),
        &Error::Socket { theirs: "XPUB".to_owned(), ours: SocketType::Push },
    );
    let (push, xpub) = curve(SocketType::Push, SocketType::XPub, None);
    check_pair(push, xpub, &Error::Socket { theirs, ours: SocketType::XPub });
    let (client, _) = curve(SocketType::Push, SocketType::Pull, None);
    let (other, server) = curve(SocketType::Push, SocketType::Pull, Some(vec![keys(3).public()]));
    check_pair(client, other, &Error::SameRole("client"));
    let (client, _) = curve(SocketType::Push, SocketType::Pull, None);
    check_pair(client, server, &Error::Stranger);
    let wrong = Security::CurveClient { keys: keys(1), server: keys(9).public(), entropy: entropy(1) };
    let (_, server) = curve(SocketType::Push, SocketType::Pull, None);
    check_pair(end(SocketType::Push, wrong), server, &Error::Box("HELLO"));
}

#[test]
fn a_stranger_is_told() {
    let (mut client, mut server) = curve(SocketType::Push, SocketType::Pull, Some(vec![]));
    assert_eq!(exchange(&mut client, &mut server, 1000), Err(Error::Stranger));
    assert_eq!(pour(&mut server, &mut client, 1000), Err(Error::Refused("400".to_owned())));
}

#[test]
fn sealed_messages_cannot_be_changed_or_repeated() {
    for change in [None, Some(9), Some(20), Some(40)] {
        let (mut client, mut server) = curve(SocketType::Push, SocketType::Pull, None);
        exchange(&mut client, &mut server, 1000).unwrap();
        client.send([&b"a secret"[..]]);
        let mut bytes = client.output().to_vec();
        assert!(!bytes.windows(6).any(|w| w == b"secret"));
        match change {
            None => server.handle_bytes(&bytes).unwrap(),
            Some(at) => bytes[at] ^= 0x40,
        }
        let expected = if change.is_none() { Error::Nonce } else { Error::Box("MESSAGE") };
        let error = server.handle_bytes(&bytes).unwrap_err();
        assert!(error == expected || change == Some(9), "{error} at {change:?}");
    }
}
