//! Commands that negotiate a dialect, set up sessions, and connect trees ([MS-CIFS] 2.2.4, [MS-SMB] 2.2.4).
use super::{Andx, Command, Text};
use crate::windows::time;
use event::smb1 as ev;
use event::{ListOf, Moment};
use session::Role;
use wire::{ReadError, ReadResult, Reader};

impl Command<'_, '_, '_> {
    pub(super) fn echo(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(1)?;
        let number = r.le16()?.into();
        let len = r.le16()?;
        let data = r.bytes(len.into())?;
        match self.m.from {
            Role::Orig => self.cx.event(|c| ev::EchoRequest { c, echo_count: number, data }),
            Role::Resp => self.cx.event(|c| ev::EchoResponse { c, seq_num: number, data }),
        }
        Ok(())
    }

    pub(super) fn cancel(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(3)?;
        self.cx.event(|c| ev::NtCancelRequest { c, hdr: self.m.header });
        Ok(())
    }

    pub(super) fn tree_disconnect(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(3)?;
        self.cx.event(|c| ev::TreeDisconnect { c, hdr: self.m.header, is_orig: self.m.from.is_orig() });
        Ok(())
    }

    pub(super) fn logoff_andx(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(1)?;
        let andx = Andx::read(r)?;
        r.skip(2)?;
        self.follow(&andx, r)?;
        self.cx.event(|c| ev::LogoffAndx { c, is_orig: self.m.from.is_orig() });
        Ok(())
    }

    pub(super) fn negotiate_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(1)?;
        let len = r.le16()?;
        let mut r = r.sub("SMB 1 dialects", len.into())?;
        let mut dialects = Vec::new();
        while !r.is_empty() {
            r.skip(1)?;
            dialects.push(r.until(0)?);
        }
        self.cx.event(|c| ev::NegotiateRequest { c, hdr: self.m.header, dialects: ListOf(&dialects) });
        Ok(())
    }

    pub(super) fn negotiate_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        let words = r.u8()?;
        let dialect = r.le16()?;
        match words {
            0x01 => {
                r.skip(2)?;
                let core = Some(ev::NegotiateResponseCore { dialect_index: dialect.into() });
                let response = ev::NegotiateResponse { core, lanman: None, ntlm: None };
                self.cx.event(|c| ev::NegotiateResponseSeen { c, hdr: self.m.header, response });
                Ok(())
            }
            0x0d => self.negotiate_lanman(r, dialect),
            0x11 => self.negotiate_ntlm(r, dialect),
            _ => Err(unknown_form("SMB 1 answer to a negotiation")),
        }
    }

    fn negotiate_lanman(&mut self, r: &mut Reader<'_>, dialect: u16) -> ReadResult<()> {
        let security = r.le16()?;
        let (max_buffer, max_mpx, max_vcs, raw) = (r.le16()?, r.le16()?, r.le16()?, r.le16()?);
        let session_key = r.le32()?;
        let (clock, date, zone) = (r.le16()?, r.le16()?, r.le16()?);
        let key_len = r.le16()?;
        r.skip(4)?;
        let encryption_key = r.bytes(key_len.into())?;
        let domain = if r.is_empty() { None } else { Some(Text::read(self.m.unicode, r)?) };
        let primary_domain = domain.map(|t| t.utf8(self.cx)).unwrap_or_default();
        let lanman = ev::NegotiateResponseLanman {
            word_count: 0x0d,
            dialect_index: dialect.into(),
            security_mode: ev::NegotiateResponseSecurity {
                user_level: security & 1 != 0,
                challenge_response: security & 2 != 0,
                signatures_enabled: None,
                signatures_required: None,
            },
            max_buffer_size: max_buffer.into(),
            max_mpx_count: max_mpx.into(),
            max_number_vcs: max_vcs.into(),
            raw_mode: ev::NegotiateRawMode { read_raw: raw & 1 != 0, write_raw: raw & 2 != 0 },
            session_key: session_key.into(),
            server_time: dos_time(date, clock, zone),
            encryption_key,
            primary_domain: &primary_domain,
        };
        let response = ev::NegotiateResponse { core: None, lanman: Some(lanman), ntlm: None };
        self.cx.event(|c| ev::NegotiateResponseSeen { c, hdr: self.m.header, response });
        Ok(())
    }

    fn negotiate_ntlm(&mut self, r: &mut Reader<'_>, dialect: u16) -> ReadResult<()> {
        let security = r.u8()?;
        let (max_mpx, max_vcs) = (r.le16()?, r.le16()?);
        let (max_buffer, max_raw, session_key, capabilities) = (r.le32()?, r.le32()?, r.le32()?, r.le32()?);
        let server_time = r.le64()?;
        r.skip(2)?;
        let key_len = r.u8()?;
        let byte_count = r.le16()?;
        let extended = capabilities & 0x8000_0000 != 0;
        let (mut key, mut domain, mut guid) = (None, None, None);
        if extended {
            guid = Some(r.bytes(16)?);
            let Some(len) = usize::from(byte_count).checked_sub(16) else {
                let there = byte_count.into();
                return Err(ReadError::Short { what: "SMB 1 server", at: r.offset(), wanted: 16, there });
            };
            let token = r.bytes(len)?;
            self.st.auth_token(self.cx, token);
        } else {
            key = Some(r.bytes(key_len.into())?);
            domain = Some(Text::read(self.m.unicode, r)?.utf8(self.cx));
        }
        let ntlm = ev::NegotiateResponseNtlm {
            word_count: 0x11,
            dialect_index: dialect.into(),
            security_mode: ev::NegotiateResponseSecurity {
                user_level: security & 1 != 0,
                challenge_response: security & 2 != 0,
                signatures_enabled: Some(security & 4 != 0),
                signatures_required: Some(security & 8 != 0),
            },
            max_buffer_size: max_buffer.into(),
            max_mpx_count: max_mpx.into(),
            max_number_vcs: max_vcs.into(),
            max_raw_size: max_raw.into(),
            session_key: session_key.into(),
            capabilities: server_capabilities(capabilities),
            server_time: time(server_time),
            encryption_key: key,
            domain_name: domain.as_deref(),
            guid,
            security_blob: None,
        };
        let response = ev::NegotiateResponse { core: None, lanman: None, ntlm: Some(ntlm) };
        self.cx.event(|c| ev::NegotiateResponseSeen { c, hdr: self.m.header, response });
        Ok(())
    }

    pub(super) fn setup_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        let words = r.u8()?;
        let andx = Andx::read(r)?;
        let (max_buffer, max_mpx, vc) = (r.le16()?, r.le16()?, r.le16()?);
        let session_key = r.le32()?;
        let mut request = ev::SessionSetupAndxRequest {
            word_count: words.into(),
            max_buffer_size: max_buffer.into(),
            max_mpx_count: max_mpx.into(),
            vc_number: vc.into(),
            session_key: session_key.into(),
            native_os: b"",
            native_lanman: b"",
            account_name: None,
            account_password: None,
            primary_domain: None,
            case_insensitive_password: None,
            case_sensitive_password: None,
            security_blob: None,
            capabilities: None,
        };
        let lens = match words {
            // LAN Manager: one password.
            0x0a => [r.le16()?, 0],
            // NT LM with extended security: a GSS-API token.
            0x0c => [r.le16()?, 0],
            // NT LM without it: two passwords.
            0x0d => [r.le16()?, r.le16()?],
            _ => return Err(unknown_form("SMB 1 session")),
        };
        r.skip(4)?;
        if words != 0x0a {
            request.capabilities = Some(client_capabilities(r.le32()?));
        }
        r.skip(2)?;
        let [first, second] = lens.map(usize::from);
        let (first, second) = (r.bytes(first)?, r.bytes(second)?);
        let names = if words == 0x0c {
            None
        } else {
            Some([Text::read(self.m.unicode, r)?.utf8(self.cx), Text::read(self.m.unicode, r)?.utf8(self.cx)])
        };
        let [os, lanman] =
            [Text::read(self.m.unicode, r)?.utf8(self.cx), Text::read(self.m.unicode, r)?.utf8(self.cx)];
        (request.native_os, request.native_lanman) = (&os, &lanman);
        if let Some([account, domain]) = &names {
            request.account_name = Some(&account[..]);
            request.primary_domain = Some(&domain[..]);
        }
        self.follow(&andx, r)?;
        match words {
            0x0a => request.account_password = Some(first),
            0x0c => self.st.auth_token(self.cx, first),
            _ => {
                request.case_insensitive_password = Some(first);
                request.case_sensitive_password = Some(second);
            }
        }
        self.cx.event(|c| ev::SessionSetupRequest { c, hdr: self.m.header, request });
        Ok(())
    }

    pub(super) fn setup_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        let words = r.u8()?;
        let mut response = ev::SessionSetupAndxResponse {
            word_count: words.into(),
            is_guest: None,
            native_os: None,
            native_lanman: None,
            primary_domain: None,
            security_blob: None,
        };
        if !matches!(words, 3 | 4) {
            // An error response has no parameters.
            r.skip(2)?;
            self.cx.event(|c| ev::SessionSetupResponse { c, hdr: self.m.header, response });
            return Ok(());
        }
        let andx = Andx::read(r)?;
        response.is_guest = Some(r.le16()? & 1 != 0);
        let token_len = if words == 4 { r.le16()? } else { 0 };
        let byte_count = r.le16()?;
        let token = r.bytes(token_len.into())?;
        let mut read = |wanted: bool| match wanted {
            true => Text::read(self.m.unicode, r).map(|t| t.utf8(self.cx)),
            false => Ok(Default::default()),
        };
        let there = words == 4 || byte_count > 0;
        let (os, lanman, domain) = (read(there)?, read(there)?, read(there && words == 3)?);
        response.native_os = Some(&os);
        response.native_lanman = Some(&lanman);
        if words == 3 {
            response.primary_domain = Some(&domain);
        }
        self.follow(&andx, r)?;
        self.st.auth_token(self.cx, token);
        self.cx.event(|c| ev::SessionSetupResponse { c, hdr: self.m.header, response });
        Ok(())
    }

    pub(super) fn tree_connect_request(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        r.skip(1)?;
        let andx = Andx::read(r)?;
        r.skip(2)?;
        let password_len = r.le16()?;
        r.skip(2 + usize::from(password_len))?;
        let path = Text::read(self.m.unicode, r)?.utf8(self.cx);
        let service = Text::narrow(r)?.bytes;
        self.follow(&andx, r)?;
        self.cx.event(|c| ev::TreeConnectAndxRequest { c, hdr: self.m.header, path: &path, service });
        Ok(())
    }

    pub(super) fn tree_connect_response(&mut self, r: &mut Reader<'_>) -> ReadResult<()> {
        let words = r.u8()?;
        let andx = Andx::read(r)?;
        if words >= 3 {
            r.skip(2 + 2 * usize::from(words - 3))?;
        }
        let byte_count = usize::from(r.le16()?);
        let service = Text::narrow(r)?.bytes;
        let file_system = if byte_count > service.len() + 1 {
            Text::read(self.m.unicode, r)?.utf8(self.cx)
        } else {
            Default::default()
        };
        self.follow(&andx, r)?;
        if service.starts_with(b"IPC") {
            self.st.set_pipe(self.cx, self.m.header.tid as u32);
        }
        let hdr = self.m.header;
        self.cx.event(|c| ev::TreeConnectAndxResponse { c, hdr, service, native_file_system: &file_system });
        Ok(())
    }
}

