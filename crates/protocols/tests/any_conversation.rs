//! A smoke run of what the fuzz targets of analyzers run for hours: generated conversations, seeded.
mod rehearsal;

use net_types::Port;

/// Analyzers with the port and transport that their protocol is at home on, and how one of its messages begins.
const HOMES: &[(&str, Port, &[u8])] = &[
    ("DCE_RPC", Port::tcp(135), b"\x05\0\x0b\x03\x10\0\0\0\x48\0\0\0\x01\0\0\0"),
    (
        "GSSAPI",
        Port::tcp(7777),
        b"\x60\x28\x06\x06\x2b\x06\x01\x05\x05\x02\xa0\x1e\x30\x1c\xa2\x1a\x04\x18NTLMSSP\0\x01",
    ),
    ("KRB", Port::udp(88), b"\x6a\x40\x30\x3e\xa1\x03\x02\x01\x05\xa2\x03\x02\x01\x0a\xa3\x10\x30\x0e"),
    ("KRB_TCP", Port::tcp(88), b"\0\0\0\x42\x6a\x40\x30\x3e\xa1\x03\x02\x01\x05\xa2\x03\x02\x01\x0a"),
    ("NETBIOSSSN", Port::tcp(139), b"\x81\0\0\x0b\x0aEIEF"),
    ("NTLM", Port::tcp(7777), b"NTLMSSP\0\x02\0\0\0\x08\0\x08\0\x30\0\0\0"),
    ("RDP", Port::tcp(3389), b"\x03\0\0\x40\x02\xf0\x80\x7f\x65\x82\x01\x94"),
    ("RDPEUDP", Port::udp(3389), b"\xff\xff\xff\xff\0\x40\x10\x01\0\0\0\x01"),
    ("SMB", Port::tcp(445), b"\0\0\0\x50\xfeSMB\x40\0\0\0\0\0\0\0\x05"),
    ("SMB", Port::tcp(139), b"\0\0\0\x50\xffSMB\x25\0\0\0\0\x18\x01\xc8"),
    ("DHCP", Port::udp(67), &DHCP),
    ("DNP3_UDP", Port::udp(20_000), b"\x05\x64\x08\xc4\x04\0\x03\0"),
    ("DNS", Port::udp(53), b"\x12\x34\x01\0\0\x01\0\0\0\0\0\0\x03www"),
    ("MODBUS", Port::tcp(502), b"\0\x07\0\0\0\x0c\x01\x14\x08\x03\x06hi\x03\x06yo"),
    ("MQTT", Port::tcp(1883), b"\x82\x0a\0\x01\0\x01a\0\0\x01b\x02\x10\x0e\0\x04MQTT\x04\0\0\0\0\x02me"),
    ("NTP", Port::udp(123), b"\x26\x82\0\x01\x06\x02\0\x09\0\0\0\x03"),
    ("RADIUS", Port::udp(1812), b"\x01\x07\0\x300123456789abcdef\x01\x05bob"),
    ("SNMP", Port::udp(161), b"\x30\x22\x02\x01\0\x04\x01p\xa0\x18\x02\x01\x09\x02\x01\0\x02\x01\0\x30\x0d\x30\x09\x06\x03\x2b\x06\x01"),
    ("SYSLOG", Port::udp(514), b"<34>"),
];

/// The fixed part of a message, with its cookie.
const DHCP: [u8; 240] = {
    let mut m = [0; 240];
    [m[0], m[236], m[237], m[238], m[239]] = [1, 0x63, 0x82, 0x53, 0x63];
    m
};

#[test]
fn no_conversation_is_too_odd() {
    let mut x: u64 = 88_172_645_463_325_252;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x
    };
    for &(name, port, start) in HOMES {
        for round in 0..2_000 {
            let mut bytes = Vec::new();
            for _ in 0..next() % 6 {
                let side = (next() as u8) & 0x80;
                // Now and then a gap.
                let gap = if next() % 9 == 0 { 0x40 } else { 0 };
                let chunks = 1 + start.len() as u64 / 16 + next() % 6;
                bytes.push(side | gap | chunks as u8);
                let end = bytes.len() + chunks as usize * 16;
                if round % 4 != 0 {
                    bytes.extend(start);
                }
                let sparse = round % 2 == 0;
                while bytes.len() < end {
                    let n = next();
                    bytes.push(if sparse && n & 0x300 != 0 { 0 } else { n as u8 });
                }
            }
            rehearsal::anything(name, port, &bytes);
        }
    }
}
