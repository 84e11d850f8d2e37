//! The settings of analyzers: values of scripts' globals, and files that some of them name.
use bridge::Globals;
use builtins::Services;
use net_types::Interval;
use protocols::Settings;
use protocols::krb::Keytab;
use script_vm::{Host, Machine};
use std::io::Read as _;
use value::Level;

/// The file of keys that decrypt Kerberos tickets.
const KEYTAB: &str = "KRB::keytab";
/// The most bytes of such a file.
const MAX_KEYTAB: u64 = 16 << 20;

/// Globals, and the content of the file that [`KEYTAB`] names.
pub(super) struct WithFiles<'a> {
    pub(super) globals: Globals<'a>,
    pub(super) keytab: Option<Vec<u8>>,
}

impl Settings for WithFiles<'_> {
    fn bool(&self, name: &str) -> Option<bool> {
        self.globals.bool(name)
    }
    fn count(&self, name: &str) -> Option<u64> {
        self.globals.count(name)
    }
    fn int(&self, name: &str) -> Option<i64> {
        self.globals.int(name)
    }
    fn double(&self, name: &str) -> Option<f64> {
        self.globals.double(name)
    }
    fn interval(&self, name: &str) -> Option<Interval> {
        self.globals.interval(name)
    }
    fn string(&self, name: &str) -> Option<Vec<u8>> {
        self.globals.string(name)
    }
    fn strings(&self, name: &str) -> Option<Vec<Vec<u8>>> {
        self.globals.strings(name)
    }
    fn pairs(&self, name: &str) -> Option<Vec<(Vec<u8>, Vec<u8>)>> {
        self.globals.pairs(name)
    }
    fn file(&self, name: &str) -> Option<Vec<u8>> {
        self.keytab.clone().filter(|_| name == KEYTAB)
    }
}

/// Reads the file that [`KEYTAB`] names. Warns about one that cannot be used.
pub(super) fn keytab(machine: &mut Machine) -> Option<Vec<u8>> {
    let path = Globals(&*machine).string(KEYTAB).filter(|path| !path.is_empty())?;
    let path = String::from_utf8_lossy(&path).into_owned();
    let services = Services::of(machine);
    let mut bytes = Vec::new();
    let read =
        services.outside().open_to_read(&path).and_then(|f| f.take(MAX_KEYTAB).read_to_end(&mut bytes));
    let why = match read {
        Ok(_) => Keytab::parse(&bytes).err().map(|e| e.to_string()),
        Err(e) => Some(e.to_string()),
    };
    if let Some(why) = why {
        let text = format!("{KEYTAB} {path}: {why}; Kerberos tickets are not decrypted");
        Host::report(services, Level::Warning, &text, None);
        return None;
    }
    Some(bytes)
}
