//! Generates scripts' tables from Microsoft's open specifications: NT status codes, and interfaces of DCE/RPC.
//!
//! The lists in `data` contain only facts: numbers, and their names in the documents. Each interface is listed with its
//! document; a dash marks interfaces without an open specification, which are known from traffic and from Windows' own
//! type information.
use crate::{Generated, HEAD};
use anyhow::{Context as _, Result, bail};
use std::fmt::Write;

const NT_STATUS: &str = include_str!("../data/nt-status.tsv");
const INTERFACES: &str = include_str!("../data/rpc-interfaces.tsv");
const OPERATIONS: &str = include_str!("../data/rpc-operations.tsv");

/// Generates both tables. Errors name the list, the line and the expected content.
pub(crate) fn generate() -> Result<[Generated; 2]> {
    let table = |path, text| Generated { path: format!("crates/scripts/tree/base/protocols/{path}"), text };
    Ok([
        table("smb/const-nt-status.zeek", nt_status(NT_STATUS)?),
        table("dce-rpc/consts.zeek", dce_rpc(INTERFACES, OPERATIONS)?),
    ])
}

/// Splits the lines of a list into fields.
fn rows<const N: usize>(list: &str, text: &'static str) -> Result<Vec<[&'static str; N]>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    lines
        .map(|(i, line)| {
            let fields: Vec<&str> = line.split('\t').collect();
            let fields = <[&str; N]>::try_from(fields).ok();
            fields.with_context(|| format!("{list}, line {}: expected {N} fields, found {line:?}", i + 1))
        })
        .collect()
}

fn nt_status(list: &'static str) -> Result<String> {
    let mut out = format!(
        "# {HEAD} crates/xtask/data/nt-status.tsv.\n# Names of NT status codes (MS-ERREF, 2.3.1), without STATUS_.\n\n\
         @load ./consts\n\nmodule SMB;\n\nredef SMB::statuses += {{\n",
    );
    for [number, name] in rows("nt-status.tsv", list)? {
        let words = name.to_lowercase().replace('_', " ");
        _ = writeln!(out, "\t[{number}] = [$id=\"{name}\", $desc=\"{words}\"],");
    }
    out.push_str("};\n");
    Ok(out)
}

fn dce_rpc(interfaces: &'static str, operations: &'static str) -> Result<String> {
    let interfaces = rows::<3>("rpc-interfaces.tsv", interfaces)?;
    let operations = rows::<3>("rpc-operations.tsv", operations)?;
    if let Some([uuid, ..]) = operations.iter().find(|[uuid, ..]| !interfaces.iter().any(|i| i[0] == *uuid)) {
        bail!("rpc-operations.tsv: expected an interface of rpc-interfaces.tsv, found {uuid}");
    }

    let mut out = format!(
        "# {HEAD} crates/xtask/data/rpc-{{interfaces,operations}}.tsv.\n\
         # Interfaces of DCE/RPC by UUID, and their operations by number, as their documents name them: C706, and Microsoft's\n\
         # open specifications.\n\n\
         module DCE_RPC;\n\nexport {{\n\t## Names of interfaces.\n\
         \tconst uuid_endpoint_map: table[string] of string = {{\n",
    );
    for group in interfaces.chunk_by(|a, b| a[2] == b[2]) {
        let document = if group[0][2] == "-" { "In no open specification" } else { group[0][2] };
        _ = writeln!(out, "\t\t# {document}");
        for [uuid, name, _] in group {
            _ = writeln!(out, "\t\t[\"{uuid}\"] = \"{name}\",");
        }
    }
    out.push_str(
        "\t} &redef &default=function(uuid: string): string { return fmt(\"unknown-%s\", uuid); };\n\n\
         \t## The interface that a pipe of this name usually has; for bindings that were not seen.\n\
         \tconst pipe_name_to_common_uuid: table[string] of string = {\n",
    );
    for pipe in ["spoolss", "srvsvc", "winreg"] {
        let found = interfaces.iter().find(|[_, name, _]| *name == pipe);
        let [uuid, ..] = found
            .with_context(|| format!("rpc-interfaces.tsv: expected the interface {pipe}, found none"))?;
        _ = writeln!(out, "\t\t[\"{pipe}\"] = \"{uuid}\",");
    }
    out.push_str(
        "\t} &redef;\n\n\t## Names of operations.\n\tconst operations: table[string, count] of string = {\n",
    );
    for group in operations.chunk_by(|a, b| a[0] == b[0]) {
        let name = interfaces.iter().find(|i| i[0] == group[0][0]).map_or("", |i| i[1]);
        _ = writeln!(out, "\t\t# {name}");
        for [uuid, number, operation] in group {
            _ = writeln!(out, "\t\t[\"{uuid}\", {number}] = \"{operation}\",");
        }
    }
    out.push_str(
        "\t} &redef &default=function(uuid: string, i: count): string { return fmt(\"unknown-%d\", i); };\n}\n",
    );
    Ok(out)
}
