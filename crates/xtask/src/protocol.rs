//! The declarations of protocols: `crates/protocols/src/NAME/protocol.toml`, and `engine.toml` for everything that
//! belongs to no protocol.
use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The folder of the declarations, below the root.
pub(crate) const FOLDER: &str = "crates/protocols/src";

/// A protocol.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Protocol {
    /// The folder's name; set when the file is read.
    #[serde(skip)]
    pub folder: String,
    /// The protocol's usual name.
    pub name: String,
    /// A one-line description.
    pub description: String,
    /// The documents that define the protocol.
    #[serde(default)]
    pub standards: Vec<String>,
    /// The logs that its scripts write, without `.log`.
    #[serde(default)]
    pub logs: Vec<String>,
    /// The folder of scripts that a default run loads.
    pub scripts: Option<String>,
    /// The fuzz target that runs its analyzers.
    pub fuzz: Option<String>,
    /// Its analyzers.
    #[serde(default, rename = "analyzer")]
    pub analyzers: Vec<Analyzer>,
    /// Its modules of `event`.
    #[serde(default)]
    pub events: Vec<EventModule>,
}

/// An analyzer, or a part of an analyzer that has a name in scripts.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Analyzer {
    /// Its name: `HTTP` for `Analyzer::ANALYZER_HTTP`.
    pub tag: String,
    /// Its number in scripts. Assigned once and never changed.
    pub number: u16,
    /// The function of the folder's module that reads settings and returns the maker; `None` if the analyzer is only a
    /// name.
    pub maker: Option<String>,
    /// The ports on which servers are likely, such as `53/udp`.
    #[serde(default)]
    pub ports: Vec<String>,
    /// The conversations that tests and fuzz targets make up.
    #[serde(default)]
    pub conversations: Vec<Conversation>,
}

/// A made-up conversation.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Conversation {
    /// The server's port.
    pub port: String,
    /// The beginning of a message, written as the inside of a Rust byte string.
    pub begins: String,
}

/// A module of the crate `event`.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct EventModule {
    /// The module's name.
    pub module: String,
    /// The first line of its documentation.
    pub about: String,
    /// The files of the tree whose events and records belong to the module.
    #[serde(default)]
    pub from: Vec<String>,
    /// Further events of the module, from files that several modules share.
    #[serde(default)]
    pub events: Vec<String>,
    /// Records of the module that other files declare.
    #[serde(default)]
    pub records: Vec<String>,
    /// The prefix of event names that Rust types leave out.
    #[serde(default)]
    pub strip: String,
    /// The prefix of Rust types for names of the script module (`LDAP::message`).
    #[serde(default)]
    pub prefix: String,
    /// The names of Rust types that cannot be derived from the script's names.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
    /// Fields with another name in Rust, as `record.field`.
    #[serde(default)]
    pub fields: BTreeMap<String, String>,
    /// Borrowed forms other than the usual one, as `event.parameter` or `record.field`.
    #[serde(default)]
    pub forms: BTreeMap<String, String>,
    /// Fields that Rust does not set, as `record.field`.
    #[serde(default)]
    pub omit: BTreeSet<String>,
    /// Records with a default value in Rust.
    #[serde(default)]
    pub defaults: BTreeSet<String>,
}

/// The declarations that belong to no protocol: `engine.toml`.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Engine {
    /// Names in `Analyzer::Tag` for parts of the engine.
    pub analyzer: BTreeMap<String, u16>,
    /// `PacketAnalyzer::Tag`
    pub packet_analyzer: BTreeMap<String, u16>,
    /// `Files::Tag`
    pub file_analyzer: BTreeMap<String, u16>,
    /// Other enumerations that the program defines.
    #[serde(rename = "enum")]
    pub enums: Vec<EnumDeclaration>,
    /// The ports of tunnels on which servers are likely.
    pub ports: BTreeMap<String, Vec<String>>,
    /// The built-in events that do not come from traffic.
    pub not_from_traffic: BTreeSet<String>,
    /// Modules of `event`.
    pub events: Vec<EventModule>,
}

/// An enumeration that the program defines.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct EnumDeclaration {
    /// The full name.
    pub name: String,
    /// The names of its values, numbered from 1.
    pub names: Vec<String>,
}

/// All declarations.
pub struct Protocols {
    /// Protocols, by folder.
    pub all: Vec<Protocol>,
    /// The declarations that belong to no protocol.
    pub engine: Engine,
}

