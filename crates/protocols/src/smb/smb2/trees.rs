//! Sessions and trees.
use super::Message;
use crate::smb::state::State;
use crate::windows::text;
use event::smb2 as ev;
use session::analyzer::Context;
use wire::{ReadResult, Reader};

/// A share whose files are pipes.
const SHARE_TYPE_PIPE: u8 = 2;

pub(super) fn setup_request(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message<'_>,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(3)?;
    let security_mode = r.u8()?.into();
    r.skip(8)?;
    let (offset, len) = (r.le16()?, r.le16()?);
    m.skip_to(r, offset.into())?;
    let token = r.bytes(len.into())?;
    let request = ev::SessionSetupRequest { security_mode };
    cx.event(|c| ev::SessionSetupRequestSeen { c, hdr: m.header, request });
    st.proof(cx, token);
    Ok(())
}

pub(super) fn setup_response(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message<'_>,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(2)?;
    let flags = r.le16()?;
    let (offset, len) = (r.le16()?, r.le16()?);
    m.skip_to(r, offset.into())?;
    let token = r.bytes(len.into())?;
    let flags =
        ev::SessionSetupFlags { guest: flags & 1 != 0, anonymous: flags & 2 != 0, encrypt: flags & 4 != 0 };
    let response = ev::SessionSetupResponse { flags };
    cx.event(|c| ev::SessionSetupResponseSeen { c, hdr: m.header, response });
    st.proof(cx, token);
    Ok(())
}

pub(super) fn connect_request(
    cx: &mut Context<'_, '_>,
    m: &Message<'_>,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(4)?;
    let (offset, len) = (r.le16()?, r.le16()?);
    m.skip_to(r, offset.into())?;
    let path = r.bytes(len.into())?;
    if cx.wants::<ev::TreeConnectRequest<'_>>() {
        let path = text(cx, path);
        cx.event(|c| ev::TreeConnectRequest { c, hdr: m.header, path: &path });
    }
    Ok(())
}

pub(super) fn connect_response(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message<'_>,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(2)?;
    let share_type = r.u8()?;
    r.skip(13)?;
    if share_type == SHARE_TYPE_PIPE {
        st.set_pipe(cx, m.tree());
    }
    let response = ev::TreeConnectResponse { share_type: share_type.into() };
    cx.event(|c| ev::TreeConnectResponseSeen { c, hdr: m.header, response });
    Ok(())
}

pub(super) fn disconnect_request(
    st: &mut State,
    cx: &mut Context<'_, '_>,
    m: &Message<'_>,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(4)?;
    st.unset_pipe(m.tree());
    cx.event(|c| ev::TreeDisconnectRequest { c, hdr: m.header });
    Ok(())
}

pub(super) fn disconnect_response(
    cx: &mut Context<'_, '_>,
    m: &Message<'_>,
    r: &mut Reader<'_>,
) -> ReadResult<()> {
    r.skip(4)?;
    cx.event(|c| ev::TreeDisconnectResponse { c, hdr: m.header });
    Ok(())
}
