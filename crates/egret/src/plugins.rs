//! What `-N` and `-NN` list: the parts of the program under the names of Zeek's plugins for them.
use crate::hiargs::HiArgs;
use crate::spicy;
use ::scripts::doc;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::ExitCode;

/// A part, and what it brings.
struct Part {
    about: String,
    /// Lines of `-NN`.
    components: Vec<String>,
}

/// Parts that belong to no protocol: the name, what it is, and the enumerations whose names it brings, each with the
/// word for it and what these names begin with.
const OTHERS: [(&str, &str, &[Named]); 19] = [
    ("AF_Packet", "Packet acquisition via AF_Packet", &[]),
    ("AsciiReader", "input from columns of text", &[("Reader", "Input::READER_ASCII")]),
    ("AsciiWriter", "logs as columns of text or JSON", &[("Writer", "Log::WRITER_ASCII")]),
    ("BenchmarkReader", "generated input, for measurements", &[("Reader", "Input::READER_BENCHMARK")]),
    ("BinaryReader", "input of whole files as bytes", &[("Reader", "Input::READER_BINARY")]),
    (
        "Binary_Serializer",
        "rows of logs in Zeek's binary form",
        &[("Log Serializer", "Cluster::LOG_SERIALIZER_ZEEK_BIN_V1")],
    ),
    (
        "Broker_Serializer",
        "events in Broker's binary form and as JSON",
        &[
            ("Event Serializer", "Cluster::EVENT_SERIALIZER_BROKER_BIN_V1"),
            ("Event Serializer", "Cluster::EVENT_SERIALIZER_BROKER_JSON_V1"),
        ],
    ),
    (
        "Cluster_Backend_Broker",
        "nodes of a cluster that are peers",
        &[
            ("Cluster Backend", "Cluster::CLUSTER_BACKEND_BROKER"),
            ("Cluster Backend", "Cluster::CLUSTER_BACKEND_BROKER_WEBSOCKET_SHIM"),
        ],
    ),
    (
        "Cluster_Backend_ZeroMQ",
        "nodes of a cluster that reach each other over ZeroMQ",
        &[("Cluster Backend", "Cluster::CLUSTER_BACKEND_ZEROMQ")],
    ),
    ("ConfigReader", "input of values for options", &[("Reader", "Input::READER_CONFIG")]),
    (
        "JSON_Storage_Serializer",
        "stored values as JSON",
        &[("Storage Serializer", "Storage::STORAGE_SERIALIZER_JSON")],
    ),
    ("NoneWriter", "logs that are discarded", &[("Writer", "Log::WRITER_NONE")]),
    ("Pcap", "packets of captures and interfaces", &[]),
    ("RawReader", "input of lines of files and commands", &[("Reader", "Input::READER_RAW")]),
    ("SQLiteReader", "input from a database", &[("Reader", "Input::READER_SQLITE")]),
    ("SQLiteWriter", "logs in a database", &[("Writer", "Log::WRITER_SQLITE")]),
    ("Spicy", "analyzers from Spicy grammars", &[]),
    (
        "Storage_Backend_Redis",
        "keys and values on a Redis server",
        &[("Storage Backend", "Storage::STORAGE_BACKEND_REDIS")],
    ),
    (
        "Storage_Backend_SQLite",
        "keys and values in a database",
        &[("Storage Backend", "Storage::STORAGE_BACKEND_SQLITE")],
    ),
];

/// A component: the word for its sort, and the name that scripts have for it.
type Named = (&'static str, &'static str);

/// Whether a word names a plugin: `Zeek::AsciiWriter`. All are built in, so naming one changes nothing.
pub(crate) fn is_one(word: &str) -> bool {
    word.strip_prefix("Zeek::").is_some_and(|name| parts().contains_key(name))
}

/// All parts by name.
fn parts() -> BTreeMap<String, Part> {
    let mut all = BTreeMap::new();
    for (name, about, named) in OTHERS {
        let components = named.iter().map(|(sort, full)| component(sort, full)).collect();
        all.insert(name.to_owned(), Part { about: about.to_owned(), components });
    }
    for p in runtime::PLUGINS {
        let components = p.analyzers.iter().map(|tag| analyzer("Analyzer", tag)).collect();
        all.insert(p.name.to_owned(), Part { about: p.about.to_owned(), components });
    }
    for (sort, tags, about) in
        [("Packet Analyzer", "PacketAnalyzer::Tag", "packets"), ("File Analyzer", "Files::Tag", "files")]
    {
        for tag in names_of(tags) {
            // Letters may be of another case in the name of the plugin that declares its events.
            let name = all
                .keys()
                .find(|k: &&String| k.eq_ignore_ascii_case(&tag))
                .cloned()
                .unwrap_or_else(|| tag.clone());
            let part = all
                .entry(name)
                .or_insert_with(|| Part { about: format!("{tag} {about}"), components: Vec::new() });
            part.components.push(analyzer(sort, &tag));
        }
    }
    for (plugin, e) in doc::of_plugins() {
        let about = || Part { about: format!("declarations of {plugin}"), components: Vec::new() };
        let sort = match e.kind {
            "function" => "Function",
            "event" => "Event",
            "type" => "Type",
            "const" | "option" => "Constant",
            _ => continue,
        };
        let name =
            all.keys().find(|k| k.eq_ignore_ascii_case(plugin)).cloned().unwrap_or_else(|| plugin.to_owned());
        all.entry(name).or_insert_with(about).components.push(format!("    [{sort}] {}", e.name));
    }
    all
}

fn analyzer(sort: &str, tag: &str) -> String {
    format!("    [{sort}] {tag} (ANALYZER_{tag}, enabled)")
}

/// `[Writer] Ascii (Log::WRITER_ASCII)`
fn component(sort: &str, full: &str) -> String {
    let prefix = format!("{}_", sort.to_uppercase().replace(' ', "_"));
    let last = full.rsplit("::").next().unwrap_or(full);
    let short = last.strip_prefix(&prefix).unwrap_or(last);
    format!("    [{sort}] {short} ({full})")
}

/// The names of one of the program's enumerations of analyzers, without `ANALYZER_`.
fn names_of(tags: &str) -> Vec<String> {
    let found = doc::find(tags).unwrap_or_default();
    let lines = found.iter().flat_map(|e| e.declaration.lines());
    let names = lines.filter_map(|l| l.trim().strip_prefix("ANALYZER_")?.split([' ', ',', '=']).next());
    names.map(str::to_owned).collect()
}

/// Prints all parts, or those that the command line names.
pub(crate) fn list(args: &HiArgs) -> anyhow::Result<ExitCode> {
    let all = parts();
    let asked: Vec<&str> = args.plugins.iter().map(|p| p.trim_start_matches("Zeek::")).collect();
    if let Some(unknown) = asked.iter().find(|name| !all.contains_key(**name)) {
        anyhow::bail!("no plugin is called Zeek::{unknown}; -N lists all");
    }
    let grammars =
        spicy::attached::of_run(args, &[]).map_err(|messages| anyhow::anyhow!(messages.join("\n")))?;
    let mut out = std::io::stdout().lock();
    for (name, part) in all.iter().filter(|(name, _)| asked.is_empty() || asked.contains(&name.as_str())) {
        writeln!(out, "Zeek::{name} - {} (built-in)", part.about)?;
        if args.low.print_plugins > 1 {
            for line in &part.components {
                writeln!(out, "{line}")?;
            }
            if name == "Spicy" {
                write!(out, "{}", spicy::attached::listed(&grammars))?;
            }
            writeln!(out)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
