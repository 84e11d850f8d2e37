//! `spicyz`: run under this name, the program checks grammars and packs them into an archive.
use super::archive::{self, Contents};
use super::find::Folders;
use spicy_analyzers::{Grammar, Source};
use spicy_sema::{Find, Found};
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: spicyz [-o FILE.hlto] [-L FOLDER] [-M FOLDER] FILES…
Checks Spicy grammars and .evt files and packs them with all that they import. FILES end with .spicy or .evt;
C++ files are left out with a warning: functions that packages write in C++ are not available.
Also: --version, --version-number, --print-plugin-path, --print-module-path, --print-prefix, --help
Accepted and ignored, because no machine code is made: -d -g -x -V -z -A -B -C -R -S -T -Z -O -D VALUE -X VALUE (-D zeek tells which .evt files are read)
--debug --optimize --skip-validation --compiler-debug VALUE --debug-addl VALUE --cxx-link VALUE";

/// The same, as a number.
const VERSION_NUMBER: u32 = 80_009;

#[derive(Default)]
struct Options {
    output: Option<String>,
    files: Vec<String>,
    folders: Vec<String>,
    /// `-D zeek`: says which files it reads.
    tells: bool,
}

/// Runs as `spicyz` if the program has this name.
pub(crate) fn answer(words: &[OsString]) -> Option<ExitCode> {
    let name = Path::new(words.first()?).file_name()?.to_str()?;
    (name == "spicyz").then(|| {
        let args = words.iter().skip(1).map(|w| w.to_string_lossy().into_owned());
        run(&args.collect::<Vec<_>>())
    })
}

fn run(args: &[String]) -> ExitCode {
    match read(args) {
        Ok(None) => ExitCode::SUCCESS,
        Ok(Some(options)) => match build(&options) {
            Ok(()) => ExitCode::SUCCESS,
            Err(messages) => {
                for m in messages {
                    eprintln!("{m}");
                }
                ExitCode::FAILURE
            }
        },
        Err(e) => {
            eprintln!("[error] spicyz: {e}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// The folder above the program's own, where zkg and CMake look for scripts and modules.
pub(super) fn prefix() -> String {
    let exe = std::env::current_exe().unwrap_or_default();
    let above = exe.parent().and_then(Path::parent).unwrap_or_else(|| Path::new("/usr/local"));
    above.to_string_lossy().into_owned()
}

/// Reads the options; `None` if they only asked for information, which was printed.
fn read(args: &[String]) -> Result<Option<Options>, String> {
    let mut o = Options::default();
    let mut args = args.iter();
    while let Some(a) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{a} needs a value"));
        match a.as_str() {
            "-o" | "--output-to" => o.output = Some(value()?),
            "-L" | "--library-path" | "-M" | "--module-path" => o.folders.push(value()?),
            // Tools compare it with Zeek's.
            "-v" | "--version" => println!("{}", builtins::COMPATIBLE_VERSION),
            "--version-number" => println!("{VERSION_NUMBER}"),
            "--print-plugin-path" => println!("{}/share/egret/spicy", prefix()),
            "--print-module-path" => println!("{}/lib/egret/spicy", prefix()),
            "--print-prefix" => println!("{}", prefix()),
            "-h" | "--help" => println!("{USAGE}"),
            // USAGE says that these are ignored.
            "-d" | "-g" | "-x" | "-V" | "-z" | "-A" | "-B" | "-C" | "-R" | "-S" | "-T" | "-Z" | "-O"
            | "--debug" | "--optimize" | "--skip-validation" => {}
            "-D" | "--compiler-debug" => o.tells |= value()? == "zeek",
            "-X" | "--debug-addl" | "--cxx-link" => drop(value()?),
            // Letters may stand together; the last one may take a value.
            f if f.len() > 2 && f.starts_with('-') && !f.starts_with("--") => {
                for l in f.chars().skip(1) {
                    match l {
                        'o' => o.output = Some(value()?),
                        'd' | 'g' | 'x' | 'V' | 'z' | 'A' | 'B' | 'C' | 'R' | 'S' | 'T' | 'Z' | 'O' => {}
                        _ => return Err(format!("unknown option {f}")),
                    }
                }
            }
            f if f.starts_with('-') => return Err(format!("unknown option {f}")),
            f => {
                o.files.push(f.to_owned());
                continue;
            }
        }
        if matches!(a.as_str(), "-v" | "--version" | "-h" | "--help")
            || a.starts_with("--print")
            || a == "--version-number"
        {
            return Ok(None);
        }
    }
    if o.files.is_empty() {
        Err("no files to check: .spicy or .evt was expected".into())
    } else {
        Ok(Some(o))
    }
}

/// Records imports.
struct Recording {
    folders: Folders,
    modules: Vec<(String, Found)>,
}

impl Find for Recording {
    fn find(&mut self, module: &str, path: Option<&str>, importer: &str) -> Option<Found> {
        let found = self.folders.find(module, path, importer)?;
        self.modules.push((archive::key(module, path), found.clone()));
        Some(found)
    }
}

fn build(o: &Options) -> Result<(), Vec<String>> {
    let mut sources = Vec::new();
    let mut paths = o.folders.clone();
    for f in &o.files {
        if [".cc", ".cpp", ".hlt", ".h"].iter().any(|e| f.ends_with(e)) {
            eprintln!("[warning] spicyz: {f} is ignored: this program supports neither C++ nor HILTI");
            continue;
        }
        let text = std::fs::read_to_string(f).map_err(|e| vec![format!("[error] cannot read {f}: {e}")])?;
        // Messages of a run name the file wherever that runs.
        let name = std::path::absolute(f).map_or_else(|_| f.clone(), |p| p.to_string_lossy().into_owned());
        if o.tells && f.ends_with(".evt") {
            eprintln!("[debug/zeek] Loading EVT file \"{name}\"");
            eprintln!("[debug/zeek] Loading events from \"{name}\"");
        }
        sources.push(Source { name, text });
        let folder = Path::new(f).parent().map(|p| p.to_string_lossy().into_owned()).unwrap_or_default();
        let folder = if folder.is_empty() { ".".to_owned() } else { folder };
        if !paths.contains(&folder) {
            paths.push(folder);
        }
    }
    let mut find = Recording { folders: Folders { paths }, modules: Vec::new() };
    let (_, warnings) = Grammar::load(&sources, &mut find, false)?;
    for w in warnings {
        eprintln!("{w}");
    }
    let Some(output) = &o.output else {
        return Err(vec!["[error] spicyz: -o FILE.hlto was expected".into()]);
    };
    let bytes = archive::pack(&Contents { sources, modules: find.modules });
    std::fs::write(output, bytes).map_err(|e| vec![format!("[error] cannot write {output}: {e}")])
}
