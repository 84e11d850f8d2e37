//! Keys and their text form, Z85 (RFC 32 of ZeroMQ): five characters for four bytes.
use super::boxes;
use thiserror::Error;
use zeroize::Zeroizing;

const ALPHABET: &[u8; 85] =
    b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";

/// The length of a key's text, in characters.
const TEXT: usize = 40;

/// The error for a text that is not a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a CURVE key is 40 characters of Z85")]
pub struct KeyError;

/// A public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PublicKey(pub [u8; 32]);

/// A secret key with its public key. The secret key's memory is overwritten when it is dropped.
#[derive(Clone)]
pub struct KeyPair {
    pub(super) secret: Zeroizing<[u8; 32]>,
    public: PublicKey,
}

impl PublicKey {
    /// Parses the 40 characters of a public key.
    ///
    /// # Errors
    /// If the text has another length, or characters outside of Z85.
    pub fn from_z85(text: &str) -> Result<Self, KeyError> {
        read(text).map(|key| PublicKey(*key))
    }

    /// Returns the 40 characters of the key.
    pub fn to_z85(self) -> String {
        write(&self.0)
    }
}

impl KeyPair {
    /// Creates a pair from a secret key: 32 random bytes.
    pub fn new(secret: [u8; 32]) -> Self {
        let secret = Zeroizing::new(secret);
        KeyPair { public: PublicKey(boxes::public_of(&secret)), secret }
    }

    /// Parses the 40 characters of a secret key.
    ///
    /// # Errors
    /// If the text has another length, or characters outside of Z85.
    pub fn from_z85(secret: &str) -> Result<Self, KeyError> {
        read(secret).map(|key| KeyPair::new(*key))
    }

    /// Returns the public key.
    pub fn public(&self) -> PublicKey {
        self.public
    }
}

impl std::fmt::Debug for KeyPair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "KeyPair({})", self.public.to_z85())
    }
}

fn read(text: &str) -> Result<Zeroizing<[u8; 32]>, KeyError> {
    if text.len() != TEXT {
        return Err(KeyError);
    }
    let mut key = Zeroizing::new([0; 32]);
    for (five, four) in text.as_bytes().chunks(5).zip(key.chunks_mut(4)) {
        let mut number = 0u64;
        for c in five {
            let digit = ALPHABET.iter().position(|a| a == c).ok_or(KeyError)?;
            number = number * 85 + digit as u64;
        }
        four.copy_from_slice(&u32::try_from(number).map_err(|_| KeyError)?.to_be_bytes());
    }
    Ok(key)
}

fn write(key: &[u8; 32]) -> String {
    let mut text = String::with_capacity(TEXT);
    for four in key.chunks(4) {
        let number = four.iter().fold(0u32, |n, b| n << 8 | u32::from(*b));
        text.extend(
            (0..5).rev().map(|place| char::from(ALPHABET[(number / 85u32.pow(place) % 85) as usize])),
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example keys of libzmq's manual (zmq_curve).
    #[test]
    fn keys_both_ways() {
        let (public, secret) =
            ("Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID", "D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs");
        let pair = KeyPair::from_z85(secret).unwrap();
        assert_eq!(pair.public().to_z85(), public);
        assert_eq!(PublicKey::from_z85(public), Ok(pair.public()));
        assert_eq!(format!("{pair:?}"), format!("KeyPair({public})"));
        for bad in ["", &public[1..], &public.replace('Y', "~"), &"#".repeat(40)] {
            assert_eq!(PublicKey::from_z85(bad), Err(KeyError), "{bad}");
        }
    }
}
