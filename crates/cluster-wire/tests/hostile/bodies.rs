//! The bodies of the fuzz targets: each function takes any bytes and checks invariants.
use cluster_wire::broker_bin::{self, ARGUMENT_DEPTH, Decoder};
use cluster_wire::rows::{self, Batch};
use cluster_wire::zmtp::curve::{Entropy, KeyPair};
use cluster_wire::zmtp::{self, Config, Connection, Security, SocketType};
use cluster_wire::{Data, Event, Limits, json};

/// Checks values, events, batches and JSON: writing and reading again yields the same result.
pub(crate) fn formats(data: &[u8]) {
    let limits = Limits { depth: 16, values: 1 << 16 };
    let mut over = Decoder::new(data, &limits);
    let passed = over.skip(0).and_then(|()| over.end());
    assert!(passed.is_ok() || broker_bin::decode(data, &limits).is_err());
    if let Ok(value) = broker_bin::decode(data, &limits) {
        let mut out = Vec::new();
        broker_bin::encode(&value, &mut out);
        // The input may encode lengths in more bytes than we do; everything else has one encoding.
        assert!(out.len() <= data.len());
        assert_eq!(broker_bin::decode(&out, &limits).as_ref(), Ok(&value));
        let mut text = Vec::new();
        json::encode(&value, &mut text);
        if let Ok(shown) = json::decode(&text, &limits) {
            check_json(&shown, &limits);
        }
        let owned = value.clone().into_owned();
        assert_eq!(owned, value);
        if let Ok(event) = Event::from_data(value) {
            let mut again = Vec::new();
            broker_bin::encode_event(&event, &mut again);
            assert_eq!(broker_bin::decode_event(&again, &limits), Ok(event));
        }
    }
    event(data, &limits);
    if let Ok(value) = json::decode(data, &limits) {
        check_json(&value, &limits);
    }
    if let Ok(message) = json::decode_message(data, &limits) {
        let mut out = Vec::new();
        json::encode_message(&message, &mut out);
        assert!(json::decode_message(&out, &limits).is_ok());
    }
    let _ = json::decode_subscriptions(data);
    batch(data, &limits);
}

/// Checks that an event that is read piece by piece is the event that is decoded as a whole.
fn event(data: &[u8], limits: &Limits) {
    let mut from = Decoder::new(data, limits);
    let read = from.event().and_then(|head| {
        let args = (0..head.args).map(|_| from.value(ARGUMENT_DEPTH)).collect::<Result<Vec<_>, _>>()?;
        Ok((head.name, args, from.metadata(&head)?))
    });
    let whole = broker_bin::decode_event(data, limits);
    assert_eq!(whole.is_ok(), read.is_ok());
    if let (Ok(whole), Ok((name, args, time))) = (whole, read) {
        assert_eq!((&*whole.name, &whole.args, whole.network_time()), (name, &args, time));
        assert_eq!(broker_bin::network_time(data, limits), time);
    }
}

/// Checks a value from JSON: encoding and decoding it again yields the same text.
fn check_json(value: &Data<'_>, limits: &Limits) {
    let (mut once, mut twice) = (Vec::new(), Vec::new());
    json::encode(value, &mut once);
    // Reals are truncated to six decimals and times to microseconds, so that two elements of a set may become equal.
    if let Ok(back) = json::decode(&once, limits) {
        json::encode(&back, &mut twice);
        assert_eq!(String::from_utf8(once), String::from_utf8(twice));
    }
}

fn batch(data: &[u8], limits: &Limits) {
    let Ok(batch) = Batch::read(data, limits) else { return };
    let mut writer = rows::Writer::new(Vec::new(), &batch.head);
    let (mut all, mut row) = (batch.rows(), Vec::new());
    while let Ok(true) = all.next_row(&mut row) {
        writer.begin_row();
        batch.head.fields.iter().zip(&row).for_each(|(field, value)| writer.value(field, value));
    }
    let written = writer.rows();
    let out = writer.finish();
    let again = Batch::read(&out, limits).expect("written by us");
    assert_eq!((&again.head, again.len()), (&batch.head, written as usize));
    let mut all = again.rows();
    while all.next_row(&mut row).expect("written by us") {}
}

/// Feeds any bytes to a connection, at once and split in two: the results are equal, and memory stays within limits.
pub(crate) fn connections(data: &[u8]) {
    let Some((&choice, data)) = data.split_first() else { return };
    let socket =
        [SocketType::Pull, SocketType::XPub, SocketType::XSub, SocketType::Push][usize::from(choice & 3)];
    let cut = data.len() * usize::from(choice >> 4) / 16;
    let (mut whole, mut halves) = (connection(socket, choice), connection(socket, choice));
    let at_once = whole.handle_bytes(data);
    let in_two = halves.handle_bytes(&data[..cut]).and_then(|()| halves.handle_bytes(&data[cut..]));
    assert_eq!(at_once, in_two);
    loop {
        let (one, other) = (whole.poll_event(), halves.poll_event());
        assert_eq!(one, other);
        if one.is_none() {
            break;
        }
    }
    assert_eq!(whole.output(), halves.output());
    assert!(whole.output().len() <= (128 << 10) + data.len());
}

/// Creates a connection that waits for its greeting or has completed a NULL handshake.
fn connection(socket: SocketType, choice: u8) -> Connection {
    let keys = KeyPair::new([7; 32]);
    let entropy = Entropy([9; Entropy::SIZE]);
    let security = match choice >> 2 & 3 {
        0 | 1 => Security::Null,
        2 => Security::CurveClient { server: keys.public(), keys, entropy },
        _ => Security::CurveServer { keys, clients: None, entropy },
    };
    let limits = zmtp::Limits { message: 1 << 16, parts: 8, command: 1 << 12 };
    let mut connection = Connection::new(Config { socket, security, limits });
    if choice >> 2 & 3 == 0 {
        let peer = match socket {
            SocketType::Pull => "PUSH",
            SocketType::Push => "PULL",
            SocketType::XPub => "XSUB",
            _ => "XPUB",
        };
        connection.handle_bytes(&greeting("NULL", false)).expect("a good greeting");
        let ready = [b"\x04\x1a\x05READY\x0bSocket-Type\0\0\0\x04", peer.as_bytes()].concat();
        connection.handle_bytes(&ready).expect("a good handshake");
    }
    connection
}

/// Returns the greeting of a peer.
pub(crate) fn greeting(mechanism: &str, as_server: bool) -> Vec<u8> {
    let mut bytes = b"\xff\0\0\0\0\0\0\0\x01\x7f\x03\x01".to_vec();
    bytes.extend_from_slice(mechanism.as_bytes());
    bytes.resize(32, 0);
    bytes.push(as_server.into());
    bytes.resize(64, 0);
    bytes
}
