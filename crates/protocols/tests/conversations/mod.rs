// Written by `cargo xtask generate`; edit its sources instead: crates/protocols/src/*/protocol.toml.
//! Conversations to make up: an analyzer, a server's port and how a message begins, a list for each fuzz target.
use net_types::Port;

/// A conversation to make up.
pub(crate) type Conversation = (&'static str, Port, &'static [u8]);

/// Those of the target `infrastructure`.
pub(crate) const INFRASTRUCTURE: &[Conversation] = &[
    ("SNMP", Port::udp(161), b"\x30\x22\x02\x01\0\x04\x01p\xa0\x18\x02\x01\x09\x02\x01\0\x02\x01\0\x30\x0d\x30\x09\x06\x03\x2b\x06\x01"),
    ("DHCP", Port::udp(67), b"\x01\
\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x63\x82\x53\x63"),
    ("DNP3_TCP", Port::tcp(20000), b"\x05\x64\x08\xc4\x04\0\x03\0"),
    ("DNP3_UDP", Port::udp(20000), b"\x05\x64\x08\xc4\x04\0\x03\0"),
    ("MODBUS", Port::tcp(502), b"\0\x07\0\0\0\x0c\x01\x14\x08\x03\x06hi\x03\x06yo"),
    ("MQTT", Port::tcp(1883), b"\x82\x0a\0\x01\0\x01a\0\0\x01b\x02\x10\x0e\0\x04MQTT\x04\0\0\0\0\x02me"),
    ("NCP", Port::tcp(524), b"DmdT\0\0\0\x18\0\0\0\x01\0\0\x10\0\x22\x22\x01\x02\x03\0\x17"),
    ("NTP", Port::udp(123), b"\x26\x82\0\x01\x06\x02\0\x09\0\0\0\x03"),
    ("RADIUS", Port::udp(1812), b"\x01\x07\0\x300123456789abcdef\x01\x05bob"),
    ("NFS", Port::tcp(2049), b"\x80\0\0\x40\0\0\0\x01\0\0\0\0\0\0\0\x02\0\x01\x86\xa3\0\0\0\x03\0\0\0\x03"),
    ("MOUNT", Port::tcp(635), b"\x80\0\0\x40\0\0\0\x01\0\0\0\0\0\0\0\x02\0\x01\x86\xa5\0\0\0\x03\0\0\0\x01"),
    ("PORTMAPPER", Port::udp(111), b"\0\0\0\x01\0\0\0\0\0\0\0\x02\0\x01\x86\xa0\0\0\0\x02\0\0\0\x03"),
    ("STREAM_EVENT", Port::tcp(9), b"any"),
    ("SYSLOG", Port::udp(514), b"<34>"),
    ("LDAP_TCP", Port::tcp(389), b"\x30\x22\x02\x01\x02\x63\x1d\x04\x02dc\x0a\x01\x02\x0a\x01\0\x02\x01\x05\x02\x01\0\x01\x01\0\xa0\x05"),
    ("LDAP_UDP", Port::udp(389), b"\x30\x88"),
    ("POSTGRESQL", Port::tcp(5432), b"\0\0\0\x0e\0\x03\0\0user\0b\0\0Q\0\0\0\x06a\0"),
    ("QUIC", Port::udp(443), b"\xc3\0\0\0\x01\x08\x83\x94\xc8\xf0\x3e\x51\x57\x08\0\0\x40\x20"),
    ("REDIS", Port::tcp(6379), b"*2\r\n$3\r\nget\r\n$1\r\nk\r\n"),
    ("TFTP", Port::udp(69), b"\0\x01boot\0octet\0blksize\x001428\0tsize\x000\0"),
    ("TFTP_DATA", Port::udp(4069), b"\0\x06blksize\x0016\0\0\x03\0\x01"),
];

