//! Decryption of encrypted parts with a known key: AES with HMAC-SHA1 (RFC 3961, 3962) and RC4 with HMAC-MD5 (RFC 4757).
use aes_gcm::KeyInit;
use aes_gcm::aes::cipher::{BlockCipherDecrypt, BlockCipherEncrypt};
use aes_gcm::aes::{Aes128, Aes256};
use hmac::{Hmac, Mac};
use md5::Md5;
use sha1::Sha1;

/// `aes128-cts-hmac-sha1-96`
const AES128: u64 = 17;
/// `aes256-cts-hmac-sha1-96`
const AES256: u64 = 18;
/// `arcfour-hmac`
const RC4: u64 = 23;

/// Bytes of a block of AES.
const BLOCK: usize = 16;
/// Bytes of the checksums: truncated SHA-1, and MD5.
const SHA1_96: usize = 12;
const MD5: usize = 16;
/// Random bytes before the text that RC4 encrypts.
const CONFOUNDER: usize = 8;

/// What a key is used for: the encrypted part of a ticket (RFC 4120, 7.5.1).
pub(super) const TICKET: u32 = 2;

/// The text of an encrypted part; `None` if the key does not fit, the type is unknown, or the checksum is wrong.
pub(super) fn decrypted(etype: u64, key: &[u8], usage: u32, cipher: &[u8]) -> Option<Vec<u8>> {
    match etype {
        AES128 | AES256 => with_aes(key, usage, cipher),
        RC4 => with_rc4(key, usage, cipher),
        _ => None,
    }
}

/// AES with a key of either length.
enum Aes {
    Short(Aes128),
    Long(Aes256),
}

impl Aes {
    fn new(key: &[u8]) -> Option<Aes> {
        let short = Aes128::new_from_slice(key).map(Aes::Short);
        short.or_else(|_| Aes256::new_from_slice(key).map(Aes::Long)).ok()
    }

    fn encrypt(&self, block: [u8; BLOCK]) -> [u8; BLOCK] {
        let mut block = block.into();
        match self {
            Aes::Short(aes) => aes.encrypt_block(&mut block),
            Aes::Long(aes) => aes.encrypt_block(&mut block),
        }
        block.0
    }

    fn decrypt(&self, block: [u8; BLOCK]) -> [u8; BLOCK] {
        let mut block = block.into();
        match self {
            Aes::Short(aes) => aes.decrypt_block(&mut block),
            Aes::Long(aes) => aes.decrypt_block(&mut block),
        }
        block.0
    }
}

/// Text with a block of random bytes before it, in CBC with ciphertext stealing, and a checksum of both (RFC 3962, 6).
fn with_aes(key: &[u8], usage: u32, cipher: &[u8]) -> Option<Vec<u8>> {
    let (sealed, sum) = cipher.split_at_checked(cipher.len().checked_sub(SHA1_96)?)?;
    let text = unstolen(&Aes::new(&derived(key, usage, 0xaa)?)?, sealed)?;
    let made = keyed::<Hmac<Sha1>>(&derived(key, usage, 0x55)?, &[&text])?;
    if made.get(..SHA1_96)? != sum {
        return None;
    }
    text.get(BLOCK..).map(<[u8]>::to_vec)
}

/// Decrypts CBC whose last two blocks are swapped, the last one cut to the length of the text.
fn unstolen(aes: &Aes, sealed: &[u8]) -> Option<Vec<u8>> {
    if sealed.len() <= BLOCK {
        return Some(aes.decrypt(sealed.try_into().ok()?).to_vec());
    }
    let last = (sealed.len() - 1) % BLOCK + 1;
    let (whole, tail) = sealed.split_at_checked(sealed.len() - BLOCK - last)?;
    let (swapped, cut) = tail.split_first_chunk::<BLOCK>()?;
    let mut before = [0; BLOCK];
    let mut text = Vec::with_capacity(sealed.len());
    for block in whole.as_chunks::<BLOCK>().0 {
        text.extend(xor(aes.decrypt(*block), &before));
        before = *block;
    }
    // The end of the second to last block of CBC was not sent: it is the end of what the last one decrypts to.
    let mut stolen = aes.decrypt(*swapped);
    let ending = xor(stolen, cut);
    stolen.get_mut(..last)?.copy_from_slice(cut);
    text.extend(xor(aes.decrypt(stolen), &before));
    text.extend(ending.get(..last)?);
    Some(text)
}

fn xor(mut a: [u8; BLOCK], b: &[u8]) -> [u8; BLOCK] {
    a.iter_mut().zip(b).for_each(|(a, b)| *a ^= b);
    a
}

/// A key for one usage: encryption (0xaa) or checksums (0x55), `DK` of RFC 3961, 5.1.
fn derived(key: &[u8], usage: u32, purpose: u8) -> Option<Vec<u8>> {
    let [a, b, c, d] = usage.to_be_bytes();
    let aes = Aes::new(key)?;
    let mut block = folded(&[a, b, c, d, purpose]);
    let mut out = Vec::with_capacity(key.len() + BLOCK);
    while out.len() < key.len() {
        block = aes.encrypt(block);
        out.extend(block);
    }
    out.truncate(key.len());
    Some(out)
}

