//! SMB_COM_TRANSACTION: calls on pipes, mailslots, and the remote administration protocol ([MS-CIFS] 2.2.4.33).
use super::{Command, Text, skip_to};
use crate::smb::anomaly::Anomaly;
use event::smb1 as ev;
use wire::{ReadResult, Reader};

/// The kind of a transaction, by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Pipe,
    RemoteAdministration,
    Unknown,
}

impl Kind {
    fn of(name: Text<'_>) -> Self {
        if name.starts_with(b"\\PIPE\\LANMAN") {
            Kind::RemoteAdministration
        } else if name.starts_with(b"\\PIPE\\") {
            Kind::Pipe
        } else {
            Kind::Unknown
        }
    }
}

impl Command<'_, '_, '_> {
    pub(super) fn transaction_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        let words = r.u8()?;
        r.skip(18)?;
        let (param_count, param_offset, data_count, data_offset) =
            (r.le16()?, r.le16()?, r.le16()?, r.le16()?);
        let setup_count = r.u8()?;
        r.skip(1)?;
        let setup = r.bytes(2 * usize::from(setup_count))?;
        r.skip(2)?;
        let name = Text::read(self.m.unicode, r)?;
        skip_to(r, param_offset)?;
        let parameters = r.bytes(param_count.into())?;
        skip_to(r, data_offset)?;
        let data = r.rest();

        let kind = Kind::of(name);
        if kind == Kind::Pipe {
            self.st.pipe_data(self.cx, 0, self.m.from, data);
        }
        let is_pipe = kind == Kind::Pipe || (kind == Kind::Unknown && self.m.is_pipe);
        let pending = &mut self.st.smb1.pipe_transactions;
        if is_pipe {
            if pending.len() >= self.st.config.max_pending_messages {
                self.cx.anomaly(Anomaly::TooManyRequests);
                pending.clear();
            }
            pending.insert(self.m.header.mid, ());
        } else {
            pending.remove(&self.m.header.mid);
        }
        if self.cx.wants::<ev::TransactionRequest<'_>>() {
            let sub_cmd = match setup.first_chunk() {
                // A message with 16 parameter words belongs to another dialect.
                Some(first) if words != 16 => u16::from_le_bytes(*first).into(),
                _ => 0,
            };
            let name = name.utf8(self.cx);
            let data = if data_count > 0 { data } else { b"" };
            self.cx.event(|c| ev::TransactionRequest {
                c,
                hdr: self.m.header,
                name: &name,
                sub_cmd,
                parameters,
                data,
            });
        }
        Ok(())
    }

    pub(super) fn transaction_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(7)?;
        let (param_count, param_offset) = (r.le16()?, r.le16()?);
        r.skip(2)?;
        let (data_count, data_offset) = (r.le16()?, r.le16()?);
        r.skip(2)?;
        let setup_count = r.u8()?;
        r.skip(1 + 2 * usize::from(setup_count) + 2)?;
        skip_to(r, param_offset)?;
        let parameters = r.bytes(param_count.into())?;
        skip_to(r, data_offset)?;
        let is_pipe = self.st.smb1.pipe_transactions.remove(&self.m.header.mid).is_some();
        let data = if data_count > 0 { r.rest() } else { b"" };
        if is_pipe && data_count > 0 {
            self.st.pipe_data(self.cx, 0, self.m.from, data);
        }
        self.cx.event(|c| ev::TransactionResponse { c, hdr: self.m.header, parameters, data });
        Ok(())
    }

    pub(super) fn transaction_secondary(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        let head = Secondary::read(r)?;
        r.skip(2)?;
        let parameters = head.parameters(r)?;
        let data = if head.data_count > 0 { r.rest() } else { b"" };
        self.cx.event(|c| ev::TransactionSecondaryRequest {
            c,
            hdr: self.m.header,
            args: head.args,
            parameters,
            data,
        });
        Ok(())
    }
}

/// The fields that secondary requests of both kinds of transactions share.
pub(super) struct Secondary {
    pub(super) args: ev::TransSecArgs,
    param_count: u16,
    param_offset: u16,
    data_offset: u16,
    pub(super) data_count: u16,
}

impl Secondary {
    pub(super) fn read(r: &mut Reader<'_>) -> ReadResult<Self> {
        r.skip(1)?;
        let mut word = || r.le16();
        let [total_param_count, total_data_count] = [word()?, word()?];
        let [param_count, param_offset, param_displacement] = [word()?, word()?, word()?];
        let [data_count, data_offset, data_displacement] = [word()?, word()?, word()?];
        let args = ev::TransSecArgs {
            total_param_count: total_param_count.into(),
            total_data_count: total_data_count.into(),
            param_count: param_count.into(),
            param_offset: param_offset.into(),
            param_displacement: param_displacement.into(),
            data_count: data_count.into(),
            data_offset: data_offset.into(),
            data_displacement: data_displacement.into(),
        };
        Ok(Secondary { args, param_count, param_offset, data_offset, data_count })
    }

    /// Reads the parameters; leaves `r` before the data.
    pub(super) fn parameters<'a>(&self, r: &mut Reader<'a>) -> ReadResult<&'a [u8]> {
        skip_to(r, self.param_offset)?;
        let parameters = r.bytes(self.param_count.into())?;
        skip_to(r, self.data_offset)?;
        Ok(parameters)
    }
}
