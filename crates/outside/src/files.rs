//! Files and folders.
use std::io;
use value::Output;

/// Files and folders, by path.
pub trait Files {
    /// Opens a file for writing or appending; `-` is the standard output.
    ///
    /// # Errors
    /// The system's error.
    fn open(&mut self, path: &str, append: bool) -> io::Result<Box<dyn Output>>;
    /// Creates a file for writing at any offset. Replaces an existing file of this name.
    ///
    /// # Errors
    /// The system's error.
    fn create(&mut self, path: &str) -> io::Result<Box<dyn Writable>>;
    /// Opens a file for reading.
    ///
    /// # Errors
    /// The system's error.
    fn open_to_read(&self, path: &str) -> io::Result<Box<dyn Readable>>;
    /// Passes the buffered bytes of all open files to the operating system. Returns false if that failed for any file.
    fn flush_files(&mut self) -> bool;
    /// Creates a folder. An existing folder is not an error.
    ///
    /// # Errors
    /// The system's error.
    fn make_folder(&mut self, path: &str) -> io::Result<()>;
    /// Removes an empty folder.
    ///
    /// # Errors
    /// The system's error.
    fn remove_folder(&mut self, path: &str) -> io::Result<()>;
    /// Removes a file.
    ///
    /// # Errors
    /// The system's error.
    fn remove_file(&mut self, path: &str) -> io::Result<()>;
    /// Renames a file or folder.
    ///
    /// # Errors
    /// The system's error.
    fn rename(&mut self, from: &str, to: &str) -> io::Result<()>;
    /// Returns the size of a file in bytes.
    fn file_size(&self, path: &str) -> Option<u64>;
    /// Returns when a file last changed, in seconds since the epoch.
    fn last_change(&self, path: &str) -> Option<f64>;
    /// Claims a folder for the logs of this run until the process ends. The run may claim a folder again.
    ///
    /// # Errors
    /// A message for the user that names the other process that has claimed the folder.
    fn claim_folder(&mut self, path: &str) -> Result<(), String> {
        let _ = path;
        Ok(())
    }
    /// Returns a file's identity and the time of its last change.
    ///
    /// # Errors
    /// The system's error.
    fn stamp(&self, path: &str) -> io::Result<FileStamp>;
}

/// A file open for reading.
pub trait Readable: io::Read + io::Seek {}

impl<T: io::Read + io::Seek> Readable for T {}

/// A file open for writing at any offset.
pub trait Writable: io::Write + io::Seek {}

impl<T: io::Write + io::Seek> Writable for T {}

/// Distinguishes a file from other files and from earlier states of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileStamp {
    /// The device and the inode.
    pub file: (u64, u64),
    /// When it last changed, in seconds since the epoch.
    pub changed: i64,
}

impl FileStamp {
    /// Whether both are the same file, changed or not.
    #[must_use]
    pub fn same_file(&self, other: &FileStamp) -> bool {
        self.file == other.file
    }
}

/// Returns the text of a system error as C's `strerror` words it, without the number.
#[must_use]
pub fn system_error(e: &io::Error) -> String {
    let text = e.to_string();
    match text.split_once(" (os error") {
        Some((words, _)) => words.to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_error_has_no_number() {
        assert_eq!(system_error(&io::Error::from_raw_os_error(2)), "No such file or directory");
        assert_eq!(system_error(&io::Error::other("the disk is gone")), "the disk is gone");
    }
}
