//! `egret lsp` as an editor uses it: a scripted client speaks the protocol with the program.
#![allow(clippy::disallowed_methods, reason = "a test runs the program")]
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// An editor with one folder open.
struct Editor {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    folder: tempfile::TempDir,
    asked: u64,
    /// The last diagnostics of each document.
    said: Vec<(String, Value)>,
}

impl Editor {
    fn start(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("a file");
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_egret"))
            .arg("lsp")
            .env_remove("ZEEKPATH")
            .env("XDG_CACHE_HOME", folder.path().join("cache"))
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (to, from) = (child.stdin.take().expect("in"), BufReader::new(child.stdout.take().expect("out")));
        let mut editor = Editor { child, to, from, folder, asked: 0, said: Vec::new() };
        let root = editor.uri("");
        let answer = editor.ask("initialize", json!({ "capabilities": {}, "rootUri": root }));
        assert_eq!(answer["result"]["capabilities"]["hoverProvider"], true);
        editor.tell("initialized", json!({}));
        editor
    }

    fn uri(&self, name: &str) -> String {
        let path = self.folder.path().canonicalize().expect("the folder").join(name);
        format!("file://{}", path.display())
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        self.to.flush().expect("the server reads");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).expect("the server writes") > 0, "the server ended");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", n)) => length = n.parse().expect("a length"),
                Some(_) => {}
                None => break,
            }
        }
        let mut text = vec![0; length];
        self.from.read_exact(&mut text).expect("a whole message");
        serde_json::from_slice(&text).expect("JSON")
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
            self.note(message);
        }
    }

    fn note(&mut self, message: Value) {
        assert_eq!(message["method"], "textDocument/publishDiagnostics", "{message}");
        let uri = message["params"]["uri"].as_str().expect("a URI").to_owned();
        self.said.push((uri, message["params"]["diagnostics"].clone()));
    }

    /// Opens or changes a document. Returns its diagnostics: line (from 1) and text.
    fn types(&mut self, name: &str, version: i32, text: &str) -> Vec<(u64, String)> {
        let uri = self.uri(name);
        if version == 1 {
            let document = json!({ "uri": uri, "languageId": "zeek", "version": 1, "text": text });
            self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        } else {
            let document = json!({ "uri": uri, "version": version });
            let params = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
            self.tell("textDocument/didChange", params);
        }
        self.said.clear();
        while !self.said.iter().any(|(u, _)| *u == uri) {
            let message = self.receive();
            self.note(message);
        }
        let (_, found) = self.said.pop().expect("diagnostics");
        let one = |d: &Value| {
            let line = d["range"]["start"]["line"].as_u64().expect("a line") + 1;
            (line, d["message"].as_str().expect("a text").to_owned())
        };
        found.as_array().expect("a list").iter().map(one).collect()
    }

    /// Asks about the place of `mark` in a text: its last byte.
    fn about(&mut self, method: &str, name: &str, text: &str, mark: &str, more: Value) -> Value {
        let at = text.find(mark).expect("the mark") + mark.len();
        let line = text[..at].matches('\n').count();
        let column = at - text[..at].rfind('\n').map_or(0, |n| n + 1);
        let mut params = json!({ "textDocument": { "uri": self.uri(name) }, "position": { "line": line, "character": column } });
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        self.ask(method, params)
    }

    fn end(mut self) {
        let answer = self.ask("shutdown", json!(null));
        assert!(answer["error"].is_null(), "{answer}");
        self.tell("exit", json!(null));
        let ended = self.child.wait().expect("the server ends");
        assert!(ended.success(), "{ended}");
    }
}

const MAIN: &str = "@load ./lib\n\nevent zeek_init()\n\t{\n\tlocal greeting = Lib::text(3);\n\tprint greeting, \
                    Lib::limit;\n\t}\n\nevent connection_established(c: connection)\n\t{\n\tprint c$id$orig_h, \
                    c$uid;\n\t}\n";
const LIB: &str = "module Lib;\n\nexport {\n\t## How many there may be.\n\tconst limit = 5 &redef;\n\n\t## A text of \
                   so many letters.\n\tglobal text: function(n: count): string;\n}\n\nfunction text(n: count): \
                   string\n\t{\n\treturn fmt(\"%d\", n);\n\t}\n";

#[test]
fn diagnostics_follow_what_is_typed() {
    let mut editor = Editor::start(&[("lib.zeek", LIB)]);
    assert_eq!(editor.types("main.zeek", 1, MAIN), []);
    let broken = MAIN.replace("Lib::limit", "Lib::limits");
    let said = editor.types("main.zeek", 2, &broken);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].0 == 6 && said[0].1.contains("limits") && said[0].1.contains("Lib::limit"), "{said:?}");
    let unfinished = MAIN.replace("greeting, Lib::limit;", "greeting, ");
    assert_eq!(editor.types("main.zeek", 3, &unfinished).len(), 1);
    assert_eq!(editor.types("main.zeek", 4, MAIN), []);
    // The text of an open document counts, not the file.
    assert_eq!(editor.types("lib.zeek", 1, &LIB.replace("limit", "bound")), []);
    assert_eq!(editor.types("main.zeek", 5, MAIN).len(), 1);
    editor.end();
}

