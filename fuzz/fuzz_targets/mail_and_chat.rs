//! Conversations of mail, chat, calls, logins, files, proxies and databases: the first byte chooses the analyzer, the rest is
//! what is said.
#![no_main]
use libfuzzer_sys::fuzz_target;
use net_types::Port;

#[path = "../../crates/protocols/tests/rehearsal/mod.rs"]
mod rehearsal;

const HOMES: &[(&str, Port)] = &[
    ("BITTORRENT", Port::tcp(6881)),
    ("BITTORRENTTRACKER", Port::tcp(6969)),
    ("FINGER", Port::tcp(79)),
    ("FTP", Port::tcp(21)),
    ("FTP_DATA", Port::tcp(20)),
    ("GNUTELLA", Port::tcp(6346)),
    ("IDENT", Port::tcp(113)),
    ("IMAP", Port::tcp(143)),
    ("IRC", Port::tcp(6667)),
    ("IRC_DATA", Port::tcp(1024)),
    ("MYSQL", Port::tcp(3306)),
    ("POP3", Port::tcp(110)),
    ("RFB", Port::tcp(5900)),
    ("RLOGIN", Port::tcp(513)),
    ("RSH", Port::tcp(514)),
    ("SIP", Port::udp(5060)),
    ("SMTP", Port::tcp(25)),
    ("SOCKS", Port::tcp(1080)),
    ("TELNET", Port::tcp(23)),
    ("XMPP", Port::tcp(5222)),
];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, conversation)) = data.split_first() else { return };
    if let Some(&(name, port)) = HOMES.get(usize::from(choice) % HOMES.len()) {
        rehearsal::anything(name, port, conversation);
    }
});
