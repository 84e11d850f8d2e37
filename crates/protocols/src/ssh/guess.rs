//! Infers the result of the authentication from the lengths of the server's encrypted segments.
//!
//! The server's first answer accepts the authentication service; it is 16 bytes longer than the message of success.
//! Repeated answers of another length are failures.

/// A segment that exceeds the service's acceptance by more than this many bytes is a banner.
const BANNER: i64 = 256;
/// The number of bytes by which the message of success is shorter than the acceptance of the service.
const SUCCESS: i64 = 16;

/// The lengths seen so far in the authentication.
#[derive(Default)]
pub(super) struct Guess {
    client_spoke: bool,
    accepted: Option<i64>,
    failed: Option<i64>,
    skipped_banner: bool,
    decided: bool,
}

/// The inferred result of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Attempt {
    /// The client is authenticated.
    Succeeded {
        /// Whether the method was `none`.
        by_none: bool,
    },
    /// The attempt failed.
    Failed,
}

impl Guess {
    /// Takes the number of encrypted bytes of a segment; returns a result if one can be inferred.
    pub(super) fn segment(&mut self, by_client: bool, len: usize) -> Option<Attempt> {
        let len = len as i64;
        if by_client {
            self.client_spoke = true;
            return None;
        }
        if self.decided || !self.client_spoke {
            return None;
        }
        let Some(accepted) = self.accepted else {
            self.accepted = Some(len);
            return None;
        };
        let succeeded = len + SUCCESS == accepted;
        if succeeded {
            self.decided = true;
            return Some(Attempt::Succeeded { by_none: self.failed.is_none() });
        }
        match self.failed {
            None if !self.skipped_banner && len - accepted > BANNER => self.skipped_banner = true,
            None => self.failed = Some(len),
            Some(failed) if failed == len => return Some(Attempt::Failed),
            Some(_) => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_tell_failure_and_success() {
        let check = |lens: &[usize], expected: &[Option<Attempt>]| {
            let mut g = Guess::default();
            assert_eq!(g.segment(false, 52), None, "before the client spoke");
            assert_eq!(g.segment(true, 52), None);
            let said: Vec<_> = lens.iter().map(|&n| g.segment(false, n)).collect();
            assert_eq!(said, expected);
        };
        check(&[52, 36], &[None, Some(Attempt::Succeeded { by_none: true })]);
        check(
            &[52, 84, 84, 36, 84],
            &[None, None, Some(Attempt::Failed), Some(Attempt::Succeeded { by_none: false }), None],
        );
        check(&[52, 600, 84, 84], &[None, None, None, Some(Attempt::Failed)]);
    }
}
