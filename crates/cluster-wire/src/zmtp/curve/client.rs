//! The client's half of the handshake.
use super::boxes::Shared;
use super::{COOKIE, Entropy, KeyPair, PublicKey, Session, boxes, chunk, counted, counter, random};
use crate::zmtp::{Error, SocketType, command};

/// A client that waits for WELCOME, then for READY.
#[derive(Debug)]
pub(crate) struct Client {
    keys: KeyPair,
    server: PublicKey,
    entropy: Entropy,
    /// The key of boxes between C' and S'; set when WELCOME was read.
    shared: Option<Shared>,
}

impl Client {
    pub(crate) fn new(keys: KeyPair, server: PublicKey, entropy: Entropy) -> Self {
        Client { keys, server, entropy, shared: None }
    }

    /// Returns the key of boxes between C' and S.
    fn hello_key(&self) -> Shared {
        Shared::new(&self.server.0, self.entropy.key())
    }

    /// Appends HELLO.
    pub(crate) fn hello(&self, out: &mut Vec<u8>) {
        command::write_name("HELLO", out);
        out.extend_from_slice(&[1, 0]);
        out.extend_from_slice(&[0; 72]);
        out.extend_from_slice(&boxes::public_of(self.entropy.key()));
        out.extend_from_slice(&1u64.to_be_bytes());
        self.hello_key().seal(&counted(b"CurveZMQHELLO---", 1), &[&[0; 64]], out);
    }

    /// Answers a command of the server. READY yields a session.
    pub(crate) fn handle(
        &mut self,
        name: &[u8],
        content: &[u8],
        socket: SocketType,
        out: &mut Vec<u8>,
    ) -> Result<Option<Session>, Error> {
        match (name, self.shared.take()) {
            (b"ERROR", _) => Err(command::refusal(content)),
            (b"WELCOME", None) => self.initiate(content, socket, out).map(|()| None),
            (b"READY", Some(shared)) => {
                let mut received = 0;
                let (number, sealed) = counter(content, &mut received, "READY")?;
                let metadata = shared.open(&counted(b"CurveZMQREADY---", number), sealed);
                command::check_metadata(&metadata.ok_or(Error::Box("READY"))?, socket, "READY")?;
                Ok(Some(Session { shared, is_server: false, sent: 2, received }))
            }
            (_, shared) => {
                let expected = if shared.is_none() { "WELCOME" } else { "READY" };
                Err(Error::Unexpected { expected, found: command::shown(name) })
            }
        }
    }

    /// Reads WELCOME and appends INITIATE.
    fn initiate(&mut self, welcome: &[u8], socket: SocketType, out: &mut Vec<u8>) -> Result<(), Error> {
        let (bytes, sealed) = chunk(welcome, "WELCOME")?;
        let opened =
            self.hello_key().open(&random(b"WELCOME-", bytes), sealed).ok_or(Error::Box("WELCOME"))?;
        let (server, cookie) = chunk::<32>(&opened, "WELCOME")?;
        let (cookie, rest) = chunk::<COOKIE>(cookie, "WELCOME")?;
        if !rest.is_empty() {
            return Err(Error::Command("WELCOME"));
        }
        // The vouch proves to S' that this C owns this C'.
        let mut vouch = self.entropy.nonce().to_vec();
        let own = boxes::public_of(self.entropy.key());
        let nonce = random(b"VOUCH---", self.entropy.nonce());
        Shared::new(server, &self.keys.secret).seal(&nonce, &[&own, &self.server.0], &mut vouch);
        let mut metadata = Vec::new();
        command::write_metadata(socket, &mut metadata);

        let shared = Shared::new(server, self.entropy.key());
        command::write_name("INITIATE", out);
        out.extend_from_slice(cookie);
        out.extend_from_slice(&2u64.to_be_bytes());
        let nonce = counted(b"CurveZMQINITIATE", 2);
        shared.seal(&nonce, &[&self.keys.public().0, &vouch, &metadata], out);
        self.shared = Some(shared);
        Ok(())
    }
}
