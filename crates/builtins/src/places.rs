//! Databases of locations and autonomous systems, in MaxMind's format.
use maxminddb::{MaxMindDbError, Reader};
use outside::{FileStamp, Files, system_error};
use std::io::Read;

/// The maximum size of a database in bytes. City databases have some 60 MB.
const LARGEST: u64 = 1 << 30;

/// The kinds of databases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DatabaseKind {
    Location,
    AutonomousSystem,
}

impl DatabaseKind {
    pub(crate) fn description(self) -> &'static str {
        match self {
            DatabaseKind::Location => "GeoIP location database",
            DatabaseKind::AutonomousSystem => "GeoIP ASN database",
        }
    }

    /// The options with the path of the database. The first existing file is used.
    pub(crate) fn names(self) -> &'static [&'static str] {
        match self {
            DatabaseKind::Location => &["mmdb_city_db", "mmdb_country_db"],
            DatabaseKind::AutonomousSystem => &["mmdb_asn_db"],
        }
    }
}

/// The databases of a run.
#[derive(Default)]
pub(crate) struct Places {
    location: Database,
    autonomous_system: Database,
    /// The start of the current period, and the number of messages in it.
    pub(crate) messages: (f64, u32),
}

impl Places {
    pub(crate) fn database(&mut self, kind: DatabaseKind) -> &mut Database {
        match kind {
            DatabaseKind::Location => &mut self.location,
            DatabaseKind::AutonomousSystem => &mut self.autonomous_system,
        }
    }
}

#[derive(Default)]
pub(crate) struct Database {
    /// The path at the last attempt to open the database.
    pub(crate) path: Option<String>,
    pub(crate) open: Option<OpenDatabase>,
    /// Whether a failure to open the database was reported.
    pub(crate) failed: bool,
    /// The time when the file was last checked for changes.
    pub(crate) checked: f64,
}

pub(crate) struct OpenDatabase {
    pub(crate) reader: Reader<Vec<u8>>,
    pub(crate) stamp: FileStamp,
}

/// Reads a database.
pub(crate) fn read(files: &dyn Files, path: &str) -> Result<Reader<Vec<u8>>, String> {
    let mut bytes = Vec::new();
    let file = files.open_to_read(path).map_err(|e| system_error(&e))?;
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|e| system_error(&e))?;
    if bytes.len() as u64 > LARGEST {
        return Err(format!("more than {LARGEST} bytes"));
    }
    Reader::from_source(bytes).map_err(|e| match e {
        MaxMindDbError::InvalidDatabase { .. } => "The MaxMind DB file contains invalid metadata".to_owned(),
        other => other.to_string(),
    })
}
