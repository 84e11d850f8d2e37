//! Decrypts Initial packets (RFC 9001, 5). Their keys derive from the version and the client's first destination
//! connection ID, so every observer of the handshake has them.
use super::MAX_PACKET;
use aes_gcm::aead::AeadInOut;
use aes_gcm::aes::Aes128;
use aes_gcm::aes::cipher::BlockCipherEncrypt;
use aes_gcm::{Aes128Gcm, KeyInit};
use hkdf::Hkdf;
use sha2::Sha256;
use std::fmt;

/// Bytes of the authentication tag at the end of a packet.
const TAG: usize = 16;
/// Bytes of the longest packet number; the header protection sample begins after it.
const MAX_NUMBER: usize = 4;

/// One side's keys.
pub(super) struct Keys {
    content: Aes128Gcm,
    nonce: [u8; 12],
    header: Aes128,
}

/// Why a packet cannot be decrypted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sealed {
    /// The packet is shorter than a packet number and the tag.
    TooSmall,
    /// The packet is longer than [`MAX_PACKET`].
    TooLong(usize),
    /// Authentication fails: wrong keys or changed bytes.
    Forged,
}

impl fmt::Display for Sealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sealed::TooSmall => f.write_str("payload too small"),
            Sealed::TooLong(len) => write!(f, "payload_length too large {len}"),
            Sealed::Forged => f.write_str("decryption failed"),
        }
    }
}

impl Keys {
    /// Derives the keys of a side. `client_id` is the destination connection ID of the client's first Initial packet.
    /// Never returns `None`, since all lengths are what the functions require.
    pub(super) fn derive(version: u32, client_id: &[u8], of_client: bool) -> Option<Self> {
        let v2 = version == V2;
        let (_, initial) = Hkdf::<Sha256>::extract(Some(salt(version)), client_id);
        let mut secret = [0; 32];
        expand(&initial, if of_client { "client in" } else { "server in" }, &mut secret)?;
        let own = Hkdf::<Sha256>::from_prk(&secret).ok()?;
        let (mut key, mut nonce, mut header) = ([0; 16], [0; 12], [0; 16]);
        expand(&own, if v2 { "quicv2 key" } else { "quic key" }, &mut key)?;
        expand(&own, if v2 { "quicv2 iv" } else { "quic iv" }, &mut nonce)?;
        expand(&own, if v2 { "quicv2 hp" } else { "quic hp" }, &mut header)?;
        Some(Keys { content: Aes128Gcm::new(&key.into()), nonce, header: Aes128::new(&header.into()) })
    }

    /// Decrypts a packet whose packet number is at `encrypted`, with `len` bytes from there on. Leaves the frames in
    /// `room`.
    pub(super) fn open<'r>(
        &self,
        packet: &[u8],
        encrypted: usize,
        len: usize,
        room: &'r mut Vec<u8>,
    ) -> Result<&'r [u8], Sealed> {
        if len > MAX_PACKET {
            return Err(Sealed::TooLong(len));
        }
        room.clear();
        room.extend_from_slice(packet.get(..encrypted + len).ok_or(Sealed::TooSmall)?);
        let sample = room.get(encrypted + MAX_NUMBER..).and_then(|s| s.first_chunk::<16>());
        let mut mask = (*sample.ok_or(Sealed::TooSmall)?).into();
        self.header.encrypt_block(&mut mask);

        // The unmasked first byte has the length of the packet number (RFC 9001, 5.4.1).
        let [first_mask, number_mask @ ..] = mask.0;
        let first = room.first_mut().ok_or(Sealed::TooSmall)?;
        *first ^= first_mask & 0x0f;
        let number_len = usize::from(*first & 3) + 1;
        let mut nonce = self.nonce;
        let number = room.get_mut(encrypted..encrypted + number_len).ok_or(Sealed::TooSmall)?;
        for (byte, mask) in number.iter_mut().zip(number_mask) {
            *byte ^= mask;
        }
        for (n, byte) in nonce.iter_mut().rev().zip(number.iter().rev()) {
            *n ^= byte;
        }

        let (head, content) = room.split_at_mut(encrypted + number_len);
        let text_len = content.len().checked_sub(TAG).ok_or(Sealed::TooSmall)?;
        let (text, tag) = content.split_at_mut(text_len);
        let tag: [u8; TAG] = tag.try_into().map_err(|_| Sealed::TooSmall)?;
        let opened =
            self.content.decrypt_inout_detached(&nonce.into(), head, (&mut *text).into(), &tag.into());
        opened.map_err(|_| Sealed::Forged)?;
        Ok(text)
    }
}

