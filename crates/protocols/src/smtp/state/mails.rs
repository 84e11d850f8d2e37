//! The mails of a session: their lines, chunks and files.
use super::Smtp;
use crate::mail::Mail;
use crate::smtp::anomaly::Anomaly;
use crate::smtp::bdat::{Chunks, chunk};
use crate::smtp::steps::Stage;
use event::smtp as ev;
use session::Role;
use session::analyzer::Context;

impl Smtp {
    pub(super) fn chunk_bytes(&mut self, cx: &mut Context<'_, '_>, bytes: &[u8]) {
        let (Some(chunks), Some(mail)) = (&mut self.chunks, &mut self.mail) else { return };
        let mut found = Vec::new();
        chunks.bytes(bytes, &mut |l, end| mail.line(cx, l, end), &mut |w| found.push(w));
        for w in found {
            cx.anomaly(w);
        }
        self.message_bytes(cx, bytes);
    }

    /// Passes bytes of the complete mail to its file, if it is one.
    pub(super) fn message_bytes(&mut self, cx: &mut Context<'_, '_>, bytes: &[u8]) {
        if self.message_file.is_some() {
            self.message_file = cx
                .file_data_of_type(Role::Orig, self.message_file, bytes, "message/rfc822")
                .or(self.message_file);
        }
    }

    pub(super) fn mail_line(&mut self, cx: &mut Context<'_, '_>, from: Role, text: &[u8]) {
        if self.mail.is_none() {
            self.begin_mail(cx, from, Stage::InData);
        }
        if let Some(mail) = &mut self.mail {
            mail.line(cx, text, true);
        }
        self.message_bytes(cx, text);
        self.message_bytes(cx, b"\r\n");
        if !self.skip_data {
            cx.event(|c| ev::SmtpData { c, is_orig: from.is_orig(), data: text });
        }
    }

    /// Ends a mail whose last chunk is missing.
    pub(super) fn end_unfinished_chunks(&mut self, cx: &mut Context<'_, '_>) {
        if self.chunks.is_some() {
            cx.anomaly(Anomaly::MissingLastChunk);
            self.end_mail(cx);
        }
    }

    /// Takes the argument of BDAT; false if it is malformed.
    pub(super) fn chunk(&mut self, cx: &mut Context<'_, '_>, from: Role, arg: &[u8]) -> bool {
        let chunk = match chunk(arg) {
            Ok(c) => c,
            Err(why) => {
                cx.anomaly(Anomaly::BadChunk(why));
                return false;
            }
        };
        if i64::try_from(chunk.size).is_err() {
            cx.anomaly(Anomaly::HugeChunk(chunk.size));
            return false;
        }
        if let Some(plain) = self.plain.get_mut(usize::from(!from.is_orig())) {
            *plain = Some(chunk.size);
        }
        if self.chunks.is_none() {
            self.begin_mail(cx, from, Stage::InChunks);
        }
        self.chunks.get_or_insert_with(|| Chunks::new(self.config.bdat_max_line_length)).begin(chunk);
        true
    }

    pub(super) fn begin_mail(&mut self, cx: &mut Context<'_, '_>, from: Role, stage: Stage) {
        self.stage = stage;
        self.skip_data = false;
        if let Some(mail) = self.mail.take() {
            cx.anomaly(Anomaly::NestedMail);
            mail.end(cx);
        }
        self.mail = Some(Mail::new(cx, from, self.config.mail));
        if self.config.message_is_file {
            self.message_file = cx.file_data_of_type(Role::Orig, self.message_file, b"", "message/rfc822");
        }
    }

    pub(super) fn end_mail(&mut self, cx: &mut Context<'_, '_>) {
        if let Some(mut chunks) = self.chunks.take() {
            if chunks.remaining() > 0 {
                cx.anomaly(Anomaly::ChunkRemaining);
                self.plain = [Some(0); 2];
            }
            if let Some(mail) = &mut self.mail {
                let mut found = Vec::new();
                chunks.end(&mut |l, end| mail.line(cx, l, end), &mut |w| found.push(w));
                for w in found {
                    cx.anomaly(w);
                }
            }
        }
        match self.mail.take() {
            Some(mail) => mail.end(cx),
            None => cx.anomaly(Anomaly::UnmatchedEnd),
        }
        if let Some(file) = self.message_file.take() {
            cx.file_end(Role::Orig, Some(file));
        }
    }
}