#[test]
fn names_lead_to_their_declarations() {
    let mut editor = Editor::start(&[("lib.zeek", LIB), ("other.zeek", "@load ./lib\nprint Lib::limit;\n")]);
    editor.types("main.zeek", 1, MAIN);
    let found = editor.about("textDocument/definition", "main.zeek", MAIN, "Lib::lim", json!({}));
    assert_eq!(found["result"]["uri"], editor.uri("lib.zeek"));
    assert_eq!(found["result"]["range"]["start"], json!({ "line": 4, "character": 7 }));
    // A field of a packed record: its file is made for the editor.
    let found = editor.about("textDocument/definition", "main.zeek", MAIN, "$orig", json!({}));
    let uri = found["result"]["uri"].as_str().expect("a place").to_owned();
    let file = uri.strip_prefix("file://").expect("a file");
    let line = found["result"]["range"]["start"]["line"].as_u64().expect("a line");
    let text = std::fs::read_to_string(file).expect("the packed script");
    assert!(text.lines().nth(line as usize).is_some_and(|l| l.contains("orig_h: addr")), "{uri}:{line}");

    let hover = editor.about("textDocument/hover", "main.zeek", MAIN, "Lib::te", json!({}));
    let said = hover["result"]["contents"]["value"].as_str().expect("a text");
    assert!(said.contains("global text: function(n: count): string;"), "{said}");
    assert!(said.contains("A text of so many letters."), "{said}");
    let hover = editor.about("textDocument/hover", "main.zeek", MAIN, "connection_est", json!({}));
    let said = hover["result"]["contents"]["value"].as_str().expect("a text");
    assert!(said.contains("connection_established") && said.lines().count() > 5, "{said}");

    let context = json!({ "context": { "includeDeclaration": true } });
    let found = editor.about("textDocument/references", "main.zeek", MAIN, "Lib::lim", context);
    let mut files: Vec<&str> = found["result"]
        .as_array()
        .expect("places")
        .iter()
        .map(|l| l["uri"].as_str().expect("a URI").rsplit('/').next().expect("a name"))
        .collect();
    files.sort_unstable();
    assert_eq!(files, ["lib.zeek", "main.zeek", "other.zeek"]);
    editor.end();
}

#[test]
fn fields_and_names_are_completed() {
    let mut editor = Editor::start(&[("lib.zeek", LIB)]);
    editor.types("main.zeek", 1, MAIN);
    let labels = |answer: &Value| -> Vec<String> {
        let items = answer["result"]["items"].as_array().unwrap_or_else(|| panic!("{answer}"));
        items.iter().map(|i| i["label"].as_str().expect("a label").to_owned()).collect()
    };
    for (version, (typed, mark, wanted)) in [
        ("\tprint c$id$\n", "c$id$", "resp_p"),
        ("\tif ( c$id$\n", "c$id$", "resp_p"),
        ("\tprint c$id$or;\n", "c$id$or", "orig_h"),
        ("\tlocal r = conn_id($\n", "conn_id($", "orig_h"),
        ("\tprint gree\n", "print gree", "greeting"),
        ("\tprint Lib::li\n", "print Lib::li", "Lib::limit"),
        ("\tprint to_up\n", "to_up", "to_upper"),
    ]
    .into_iter()
    .enumerate()
    {
        let text = match typed.contains("gree") {
            true => MAIN.replace("\tprint greeting, Lib::limit;\n", typed),
            false => MAIN.replace("\tprint c$id$orig_h, c$uid;\n", typed),
        };
        editor.types("main.zeek", version as i32 + 2, &text);
        let found = editor.about("textDocument/completion", "main.zeek", &text, mark, json!({}));
        let labels = labels(&found);
        assert!(labels.iter().any(|l| l == wanted), "{typed}: {labels:?}");
    }
    let item = json!({ "label": "to_upper" });
    let found = editor.ask("completionItem/resolve", item);
    let said = found["result"]["documentation"]["value"].as_str().expect("documentation");
    assert!(said.contains("to_upper"), "{said}");
    editor.end();
}

#[test]
fn variables_are_renamed_and_nothing_else() {
    let mut editor = Editor::start(&[("lib.zeek", LIB)]);
    editor.types("main.zeek", 1, MAIN);
    let to = json!({ "newName": "hello" });
    let found = editor.about("textDocument/rename", "main.zeek", MAIN, "local gree", to.clone());
    let edits = found["result"]["changes"][editor.uri("main.zeek")].as_array().expect("edits").clone();
    let lines: Vec<u64> =
        edits.iter().map(|e| e["range"]["start"]["line"].as_u64().expect("a line")).collect();
    assert_eq!(lines, [4, 5], "{found}");
    let refused = editor.about("textDocument/rename", "main.zeek", MAIN, "Lib::lim", to);
    assert!(refused["error"]["message"].as_str().is_some_and(|m| m.contains("only variables")), "{refused}");
    let taken = json!({ "newName": "count" });
    let refused = editor.about("textDocument/rename", "main.zeek", MAIN, "local gree", taken);
    assert!(refused["error"]["message"].as_str().is_some_and(|m| m.contains("word")), "{refused}");
    editor.end();
}

#[test]
fn the_outline_and_the_layout() {
    let mut editor = Editor::start(&[("lib.zeek", LIB)]);
    editor.types("lib.zeek", 1, &LIB.replace("\treturn", "return"));
    let document = json!({ "textDocument": { "uri": editor.uri("lib.zeek") } });
    let found = editor.ask("textDocument/documentSymbol", document.clone());
    let names: Vec<&str> = found["result"]
        .as_array()
        .expect("symbols")
        .iter()
        .map(|s| s["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, ["Lib::limit", "Lib::text", "Lib::text"]);
    let found = editor.ask("textDocument/formatting", document);
    assert_eq!(found["result"][0]["newText"], LIB, "{found}");
    let found = editor.ask("textDocument/unheard", json!({}));
    assert_eq!(found["error"]["code"], -32601);
    editor.end();
}
