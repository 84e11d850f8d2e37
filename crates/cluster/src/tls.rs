//! TLS below peerings. With certificates, each side verifies that an authority has issued the other's; names do not count,
//! since peers are addresses. Without, connections are encrypted alone, by TLS 1.3 with raw public keys (RFC 7250) that are
//! made for each run.
use crate::pem;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{ClientConfig, verify_server_cert_signed_by_trust_anchor};
use rustls::crypto::{
    CryptoProvider, WebPkiSupportedAlgorithms, verify_tls12_signature, verify_tls13_signature,
    verify_tls13_signature_with_raw_key,
};
use rustls::pki_types::{
    CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName, SubjectPublicKeyInfoDer, UnixTime,
};
use rustls::server::{
    AlwaysResolvesServerRawPublicKeys, ParsedCertificate, ServerConfig, WebPkiClientVerifier,
};
use rustls::sign::CertifiedKey;
use rustls::{
    CertificateError, DigitallySignedStruct, Error, RootCertStore, SignatureScheme, version::TLS13,
};
use std::sync::Arc;
use thiserror::Error as ThisError;

/// Why TLS cannot be set up.
#[derive(Debug, ThisError)]
pub enum BadTls {
    /// No certificate in the PEM file.
    #[error("ssl_certificate: expected certificates in PEM: {0}")]
    Certificate(String),
    /// No private key in the PEM file.
    #[error("ssl_keyfile: expected a private key in PEM that is not encrypted: {0}")]
    Key(String),
    /// No certificates of authorities in the PEM files.
    #[error("ssl_cafile, ssl_capath: expected certificates in PEM: {0}")]
    Authorities(String),
    /// Certificate and key do not match, or are of no use.
    #[error("ssl_certificate and ssl_keyfile: {0}")]
    Pair(Error),
}

/// What both ends of a connection need.
#[derive(Clone)]
pub struct Tls {
    pub(crate) client: Arc<ClientConfig>,
    pub(crate) server: Arc<ServerConfig>,
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

impl Tls {
    /// Connections that are encrypted, to whoever is there.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn anonymous() -> Result<Self, BadTls> {
        let provider = provider();
        let key = provider.key_provider.load_private_key(fresh_key()).map_err(BadTls::Pair)?;
        let public = key.public_key().ok_or_else(|| BadTls::Key("its public half is unknown".to_owned()))?;
        let public = CertificateDer::from(public.as_ref().to_vec());
        let own = Arc::new(CertifiedKey::new(vec![public], key));
        let algorithms = provider.signature_verification_algorithms;
        let server = ServerConfig::builder_with_provider(Arc::clone(&provider))
            .with_protocol_versions(&[&TLS13])
            .map_err(BadTls::Pair)?
            .with_no_client_auth()
            .with_cert_resolver(Arc::new(AlwaysResolvesServerRawPublicKeys::new(own)));
        let client = ClientConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&TLS13])
            .map_err(BadTls::Pair)?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(Anyone(algorithms)))
            .with_no_client_auth();
        Ok(Tls { client: Arc::new(client), server: Arc::new(server) })
    }

    /// Connections between holders of certificates that these authorities have issued. All texts are PEM.
    ///
    /// # Errors
    /// If one of the texts is invalid.
    pub fn certified(certificate: &[u8], key: &[u8], authorities: &[u8]) -> Result<Self, BadTls> {
        let provider = provider();
        let chain = pem::certificates(certificate).map_err(BadTls::Certificate)?;
        let key = pem::key(key).map_err(BadTls::Key)?;
        let roots = pem::roots(authorities).map_err(BadTls::Authorities)?;
        let verifier =
            WebPkiClientVerifier::builder_with_provider(Arc::new(roots.clone()), Arc::clone(&provider));
        let verifier = verifier.build().map_err(|e| BadTls::Authorities(e.to_string()))?;
        let server = ServerConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()
            .map_err(BadTls::Pair)?
            .with_client_cert_verifier(verifier)
            .with_single_cert(chain.clone(), key.clone_key())
            .map_err(BadTls::Pair)?;
        let algorithms = provider.signature_verification_algorithms;
        let client = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(BadTls::Pair)?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(IssuedBy { roots, algorithms }))
            .with_client_auth_cert(chain, key)
            .map_err(BadTls::Pair)?;
        Ok(Tls { client: Arc::new(client), server: Arc::new(server) })
    }
}

/// A new key for Ed25519, in PKCS #8 (RFC 8410, section 7).
fn fresh_key() -> PrivateKeyDer<'static> {
    let mut key = b"\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20".to_vec();
    let mut secret = [0; 32];
    rand::fill(&mut secret);
    key.extend(secret);
    PrivatePkcs8KeyDer::from(key).into()
}

/// Accepts any peer that holds the key that it shows.
#[derive(Debug)]
struct Anyone(WebPkiSupportedAlgorithms);

impl ServerCertVerifier for Anyone {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }
    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(Error::InvalidCertificate(CertificateError::ApplicationVerificationFailure))
    }
    fn verify_tls13_signature(
        &self,
        message: &[u8],
        key: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let key = SubjectPublicKeyInfoDer::from(key.as_ref());
        verify_tls13_signature_with_raw_key(message, &key, signed, &self.0)
    }
    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_schemes()
    }
    fn requires_raw_public_keys(&self) -> bool {
        true
    }
}

/// Accepts peers whose certificate one of these authorities has issued.
#[derive(Debug)]
struct IssuedBy {
    roots: RootCertStore,
    algorithms: WebPkiSupportedAlgorithms,
}

impl ServerCertVerifier for IssuedBy {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let certificate = ParsedCertificate::try_from(certificate)?;
        let algorithms = self.algorithms.all;
        verify_server_cert_signed_by_trust_anchor(&certificate, &self.roots, intermediates, now, algorithms)?;
        Ok(ServerCertVerified::assertion())
    }
    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.algorithms)
    }
    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.algorithms)
    }
    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}
