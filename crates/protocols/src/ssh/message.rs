//! Parses the messages of key exchanges.
use super::Anomaly;
use wire::{ReadResult, Reader};

/// A reader with a limit on the length of strings.
pub(super) struct Fields<'a, 'w> {
    pub(super) r: Reader<'a>,
    pub(super) max_string: u32,
    pub(super) odd: &'w mut dyn FnMut(Anomaly),
}

impl<'a> Fields<'a, '_> {
    /// Reads a string, which follows its length of four bytes (RFC 4251, 5).
    pub(super) fn string(&mut self) -> ReadResult<&'a [u8]> {
        let mut len = self.r.be32()?;
        if self.max_string > 0 && len > self.max_string {
            (self.odd)(Anomaly::StringTooLong(len, self.max_string));
            len = self.max_string;
        }
        self.r.bytes(len as usize)
    }

    /// Reads a multiple-precision integer of version 1, which follows its length in bits.
    pub(super) fn old_number(&mut self) -> ReadResult<&'a [u8]> {
        let bits = usize::from(self.r.be16()?);
        self.r.bytes(bits.div_ceil(8))
    }
}

/// SSH_MSG_KEXINIT: the algorithms of a side (RFC 4253, 7.1).
pub(super) struct KexInit<'a> {
    pub(super) cookie: &'a [u8],
    /// Key exchange and host key algorithms; then ciphers, MACs, compressions and languages, each client to server
    /// and server to client.
    pub(super) lists: [&'a [u8]; 10],
}

impl<'a> KexInit<'a> {
    pub(super) fn read(f: &mut Fields<'a, '_>) -> ReadResult<Self> {
        let cookie = f.r.bytes(16)?;
        let mut lists = [&[][..]; 10];
        for list in &mut lists {
            *list = f.string()?;
        }
        f.r.skip(5)?;
        Ok(KexInit { cookie, lists })
    }
}

/// The names of a list.
pub(super) fn names(list: &[u8]) -> Vec<&[u8]> {
    list.split(|b| *b == b',').filter(|n| !n.is_empty()).collect()
}

/// Key exchange methods, grouped by the format of their messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exchange {
    Dh,
    DhGex,
    Ecc,
    Gss,
    Rsa,
}

/// The group of the method with this name.
pub(super) fn exchange(name: &[u8]) -> Option<Exchange> {
    const DH: [&[u8]; 4] = [
        b"diffie-hellman-group1-sha1",
        b"diffie-hellman-group14-sha1",
        b"diffie-hellman-group14-sha256",
        b"diffie-hellman-group16-sha512",
    ];
    const ECC: [&[u8]; 5] =
        [b"ecdh-sha2-", b"ecmqv-sha2", b"curve25519-sha256", b"sntrup761x25519-sha512", b"mlkem"];
    match name {
        b"rsa1024-sha1" | b"rsa2048-sha256" => Some(Exchange::Rsa),
        b"diffie-hellman-group-exchange-sha1" | b"diffie-hellman-group-exchange-sha256" => {
            Some(Exchange::DhGex)
        }
        n if DH.contains(&n) => Some(Exchange::Dh),
        n if n.starts_with(b"gss-") => Some(Exchange::Gss),
        n if ECC.iter().any(|e| n.starts_with(e)) => Some(Exchange::Ecc),
        _ => None,
    }
}
