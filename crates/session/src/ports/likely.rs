// Written by `cargo xtask generate`; edit its sources instead: crates/protocols/src/*/protocol.toml, crates/protocols/src/engine.toml.
//! Ports on which the default scripts expect servers.

/// Ports of TCP.
pub(super) const TCP: &[u16] = &[
    21, // FTP
    22, // SSH
    25, // SMTP
    53, // DNS
    79, // Finger
    80, // HTTP
    81, // HTTP
    88, // Kerberos
    135, // DCE/RPC
    139, // SMB
    143, // IMAP
    389, // LDAP
    443, // TLS
    445, // SMB
    502, // Modbus
    563, // TLS
    585, // TLS
    587, // SMTP
    614, // TLS
    631, // HTTP
    636, // TLS
    989, // TLS
    990, // TLS
    992, // TLS
    993, // TLS
    995, // TLS
    1080, // HTTP, SOCKS
    1883, // MQTT
    2811, // FTP
    3128, // HTTP
    3268, // LDAP
    3389, // RDP
    5222, // XMPP
    5223, // TLS
    5269, // XMPP
    5432, // PostgreSQL
    6379, // Redis
    6666, // IRC
    6667, // IRC
    6668, // IRC
    6669, // IRC
    8000, // HTTP
    8080, // HTTP
    8888, // HTTP
    20000, // DNP3
];

/// Ports of UDP.
pub(super) const UDP: &[u16] = &[
    53, // DNS
    67, // DHCP
    69, // TFTP
    88, // Kerberos
    123, // NTP
    137, // DNS
    161, // SNMP
    162, // SNMP
    389, // LDAP
    443, // QUIC, TLS
    514, // Syslog
    1812, // RADIUS
    2123, // GTPv1
    2152, // GTPv1
    3389, // RDPEUDP
    3544, // Teredo
    4789, // VXLAN
    5060, // SIP
    5072, // AYIYA
    5353, // DNS
    5355, // DNS
    6081, // Geneve
    20000, // DNP3
];
