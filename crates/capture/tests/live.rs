//! Captures from veth pairs in a separate network namespace. Needs root and `ip`; otherwise it is listed as not run.
#![cfg(target_os = "linux")]
#![expect(clippy::disallowed_methods, reason = "the kernel needs its time")]
use capture::live::{Fanout, FanoutMode, Interface, LiveErrorKind, LiveOptions, XdpInterface};
use capture::{Filled, Notice, PacketSource};
use net_types::LinkType;
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};

#[expect(unsafe_code, reason = "system calls without a safe face: unshare, and sending on a packet socket")]
mod system {
    use std::ffi::CString;
    use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

    /// Gives this thread and its children a separate network namespace.
    pub(crate) fn own_network() -> std::io::Result<()> {
        // SAFETY: no pointer is passed; only this thread is affected.
        if unsafe { libc::unshare(libc::CLONE_NEWNET) } == -1 {
            return Err(std::io::Error::last_os_error());
        }
        Ok(())
    }

    /// A socket that sends raw frames.
    pub(crate) struct Sender(OwnedFd, libc::sockaddr_ll);

    impl Sender {
        pub(crate) fn new(interface: &str) -> Self {
            let name = CString::new(interface).unwrap();
            // SAFETY: the name lives; the socket call passes no pointer, and its descriptor is ours alone.
            let (index, socket) = unsafe {
                let fd = libc::socket(libc::AF_PACKET, libc::SOCK_RAW | libc::SOCK_CLOEXEC, 0);
                assert!(fd >= 0, "a packet socket");
                (libc::if_nametoindex(name.as_ptr()), OwnedFd::from_raw_fd(fd))
            };
            assert_ne!(index, 0, "{interface} exists");
            // SAFETY: an address of zeros is valid; the members that matter follow.
            let mut to: libc::sockaddr_ll = unsafe { std::mem::zeroed() };
            to.sll_family = libc::AF_PACKET as u16;
            to.sll_ifindex = index as i32;
            Sender(socket, to)
        }

        pub(crate) fn send(&self, frame: &[u8]) -> bool {
            let len = size_of_val(&self.1) as libc::socklen_t;
            // SAFETY: frame and address live and have the lengths that are given.
            let sent = unsafe {
                let to = (&raw const self.1).cast();
                libc::sendto(self.0.as_raw_fd(), frame.as_ptr().cast(), frame.len(), 0, to, len)
            };
            sent == frame.len() as isize
        }
    }
}
use system::Sender;

fn ip(args: &str) {
    let done = Command::new("ip").args(args.split(' ')).status().expect("ip(8) runs");
    assert!(done.success(), "ip {args}");
}

/// Runs a test in a separate network namespace with the pair `near` and `far`, both up and without traffic of their
/// own.
fn with_veth(test: impl FnOnce() + Send + 'static) {
    let ran = std::thread::spawn(move || {
        if let Err(e) = system::own_network() {
            test_needs::unmet(format_args!("no network namespace of its own: {e}"));
            return;
        }
        if !test_needs::programs(&["ip"]) {
            return;
        }
        pair();
        test();
    });
    ran.join().expect("the test passes");
}

fn pair() {
    ip("link add near type veth peer name far");
    for side in ["near", "far"] {
        ip(&format!("link set {side} addrgenmode none"));
        ip(&format!("link set {side} up"));
    }
}

fn options() -> LiveOptions {
    LiveOptions {
        ring: 4 << 20,
        block: 64 << 10,
        block_timeout: Duration::from_millis(2),
        ..LiveOptions::default()
    }
}

/// An Ethernet frame with a UDP packet.
fn frame(n: u16) -> Vec<u8> {
    udp([10, 0, 0, 1], 1000 + n, [10, 0, 0, 2], 53, &n.to_be_bytes())
}

fn udp(src: [u8; 4], sport: u16, dst: [u8; 4], dport: u16, data: &[u8]) -> Vec<u8> {
    let mut f = vec![2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 8, 0];
    let len = (28 + data.len()) as u16;
    f.extend([0x45, 0, (len >> 8) as u8, len as u8, 0, 0, 0, 0, 64, 17, 0, 0]);
    f.extend(src.iter().chain(&dst));
    for word in [sport, dport, len - 20, 0] {
        f.extend(word.to_be_bytes());
    }
    f.extend(data);
    f.resize(f.len().max(60), 0);
    f
}

