//! Signatures that detect binary protocols.
use super::signature;

#[test]
fn dce_rpc() {
    signature(
        "base/protocols/dce-rpc/dpd.sig",
        "dpd_dce_rpc",
        &[
            ("\x05\x00\x0b\x03\x10\x00\x00\x00", true),
            ("\x05\x01\x00\x03", true),
            ("\x05\x00\x13", true),
            ("\x04\x00\x00\x08", false),
            ("\x05\x00\x01\x03", false),
            ("\x05\x02\x0b", false),
        ],
    );
}

#[test]
fn dhcp() {
    let cookie = |op: char| format!("{op}{}\x63\u{82}\x53\x63", "\0".repeat(235));
    signature(
        "base/protocols/dhcp/dpd.sig",
        "dhcp_cookie",
        &[(&cookie('\x01'), true), (&cookie('\x02'), true), (&cookie('\x03'), false)],
    );
}

#[test]
fn krb() {
    let krb = "base/protocols/krb/dpd.sig";
    signature(
        krb,
        "dpd_krb_udp_requests",
        &[
            ("\x6a\u{81}\u{95}\x30\u{81}\u{92}\u{a1}\x03\x02\x01\x05\u{a2}\x03\x02\x01\x0a", true),
            ("\x6c\u{82}\x04\x0a\x30\u{82}\x04\x06\u{a1}\x03\x02\x01\x05\u{a2}\x03\x02\x01\x0c", true),
            ("\x6a\x20\x30\x1e\u{a1}\x03\x02\x01\x05\u{a2}\x03\x02\x01\x0a", true),
            ("\x6a\x20\x30\x1e\u{a1}\x03\x02\x01\x04\u{a2}\x03\x02\x01\x0a", false),
            ("\x60\x20\x30\x1e\u{a1}\x03\x02\x01\x05\u{a2}\x03\x02\x01\x0a", false),
        ],
    );
    signature(
        krb,
        "dpd_krb_tcp_replies",
        &[
            ("\0\0\0\x60\x7e\x5e\x30\x5c\u{a0}\x03\x02\x01\x05\u{a1}\x03\x02\x01\x1e", true),
            (
                "\0\0\x05\x60\x6b\u{82}\x05\x5e\x30\u{82}\x05\x5c\u{a0}\x03\x02\x01\x05\u{a1}\x03\x02\x01\x0b",
                true,
            ),
            ("\x6b\u{82}\x05\x5e\x30\u{82}\x05\x5c\u{a0}\x03\x02\x01\x05\u{a1}\x03\x02\x01\x0b", false),
        ],
    );
}

#[test]
fn ldap() {
    signature(
        "base/protocols/ldap/dpd.sig",
        "dpd_ldap_client_tcp",
        &[
            ("\x30\x0c\x02\x01\x01\x60\x07\x02\x01\x03\x04", true),
            ("\x30\u{84}\0\0\0\x10\x02\x01\x01\x60\u{84}", true),
            ("\x30\u{81}\u{90}\x02\x02\x01\x00\x60", true),
            ("\x30\x0c\x02\x01\x01\x63", false),
            ("\x31\x0c\x02\x01\x01\x60", false),
        ],
    );
}

#[test]
fn smb() {
    signature(
        "base/protocols/smb/dpd.sig",
        "dpd_smb",
        &[
            ("\0\0\0\x54\u{ff}SMB\x72", true),
            ("\0\0\x01\x0a\u{fe}SMB", true),
            ("\x01\0\0\x54\u{ff}SMB", false),
            ("\0\0\0\x54SMB", false),
        ],
    );
}

#[test]
fn socks() {
    let socks = "base/protocols/socks/dpd.sig";
    signature(
        socks,
        "dpd_socks4_client",
        &[
            ("\x04\x01\0\x50\x0a\0\0\x01alice\0", true),
            ("\x04\x02\x0a\x50\x0a\x01\x02\x03\0", true),
            ("\x04\x03\0\x50\x0a\0\0\x01\0", false),
            ("\x04\x01\0\x50", false),
        ],
    );
    signature(
        socks,
        "dpd_socks5_client",
        &[
            ("\x05\x01\0", true),
            ("\x05\x02\x02\0", true),
            ("\x05\0\0", false),
            ("\x05\x01\x04", false),
            ("\x04\x01\0", false),
        ],
    );
    signature(socks, "dpd_socks5_server", &[("\x05\u{ff}", true), ("\x05\x02", true), ("\x05\x0a", false)]);
}

