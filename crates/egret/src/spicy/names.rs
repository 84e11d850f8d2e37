//! Spicy's other programs, when the program is run under their names: spicyc, spicy-driver, spicy-dump, spicy-config.
//!
//! Drivers and dumps take their own options; a .hlto among the files stands for the grammars that it holds. spicyc checks
//! and packs: it makes no C++ and no HILTI.
use super::options::{Mode, Options};
use super::{archive, find::Folders};
use spicy_sema::{Find, Found};
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// The language's version, as Zeek 8.0 bundles it, in text and as a number.
pub(super) const VERSION: (&str, &str) = ("1.14.2", "11402");

const SPICYC: &str = "usage: spicyc [-j] [-o FILE.hlto] [-d] [-L FOLDER] FILES…
Checks Spicy grammars. -j runs the statements of their modules; -o packs them into an archive for spicy-driver.
Ignored, because no machine code is made: -A -B -O -R -S -V -X VALUE -D VALUE. Refused: -c -p -l -P -x (C++ and HILTI).";

const CONFIG: &str = "usage: spicy-config OPTION…
  --version --version-number --prefix --bindir --bin-path --libdirs --lib-path --cmake-path --build --spicyc --help";

/// Answers if the program runs under one of the names.
pub(crate) fn answer(words: &[OsString]) -> Option<ExitCode> {
    let name = Path::new(words.first()?).file_name()?.to_str()?;
    let args: Vec<String> = words.iter().skip(1).map(|w| w.to_string_lossy().into_owned()).collect();
    match name {
        "spicy-driver" => Some(tool(Mode::Parse, args)),
        "spicy-dump" => Some(tool(Mode::Dump, args)),
        "spicyc" => Some(spicyc(&args)),
        "spicy-config" => Some(config(&args)),
        _ => None,
    }
}

/// Folders of SPICY_PATH.
fn search_path() -> Vec<String> {
    match std::env::var("SPICY_PATH") {
        Ok(path) if !path.is_empty() => vec!["--search-path".into(), path],
        _ => Vec::new(),
    }
}

fn tool(mode: Mode, args: Vec<String>) -> ExitCode {
    match Options::read(mode, args.into_iter().chain(search_path())) {
        Ok(o) => super::answer_with(o),
        Err(e) => {
            eprintln!("[error] {e}");
            ExitCode::from(2)
        }
    }
}

fn spicyc(args: &[String]) -> ExitCode {
    let mut rest = search_path();
    let (mut mode, mut output) = (Mode::Check, None);
    let mut args = args.iter();
    while let Some(a) = args.next() {
        match a.as_str() {
            "-h" | "--help" => {
                println!("{SPICYC}");
                return ExitCode::SUCCESS;
            }
            "-v" | "--version" => {
                println!("spicyc v{}", VERSION.0);
                return ExitCode::SUCCESS;
            }
            "-o" | "--output" => output = args.next().cloned(),
            "-L" | "--library-path" => {
                rest.push("--library-path".into());
                rest.extend(args.next().cloned());
            }
            "-D" | "-X" => drop(args.next()),
            "-c" | "-p" | "-l" | "-P" | "-x" => {
                eprintln!("[error] spicyc {a}: this program makes no C++ and no HILTI\n{SPICYC}");
                return ExitCode::from(2);
            }
            letters if letters.starts_with('-') && !letters.starts_with("--") => {
                for l in letters.chars().skip(1) {
                    match l {
                        'j' => mode = Mode::Run,
                        'd' => rest.push("-d".into()),
                        'o' => output = args.next().cloned(),
                        'A' | 'B' | 'O' | 'R' | 'S' | 'V' => {}
                        _ => {
                            eprintln!("[error] spicyc: unknown option {a}\n{SPICYC}");
                            return ExitCode::from(2);
                        }
                    }
                }
            }
            f => rest.push(f.to_owned()),
        }
    }
    // What is packed is not run.
    let mode = if output.is_some() { Mode::Check } else { mode };
    let options = match Options::read(mode, rest.into_iter()) {
        Ok(o) => o,
        Err(e) => {
            eprintln!("[error] spicyc: {e}\n{SPICYC}");
            return ExitCode::from(2);
        }
    };
    match output {
        Some(output) if output != "/dev/null" => match super::pack(&options, &output) {
            Ok(()) => ExitCode::SUCCESS,
            Err(e) => {
                eprintln!("{e}");
                ExitCode::FAILURE
            }
        },
        _ => super::answer_with(options),
    }
}

fn config(args: &[String]) -> ExitCode {
    if args.is_empty() {
        eprintln!("{CONFIG}");
        return ExitCode::from(2);
    }
    for a in args {
        let prefix = super::spicyz::prefix();
        match a.as_str() {
            "--version" => println!("{}", VERSION.0),
            "--version-number" => println!("{}", VERSION.1),
            "--prefix" => println!("{prefix}"),
            "--bindir" | "--bin-path" => println!("{prefix}/bin"),
            "--libdirs" | "--lib-path" => println!("{prefix}/lib"),
            "--cmake-path" => println!("{prefix}/share/egret/spicy/cmake"),
            "--build" => println!("release"),
            "--spicyc" => println!("{prefix}/bin/spicyc"),
            "--help" | "-h" => println!("{CONFIG}"),
            _ => {
                eprintln!("spicy-config: unknown option {a}\n{CONFIG}");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}

/// Imports out of archives first, then out of folders; remembers what was found.
pub(super) struct Imports {
    pub(super) folders: Folders,
    pub(super) packed: Vec<(String, Found)>,
    pub(super) found: Vec<(String, Found)>,
}

impl Find for Imports {
    fn find(&mut self, module: &str, path: Option<&str>, importer: &str) -> Option<Found> {
        let key = archive::key(module, path);
        let packed = self.packed.iter().find(|m| m.0 == key).map(|m| m.1.clone());
        let found = packed.or_else(|| self.folders.find(module, path, importer))?;
        self.found.push((key, found.clone()));
        Some(found)
    }
}
