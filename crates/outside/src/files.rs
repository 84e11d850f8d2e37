//! Files and folders.
use std::io;
use value::Output;

/// Files and folders, by path.
pub trait Files {
    /// Opens a file to write, or to append to; `-` is the standard output.
    ///
    /// # Errors
    /// The system's error.
    fn open(&mut self, path: &str, append: bool) -> io::Result<Box<dyn Output>>;
    /// Creates a file that is written at any offset, in place of the one of this name.
    ///
    /// # Errors
    /// The system's error.
    fn create(&mut self, path: &str) -> io::Result<Box<dyn Writable>>;
    /// Opens a file to read.
    ///
    /// # Errors
    /// The system's error.
    fn open_to_read(&self, path: &str) -> io::Result<Box<dyn Readable>>;
    /// Hands the buffered bytes of all open files to the system. Returns false if any of that failed.
    fn flush_files(&mut self) -> bool;
    /// Makes a folder. An existing folder is no error.
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
    /// The size of a file in bytes.
    fn file_size(&self, path: &str) -> Option<u64>;
    /// When a file last changed, in seconds since the epoch.
    fn last_change(&self, path: &str) -> Option<f64>;
    /// Claims a folder for the logs of this run until the process ends. A second claim of a folder is no error.
    ///
    /// # Errors
    /// Which other process has claimed it, as a message for the user.
    fn claim_folder(&mut self, path: &str) -> Result<(), String> {
        let _ = path;
        Ok(())
    }
    /// The identity and the time of change of a file.
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

/// Distinguishes a file from others, and from an earlier state of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileStamp {
    /// Device and inode.
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

/// The text of a system error as C's `strerror` words it: without the number.
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