#[test]
fn postgresql() {
    let postgresql = "base/protocols/postgresql/dpd.sig";
    signature(
        postgresql,
        "dpd_postgresql_client_sslrequest",
        &[("\0\0\0\x08\x04\u{d2}\x16\x2f", true), ("\0\0\0\x08\x04\u{d2}\x16\x30", false)],
    );
    signature(
        postgresql,
        "dpd_postgresql_client_startup_3_x",
        &[
            ("\0\0\0\x29\0\x03\0\0user\0bob\0", true),
            ("\0\0\0\x40\0\x03\0\x02database\0x\0user\0bob\0", true),
            ("\0\0\0\x29\0\x02\0\0user\0", false),
            ("\0\0\0\x29\0\x03\0\0xuser\0", false),
        ],
    );
    signature(
        postgresql,
        "dpd_postgresql_server_any_response",
        &[("R\0\0\0\x08", true), ("E\0\0\0\x66", true), ("Z\0\0\0\x05", false), ("HTTP/", false)],
    );
}

#[test]
fn rdp() {
    let rdp = "base/protocols/rdp/dpd.sig";
    signature(
        rdp,
        "dpd_rdp_client",
        &[
            ("\x03\0\0\x2c\x27\u{e0}\0\0\0\0\0Cookie: mstshash=alice\r\n", true),
            ("\x03\0\0\x2c\x27\u{e0}\0\0\0\0\0Cookie: msts=3640205228.15629.0000\r\n", true),
            ("\x03\0\x01\u{a0}\x02\u{f0}\u{80}\x7fDuca\u{81}rdpsnd\0\0", true),
            ("GET / HTTP/1.1\r\nCookie: id=1\r\n", false),
        ],
    );
    signature(
        rdp,
        "dpd_rdpeudp_syn",
        &[
            ("\u{ff}\u{ff}\u{ff}\u{ff}\0\x40\0\x01", true),
            ("\u{ff}\u{ff}\u{ff}\u{ff}\x04\0\x12\x01", true),
            ("\u{ff}\u{ff}\u{ff}\u{ff}\x04\0\0\x05", false),
            ("\u{ff}\u{ff}\u{ff}\0\0\x40\0\x01", false),
        ],
    );
}

#[test]
fn tls() {
    let ssl = "base/protocols/ssl/dpd.sig";
    signature(
        ssl,
        "dpd_tls_client",
        &[
            ("\x16\x03\x01\x02\0\x01\0\x01\u{fc}\x03\x03", true),
            ("\x16\x03\x01\x02\0\x02\0\x01\u{fc}\x03\x03", false),
            ("\x17\x03\x03\x02\0\x01\0\x01\u{fc}\x03\x03", false),
        ],
    );
    signature(
        ssl,
        "dpd_tls_server",
        &[
            ("\x16\x03\x03\0\x7a\x02\0\0\x76\x03\x03", true),
            ("\x15\x03\x01\0\x02\x01\x70\x16\x03\x01\0\x7a\x02\0\0\x76\x03\x01", true),
            ("\x16\x03\x03\0\x7a\x02\0\0\x76\x7f\x1c", true),
            ("\x16\x03\x03\0\x7a\x01\0\0\x76\x03\x03", false),
        ],
    );
    signature(
        ssl,
        "dpd_dtls_client",
        &[
            ("\x16\u{fe}\u{ff}\0\0\0\0\0\0\0\0\0\u{d0}\x01\0\0\u{c4}\0\0\0\0\0\0\0\u{c4}\u{fe}\u{fd}", true),
            (
                "\x16\u{fe}\u{ff}\0\x01\0\0\0\0\0\0\0\u{d0}\x01\0\0\u{c4}\0\0\0\0\0\0\0\u{c4}\u{fe}\u{fd}",
                false,
            ),
        ],
    );
}

#[test]
fn ssl_version_2() {
    let old = "policy/protocols/ssl/dpd-v2.sig";
    signature(
        old,
        "dpd_ssl_client",
        &[
            ("\u{80}\x2e\x01\0\x02\0\x15", true),
            ("\u{80}\x43\x01\x03\x01", true),
            ("\u{80}\x2e\x01\0\x03", false),
            ("\u{80}\x2e\x04\0\x02", false),
        ],
    );
    signature(
        old,
        "dpd_ssl_server",
        &[("\u{80}\x2a\x04\0\x01\0\x02", true), ("\u{80}\x2a\x04\x02\x01\0\x02", false)],
    );
}
