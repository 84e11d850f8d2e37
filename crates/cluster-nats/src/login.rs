//! Logins in the addresses of servers: `nats://USER:PASSWORD@HOST:PORT`, or `nats://TOKEN@HOST:PORT`.
use std::io;

/// What opens a server. Bytes that addresses forbid are written as `%XX`.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub(crate) enum Login {
    User(String, String),
    Token(String),
}

/// The addresses without their logins, and the login that they contain.
///
/// # Errors
/// If two logins differ, or a login is malformed. The message does not repeat it.
pub(crate) fn split(addresses: &[String]) -> io::Result<(Vec<String>, Option<Login>)> {
    let (mut bare, mut found) = (Vec::new(), None);
    for address in addresses {
        let (without, login) = of(address).ok_or_else(|| {
            refused("the login of an address is malformed: expected USER:PASSWORD@ or TOKEN@, with %XX for special characters")
        })?;
        bare.push(without);
        match (&found, login) {
            (_, None) => {}
            (None, login) => found = login,
            (Some(first), Some(login)) if *first == login => {}
            _ => {
                return Err(refused(
                    "the addresses have different logins: expected the same for all servers",
                ));
            }
        }
    }
    Ok((bare, found))
}

fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why)
}

fn of(address: &str) -> Option<(String, Option<Login>)> {
    let (scheme, rest) = address.split_once("://").unwrap_or(("nats", address));
    let Some((login, host)) = rest.rsplit_once('@') else { return Some((address.to_owned(), None)) };
    let login = match login.split_once(':') {
        Some((user, password)) => Login::User(decoded(user)?, decoded(password)?),
        None => Login::Token(decoded(login)?),
    };
    Some((format!("{scheme}://{host}"), Some(login)))
}

/// Text without its escapes (RFC 3986, section 2.1); `None` if it is empty or no text.
fn decoded(text: &str) -> Option<String> {
    let (mut bytes, mut rest) = (Vec::new(), text.bytes());
    while let Some(byte) = rest.next() {
        let mut digit = || char::from(rest.next()?).to_digit(16).and_then(|d| u8::try_from(d).ok());
        bytes.push(if byte == b'%' { digit()? << 4 | digit()? } else { byte });
    }
    String::from_utf8(bytes).ok().filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(addresses: &[&str], expected: Result<(&[&str], Option<Login>), &str>) {
        let addresses: Vec<String> = addresses.iter().map(|a| (*a).to_owned()).collect();
        match (split(&addresses), expected) {
            (Ok((bare, login)), Ok((wanted, wanted_login))) => {
                assert_eq!((bare, login), (wanted.iter().map(|a| (*a).to_owned()).collect(), wanted_login));
            }
            (Err(e), Err(why)) => assert!(e.to_string().contains(why), "{e}"),
            (found, expected) => panic!("{addresses:?}: {found:?}, expected {expected:?}"),
        }
    }

    #[test]
    fn logins_are_taken_out_of_addresses() {
        let user = |user: &str, password: &str| Some(Login::User(user.to_owned(), password.to_owned()));
        check(&["nats://h:1", "tls://h:2"], Ok((&["nats://h:1", "tls://h:2"], None)));
        check(&["nats://u:p@h:1", "tls://h:2"], Ok((&["nats://h:1", "tls://h:2"], user("u", "p"))));
        check(
            &["nats://u:a%40%3Ab@h:1", "nats://u:a@%3ab@i:1"],
            Ok((&["nats://h:1", "nats://i:1"], user("u", "a@:b"))),
        );
        check(&["tls://secret@h"], Ok((&["tls://h"], Some(Login::Token("secret".to_owned())))));
        check(&["nats://u:p@h", "nats://u:q@h"], Err("different logins"));
        for malformed in ["nats://u:%4@h", "nats://u:%zz@h", "nats://u:%ff@h", "nats://:p@h", "nats://@h"] {
            check(&[malformed], Err("malformed"));
        }
    }
}
