// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_SSH.events.bif.zeek, base/init/infrastructure.zeek}.
//! SSH (RFC 4253, 4419, 4432, 4462, 5656, and version 1.5 before them).
use crate::arg::{ConnId, ListOf};
use crate::declare::{events, records};

records! {
    /// Algorithms for each direction, best first.
    AlgorithmPrefs<'a> = "SSH::Algorithm_Prefs" {
        client_to_server: Option<ListOf<'a, &'a [u8]>>, server_to_client: Option<ListOf<'a, &'a [u8]>>
    }
    /// The algorithms that a side supports (RFC 4253, 7.1).
    Capabilities<'a> = "SSH::Capabilities" {
        kex_algorithms: ListOf<'a, &'a [u8]>, server_host_key_algorithms: ListOf<'a, &'a [u8]>,
        encryption_algorithms: AlgorithmPrefs<'a>, mac_algorithms: AlgorithmPrefs<'a>,
        compression_algorithms: AlgorithmPrefs<'a>, languages: Option<AlgorithmPrefs<'a>>, is_server: bool
    }
}

events! { in ssh;
    /// The first line of a server.
    SshServerVersion<'a> = "ssh_server_version" { c: ConnId, version: &'a [u8] }
    /// The first line of a client.
    SshClientVersion<'a> = "ssh_client_version" { c: ConnId, version: &'a [u8] }
    /// A client has logged in, inferred from the lengths of encrypted packets.
    SshAuthSuccessful = "ssh_auth_successful" { c: ConnId, auth_method_none: bool }
    /// An authentication attempt, inferred from the lengths of encrypted packets.
    SshAuthAttempted = "ssh_auth_attempted" { c: ConnId, authenticated: bool }
    /// The algorithms that a side supports.
    SshCapabilities<'a> = "ssh_capabilities" { c: ConnId, cookie: &'a [u8], capabilities: Capabilities<'a> }
    /// The key of a server (version 2).
    Ssh2ServerHostKey<'a> = "ssh2_server_host_key" { c: ConnId, key: &'a [u8] }
    /// The key of a server (version 1).
    Ssh1ServerHostKey<'a> = "ssh1_server_host_key" { c: ConnId, modulus: &'a [u8], exponent: &'a [u8] }
    /// The key of a server by its digest.
    SshServerHostKey<'a> = "ssh_server_host_key" { c: ConnId, hash: &'a [u8] }
    /// An encrypted packet. Handlers run often.
    SshEncryptedPacket = "ssh_encrypted_packet" { c: ConnId, orig: bool, len: u64 }
    /// The Diffie-Hellman group that a server chose.
    Ssh2DhServerParams<'a> = "ssh2_dh_server_params" { c: ConnId, p: &'a [u8], q: &'a [u8] }
    /// A key exchange by GSS-API failed.
    Ssh2GssError<'a> = "ssh2_gss_error" { c: ConnId, major_status: u64, minor_status: u64, err_msg: &'a [u8] }
    /// A side's part of a key exchange by elliptic curves.
    Ssh2EccKey<'a> = "ssh2_ecc_key" { c: ConnId, is_orig: bool, q: &'a [u8] }
    /// A key exchange by elliptic curves begins.
    Ssh2EccInit = "ssh2_ecc_init" { c: ConnId, is_orig: bool }
    /// A key exchange in a group of the server's choice begins.
    Ssh2DhGexInit = "ssh2_dh_gex_init" { c: ConnId, is_orig: bool }
    /// A key exchange by GSS-API begins.
    Ssh2GssInit = "ssh2_gss_init" { c: ConnId, is_orig: bool }
    /// A key exchange by RSA: the encrypted secret.
    Ssh2RsaSecret = "ssh2_rsa_secret" { c: ConnId, is_orig: bool }
    /// A line sent by a server before its version.
    SshServerPreBannerData<'a> = "ssh_server_pre_banner_data" { c: ConnId, data: &'a [u8] }
}
