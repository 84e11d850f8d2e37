//! Which analyzers there are: their names as scripts know them, and who makes them.
//!
//! A tag's number is that of the script's `Analyzer::Tag`, from 1; kinds that are named there and not built here have a
//! name and make nothing.
use crate::{Maker, Settings, dce_rpc, dns, gssapi, http, krb, netbios, ntlm, rdp, rdpeudp, smb, ssh, ssl};
use event::EnumName;
use session::ConnView;
use session::analyzer::{Analyzer, Detector, Factory, Tag};

/// Name, and name of the enumerator, by tag.
const NAMES: &[(&str, &str)] = &[
    ("SNMP", "Analyzer::ANALYZER_SNMP"),
    ("KRB", "Analyzer::ANALYZER_KRB"),
    ("KRB_TCP", "Analyzer::ANALYZER_KRB_TCP"),
    ("BITTORRENT", "Analyzer::ANALYZER_BITTORRENT"),
    ("BITTORRENTTRACKER", "Analyzer::ANALYZER_BITTORRENTTRACKER"),
    ("CONNSIZE", "Analyzer::ANALYZER_CONNSIZE"),
    ("DCE_RPC", "Analyzer::ANALYZER_DCE_RPC"),
    ("DHCP", "Analyzer::ANALYZER_DHCP"),
    ("DNP3_TCP", "Analyzer::ANALYZER_DNP3_TCP"),
    ("DNP3_UDP", "Analyzer::ANALYZER_DNP3_UDP"),
    ("DNS", "Analyzer::ANALYZER_DNS"),
    ("CONTENTS_DNS", "Analyzer::ANALYZER_CONTENTS_DNS"),
    ("FTP_DATA", "Analyzer::ANALYZER_FTP_DATA"),
    ("FTP", "Analyzer::ANALYZER_FTP"),
    ("FTP_ADAT", "Analyzer::ANALYZER_FTP_ADAT"),
    ("GNUTELLA", "Analyzer::ANALYZER_GNUTELLA"),
    ("GSSAPI", "Analyzer::ANALYZER_GSSAPI"),
    ("HTTP", "Analyzer::ANALYZER_HTTP"),
    ("IDENT", "Analyzer::ANALYZER_IDENT"),
    ("IMAP", "Analyzer::ANALYZER_IMAP"),
    ("IRC", "Analyzer::ANALYZER_IRC"),
    ("IRC_DATA", "Analyzer::ANALYZER_IRC_DATA"),
    ("TELNET", "Analyzer::ANALYZER_TELNET"),
    ("RSH", "Analyzer::ANALYZER_RSH"),
    ("RLOGIN", "Analyzer::ANALYZER_RLOGIN"),
    ("NVT", "Analyzer::ANALYZER_NVT"),
    ("LOGIN", "Analyzer::ANALYZER_LOGIN"),
    ("CONTENTS_RSH", "Analyzer::ANALYZER_CONTENTS_RSH"),
    ("CONTENTS_RLOGIN", "Analyzer::ANALYZER_CONTENTS_RLOGIN"),
    ("MODBUS", "Analyzer::ANALYZER_MODBUS"),
    ("MQTT", "Analyzer::ANALYZER_MQTT"),
    ("MYSQL", "Analyzer::ANALYZER_MYSQL"),
    ("NCP", "Analyzer::ANALYZER_NCP"),
    ("CONTENTS_NCP", "Analyzer::ANALYZER_CONTENTS_NCP"),
    ("NETBIOSSSN", "Analyzer::ANALYZER_NETBIOSSSN"),
    ("CONTENTS_NETBIOSSSN", "Analyzer::ANALYZER_CONTENTS_NETBIOSSSN"),
    ("NTLM", "Analyzer::ANALYZER_NTLM"),
    ("NTP", "Analyzer::ANALYZER_NTP"),
    ("POP3", "Analyzer::ANALYZER_POP3"),
    ("RADIUS", "Analyzer::ANALYZER_RADIUS"),
    ("RDP", "Analyzer::ANALYZER_RDP"),
    ("RDPEUDP", "Analyzer::ANALYZER_RDPEUDP"),
    ("RFB", "Analyzer::ANALYZER_RFB"),
    ("NFS", "Analyzer::ANALYZER_NFS"),
    ("MOUNT", "Analyzer::ANALYZER_MOUNT"),
    ("PORTMAPPER", "Analyzer::ANALYZER_PORTMAPPER"),
    ("CONTENTS_RPC", "Analyzer::ANALYZER_CONTENTS_RPC"),
    ("CONTENTS_NFS", "Analyzer::ANALYZER_CONTENTS_NFS"),
    ("SIP", "Analyzer::ANALYZER_SIP"),
    ("SIP_TCP", "Analyzer::ANALYZER_SIP_TCP"),
    ("SMB", "Analyzer::ANALYZER_SMB"),
    ("CONTENTS_SMB", "Analyzer::ANALYZER_CONTENTS_SMB"),
    ("SMTP", "Analyzer::ANALYZER_SMTP"),
    ("SMTP_BDAT", "Analyzer::ANALYZER_SMTP_BDAT"),
    ("SOCKS", "Analyzer::ANALYZER_SOCKS"),
    ("SSH", "Analyzer::ANALYZER_SSH"),
    ("SSL", "Analyzer::ANALYZER_SSL"),
    ("DTLS", "Analyzer::ANALYZER_DTLS"),
    ("STREAM_EVENT", "Analyzer::ANALYZER_STREAM_EVENT"),
    ("TCPSTATS", "Analyzer::ANALYZER_TCPSTATS"),
    ("CONTENTLINE", "Analyzer::ANALYZER_CONTENTLINE"),
    ("CONTENTS", "Analyzer::ANALYZER_CONTENTS"),
    ("WEBSOCKET", "Analyzer::ANALYZER_WEBSOCKET"),
    ("XMPP", "Analyzer::ANALYZER_XMPP"),
    ("UDP", "Analyzer::ANALYZER_UDP"),
    ("ICMP", "Analyzer::ANALYZER_ICMP"),
    ("FINGER", "Analyzer::ANALYZER_FINGER"),
    ("SYSLOG", "Analyzer::ANALYZER_SYSLOG"),
    ("PIA_TCP", "Analyzer::ANALYZER_PIA_TCP"),
    ("PIA_UDP", "Analyzer::ANALYZER_PIA_UDP"),
    ("TCP", "Analyzer::ANALYZER_TCP"),
    ("UNKNOWN_IP_TRANSPORT", "Analyzer::ANALYZER_UNKNOWN_IP_TRANSPORT"),
    ("ZIP", "Analyzer::ANALYZER_ZIP"),
    ("LDAP_TCP", "Analyzer::ANALYZER_LDAP_TCP"),
    ("LDAP_UDP", "Analyzer::ANALYZER_LDAP_UDP"),
    ("POSTGRESQL", "Analyzer::ANALYZER_POSTGRESQL"),
    ("QUIC", "Analyzer::ANALYZER_QUIC"),
    ("REDIS", "Analyzer::ANALYZER_REDIS"),
];