/// Reads up to `wanted` frames for at most two seconds, a few at a time.
fn take(source: &mut dyn PacketSource, wanted: usize) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let end = Instant::now() + Duration::from_secs(2);
    while all.len() < wanted && Instant::now() < end {
        match source.fill().expect("no error") {
            Filled::Frames => {
                let some = source.current().len().min(7);
                for f in source.current().iter().take(some) {
                    let age = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_nanos()
                        as i64
                        - f.ts.nanos();
                    assert!((0..10_000_000_000).contains(&age), "a frame of {age} ns ago");
                    assert_eq!(f.link, LinkType::ETHERNET);
                    assert_eq!(f.wire_len as usize, f.data.len());
                    all.push(f.data.to_vec());
                }
                source.consume(some);
            }
            _ => std::thread::sleep(Duration::from_millis(1)),
        }
    }
    all
}

#[test]
fn frames_arrive_whole_and_in_order() {
    with_veth(|| {
        let mut source = Interface::open("near", options()).unwrap();
        let sender = Sender::new("far");
        let sent: Vec<_> = (0..2000).map(frame).collect();
        for f in &sent {
            assert!(sender.send(f));
        }
        let got = take(&mut source, sent.len());
        assert_eq!(got.len(), sent.len());
        assert!(got == sent);
        let c = source.counters();
        assert_eq!((c.received, c.link, c.dropped, c.bytes), (2000, 2000, 0, 2000 * 60));
        assert_eq!(source.fill().unwrap(), Filled::Nothing);
    });
}

#[test]
fn vlan_tags_are_where_they_were() {
    with_veth(|| {
        let mut source = Interface::open("near", options()).unwrap();
        let sender = Sender::new("far");
        let plain = frame(1);
        let mut tagged = plain[..12].to_vec();
        tagged.extend([0x81, 0, 0x60, 0x7b]);
        tagged.extend(&plain[12..]);
        let mut twice = plain[..12].to_vec();
        twice.extend([0x88, 0xa8, 0, 9, 0x81, 0, 0, 8]);
        twice.extend(&plain[12..]);
        for f in [&tagged, &plain, &twice] {
            assert!(sender.send(f));
        }
        assert_eq!(take(&mut source, 3), [tagged, plain, twice]);
    });
}

#[test]
fn the_kernel_filters_and_vlan_filters_work_too() {
    with_veth(|| {
        let with =
            |filter: &str| Interface::open("near", LiveOptions { filter: Some(filter.into()), ..options() });
        let mut source = match with("udp src port 1005") {
            Err(e) if e.to_string().contains("libpcap, which cannot be opened") => {
                test_needs::unmet(e);
                return;
            }
            other => other.unwrap(),
        };
        let mut tagged = with("vlan 123").unwrap();
        let sender = Sender::new("far");
        for n in 0..10 {
            assert!(sender.send(&frame(n)));
        }
        let mut on_vlan = frame(1)[..12].to_vec();
        on_vlan.extend([0x81, 0, 0, 123]);
        on_vlan.extend(&frame(1)[12..]);
        assert!(sender.send(&on_vlan));
        assert_eq!(take(&mut source, 1), [frame(5)]);
        assert_eq!(source.counters().link, 1, "the kernel chose");
        assert_eq!(take(&mut tagged, 1), [on_vlan]);
        let error = with("no such thing").unwrap_err().to_string();
        assert!(error.starts_with("near: cannot compile BPF filter \"no such thing\""), "{error}");
    });
}

#[test]
fn an_interface_goes_down_and_comes_back() {
    with_veth(|| {
        let mut source = Interface::open("near", options()).unwrap();
        assert!(Sender::new("far").send(&frame(1)));
        assert_eq!(take(&mut source, 1).len(), 1);
        ip("link set near down");
        assert_eq!(source.fill().unwrap(), Filled::Nothing);
        assert_eq!((source.notice(), source.notice()), (Some(Notice::Down), None));
        ip("link set near up");
        std::thread::sleep(Duration::from_millis(50));
        assert!(Sender::new("far").send(&frame(2)));
        assert_eq!(take(&mut source, 1), [frame(2)]);
        assert_eq!((source.notice(), source.notice()), (Some(Notice::Up), None));
    });
}

