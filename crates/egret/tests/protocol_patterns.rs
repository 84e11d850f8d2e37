//! Matches patterns of protocol scripts and signatures of protocols against inputs that they must match and must not.
#![expect(clippy::disallowed_methods, reason = "the test reads the tree and runs the program")]
use std::fs;
use std::path::Path;
use std::process::Command;

/// Loads scripts, and checks for each row whether the pattern, given as an expression, is found in the text.
#[track_caller]
fn check(loads: &[&str], pattern: &str, rows: &[(&str, bool)]) {
    let folder = tempfile::tempdir().unwrap();
    let mut script: String = loads.iter().map(|path| format!("@load {path}\n")).collect();
    script += &format!("event zeek_init()\n\t{{\n\tlocal sought = {pattern};\n");
    for (text, _) in rows {
        script += &format!("\tprint sought in {};\n", literal(text));
    }
    script += "\t}\n";
    fs::write(folder.path().join("x.zeek"), &script).unwrap();
    let egret = Command::new(env!("CARGO_BIN_EXE_egret"))
        .args(["-b", "x.zeek"])
        .current_dir(folder.path())
        .output()
        .expect("egret runs");
    let said = String::from_utf8_lossy(&egret.stdout);
    let found: Vec<bool> = said.lines().map(|line| line == "T").collect();
    assert_eq!(found.len(), rows.len(), "{script}\n{said}\n{}", String::from_utf8_lossy(&egret.stderr));
    let wrong: Vec<_> = rows.iter().zip(&found).filter(|((_, expected), found)| expected != *found).collect();
    assert!(wrong.is_empty(), "{pattern}: {wrong:#?}");
}

/// Writes a text of one character a byte as a literal of a script.
fn literal(text: &str) -> String {
    let byte = |c: char| u8::try_from(u32::from(c)).expect("a character below 256");
    format!("\"{}\"", text.chars().map(|c| format!("\\x{:02x}", byte(c))).collect::<String>())
}

/// Like [`check`], for the content pattern of a signature, which must match from the beginning of the payload.
#[track_caller]
fn signature(file: &str, id: &str, rows: &[(&str, bool)]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/tree").join(file);
    let text = fs::read_to_string(&path).unwrap();
    let rule = text
        .split("\nsignature ")
        .find(|rule| rule.split_whitespace().next() == Some(id))
        .expect("the signature");
    let line = rule.lines().find(|line| line.contains(" /")).expect("a pattern");
    let pattern = line.split_once(" /").unwrap().1;
    let (pattern, flag) = pattern.strip_suffix("/i").map_or((pattern, ""), |p| (p, "i"));
    let pattern = pattern.trim_end_matches('/');
    check(&[], &format!("/^(?s:({}))/{flag}", pattern.trim_start_matches('^')), rows);
}

