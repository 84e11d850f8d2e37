//! Certificates: parsing, text forms, hashes, comparison with host names.
use super::base64;
use crate::call::family;
use crate::call::{Answer, Call, Stop};
use bridge::{CertificateBytes, certificate, plain_value};
use event::Arg;
use protocols::x509::{AltNames, Certificate, Hash, common_names, rfc2253};
use std::rc::Rc;
use value::{Type, Value};

family! {
    "x509_parse" => parse,
    "x509_from_der" => |c| {
        let der = c.str(0)?;
        Ok(certificate(&der))
    },
    "x509_get_certificate_string" => certificate_string,
    "x509_subject_name_hash" => |c| name_hash(c, |c| c.subject),
    "x509_issuer_name_hash" => |c| name_hash(c, |c| c.issuer),
    "x509_spki_hash" => |c| name_hash(c, |c| c.key.der),
    "x509_check_hostname" => |c| {
        let (host, name) = (c.str(0)?, c.str(1)?);
        Ok(is_for_host(&name, &host).into())
    },
    "x509_check_cert_hostname" => check_cert_hostname,
    "x509_set_certificate_cache" => |c| {
        let table = c.table(0)?;
        c.files().certificates = Some(table);
        Ok(true.into())
    },
    "x509_set_certificate_cache_hit_callback" => |c| {
        let hook = c.arg(0).as_func().cloned();
        c.files().on_certificate = hook;
        Ok(true.into())
    },
    "parse_distinguished_name" => |c| {
        let der = c.str(0)?;
        let mut text = rfc2253(&der).unwrap_or_default();
        text.truncate(MAX_DISTINGUISHED_NAME);
        Ok(Value::string(&text))
    },
}

/// The maximum length of a name that `parse_distinguished_name` returns, in bytes.
const MAX_DISTINGUISHED_NAME: usize = 255;
const ALT_NAMES: &str = "2.5.29.17";

/// Returns the DER of a certificate argument.
pub(super) fn der(c: &mut Call<'_>, at: usize) -> Result<Rc<[u8]>, Stop> {
    let o = c.opaque(at)?;
    let held = o.state::<CertificateBytes>().ok_or(Stop::WrongOpaque)?;
    Ok(Rc::clone(&held.0))
}

fn parse(c: &mut Call<'_>) -> Answer {
    let der = der(c, 0)?;
    let Ok(cert) = Certificate::read(&der) else {
        c.error("No certificate in opaque");
        return c.nothing();
    };
    let mut odd = Vec::new();
    let summary = cert.summary(&mut |w| odd.push(w));
    for w in odd {
        c.weird(wire::Anomaly::weird(w), "");
    }
    let ty = Type::Record(c.record_type("X509::Certificate")?);
    plain_value(Arg::Record(&summary.record()), &ty, c.cx)?.ok_or(Stop::Nothing)
}

fn certificate_string(c: &mut Call<'_>) -> Answer {
    let der = der(c, 0)?;
    if !c.flag(1)? {
        return Ok(Value::string(&der));
    }
    let mut pem = b"-----BEGIN CERTIFICATE-----\n".to_vec();
    for line in base64::encoded(&der, base64::ALPHABET).chunks(64) {
        pem.extend_from_slice(line);
        pem.push(b'\n');
    }
    pem.extend_from_slice(b"-----END CERTIFICATE-----\n");
    Ok(Value::string(&pem))
}

fn name_hash(c: &mut Call<'_>, part: for<'a> fn(&Certificate<'a>) -> &'a [u8]) -> Answer {
    let der = der(c, 0)?;
    let Ok(cert) = Certificate::read(&der) else {
        c.error("cannot get cert from opaque");
        return c.nothing();
    };
    match Hash::of_tls(c.count(1)?) {
        Some(h) => Ok(Value::string(h.digest(part(&cert)))),
        None => {
            c.error("Unknown hash algorithm.");
            c.nothing()
        }
    }
}

/// Whether a certificate's name matches a host (RFC 6125, 6.4.3): a star may end the first label of a name with at
/// least three labels.
fn is_for_host(name: &[u8], host: &[u8]) -> bool {
    if name == host {
        return true;
    }
    let dot = |s: &[u8]| s.iter().position(|b| *b == b'.');
    let (Some(star), Some(first)) = (name.iter().position(|b| *b == b'*'), dot(name)) else { return false };
    let (label, rest) = name.split_at(first);
    let has_third_level = rest.get(1..).and_then(dot).is_some();
    let Some((host_label, host_rest)) = dot(host).map(|at| host.split_at(at)) else { return false };
    has_third_level
        && star + 1 == first
        && rest == host_rest
        && label.get(..star).is_some_and(|before| host_label.starts_with(before))
}

fn check_cert_hostname(c: &mut Call<'_>) -> Answer {
    let (der, host) = (der(c, 0)?, c.str(1)?);
    let Ok(cert) = Certificate::read(&der) else {
        c.error("No certificate in opaque");
        return Ok(Value::string(b""));
    };
    // The subject is ignored if there are alternative names (RFC 2818, 3.1).
    let Some(alt) = cert.extension(ALT_NAMES) else {
        let name = common_names(cert.subject).unwrap_or_default().pop().unwrap_or_default();
        return Ok(Value::string(if is_for_host(&name, &host) { name.as_slice() } else { b"" }));
    };
    let Ok(names) = AltNames::read(alt.value) else {
        c.error("Could not get names from SAN ext");
        return Ok(Value::string(b""));
    };
    let found = names.dns.iter().find(|n| is_for_host(n, &host)).copied().unwrap_or_default();
    Ok(Value::string(found))
}

#[cfg(test)]
mod tests {
    use super::is_for_host;

    #[test]
    fn names_with_and_without_a_star() {
        let check = |name: &str, host: &str, expected: bool| {
            assert_eq!(is_for_host(name.as_bytes(), host.as_bytes()), expected, "{name} {host}");
        };
        check("example.com", "example.com", true);
        check("*.example.com", "www.example.com", true);
        check("w*.example.com", "www.example.com", true);
        check("x*.example.com", "www.example.com", false);
        check("*.example.com", "a.b.example.com", false);
        check("*.com", "example.com", false);
        check("*w.example.com", "www.example.com", false);
        check("www.*.com", "www.example.com", false);
        check("*.example.com", "example.com", false);
    }
}
