//! Parses extensions, and renders them with OpenSSL's wording (RFC 5280, 4.2).
use super::certificate::Extension;
use super::{encoded, name, objects, show};
use crate::asn1::{Der, Element, tag};
use net_types::Addr;
use std::net::IpAddr;
use wire::ReadResult;

const BOOLEAN: u8 = 0x01;

/// Basic constraints: whether the certificate is a CA's, and its path length constraint.
pub(super) fn basic_constraints(value: &[u8]) -> Option<(bool, Option<u64>)> {
    let mut r = Der::new("BasicConstraints", value).inside(tag::SEQUENCE).ok()?;
    let ca = r.optional(BOOLEAN).ok()?.is_some_and(|b| b.content.iter().any(|b| *b != 0));
    let below = r.optional(tag::INTEGER).ok()?.and_then(|n| n.uint());
    Some((ca, below))
}

/// Subject alternative names.
#[derive(Default, Debug)]
pub struct AltNames<'a> {
    /// DNS names.
    pub dns: Vec<&'a [u8]>,
    /// URIs.
    pub uri: Vec<&'a [u8]>,
    /// E-mail addresses.
    pub email: Vec<&'a [u8]>,
    /// IP addresses.
    pub ip: Vec<Addr>,
    /// True if there are names of other kinds.
    pub others: bool,
    /// The length of a malformed address.
    pub bad_address: Option<usize>,
}

/// The tags of GeneralName (RFC 5280, 4.2.1.6).
mod general {
    pub(super) const EMAIL: u8 = 0x81;
    pub(super) const DNS: u8 = 0x82;
    pub(super) const DIRECTORY: u8 = 0xa4;
    pub(super) const URI: u8 = 0x86;
    pub(super) const IP: u8 = 0x87;
    pub(super) const REGISTERED_ID: u8 = 0x88;
    pub(super) const OTHER: u8 = 0xa0;
    pub(super) const X400: u8 = 0xa3;
    pub(super) const EDI: u8 = 0xa5;
}

impl<'a> AltNames<'a> {
    /// Parses the value of the extension.
    pub fn read(value: &'a [u8]) -> ReadResult<Self> {
        let mut r = Der::new("GeneralNames", value).inside(tag::SEQUENCE)?;
        let mut names = AltNames::default();
        while !r.is_empty() {
            let e = r.element()?;
            match e.tag {
                general::DNS => names.dns.push(e.content),
                general::URI => names.uri.push(e.content),
                general::EMAIL => names.email.push(e.content),
                general::IP => match address(e.content) {
                    Some(a) => names.ip.push(a),
                    None => names.bad_address = Some(e.content.len()),
                },
                _ => names.others = true,
            }
        }
        Ok(names)
    }
}

fn address(bytes: &[u8]) -> Option<Addr> {
    if let Ok(v4) = <[u8; 4]>::try_from(bytes) {
        return Some(Addr::from(IpAddr::from(v4)));
    }
    <[u8; 16]>::try_from(bytes).ok().map(|v6| Addr::from(IpAddr::from(v6)))
}

/// The extension as text; `None` if it is unknown or malformed.
pub(super) fn shown(e: &Extension<'_>) -> Option<String> {
    let value = e.value;
    match objects::dotted(e.oid).as_str() {
        "2.5.29.14" => octet_string(value).ok().map(show::hex_colons),
        "2.5.29.15" => bits(value, &KEY_USAGE).ok(),
        "2.5.29.17" | "2.5.29.18" => general_names(value).ok(),
        "2.5.29.19" => basic_constraints(value).map(|(ca, below)| {
            let below = below.map_or(String::new(), |n| format!(", pathlen:{n}"));
            format!("CA:{}{below}", if ca { "TRUE" } else { "FALSE" })
        }),
        "2.5.29.31" => distribution_points(value).ok(),
        "2.5.29.32" => policies(value).ok(),
        "2.5.29.35" => authority_key(value).ok(),
        "2.5.29.37" => key_purposes(value).ok(),
        "1.3.6.1.5.5.7.1.1" | "1.3.6.1.5.5.7.1.11" => information_access(value).ok(),
        "1.3.6.1.5.5.7.48.1.2" => {
            octet_string(value).ok().map(|n| n.iter().map(|b| format!("{b:02X}")).collect::<String>())
        }
        "2.16.840.1.113730.1.1" => bits(value, &NETSCAPE_TYPES).ok(),
        "2.16.840.1.113730.1.2"
        | "2.16.840.1.113730.1.3"
        | "2.16.840.1.113730.1.4"
        | "2.16.840.1.113730.1.7"
        | "2.16.840.1.113730.1.8"
        | "2.16.840.1.113730.1.12"
        | "2.16.840.1.113730.1.13" => {
            let text = Der::new("IA5String", value).element().ok()?.content;
            Some(String::from_utf8_lossy(text).into_owned())
        }
        _ => None,
    }
}

