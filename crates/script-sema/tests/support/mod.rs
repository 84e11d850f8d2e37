//! Loads scripts from texts in memory.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]
use net_types::Addr;
use script_sema::Options;
use script_sema::load::{Found, Input, Loader, Outcome, Surroundings};
use script_sema::tree::{ExprKind, ExprRef, Program};
use script_syntax::{Diagnostic, SourceMap, Text, render};
use value::Value;

/// The files by name, and the messages that were reported.
#[derive(Default)]
pub struct Memory {
    pub files: Vec<(String, Vec<u8>)>,
    /// The names of files that cannot be opened.
    pub unreadable: Vec<String>,
    /// Whether the evaluation of `@if` conditions that are not constant fails.
    pub fails_to_evaluate: bool,
    /// The address of all host names in scripts; `None` if they are not looked up.
    pub host: Option<Addr>,
    /// All texts of all messages: the message itself, its plain form, and its help.
    pub said: Vec<String>,
    pub plain: String,
    pub rich: String,
}

impl Surroundings for Memory {
    fn mentioned(&mut self, _: &[script_sema::load::Signatures]) -> Vec<String> {
        Vec::new()
    }

    fn find_script(&mut self, path: &str, _: Option<&str>) -> Option<Found> {
        let name = path.trim_start_matches("./");
        let known = self.files.iter().map(|(n, _)| n).chain(&self.unreadable);
        let file = known.into_iter().find(|n| *n == name || n.strip_suffix(".zeek") == Some(name))?;
        Some(Found { name: file.clone(), key: file.clone(), dir: ".".into() })
    }
    fn find_signatures(&mut self, _: &str, _: Option<&str>) -> Option<Found> {
        None
    }
    fn find_prefixed(&mut self, _: &Found, _: &str) -> Option<Found> {
        None
    }
    fn read(&mut self, file: &Found) -> Result<Text, String> {
        let text = self.files.iter().find(|(n, _)| *n == file.name).map(|(_, t)| t.clone());
        text.map(Text::from).ok_or_else(|| "no such file".to_string())
    }
    fn evaluate(&mut self, _: &mut Program, condition: &ExprRef) -> Option<bool> {
        match &condition.kind {
            ExprKind::Const(Value::Bool(b)) => Some(*b),
            _ => (!self.fails_to_evaluate).then_some(true),
        }
    }
    fn addresses(&mut self, _: &str) -> Option<Vec<Addr>> {
        self.host.map(|a| vec![a])
    }
    fn report(&mut self, d: &Diagnostic, sources: &SourceMap) {
        self.said.extend(
            [Some(d.message.clone()), d.plain.clone(), d.subject.clone(), d.help.clone()]
                .into_iter()
                .flatten(),
        );
        self.plain.push_str(&render::plain(d, sources));
        self.rich.push_str(&render::rich(d, sources, false));
    }
}

/// Loads a single text as `t.zeek`.
pub fn load(text: &[u8], first_only: bool) -> (Outcome, Memory) {
    let mut memory = Memory { files: vec![("t.zeek".into(), text.to_vec())], ..Memory::default() };
    let options = Options { first_only, ..Options::default() };
    let mut loader = Loader::new(options, Box::new(|n| n == "fmt" || n == "cat" || n == "open"));
    loader.add(Input::Script("t.zeek".into()));
    let outcome = loader.run(&mut memory);
    (outcome, memory)
}
