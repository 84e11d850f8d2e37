//! A zstd stream (RFC 8878): consecutive frames, including skippable ones.
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, Read};

/// Reads the content of a stream's frames.
pub(crate) struct ZstdReader<R> {
    source: R,
    decoder: FrameDecoder,
    inside: bool,
    /// The first error. After it, the decoder's tables may be half built and must not be used again.
    broken: Option<String>,
}

impl<R: BufRead> ZstdReader<R> {
    pub(crate) fn new(source: R) -> Self {
        ZstdReader { source, decoder: FrameDecoder::new(), inside: false, broken: None }
    }

    /// Starts the next frame; false at the end of the stream.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    io::copy(&mut self.source.by_ref().take(length.into()), &mut io::sink())?;
                }
                Err(e) => return Err(invalid(e)),
            }
        }
        Ok(false)
    }

    fn end(&self) -> io::Result<()> {
        match (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum()) {
            (Some(said), Some(found)) if said != found => {
                Err(invalid(format!("zstd frame checksum: expected {said:08x}, computed {found:08x}")))
            }
            _ => Ok(()),
        }
    }
}

fn invalid(e: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, e)
}

impl<R: BufRead> Read for ZstdReader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if let Some(said) = &self.broken {
            return Err(invalid(said.clone()));
        }
        let read = self.decode(buf);
        self.broken =
            read.as_ref().err().filter(|e| e.kind() == io::ErrorKind::InvalidData).map(io::Error::to_string);
        read
    }
}

impl<R: BufRead> ZstdReader<R> {
    fn decode(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.inside {
                if !self.begin()? {
                    return Ok(0);
                }
                self.inside = true;
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                self.decoder
                    .decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1))
                    .map_err(invalid)?;
            }
            match self.decoder.read(buf)? {
                0 if buf.is_empty() => return Ok(0),
                0 => {
                    self.end()?;
                    self.inside = false;
                }
                n => return Ok(n),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_told_each_time_and_nothing_is_decoded_behind_it() {
        // A compressed block whose first table is truncated, then one that reuses that table.
        let mut bytes = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 0];
        let block = |modes: u8, rest: &[u8], last: u8| {
            let body = [&[0, 1, modes][..], rest].concat();
            [&(((body.len() as u32) << 3 | 2 << 1 | u32::from(last)).to_le_bytes()[..3]), &body].concat()
        };
        bytes.extend(block(0b1000_0000, &[0x03], 0));
        bytes.extend(block(0b1101_0100, &[1, 1, 0xff, 0xff], 1));
        let mut reader = ZstdReader::new(&bytes[..]);
        let mut room = [0; 64];
        let first = reader.read(&mut room).unwrap_err().to_string();
        assert!(first.contains("FSETableError"), "{first}");
        assert_eq!(reader.read(&mut room).unwrap_err().to_string(), first);
    }
}
