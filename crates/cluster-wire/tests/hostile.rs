//! Short runs of the fuzz targets, and round trips of generated values, all seeded.
#[path = "hostile/bodies.rs"]
mod bodies;

use cluster_wire::{Data, Event, Limits, broker_bin};
use net_types::{Addr, Interval, Port, Subnet, Timestamp, TransportProto};

/// Generates values.
struct Random(fastrand::Rng);

impl Random {
    fn new(seed: u64) -> Self {
        Random(fastrand::Rng::with_seed(seed))
    }

    fn next(&mut self) -> u64 {
        self.0.u64(..)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.0.u64(..n)
    }

    fn bytes(&mut self, most: u64) -> Vec<u8> {
        (0..self.below(most + 1)).map(|_| self.next() as u8).collect()
    }

    fn addr(&mut self) -> Addr {
        let n = self.next().to_be_bytes();
        if n[7] & 1 == 0 {
            return Addr::v4([n[0], n[1], n[2], n[3]]);
        }
        Addr::v6([[0; 8], n].concat().try_into().unwrap())
    }

    fn values(&mut self, depth: u64) -> Vec<Data<'static>> {
        (0..self.below(5)).map(|_| self.value(depth - 1)).collect()
    }

    fn value(&mut self, depth: u64) -> Data<'static> {
        match self.below(if depth == 0 { 12 } else { 15 }) {
            0 => Data::None,
            1 => Data::Bool(self.below(2) == 1),
            2 => Data::Count(self.next()),
            3 => Data::Int(self.next() as i64),
            4 => Data::Real(f64::from_bits(self.next())),
            5 => Data::String(self.bytes(200).into()),
            6 => Data::Addr(self.addr()),
            7 => {
                let addr = self.addr();
                Data::Subnet(Subnet::new(addr, self.below(u64::from(addr.width()) + 1) as u8).unwrap())
            }
            8 => Data::Port(Port { num: self.next() as u16, proto: TransportProto::Udp }),
            9 => Data::Time(Timestamp::from_nanos(self.next() as i64)),
            10 => Data::Interval(Interval::from_nanos(self.next() as i64)),
            11 => Data::Enum(format!("M::E{}", self.below(99)).into_bytes().into()),
            12 => {
                let mut values = self.values(depth);
                values.sort_unstable();
                values.dedup();
                // A set may be in any order; in another order, the reader must search for duplicates.
                let n = values.len().max(1);
                values.rotate_left(self.below(n as u64) as usize);
                Data::Set(values)
            }
            13 => {
                let mut keys = self.values(depth);
                keys.sort_unstable();
                keys.dedup();
                Data::Table(keys.into_iter().map(|key| (key, self.value(depth - 1))).collect())
            }
            _ => Data::List(self.values(depth)),
        }
    }
}

#[test]
fn what_is_written_is_read() {
    let mut random = Random::new(7);
    for _ in 0..3_000 {
        let args = random.values(4);
        let metadata = (0..random.below(3)).map(|id| (id, random.value(1))).collect();
        let event = Event { name: "M::ev".into(), args, metadata };
        let mut out = Vec::new();
        broker_bin::encode_event(&event, &mut out);
        assert_eq!(broker_bin::decode_event(&out, &Limits::DEFAULT), Ok(event.clone()));
        bodies::formats(&out);
        // No prefix of the message is a complete message.
        for end in 0..out.len() {
            assert!(broker_bin::decode_event(&out[..end], &Limits::DEFAULT).is_err());
        }
    }
}

/// Returns valid inputs, which the caller then damages.
fn starts() -> Vec<Vec<u8>> {
    let mut random = Random::new(3);
    let mut all: Vec<Vec<u8>> = (0..40)
        .map(|_| {
            let mut out = Vec::new();
            broker_bin::encode(&random.value(3), &mut out);
            out
        })
        .collect();
    let mut text = Vec::new();
    cluster_wire::json::encode(&random.value(3), &mut text);
    all.push(text);
    all.push(
        br#"{"topic":"/t","@data-type":"vector","data":[{"@data-type":"timespan","data":"1500ms"}]}"#
            .to_vec(),
    );
    all.push(include_bytes!("hostile/rows").to_vec());
    all
}

#[test]
fn no_bytes_are_too_bad() {
    let starts = starts();
    let mut random = Random::new(1);
    for round in 0..40_000 {
        let mut bytes = starts[round % starts.len()].clone();
        damage(&mut bytes, &mut random);
        bodies::formats(&bytes);
    }
}

/// Changes up to three bytes.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..random.below(4) {
        let at = random.below(bytes.len().max(1) as u64) as usize;
        match random.below(3) {
            0 if at < bytes.len() => bytes[at] = random.next() as u8,
            1 => bytes.truncate(at),
            _ => bytes.insert(at, random.below(16) as u8),
        }
    }
}

#[test]
fn no_peer_is_too_bad() {
    let mut random = Random::new(5);
    let traffic: [&[u8]; 5] = [
        b"\0\x03\x01ab\x01\x02to\0\x00",
        b"\x04\x08\x04PING\0\x0ax\x04\x0b\x09SUBSCRIBEa",
        b"\x02\0\0\0\0\0\0\0\x03abc",
        b"\x04\x1a\x05READY\x0bSocket-Type\0\0\0\x04XPUB",
        b"\0\x20\x07MESSAGE\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    ];
    for round in 0..20_000 {
        let choice = random.next() as u8;
        let mut bytes = vec![choice];
        match choice >> 2 & 3 {
            0 => {}
            1 => bytes.extend(bodies::greeting("NULL", false)),
            2 => bytes.extend(bodies::greeting("CURVE", true)),
            _ => bytes.extend(bodies::greeting("CURVE", false)),
        }
        for _ in 0..random.below(4) {
            bytes.extend_from_slice(traffic[(round + random.below(5) as usize) % traffic.len()]);
        }
        damage(&mut bytes, &mut random);
        bodies::connections(&bytes);
    }
}
