//! Joins the lines of a header into fields (RFC 5322, 2.2.3).

/// The role of a line in a header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HeaderLine<'l> {
    /// The end of the header.
    End,
    /// The first line of a field.
    Field(&'l [u8]),
    /// A line that begins with white space although there is no field to continue. The text after the white space
    /// begins a field.
    Indented(&'l [u8]),
    /// A continuation of the current field.
    Folded(&'l [u8]),
}

/// The current field.
#[derive(Default)]
pub(crate) struct FieldLines {
    text: Vec<u8>,
    /// The number of lines of the field; 0 without a field.
    lines: u32,
}

impl FieldLines {
    /// Classifies a line. A line that is empty or begins with NUL ends the header.
    pub(crate) fn classify<'l>(&self, line: &'l [u8]) -> HeaderLine<'l> {
        match line.first() {
            None | Some(0) => HeaderLine::End,
            Some(b' ' | b'\t') if self.lines > 0 => HeaderLine::Folded(line),
            Some(b' ' | b'\t') => HeaderLine::Indented(line.trim_ascii_start()),
            Some(_) => HeaderLine::Field(line),
        }
    }

    /// Begins a field, unless the text is empty.
    pub(crate) fn begin(&mut self, text: &[u8]) {
        self.text.clear();
        self.text.extend_from_slice(text);
        self.lines = u32::from(!text.is_empty());
    }

    /// Appends a folded line. Fails with the length of the field if it has reached `limit` bytes; 0 means no limit.
    pub(crate) fn fold(&mut self, line: &[u8], limit: usize) -> Result<(), usize> {
        if limit > 0 && self.text.len() >= limit {
            return Err(self.text.len());
        }
        self.text.extend_from_slice(line);
        self.lines += 1;
        Ok(())
    }

    /// Takes the field and the number of its lines; `None` if no field has begun.
    pub(crate) fn take(&mut self) -> Option<(Vec<u8>, u32)> {
        let lines = std::mem::take(&mut self.lines);
        (lines > 0).then(|| (std::mem::take(&mut self.text), lines))
    }

    /// Reuses the memory of a field.
    pub(crate) fn recycle(&mut self, text: Vec<u8>) {
        self.text = text;
    }
}
