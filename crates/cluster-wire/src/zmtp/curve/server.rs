//! The server's half of the handshake.
//!
//! RFC 26 lets a server forget a client between WELCOME and INITIATE by storing its state in the cookie. Here the
//! connection keeps that state, and the cookie is random bytes that the client must return.
use super::boxes::Shared;
use super::{COOKIE, Entropy, KeyPair, PublicKey, Session, boxes, chunk, counted, counter, random};
use crate::zmtp::{Error, SocketType, command};
use subtle::ConstantTimeEq;

/// A server that waits for HELLO, then for INITIATE.
#[derive(Debug)]
pub(crate) struct Server {
    keys: KeyPair,
    /// The keys of accepted clients; `None` accepts all.
    clients: Option<Vec<PublicKey>>,
    entropy: Entropy,
    /// The client's C' and the last counter of its nonces; set when HELLO was read.
    client: Option<([u8; 32], u64)>,
}

impl Server {
    pub(crate) fn new(keys: KeyPair, clients: Option<Vec<PublicKey>>, entropy: Entropy) -> Self {
        Server { keys, clients, entropy, client: None }
    }

    /// Answers a command of the client. INITIATE yields a session.
    pub(crate) fn handle(
        &mut self,
        name: &[u8],
        content: &[u8],
        socket: SocketType,
        out: &mut Vec<u8>,
    ) -> Result<Option<Session>, Error> {
        match (name, self.client.take()) {
            (b"ERROR", _) => Err(command::refusal(content)),
            (b"HELLO", None) => self.welcome(content, out).map(|()| None),
            (b"INITIATE", Some((client, last))) => self.ready(content, client, last, socket, out).map(Some),
            (_, client) => {
                let expected = if client.is_none() { "HELLO" } else { "INITIATE" };
                Err(Error::Unexpected { expected, found: command::shown(name) })
            }
        }
    }

    /// Reads HELLO and appends WELCOME.
    fn welcome(&mut self, hello: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let (head, rest) = chunk::<74>(hello, "HELLO")?;
        let (client, rest) = chunk::<32>(rest, "HELLO")?;
        let mut last = 0;
        let (number, sealed) = counter(rest, &mut last, "HELLO")?;
        if head[..2] != [1, 0] || sealed.len() != 64 + boxes::TAG {
            return Err(Error::Command("HELLO"));
        }
        let shared = Shared::new(client, &self.keys.secret);
        let zeros = shared.open(&counted(b"CurveZMQHELLO---", number), sealed).ok_or(Error::Box("HELLO"))?;
        if zeros != [0; 64] {
            return Err(Error::Command("HELLO"));
        }
        command::write_name("WELCOME", out);
        out.extend_from_slice(self.entropy.nonce());
        let nonce = random(b"WELCOME-", self.entropy.nonce());
        shared.seal(&nonce, &[&boxes::public_of(self.entropy.key()), self.entropy.cookie()], out);
        self.client = Some((*client, last));
        Ok(())
    }

    /// Reads INITIATE and appends READY.
    fn ready(
        &mut self,
        initiate: &[u8],
        client: [u8; 32],
        last: u64,
        socket: SocketType,
        out: &mut Vec<u8>,
    ) -> Result<Session, Error> {
        let (cookie, rest) = chunk::<COOKIE>(initiate, "INITIATE")?;
        if !bool::from(cookie.ct_eq(self.entropy.cookie())) {
            return Err(Error::Box("cookie"));
        }
        let mut received = last;
        let (number, sealed) = counter(rest, &mut received, "INITIATE")?;
        let shared = Shared::new(&client, self.entropy.key());
        let opened =
            shared.open(&counted(b"CurveZMQINITIATE", number), sealed).ok_or(Error::Box("INITIATE"))?;
        let (long_term, rest) = chunk::<32>(&opened, "INITIATE")?;
        let (bytes, rest) = chunk::<16>(rest, "INITIATE")?;
        let (vouch, metadata) = chunk::<80>(rest, "INITIATE")?;
        let vouched = Shared::new(long_term, self.entropy.key()).open(&random(b"VOUCH---", bytes), vouch);
        if vouched.ok_or(Error::Box("vouch"))? != [client, self.keys.public().0].concat() {
            return Err(Error::Box("vouch"));
        }
        if self.clients.as_ref().is_some_and(|known| !known.contains(&PublicKey(*long_term))) {
            return Err(Error::Stranger);
        }
        command::check_metadata(metadata, socket, "INITIATE")?;

        command::write_name("READY", out);
        out.extend_from_slice(&1u64.to_be_bytes());
        let mut own = Vec::new();
        command::write_metadata(socket, &mut own);
        shared.seal(&counted(b"CurveZMQREADY---", 1), &[&own], out);
        Ok(Session { shared, is_server: true, sent: 1, received })
    }
}