/// The value of an extension that cannot be rendered as text, encoded as an octet string.
pub(super) fn raw(e: &Extension<'_>) -> Vec<u8> {
    let n = e.value.len();
    let mut out = vec![tag::OCTET_STRING];
    match u8::try_from(n) {
        Ok(short @ 0..=0x7f) => out.push(short),
        _ => {
            let bytes = n.to_be_bytes();
            let zeros = bytes.iter().take_while(|b| **b == 0).count();
            let bytes = bytes.get(zeros..).unwrap_or_default();
            out.push(0x80 | bytes.len() as u8);
            out.extend_from_slice(bytes);
        }
    }
    out.extend_from_slice(e.value);
    out
}

fn octet_string(value: &[u8]) -> ReadResult<&[u8]> {
    Ok(super::der::expect(&mut Der::new("OCTET STRING", value), tag::OCTET_STRING)?.1.content)
}

const KEY_USAGE: [&str; 9] = [
    "Digital Signature",
    "Non Repudiation",
    "Key Encipherment",
    "Data Encipherment",
    "Key Agreement",
    "Certificate Sign",
    "CRL Sign",
    "Encipher Only",
    "Decipher Only",
];
const NETSCAPE_TYPES: [&str; 8] = [
    "SSL Client",
    "SSL Server",
    "S/MIME",
    "Object Signing",
    "Unused",
    "SSL CA",
    "S/MIME CA",
    "Object Signing CA",
];

fn bits(value: &[u8], names: &[&str]) -> ReadResult<String> {
    let bits = super::der::bit_string(&mut Der::new("BIT STRING", value))?;
    let is_set = |i: usize| bits.get(i / 8).is_some_and(|b| b & (0x80 >> (i % 8)) != 0);
    let set: Vec<&str> = names.iter().enumerate().filter(|(i, _)| is_set(*i)).map(|(_, n)| *n).collect();
    Ok(set.join(", "))
}

fn key_purposes(value: &[u8]) -> ReadResult<String> {
    let mut r = Der::new("ExtKeyUsage", value).inside(tag::SEQUENCE)?;
    let mut all = Vec::new();
    while !r.is_empty() {
        all.push(objects::long_name(r.element()?.content));
    }
    Ok(all.join(", "))
}

/// A general name as text.
fn general_name(e: &Element<'_>) -> String {
    let mut out = String::new();
    push_general_name(&mut out, e);
    out
}

/// Appends a general name to a text; saves allocations, since certificates have hundreds of names.
fn push_general_name(out: &mut String, e: &Element<'_>) {
    let mut say = |label: &str, text: &[u8]| {
        out.push_str(label);
        out.push_str(&String::from_utf8_lossy(text));
    };
    match e.tag {
        general::OTHER => out.push_str("othername:<unsupported>"),
        general::X400 => out.push_str("X400Name:<unsupported>"),
        general::EDI => out.push_str("EdiPartyName:<unsupported>"),
        general::EMAIL => say("email:", e.content),
        general::DNS => say("DNS:", e.content),
        general::URI => say("URI:", e.content),
        general::DIRECTORY => say("DirName:", &name::slashed(e.content).unwrap_or_default()),
        general::REGISTERED_ID => say("Registered ID:", objects::long_name(e.content).as_bytes()),
        general::IP => match address(e.content) {
            Some(a) if a.is_v4() => say("IP Address:", a.to_string().as_bytes()),
            // IPv6: eight numbers without abbreviation.
            Some(_) => {
                let numbers: Vec<String> = e
                    .content
                    .chunks_exact(2)
                    .map(|c| format!("{:X}", c.iter().fold(0u16, |v, &b| v << 8 | u16::from(b))))
                    .collect();
                say("IP Address:", numbers.join(":").as_bytes());
            }
            None => out.push_str("IP Address:<invalid>"),
        },
        other => out.push_str(&format!("<unknown:{other}>")),
    }
}

fn general_names(value: &[u8]) -> ReadResult<String> {
    let mut r = Der::new("GeneralNames", value).inside(tag::SEQUENCE)?;
    if r.is_empty() {
        return Ok("<EMPTY>\n".to_owned());
    }
    // Labels and commas add about half of the encoding's length.
    let mut all = String::with_capacity(value.len() + value.len() / 2);
    while !r.is_empty() {
        if !all.is_empty() {
            all.push_str(", ");
        }
        push_general_name(&mut all, &r.element()?);
    }
    Ok(all)
}

