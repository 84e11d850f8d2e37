//! Declares the types, tags and ports of grammars to scripts, as script text.
use crate::arguments::{Field, UNDEF};
use crate::grammar::{Grammar, Kind, Offered};
use net_types::TransportProto;
use protocols::registry;
use spicy_sema::hir::{ENUM_UNDEF, Export, Program};
use spicy_sema::types::{Ty, Type};
use spicy_syntax::evt::{self, AnalyzerKind};
use std::fmt::Write;

/// The names of exported types in scripts. Public enums are always exported.
pub(crate) fn names(hir: &Program) -> Vec<(Ty, String)> {
    let mut out: Vec<(Ty, String)> = Vec::new();
    for e in &hir.exports {
        out.push((e.ty, e.name.clone()));
    }
    for (i, e) in hir.enums.iter().enumerate() {
        let module = e.name.split("::").next().unwrap_or_default();
        if e.public && !matches!(module, "spicy" | "zeek" | "filter" | "zeek_file") {
            let Some(ty) = hir.types.find(&Type::Enum(i as u32)) else { continue };
            if !out.iter().any(|(t, _)| *t == ty) {
                out.push((ty, e.name.clone()));
            }
        }
    }
    out
}

/// Keeps only the fields selected by an export.
pub(crate) fn choose(fields: &mut Vec<Field<'_>>, export: &Export) {
    match &export.fields {
        evt::Fields::All => {}
        evt::Fields::With(list) => fields.retain(|f| list.iter().any(|(n, _)| f.name == Some(n))),
        evt::Fields::Without(list) => fields.retain(|f| !list.iter().any(|n| f.name == Some(n))),
    }
    for f in fields {
        let own = match &export.fields {
            evt::Fields::With(list) => list.iter().any(|(n, log)| f.name == Some(n) && *log),
            _ => false,
        };
        f.log = export.log || own;
    }
}

/// Checks that all exported types have a form in scripts.
pub(crate) fn check(g: &Grammar) -> Result<(), String> {
    let mut out = String::new();
    types(g, &mut out)
}

/// Script text that declares types and tags of grammars; it is read before all other scripts.
pub fn declarations(grammars: &[std::sync::Arc<Grammar>]) -> String {
    let mut out = String::from("# What Spicy grammars offer.\n");
    for g in grammars {
        // Checked when the grammar was loaded.
        let _ = types(g, &mut out);
    }
    let mut number = FIRST_OTHER;
    for a in grammars.iter().flat_map(|g| &g.analyzers) {
        tag(a, &mut number, &mut out);
    }
    out
}

/// The first number of tags for files or packets; protocols use their own tags.
const FIRST_OTHER: u32 = 10_000;

fn tag(a: &Offered, number: &mut u32, out: &mut String) {
    let (module, all) = match a.kind {
        Kind::Tcp | Kind::Udp => ("Analyzer", "ANALYZER_ANALYZER"),
        Kind::File => ("Files", "FILES_ANALYZER"),
        Kind::Packet => ("PacketAnalyzer", "PACKETANALYZER_ANALYZER"),
    };
    let n = if a.tag.0 == 0 { *number } else { u32::from(a.tag.0) };
    *number += 1;
    let label = &a.label;
    // A built-in analyzer with this name has both already. Writing to a string does not fail.
    let _ = write!(
        out,
        "@ifndef ( {module}::ANALYZER_{label} )\n\
         redef enum {module}::Tag += {{ {module}::ANALYZER_{label} = {n} }};\n\
         redef enum AllAnalyzers::Tag += {{ AllAnalyzers::{all}_{label} = {n} }};\n@endif\n"
    );
}

fn types(g: &Grammar, out: &mut String) -> Result<(), String> {
    let hir = &g.program.hir;
    // In the order of the file; enums first, since records may contain them.
    let mut said: Vec<Ty> = Vec::new();
    for (ty, name) in &g.names {
        if let Type::Enum(e) = hir.types.get(*ty) {
            enumeration(hir, *e, name, out);
            said.push(*ty);
        }
    }
    for e in &hir.exports {
        let name = &e.name;
        if said.contains(&e.ty) {
            continue;
        }
        let text = match hir.types.get(e.ty) {
            Type::Tuple(_) | Type::Struct(_) | Type::Bitfield(_) | Type::Unit(_) => record(g, e, &said)?,
            _ => spoken(g, e.ty, &said)
                .map_err(|why| format!("{}: cannot export '{name}': {why}", place(g, e)))?,
        };
        said.push(e.ty);
        module(name, out);
        let _ = writeln!(out, "export {{\n\ttype {name}: {text};\n}}");
    }
    Ok(())
}

fn place(g: &Grammar, e: &Export) -> String {
    g.program.hir.sources.location(e.span)
}

fn module(name: &str, out: &mut String) {
    let module = name.rsplit_once("::").map_or("GLOBAL", |(m, _)| m);
    let _ = writeln!(out, "module {module};");
}

fn enumeration(hir: &Program, e: u32, name: &str, out: &mut String) {
    let Some(e) = hir.enums.get(e as usize) else { return };
    let short = name.rsplit("::").next().unwrap_or(name);
    module(name, out);
    let _ = writeln!(out, "export {{\n\ttype {name}: enum {{");
    let mut undef = false;
    for (label, n) in &e.labels {
        let n = if *n == ENUM_UNDEF { UNDEF } else { *n };
        undef |= n == UNDEF;
        let _ = writeln!(out, "\t\t{short}_{label} = {n},");
    }
    if !undef {
        let _ = writeln!(out, "\t\t{short}_Undef = {UNDEF},");
    }
    let _ = writeln!(out, "\t}};\n}}");
}

