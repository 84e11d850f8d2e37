// Written by `cargo xtask generate`; edit its sources instead: crates/protocols/src/*/protocol.toml, crates/protocols/src/engine.toml.
//! Protocols as plugins.
use super::Plugin;

/// All protocols with analyzers.
pub const PLUGINS: &[Plugin] = &[
    Plugin {
        name: "BitTorrent",
        about: "peers and trackers over HTTP",
        analyzers: &["BITTORRENT", "BITTORRENTTRACKER"],
    },
    Plugin {
        name: "DCE_RPC",
        about: "remote procedure calls over TCP and SMB pipes",
        analyzers: &["DCE_RPC"],
    },
    Plugin { name: "DHCP", about: "addresses and settings for hosts, and BOOTP", analyzers: &["DHCP"] },
    Plugin { name: "DNP3", about: "control systems of utilities", analyzers: &["DNP3_TCP", "DNP3_UDP"] },
    Plugin {
        name: "DNS",
        about: "names, with multicast DNS, LLMNR and NetBIOS names",
        analyzers: &["DNS", "CONTENTS_DNS"],
    },
    Plugin { name: "Finger", about: "who is logged in", analyzers: &["FINGER"] },
    Plugin { name: "FTP", about: "file transfer: the control connection", analyzers: &["FTP", "FTP_ADAT"] },
    Plugin { name: "Gnutella", about: "peer-to-peer file sharing", analyzers: &["GNUTELLA"] },
    Plugin {
        name: "GSSAPI",
        about: "negotiation of authentication inside other protocols",
        analyzers: &["GSSAPI"],
    },
    Plugin { name: "HTTP", about: "requests and replies, versions 0.9 to 1.1", analyzers: &["HTTP"] },
    Plugin { name: "Ident", about: "the user behind a connection", analyzers: &["IDENT"] },
    Plugin { name: "IMAP", about: "mailboxes, up to a login or TLS", analyzers: &["IMAP"] },
    Plugin { name: "IRC", about: "chat, and direct connections between clients", analyzers: &["IRC"] },
    Plugin { name: "KRB", about: "tickets, version 5", analyzers: &["KRB", "KRB_TCP"] },
    Plugin { name: "LDAP", about: "directories", analyzers: &["LDAP_TCP", "LDAP_UDP"] },
    Plugin {
        name: "Login",
        about: "Telnet, Rlogin and Rsh",
        analyzers: &["TELNET", "RSH", "RLOGIN", "NVT", "LOGIN", "CONTENTS_RSH", "CONTENTS_RLOGIN"],
    },
    Plugin {
        name: "Modbus",
        about: "registers and coils of industrial devices, over TCP",
        analyzers: &["MODBUS"],
    },
    Plugin { name: "MQTT", about: "messages by topic, versions 3.1 and 3.1.1", analyzers: &["MQTT"] },
    Plugin { name: "MySQL", about: "databases: logins, commands, results", analyzers: &["MYSQL"] },
    Plugin { name: "NCP", about: "NetWare core protocol", analyzers: &["NCP", "CONTENTS_NCP"] },
    Plugin {
        name: "NetBIOS",
        about: "sessions and datagrams",
        analyzers: &["NETBIOSSSN", "CONTENTS_NETBIOSSSN"],
    },
    Plugin { name: "NTLM", about: "challenge and response inside other protocols", analyzers: &["NTLM"] },
    Plugin { name: "NTP", about: "time, control and private messages", analyzers: &["NTP"] },
    Plugin { name: "POP3", about: "mailboxes", analyzers: &["POP3"] },
    Plugin {
        name: "PostgreSQL",
        about: "databases: the frontend/backend protocol, version 3",
        analyzers: &["POSTGRESQL"],
    },
    Plugin { name: "QUIC", about: "transport for HTTP/3, versions 1 and 2 and drafts", analyzers: &["QUIC"] },
    Plugin { name: "RADIUS", about: "access and accounting", analyzers: &["RADIUS"] },
    Plugin { name: "RDP", about: "remote desktop over TCP, up to its encryption", analyzers: &["RDP"] },
    Plugin { name: "RDPEUDP", about: "transport of remote desktop over UDP", analyzers: &["RDPEUDP"] },
    Plugin { name: "Redis", about: "key-value store: commands and replies", analyzers: &["REDIS"] },
    Plugin { name: "RFB", about: "remote desktops by VNC", analyzers: &["RFB"] },
    Plugin {
        name: "Sun_RPC",
        about: "port mapper, NFS 3 and its mount protocol",
        analyzers: &["NFS", "MOUNT", "PORTMAPPER", "CONTENTS_RPC", "CONTENTS_NFS"],
    },
    Plugin { name: "SIP", about: "calls over UDP", analyzers: &["SIP", "SIP_TCP"] },
    Plugin {
        name: "SMB",
        about: "files, pipes and printers, versions 1 to 3",
        analyzers: &["SMB", "CONTENTS_SMB"],
    },
    Plugin { name: "SMTP", about: "mail between servers", analyzers: &["SMTP", "SMTP_BDAT"] },
    Plugin { name: "SNMP", about: "management of devices, versions 1 to 3", analyzers: &["SNMP"] },
    Plugin { name: "SOCKS", about: "proxies, versions 4 and 5", analyzers: &["SOCKS"] },
    Plugin { name: "SSH", about: "secure shell, up to its encryption", analyzers: &["SSH"] },
    Plugin { name: "SSL", about: "SSL 2 to TLS 1.3, and DTLS", analyzers: &["SSL", "DTLS"] },
    Plugin {
        name: "Stream_events",
        about: "the bytes of a connection as events",
        analyzers: &["STREAM_EVENT"],
    },
    Plugin { name: "Syslog", about: "log messages over UDP", analyzers: &["SYSLOG"] },
    Plugin {
        name: "TFTP",
        about: "trivial file transfer: requests and their transfers",
        analyzers: &["TFTP", "TFTP_DATA"],
    },
    Plugin {
        name: "File_transfers",
        about: "connections that carry one file: FTP data and IRC DCC",
        analyzers: &["FTP_DATA", "IRC_DATA"],
    },
    Plugin { name: "WebSocket", about: "messages after an HTTP upgrade", analyzers: &["WEBSOCKET"] },
    Plugin { name: "XMPP", about: "chat, up to a login or TLS", analyzers: &["XMPP"] },
];
