//! Matches the patterns of the script library against texts that they must match and texts that they must not: addresses,
//! mail, URLs, paths, file names, versions, software, file types. Each has a table.
#![allow(clippy::disallowed_methods, reason = "a test runs the program")]
use std::fmt::Write;
use std::process::Command;

/// Prints `call` for each text of a table, with the text in place of `$`, and compares the output.
fn check(load: &str, call: &str, rows: &[(&str, &str)]) {
    let mut script = format!("{load}\nevent zeek_init()\n\t{{\n");
    for (text, _) in rows {
        let literal = format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        writeln!(script, "\tprint {};", call.replace('$', &literal)).unwrap();
    }
    script.push_str("\t}\n");
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("x.zeek"), script).unwrap();
    let mut egret = Command::new(env!("CARGO_BIN_EXE_egret"));
    let ran = egret
        .args(["-b", "--plain-errors", "x.zeek"])
        .env_remove("ZEEKPATH")
        .current_dir(dir.path())
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&ran.stdout);
    let printed: Vec<&str> = printed.lines().collect();
    assert_eq!(printed.len(), rows.len(), "{}{}", printed.join("\n"), String::from_utf8_lossy(&ran.stderr));
    for ((text, expected), line) in rows.iter().zip(printed) {
        assert_eq!(line, *expected, "{call} of {text}");
    }
}

#[test]
fn ip_addresses() {
    let rows = [
        ("this is 1.1.1.1 a test 2.2.2.2", "[1.1.1.1, 2.2.2.2]"),
        ("from [192.0.2.7] (port 25)", "[192.0.2.7]"),
        ("09.99.99.99", "[09.99.99.99]"),
        ("255.255.255.255 and 300.1.1.1.", "[255.255.255.255, 00.1.1.1]"),
        ("1.2.3", "[]"),
        ("2001:db8:85a3:0:0:8a2e:370:7334", "[2001:db8:85a3:0:0:8a2e:370:7334]"),
        ("2001:DB8::8a2e:370:7334, ::1, fe80::", "[2001:DB8::8a2e:370:7334, ::1, fe80::]"),
        ("::ffff:192.0.2.1 1:2:3:4:5:6:192.0.2.1", "[::ffff:192.0.2.1, 1:2:3:4:5:6:192.0.2.1]"),
        ("1:2:3:4:5:6:7::", "[1:2:3:4:5:6:7::]"),
        ("no:colons here", "[]"),
        ("", "[]"),
    ];
    check("@load base/utils/addrs", "extract_ip_addresses($)", &rows);
    let wrapped = [
        ("text 1.1.1.1 text", "[1.1.1.1]"),
        ("text1.1.1.1text", "[]"),
        ("text[1.1.1.1]text", "[1.1.1.1]"),
        ("by (1.1.1.1) for {2.2.2.2}", "[1.1.1.1, 2.2.2.2]"),
        ("1.1.1.1", "[1.1.1.1]"),
    ];
    check("@load base/utils/addrs", "extract_ip_addresses($, T)", &wrapped);
}