fn record(g: &Grammar, e: &Export, said: &[Ty]) -> Result<String, String> {
    let mut text = String::from("record {");
    for f in g.fields_of(e.ty) {
        let Some(name) = f.name else {
            return Err(format!("{}: cannot export '{}': its elements need names", place(g, e), e.name));
        };
        if f.ty == e.ty {
            return Err(format!(
                "{}: type '{}' is self-recursive, scripts have no such types",
                place(g, e),
                e.name
            ));
        }
        let ty = spoken(g, f.ty, said)
            .map_err(|why| format!("{}: cannot export field '{name}' of '{}': {why}", place(g, e), e.name))?;
        let optional = if f.optional || is_optional(&g.program.hir, f.ty) { " &optional" } else { "" };
        let log = if f.log { " &log" } else { "" };
        let _ = write!(text, "\n\t\t{name}: {ty}{optional}{log};");
    }
    text.push_str("\n\t}");
    Ok(text)
}

fn is_optional(hir: &Program, ty: Ty) -> bool {
    matches!(hir.types.get(ty), Type::Optional(_))
}

/// A type in script syntax.
fn spoken(g: &Grammar, ty: Ty, said: &[Ty]) -> Result<String, String> {
    let hir = &g.program.hir;
    if let Some(name) = g.name_of(ty).filter(|_| said.contains(&ty)) {
        return Ok(name.to_owned());
    }
    Ok(match hir.types.get(ty) {
        Type::Bool => "bool".into(),
        Type::Int { signed: false, .. } => "count".into(),
        Type::Int { .. } => "int".into(),
        Type::Real => "double".into(),
        Type::Bytes | Type::Str | Type::Error | Type::Stream | Type::View => "string".into(),
        Type::Addr => "addr".into(),
        Type::Network => "subnet".into(),
        Type::Port => "port".into(),
        Type::Time => "time".into(),
        Type::Interval => "interval".into(),
        Type::Optional(t) | Type::Ref(t) => spoken(g, *t, said)?,
        Type::Vector(t) | Type::List(t) => format!("vector of {}", spoken(g, *t, said)?),
        Type::Set(t) => format!("set[{}]", index(g, *t, said)?),
        Type::Map(k, v) => format!("table[{}] of {}", index(g, *k, said)?, spoken(g, *v, said)?),
        Type::Enum(e) if hir.enums.get(*e as usize).is_some_and(|e| e.name == "spicy::Protocol") => {
            "transport_proto".into()
        }
        _ => return Err(format!("type '{}' is not exported before it", hir.type_name(ty))),
    })
}

fn index(g: &Grammar, ty: Ty, said: &[Ty]) -> Result<String, String> {
    match g.program.hir.types.get(ty) {
        Type::Tuple(ts) if g.name_of(ty).is_none() => {
            let parts = ts.iter().map(|(_, t)| spoken(g, *t, said)).collect::<Result<Vec<_>, _>>()?;
            Ok(parts.join(", "))
        }
        _ => spoken(g, ty, said),
    }
}

/// Script text that is read after all other scripts: registers ports and MIME types.
pub fn registrations(grammars: &[std::sync::Arc<Grammar>]) -> String {
    let mut body = String::new();
    for g in grammars {
        for (a, o) in g.program.hir.analyzers.iter().zip(&g.analyzers) {
            for (number, proto) in ports(g, a) {
                let _ =
                    writeln!(body, "\tevent spicy_analyzer_for_port({}, {number}/{proto});", o.script_name);
            }
            for m in &a.mime_types {
                let _ = writeln!(body, "\tevent spicy_analyzer_for_mime_type({}, \"{m}\");", o.script_name);
            }
        }
    }
    if body.is_empty() {
        return body;
    }
    format!("module GLOBAL;\nevent zeek_init() &priority=100\n\t{{\n{body}\t}}\n")
}

/// Ports of the .evt file and of the responder's unit.
fn ports(g: &Grammar, a: &spicy_sema::hir::Analyzer) -> Vec<(u16, &'static str)> {
    let transport = match a.kind {
        AnalyzerKind::Tcp => TransportProto::Tcp,
        AnalyzerKind::Udp => TransportProto::Udp,
        AnalyzerKind::File | AnalyzerKind::Packet => return Vec::new(),
    };
    let mut out: Vec<(u16, &'static str)> = Vec::new();
    for p in &a.ports {
        let proto = if p.protocol.eq_ignore_ascii_case("udp") { "udp" } else { "tcp" };
        out.extend((p.from..=p.to).map(|n| (n, proto)));
    }
    let unit = a.responder.and_then(|u| g.program.hir.units.get(u as usize));
    for (n, proto, _) in unit.map_or(&[][..], |u| &u.ports) {
        let port = crate::arguments::port(*n, *proto);
        if port.proto == transport {
            out.push((*n, transport.name()));
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// The tag of the analyzer that `replaces` names.
pub(crate) fn replaced(a: &Offered) -> Option<session::analyzer::Tag> {
    registry::find(&crate::grammar::label(&a.replaces.as_deref()?.replace("::", "_")))
}