#[test]
fn signatures_of_lines_of_text() {
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

#[test]
fn signatures_of_binary_protocols() {
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
    let cookie = |op: char| format!("{op}{}\x63\u{82}\x53\x63", "\0".repeat(235));
    signature(
        "base/protocols/dhcp/dpd.sig",
        "dhcp_cookie",
        &[(&cookie('\x01'), true), (&cookie('\x02'), true), (&cookie('\x03'), false)],
    );
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

#[test]
fn signatures_of_web_applications() {
    let file = "policy/protocols/http/detect-webapps.sig";
    let generator = |name: &str| format!("<html><head>\n<meta name=\"generator\" content=\"{name} 1.0\" />");
    for (id, name) in [
        ("joomla", "Joomla!"),
        ("mediawiki", "MediaWiki"),
        ("plone", "Plone"),
        ("typo3", "TYPO3"),
        ("wordpress", "WordPress"),
        ("xoops", "XOOPS"),
    ] {
        if id != "joomla" {
            signature(
                file,
                &format!("webapp-{id}"),
                &[(&generator(name), true), (&generator("Other"), false)],
            );
        }
    }
    signature(
        file,
        "webapp-joomla",
        &[("X-Content-Encoded-By: Joomla! 1.5", true), ("X-Powered-By: Joomla! 1.5", false)],
    );
    signature(
        file,
        "webapp-drupal",
        &[
            ("<script src=\"/misc/drupal.js\">", true),
            ("<link href=\"/sites/default/themes/x.css\">", true),
            ("<script src=\"/jquery.js\">", false),
        ],
    );
    signature(
        file,
        "webapp-oscommerce",
        &[
            ("x\n<!-- header_eof //-->", true),
            ("<!-- left_navigation_eof //-->", true),
            ("<!-- header -->", false),
        ],
    );
    signature(
        file,
        "webapp-phpmyadmin",
        &[("<title>phpMyAdmin</title>", true), ("<title>My phpMyAdmin notes</title>", false)],
    );
    signature(file, "webapp-trac", &[("<a id=\"tracpowered\" href=\"x\">", true), ("<a id=\"top\">", false)]);
}

#[test]
fn replies_that_name_block_lists() {
    check(
        &["protocols/smtp/blocklists"],
        "SMTP::blocklist_error_messages",
        &[
            (
                "5.7.1 Service unavailable; Client host [1.2.3.4] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/1.2.3.4",
                true,
            ),
            ("Blocked - see http://www.barracudacentral.org/rbl/removal-request/1.2.3.4", true),
            ("see http://bbl.barracudacentral.com/q.cgi?ip=1.2.3.4", true),
            ("listed at CBL.ABUSEAT.ORG/lookup.cgi?ip=1.2.3.4", true),
            ("Blocked - see http://www.spamcop.net/bl.shtml?1.2.3.4", true),
            ("see http://www.sophos.com/security/ip-lookup?ip=1.2.3.4", true),
            ("See http://psbl.surriel.com/listing?ip=1.2.3.4", true),
            ("http://www.uceprotect.net/rblcheck.php?ipr=1.2.3.4", true),
            ("550 5.1.1 <bob@spamhaus.example>: Recipient address rejected", false),
            ("450 4.2.0 Greylisted, see http://postgrey.schweikert.ch/help/x.html", false),
            ("see http://www.sophos.com/en-us/", false),
        ],
    );
}

#[test]
fn programs_that_write_mail_in_browsers() {
    check(
        &["protocols/smtp/software"],
        "SMTP::webmail_user_agents",
        &[
            ("SquirrelMail/1.4.22", true),
            ("Internet Messaging Program (IMP) 3.2.8", true),
            ("Zimbra 8.8 (ZimbraWebClient - GC109)", true),
            ("NeoMail 1.25", true),
            ("iPlanet Messenger Express 5.2", true),
            ("Sun Java(tm) System Messenger Express 6.2", true),
            ("Mozilla Thunderbird", false),
            ("IMP", false),
            ("Not SquirrelMail", false),
        ],
    );
}

#[test]
fn names_of_hosts_that_should_not_log_in() {
    check(
        &["protocols/ssh/interesting-hostnames"],
        "SSH::interesting_hostnames",
        &[
            ("ns1.example.net", true),
            ("dns.example.net", true),
            ("smtp2.example.net", true),
            ("www.example.net", true),
            ("imap.example.net", true),
            ("answer.example.net", false),
            ("my.www.example.net", false),
            ("webmail.example.net", false),
            ("ns", false),
        ],
    );
}

#[test]
fn uris_with_sql_in_them() {
    check(
        &["protocols/http/sql-injection-pattern"],
        "HTTP::sql_injection_pattern(\"'\\\"\")",
        &[
            ("/index.php?id=-1' UNION SELECT 0,1,2/*", true),
            ("/index.php?id=-1/**/UNION/**/ALL/**/SELECT/**/1,2", true),
            ("/a.php?id=-2 div 1 union all#hack\n#player\nselect 0x00, 0x41", true),
            ("/a.php?id=0 div 1 union#foo*/*bar\r\nselect#foo\r\n1,2,current_user", true),
            ("/a.php?id=1'UNION/*!0SELECT user,2/*!0from/*!0mysql.user/*-", true),
            ("/index.cfm?ID=3;declare @d int;--", true),
            ("/index.cfm?ID=12;create table t_x(x varchar(200))", true),
            ("/index.asp?n=1);insert into T(a) values (6); --", true),
            ("/index.asp?n=1;exec master..xp_cmdshell 'dir'", true),
            ("/index.asp?n=1;drop table users", true),
            ("?id=1;+if+(1=1)+waitfor+delay+'00:00:01'--9", true),
            ("?id=1+and+if(1=1,BENCHMARK(728000,MD5(0x41)),0)9", true),
            ("?id=1'+OR+'1'='1", true),
            ("?id=46'\tXoR\t'8'='8", true),
            ("/index.asp?file=50' and 1=1 and ''='", true),
            ("/index.php?ID=60 and exists (select * from [news])", true),
            ("/index.php?mac=\" OR whatever LIKE \"%", true),
            ("/index.asp?ID='+convert(int,convert(varchar,0x7b5d))+'", true),
            ("/index.asp?ID=1'+139+'0", true),
            ("/index.cgi?ID=1+(642*truncate(log10(10),0))", true),
            ("/index.php?id=22 /*!49999 and 1=2*/-- and 1=1", true),
            ("/search?q=fee union western", false),
            ("/search?q=european+union+members+select", false),
            ("/search?q=ceiling drop tile", false),
            ("/search?q=how+to+delete+from+a+list", false),
            ("/hmm.gif?utmdt=Record > Create a Graph", false),
            ("/index?method=and&format=long&words=organizational change policy", false),
            ("/index.cfm?sheet_name=2 AND 3 FLR&sheet_num=2E", false),
            ("/index.aspx?startat=f&filter=tree_pk='f502530'&stopat=b", false),
            ("/index.swf?MMredirectURL='+MMredirectURL+'&MMplayerType=PlugIn", false),
            ("/index?requestID='+((new Date()).getTime() 2147483648) + Math.random()+'", false),
            ("/index.asp?A1=||17||=0&A2=||7|| desc&A3=||6||=62512 AND ||_System_||=0", false),
            ("/query?db=x&q=SELECT sum(\"gauge\") FROM \"t\" WHERE time >= 15ms", false),
            ("/api/find?tag=hello&SELECT0=true", false),
        ],
    );
}
