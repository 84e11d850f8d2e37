//! The analyzer of a connection.
use super::message::{Client, Length, Server};
use crate::ascii::leading_number;
use crate::units::Units;
use crate::{Maker, Settings};
use event::rfb as ev;
use session::Role;
use session::analyzer::{Analyzer, Context};
use std::borrow::Cow;
use wire::Reader;

/// From this minor version on, the server offers several security types.
const OFFERS: u64 = 7;

/// Security types whose messages are read.
mod auth {
    pub(super) const NONE: u32 = 1;
    pub(super) const VNC: u32 = 2;
    pub(super) const APPLE: u32 = 30;
}

/// The analyzer of a connection.
pub struct Rfb {
    server: Server,
    client: Client,
    sides: [Units; 2],
    minor: u64,
    gone: bool,
}

/// Makes an analyzer for each connection.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::<Rfb>::default()))
}

impl Default for Rfb {
    fn default() -> Self {
        Rfb {
            server: Server::Version,
            client: Client::Version,
            sides: Default::default(),
            minor: 0,
            gone: false,
        }
    }
}

/// Why a message is malformed.
enum Fault {
    Short(wire::ReadError),
    Invalid(String),
}

impl From<wire::ReadError> for Fault {
    fn from(e: wire::ReadError) -> Self {
        Fault::Short(e)
    }
}

/// Reads `RFB 003.008\n`; returns the two numbers.
fn version<'a>(r: &mut Reader<'a>) -> Result<(&'a [u8], &'a [u8]), Fault> {
    let (head, major, dot, minor) = (r.bytes(4)?, r.bytes(3)?, r.u8()?, r.bytes(3)?);
    if head != b"RFB " || dot != b'.' {
        return Err(Fault::Invalid("no RFB version".into()));
    }
    Ok((major, minor))
}

impl Rfb {
    fn server_message(&mut self, cx: &mut Context<'_, '_>, bytes: &[u8]) -> Result<(), Fault> {
        let mut r = Reader::new("RFB server message", bytes);
        match self.server {
            Server::Version => {
                let (major_version, minor_version) = version(&mut r)?;
                self.server = Server::Wait;
                cx.event(|c| ev::RfbServerVersion { c, major_version, minor_version });
            }
            Server::Security => {
                let kind = r.be32()?;
                (self.server, self.client) = match kind {
                    0 => (Server::Reason, Client::Init),
                    auth::NONE => (Server::Init, Client::Init),
                    auth::VNC => (Server::Challenge, Client::Response),
                    _ => {
                        cx.violate(&format!("invalid RFB security type {kind}"), None);
                        (self.server, self.client)
                    }
                };
                cx.event(|c| ev::RfbAuthenticationType { c, authtype: kind.into() });
            }
            Server::SecurityTypes => {
                self.server = if r.u8()? == 0 { Server::Reason } else { Server::Wait };
            }
            // The server should close the connection now; some continue.
            Server::Reason => self.server = Server::Init,
            Server::Challenge => {
                self.server = Server::Result;
                self.client = Client::Response;
            }
            Server::AppleChallenge => {
                r.skip(2)?;
                self.client = Client::AppleResponse(r.be16()?);
                self.server = Server::Result;
            }
            Server::Result => {
                let result = r.be32()?;
                match result {
                    0 => self.server = Server::Init,
                    1 => self.server = Server::Reason,
                    _ => cx.violate(&format!("invalid RFB auth result: {result}"), None),
                }
                cx.event(|c| ev::RfbAuthResult { c, result: result != 0 });
            }
            Server::Init => {
                let (width, height) = (r.be16()?.into(), r.be16()?.into());
                // Pixel format(16), and the length of the name(4).
                r.skip(20)?;
                let name = r.rest();
                self.server = Server::Pixels;
                cx.event(|c| ev::RfbServerParameters { c, name, width, height });
            }
            Server::Pixels | Server::Wait => {}
        }
        Ok(())
    }

    fn client_message(&mut self, cx: &mut Context<'_, '_>, bytes: &[u8]) -> Result<(), Fault> {
        let mut r = Reader::new("RFB client message", bytes);
        match self.client {
            Client::Version => {
                let (major_version, minor_version) = version(&mut r)?;
                self.minor = leading_number(minor_version);
                (self.server, self.client) = if self.minor >= OFFERS {
                    (Server::SecurityTypes, Client::Selection)
                } else {
                    (Server::Security, Client::Wait)
                };
                cx.event(|c| ev::RfbClientVersion { c, major_version, minor_version });
                cx.confirm();
            }
            Client::Selection => {
                let kind = u32::from(r.u8()?);
                match kind {
                    auth::NONE => {
                        self.server = if self.minor > OFFERS { Server::Result } else { Server::Init };
                        self.client = Client::Init;
                    }
                    auth::VNC => {
                        self.server = Server::Challenge;
                        self.client = Client::Response;
                    }
                    // The server's next message states the length of the keys.
                    auth::APPLE => {
                        self.server = Server::AppleChallenge;
                        self.client = Client::Wait;
                    }
                    _ => cx.violate(&format!("unknown RFB auth selection: {kind}"), None),
                }
                cx.event(|c| ev::RfbAuthenticationType { c, authtype: kind.into() });
            }
            Client::Response | Client::AppleResponse(_) => self.client = Client::Init,
            Client::Init => {
                let flag = r.u8()? != 0;
                self.client = Client::Message;
                cx.event(|c| ev::RfbShareFlag { c, flag });
            }
            Client::Message | Client::Wait => {}
        }
        Ok(())
    }

    /// Takes the next message of a side.
    fn next<'d>(&mut self, from: Role, data: &mut &'d [u8]) -> Result<Option<Cow<'d, [u8]>>, Fault> {
        let (server, client) = (self.server, self.client);
        let length = |b: &[u8]| if from.is_orig() { client.length(b) } else { server.length(b) };
        let Some(gather) = self.sides.get_mut(usize::from(!from.is_orig())) else { return Ok(None) };
        // An invalid message is consumed like a valid one, then rejected.
        let invalid = std::cell::Cell::new(false);
        let unit = gather.next(data, &|b| match length(b) {
            Length::Unknown => None,
            Length::Bytes(n) => Some(n),
            Length::Invalid => {
                invalid.set(true);
                Some(b.len())
            }
        });
        if invalid.get() && unit.is_some() {
            let who = if from.is_orig() { "client" } else { "server" };
            return Err(Fault::Invalid(format!("invalid data from RFB {who}")));
        }
        Ok(unit)
    }

    fn read(&mut self, cx: &mut Context<'_, '_>, from: Role, mut data: &[u8]) -> Result<(), Fault> {
        while !data.is_empty() {
            if !from.is_orig() && self.server == Server::Pixels {
                return Ok(());
            }
            let Some(message) = self.next(from, &mut data)? else { return Ok(()) };
            if from.is_orig() {
                self.client_message(cx, &message)?;
            } else {
                self.server_message(cx, &message)?;
            }
        }
        Ok(())
    }
}

impl Analyzer for Rfb {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        if self.gone || cx.is_partial() {
            return;
        }
        let done = self.read(cx, from, data);
        let reason = match done {
            Ok(()) => return,
            Err(Fault::Short(e)) => e.to_string(),
            Err(Fault::Invalid(what)) => what,
        };
        self.gone = true;
        cx.violate(&reason, None);
    }

    fn undelivered(&mut self, _: &mut Context<'_, '_>, _: Role, _: u64, _: u64) {
        self.gone = true;
    }
}