/// The n-fold of RFC 3961, 5.1, to a block: the input is repeated, each time rotated right by 13 bits more, up to the least
/// common multiple of both lengths; the blocks of the result are added with the carry going around.
fn folded(input: &[u8]) -> [u8; BLOCK] {
    let (bits, len) = (input.len() * 8, input.len());
    let mut times = 1;
    while !(times * len).is_multiple_of(BLOCK) {
        times += 1;
    }
    let bit = |copy: usize, n: usize| {
        let from = (n + bits * 13 - 13 * copy % bits) % bits;
        input.get(from / 8).map_or(0, |b| b >> (7 - from % 8) & 1)
    };
    let long: Vec<u8> = (0..times * len)
        .map(|at| (0..8).fold(0, |byte, i| byte << 1 | bit(at / len, at % len * 8 + i)))
        .collect();
    long.as_chunks::<BLOCK>()
        .0
        .iter()
        .fold(0u128, |sum, block| {
            let (sum, carry) = sum.overflowing_add(u128::from_be_bytes(*block));
            sum + u128::from(carry)
        })
        .to_be_bytes()
}

/// A checksum, and the text with random bytes before it, encrypted by a key that is made from it (RFC 4757, 5).
fn with_rc4(key: &[u8], usage: u32, cipher: &[u8]) -> Option<Vec<u8>> {
    let (sum, sealed) = cipher.split_at_checked(MD5)?;
    let own = keyed::<Hmac<Md5>>(key, &[&usage.to_le_bytes()])?;
    let mut text = sealed.to_vec();
    rc4(&keyed::<Hmac<Md5>>(&own, &[sum])?, &mut text);
    if keyed::<Hmac<Md5>>(&own, &[&text])? != sum {
        return None;
    }
    text.get(CONFOUNDER..).map(<[u8]>::to_vec)
}

/// Encrypts or decrypts in place with the stream cipher RC4 (RFC 6229 has its outputs).
fn rc4(key: &[u8], data: &mut [u8]) {
    let mut state: [u8; 256] = std::array::from_fn(|i| i as u8);
    let at = |state: &[u8; 256], n: u8| state.get(usize::from(n)).copied().unwrap_or(0);
    let mut j = 0u8;
    for (i, k) in (0..=255u8).zip(key.iter().cycle()) {
        j = j.wrapping_add(at(&state, i)).wrapping_add(*k);
        state.swap(i.into(), j.into());
    }
    let (mut i, mut j) = (0u8, 0u8);
    for byte in data {
        i = i.wrapping_add(1);
        j = j.wrapping_add(at(&state, i));
        state.swap(i.into(), j.into());
        *byte ^= at(&state, at(&state, i).wrapping_add(at(&state, j)));
    }
}

fn keyed<M: Mac + KeyInit>(key: &[u8], parts: &[&[u8]]) -> Option<Vec<u8>> {
    let mut mac = <M as KeyInit>::new_from_slice(key).ok()?;
    parts.iter().for_each(|p| mac.update(p));
    Some(mac.finalize().into_bytes().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(hex: &str) -> Vec<u8> {
        let digits: Vec<u8> = hex.chars().filter_map(|c| c.to_digit(16)).map(|d| d as u8).collect();
        digits.as_chunks::<2>().0.iter().map(|[a, b]| a << 4 | b).collect()
    }

    /// RFC 3961, appendix A.1.
    #[test]
    fn folds() {
        assert_eq!(folded(b"kerberos").to_vec(), bytes("6b65726265726f737b9b5b2b93132b93"));
    }

    /// RFC 3962, appendix B: texts of 17 to 48 bytes without a vector of initialization.
    #[test]
    fn ciphertext_stealing() {
        let aes = Aes::new(b"chicken teriyaki").unwrap();
        let text = b"I would like the General Gau's Chicken, please,";
        for (len, sealed) in [
            (17, "c6353568f2bf8cb4d8a580362da7ff7f97"),
            (31, "fc00783e0efdb2c1d445d4c8eff7ed2297687268d6ecccc0c07b25e25ecfe5"),
            (32, "39312523a78662d5be7fcbcc98ebf5a897687268d6ecccc0c07b25e25ecfe584"),
            (
                47,
                "97687268d6ecccc0c07b25e25ecfe584b3fffd940c16a18c1b5549d2f838029e39312523a78662d5be7fcbcc98ebf5",
            ),
        ] {
            assert_eq!(unstolen(&aes, &bytes(sealed)).unwrap(), text[..len], "{len} bytes");
        }
    }

    /// RFC 6229, a key of 40 bits.
    #[test]
    fn the_stream_cipher() {
        let mut stream = vec![0; 16];
        rc4(&bytes("0102030405"), &mut stream);
        assert_eq!(stream, bytes("b2396305f03dc027ccc3524a0a1118a8"));
    }

    #[test]
    fn another_key_or_a_changed_byte_decrypts_nothing() {
        let key = [7; 16];
        let own = keyed::<Hmac<Md5>>(&key, &[&TICKET.to_le_bytes()]).unwrap();
        let mut text = b"8 randomthe text".to_vec();
        let sum = keyed::<Hmac<Md5>>(&own, &[&text]).unwrap();
        rc4(&keyed::<Hmac<Md5>>(&own, &[&sum]).unwrap(), &mut text);
        let mut sealed = [sum, text].concat();
        assert_eq!(decrypted(RC4, &key, TICKET, &sealed), Some(b"the text".to_vec()));
        assert_eq!(decrypted(RC4, &[8; 16], TICKET, &sealed), None);
        assert_eq!(decrypted(RC4, &key, TICKET + 1, &sealed), None);
        assert_eq!(decrypted(99, &key, TICKET, &sealed), None);
        assert_eq!(decrypted(AES128, &key, TICKET, &sealed), None);
        *sealed.last_mut().unwrap() ^= 1;
        assert_eq!(decrypted(RC4, &key, TICKET, &sealed), None);
        for n in 0..sealed.len() {
            for etype in [AES128, AES256, RC4] {
                assert_eq!(decrypted(etype, &key, TICKET, &sealed[..n]), None);
            }
        }
    }
}
