//! Replaces generated sections of hand-written files, and converts names to Rust.
use crate::Generated;
use anyhow::{Context as _, Result, bail};
use std::path::Path;

/// Replaces the lines between the one that contains `generated: NAME` and the one that contains `end of generated:
/// NAME`.
pub(crate) fn replace(root: &Path, path: &str, name: &str, lines: &str) -> Result<Generated> {
    let text = std::fs::read_to_string(root.join(path)).with_context(|| path.to_owned())?;
    Ok(Generated { path: path.into(), text: replaced(&text, name, lines).with_context(|| path.to_owned())? })
}

/// Does the work of [`replace`] on a text.
pub(crate) fn replaced(text: &str, name: &str, lines: &str) -> Result<String> {
    let (from, to) = (format!("generated: {name}"), format!("end of generated: {name}"));
    let (mut out, mut state) = (String::new(), 0);
    for line in text.split_inclusive('\n') {
        if state == 1 && line.contains(&to) {
            state = 2;
        }
        if state != 1 {
            out.push_str(line);
        }
        if state == 0 && line.contains(&from) {
            state = 1;
            out.push_str(lines);
        }
    }
    if state != 2 {
        bail!("expected a line with `{from}` and below it one with `{to}`");
    }
    Ok(out)
}

/// Converts a name to that of a Rust type: `dns_A_reply` becomes `DnsAReply`, and `32wFlag` becomes `32WFlag`.
pub(crate) fn camel(name: &str) -> String {
    let name = name.rsplit("::").next().unwrap_or(name);
    let mut out = String::new();
    for part in name.split('_') {
        let upper = part.len() > 1 && part.chars().all(|c| !c.is_lowercase());
        let mut start = true;
        for c in part.chars() {
            if start {
                out.extend(c.to_uppercase());
            } else if upper {
                out.extend(c.to_lowercase());
            } else {
                out.push(c);
            }
            start = c.is_ascii_digit() && !upper;
        }
    }
    out
}

/// Converts a field's name to Rust: lower case, words separated by `_`, and a `_` after a reserved word.
pub(crate) fn snake(name: &str) -> String {
    let mut out = String::new();
    let mut before = '_';
    for c in name.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
        before = c;
    }
    if ["type", "override", "move", "ref", "use", "in", "match"].contains(&out.as_str()) {
        out.push('_');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_rust() {
        let check =
            |name, types, field| assert_eq!((camel(name).as_str(), snake(name).as_str()), (types, field));
        check("dns_A_reply", "DnsAReply", "dns_a_reply");
        check("dns_EDNS_addl", "DnsEdnsAddl", "dns_edns_addl");
        check("DHCP::Msg", "Msg", "dhcp::msg");
        check("dnp3_counter_32wFlag", "Dnp3Counter32WFlag", "dnp3_counter_32w_flag");
        check("original_URI", "OriginalUri", "original_uri");
        check("type", "Type", "type_");
    }

    #[test]
    fn a_section_is_replaced() {
        let text = "a\n// generated: x\nold\n// end of generated: x\nb\n";
        assert_eq!(
            replaced(text, "x", "new\n").unwrap(),
            "a\n// generated: x\nnew\n// end of generated: x\nb\n"
        );
        assert!(replaced("a\n// generated: x\n", "x", "").is_err());
        assert!(replaced("a\n", "x", "").is_err());
    }
}
