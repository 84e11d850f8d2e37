//! Declares the types, tags and ports of grammars to scripts, as script text.
use crate::arguments::UNDEF;
use crate::fields::Field;
use crate::grammar::{Grammar, Kind, Offered};
use net_types::TransportProto;
use protocols::registry;
use spicy_sema::hir::{ENUM_UNDEF, Export, Program};
use spicy_sema::types::{Ty, Type};
use spicy_syntax::evt::{self, AnalyzerKind};
use std::fmt::Write;

/// Returns the names of exported types in scripts. Public enums are always exported.
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

/// Keeps only the fields that an export selects.
pub(crate) fn choose(fields: &mut Vec<Field>, export: &Export) {
    match &export.fields {
        evt::Fields::All => {}
        evt::Fields::With(list) => fields.retain(|f| list.iter().any(|(n, _)| f.is_named(n))),
        evt::Fields::Without(list) => fields.retain(|f| !list.iter().any(|n| f.is_named(n))),
    }
    for f in fields {
        let own = match &export.fields {
            evt::Fields::With(list) => list.iter().any(|(n, log)| f.is_named(n) && *log),
            _ => false,
        };
        f.log = export.log || own;
    }
}

/// Checks that all exported types can be declared in scripts.
pub(crate) fn check(g: &Grammar) -> Result<(), String> {
    let mut out = String::new();
    types(g, &mut Said::default(), &mut out)
}

/// Returns script text that declares the types and tags of grammars. It is loaded before all other scripts.
pub fn declarations(grammars: &[std::sync::Arc<Grammar>]) -> String {
    let mut out = String::from("# What Spicy grammars offer.\n");
    let mut said = Said::default();
    for g in grammars {
        // The types were checked when the grammar was loaded. Type numbers are specific to a grammar, names are shared.
        (said.done, said.open) = (Vec::new(), Vec::new());
        let _ = types(g, &mut said, &mut out);
    }
    out.push_str("module GLOBAL;\n");
    let mut number = FIRST_OTHER;
    for a in grammars.iter().flat_map(|g| &g.analyzers) {
        tag(a, &mut number, &mut out);
    }
    out
}

/// The first number of tags for file and packet analyzers. Protocol analyzers use their own tags.
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
    // If a built-in analyzer has this name, both enumerators exist. Writing to a string cannot fail.
    let _ = write!(
        out,
        "@ifndef ( {module}::ANALYZER_{label} )\n\
         redef enum {module}::Tag += {{ {module}::ANALYZER_{label} = {n} }};\n\
         redef enum AllAnalyzers::Tag += {{ AllAnalyzers::{all}_{label} = {n} }};\n@endif\n"
    );
}

fn types(g: &Grammar, said: &mut Said, out: &mut String) -> Result<(), String> {
    let hir = &g.program.hir;
    // Enums first: public enums are always exported.
    for (ty, name) in &g.names {
        if let Type::Enum(e) = hir.types.get(*ty) {
            if said.names.insert(name.clone()) {
                enumeration(hir, *e, name, out);
            }
            said.done.push(*ty);
        }
    }
    for e in &hir.exports {
        if said.done.contains(&e.ty) && !said.names.contains(&e.name) {
            // An additional name of a type, with its own selection of fields.
            let text = record(g, e.ty, Some(e), said, out)
                .map_err(|why| format!("{}: cannot export '{}': {why}", place(g, e), e.name))?;
            said.names.insert(e.name.clone());
            module(&e.name, out);
            let _ = writeln!(out, "export {{\n\ttype {}: {text};\n}}", e.name);
            continue;
        }
        declare(g, e.ty, &e.name, said, out)
            .map_err(|why| format!("{}: cannot export '{}': {why}", place(g, e), e.name))?;
    }
    Ok(())
}

/// The types that were declared, and those whose declarations are being written.
#[derive(Default)]
struct Said {
    done: Vec<Ty>,
    open: Vec<Ty>,
    /// The names that were declared by any grammar. Several grammars may contain the same module.
    names: std::collections::BTreeSet<String>,
}

