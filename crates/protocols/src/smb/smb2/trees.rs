//! Commands that set up sessions and connect trees ([MS-SMB2] 2.2.5 to 2.2.12).
use super::Command;
use crate::windows::text;
use event::smb2 as ev;
use wire::{ReadResult, Reader};

/// The share type of pipes.
const SHARE_TYPE_PIPE: u8 = 2;

impl Command<'_, '_, '_, '_> {
    pub(super) fn session_setup_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(3)?;
        let security_mode = r.u8()?.into();
        r.skip(8)?;
        let token = self.m.buffer(r)?;
        let request = ev::SessionSetupRequest { security_mode };
        self.cx.event(|c| ev::SessionSetupRequestSeen { c, hdr: self.m.header, request });
        self.st.auth_token(self.cx, token);
        Ok(())
    }

    pub(super) fn session_setup_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(2)?;
        let flags = r.le16()?;
        let token = self.m.buffer(r)?;
        let flags = ev::SessionSetupFlags {
            guest: flags & 1 != 0,
            anonymous: flags & 2 != 0,
            encrypt: flags & 4 != 0,
        };
        let response = ev::SessionSetupResponse { flags };
        self.cx.event(|c| ev::SessionSetupResponseSeen { c, hdr: self.m.header, response });
        self.st.auth_token(self.cx, token);
        Ok(())
    }

    pub(super) fn tree_connect_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(4)?;
        let path = self.m.buffer(r)?;
        if self.cx.wants::<ev::TreeConnectRequest<'_>>() {
            let path = text(self.cx, path);
            self.cx.event(|c| ev::TreeConnectRequest { c, hdr: self.m.header, path: &path });
        }
        Ok(())
    }

    pub(super) fn tree_connect_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(2)?;
        let share_type = r.u8()?;
        r.skip(13)?;
        if share_type == SHARE_TYPE_PIPE {
            self.st.set_pipe(self.cx, self.m.tree());
        }
        let response = ev::TreeConnectResponse { share_type: share_type.into() };
        self.cx.event(|c| ev::TreeConnectResponseSeen { c, hdr: self.m.header, response });
        Ok(())
    }

    pub(super) fn tree_disconnect_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(4)?;
        self.st.unset_pipe(self.m.tree());
        self.cx.event(|c| ev::TreeDisconnectRequest { c, hdr: self.m.header });
        Ok(())
    }

    pub(super) fn tree_disconnect_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(4)?;
        self.cx.event(|c| ev::TreeDisconnectResponse { c, hdr: self.m.header });
        Ok(())
    }
}
