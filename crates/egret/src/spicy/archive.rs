//! Our .hlto format: the texts of grammars and of everything that they import, in one file.
//!
//! A header line, then for each text a line `KIND LENGTH NAME` (`main` for a loaded file, `import MODULE` for an
//! imported one), the text and a line break.
use spicy_analyzers::Source;
use spicy_sema::{Find, Found};

/// The first line.
const HEADER: &str = "egret grammars 1\n";

/// The contents of an archive.
pub(crate) struct Contents {
    pub(crate) sources: Vec<Source>,
    /// Imported texts by module and path.
    pub(crate) modules: Vec<(String, Found)>,
}

/// Resolves imports from an archive.
pub(crate) struct Packed {
    pub(crate) modules: Vec<(String, Found)>,
}

/// The name of an import in an archive.
pub(crate) fn key(module: &str, path: Option<&str>) -> String {
    path.map_or_else(|| module.to_owned(), |p| format!("{p}.{module}"))
}

impl Find for Packed {
    fn find(&mut self, module: &str, path: Option<&str>, _: &str) -> Option<Found> {
        let wanted = key(module, path);
        self.modules.iter().find(|m| m.0 == wanted).map(|m| m.1.clone())
    }
}

/// The file's content.
pub(crate) fn pack(contents: &Contents) -> Vec<u8> {
    let mut out = HEADER.as_bytes().to_vec();
    let mut add = |head: String, text: &str| {
        out.extend_from_slice(head.as_bytes());
        out.extend_from_slice(text.as_bytes());
        out.push(b'\n');
    };
    for s in &contents.sources {
        add(format!("main {} {}\n", s.text.len(), s.name), &s.text);
    }
    for (k, f) in &contents.modules {
        add(format!("import {} {k} {}\n", f.text.len(), f.name), &f.text);
    }
    out
}

/// Reads a file's content.
pub(crate) fn unpack(bytes: &[u8]) -> Result<Contents, String> {
    if bytes.starts_with(b"\x7fELF") {
        return Err(
            "this is machine code that Zeek's spicyz has made; build the package again with this program's \
                    spicyz"
                .into(),
        );
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "not an archive of grammars".to_owned())?;
    let mut rest =
        text.strip_prefix(HEADER).ok_or("not an archive of grammars for this version of the program")?;
    let mut out = Contents { sources: Vec::new(), modules: Vec::new() };
    while !rest.is_empty() {
        let broken = || "the archive is damaged".to_owned();
        let (line, after) = rest.split_once('\n').ok_or_else(broken)?;
        let (kind, line) = line.split_once(' ').ok_or_else(broken)?;
        let (len, line) = line.split_once(' ').ok_or_else(broken)?;
        let len: usize = len.parse().map_err(|_| broken())?;
        let body = after.get(..len).ok_or_else(broken)?;
        rest = after.get(len..).and_then(|r| r.strip_prefix('\n')).ok_or_else(broken)?;
        match kind {
            "main" => out.sources.push(Source { name: line.to_owned(), text: body.to_owned() }),
            "import" => {
                let (key, name) = line.split_once(' ').ok_or_else(broken)?;
                let found = Found { name: name.to_owned(), text: body.to_owned() };
                out.modules.push((key.to_owned(), found));
            }
            _ => return Err(broken()),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_out_again() {
        let found = Found { name: "b.spicy".into(), text: "module b;\n".into() };
        let contents = Contents {
            sources: vec![Source { name: "a c.spicy".into(), text: "module a;\nimport b from x;".into() }],
            modules: vec![(key("b", Some("x")), found)],
        };
        let bytes = pack(&contents);
        let again = unpack(&bytes).expect("an archive");
        assert_eq!(again.sources[0].name, "a c.spicy");
        assert_eq!(again.sources[0].text, contents.sources[0].text);
        assert_eq!(again.modules[0].0, "x.b");
        for cut in 0..bytes.len() {
            // Damaged archives are rejected or read in part; none causes a panic.
            let _ = unpack(&bytes[..cut]);
        }
    }

    #[test]
    fn machine_code_is_refused_with_its_name() {
        assert!(unpack(b"\x7fELF\x02").is_err_and(|e| e.contains("machine code")));
        assert!(unpack(b"egret grammars 1\nmain 99999 x\n").is_err());
    }
}
