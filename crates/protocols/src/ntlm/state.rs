//! The analyzer: reports messages as events.
use super::message::{Authenticate, Av, AvPairs, Challenge, Message, Negotiate, Version};
use crate::windows::{text, time};
use crate::{Maker, Settings};
use event::ntlm as ev;
use session::Role;
use session::analyzer::{Analyzer, Context};
use wire::ReadResult;

/// The analyzer. Each delivery is a message.
#[derive(Default)]
pub struct Ntlm;

/// Returns the maker of a run's analyzers.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::new(Ntlm)))
}

impl Ntlm {
    /// Reads a complete message.
    pub fn message(&mut self, cx: &mut Context<'_, '_>, bytes: &[u8]) {
        let result = Message::read(bytes).and_then(|m| match m {
            Message::Negotiate(m) => {
                negotiate(cx, &m);
                Ok(())
            }
            Message::Challenge(m) => challenge(cx, &m),
            Message::Authenticate(m) => {
                authenticate(cx, &m);
                Ok(())
            }
            Message::Other(_) => Ok(()),
        });
        match result {
            Ok(()) => cx.confirm(),
            Err(e) => cx.violate(&e.to_string(), None),
        }
    }
}

impl Analyzer for Ntlm {
    fn stream(&mut self, cx: &mut Context<'_, '_>, _: Role, data: &[u8]) {
        self.message(cx, data);
    }
}

fn flags(bits: u32) -> ev::NegotiateFlags {
    let has = |n: u32| bits >> n & 1 != 0;
    ev::NegotiateFlags {
        negotiate_56: has(31),
        negotiate_key_exch: has(30),
        negotiate_128: has(29),
        negotiate_version: has(25),
        negotiate_target_info: has(23),
        request_non_nt_session_key: has(22),
        negotiate_identify: has(20),
        negotiate_extended_sessionsecurity: has(19),
        target_type_server: has(17),
        target_type_domain: has(16),
        negotiate_always_sign: has(15),
        negotiate_oem_workstation_supplied: has(13),
        negotiate_oem_domain_supplied: has(12),
        negotiate_anonymous_connection: has(11),
        negotiate_ntlm: has(9),
        negotiate_lm_key: has(7),
        negotiate_datagram: has(6),
        negotiate_seal: has(5),
        negotiate_sign: has(4),
        request_target: has(2),
        negotiate_oem: has(1),
        negotiate_unicode: has(0),
    }
}

fn version(v: Version) -> ev::Version {
    ev::Version {
        major: v.major.into(),
        minor: v.minor.into(),
        build: v.build.into(),
        ntlmssp: v.revision.into(),
    }
}

fn negotiate(cx: &mut Context<'_, '_>, m: &Negotiate<'_>) {
    if !cx.wants::<ev::Negotiate<'_>>() {
        return;
    }
    let [domain, workstation] = [m.domain, m.workstation].map(|t| t.map(|t| text(cx, t)));
    cx.event(|c| ev::Negotiate {
        c,
        negotiate: ev::NegotiateMessage {
            flags: flags(m.flags),
            domain_name: domain.as_deref(),
            workstation: workstation.as_deref(),
            version: m.version.map(version),
        },
    });
}

/// The target information, with strings in UTF-8.
#[derive(Default)]
struct Server {
    names: [Option<Vec<u8>>; 5],
    target_name: Option<Vec<u8>>,
    constrained: Option<bool>,
    timestamp: Option<u64>,
    single_host: Option<u32>,
}

impl Server {
    fn read(cx: &mut Context<'_, '_>, mut pairs: AvPairs<'_>, must_end: bool) -> ReadResult<Self> {
        let mut s = Server::default();
        let [nb, nb_domain, dns, dns_domain, tree] = &mut s.names;
        let mut unterminated = false;
        while let Some(av) = pairs.next(&mut unterminated)? {
            match av {
                Av::NbComputerName(t) => *nb = Some(text(cx, t)),
                Av::NbDomainName(t) => *nb_domain = Some(text(cx, t)),
                Av::DnsComputerName(t) => *dns = Some(text(cx, t)),
                Av::DnsDomainName(t) => *dns_domain = Some(text(cx, t)),
                Av::DnsTreeName(t) => *tree = Some(text(cx, t)),
                Av::TargetName(t) => s.target_name = Some(text(cx, t)),
                Av::Flags(bits) => s.constrained = Some(bits & 1 != 0),
                Av::Timestamp(t) => s.timestamp = Some(t),
                Av::SingleHost(n) => s.single_host = Some(n),
                Av::Other(_) => {}
            }
        }
        if unterminated && must_end {
            // The list must end with MsvAvEOL ([MS-NLMP] 2.2.2.1).
            cx.violate("NTLM AV Pair loop underflow", None);
        }
        Ok(s)
    }

    fn record(&self) -> ev::Avs<'_> {
        let [nb, nb_domain, dns, dns_domain, tree] = &self.names;
        ev::Avs {
            nb_computer_name: nb.as_deref(),
            nb_domain_name: nb_domain.as_deref(),
            dns_computer_name: dns.as_deref(),
            dns_domain_name: dns_domain.as_deref(),
            dns_tree_name: tree.as_deref(),
            constrained_auth: self.constrained,
            timestamp: self.timestamp.map(time),
            single_host_id: self.single_host.map(u64::from),
            target_name: self.target_name.as_deref(),
        }
    }
}

fn challenge(cx: &mut Context<'_, '_>, m: &Challenge<'_>) -> ReadResult<()> {
    let pairs = m.target_info.clone();
    let server = pairs.map(|p| Server::read(cx, p, m.has_target_info)).transpose()?;
    if !cx.wants::<ev::Challenge<'_>>() {
        return Ok(());
    }
    let target = m.target_name.map(|t| text(cx, t));
    cx.event(|c| ev::Challenge {
        c,
        challenge: ev::ChallengeMessage {
            flags: flags(m.flags),
            challenge: m.challenge,
            target_name: target.as_deref(),
            version: m.version.map(version),
            target_info: server.as_ref().map(Server::record),
        },
    });
    Ok(())
}

fn authenticate(cx: &mut Context<'_, '_>, m: &Authenticate<'_>) {
    if !cx.wants::<ev::Authenticate<'_>>() {
        return;
    }
    let [domain, user, workstation] = [m.domain, m.user, m.workstation].map(|t| t.map(|t| text(cx, t)));
    cx.event(|c| ev::Authenticate {
        c,
        request: ev::AuthenticateMessage {
            flags: flags(m.flags),
            domain_name: domain.as_deref(),
            user_name: user.as_deref(),
            workstation: workstation.as_deref(),
            session_key: m.session_key,
            version: m.version.map(version),
            response: m.response,
        },
    });
}
