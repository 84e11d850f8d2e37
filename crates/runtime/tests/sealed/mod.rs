//! Runs scripts in a sealed world: files in memory, no programs, no network, and a clock that advances by a millisecond
//! per reading.
use builtins::{FileKind, ScriptFiles, Search, Services};
use net_types::Addr;
use outside::{
    Child, Clock, Environment, FileStamp, Files, MetricsDoor, MetricsDoors, NameServers, NameService, Pipes,
    Programs, Readable, StandardStreams, Syslog, ThisMachine, Writable,
};
use runtime::{Prepared, Request, load};
use script_sema::load::Outcome;
use session::{Keys, Options};
use std::cell::Cell;
use std::io::{self, Cursor, ErrorKind};
use std::time::Duration;
use value::Output;

/// A world with one file, which scripts find under every name, and an environment.
#[derive(Default)]
pub(crate) struct Sealed {
    file: Vec<u8>,
    variables: Vec<(&'static str, Vec<u8>)>,
    clock: Cell<u32>,
}

/// An output that discards its bytes.
struct Nowhere;

impl Output for Nowhere {
    fn write(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
    fn set_buffered(&mut self, _: bool) {}
    fn size(&self) -> u64 {
        0
    }
}

impl Clock for Sealed {
    fn wall_clock(&self) -> f64 {
        self.clock.set(self.clock.get() + 1);
        1.7e9 + f64::from(self.clock.get()) / 1e3
    }
    fn sleep(&mut self, seconds: f64) -> f64 {
        seconds
    }
}

impl StandardStreams for Sealed {
    fn print(&mut self, _: &[u8]) {}
    fn print_error(&mut self, _: &[u8]) {}
}

impl Environment for Sealed {
    fn variable(&self, name: &str) -> Option<Vec<u8>> {
        self.variables.iter().find(|(n, _)| *n == name).map(|(_, value)| value.clone())
    }
    fn set_variable(&mut self, _: &str, _: &str) -> bool {
        false
    }
}

impl ThisMachine for Sealed {
    fn process_id(&self) -> u32 {
        1
    }
    fn host_name(&self) -> String {
        "sealed".into()
    }
    fn is_own_address(&self, _: Addr) -> bool {
        false
    }
}

impl Files for Sealed {
    fn open(&mut self, _: &str, _: bool) -> io::Result<Box<dyn Output>> {
        Ok(Box::new(Nowhere))
    }
    fn create(&mut self, _: &str) -> io::Result<Box<dyn Writable>> {
        Ok(Box::new(Cursor::new(Vec::new())))
    }
    fn open_to_read(&self, _: &str) -> io::Result<Box<dyn Readable>> {
        Ok(Box::new(Cursor::new(self.file.clone())))
    }
    fn flush_files(&mut self) -> bool {
        true
    }
    fn make_folder(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
    fn remove_folder(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
    fn remove_file(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
    fn rename(&mut self, _: &str, _: &str) -> io::Result<()> {
        Ok(())
    }
    fn file_size(&self, _: &str) -> Option<u64> {
        Some(self.file.len() as u64)
    }
    fn last_change(&self, _: &str) -> Option<f64> {
        Some(1.7e9)
    }
    fn stamp(&self, _: &str) -> io::Result<FileStamp> {
        Ok(FileStamp { file: (1, 1), changed: 1_700_000_000 })
    }
}

impl Programs for Sealed {
    fn start(&mut self, _: &str, _: Pipes) -> io::Result<Box<dyn Child>> {
        Err(ErrorKind::PermissionDenied.into())
    }
    fn run_in_background(&mut self, _: &str, _: &[(String, String)]) -> i64 {
        127
    }
    fn run_with_input(&mut self, _: &str, _: &[u8]) -> io::Result<bool> {
        Err(ErrorKind::PermissionDenied.into())
    }
}

/// Name servers that never answer.
struct Silent;

impl NameServers for Silent {
    fn ask(&mut self, _: u64, _: &[std::net::SocketAddr], _: Vec<u8>) {}
    fn read(&mut self, _: u64, _: &str, _: Vec<u8>) {}
    fn answer(&mut self, _: Duration) -> Option<(u64, io::Result<Vec<u8>>)> {
        None
    }
}

impl NameService for Sealed {
    fn name_servers(&mut self, _: Option<runloop::Waker>) -> Box<dyn NameServers> {
        Box::new(Silent)
    }
}

impl MetricsDoors for Sealed {
    fn metrics_door(&mut self, _: &str, _: u16) -> io::Result<Box<dyn MetricsDoor>> {
        Err(ErrorKind::PermissionDenied.into())
    }
}

impl Syslog for Sealed {
    fn syslog(&mut self, _: &str) {}
}

/// Script files: only the packed scripts and the script of the request exist.
struct NoScripts;

impl ScriptFiles for NoScripts {
    fn read(&self, _: &str) -> io::Result<Vec<u8>> {
        Err(ErrorKind::NotFound.into())
    }
    fn kind(&self, _: &str) -> Option<FileKind> {
        None
    }
    fn identity(&self, _: &str) -> Option<String> {
        None
    }
    fn working_folder(&self) -> String {
        "/".into()
    }
    fn standard_input(&self) -> io::Result<Vec<u8>> {
        Ok(Vec::new())
    }
}

/// Loads scripts. Returns what that said, too.
pub(crate) fn loaded(request: &Request, services: &mut dyn FnMut() -> Services) -> (Outcome, String) {
    let search = Search::new(Box::new(NoScripts), None);
    let mut said = String::new();
    let loaded = load(&search, request, services, &mut |text| said += text, &mut Vec::new());
    (loaded, said)
}

/// Runs a script to its end, without the default scripts, and asserts that it gets there. Every file that the script
/// opens contains `file`.
pub(crate) fn run(script: &str, file: &[u8], variables: &[(&'static str, Vec<u8>)]) {
    let seeds = seeds::Seeds::zero();
    let mut services = || {
        let world = Sealed { file: file.to_vec(), variables: variables.to_vec(), ..Sealed::default() };
        Services::new(seeds.clone(), Box::new(world))
    };
    let request = Request { bare: true, code: Some(script.to_owned()), plain: true, ..Request::default() };
    let (loaded, said) = loaded(&request, &mut services);
    assert_eq!(loaded.errors, 0, "{said}");
    let mut prepared = Prepared::new(loaded, services(), true);
    assert!(prepared.initialize().is_ok(), "globals get their first values");
    let keys = Keys { sip: seeds.siphash_key(), fixed: true };
    let Ok(run) = prepared.start(Options::default(), &keys) else {
        panic!("the script ends the run at its start")
    };
    assert!(run.without_packets().is_ok(), "the script ends the run early");
}