#[test]
fn mail_addresses() {
    let rows = [
        ("one@example.com two@example.com", "[one@example.com, two@example.com]"),
        ("<a@example.com>,b@example.com;c@example.com", "[a@example.com, b@example.com, c@example.com]"),
        (r#""Smith, John" <john.smith@email.com>"#, "[john.smith@email.com]"),
        (r#""john smith"@example.com"#, r#"["john smith"@example.com]"#),
        ("'foo@example.com' o'brien@example.ie", "[foo@example.com, o'brien@example.ie]"),
        ("mailto:x+tag@mail.example.co.uk.", "[x+tag@mail.example.co.uk]"),
        ("(postmaster@[192.0.2.1])", "[postmaster@[192.0.2.1]]"),
        ("bounce=user=example.org@lists.example.net", "[bounce=user=example.org@lists.example.net]"),
        ("@example.com user@ a b", "[]"),
        ("", "[]"),
    ];
    check("@load base/utils/email", "extract_email_addrs_vec($)", &rows);
    let first = [("a, b@c.d, e@f.g", "b@c.d"), ("none", "")];
    check("@load base/utils/email", "extract_first_email_addr($)", &first);
}

#[test]
fn lists_of_mailboxes() {
    let rows = [
        ("a@example.com, b@example.com", "2 [a@example.com, b@example.com]"),
        (
            r#""Smith, John" <j@example.com>,"Doe, Jane" <d@example.com>"#,
            r#"2 ["Doe, Jane" <d@example.com>, "Smith, John" <j@example.com>]"#,
        ),
        ("undisclosed-recipients:;", "0 []"),
    ];
    let sorted = "function sorted(s: set[string]): string { local v: vector of string; for ( e in s ) v += e; \
                  sort(v, strcmp); return fmt(\"%d %s\", |s|, v); }";
    check(&format!("@load base/utils/email\n{sorted}"), "sorted(split_mime_email_addresses($))", &rows);
}

#[test]
fn file_names_in_headers() {
    let rows = [
        ("attachment; filename=Economy", "Economy"),
        ("attachment; filename=a.txt; size=4", "a.txt"),
        (r#"attachment; name="US-$ rates""#, "US-$ rates"),
        (r#"attachment; filename="a;b.txt"; size=4"#, "a;b.txt"),
        (r#"attachment; filename="say \"hi\".txt""#, r#"say "hi".txt"#),
        (r#"attachment; filename="C:\dir\x.exe""#, r"C:\dir\x.exe"),
        (r#"attachment; FileName = "q.exe""#, "q.exe"),
        ("attachment; filename*=UTF-8''na%C3%AFve.txt", r"na\xc3\xafve.txt"),
        (r#"attachment; filename="EURO rates"; filename*=utf-8'en'%e2%82%ac%20rates"#, r"\xe2\x82\xac rates"),
        (r#"form-data; name="field"; filename="file.jpg""#, "file.jpg"),
        ("image/png; name=x.png", "x.png"),
        (r#"attachment; filename="""#, ""),
        (r#"attachment; filename="open"#, "open"),
        ("inline", "inline"),
    ];
    check("@load base/utils/files", "extract_filename_from_content_disposition($)", &rows);
}

#[test]
fn urls() {
    let rows = [
        ("http://a.example/b?c=d", "[a.example/b?c=d]"),
        ("ftp://example.org:21/f then text", "[example.org:21/f]"),
        ("nothing here", "[]"),
    ];
    let list = "function list(s: set[string]): vector of string { local v: vector of string; for ( e in s ) v += e; return v; }";
    check(&format!("@load base/utils/urls\n{list}"), "list(find_all_urls_without_scheme($))", &rows);
}

#[test]
fn paths() {
    let rows = [
        (r#""/this/is/a/dir" is current directory"#, "/this/is/a/dir"),
        (r"/this/is\ a/dir is it", r"/this/is\ a/dir"),
        (r"in C:\Users\x now", r"C:\Users\x"),
        ("two: /foo/bar and /foo/baz", "/foo/bar"),
        ("none", ""),
    ];
    check("@load base/utils/paths", "extract_path($)", &rows);
    let built = [
        ("sub/x.zeek", "/home/sub/x.zeek"),
        ("/usr/x.zeek", "/usr/x.zeek"),
        (r"C:\x.zeek", r"C:\x.zeek"),
        ("c:x", "/home/c:x"),
    ];
    check("@load base/utils/paths", "build_path(\"/home\", $)", &built);
}

#[test]
fn versions_of_the_program() {
    let shown = "function shown(v: Version::VersionDescription): string { return fmt(\"%d %d %d %d beta=%s debug=%s %s\", \
                 v$version_number, v$patch, v$commit, v$minor, v$beta, v$debug, v$localversion); }";
    let rows = [
        ("8.0.9", "80009 9 0 0 beta=F debug=F "),
        ("2.6", "20600 0 0 6 beta=F debug=F "),
        ("2.6.0.12", "20600 0 12 6 beta=F debug=F "),
        ("3.0.0-rc2.13-custom14-debug", "30000 0 13 0 beta=T debug=T custom14"),
        ("2.5-beta", "20500 0 0 5 beta=T debug=F "),
        ("3.1.0-dev.42", "30100 0 42 1 beta=F debug=F "),
        ("1.5-debug", "10500 0 0 5 beta=F debug=T "),
        ("1", "0 0 0 0 beta=F debug=F "),
        ("1.12-beta-drunk-too-much", "0 0 0 0 beta=F debug=F "),
        ("1.2.3.4.5", "0 0 0 0 beta=F debug=F "),
        ("2.5.0.1-rc.2", "0 0 0 0 beta=F debug=F "),
        ("JustARandomString", "0 0 0 0 beta=F debug=F "),
    ];
    check(&format!("@load base/misc/version\n{shown}"), "shown(Version::parse($))", &rows);
}

#[test]
fn software() {
    let rows = [
        // Servers and other programs with a name and a version.
        ("Apache", "Apache 0"),
        ("Apache/2.0.63 (Unix) mod_ssl/2.0.63", "Apache 2.0.63-Unix"),
        ("nginx/1.18.0 (Ubuntu)", "nginx 1.18.0-Ubuntu"),
        ("OpenSSH_9.6p1 Ubuntu-3ubuntu13.8", "OpenSSH 9.6-p1"),
        ("OpenSSH_for_Windows_8.1", "OpenSSH_for_Windows 8.1"),
        ("ProFTPD 1.2.5rc1 Server (Debian)", "ProFTPD 1.2.5-rc1"),
        ("(vsFTPd 2.0.5)", "vsFTPd 2.0.5"),
        ("wu-2.4.2-academ[BETA-18-VR14](1)", "wu 2.4.2-academ"),
        ("The Bat! (v2.00.9) Personal", "The Bat! 2.0.9-Personal"),
        ("Wget/1.9+cvs-stable (Red Hat modified)", "Wget 1.9-+cvs"),
        ("Flash%20Player/26.0.0.137 CFNetwork/811.5.4", "Flash 26.0.0.137-CFNetwork/811"),
        ("Java1.3.1_04", "Java 1.3.1.4"),
        ("okhttp/3", "okhttp/3 0"),
        ("mod_ssl2", "mod_ssl2 0"),
        ("mt2/1.2.3.967 Oct 13 2010", "mt2 1.2.3.967-Oct"),
        ("K-9 Mail for Android", "K 9-Mail"),
        ("Total Commander", "Total Commander 0"),
        // Browsers.
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox 128.0"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.71 Safari/537.36",
            "Chrome 120.0.6099.71",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0.2743.116 Safari/537.36 Edge/15.15063",
            "Edge 15.15063",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
            "Safari 17.5",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 4_3_2 like Mac OS X) AppleWebKit/533.17.9 Version/5.0.2 Mobile/8H7 Safari/6533.18.5",
            "Safari 5.0.2-Mobile",
        ),
        ("Mozilla/4.0 (compatible; MSIE 7.0b; Windows NT 5.1)", "MSIE 7.0-b"),
        ("Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.3; Trident/7.0; .NET4.0E)", "MSIE 11.0"),
        ("Mozilla/5.0 (Windows NT 6.3; Trident/7.0; rv:11.0) like Gecko", "MSIE 11.0"),
        (
            "Mozilla/4.0 (compatible; MSIE 8.0; Linux; Opera Mobi/ADR-1103311355; en) Opera 11.00",
            "Opera 11.0",
        ),
        ("Opera/9.80 (Windows NT 6.1; U; sv) Presto/2.7.62 Version/11.01", "Opera 11.1"),
        ("Opera/9.80 (J2ME/MIDP; Opera Mini/5.0.18741/18.794; U; en) Presto/2.4.15", "Opera Mini 5.0.18741"),
        (
            "Mozilla/5.0 (Macintosh; U; PPC Mac OS X; en) AppleWebKit/420+ (KHTML, like Gecko) AdobeAIR/1.0",
            "AdobeAIR 1.0",
        ),
        ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "<unknown browser> 0"),
        // Phones.
        ("A/8.1.0/Google/Pixel#2/walleye/unknown/QCX3", "Android (Google Pixel) 8.1.0"),
        ("A/9/Google/Pixel#2/walleye/unknown/QCX3", "Android (Google Pixel) 9"),
    ];
    let shown = "function shown(d: Description): string { return fmt(\"%s %s\", d$name, software_fmt_version(d$version)); }";
    check(&format!("@load base/frameworks/software\nmodule Software;\n{shown}"), "shown(parse($))", &rows);
}

#[test]
fn vulnerable_ranges() {
    let rows = [
        ("min=1.0|max=1.2.3", "1.0 to 1.2.3"),
        ("max=1.2.3", "any to 1.2.3"),
        ("other|max=2.0,1|min=1.7.0_13", "1.7.0.13 to 2.0.1"),
    ];
    let shown = "function shown(r: VulnerableVersionRange): string { return fmt(\"%s to %s\", \
                 r?$min ? software_fmt_version(r$min) : \"any\", software_fmt_version(r$max)); }";
    let call = "shown(decode_vulnerable_version_range(subst_string($, \"|\", \"\\t\")))";
    check(&format!("@load frameworks/software/vulnerable\nmodule Software;\n{shown}"), call, &rows);
}

#[test]
fn types_of_files() {
    let rows = [
        // Bytes in hexadecimal.
        ("504b03040a0000000000", "application/zip"),
        ("504b0708504b03040a00", "application/zip"),
        ("504b030414000600080000002100", "application/vnd.openxmlformats-officedocument"),
        ("4d5343460000000010000000000000002c", "application/vnd.ms-cab-compressed"),
        ("4d5343460000000010000000010000002c", "-"),
        ("1a08524541444d450000", "application/x-arc"),
        ("edabeedb0300", "application/x-rpm"),
        ("1f8b0800", "application/x-gzip"),
        ("4c0000000114020000000000c000000000000046", "application/x-ms-shortcut"),
        ("d4c3b2a1020004000000", "application/vnd.tcpdump.pcap"),
        ("a1b23c4d00020004", "application/vnd.tcpdump.pcap"),
        ("d4c3b2a109000400", "-"),
        ("0a0d0d0a1c0000004d3c2b1a01000000", "application/vnd.tcpdump.pcap"),
        ("d0cf11e0a1b11ae1000000000000000000000000000000003e00", "application/msword"),
        ("0000001c667479706d703432", "video/mp4"),
        ("00000018667479703367703500", "video/3gpp"),
        ("49443303000000", "audio/mpeg"),
        ("fffb9064", "audio/mpeg"),
        ("00010000000f0080", "application/x-font-ttf"),
        ("000100000000000c", "-"),
        ("89504e470d0a1a0a", "image/png"),
        ("ffd8ffe0", "image/jpeg"),
        ("49492a0008000000", "image/tiff"),
        ("7f454c4602010100000000000000000003003e00", "application/x-sharedlib"),
        ("4d5a900003", "application/x-dosexec"),
        // A mail with a patch inside, and a patch.
        ("46726f6d3a20610a2d2d2d20780a2b2b2b20790a404020310a", "message/rfc822"),
        ("2d2d2d20780a2b2b2b20790a404020310a", "text/x-diff"),
        ("cffaedfe07000001", "application/x-mach-o-executable"),
        ("cafebabe0000000201000007", "application/x-mach-o-executable"),
        ("cafebabe00000034", "application/x-java-applet"),
        ("cafebabe00000041", "application/x-java-applet"),
        ("a70d0d0a00000000", "application/x-python-bytecode"),
        ("2b0e0d0a00000000", "application/x-python-bytecode"),
        ("3080308030803080300906", "-"),
        ("3051304f304d304b3049300906052b0e03021a05000414", "application/ocsp-request"),
        ("308205d40a0100a08205cd308205c906092b0601050507300101", "application/ocsp-response"),
    ];
    let head = "@load base/frameworks/files\nfunction best(m: mime_matches): string { return |m| == 0 ? \"-\" : m[0]$mime; }";
    check(head, "best(file_magic(hexstr_to_bytestring($)))", &rows);
    let texts = [
        ("just words, nothing else", "text/plain"),
        (r#"{"key": [1, 2]}"#, "text/json"),
        ("<!DOCTYPE html><html><svg></svg></html>", "text/html"),
        (r#"<?xml version="1.0"?><html><body><svg/></body></html>"#, "text/html"),
        (r#"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>"#, "image/svg+xml"),
        (r#"<?xml version="1.0"?><note/>"#, "application/xml"),
        ("#!/usr/bin/env python3 -u", "text/x-python"),
        ("Return-Path: <a@example.com>", "message/rfc822"),
        ("no", "-"),
    ];
    check(head, "best(file_magic($))", &texts);
}
