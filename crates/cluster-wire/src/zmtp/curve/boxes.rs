//! NaCl's `crypto_box`: X25519, HSalsa20, XSalsa20 and Poly1305 ("Cryptography in NaCl", Bernstein 2009).
use poly1305::Poly1305;
use poly1305::universal_hash::KeyInit;
use salsa20::XSalsa20;
use salsa20::cipher::{KeyIvInit, StreamCipher, consts::U10};
use subtle::ConstantTimeEq;
use x25519_dalek::{X25519_BASEPOINT_BYTES, x25519};
use zeroize::Zeroizing;

/// The number of bytes that a box adds to its content: the Poly1305 tag.
pub(super) const TAG: usize = 16;

/// The nonce of a box.
pub(super) type Nonce = [u8; 24];

/// Returns the public key of a secret key.
pub(super) fn public_of(secret: &[u8; 32]) -> [u8; 32] {
    x25519(*secret, X25519_BASEPOINT_BYTES)
}

/// The key for the boxes between two ends.
#[derive(Clone)]
pub(super) struct Shared(Zeroizing<[u8; 32]>);

impl Shared {
    /// Computes the key from this end's secret key and the other's public key.
    pub(super) fn new(public: &[u8; 32], secret: &[u8; 32]) -> Self {
        let point = Zeroizing::new(x25519(*secret, *public));
        let key = salsa20::hsalsa::<U10>((&*point).into(), &[0; 16].into());
        Shared(Zeroizing::new(key.into()))
    }

    /// Returns the key stream of a nonce, and the authenticator, which is keyed by the stream's first 32 bytes.
    fn stream(&self, nonce: &Nonce) -> (XSalsa20, Poly1305) {
        let mut stream = XSalsa20::new((&*self.0).into(), nonce.into());
        let mut key = Zeroizing::new([0; 32]);
        stream.apply_keystream(&mut *key);
        (stream, Poly1305::new((&*key).into()))
    }

    /// Appends a box that contains the concatenation of `parts`.
    pub(super) fn seal(&self, nonce: &Nonce, parts: &[&[u8]], out: &mut Vec<u8>) {
        let (mut stream, authenticator) = self.stream(nonce);
        let start = out.len();
        out.extend_from_slice(&[0; TAG]);
        for part in parts {
            out.extend_from_slice(part);
        }
        let (tag, content) = out[start..].split_at_mut(TAG);
        stream.apply_keystream(content);
        tag.copy_from_slice(&authenticator.compute_unpadded(content));
    }

    /// Returns the content of a box; `None` if it was not sealed with this key and nonce.
    pub(super) fn open(&self, nonce: &Nonce, sealed: &[u8]) -> Option<Vec<u8>> {
        let (tag, content) = sealed.split_at_checked(TAG)?;
        let (mut stream, authenticator) = self.stream(nonce);
        if !bool::from(authenticator.compute_unpadded(content).as_slice().ct_eq(tag)) {
            return None;
        }
        let mut content = content.to_vec();
        stream.apply_keystream(&mut content);
        Some(content)
    }
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shared(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(hex: &str) -> Vec<u8> {
        (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
    }

    fn array<const N: usize>(hex: &str) -> [u8; N] {
        bytes(hex).try_into().unwrap()
    }

    /// The keys, the nonce and the packet are those of "Cryptography in NaCl", sections 3 to 10.
    #[test]
    fn the_published_example() {
        let alice = array("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a");
        let bob = array("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f");
        let alice_public = "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a";
        assert_eq!(public_of(&alice), array(alice_public));
        let shared = Shared::new(&bob, &alice);
        let key = array("1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389");
        assert_eq!(*shared.0, key);
        let nonce = array("69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37");
        let packet = bytes(
            "be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d45e6c6129\
             6cdc3c01233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde\
             048977eb48f59ffd4924ca1c60902e52f0a089bc76897040e082f937763848645e0705",
        );
        let sealed = bytes(
            "f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186a\
             c0dfc17c98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738b48eeee314a7cc8ab932164548e526ae\
             90224368517acfeabd6bb3732bc0e9da99832b61ca01b6de56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74\
             e355a5",
        );
        let mut out = Vec::new();
        shared.seal(&nonce, &[&packet[..40], &packet[40..]], &mut out);
        assert_eq!(out, sealed);
        assert_eq!(shared.open(&nonce, &sealed), Some(packet));
        out[20] ^= 1;
        assert_eq!(shared.open(&nonce, &out), None);
        assert_eq!(shared.open(&nonce, &out[..15]), None);
    }
}
