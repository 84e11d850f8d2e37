//! What is done with the bytes of a file, whatever they are: certificates read, shown and checked, OCSP both ways.
//!
//! The smoke run and the fuzz target share this file.
use protocols::x509::chain::{self, Roots};
use protocols::x509::transparency::{self, Promise};
use protocols::x509::{self, AltNames, Certificate, Hash, OcspRequest, OcspResponse, stapled};

const NOW: i64 = 1_795_600_000;

pub(crate) fn run(data: &[u8]) {
    certificates(data);
    let _ = OcspRequest::read(data);
    let _ = OcspResponse::read(data);
    let _ = AltNames::read(data);
    let _ = x509::one_line(data);
}

/// The bytes as certificates behind each other: the first is a host's, all of them are sent along and trusted.
fn certificates(data: &[u8]) {
    let mut all = Vec::new();
    let mut rest = data;
    while let Ok(cert) = Certificate::read(rest) {
        rest = rest.get(cert.der.len()..).unwrap_or_default();
        all.push(cert);
    }
    let Some(host) = all.first() else { return };
    let mut roots = Roots::default();
    for cert in &all {
        let mut odd = 0;
        let summary = cert.summary(&mut |_| odd += 1);
        assert!(!summary.record().serial.is_empty() || cert.serial.is_empty());
        let _ = x509::key_of(&cert.key);
        roots.add(cert.der).expect("it was read before");
    }
    for roots in [&roots, &Roots::default()] {
        if let Ok(chain) = chain::verify(host, &all, roots, NOW) {
            assert!(chain.first() == Some(&host.der) && !roots.is_empty());
        }
        let _ = stapled::verify(host, &all, rest, roots, NOW);
    }
    for issuer_key in [None, Some([0; 32])] {
        let promise = Promise { timestamp: 1, hash: Hash::Sha256, signature: rest, issuer_key };
        let _ = transparency::verify(host, &promise, host.key.der);
    }
}
