//! Signatures that detect protocols of lines of text.
use super::signature;

#[test]
fn irc() {
    let irc = "base/protocols/irc/dpd.sig";
    signature(
        irc,
        "irc_server_reply",
        &[
            (":irc.example.net 001 alice :Welcome\r\n", true),
            ("NOTICE AUTH :*** Looking up\r\n:irc.example.net 020 * :Wait\r\n", true),
            ("433 * alice :in use\r\n", true),
            ("220 mail.example.net ESMTP\r\n", true),
            ("HTTP/1.1 200 OK\r\n", false),
        ],
    );
    signature(
        irc,
        "irc_client1",
        &[
            ("USER guest 0 * :A Guest\r\nNICK alice\r\n", true),
            ("user guest 0 * :A Guest\nnick alice\n", true),
            ("USER anonymous\r\nPASS guest\r\n", false),
            ("NICK alice\r\n", false),
        ],
    );
    signature(
        irc,
        "irc_client2",
        &[
            ("PASS x\r\nNICK alice\r\nUSER guest 0 * :A Guest\r\n", true),
            ("NICKNAME alice\r\nUSER guest\r\n", false),
        ],
    );
    signature(
        irc,
        "irc_server_to_server1",
        &[
            ("SERVER test.oulu.fi 1 :Experimental server\r\n", true),
            ("PASS x\r\nSERVER test.oulu.fi 1 34 :Experimental server\r\n", true),
            ("SERVER test.oulu.fi\r\n", false),
        ],
    );
}

#[test]
fn ftp() {
    let ftp = "base/protocols/ftp/dpd.sig";
    signature(
        ftp,
        "dpd_ftp_client",
        &[("USER anonymous\r\n", true), ("AUTH TLS\r\nuser x\r\n", true), ("USERS\r\n", false)],
    );
    signature(
        ftp,
        "dpd_ftp_server",
        &[
            ("220 ready\r\n331 Password required\r\n", true),
            ("120 in a minute\r\n220-hello\r\n220 ready\r\n230 in\r\n", true),
            ("220 ready\r\n332 Need account\r\n", true),
            ("220 mail ESMTP\r\n250 OK\r\n", false),
            ("530 no\r\n331 Password\r\n", false),
        ],
    );
}

#[test]
fn smtp() {
    let smtp = "base/protocols/smtp/dpd.sig";
    signature(
        smtp,
        "dpd_smtp_client",
        &[("EHLO a.example\r\n", true), ("\r\nhelo a\r\n", true), ("QUIT\r\n", false)],
    );
    signature(
        smtp,
        "dpd_smtp_server",
        &[
            ("220-mx\r\n220 go\r\n", true),
            ("220 mx ESMTP\r\n", true),
            ("2200\r\n", false),
            ("554 no\r\n", false),
        ],
    );
}

#[test]
fn pop3() {
    let pop3 = "base/protocols/pop3/dpd.sig";
    signature(
        pop3,
        "dpd_pop3_client",
        &[
            ("USER alice\r\n", true),
            ("CAPA\r\nauth PLAIN\r\n", true),
            ("APOP alice c4c9\r\n", true),
            ("STLS\r\n", true),
            ("LIST\r\n", false),
        ],
    );
}

#[test]
fn ssh() {
    signature(
        "base/protocols/ssh/dpd.sig",
        "dpd_ssh_client",
        &[
            ("SSH-2.0-OpenSSH_9.6\r\n", true),
            ("SSH-1.99-Cisco-1.25\n", true),
            ("SSH-1.5-x\n", true),
            ("SSH-3.0-x\r\n", false),
            ("SSHD\r\n", false),
        ],
    );
}

#[test]
fn sip() {
    let sip = "base/protocols/sip/dpd.sig";
    signature(
        sip,
        "dpd_sip_udp_req",
        &[
            ("INVITE sip:bob@example.net SIP/2.0\r\nVia: x\r\n", true),
            ("GET / HTTP/1.1\r\n", false),
            ("x\r\nINVITE sip:b SIP/2.0\r\n", false),
        ],
    );
    signature(
        sip,
        "dpd_sip_udp_resp",
        &[
            ("SIP/2.0 200 OK\r\n", true),
            ("SIP/2.0 100 Trying\r\n", true),
            ("SIP/2.0 900 No\r\n", false),
            ("HTTP/1.1 200 OK\r\n", false),
        ],
    );
}

#[test]
fn http() {
    let http = "base/protocols/http/dpd.sig";
    signature(
        http,
        "dpd_http_client",
        &[
            ("GET / HTTP/1.1\r\n", true),
            ("\r\nPOST /x HTTP/1.0\r\n", true),
            ("BPROPPATCH / HTTP/1.1\r\n", true),
            ("UNSUBSCRIBE / HTTP/1.1\r\n", true),
            ("RPC_IN_DATA /rpc HTTP/1.1\r\n", true),
            ("USER x\r\n", false),
            ("get / HTTP/1.1\r\n", false),
        ],
    );
    signature(
        http,
        "dpd_http_server",
        &[("HTTP/1.1 200 OK\r\n", true), ("http/1.0 404\r\n", true), ("HTTPS/1\r\n", false)],
    );
}

#[test]
fn xmpp() {
    signature(
        "base/protocols/xmpp/dpd.sig",
        "dpd_xmpp",
        &[
            (
                "<?xml version='1.0'?><stream:stream to='example.net' xmlns='jabber:client' version='1.0'>",
                true,
            ),
            ("<?xml version=\"1.0\"?>\r\n<stream:stream xmlns=\"jabber:server\" to=\"x\">", true),
            ("<stream:stream xmlns='urn:other'>", false),
            ("<?xml version='1.0'?><html>", false),
        ],
    );
}

#[test]
fn redis() {
    signature(
        "base/protocols/redis/dpd.sig",
        "resp-serialized-server",
        &[
            ("+OK\r\n", true),
            ("-ERR unknown command\r\n", true),
            (":1000\r\n", true),
            ("$-1\r\n", true),
            ("*2\r\n$3\r\nfoo\r\n", true),
            ("_\r\n", true),
            ("#t\r\n", true),
            (",1.25\r\n", true),
            ("%1\r\n", true),
            ("~3\r\n", true),
            ("hello\r\n", false),
            ("$x\r\n", false),
            ("220 ftp\r\n", false),
        ],
    );
}