/// Decrypts an Initial packet whose packet number is at `encrypted`, with `len` bytes from there on. Returns its
/// frames; `None` if it cannot be decrypted. `client_id` is the destination connection ID of the client's first Initial
/// packet.
pub fn decrypted(
    version: u32,
    packet: &[u8],
    client_id: &[u8],
    (encrypted, len): (usize, usize),
    of_client: bool,
) -> Option<Vec<u8>> {
    if encrypted > packet.len() {
        return None;
    }
    let mut room = Vec::new();
    let frames = Keys::derive(version, client_id, of_client)?.open(packet, encrypted, len, &mut room).ok()?;
    Some(frames.to_vec())
}

const V2: u32 = 0x6b33_43cf;

/// The salt of a version (RFC 9001, 5.2; RFC 9369, 3.3.1; the drafts of RFC 9001).
const fn salt(version: u32) -> &'static [u8; 20] {
    match version {
        0xff00_0016 | 0xface_b001 => {
            b"\x7f\xbc\xdb\x0e\x7c\x66\xbb\xe9\x19\x3a\x96\xcd\x21\x51\x9e\xbd\x7a\x02\x64\x4a"
        }
        0xff00_0017..=0xff00_001c | 0xface_b002..=0xface_b013 => {
            b"\xc3\xee\xf7\x12\xc7\x2e\xbb\x5a\x11\xa7\xd2\x43\x2b\xb4\x63\x65\xbe\xf9\xf5\x02"
        }
        0xff00_001d..=0xff00_0020 => {
            b"\xaf\xbf\xec\x28\x99\x93\xd2\x4c\x9e\x97\x86\xf1\x9c\x61\x11\xe0\x43\x90\xa8\x99"
        }
        V2 => b"\x0d\xed\xe3\xde\xf7\x00\xa6\xdb\x81\x93\x81\xbe\x6e\x26\x9d\xcb\xf9\xbd\x2e\xd9",
        _ => b"\x38\x76\x2c\xf7\xf5\x59\x34\xb3\x4d\x17\x9a\xe6\xa4\xc8\x0c\xad\xcc\xbb\x7f\x0a",
    }
}

/// HKDF-Expand-Label (RFC 8446, 7.1) with an empty context.
fn expand(from: &Hkdf<Sha256>, label: &str, out: &mut [u8]) -> Option<()> {
    let out_len = u16::try_from(out.len()).ok()?.to_be_bytes();
    let label_len = u8::try_from(TLS13.len() + label.len()).ok()?;
    from.expand_multi_info(&[&out_len, &[label_len], TLS13, label.as_bytes(), &[0]], out).ok()
}

/// The prefix of every label.
const TLS13: &[u8] = b"tls13 ";

#[cfg(test)]
impl Keys {
    /// Encrypts a packet. `head` ends with a packet number of four bytes, and its length field must fit.
    pub(super) fn seal(&self, head: &[u8], frames: &[u8]) -> Vec<u8> {
        let encrypted = head.len() - MAX_NUMBER;
        let mut nonce = self.nonce;
        for (n, byte) in nonce.iter_mut().rev().zip(head.iter().rev().take(MAX_NUMBER)) {
            *n ^= byte;
        }
        let mut packet = [head, frames].concat();
        let (_, content) = packet.split_at_mut(head.len());
        let tag =
            self.content.encrypt_inout_detached(&nonce.into(), head, content.into()).expect("short enough");
        packet.extend_from_slice(&tag);
        let sample: [u8; 16] = packet[head.len()..][..16].try_into().expect("16 bytes");
        let mut mask = sample.into();
        self.header.encrypt_block(&mut mask);
        packet[0] ^= mask[0] & 0x0f;
        for i in 0..MAX_NUMBER {
            packet[encrypted + i] ^= mask[1 + i];
        }
        packet
    }
}
