//! Parses the server's greeting, the client's login, and changes of the user.
use super::packet::string;
use wire::{ReadResult, Reader};

/// Capabilities that change the format of packets.
pub mod capability {
    /// The client names a database.
    pub const CONNECT_WITH_DB: u32 = 1 << 3;
    /// TLS follows.
    pub const SSL: u32 = 1 << 11;
    /// Authentication methods are named plugins.
    pub const PLUGIN_AUTH: u32 = 1 << 19;
    /// The client sends attributes.
    pub const CONNECT_ATTRS: u32 = 1 << 20;
    /// A result set ends with OK instead of EOF.
    pub const DEPRECATE_EOF: u32 = 1 << 24;
    /// Queries have attributes.
    pub const QUERY_ATTRIBUTES: u32 = 1 << 27;
}

/// The greeting of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Greeting<'a> {
    /// The server's software version.
    pub server_version: &'a [u8],
    /// The upper 16 bits of the server's capabilities; the lower bits are 0. 0 with protocol 9.
    pub capabilities: u32,
    /// The authentication plugin and its data.
    pub plugin: Option<(&'a [u8], Vec<u8>)>,
}

impl<'a> Greeting<'a> {
    /// Reads the fields after the protocol version; `None` if a field has an invalid value.
    pub fn read(version: u8, r: &mut Reader<'a>) -> ReadResult<Option<Self>> {
        let server_version = r.until(0)?;
        if version == 9 {
            r.skip(4)?;
            r.until(0)?;
            return Ok(Some(Greeting { server_version, capabilities: 0, plugin: None }));
        }
        r.skip(4)?;
        let first = r.bytes(8)?;
        // Filler(1), lower half of the capabilities(2), character set(1), status(2).
        r.skip(6)?;
        let capabilities = u32::from(r.le16()?) << 16;
        let len = r.u8()?;
        if len != 0 && len < 21 {
            return Ok(None);
        }
        r.skip(10)?;
        let second = r.bytes(usize::from(len).saturating_sub(8).max(13))?;
        let plugin = if capabilities & capability::PLUGIN_AUTH == 0 {
            None
        } else {
            Some((r.until(0)?, [first, second].concat()))
        };
        Ok(Some(Greeting { server_version, capabilities, plugin }))
    }
}

/// The login of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Login<'a> {
    /// The user.
    pub user: &'a [u8],
    /// The authentication plugin and its data.
    pub plugin: Option<(&'a [u8], &'a [u8])>,
}

/// The client's response to the greeting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Response<'a> {
    /// The client's capabilities.
    pub capabilities: u32,
    /// The login; `None` if the client requests TLS first.
    pub login: Option<Login<'a>>,
}

impl<'a> Response<'a> {
    /// Reads the response to a greeting of this protocol version.
    pub fn read(version: u8, r: &mut Reader<'a>) -> ReadResult<Self> {
        if version == 9 {
            let capabilities = r.le16()?.into();
            r.skip(3)?;
            let user = r.until(0)?;
            return Ok(Response { capabilities, login: Some(Login { user, plugin: None }) });
        }
        let capabilities = r.le32()?;
        // Largest packet(4), character set(1), filler(23).
        r.skip(28)?;
        if capabilities & capability::SSL != 0 {
            return Ok(Response { capabilities, login: None });
        }
        let user = r.until(0)?;
        let password = string(r)?;
        if capabilities & capability::CONNECT_WITH_DB != 0 {
            r.until(0)?;
        }
        let plugin = if capabilities & capability::PLUGIN_AUTH == 0 {
            None
        } else {
            // Some clients announce a plugin name but omit it.
            Some((r.until(0).unwrap_or_default(), password))
        };
        Ok(Response { capabilities, login: Some(Login { user, plugin }) })
    }
}

/// COM_CHANGE_USER, which continues the session as another user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChangeUser<'a> {
    /// The user.
    pub user: &'a [u8],
    /// The authentication plugin; empty if none is named.
    pub plugin: &'a [u8],
    /// The plugin's data.
    pub data: &'a [u8],
}

/// Reads the argument of COM_CHANGE_USER, whose format depends on the client's capabilities.
pub fn change_user<'a>(capabilities: u32, r: &mut Reader<'a>) -> ReadResult<ChangeUser<'a>> {
    let user = r.until(0)?;
    let len = r.u8()?;
    let data = r.bytes(len.into())?;
    r.until(0)?;
    r.skip(2)?;
    let named = !r.is_empty() && capabilities & capability::PLUGIN_AUTH != 0;
    let plugin = if named { r.until(0)? } else { b"" };
    Ok(ChangeUser { user, plugin, data })
}
