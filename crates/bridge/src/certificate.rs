//! `opaque of x509`.
use protocols::x509::Certificate;
use std::rc::Rc;
use value::{Opaque, OpaqueState, Value};

/// The DER of a certificate in a script value; empty if it could not be read.
pub struct CertificateBytes(pub Rc<[u8]>);

impl OpaqueState for CertificateBytes {
    fn duplicate(&self) -> Option<Box<dyn OpaqueState>> {
        Some(Box::new(CertificateBytes(Rc::clone(&self.0))))
    }
}

/// The certificate at the beginning of these bytes, as a value.
#[must_use]
pub fn certificate(der: &[u8]) -> Value {
    let der = Certificate::read(der).map_or(&[][..], |c| c.der);
    Value::Opaque(Opaque::new("x509", CertificateBytes(der.into())))
}
