//! Decrypts TLS 1.2 (RFC 5246) if scripts provide a connection's secret: the cipher suites with AES-GCM (RFC 5288, RFC
//! 5289).
use super::content;
use aes_gcm::aead::array::Array;
use aes_gcm::aead::{AeadInOut, KeyInit};
use aes_gcm::{Aes128Gcm, Aes256Gcm};
use hmac::{Hmac, Mac};
use session::Role;
use sha2::{Sha256, Sha384};

/// Bytes of a nonce's implicit part, which is derived, of its explicit part, which the record has, and of the tag.
const FIXED: usize = 4;
const EXPLICIT: usize = 8;
const TAG: usize = 16;

/// A secret of a connection, provided by scripts.
#[derive(Clone, Debug)]
pub enum Secrets {
    /// The master secret, from which the keys derive.
    Secret(Vec<u8>),
    /// The keys: the client's, the server's, and the implicit nonces of both.
    Keys(Vec<u8>),
}

/// The cipher suite's key length and PRF hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Suite {
    Aes128Sha256,
    Aes256Sha384,
}

impl Suite {
    const fn of(number: u16) -> Option<Suite> {
        match number {
            0x009c | 0x009e | 0xc02b | 0xc02f => Some(Suite::Aes128Sha256),
            0x009d | 0x009f | 0xc02c | 0xc030 => Some(Suite::Aes256Sha384),
            _ => None,
        }
    }

    const fn key_len(self) -> usize {
        match self {
            Suite::Aes128Sha256 => 16,
            Suite::Aes256Sha384 => 32,
        }
    }
}

/// Decrypts the records of one side.
struct Opener {
    suite: Suite,
    key: Vec<u8>,
    nonce: [u8; FIXED],
}

/// Decrypts the records of a connection, up to the first failure.
#[derive(Default)]
pub(super) struct Decryption {
    known: Option<Secrets>,
    /// The random bytes of the client's and the server's hello.
    randoms: [[u8; 32]; 2],
    /// The number of encrypted records of each side.
    records: [u64; 2],
    openers: Option<[Opener; 2]>,
}

impl Decryption {
    /// Takes a secret from scripts.
    pub(super) fn learn(&mut self, known: Secrets) {
        self.known = Some(known);
        self.openers = None;
    }

    /// True if scripts have provided a secret.
    pub(super) fn is_wanted(&self) -> bool {
        self.known.is_some()
    }

    /// Takes the random bytes of a hello.
    pub(super) fn hello(&mut self, is_client: bool, random: [u8; 32]) {
        if let Some(place) = self.randoms.get_mut(usize::from(!is_client)) {
            *place = random;
        }
    }

    /// Takes an encrypted record; returns its content if that is application data and can be decrypted. `head` is
    /// type and version of the record.
    pub(super) fn open(
        &mut self,
        suite: Option<u16>,
        from: Role,
        head: (u16, u16),
        body: &[u8],
    ) -> Option<Vec<u8>> {
        let side = usize::from(!from.is_orig());
        let records = self.records.get_mut(side)?;
        let number = *records;
        *records += 1;
        let known = self.known.as_ref()?;
        if head.0 != content::APPLICATION_DATA {
            return None;
        }
        if self.openers.is_none() {
            self.openers = openers(Suite::of(suite?)?, known, &self.randoms);
        }
        self.openers.as_ref()?.get(side)?.open(number, head, body)
    }
}

fn openers(suite: Suite, known: &Secrets, randoms: &[[u8; 32]; 2]) -> Option<[Opener; 2]> {
    let block = match known {
        Secrets::Keys(keys) => keys.clone(),
        Secrets::Secret(secret) => {
            let [client, server] = randoms;
            let seed = [b"key expansion".as_slice(), server, client].concat();
            expand(suite, secret, &seed, 2 * (suite.key_len() + FIXED))
        }
    };
    let mut rest = block.as_slice();
    let mut take = |n: usize| {
        let (part, after) = rest.split_at_checked(n)?;
        rest = after;
        Some(part)
    };
    let keys = [take(suite.key_len())?.to_vec(), take(suite.key_len())?.to_vec()];
    let nonces = [take(FIXED)?.try_into().ok()?, take(FIXED)?.try_into().ok()?];
    let [client, server] = keys;
    let [client_nonce, server_nonce] = nonces;
    Some([
        Opener { suite, key: client, nonce: client_nonce },
        Opener { suite, key: server, nonce: server_nonce },
    ])
}

/// Derives `len` bytes from a secret: the function P_hash (RFC 5246, 5).
fn expand(suite: Suite, secret: &[u8], seed: &[u8], len: usize) -> Vec<u8> {
    let hash = |parts: [&[u8]; 2]| match suite {
        Suite::Aes128Sha256 => keyed::<Hmac<Sha256>>(secret, parts),
        Suite::Aes256Sha384 => keyed::<Hmac<Sha384>>(secret, parts),
    };
    let mut out = Vec::with_capacity(len);
    let mut step = hash([seed, &[]]);
    while out.len() < len {
        out.extend_from_slice(&hash([&step, seed]));
        step = hash([&step, &[]]);
    }
    out.truncate(len);
    out
}

