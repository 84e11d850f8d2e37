//! The command line of `egret spicy`, and how it selects a unit.
use spicy_sema::hir::Side;
use spicy_vm::Program;
use std::fmt::Write;

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Mode {
    Check,
    Run,
    Parse,
    Dump,
}

impl Mode {
    /// The subcommand with a name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        match name {
            "check" => Some(Mode::Check),
            "run" => Some(Mode::Run),
            "driver" => Some(Mode::Parse),
            "dump" => Some(Mode::Dump),
            _ => None,
        }
    }
}

pub(crate) struct Options {
    pub(crate) mode: Mode,
    pub(crate) files: Vec<String>,
    pub(crate) paths: Vec<String>,
    /// Whether --library-path named a folder.
    library: bool,
    pub(crate) unit: Option<String>,
    pub(crate) pieces: Option<usize>,
    pub(crate) input: Option<String>,
    pub(crate) batch: Option<String>,
    pub(crate) aliases: Vec<(String, String)>,
    pub(crate) list: bool,
    pub(crate) list_aliases: bool,
    pub(crate) json: bool,
    pub(crate) offsets: bool,
    pub(crate) prints: bool,
    pub(crate) debug: bool,
    pub(crate) carets: bool,
    pub(crate) silent: bool,
    pub(crate) check_accept: bool,
    pub(crate) require_accept: bool,
}

impl Options {
    pub(crate) fn read(mode: Mode, mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut o = Options {
            mode,
            files: Vec::new(),
            paths: vec![".".into()],
            library: false,
            unit: None,
            pieces: None,
            input: None,
            batch: None,
            aliases: Vec::new(),
            list: false,
            list_aliases: false,
            json: false,
            offsets: false,
            prints: false,
            debug: false,
            carets: false,
            silent: false,
            check_accept: false,
            require_accept: false,
        };
        while let Some(a) = args.next() {
            let mut value = |name: &str| args.next().ok_or(format!("{name} needs a value"));
            match a.as_str() {
                "-p" | "--parser" => o.unit = Some(value("-p")?),
                "-i" => o.pieces = Some(value("-i")?.parse().map_err(|_| "-i takes a number of bytes")?),
                "-f" => o.input = Some(value("-f")?),
                "-F" => o.batch = Some(value("-F")?),
                "-P" if o.mode != Mode::Dump => {
                    let text = value("-P")?;
                    let (name, unit) = text.split_once('=').ok_or("-P takes NAME=UNIT")?;
                    o.aliases.push((name.to_owned(), unit.to_owned()));
                }
                "--library-path" => {
                    o.library = true;
                    o.paths.insert(0, value("--library-path")?);
                }
                // Folders of --library-path come first, whatever the order of the options.
                "--search-path" => {
                    let path = value("--search-path")?;
                    o.paths.retain(|p| p != "." || o.library);
                    o.paths.extend(path.split(':').map(str::to_owned));
                }
                "-l" => o.list = true,
                "-ll" => (o.list, o.list_aliases) = (true, true),
                "-J" => o.json = true,
                "-Q" => o.offsets = true,
                "-P" => o.prints = true,
                "-d" => o.debug = true,
                "-c" => o.check_accept = true,
                "--require-accept" => (o.check_accept, o.require_accept) = (true, true),
                "--carets" => o.carets = true,
                "--silent" => o.silent = true,
                "-U" | "-Z" | "-T" => {}
                _ if a.starts_with("-i") => {
                    o.pieces = Some(a[2..].parse().map_err(|_| "-i takes a number of bytes")?);
                }
                _ if a.starts_with('-') => return Err(format!("unknown option {a}")),
                _ => o.files.push(a),
            }
        }
        Ok(o)
    }
}

fn protocol(p: u8) -> &'static str {
    ["tcp", "udp", "icmp"].get(usize::from(p)).unwrap_or(&"unknown")
}

/// Other names under which a unit can be selected.
fn aliases(program: &Program, options: &Options) -> Vec<(String, u32)> {
    let mut out = Vec::new();
    for (i, u) in program.hir.units.iter().enumerate().filter(|(_, u)| u.public) {
        for (n, p, side) in &u.ports {
            let port = format!("{n}/{}", protocol(*p));
            match side {
                Side::Both => {
                    out.push((port.clone(), i as u32));
                    out.push((format!("{port}%orig"), i as u32));
                    out.push((format!("{port}%resp"), i as u32));
                }
                Side::Originator => out.push((format!("{port}%orig"), i as u32)),
                Side::Responder => out.push((format!("{port}%resp"), i as u32)),
            }
        }
        out.extend(u.mime_types.iter().map(|m| (m.clone(), i as u32)));
    }
    for (name, unit) in &options.aliases {
        if let Some(i) = named(program, unit) {
            out.push((name.clone(), i));
            if !name.contains('%') {
                out.push((format!("{name}%orig"), i));
                out.push((format!("{name}%resp"), i));
            }
        }
    }
    out
}

fn named(program: &Program, name: &str) -> Option<u32> {
    program
        .hir
        .units
        .iter()
        .position(|u| u.public && (u.name == name || u.aliases.iter().any(|a| a == name)))
        .map(|i| i as u32)
}

/// A unit by name, port or MIME type.
pub(crate) fn find(program: &Program, name: &str, options: &Options) -> Option<u32> {
    named(program, name).or_else(|| aliases(program, options).into_iter().find(|a| a.0 == name).map(|a| a.1))
}

/// The unit that the options select, or the only unit.
pub(crate) fn choose(program: &Program, options: &Options) -> Result<u32, String> {
    if let Some(name) = &options.unit {
        return find(program, name, options).ok_or(format!("unknown parser '{name}'"));
    }
    let mut public =
        program.hir.units.iter().enumerate().filter(|(_, u)| u.public && !u.name.starts_with("filter::"));
    match (public.next(), public.next()) {
        (Some((i, _)), None) => Ok(i as u32),
        (None, _) => Err("no parsers available".into()),
        _ => Err("multiple parsers found, need to select one (see --list-parsers)".into()),
    }
}

/// All public units, in the form of `--list-parsers`.
pub(crate) fn list(program: &Program, options: &Options) -> String {
    let mut lines: Vec<(String, String)> = Vec::new();
    for u in program.hir.units.iter().filter(|u| u.public) {
        let mut rest = String::new();
        if !u.description.is_empty() {
            let _ = write!(rest, " {}", u.description);
        }
        let ports: Vec<String> = u.ports.iter().map(|(n, p, _)| format!("{n}/{}", protocol(*p))).collect();
        if !ports.is_empty() {
            let _ = write!(rest, " [{}]", ports.join(", "));
        }
        if !u.mime_types.is_empty() {
            let _ = write!(rest, " [{}]", u.mime_types.join(", "));
        }
        lines.push((u.name.clone(), rest.clone()));
        lines.extend(u.aliases.iter().map(|a| (a.clone(), rest.clone())));
    }
    lines.sort();
    let mut out = String::from("Available parsers:\n\n");
    for (name, rest) in lines {
        let _ = writeln!(out, " {name:>16} {rest}");
    }
    out.push('\n');
    if options.list_aliases {
        out.push_str("Available alias names:\n\n");
        let mut all = aliases(program, options);
        all.sort();
        for (name, unit) in all {
            let _ = writeln!(out, " {name:>16} -> {}", program.hir.units[unit as usize].name);
        }
        out.push('\n');
    }
    out
}
