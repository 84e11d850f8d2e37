//! The lines of a header, joined to fields (RFC 5322, 2.2.3).

/// The role of a line in its header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HeaderLine<'l> {
    /// The header ends.
    End,
    /// A field begins.
    Field(&'l [u8]),
    /// A field begins with white space, which would continue a field that does not exist; the text goes without it.
    Indented(&'l [u8]),
    /// The field at hand continues.
    Folded(&'l [u8]),
}

/// The field at hand.
#[derive(Default)]
pub(crate) struct FieldLines {
    text: Vec<u8>,
    /// How many lines it has; 0 before the first field.
    lines: u32,
}

impl FieldLines {
    /// Tells what a line is. An empty line ends the header, and so does one that begins with NUL.
    pub(crate) fn classify<'l>(&self, line: &'l [u8]) -> HeaderLine<'l> {
        match line.first() {
            None | Some(0) => HeaderLine::End,
            Some(b' ' | b'\t') if self.lines > 0 => HeaderLine::Folded(line),
            Some(b' ' | b'\t') => HeaderLine::Indented(line.trim_ascii_start()),
            Some(_) => HeaderLine::Field(line),
        }
    }

    /// Begins a field; one without text is not begun.
    pub(crate) fn begin(&mut self, text: &[u8]) {
        self.text.clear();
        self.text.extend_from_slice(text);
        self.lines = u32::from(!text.is_empty());
    }

    /// Adds a folded line. A field of `limit` bytes takes no more (0: no limit); the error is its length.
    pub(crate) fn fold(&mut self, line: &[u8], limit: usize) -> Result<(), usize> {
        if limit > 0 && self.text.len() >= limit {
            return Err(self.text.len());
        }
        self.text.extend_from_slice(line);
        self.lines += 1;
        Ok(())
    }

    /// Takes the field, with the number of its lines; `None` if no field has begun.
    pub(crate) fn take(&mut self) -> Option<(Vec<u8>, u32)> {
        let lines = std::mem::take(&mut self.lines);
        (lines > 0).then(|| (std::mem::take(&mut self.text), lines))
    }

    /// Gives the memory of a field back.
    pub(crate) fn recycle(&mut self, text: Vec<u8>) {
        self.text = text;
    }
}
