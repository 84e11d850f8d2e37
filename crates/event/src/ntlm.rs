// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_NTLM.events.bif.zeek, base/init/smb.zeek}.
//! NT LAN Manager's challenge and response ([MS-NLMP]).
use crate::arg::{ConnId, Moment};
use crate::declare::{events, records};

records! {
    /// The version of the sender's system.
    Version = "NTLM::Version" { major: u64, minor: u64, build: u64, ntlmssp: u64 }
    /// Negotiated options ([MS-NLMP] 2.2.2.5).
    NegotiateFlags = "NTLM::NegotiateFlags" {
        negotiate_56: bool, negotiate_key_exch: bool, negotiate_128: bool, negotiate_version: bool,
        negotiate_target_info: bool, request_non_nt_session_key: bool, negotiate_identify: bool,
        negotiate_extended_sessionsecurity: bool, target_type_server: bool, target_type_domain: bool,
        negotiate_always_sign: bool, negotiate_oem_workstation_supplied: bool, negotiate_oem_domain_supplied: bool,
        negotiate_anonymous_connection: bool, negotiate_ntlm: bool, negotiate_lm_key: bool, negotiate_datagram: bool,
        negotiate_seal: bool, negotiate_sign: bool, request_target: bool, negotiate_oem: bool,
        negotiate_unicode: bool
    }
    /// The client's first message.
    NegotiateMessage<'a> = "NTLM::Negotiate" {
        flags: NegotiateFlags, domain_name: Option<&'a [u8]>, workstation: Option<&'a [u8]>, version: Option<Version>
    }
    /// Facts that a server states about itself.
    Avs<'a> = "NTLM::AVs" {
        nb_computer_name: Option<&'a [u8]>, nb_domain_name: Option<&'a [u8]>, dns_computer_name: Option<&'a [u8]>,
        dns_domain_name: Option<&'a [u8]>, dns_tree_name: Option<&'a [u8]>, constrained_auth: Option<bool>,
        timestamp: Option<Moment>, single_host_id: Option<u64>, target_name: Option<&'a [u8]>
    }
    /// The server's message.
    ChallengeMessage<'a> = "NTLM::Challenge" {
        flags: NegotiateFlags, challenge: u64, target_name: Option<&'a [u8]>, version: Option<Version>,
        target_info: Option<Avs<'a>>
    }
    /// The client's authentication.
    AuthenticateMessage<'a> = "NTLM::Authenticate" {
        flags: NegotiateFlags, domain_name: Option<&'a [u8]>, user_name: Option<&'a [u8]>,
        workstation: Option<&'a [u8]>, session_key: Option<&'a [u8]>, version: Option<Version>,
        response: Option<&'a [u8]>
    }
}

events! { in ntlm;
    /// A client's NTLM negotiation message.
    Negotiate<'a> = "ntlm_negotiate" { c: ConnId, negotiate: NegotiateMessage<'a> }
    /// A server's challenge.
    Challenge<'a> = "ntlm_challenge" { c: ConnId, challenge: ChallengeMessage<'a> }
    /// A client's response to a challenge.
    Authenticate<'a> = "ntlm_authenticate" { c: ConnId, request: AuthenticateMessage<'a> }
}
