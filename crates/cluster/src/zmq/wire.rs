//! The bytes of a connection: TCP, or TLS over it. Neither blocks.
use crate::tls::Tls;
use rustls::pki_types::{DnsName, ServerName};
use rustls::{ClientConnection, Connection, ServerConnection};
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

pub(crate) struct Wire {
    tcp: TcpStream,
    tls: Option<Box<Connection>>,
}

impl Wire {
    /// A connection of this side if `dialed`, else of the other one.
    pub(crate) fn new(tcp: TcpStream, tls: Option<&Tls>, dialed: bool) -> io::Result<Self> {
        let tls = match tls {
            None => None,
            Some(tls) if dialed => {
                // Peers are not told by names; the client needs one all the same.
                let name = DnsName::try_from("egret").map_err(io::Error::other)?;
                let session = ClientConnection::new(Arc::clone(&tls.client), ServerName::DnsName(name));
                Some(Box::new(session.map_err(io::Error::other)?.into()))
            }
            Some(tls) => {
                let session = ServerConnection::new(Arc::clone(&tls.server)).map_err(io::Error::other)?;
                Some(Box::new(session.into()))
            }
        };
        Ok(Wire { tcp, tls })
    }

    pub(crate) fn tcp(&self) -> &TcpStream {
        &self.tcp
    }

    /// Whether bytes wait for the socket.
    pub(crate) fn waits_to_write(&self) -> bool {
        self.tls.as_ref().is_some_and(|tls| tls.wants_write())
    }

    /// Reads bytes of the peer; 0 at the end. Bytes that came with those that were read before come first, so a reader must
    /// go on until the socket would block or [`Wire::has_more`] is false.
    pub(crate) fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let Some(tls) = &mut self.tls else { return self.tcp.read(to) };
        loop {
            match tls.reader().read(to) {
                Err(e) if e.kind() == ErrorKind::WouldBlock => {}
                Err(e) if e.kind() == ErrorKind::UnexpectedEof => return Ok(0),
                done => return done,
            }
            if tls.read_tls(&mut self.tcp)? == 0 {
                return Ok(0);
            }
            let state = tls.process_new_packets();
            if let Err(e) = state {
                // Tells the peer why.
                drop(tls.write_tls(&mut self.tcp));
                return Err(io::Error::other(e));
            }
        }
    }

    /// Whether bytes were read from the socket that the reader has not got.
    pub(crate) fn has_more(&mut self) -> bool {
        let state = self.tls.as_mut().map(|tls| tls.process_new_packets());
        matches!(state, Some(Ok(state)) if state.plaintext_bytes_to_read() > 0)
    }

    /// Takes bytes for the peer, as many as there is room for.
    pub(crate) fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        let Some(tls) = &mut self.tls else { return self.tcp.write(from) };
        let taken = tls.writer().write(from)?;
        self.flush()?;
        if taken == 0 && !from.is_empty() { Err(ErrorKind::WouldBlock.into()) } else { Ok(taken) }
    }

    /// Gives the socket what waits for it, as much as it takes.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        let Some(tls) = &mut self.tls else { return Ok(()) };
        while tls.wants_write() {
            match tls.write_tls(&mut self.tcp) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(_) => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }
}
