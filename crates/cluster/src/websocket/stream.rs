//! The bytes below a WebSocket: TCP, or TLS over it.
use crate::pem;
use rustls::server::WebPkiClientVerifier;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use thiserror::Error;

/// Why TLS cannot be set up.
#[derive(Debug, Error)]
pub enum BadTls {
    /// The PEM file has no certificate.
    #[error("cert_file: expected certificates in PEM: {0}")]
    Certificate(String),
    /// The PEM file has no private key.
    #[error("key_file: expected a private key in PEM: {0}")]
    Key(String),
    /// The PEM file has no certificates of authorities.
    #[error("ca_file: expected certificates in PEM: {0}")]
    Authorities(String),
    /// The certificate and key do not match.
    #[error("cert_file and key_file: {0}")]
    Pair(rustls::Error),
}

/// Creates a server's configuration for TLS 1.2 and 1.3 from its certificates and key in PEM. If clients must present a
/// certificate, `authorities` has the certificates of the authorities that may issue it.
///
/// # Errors
/// If one of the texts is invalid.
pub fn tls(certificates: &[u8], key: &[u8], authorities: Option<&[u8]>) -> Result<Arc<ServerConfig>, BadTls> {
    let certificates = pem::certificates(certificates).map_err(BadTls::Certificate)?;
    let key = pem::key(key).map_err(BadTls::Key)?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(BadTls::Pair)?;
    let builder = match authorities {
        None => builder.with_no_client_auth(),
        Some(authorities) => {
            let roots = pem::roots(authorities).map_err(BadTls::Authorities)?;
            let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build();
            builder.with_client_cert_verifier(verifier.map_err(|e| BadTls::Authorities(e.to_string()))?)
        }
    };
    builder.with_single_cert(certificates, key).map(Arc::new).map_err(BadTls::Pair)
}

/// The connection of a client.
pub(super) enum Stream {
    Plain(TcpStream),
    Secured(Box<StreamOwned<ServerConnection, TcpStream>>),
}

impl Stream {
    pub(super) fn new(tcp: TcpStream, tls: Option<&Arc<ServerConfig>>) -> io::Result<Self> {
        Ok(match tls {
            None => Stream::Plain(tcp),
            Some(tls) => {
                let session = ServerConnection::new(Arc::clone(tls)).map_err(io::Error::other)?;
                Stream::Secured(Box::new(StreamOwned::new(session, tcp)))
            }
        })
    }
}

impl Read for Stream {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(tcp) => tcp.read(to),
            Stream::Secured(tls) => tls.read(to),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(tcp) => tcp.write(from),
            Stream::Secured(tls) => tls.write(from),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stream::Plain(tcp) => tcp.flush(),
            Stream::Secured(tls) => tls.flush(),
        }
    }
}