/// Those of the target `mail_and_chat`.
pub(crate) const MAIL_AND_CHAT: &[Conversation] = &[
    ("BITTORRENT", Port::tcp(6881), b"\x13BitTorrent protocol\0\0\0\0\0\0\0\0"),
    ("BITTORRENTTRACKER", Port::tcp(6969), b"GET /a HTTP/1.1\r\n\r\nHTTP/1.0 200 OK\r\n\r\nd1:a"),
    ("FTP_DATA", Port::tcp(20), b"any"),
    ("FTP", Port::tcp(21), b"220-hi\r\nAUTH GSSAPI\r\n334 go\r\nADAT \xff\xfb\x18FgMB\r\n"),
    ("GNUTELLA", Port::tcp(6346), b"GNUTELLA/0.6 200 OK\r\n\r\n"),
    ("IDENT", Port::tcp(113), b"1025, 25\r\n1025, 25 : USERID : UNIX : bob\r\n"),
    ("IMAP", Port::tcp(143), b"* CAPABILITY a b\r\na1 STARTTLS\r\n"),
    ("IRC", Port::tcp(6667), b":a!b@c PRIVMSG #d :\x01DCC SEND e 1 2 3\x01\r\n:s 353 a = #b :c\r\n"),
    ("IRC_DATA", Port::tcp(1024), b"\0\0\x04\0"),
    ("TELNET", Port::tcp(23), b"\xff\xfa\x18\0vt\xff\xf0bob\r\n"),
    ("RSH", Port::tcp(514), b"1022\0me\0bob\0ls\0"),
    ("RLOGIN", Port::tcp(513), b"\0me\0bob\0xterm\0"),
    ("MYSQL", Port::tcp(3306), b"\x4a\0\0\0\x0a8.0\0\x01\0\0\0abcdefgh\0\xff\xff\x2d\x02\0\xff\xff\x15"),
    ("POP3", Port::tcp(110), b"+OK\r\nUSER a\r\nAUTH PLAIN\r\nRETR 1\r\n"),
    ("RFB", Port::tcp(5900), b"RFB 003.008\n\x02\x01\x02"),
    ("SIP", Port::udp(5060), b"INVITE sip:a SIP/2.0\r\nVia: b\r\nContent-Length: 9\r\n\r\n"),
    ("SMTP", Port::tcp(25), b"220 hi\r\nMAIL FROM:<a>\r\nBDAT 9\r\nDATA\r\nContent-Type: multipart/x; boundary=y\r\n\r\n--y\r\n"),
    ("SOCKS", Port::tcp(1080), b"\x05\x01\0\x03\x01a\0\x50"),
    ("XMPP", Port::tcp(5222), b"<stream:stream><starttls/><proceed/>"),
    ("FINGER", Port::tcp(79), b"/W bob@host\r\n"),
];

/// Those of the target `office_network`.
pub(crate) const OFFICE_NETWORK: &[Conversation] = &[
    ("KRB", Port::udp(88), b"\x6a\x40\x30\x3e\xa1\x03\x02\x01\x05\xa2\x03\x02\x01\x0a\xa3\x10\x30\x0e"),
    ("KRB_TCP", Port::tcp(88), b"\0\0\0\x42\x6a\x40\x30\x3e\xa1\x03\x02\x01\x05\xa2\x03\x02\x01\x0a"),
    ("DCE_RPC", Port::tcp(135), b"\x05\0\x0b\x03\x10\0\0\0\x48\0\0\0\x01\0\0\0"),
    ("GSSAPI", Port::tcp(7777), b"\x60\x28\x06\x06\x2b\x06\x01\x05\x05\x02\xa0\x1e\x30\x1c\xa2\x1a\x04\x18NTLMSSP\0\x01"),
    ("NETBIOSSSN", Port::tcp(139), b"\x81\0\0\x0b\x0aEIEF"),
    ("NTLM", Port::tcp(7777), b"NTLMSSP\0\x02\0\0\0\x08\0\x08\0\x30\0\0\0"),
    ("RDP", Port::tcp(3389), b"\x03\0\0\x40\x02\xf0\x80\x7f\x65\x82\x01\x94"),
    ("RDPEUDP", Port::udp(3389), b"\xff\xff\xff\xff\0\x40\x10\x01\0\0\0\x01"),
    ("SMB", Port::tcp(139), b"\0\0\0\x50\xffSMB\x25\0\0\0\0\x18\x01\xc8"),
    ("SMB", Port::tcp(445), b"\0\0\0\x50\xfeSMB\x40\0\0\0\0\0\0\0\x05"),
];

/// Those of the target `web`.
pub(crate) const WEB: &[Conversation] = &[
    ("DNS", Port::udp(53), b"\x12\x34\x01\0\0\x01\0\0\0\0\0\0\x03www"),
    ("DNS", Port::tcp(53), b"\0\x1d\x12\x34\x01\0\0\x01\0\0\0\0\0\0\x03www\x07example\x03com\0\0\x01\0\x01"),
    ("HTTP", Port::tcp(80), b"POST /a?b=%41 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
    ("SSH", Port::tcp(22), b"SSH-2.0-a\r\n\0\0\0\x3c\x04\x14"),
    ("SSL", Port::tcp(443), b"\x16\x03\x01\0\x40\x01\0\0\x3c\x03\x03"),
    ("DTLS", Port::udp(443), b"\x16\xfe\xfd\0\0\0\0\0\0\0\0\0\x40\x01\0\0\x34\0\0\0\0\0\0\0\x34\xfe\xfd"),
    ("WEBSOCKET", Port::tcp(8080), b"\x81\x85\x01\x02\x03\x04hello"),
];

/// All lists with the names of their targets.
#[allow(dead_code, reason = "a fuzz target uses its own list")]
pub(crate) const ALL: &[(&str, &[Conversation])] = &[("infrastructure", INFRASTRUCTURE), ("mail_and_chat", MAIL_AND_CHAT), ("office_network", OFFICE_NETWORK), ("web", WEB)];