/// Authority key identifier. The key identifier has a label only if issuer or serial number are present.
fn authority_key(value: &[u8]) -> ReadResult<String> {
    let mut r = Der::new("AuthorityKeyIdentifier", value).inside(tag::SEQUENCE)?;
    let key = r.optional(0x80)?;
    let issuer = r.optional(0xa1)?;
    let serial = r.optional(0x82)?;
    let mut lines = Vec::new();
    if let Some(k) = key {
        let label = if issuer.is_some() || serial.is_some() { "keyid:" } else { "" };
        lines.push(format!("{label}{}", show::hex_colons(k.content)));
    }
    if let Some(i) = issuer {
        let mut names = i.walk("GeneralNames");
        while !names.is_empty() {
            lines.push(general_name(&names.element()?));
        }
    }
    if let Some(s) = serial {
        lines.push(format!("serial:{}", show::hex_colons(s.content)));
    }
    Ok(lines.join("\n"))
}

fn information_access(value: &[u8]) -> ReadResult<String> {
    let mut r = Der::new("AuthorityInfoAccess", value).inside(tag::SEQUENCE)?;
    let mut lines = Vec::new();
    while !r.is_empty() {
        let mut one = r.inside(tag::SEQUENCE)?;
        let method = objects::long_name(one.element()?.content);
        lines.push(format!("{method} - {}", general_name(&one.element()?)));
    }
    Ok(lines.join("\n"))
}

fn distribution_points(value: &[u8]) -> ReadResult<String> {
    let mut r = Der::new("CRLDistributionPoints", value).inside(tag::SEQUENCE)?;
    let mut points = Vec::new();
    while !r.is_empty() {
        let mut one = r.inside(tag::SEQUENCE)?;
        let mut text = String::new();
        if let Some(point) = one.optional(0xa0)?
            && let Some(full) = point.walk("DistributionPointName").optional(0xa0)?
        {
            text.push_str("Full Name:\n");
            let mut names = full.walk("GeneralNames");
            while !names.is_empty() {
                text.push_str(&format!("  {}\n", general_name(&names.element()?)));
            }
        }
        points.push(text.trim_end_matches('\n').to_owned());
    }
    Ok(points.join("\n\n"))
}

fn policies(value: &[u8]) -> ReadResult<String> {
    let mut r = Der::new("CertificatePolicies", value).inside(tag::SEQUENCE)?;
    let mut lines = Vec::new();
    while !r.is_empty() {
        let mut one = r.inside(tag::SEQUENCE)?;
        lines.push(format!("Policy: {}", objects::long_name(one.element()?.content)));
        let Some(qualifiers) = one.optional(tag::SEQUENCE)? else { continue };
        let mut qualifiers = qualifiers.walk("PolicyQualifiers");
        while !qualifiers.is_empty() {
            let mut q = qualifiers.inside(tag::SEQUENCE)?;
            let kind = objects::dotted(q.element()?.content);
            let (_, content) = encoded(&mut q)?;
            match kind.as_str() {
                "1.3.6.1.5.5.7.2.1" => {
                    lines.push(format!("  CPS: {}", String::from_utf8_lossy(content.content)));
                }
                "1.3.6.1.5.5.7.2.2" => {
                    lines.push("  User Notice:".to_owned());
                    notice(&content, &mut lines)?;
                }
                other => lines.push(format!("  Unknown Qualifier: {other}")),
            }
        }
    }
    Ok(lines.join("\n"))
}

fn notice(content: &Element<'_>, lines: &mut Vec<String>) -> ReadResult<()> {
    let mut r = content.walk("UserNotice");
    if let Some(reference) = r.optional(tag::SEQUENCE)? {
        let mut reference = reference.walk("NoticeReference");
        let organization = reference.element()?.content;
        lines.push(format!("    Organization: {}", String::from_utf8_lossy(organization)));
        let mut numbers = reference.inside(tag::SEQUENCE)?;
        let mut all = Vec::new();
        while !numbers.is_empty() {
            all.push(numbers.element()?.uint().unwrap_or_default().to_string());
        }
        lines.push(format!("    Number{}: {}", if all.len() > 1 { "s" } else { "" }, all.join(", ")));
    }
    if !r.is_empty() {
        let text = r.element()?;
        // BMPString: two bytes per character.
        let shown = if text.tag == 0x1e {
            let units: Vec<u16> = text
                .content
                .chunks_exact(2)
                .map(|c| c.iter().fold(0, |v, &b| v << 8 | u16::from(b)))
                .collect();
            String::from_utf16_lossy(&units)
        } else {
            String::from_utf8_lossy(text.content).into_owned()
        };
        lines.push(format!("    Explicit Text: {shown}"));
    }
    Ok(())
}
