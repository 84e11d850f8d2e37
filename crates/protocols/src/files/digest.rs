//! Digests of files without gaps.
use super::{FileAnalyzer, FileContext};
use crate::hex::push_lower;
use event::file::FileHash;
use md5::Md5;
use sha1::Sha1;
use sha2::{Digest as _, Sha256};

/// A digest algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DigestKind {
    /// RFC 1321
    Md5,
    /// RFC 3174
    Sha1,
    /// FIPS 180-4
    Sha256,
}

enum State {
    Md5(Md5),
    Sha1(Sha1),
    Sha256(Box<Sha256>),
}

/// Computes a digest. It is not reported for a file with a gap.
pub struct Digest {
    state: State,
    fed: bool,
}

impl Digest {
    /// Creates the analyzer of a new file.
    pub fn new(kind: DigestKind) -> Self {
        let state = match kind {
            DigestKind::Md5 => State::Md5(Md5::new()),
            DigestKind::Sha1 => State::Sha1(Sha1::new()),
            DigestKind::Sha256 => State::Sha256(Box::default()),
        };
        Digest { state, fed: false }
    }
}

fn hex(digest: &[u8]) -> String {
    let mut text = String::with_capacity(2 * digest.len());
    for b in digest {
        push_lower(&mut text, *b);
    }
    text
}

impl FileAnalyzer for Digest {
    fn stream(&mut self, _: &mut FileContext<'_>, data: &[u8]) -> bool {
        self.fed |= !data.is_empty();
        match &mut self.state {
            State::Md5(d) => d.update(data),
            State::Sha1(d) => d.update(data),
            State::Sha256(d) => d.update(data),
        }
        true
    }

    fn undelivered(&mut self, _: &mut FileContext<'_>, _: u64, _: u64) -> bool {
        false
    }

    fn end(&mut self, cx: &mut FileContext<'_>) -> bool {
        if self.fed && cx.wants::<FileHash<'_>>() {
            let (kind, hash) = match &mut self.state {
                State::Md5(d) => ("md5", hex(&d.finalize_reset())),
                State::Sha1(d) => ("sha1", hex(&d.finalize_reset())),
                State::Sha256(d) => ("sha256", hex(&d.finalize_reset())),
            };
            cx.event(|f| FileHash { f, kind, hash: &hash });
        }
        false
    }
}
