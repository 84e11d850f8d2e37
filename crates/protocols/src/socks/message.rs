//! Parses the messages of each side, which depend on the phase of the handshake.
use net_types::Addr;
use session::Role;
use wire::{ReadError, Reader};

/// The authentication method "username/password" (RFC 1929).
const USER_PASS: u8 = 2;

/// The server accepts none of the offered authentication methods.
const NOTHING_ACCEPTABLE: u8 = 0xff;

/// The phase of a version 5 handshake.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Phase {
    /// The sides negotiate the authentication method.
    #[default]
    Greeting,
    /// The client authenticates by this method.
    Auth(u8),
    /// A request and its reply follow.
    Through,
}

/// The destination of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Destination {
    /// The address, if stated.
    pub host: Option<Addr>,
    /// The host name, if stated.
    pub name: Option<Vec<u8>>,
    /// The port.
    pub port: u16,
}

/// A message of the negotiation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Greeting {
    /// The client offers methods.
    Offer,
    /// The server has chosen one.
    Choice(u8),
}

/// A message of the authentication.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Auth {
    /// A user name and a password.
    UserPass(Vec<u8>, Vec<u8>),
    /// The result; 0 is success.
    Status(u8),
    /// Another version of the method.
    Version(u8),
    /// Another method, whose messages are not read.
    Method,
}

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// See [`Greeting`].
    Greeting(Greeting),
    /// See [`Auth`].
    Auth(Auth),
    /// A request: version, command, destination, and user.
    Request(u8, u8, Destination, Vec<u8>),
    /// A reply: version, code, and the bound address of the proxy.
    Reply(u8, u8, Destination),
}

/// Why bytes are not a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// More bytes are needed.
    #[error("more bytes are needed")]
    Short,
    /// The version is neither 4 nor 5.
    #[error("unsupported/unknown SOCKS version {0}")]
    Version(u8),
    /// The command is undefined.
    #[error("undefined value in command field: {0}")]
    Command(u8),
    /// A reserved field is not 0.
    #[error("invalid value in reserved field: {0}")]
    Reserved(u8),
    /// The address type is undefined.
    #[error("invalid SOCKSv5 addr type: {0}")]
    Address(u8),
}

impl From<ReadError> for Error {
    fn from(_: ReadError) -> Self {
        Error::Short
    }
}

/// Reads the next message of a side.
pub fn message(r: &mut Reader<'_>, from: Role, phase: Phase) -> Result<Message, Error> {
    if let Phase::Auth(method) = phase {
        return auth(r, from, method).map(Message::Auth);
    }
    // Replies of version 4 have the version number 0.
    match (r.u8()?, from) {
        (4, Role::Orig) => request4(r),
        (4, Role::Resp) => reply4(r),
        (5, _) if phase == Phase::Greeting => greeting(r, from).map(Message::Greeting),
        (5, Role::Orig) => request5(r),
        (5, Role::Resp) => reply5(r),
        (v, _) => Err(Error::Version(v)),
    }
}

fn ipv4(r: &mut Reader<'_>) -> Result<Addr, ReadError> {
    r.array::<4>().map(Addr::v4)
}

/// Reads bytes up to and including a NUL; returns them without it.
fn text(r: &mut Reader<'_>) -> Result<Vec<u8>, ReadError> {
    r.until(0).map(<[u8]>::to_vec)
}

fn request4(r: &mut Reader<'_>) -> Result<Message, Error> {
    let (command, port) = (r.u8()?, r.be16()?);
    let by_name = r.peek().starts_with(&[0, 0, 0]);
    let host = ipv4(r)?;
    let user = text(r)?;
    // Version 4a: an address 0.0.0.x means that a host name follows.
    let name = if by_name { Some(text(r)?) } else { None };
    Ok(Message::Request(4, command, Destination { host: Some(host), name, port }, user))
}

fn reply4(r: &mut Reader<'_>) -> Result<Message, Error> {
    r.skip(1)?;
    let (status, port) = (r.u8()?, r.be16()?);
    let host = ipv4(r)?;
    Ok(Message::Reply(4, status, Destination { host: Some(host), name: None, port }))
}

fn greeting(r: &mut Reader<'_>, from: Role) -> Result<Greeting, Error> {
    if from.is_orig() {
        let methods = r.u8()?;
        r.skip(methods.into())?;
        return Ok(Greeting::Offer);
    }
    Ok(Greeting::Choice(r.u8()?))
}

impl Phase {
    /// The phase that follows the server's choice of a method.
    pub fn after(choice: u8) -> Phase {
        if matches!(choice, 0 | NOTHING_ACCEPTABLE) { Phase::Through } else { Phase::Auth(choice) }
    }
}

fn auth(r: &mut Reader<'_>, from: Role, method: u8) -> Result<Auth, Error> {
    if method != USER_PASS {
        r.rest();
        return Ok(Auth::Method);
    }
    let version = r.u8()?;
    if version != 1 {
        r.rest();
        return Ok(Auth::Version(version));
    }
    if from == Role::Resp {
        return Ok(Auth::Status(r.u8()?));
    }
    let mut field = || -> Result<Vec<u8>, ReadError> {
        let len = r.u8()?;
        r.bytes(len.into()).map(<[u8]>::to_vec)
    };
    Ok(Auth::UserPass(field()?, field()?))
}

fn destination5(r: &mut Reader<'_>) -> Result<Destination, Error> {
    let (mut host, mut name) = (None, None);
    match r.u8()? {
        1 => host = Some(ipv4(r)?),
        3 => {
            let len = r.u8()?;
            name = Some(r.bytes(len.into())?.to_vec());
        }
        4 => host = Some(Addr::v6(r.array()?)),
        kind => return Err(Error::Address(kind)),
    }
    Ok(Destination { host, name, port: r.be16()? })
}

fn request5(r: &mut Reader<'_>) -> Result<Message, Error> {
    let (command, reserved) = (r.u8()?, r.u8()?);
    if reserved != 0 {
        return Err(Error::Reserved(reserved));
    }
    if !(1..=3).contains(&command) {
        return Err(Error::Command(command));
    }
    Ok(Message::Request(5, command, destination5(r)?, Vec::new()))
}

fn reply5(r: &mut Reader<'_>) -> Result<Message, Error> {
    let code = r.u8()?;
    r.skip(1)?;
    Ok(Message::Reply(5, code, destination5(r)?))
}
