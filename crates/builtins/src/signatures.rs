//! Signatures for built-in functions, which detect the types of files.
use crate::search::Search;
use protocols::signature::{Magic, Rule, parse};
use std::rc::Rc;

/// The signatures of a run.
#[derive(Default)]
pub struct Signatures {
    /// The signature files: the name as given, and the path if it is known.
    pub files: Vec<(String, Option<String>)>,
    /// The rules that were read.
    pub rules: Rc<Vec<Rule>>,
    /// Packed signature files to read when types of files are first needed.
    pub unread: Vec<String>,
    /// Detects the types of files.
    pub magic: Option<Magic>,
}

impl Signatures {
    /// Returns the MIME types that match the beginning of a file, with their strengths, strongest first.
    pub fn types_of(&mut self, beginning: &[u8], search: Option<&Search>) -> Vec<(i64, String)> {
        if !self.unread.is_empty() {
            self.rules = Rc::new(self.read_packed(search));
        }
        if self.magic.is_none() {
            // Rules whose patterns cannot be compiled were reported when they were read.
            self.magic = Magic::new(self.rules.iter()).ok();
        }
        let Some(magic) = &mut self.magic else { return Vec::new() };
        magic.types(beginning).into_iter().map(|(strength, mime)| (strength, mime.to_owned())).collect()
    }

    fn read_packed(&mut self, search: Option<&Search>) -> Vec<Rule> {
        let paths = std::mem::take(&mut self.unread);
        let texts = paths.into_iter().filter_map(|path| {
            let text = search?.read(&path).ok()?;
            // Packed rules refer to no variables.
            parse(&path, &String::from_utf8_lossy(&text), &|name| Err(name.to_owned())).ok()
        });
        texts.flatten().collect()
    }
}
