//! Finds scripts: along ZEEKPATH, then in the tree that is packed into the program.
use script_syntax::Text;
use script_syntax::parsed::Image;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io;

mod prefixed;

pub use prefixed::Prefixed;

/// The file system, as the loader of scripts sees it. The binary reads files from disk.
pub trait ScriptFiles {
    /// Reads a file.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;
    /// Returns the kind of file at a path; `None` if it cannot be read.
    fn kind(&self, path: &str) -> Option<FileKind>;
    /// Returns the canonical path of a file. Hard links count as different files: each loads files from its own folder.
    fn identity(&self, path: &str) -> Option<String>;
    /// The working folder.
    fn working_folder(&self) -> String;
    /// Reads the standard input to its end.
    fn standard_input(&self) -> io::Result<Vec<u8>>;
    /// Returns the names in a folder, which has none if it does not exist; `None` if it cannot be listed or is large.
    fn names(&self, folder: &str) -> Option<Vec<String>> {
        let _ = folder;
        None
    }
}

/// The kind of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// A file.
    File,
    /// A folder.
    Folder,
}

/// The folder under which the packed tree appears in messages and `@DIR`.
pub const PACKED: &str = "/packed";

/// A script that the search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The path, as shown in messages.
    pub path: String,
    /// The kind of file.
    pub kind: FileKind,
}

/// The folders to search for scripts.
pub struct Search {
    files: Box<dyn ScriptFiles>,
    folders: Vec<String>,
    /// The folders in normal form.
    normal_folders: Vec<String>,
    /// The packed scripts in parsed form.
    parsed: Option<Image>,
    /// Whether paths of folders exist, such as `./base`. Scripts load hundreds of files below a few of them.
    known: RefCell<HashMap<String, bool>>,
}

impl Search {
    /// Searches the folders in `zeekpath`, separated by colons, or else the working folder. The packed tree comes last.
    pub fn new(files: Box<dyn ScriptFiles>, zeekpath: Option<&str>) -> Self {
        let mut folders: Vec<String> =
            zeekpath.unwrap_or(".").split(':').filter(|f| !f.is_empty()).map(str::to_owned).collect();
        folders.extend(["", "/policy", "/site"].map(|f| format!("{PACKED}{f}")));
        let normal_folders = folders.iter().map(|folder| normal_text(folder)).collect();
        let (parsed, known) = (Image::new(scripts::PARSED), RefCell::default());
        Search { files, folders, normal_folders, parsed, known }
    }

    /// Looks at the file system again: folders may have appeared since the last load.
    pub fn begin_load(&self) {
        self.known.borrow_mut().clear();
    }

    /// The folders, in search order.
    pub fn folders(&self) -> &[String] {
        &self.folders
    }

    /// The working folder.
    pub fn working_folder(&self) -> String {
        self.files.working_folder()
    }

    /// Reads the standard input to its end.
    pub fn standard_input(&self) -> io::Result<Vec<u8>> {
        self.files.standard_input()
    }

    /// Finds the file that `@load name` loads from a file in folder `from`: `NAME.zeek`, else `NAME`, in the first
    /// folder that has one of them. Names that begin with `./` or `../` are searched only in `from`. Without `from`, as
    /// on the command line, they are searched in the working folder, and other names are searched there last.
    pub fn script(&self, name: &str, from: Option<&str>) -> Option<Found> {
        self.with_extension(name, ".zeek", from)
    }

    /// Finds the file that `@load-sigs name` loads.
    pub fn signatures(&self, name: &str, from: Option<&str>) -> Option<Found> {
        self.with_extension(name, ".sig", from).filter(|f| f.kind == FileKind::File)
    }

    fn with_extension(&self, name: &str, extension: &str, from: Option<&str>) -> Option<Found> {
        if name.is_empty() {
            return None;
        }
        if name.starts_with('/') {
            return self.look(name);
        }
        let here = match from {
            Some(dir) if name.starts_with("./") || name.starts_with("../") => vec![dir],
            None if name.starts_with("./") || name.starts_with("../") => vec!["."],
            // A name on the command line falls back to the working folder if ZEEKPATH does not contain it.
            None => self.folders.iter().map(String::as_str).chain(["."]).collect(),
            Some(_) => self.folders.iter().map(String::as_str).collect(),
        };
        here.iter().filter(|dir| self.may_hold(dir, name)).find_map(|dir| {
            let path = format!("{}/{name}", dir.strip_suffix('/').unwrap_or(dir));
            self.look(&format!("{path}{extension}")).or_else(|| self.look(&path))
        })
    }