fn keyed<M: Mac + KeyInit>(secret: &[u8], parts: [&[u8]; 2]) -> Vec<u8> {
    // HMAC accepts keys of any length.
    let Ok(mut mac) = <M as KeyInit>::new_from_slice(secret) else { return Vec::new() };
    parts.iter().for_each(|p| mac.update(p));
    mac.finalize().into_bytes().to_vec()
}

impl Opener {
    fn open(&self, number: u64, (kind, version): (u16, u16), body: &[u8]) -> Option<Vec<u8>> {
        let (explicit, sealed) = body.split_at_checked(EXPLICIT)?;
        let (text, tag) = sealed.split_at_checked(sealed.len().checked_sub(TAG)?)?;
        let mut nonce = [0; FIXED + EXPLICIT];
        let (fixed, rest) = nonce.split_at_mut(FIXED);
        fixed.copy_from_slice(&self.nonce);
        rest.copy_from_slice(explicit);
        // The additional data: sequence number, type, version and length (RFC 5246, 6.2.3.3).
        let mut about = number.to_be_bytes().to_vec();
        about.push(kind as u8);
        about.extend_from_slice(&version.to_be_bytes());
        about.extend_from_slice(&(text.len() as u16).to_be_bytes());
        let mut opened = text.to_vec();
        let (nonce, tag) = (Array(nonce), Array(<[u8; TAG]>::try_from(tag).ok()?));
        match self.suite {
            Suite::Aes128Sha256 => Aes128Gcm::new_from_slice(&self.key)
                .ok()?
                .decrypt_inout_detached(&nonce, &about, opened.as_mut_slice().into(), &tag)
                .ok()?,
            Suite::Aes256Sha384 => Aes256Gcm::new_from_slice(&self.key)
                .ok()?
                .decrypt_inout_detached(&nonce, &about, opened.as_mut_slice().into(), &tag)
                .ok()?,
        }
        Some(opened)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_expanded() {
        let secret = b"\x9b\xbe\x43\x6b\xa9\x40\xf0\x17\xb1\x76\x52\x84\x9a\x71\xdb\x35";
        let seed = b"test label\xa0\xba\x9f\x93\x6c\xda\x31\x18\x27\xa6\xf7\x96\xff\xd5\x19\x8c";
        let expanded = expand(Suite::Aes128Sha256, secret, seed, 32);
        assert_eq!(
            expanded,
            b"\xe3\xf2\x29\xba\x72\x7b\xe1\x7b\x8d\x12\x26\x20\x55\x7c\xd4\x53\
              \xc2\xaa\xb2\x1d\x07\xc3\xd4\x95\x32\x9b\x52\xd4\xe6\x1e\xdb\x5a"
        );
        assert_eq!(expand(Suite::Aes256Sha384, secret, seed, 100).len(), 100);
    }

    /// Encrypts the client's record with this sequence number.
    fn sealed(number: u64, text: &[u8]) -> Vec<u8> {
        let mut about = number.to_be_bytes().to_vec();
        about.extend_from_slice(&[23, 3, 3, 0, text.len() as u8]);
        let nonce = Array(*b"NNNNexplicit");
        let mut body = text.to_vec();
        let cipher = Aes128Gcm::new_from_slice(&[1; 16]).expect("a key");
        let tag =
            cipher.encrypt_inout_detached(&nonce, &about, body.as_mut_slice().into()).expect("it is short");
        [b"explicit".as_slice(), &body, &tag].concat()
    }

    #[test]
    fn records_are_opened_in_order() {
        const SUITE: Option<u16> = Some(0xc02f);
        let keys = [[1; 16], [2; 16]].concat();
        let mut d = Decryption::default();
        assert!(!d.is_wanted());
        // The Finished message arrives before scripts provide the secret.
        assert_eq!(d.open(SUITE, Role::Orig, (22, 0x0303), b"sealed"), None);
        d.learn(Secrets::Keys([keys.as_slice(), b"NNNNOOOO"].concat()));
        assert_eq!(d.open(SUITE, Role::Orig, (23, 0x0303), &sealed(1, b"hello")), Some(b"hello".to_vec()));
        assert_eq!(d.open(SUITE, Role::Orig, (23, 0x0303), &sealed(1, b"again")), None);
        assert_eq!(d.open(SUITE, Role::Orig, (23, 0x0303), &sealed(3, b"more")), Some(b"more".to_vec()));
        assert_eq!(d.open(SUITE, Role::Resp, (23, 0x0303), &sealed(0, b"hello")), None);
        assert_eq!(d.open(SUITE, Role::Orig, (23, 0x0303), b"short"), None);
        d.learn(Secrets::Keys(b"none".to_vec()));
        assert_eq!(d.open(SUITE, Role::Orig, (23, 0x0303), &sealed(5, b"hello")), None);
    }
}
