//! Verifies certificates, OCSP responses and signed certificate timestamps against the roots in a script's table.
use super::x509::der;
use crate::call::family;
use crate::call::{Answer, Call, Stop};
use bridge::{CertificateBytes, KnownRoots, certificate};
use protocols::x509::chain::{self, Roots};
use protocols::x509::{Certificate, Fault, Hash, rfc2253, stapled, transparency};
use std::rc::Rc;
use value::Value;

family! {
    "x509_verify" => verify,
    "x509_ocsp_verify" => ocsp_verify,
    "sct_verify" => sct_verify,
    "X509::__mozilla_roots" => mozilla_roots,
}

/// Certificates in DER, or an error message about the arguments.
type Chain = Result<Vec<Rc<[u8]>>, &'static str>;

/// Reads the roots from a table of DER certificates by subject. The subjects are not used.
fn roots(c: &mut Call<'_>, at: usize) -> Result<Rc<Roots>, Stop> {
    let table = c.table(at)?;
    let len = table.len();
    if let Some(known) = &c.files().roots
        && known.len == len
        && known.table.same_object(&table)
    {
        return Ok(Rc::clone(&known.roots));
    }
    let mut roots = Roots::default();
    for (index, der) in table.entries() {
        let is_root = der.as_ref().and_then(|v| v.as_string()).is_some_and(|der| roots.add(der).is_ok());
        if !is_root {
            let name = index.first().map(ToString::to_string).unwrap_or_default();
            c.report(&format!("Root CA error: {name} is not a certificate"));
        }
    }
    let roots = Rc::new(roots);
    c.files().roots = Some(KnownRoots { table, len, roots: Rc::clone(&roots) });
    Ok(roots)
}

/// Returns the certificates of a vector, the host's own first.
fn chain_of(c: &mut Call<'_>) -> Result<Chain, Stop> {
    let items = c.vector(0)?;
    let items = items.items();
    if items.is_empty() {
        c.report("No certificates given in vector");
        return Ok(Err("no certificates"));
    }
    let mut all = Vec::with_capacity(items.len());
    for (n, item) in items.iter().enumerate() {
        let Some(item) = item else {
            if n == 0 {
                c.error("undefined value in certificate vector");
                return Ok(Err("undefined value in certificate vector"));
            }
            continue;
        };
        let opaque = item.as_opaque().ok_or(Stop::WrongOpaque)?;
        all.push(Rc::clone(&opaque.state::<CertificateBytes>().ok_or(Stop::WrongOpaque)?.0));
    }
    Ok(Ok(all))
}

/// Creates an `X509::Result`.
fn result(c: &mut Call<'_>, number: i64, text: &str, chain: Option<Vec<&[u8]>>) -> Answer {
    let r = c.new_record("X509::Result")?;
    r.set_named("result", Value::Int(number));
    r.set_named("result_string", text);
    if let Some(chain) = chain {
        let certs = chain.into_iter().map(certificate).collect();
        r.set_named("chain_certs", c.vector_of("x509_opaque_vector", certs)?);
    }
    Ok(r.into())
}

/// Parses the host's certificate and those after it. Only the first must be valid.
fn read<'a>(c: &mut Call<'_>, all: &'a [Rc<[u8]>]) -> Option<(Certificate<'a>, Vec<Certificate<'a>>)> {
    let (first, rest) = all.split_first()?;
    let Ok(host) = Certificate::read(first) else {
        c.error("No certificate in opaque");
        return None;
    };
    Some((host, rest.iter().filter_map(|d| Certificate::read(d).ok()).collect()))
}

fn verify(c: &mut Call<'_>) -> Answer {
    let all = match chain_of(c)? {
        Ok(all) => all,
        Err(why) => return result(c, -1, why, None),
    };
    let (roots, at) = (roots(c, 1)?, c.double(2)? as i64);
    let Some((host, sent)) = read(c, &all) else { return result(c, -1, "No certificate in opaque", None) };
    match chain::verify(&host, &sent, &roots, at) {
        Ok(chain) => result(c, 0, "ok", Some(chain)),
        Err(e) => result(c, e.number(), e.text(), None),
    }
}

fn ocsp_verify(c: &mut Call<'_>) -> Answer {
    let all = match chain_of(c)? {
        Ok(all) => all,
        Err(why) => return result(c, -1, why, None),
    };
    let (response, roots, at) = (c.str(1)?, roots(c, 2)?, c.double(3)? as i64);
    let Some((host, sent)) = read(c, &all) else { return result(c, -1, "No certificate in opaque", None) };
    match stapled::verify(&host, &sent, &response, &roots, at) {
        Ok(()) => result(c, 1, "good", None),
        Err(e) => result(c, e.number(), e.text(), None),
    }
}

fn sct_verify(c: &mut Call<'_>) -> Answer {
    let der = der(c, 0)?;
    let (log_key, signature, timestamp) = (c.str(2)?, c.str(3)?, c.count(4)?);
    let (hash, issuer_key) = (c.count(5)?, c.str(6)?);
    let Ok(cert) = Certificate::read(&der) else {
        c.error("No certificate in opaque");
        return Ok(false.into());
    };
    let issuer_key = match <[u8; 32]>::try_from(&*issuer_key) {
        Ok(key) => Some(key),
        Err(_) if issuer_key.is_empty() => None,
        Err(_) => {
            c.report("Invalid issuer_key_hash length");
            return Ok(false.into());
        }
    };
    if issuer_key.is_some() && !transparency::holds_promises(&cert) {
        c.report("NID_ct_precert_scts not found");
        return Ok(false.into());
    }
    let Some(hash) = Hash::of_tls(hash) else {
        c.report("Unknown hash algorithm");
        return Ok(false.into());
    };
    let promise = transparency::Promise { timestamp, hash, signature: &signature, issuer_key };
    match transparency::verify(&cert, &promise, &log_key) {
        Ok(()) => Ok(true.into()),
        Err(Fault::Key) => {
            c.report("Could not load log key");
            Ok(false.into())
        }
        Err(Fault::Unknown) => {
            c.report("Could not init signature verification");
            Ok(false.into())
        }
        Err(Fault::Mismatch) => Ok(false.into()),
    }
}

/// Returns the roots that Mozilla trusts for servers: DER by subject.
fn mozilla_roots(c: &mut Call<'_>) -> Answer {
    let table = c.table_of("table_string_of_string")?;
    for root in webpki_root_certs::TLS_SERVER_ROOT_CERTS {
        let subject = Certificate::read(root).and_then(|cert| rfc2253(cert.subject)).unwrap_or_default();
        crate::call::insert(&table, &[Value::string(&subject)], Some(Value::string(root)))?;
    }
    Ok(table.into())
}
