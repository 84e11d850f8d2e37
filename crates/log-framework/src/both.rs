//! Rows that go to two writers: to a file, and to other processes.
use logging::{LogError, Place, Row, Writer};
use std::path::{Path, PathBuf};

/// Writes to the first writer and to the second, which has no file.
pub(crate) struct Both(pub(crate) Box<dyn Writer>, pub(crate) Box<dyn Writer>);

impl Writer for Both {
    fn write(&mut self, row: &dyn Row) -> Result<bool, LogError> {
        let second = self.1.write(row);
        self.0.write(row).and(second)
    }

    fn flush(&mut self) -> Result<(), LogError> {
        let second = self.1.flush();
        self.0.flush().and(second)
    }

    fn sync(&mut self) -> Result<Option<Place>, LogError> {
        let second = self.1.sync();
        self.0.sync().and_then(|place| second.map(|_| place))
    }

    fn begin_file(&mut self) -> Result<Option<Place>, LogError> {
        self.0.begin_file()
    }

    fn rotate(&mut self, to: &Path, extension: &str) -> Result<Option<PathBuf>, LogError> {
        self.0.rotate(to, extension)
    }

    fn finish(&mut self) -> Result<(), LogError> {
        let second = self.1.finish();
        self.0.finish().and(second)
    }

    fn rows(&self) -> u64 {
        self.0.rows()
    }

    fn lost(&self) -> u64 {
        self.0.lost()
    }

    fn notice(&mut self) -> Option<String> {
        self.0.notice()
    }
}