/// The error for an unknown number of parameter words.
fn unknown_form(what: &'static str) -> ReadError {
    // The word count is the command's first byte.
    ReadError::Invalid { what, at: 0 }
}

/// Converts a DOS date and time ([MS-CIFS] 2.2.1.4.1); `zone` is how many minutes the clock is behind UTC.
fn dos_time(date: u16, clock: u16, zone: u16) -> Moment {
    let bits = |word: u16, from: u32, n: u32| i64::from(word >> from & ((1 << n) - 1));
    let secs = bits(clock, 11, 5) * 3600 + bits(clock, 5, 6) * 60 + bits(clock, 0, 5) * 2;
    let secs = secs + i64::from(zone.cast_signed()) * 60;
    Moment::from_date(1980 + bits(date, 9, 7), bits(date, 5, 4), bits(date, 0, 5), secs as f64)
}

fn server_capabilities(bits: u32) -> ev::NegotiateCapabilities {
    let has = |bit: u32| bits & bit != 0;
    ev::NegotiateCapabilities {
        raw_mode: has(0x1),
        mpx_mode: has(0x2),
        unicode: has(0x4),
        large_files: has(0x8),
        nt_smbs: has(0x10),
        rpc_remote_apis: has(0x20),
        status32: has(0x40),
        level_2_oplocks: has(0x80),
        lock_and_read: has(0x100),
        nt_find: has(0x200),
        dfs: has(0x1000),
        infolevel_passthru: has(0x2000),
        large_readx: has(0x4000),
        large_writex: has(0x8000),
        unix: has(0x0080_0000),
        bulk_transfer: has(0x2000_0000),
        compressed_data: has(0x4000_0000),
        extended_security: has(0x8000_0000),
    }
}

fn client_capabilities(bits: u32) -> ev::SessionSetupAndxCapabilities {
    let has = |bit: u32| bits & bit != 0;
    ev::SessionSetupAndxCapabilities {
        unicode: has(0x4),
        large_files: has(0x8),
        nt_smbs: has(0x10),
        status32: has(0x40),
        level_2_oplocks: has(0x80),
        nt_find: has(0x200),
    }
}