    /// Whether a folder has the folder in which a name is looked for.
    fn may_hold(&self, dir: &str, name: &str) -> bool {
        let Some((first, rest)) = name.split_once('/') else { return true };
        if matches!(first, "" | "." | "..") || rest.contains("..") || packed(dir).is_some() {
            return true;
        }
        let path = format!("{}/{first}", dir.strip_suffix('/').unwrap_or(dir));
        let exists = |path: &String| self.files.kind(&normal_text(path)).is_some();
        *self.known.borrow_mut().entry(path).or_insert_with_key(exists)
    }

    fn look(&self, path: &str) -> Option<Found> {
        let path = normal_text(path);
        let kind = match packed(&path) {
            Some(inner) if scripts::file(inner).is_some() => FileKind::File,
            Some(inner) if inner.is_empty() || scripts::is_folder(inner) => FileKind::Folder,
            Some(_) => return None,
            None => self.files.kind(&path)?,
        };
        Some(Found { path, kind })
    }

    /// Finds the file that is loaded for a folder: its `__load__.zeek`.
    pub fn package(&self, folder: &str) -> Option<Found> {
        self.look(&format!("{folder}/__load__.zeek")).filter(|f| f.kind == FileKind::File)
    }

    /// Reads a file that the search found.
    pub fn read(&self, path: &str) -> io::Result<Text> {
        match packed(path).and_then(|inner| Some((inner, scripts::file(inner)?))) {
            Some((inner, text)) => {
                let parsed = scripts::number(inner).and_then(|n| self.parsed?.file(n));
                Ok(parsed.map_or_else(|| text.into(), |steps| Text::Parsed(text.as_bytes(), steps)))
            }
            None => Ok(self.files.read(path)?.into()),
        }
    }

    /// Returns a text that is the same for all paths of a file.
    pub fn identity(&self, path: &str) -> String {
        match packed(path) {
            None => self.files.identity(path).unwrap_or_else(|| path.to_owned()),
            Some(_) => path.to_owned(),
        }
    }

    /// Returns a path relative to the folder in which it was found.
    fn below(&self, path: &str) -> String {
        let path = normal_text(path);
        let found = self.normal_folders.iter().find_map(|folder| {
            let rest = path.strip_prefix(&**folder)?;
            Some(rest.trim_start_matches('/').to_owned())
        });
        found.unwrap_or(path)
    }
}

/// Returns the path inside the packed tree.
fn packed(path: &str) -> Option<&str> {
    let inner = path.strip_prefix(PACKED)?;
    if inner.is_empty() { Some(inner) } else { inner.strip_prefix('/') }
}

/// Returns the folder of a path; `.` for a bare name.
#[must_use]
pub fn folder_of(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some(("", _)) => "/",
        Some((dir, _)) => dir,
        None => ".",
    }
}

/// Whether a file belongs to the packed tree.
#[must_use]
pub fn in_packed(path: &str) -> bool {
    path.strip_prefix(PACKED).is_some_and(|rest| rest.starts_with('/'))
}

/// Removes doubled slashes, `.` and, if possible, `..` from a path. A leading `.` or `~` stays.
pub(crate) fn normal_path(path: &[u8]) -> Vec<u8> {
    if !path.windows(2).any(|w| w == b"/." || w == b"//") {
        return path.strip_suffix(b"/").filter(|p| !p.is_empty()).unwrap_or(path).to_vec();
    }
    let absolute = path.starts_with(b"/");
    let mut steps: Vec<&[u8]> = Vec::new();
    for step in path.split(|&b| b == b'/') {
        match step {
            b"" => {}
            b"." if absolute || !steps.is_empty() => {}
            b".." => match steps.last_mut() {
                None | Some(&mut (b".." | b"~")) => steps.push(b".."),
                // Only the first step can be a dot.
                Some(dot) if *dot == b"." => *dot = b"..",
                Some(_) => {
                    steps.pop();
                }
            },
            _ => steps.push(step),
        }
    }
    let joined = steps.join(&b'/');
    if absolute { [b"/", &joined[..]].concat() } else { joined }
}