#[test]
fn what_was_received_before_an_interface_was_removed_is_not_lost() {
    with_veth(|| {
        let mut source = Interface::open("near", options()).unwrap();
        let sender = Sender::new("far");
        for n in 0..500 {
            assert!(sender.send(&frame(n)));
        }
        ip("link del near");
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(take(&mut source, 500).len(), 500);
        assert_eq!(source.fill().unwrap(), Filled::Gone);
        assert_eq!(source.notice(), Some(Notice::Gone));
        assert!(!source.reopen().unwrap());
        assert!(source.descriptor().is_none());
        assert_eq!(source.fill().unwrap(), Filled::Gone);
        pair();
        assert!(source.reopen().unwrap());
        assert_eq!((source.notice(), source.notice()), (Some(Notice::Back), None));
        assert!(Sender::new("far").send(&frame(7)));
        assert_eq!(take(&mut source, 1), [frame(7)]);
        assert_eq!((source.counters().link, source.counters().received), (501, 501));
    });
}

#[test]
fn lost_frames_are_counted() {
    with_veth(|| {
        let small = LiveOptions { ring: 128 << 10, ..options() };
        let mut source = Interface::open("near", small).unwrap();
        let sender = Sender::new("far");
        for n in 0..5000 {
            assert!(sender.send(&frame(n)));
        }
        let got = take(&mut source, 5000).len() as u64;
        let c = source.counters();
        assert!(c.dropped > 0, "{c:?}");
        assert_eq!((c.received, c.link), (got, 5000));
        assert_eq!(got + c.dropped, 5000);
    });
}

#[test]
fn both_directions_of_a_flow_reach_the_same_member_of_a_group() {
    with_veth(|| {
        let fanout = Some(Fanout { group: 4711, mode: FanoutMode::Hash, defrag: false });
        let open = || Interface::open("near", LiveOptions { fanout, ..options() }).unwrap();
        let mut members = [open(), open()];
        let sender = Sender::new("far");
        for n in 0..200u16 {
            let (a, b) = ([10, 1, 0, n as u8], [10, 2, 0, 1]);
            assert!(sender.send(&udp(a, 2000 + n, b, 53, &n.to_be_bytes())));
            assert!(sender.send(&udp(b, 53, a, 2000 + n, &n.to_be_bytes())));
        }
        std::thread::sleep(Duration::from_millis(50));
        let mut seen = std::collections::BTreeMap::<Vec<u8>, Vec<usize>>::new();
        for (m, member) in members.iter_mut().enumerate() {
            let got = take(member, 1)
                .into_iter()
                .chain(std::iter::from_fn(|| take_now(member)))
                .collect::<Vec<_>>();
            assert!(got.len() > 50, "member {m} has {}", got.len());
            for f in got {
                seen.entry(f[42..44].to_vec()).or_default().push(m);
            }
        }
        assert_eq!(seen.len(), 200);
        assert!(seen.values().all(|m| m.len() == 2 && m[0] == m[1]), "{seen:?}");
    });
}

/// A frame that is already available.
fn take_now(source: &mut Interface) -> Option<Vec<u8>> {
    if source.fill().unwrap() != Filled::Frames {
        return None;
    }
    let f = source.current().iter().next().map(|f| f.data.to_vec());
    source.consume(1);
    f
}

#[test]
fn loopback_shows_frames_once() {
    with_veth(|| {
        ip("link set lo up");
        let mut source = Interface::open("lo", options()).unwrap();
        let socket = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
        for n in 0..5u8 {
            socket.send_to(&[n], socket.local_addr().unwrap()).unwrap();
        }
        let got = take(&mut source, 5);
        assert_eq!(got.len(), 5);
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(source.fill().unwrap(), Filled::Nothing);
    });
}

#[test]
fn what_is_missing_is_named() {
    with_veth(|| {
        let error = Interface::open("eth99", options()).unwrap_err();
        assert_eq!(error.to_string(), "eth99: there is no interface of that name");
        for (ring, block) in [(1 << 40, 1 << 20), (1 << 20, 1 << 20)] {
            let error =
                Interface::open("near", LiveOptions { ring, block, ..options() }).unwrap_err().to_string();
            assert_eq!(
                error,
                format!(
                    "near: a ring of {ring} bytes in blocks of {block}: expected at most 4294967296, two blocks or more"
                )
            );
        }
    });
}