/// Reads the settings of a kind and yields what makes its analyzers.
type Kind = (Tag, fn(&dyn Settings) -> Maker);

/// What is built.
const KINDS: &[Kind] = &[
    (tag("DNS"), dns::maker),
    (tag("FINGER"), crate::finger::maker),
    (tag("DHCP"), crate::dhcp::maker),
    (tag("DNP3_TCP"), crate::dnp3::tcp_maker),
    (tag("DNP3_UDP"), crate::dnp3::udp_maker),
    (tag("LDAP_TCP"), crate::ldap::tcp_maker),
    (tag("LDAP_UDP"), crate::ldap::udp_maker),
    (tag("MODBUS"), crate::modbus::maker),
    (tag("MQTT"), crate::mqtt::maker),
    (tag("NTP"), crate::ntp::maker),
    (tag("SNMP"), crate::snmp::maker),
    (tag("POSTGRESQL"), crate::postgresql::maker),
    (tag("QUIC"), crate::quic::maker),
    (tag("REDIS"), crate::redis::maker),
    (tag("RADIUS"), crate::radius::maker),
    (tag("SYSLOG"), crate::syslog::maker),
    (tag("FTP"), crate::ftp::maker),
    (tag("IDENT"), crate::ident::maker),
    (tag("FTP_DATA"), crate::transfer::ftp),
    (tag("IRC"), crate::irc::maker),
    (tag("IRC_DATA"), crate::transfer::dcc),
    (tag("SIP"), crate::sip::maker),
    (tag("SMTP"), crate::smtp::maker),
    (tag("SOCKS"), crate::socks::maker),
    (tag("IMAP"), crate::imap::maker),
    (tag("MYSQL"), crate::mysql::maker),
    (tag("POP3"), crate::pop3::maker),
    (tag("RFB"), crate::rfb::maker),
    (tag("XMPP"), crate::xmpp::maker),
    (tag("BITTORRENT"), crate::bittorrent::peer_maker),
    (tag("BITTORRENTTRACKER"), crate::bittorrent::tracker_maker),
    (tag("NCP"), crate::ncp::maker),
    (tag("GNUTELLA"), crate::gnutella::maker),
    (tag("PORTMAPPER"), crate::rpc::portmap_maker),
    (tag("MOUNT"), crate::rpc::mount_maker),
    (tag("NFS"), crate::rpc::nfs_maker),
    (tag("TELNET"), crate::login::telnet_maker),
    (tag("RLOGIN"), crate::login::rlogin_maker),
    (tag("RSH"), crate::login::rsh_maker),
    (tag("DCE_RPC"), dce_rpc::maker),
    (tag("GSSAPI"), gssapi::maker),
    (tag("HTTP"), http::maker),
    (tag("KRB"), krb::maker),
    (tag("KRB_TCP"), krb::tcp_maker),
    (tag("NETBIOSSSN"), netbios::maker),
    (tag("NTLM"), ntlm::maker),
    (tag("RDP"), rdp::maker),
    (tag("RDPEUDP"), rdpeudp::maker),
    (tag("SMB"), smb::maker),
    (tag("SSH"), ssh::maker),
    (tag("SSL"), ssl::maker),
    (tag("DTLS"), ssl::dtls_maker),
    (tag("STREAM_EVENT"), crate::stream_event::maker),
    (tag("WEBSOCKET"), crate::websocket::maker),
];

