//! Reads user and password from the lines of AUTH.
use crate::mime::Base64;

/// An authentication mechanism.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Method {
    /// A mechanism that is not decoded.
    Other,
    /// LOGIN: user and password, a line each.
    Login,
    /// PLAIN: both in one line, separated by NULs (RFC 4616).
    Plain,
    /// CRAM-MD5: user and digest (RFC 2195).
    CramMd5,
}

impl Method {
    /// The mechanism that the argument of AUTH names.
    pub(super) fn of(arg: &[u8]) -> Method {
        let has = |name: &[u8]| crate::ascii::find(arg, name).is_some();
        if has(b"LOGIN") {
            Method::Login
        } else if has(b"PLAIN") {
            Method::Plain
        } else if has(b"CRAM-MD5") {
            Method::CramMd5
        } else {
            Method::Other
        }
    }
}

/// Why a line is malformed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bad {
    Encoding,
    Plain,
}

/// The user that logs in.
#[derive(Default)]
pub(super) struct User {
    pub(super) name: Vec<u8>,
    pub(super) password: Vec<u8>,
}

impl User {
    /// Takes the `n`th line of an authentication, from 1.
    pub(super) fn line(&mut self, method: Method, n: u32, line: &[u8]) -> Result<(), Bad> {
        let text = Base64::whole(line).ok_or(Bad::Encoding)?;
        match (method, n) {
            (Method::Login, 1) => self.name = text,
            (Method::Login, 2) => self.password = text,
            (Method::Plain, _) => {
                let mut parts = text.splitn(3, |&b| b == 0);
                let (_, name, password) = (parts.next(), parts.next(), parts.next());
                let (Some(name), Some(password)) = (name, password.filter(|p| !p.is_empty())) else {
                    return Err(Bad::Plain);
                };
                (self.name, self.password) = (name.to_vec(), password.to_vec());
            }
            (Method::CramMd5, _) => {
                let name = text.split(|&b| b == b' ' || b == b'\t').next().unwrap_or_default();
                (self.name, self.password) = (name.to_vec(), Vec::new());
            }
            _ => {}
        }
        Ok(())
    }
}