/// An interface opened with XDP sockets; `None` with a message if the kernel lacks them.
fn xdp(options: &LiveOptions) -> Option<XdpInterface> {
    match XdpInterface::open("near", options) {
        Ok(source) => Some(source),
        Err(e) if matches!(e.kind(), LiveErrorKind::System(..)) => {
            test_needs::unmet(e);
            None
        }
        Err(e) => panic!("{e}"),
    }
}

#[test]
fn xdp_sockets_give_whole_frames_in_order_and_again_and_again() {
    with_veth(|| {
        // 64 chunks, which are reused many times.
        let Some(mut source) = xdp(&LiveOptions { ring: 64 * 4096, ..options() }) else { return };
        let sender = Sender::new("far");
        let long = |n: u16| [frame(n), vec![n as u8; usize::from(n) % 1400]].concat();
        for round in 0..50 {
            let sent: Vec<_> = (round * 40..round * 40 + 40).map(long).collect();
            for f in &sent {
                assert!(sender.send(f));
            }
            assert!(take(&mut source, 40) == sent, "round {round}");
        }
        let c = source.counters();
        assert_eq!((c.received, c.link, c.dropped), (2000, 2000, 0));
        assert_eq!(source.fill().unwrap(), Filled::Nothing);
        // More frames than chunks: the first ones are captured, the rest is counted.
        for n in 0..100 {
            assert!(sender.send(&frame(n)));
        }
        let got = take(&mut source, 64);
        assert_eq!(got, (0..64).map(frame).collect::<Vec<_>>());
        assert_eq!((source.fill().unwrap(), source.counters().dropped), (Filled::Nothing, 36));
    });
}

#[test]
fn xdp_sockets_filter_and_the_interface_is_as_before_after_them() {
    with_veth(|| {
        let filter = Some("udp src port 1005".to_owned());
        let mut source = match XdpInterface::open("near", &LiveOptions { filter, ..options() }) {
            Err(e) if e.to_string().contains("libpcap, which cannot be opened") => {
                test_needs::unmet(e);
                return;
            }
            Err(e) if matches!(e.kind(), LiveErrorKind::System(..)) => {
                test_needs::unmet(e);
                return;
            }
            other => other.unwrap(),
        };
        let sender = Sender::new("far");
        for n in 0..10 {
            assert!(sender.send(&frame(n)));
        }
        assert_eq!(take(&mut source, 1), [frame(5)]);
        assert_eq!(source.fill().unwrap(), Filled::Nothing);
        drop(source);
        let mut after = Interface::open("near", options()).unwrap();
        assert!(sender.send(&frame(1)));
        assert_eq!(take(&mut after, 1), [frame(1)], "the program went with the source");
    });
}

#[test]
fn xdp_sockets_wait_for_an_interface_that_was_removed() {
    with_veth(|| {
        let Some(mut source) = xdp(&options()) else { return };
        assert!(Sender::new("far").send(&frame(1)));
        assert_eq!(take(&mut source, 1), [frame(1)]);
        ip("link set near down");
        ip("link set near up");
        std::thread::sleep(Duration::from_millis(50));
        assert!(Sender::new("far").send(&frame(2)));
        assert_eq!(take(&mut source, 1), [frame(2)]);
        ip("link del near");
        let end = Instant::now() + Duration::from_secs(2);
        while source.fill().unwrap() != Filled::Gone {
            assert!(Instant::now() < end, "the removal was not noticed");
        }
        assert_eq!(source.notice(), Some(Notice::Gone));
        assert!(!source.reopen().unwrap());
        assert!(source.descriptor().is_none());
        pair();
        assert!(source.reopen().unwrap());
        assert_eq!((source.notice(), source.notice()), (Some(Notice::Back), None));
        assert!(Sender::new("far").send(&frame(3)));
        assert_eq!(take(&mut source, 1), [frame(3)]);
    });
}

#[test]
fn what_xdp_sockets_lack_is_named() {
    with_veth(|| {
        let open = |name| XdpInterface::open(name, &options()).unwrap_err().to_string();
        assert_eq!(open("eth99"), "eth99: there is no interface of that name");
        ip("link set near mtu 9000");
        assert_eq!(
            open("near"),
            "near: frames of up to 9000 bytes (its MTU); expected at most 3818 for XDP sockets"
        );
        ip("link set lo up");
        assert!(
            open("lo").starts_with("lo: frames of hardware type 772 are not understood"),
            "{}",
            open("lo")
        );
    });
}
