//! Reports the messages of key exchanges, and host keys.
use crate::ssh::message::{Exchange, Fields};
use event::ssh as ev;
use md5::{Digest, Md5};
use session::Role;
use session::analyzer::Context;
use std::fmt::Write;
use wire::ReadResult;

/// Reports a message of the key exchange.
pub(super) fn report(
    cx: &mut Context<'_, '_>,
    from: Role,
    way: Exchange,
    kind: u8,
    f: &mut Fields<'_, '_>,
) -> ReadResult<()> {
    let is_orig = from.is_orig();
    match (way, kind) {
        (Exchange::Dh, 30) | (Exchange::DhGex, 32) => {
            f.string()?;
            cx.event(|c| ev::Ssh2DhGexInit { c, is_orig });
        }
        (Exchange::Dh, 31) | (Exchange::DhGex, 33) => {
            let key = f.string()?;
            f.string()?;
            f.string()?;
            host_key(cx, key);
        }
        (Exchange::DhGex, 31) | (Exchange::Gss, 41) => {
            let (p, q) = (f.string()?, f.string()?);
            cx.event(|c| ev::Ssh2DhServerParams { c, p, q });
        }
        (Exchange::Ecc, 30) => {
            let q = f.string()?;
            cx.event(|c| ev::Ssh2EccKey { c, is_orig, q });
            cx.event(|c| ev::Ssh2EccInit { c, is_orig });
        }
        (Exchange::Ecc, 31) => {
            let (key, q) = (f.string()?, f.string()?);
            f.string()?;
            host_key(cx, key);
            cx.event(|c| ev::Ssh2EccKey { c, is_orig, q });
        }
        (Exchange::Gss, 30) => {
            f.string()?;
            f.string()?;
            cx.event(|c| ev::Ssh2GssInit { c, is_orig });
        }
        (Exchange::Gss, 33) => {
            let key = f.string()?;
            host_key(cx, key);
        }
        (Exchange::Gss, 34) => {
            let (major, minor) = (f.r.be32()?, f.r.be32()?);
            let err_msg = f.string()?;
            cx.event(|c| ev::Ssh2GssError {
                c,
                major_status: major.into(),
                minor_status: minor.into(),
                err_msg,
            });
        }
        (Exchange::Rsa, 31) => {
            f.string()?;
            cx.event(|c| ev::Ssh2RsaSecret { c, is_orig });
        }
        _ => {}
    }
    Ok(())
}

fn host_key(cx: &mut Context<'_, '_>, key: &[u8]) {
    let hash = fingerprint(Md5::new().chain_update(key));
    cx.event(|c| ev::SshServerHostKey { c, hash: hash.as_bytes() });
    cx.event(|c| ev::Ssh2ServerHostKey { c, key });
}

/// A digest in hexadecimal, with colons between the bytes.
pub(super) fn fingerprint(digest: Md5) -> String {
    let mut out = String::new();
    for b in digest.finalize() {
        if !out.is_empty() {
            out.push(':');
        }
        // Writing to a string cannot fail.
        let _ = write!(out, "{b:02x}");
    }
    out
}
