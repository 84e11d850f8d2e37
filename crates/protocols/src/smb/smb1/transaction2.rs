//! SMB_COM_TRANSACTION2: directories, attributes, file systems ([MS-CIFS] 2.2.4.46).
use super::transaction::Secondary;
use super::{Command, Text, skip_to};
use event::smb1 as ev;
use wire::{ReadResult, Reader};

const FIND_FIRST2: u16 = 0x01;
const QUERY_PATH_INFORMATION: u16 = 0x05;
const QUERY_FILE_INFORMATION: u16 = 0x07;
const GET_DFS_REFERRAL: u16 = 0x10;

impl Command<'_, '_, '_> {
    pub(super) fn transaction2_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(1)?;
        let [total_param, total_data, max_param, max_data] = [r.le16()?, r.le16()?, r.le16()?, r.le16()?];
        let max_setup = r.u8()?;
        r.skip(1)?;
        let (flags, timeout) = (r.le16()?, r.le32()?);
        r.skip(2)?;
        let [param_count, param_offset, data_count, data_offset] =
            [r.le16()?, r.le16()?, r.le16()?, r.le16()?];
        let setup_count = r.u8()?;
        r.skip(1)?;
        let sub_cmd = r.le16()?;
        r.skip(2)?;
        skip_to(r, param_offset)?;
        let args = ev::Trans2Args {
            total_param_count: total_param.into(),
            total_data_count: total_data.into(),
            max_param_count: max_param.into(),
            max_data_count: max_data.into(),
            max_setup_count: max_setup.into(),
            flags: flags.into(),
            trans_timeout: timeout.into(),
            param_count: param_count.into(),
            param_offset: param_offset.into(),
            data_count: data_count.into(),
            data_offset: data_offset.into(),
            setup_count: setup_count.into(),
        };
        self.transaction2_parameters(sub_cmd, r.rest())?;
        self.cx.event(|c| ev::Transaction2Request { c, hdr: self.m.header, args, sub_cmd: sub_cmd.into() });
        Ok(())
    }

    fn transaction2_parameters(&mut self, sub_cmd: u16, bytes: &[u8]) -> ReadResult<()> {
        let r = &mut Reader::new("SMB 1 transaction", bytes);
        let hdr = self.m.header;
        match sub_cmd {
            FIND_FIRST2 => {
                let [attrs, count, flags, level] = [r.le16()?, r.le16()?, r.le16()?, r.le16()?];
                let storage = r.le32()?;
                let name = Text::read(self.m.unicode, r)?.utf8(self.cx);
                let args = ev::FindFirst2RequestArgs {
                    search_attrs: attrs.into(),
                    search_count: count.into(),
                    flags: flags.into(),
                    info_level: level.into(),
                    search_storage_type: storage.into(),
                    file_name: &name,
                };
                self.cx.event(|c| ev::Trans2FindFirst2Request { c, hdr, args });
            }
            QUERY_PATH_INFORMATION => {
                r.skip(6)?;
                let name = Text::read(self.m.unicode, r)?.utf8(self.cx);
                self.cx.event(|c| ev::Trans2QueryPathInfoRequest { c, hdr, file_name: &name });
            }
            QUERY_FILE_INFORMATION => r.skip(4)?,
            GET_DFS_REFERRAL => {
                r.skip(2)?;
                let name = Text::read(self.m.unicode, r)?.utf8(self.cx);
                self.cx.event(|c| ev::Trans2GetDfsReferralRequest { c, hdr, file_name: &name });
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn transaction2_secondary(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        let head = Secondary::read(r)?;
        let fid = r.le16()?;
        r.skip(2)?;
        let parameters = head.parameters(r)?;
        let data = r.bytes(head.data_count.into())?;
        let a = head.args;
        let args = ev::Trans2SecArgs {
            total_param_count: a.total_param_count,
            total_data_count: a.total_data_count,
            param_count: a.param_count,
            param_offset: a.param_offset,
            param_displacement: a.param_displacement,
            data_count: a.data_count,
            data_offset: a.data_offset,
            data_displacement: a.data_displacement,
            fid: fid.into(),
        };
        self.cx.event(|c| ev::Transaction2SecondaryRequest { c, hdr: self.m.header, args, parameters, data });
        Ok(())
    }
}
