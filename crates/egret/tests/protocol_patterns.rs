//! Matches patterns of protocol scripts and signatures of protocols against texts that they must match and texts that they
//! must not.
#![expect(clippy::disallowed_methods, reason = "the test reads the tree and runs the program")]
mod patterns;
mod program;

use patterns::{check, signature};

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