/// As [`normal_path`], of text.
fn normal_text(path: &str) -> String {
    String::from_utf8_lossy(&normal_path(path.as_bytes())).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// A disk in memory.
    #[derive(Default)]
    struct Disk(BTreeMap<String, String>);

    impl ScriptFiles for Disk {
        fn read(&self, path: &str) -> io::Result<Vec<u8>> {
            self.0.get(path).map(|t| t.as_bytes().to_vec()).ok_or(io::ErrorKind::NotFound.into())
        }
        fn kind(&self, path: &str) -> Option<FileKind> {
            if self.0.contains_key(path) {
                return Some(FileKind::File);
            }
            let below = format!("{path}/");
            self.0.keys().any(|k| k.starts_with(&below)).then_some(FileKind::Folder)
        }
        fn identity(&self, path: &str) -> Option<String> {
            self.0.contains_key(path).then(|| path.to_owned())
        }
        fn working_folder(&self) -> String {
            "/work".into()
        }
        fn standard_input(&self) -> io::Result<Vec<u8>> {
            self.read("<stdin>")
        }
        fn names(&self, folder: &str) -> Option<Vec<String>> {
            let names = self.0.keys().filter_map(|k| k.strip_prefix(folder)?.strip_prefix('/'));
            (folder != "secret").then(|| names.map(|n| n.split('/').next().unwrap_or(n).to_owned()).collect())
        }
    }

    fn disk(files: &[(&str, &str)]) -> Box<Disk> {
        Box::new(Disk(files.iter().map(|(p, t)| ((*p).to_owned(), (*t).to_owned())).collect()))
    }

    #[test]
    fn folders_are_searched_in_order_and_the_packed_tree_last() {
        let s = Search::new(
            disk(&[("a/x.zeek", ""), ("b/x.zeek", ""), ("b/base/utils/urls.zeek", "")]),
            Some("a:b"),
        );
        let path = |name, from| s.script(name, from).map(|f| f.path);
        assert_eq!(path("x", None).as_deref(), Some("a/x.zeek"));
        assert_eq!(path("base/utils/urls", None).as_deref(), Some("b/base/utils/urls.zeek"));
        assert_eq!(path("base/utils/site", None).as_deref(), Some("/packed/base/utils/site.zeek"));
        assert_eq!(
            path("./addrs", Some("/packed/base/utils")).as_deref(),
            Some("/packed/base/utils/addrs.zeek")
        );
        assert_eq!(path("./x", Some("b")).as_deref(), Some("b/x.zeek"));
        assert_eq!(path("nothing", None), None);
        assert_eq!(path("sub/none", Some("b")), None);
        assert_eq!(path("sub/../x", Some("b")).as_deref(), Some("a/x.zeek"));
        assert_eq!(s.script("base/utils", None).map(|f| f.kind), Some(FileKind::Folder));
        assert!(s.package("/packed/base/bif").is_some());
        assert_eq!(s.below("/packed/base/utils/urls.zeek"), "base/utils/urls.zeek");
    }

    #[test]
    fn a_prefix_extends_scripts_along_all_folders() {
        let files = [("a/x.base.utils.urls.zeek", ""), ("b/x.base.utils", ""), ("b/y.base.zeek", "")];
        // The second search has a folder that cannot be listed, and must find the same.
        for folders in ["a:b", "a:secret:b"] {
            let s = Search::new(disk(&files), Some(folders));
            let mut prefixed = Prefixed::default();
            let mut find = |path: &str, prefix: &str| prefixed.find(&s, path, prefix).map(|f| f.path);
            let urls = "/packed/base/utils/urls.zeek";
            assert_eq!(find(urls, "x").as_deref(), Some("a/x.base.utils.urls.zeek"), "{folders}");
            assert_eq!(find("/packed/base/utils/__load__.zeek", "x").as_deref(), Some("b/x.base.utils"));
            assert_eq!(find(urls, "y"), None);
            assert_eq!(find(urls, "z"), None);
        }
        let s = Search::new(disk(&[("./sub/x.base.zeek", "")]), Some("."));
        let found = Prefixed::default().find(&s, "/packed/base/__load__.zeek", "./sub/x");
        assert_eq!(found.map(|f| f.path).as_deref(), Some("./sub/x.base.zeek"));
    }
}