/// The tag of a kind by its name, `SSL`. Meant for constants: a name that is not known ends the build.
#[must_use]
pub const fn tag(name: &str) -> Tag {
    let mut at = 0;
    while at < NAMES.len() {
        if same(NAMES[at].0.as_bytes(), name.as_bytes()) {
            return Tag(at as u16 + 1);
        }
        at += 1;
    }
    panic!("no analyzer has this name")
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The tag of a kind that is known by name alone when the program runs; signatures write it in small letters too.
pub fn find(name: &str) -> Option<Tag> {
    let at = NAMES.iter().position(|(n, _)| n.eq_ignore_ascii_case(name))?;
    u16::try_from(at + 1).ok().map(Tag)
}

/// The kinds that are built.
pub fn built() -> impl Iterator<Item = Tag> {
    KINDS.iter().map(|(tag, _)| *tag)
}

/// Every kind that has a name, built or not.
pub fn all() -> impl Iterator<Item = Tag> {
    (1..=NAMES.len() as u16).map(Tag)
}

/// The name of a kind: `HTTP`; empty for a tag that nothing has.
pub fn name(tag: Tag) -> &'static str {
    names(tag).0
}

/// The enumerator of a kind: `Analyzer::ANALYZER_HTTP`.
pub fn script_name(tag: Tag) -> &'static str {
    names(tag).1
}

fn names(tag: Tag) -> (&'static str, &'static str) {
    let at = usize::from(tag.0).checked_sub(1);
    at.and_then(|at| NAMES.get(at)).copied().unwrap_or_default()
}

/// Gives a new connection something that looks at its first bytes, where there is any reason to look.
pub type Detect = Box<dyn Fn(&ConnView<'_>) -> Option<Box<dyn Detector>>>;

/// All analyzers, under the settings of a run.
pub struct Protocols {
    makers: Vec<Option<Maker>>,
    detect: Option<Detect>,
}

impl Protocols {
    /// Reads what each kind wants to know.
    pub fn new(settings: &dyn Settings, detect: Option<Detect>) -> Self {
        let mut makers: Vec<Option<Maker>> = Vec::new();
        makers.resize_with(NAMES.len() + 1, || None);
        for (tag, kind) in KINDS {
            if let Some(slot) = makers.get_mut(usize::from(tag.0)) {
                *slot = Some(kind(settings));
            }
        }
        Protocols { makers, detect }
    }
}

impl Factory for Protocols {
    fn create(&self, tag: Tag, conn: &ConnView<'_>) -> Option<Box<dyn Analyzer>> {
        self.makers.get(usize::from(tag.0))?.as_ref()?(conn)
    }

    fn name(&self, tag: Tag) -> &'static str {
        name(tag)
    }

    fn script_name(&self, tag: Tag) -> EnumName {
        EnumName(script_name(tag))
    }

    fn detector(&self, conn: &ConnView<'_>) -> Option<Box<dyn Detector>> {
        self.detect.as_ref()?(conn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_found_by_its_name_and_named_by_its_tag() {
        for tag in all() {
            assert_eq!(find(name(tag)), Some(tag));
            assert_eq!(script_name(tag), format!("Analyzer::ANALYZER_{}", name(tag)));
        }
        assert_eq!(tag("DNS"), Tag(11));
        assert_eq!((find("NOTHING"), name(Tag(0)), name(Tag(9999))), (None, "", ""));
    }

    #[test]
    fn no_kind_is_built_twice() {
        let mut tags: Vec<Tag> = KINDS.iter().map(|k| k.0).collect();
        tags.sort_unstable();
        tags.dedup();
        assert_eq!(tags.len(), KINDS.len());
    }
}
