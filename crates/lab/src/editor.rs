//! `egret-lab editor`: how long an editor waits for the language server, for diagnostics after a keystroke in a script
//! of a thousand lines, and for the first references in a folder of scripts.
use crate::app::product;
use crate::bars::{self, Bars};
use crate::stats::{median, spread};
use anyhow::{Context, ensure};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// The bars: seconds.
const MAX_DIAGNOSTICS: f64 = 0.05;
const MAX_INDEX: f64 = 1.0;
/// The number of keystrokes per round; the next constant is the time between two.
const KEYSTROKES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(150);

/// The options of `editor`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder of scripts that is indexed
    #[arg(default_value = "crates/scripts/tree")]
    folder: PathBuf,
    #[command(flatten)]
    rounds: bars::Rounds,
}

struct Editor {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Editor {
    fn start(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.display();
        let mut child = Command::new(product()?)
            .arg("lsp")
            .env("ZEEKPATH", format!("{path}:{path}/policy:{path}/site"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let to = child.stdin.take().context("standard input")?;
        let from = BufReader::new(child.stdout.take().context("standard output")?);
        let mut editor = Editor { child, to, from };
        let params = json!({ "capabilities": {}, "rootUri": format!("file://{path}") });
        editor.send(&json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params }))?;
        editor.until(|m| m["id"] == 0)?;
        editor.send(&json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }))?;
        Ok(editor)
    }

    fn send(&mut self, message: &Value) -> anyhow::Result<()> {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        Ok(self.to.flush()?)
    }

    fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> anyhow::Result<Value> {
        loop {
            let mut length = 0;
            loop {
                let mut line = String::new();
                ensure!(self.from.read_line(&mut line)? > 0, "the server ended");
                match line.trim_end().split_once(": ") {
                    Some(("Content-Length", n)) => length = n.parse()?,
                    Some(_) => {}
                    None => break,
                }
            }
            let mut text = vec![0; length];
            self.from.read_exact(&mut text)?;
            let message: Value = serde_json::from_slice(&text)?;
            if is_it(&message) {
                return Ok(message);
            }
        }
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Generates a script of a little more than a thousand lines: handlers, tables and records.
fn script() -> String {
    let mut text = String::from(
        "@load base/protocols/http\nmodule Bench;\nexport {\n\tglobal seen: table[addr] of count &default=0;\n}\n",
    );
    for i in 0..100 {
        let _ = write!(
            text,
            "type R{i}: record {{\n\ta: count &default={i};\n\thost: addr &optional;\n}};\nfunction f{i}(r: R{i}, c: connection): string\n\t{{\n\tr$host = c$id$orig_h;\n\tseen[r$host] += r$a;\n\treturn fmt(\"%s %d\", c$uid, seen[r$host]);\n\t}}\n"
        );
    }
    text
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let folder = std::fs::canonicalize(&args.folder).with_context(|| args.folder.display().to_string())?;
    let text = script();
    let uri = format!("file://{}/bench-of-the-lab.zeek", folder.display());
    let (mut diagnostics, mut index) = (Vec::new(), Vec::new());
    for _ in 0..args.rounds.count() {
        let mut editor = Editor::start(&folder)?;
        let document = json!({ "uri": uri, "languageId": "zeek", "version": 1, "text": text });
        let params = json!({ "textDocument": document });
        editor.send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": params }))?;
        let said = editor.until(|m| m["method"] == "textDocument/publishDiagnostics")?;
        let said = said["params"]["diagnostics"].as_array().map_or(0, Vec::len);
        ensure!(
            said <= 100,
            "{said} messages about the script; expected a warning for each function at most"
        );
        for version in 2..KEYSTROKES + 2 {
            std::thread::sleep(PAUSE);
            let changed = format!("{text}# {version}\n");
            let params = json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": [{ "text": changed }] });
            let began = Instant::now();
            editor
                .send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": params }))?;
            editor.until(|m| m["method"] == "textDocument/publishDiagnostics")?;
            diagnostics.push(began.elapsed().as_secs_f64());
        }
        let params = json!({ "textDocument": { "uri": uri }, "position": { "line": 3, "character": 10 },
            "context": { "includeDeclaration": true } });
        let began = Instant::now();
        editor.send(
            &json!({ "jsonrpc": "2.0", "id": 7, "method": "textDocument/references", "params": params }),
        )?;
        let found = editor.until(|m| m["id"] == 7)?;
        index.push(began.elapsed().as_secs_f64());
        let found = found["result"].as_array().map_or(0, Vec::len);
        ensure!(found > 200, "{found} places of a variable that stands in more than 200");
    }
    println!(
        "{} lines: diagnostics {:.1} ms; folder indexed in {:.3} s",
        text.lines().count(),
        median(&diagnostics) * 1e3,
        median(&index)
    );
    if !args.rounds.bars {
        return Ok(ExitCode::SUCCESS);
    }
    let mut bars = Bars::default();
    bars.at_most(
        "seconds from a keystroke to diagnostics",
        median(&diagnostics),
        spread(&diagnostics),
        MAX_DIAGNOSTICS,
    );
    bars.at_most("seconds until a folder is indexed", median(&index), spread(&index), MAX_INDEX);
    Ok(bars.finish())
}