/// Declares a type, after the types that it contains. A contained type with a name needs no export of its own.
fn declare(g: &Grammar, ty: Ty, name: &str, said: &mut Said, out: &mut String) -> Result<(), String> {
    if said.done.contains(&ty) {
        return Ok(());
    }
    let hir = &g.program.hir;
    if said.open.contains(&ty) {
        return Err(format!("type '{name}' is self-recursive, scripts have no such types"));
    }
    said.open.push(ty);
    if let Type::Enum(e) = hir.types.get(ty) {
        if said.names.insert(name.to_owned()) {
            enumeration(hir, *e, name, out);
        }
    } else {
        let text = match hir.types.get(ty) {
            Type::Tuple(_) | Type::Struct(_) | Type::Bitfield(_) | Type::Unit(_) => {
                record(g, ty, None, said, out)?
            }
            _ => spoken(g, ty, said, out)?,
        };
        if said.names.insert(name.to_owned()) {
            module(name, out);
            let _ = writeln!(out, "export {{\n\ttype {name}: {text};\n}}");
        }
    }
    said.open.pop();
    said.done.push(ty);
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

/// Returns the record type for a type. The export selects its fields: `export`, or else the type's first export.
fn record(
    g: &Grammar,
    ty: Ty,
    export: Option<&Export>,
    said: &mut Said,
    out: &mut String,
) -> Result<String, String> {
    let mut text = String::from("record {");
    let fields = if export.is_some() { g.fields_for(ty, export) } else { g.fields_of(ty) };
    for f in fields {
        let Some(name) = f.name.as_deref() else {
            return Err("elements of tuples need names".into());
        };
        let spoken =
            spoken(g, f.ty, said, out).map_err(|why| format!("cannot export field '{name}': {why}"))?;
        let optional = if f.optional || is_optional(&g.program.hir, f.ty) { " &optional" } else { "" };
        let log = if f.log { " &log" } else { "" };
        let _ = write!(text, "\n\t\t{name}: {spoken}{optional}{log};");
    }
    text.push_str("\n\t}");
    Ok(text)
}

fn is_optional(hir: &Program, ty: Ty) -> bool {
    matches!(hir.types.get(ty), Type::Optional(_))
}

/// Returns a type in script syntax. Named types that it contains are declared first, unless they already were.
fn spoken(g: &Grammar, ty: Ty, said: &mut Said, out: &mut String) -> Result<String, String> {
    let hir = &g.program.hir;
    if let Some(name) = g.name_of(ty) {
        declare(g, ty, name, said, out)?;
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
        Type::Optional(t) | Type::Ref(t) => spoken(g, *t, said, out)?,
        Type::Vector(t) | Type::List(t) => format!("vector of {}", spoken(g, *t, said, out)?),
        Type::Set(t) => format!("set[{}]", index(g, *t, said, out)?),
        Type::Map(k, v) => format!("table[{}] of {}", index(g, *k, said, out)?, spoken(g, *v, said, out)?),
        Type::Enum(e) if hir.enums.get(*e as usize).is_some_and(|e| e.name == "spicy::Protocol") => {
            "transport_proto".into()
        }
        Type::Tuple(_) | Type::Bitfield(_) => {
            if said.open.contains(&ty) {
                return Err("a type without a name is self-recursive".into());
            }
            said.open.push(ty);
            let text = record(g, ty, None, said, out)?;
            said.open.pop();
            text
        }
        Type::Enum(_) | Type::Struct(_) | Type::Unit(_) => {
            let name = hir.type_name(ty);
            declare(g, ty, &name, said, out)?;
            name
        }
        _ => return Err(format!("scripts have nothing like type '{}'", hir.type_name(ty))),
    })
}