impl Protocols {
    /// Reads and checks the declarations.
    pub fn read(root: &Path) -> Result<Self> {
        let src = root.join(FOLDER);
        let mut all = Vec::new();
        for entry in std::fs::read_dir(&src).with_context(|| src.display().to_string())? {
            let dir = entry?.path();
            let path = dir.join("protocol.toml");
            if !path.is_file() {
                continue;
            }
            let folder = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let mut protocol: Protocol = parse(&path)?;
            protocol.folder = folder;
            all.push(protocol);
        }
        all.sort_by(|a, b| a.folder.cmp(&b.folder));
        let protocols = Protocols { all, engine: parse(&src.join("engine.toml"))? };
        protocols.check()?;
        Ok(protocols)
    }

    fn check(&self) -> Result<()> {
        let engine = &self.engine;
        let others = [&engine.analyzer, &engine.packet_analyzer, &engine.file_analyzer];
        let numbered = self.analyzers().map(|(_, a)| (a.tag.as_str(), a.number));
        let numbered = numbered.chain(others.into_iter().flatten().map(|(n, i)| (n.as_str(), *i)));
        let mut taken = BTreeMap::new();
        for (tag, number) in numbered {
            if let Some(first) = taken.insert(number, tag) {
                bail!(
                    "the analyzers {first} and {tag} both have the number {number}; {} is free",
                    self.next_number()
                );
            }
        }
        let mut tags = BTreeSet::new();
        for (tag, _) in self.tags() {
            if !tags.insert(tag) {
                bail!("two analyzers are called {tag}");
            }
        }
        for p in &self.all {
            let talks = p.analyzers.iter().filter(|a| !a.conversations.is_empty()).count();
            let built = p.analyzers.iter().filter(|a| a.maker.is_some()).count();
            if talks != built {
                bail!("{}: every analyzer with a maker needs conversations, and no other has them", p.folder);
            }
            if p.fuzz.is_some() != (built > 0) {
                bail!("{}: `fuzz` names the target of its analyzers; {built} have a maker", p.folder);
            }
        }
        Ok(())
    }

    /// Returns the number after the highest assigned one.
    fn next_number(&self) -> u16 {
        let e = &self.engine;
        let others =
            [&e.analyzer, &e.packet_analyzer, &e.file_analyzer].into_iter().flat_map(BTreeMap::values);
        self.analyzers().map(|(_, a)| a.number).chain(others.copied()).max().unwrap_or(0) + 1
    }

    /// Returns all analyzers of protocols.
    pub fn analyzers(&self) -> impl Iterator<Item = (&Protocol, &Analyzer)> {
        self.all.iter().flat_map(|p| p.analyzers.iter().map(move |a| (p, a)))
    }

    /// Returns the names in `Analyzer::Tag` with their numbers, by number.
    pub fn tags(&self) -> Vec<(&str, u16)> {
        let engine = self.engine.analyzer.iter().map(|(n, i)| (n.as_str(), *i));
        let mut tags: Vec<_> =
            self.analyzers().map(|(_, a)| (a.tag.as_str(), a.number)).chain(engine).collect();
        tags.sort_by_key(|(_, number)| *number);
        tags
    }

    /// Returns the modules of `event`, by name.
    pub fn event_modules(&self) -> Vec<&EventModule> {
        let protocols = self.all.iter().flat_map(|p| &p.events);
        let mut modules: Vec<_> = protocols.chain(&self.engine.events).collect();
        modules.sort_by(|a, b| a.module.cmp(&b.module));
        modules
    }
}

fn parse<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    toml::from_str(&text).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(analyzers: &str, expected: &str) {
        let head = "name = \"X\"\ndescription = \"x\"\nfuzz = \"web\"\n";
        let mut protocol: Protocol = toml::from_str(&format!("{head}{analyzers}")).unwrap();
        protocol.folder = "x".into();
        let engine = "not_from_traffic = []\nenum = []\nevents = []\n[analyzer]\nTCP = 7\n[packet_analyzer]\n\
                      [file_analyzer]\nPE = 9\n[ports]\n";
        let protocols = Protocols { all: vec![protocol], engine: toml::from_str(engine).unwrap() };
        assert_eq!(protocols.check().map_err(|e| e.to_string()), Err(expected.to_owned()));
    }

    #[test]
    fn a_number_and_a_name_belong_to_one_analyzer() {
        let whole = |tag: &str, number: u16| {
            format!(
                "[[analyzer]]\ntag = \"{tag}\"\nnumber = {number}\nmaker = \"maker\"\n\
                 [[analyzer.conversations]]\nport = \"1/tcp\"\nbegins = 'a'\n"
            )
        };
        let taken = "the analyzers X and TCP both have the number 7; 10 is free";
        check(&whole("X", 7), taken);
        check(&whole("X", 9), "the analyzers X and PE both have the number 9; 10 is free");
        check(&(whole("X", 10) + &whole("X", 11)), "two analyzers are called X");
        let silent = "[[analyzer]]\ntag = \"X\"\nnumber = 10\nmaker = \"maker\"\n";
        check(silent, "x: every analyzer with a maker needs conversations, and no other has them");
    }
}