fn index(g: &Grammar, ty: Ty, said: &mut Said, out: &mut String) -> Result<String, String> {
    match g.program.hir.types.get(ty) {
        Type::Tuple(ts) if g.name_of(ty).is_none() => {
            let parts = ts.iter().map(|(_, t)| spoken(g, *t, said, out)).collect::<Result<Vec<_>, _>>()?;
            Ok(parts.join(", "))
        }
        _ => spoken(g, ty, said, out),
    }
}

/// Returns script text that registers ports and MIME types. It is loaded after the default scripts.
pub fn registrations(grammars: &[std::sync::Arc<Grammar>]) -> String {
    let mut lines = Vec::new();
    for g in grammars {
        for (a, o) in g.program.hir.analyzers.iter().zip(&g.analyzers) {
            for (number, proto) in ports(g, a) {
                lines.push(format!("\tevent spicy_analyzer_for_port({}, {number}/{proto});", o.script_name));
            }
            for m in mime_types(g, a) {
                lines.push(format!("\tevent spicy_analyzer_for_mime_type({}, \"{m}\");", o.script_name));
            }
        }
    }
    // The number of constants in a handler is limited.
    let handlers = lines
        .chunks(1000)
        .map(|some| format!("event zeek_init() &priority=100\n\t{{\n{}\n\t}}\n", some.join("\n")));
    let body: String = handlers.collect();
    if body.is_empty() { body } else { format!("module GLOBAL;\n{body}") }
}

/// Returns the MIME types in the .evt file and, for file analyzers, in the unit.
fn mime_types(g: &Grammar, a: &spicy_sema::hir::Analyzer) -> Vec<String> {
    let mut out = a.mime_types.clone();
    let unit = a.originator.filter(|_| a.kind == AnalyzerKind::File);
    let unit = unit.and_then(|u| g.program.hir.units.get(u as usize));
    out.extend(unit.map_or(&[][..], |u| &u.mime_types).iter().cloned());
    out.sort_unstable();
    out.dedup();
    out
}

/// Returns errors in the `replaces` of all grammars of a run: an analyzer that would replace one of another kind, or a
/// second one that would replace the same analyzer.
pub fn conflicts(grammars: &[std::sync::Arc<Grammar>]) -> Vec<String> {
    let mut taken: Vec<(&str, String)> = Vec::new();
    let mut out = Vec::new();
    let all = grammars.iter().flat_map(|g| g.program.hir.analyzers.iter().zip(&g.analyzers));
    for (a, o) in all {
        let Some(replaced) = &o.replaces else { continue };
        let known = |sort: Kind| match sort {
            Kind::Tcp | Kind::Udp => replaced_protocol(replaced),
            Kind::File => protocols::files::kinds::is_known(replaced),
            Kind::Packet => session::is_layer(replaced),
        };
        let sorts = [Kind::Tcp, Kind::File, Kind::Packet];
        let own = if o.kind == Kind::Udp { Kind::Tcp } else { o.kind };
        if !known(own) && sorts.into_iter().any(|s| s != own && known(s)) {
            out.push(format!("cannot replace '{replaced}' analyzer with a {} analyzer", sort_name(own)));
        }
        let sort = sort_name(o.kind);
        if taken.contains(&(sort, replaced.to_uppercase())) {
            out.push(format!(
                "{}: {sort} analyzer {replaced} is already mapped to a different analyzer; cannot replace an \
                 analyzer multiple times",
                a.name
            ));
        } else {
            taken.push((sort, replaced.to_uppercase()));
        }
    }
    out
}

fn replaced_protocol(name: &str) -> bool {
    registry::find(&crate::grammar::label(&name.replace("::", "_"))).is_some()
}

fn sort_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Tcp | Kind::Udp => "protocol",
        Kind::File => "file",
        Kind::Packet => "packet",
    }
}

/// Returns the ports in the .evt file and in the responder's unit.
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

/// Returns the tag of the analyzer that `replaces` names.
pub(crate) fn replaced(a: &Offered) -> Option<session::analyzer::Tag> {
    registry::find(&crate::grammar::label(&a.replaces.as_deref()?.replace("::", "_")))
}
