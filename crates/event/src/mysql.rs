// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_MySQL.events.bif.zeek}.
//! MySQL's client and server protocol.
use crate::arg::{ConnId, ListOf};
use crate::declare::events;

events! { in mysql;
    /// A command of the client.
    MysqlCommandRequest<'a> = "mysql_command_request" { c: ConnId, command: u64, arg: &'a [u8] }
    /// A client goes on as another user.
    MysqlChangeUser<'a> = "mysql_change_user" { c: ConnId, username: &'a [u8] }
    /// A command failed.
    MysqlError<'a> = "mysql_error" { c: ConnId, code: u64, msg: &'a [u8] }
    /// A command succeeded.
    MysqlOk = "mysql_ok" { c: ConnId, affected_rows: u64 }
    /// The end of columns or rows.
    MysqlEof = "mysql_eof" { c: ConnId, is_intermediate: bool }
    /// A row of a result.
    MysqlResultRow<'a> = "mysql_result_row" { c: ConnId, row: ListOf<'a, &'a [u8]> }
    /// The version in the greeting of a server.
    MysqlServerVersion<'a> = "mysql_server_version" { c: ConnId, ver: &'a [u8] }
    /// The user name in the answer of a client.
    MysqlHandshake<'a> = "mysql_handshake" { c: ConnId, username: &'a [u8] }
    /// A client wants TLS.
    MysqlSslRequest = "mysql_ssl_request" { c: ConnId }
    /// A way to authenticate, with its first data.
    MysqlAuthPlugin<'a> = "mysql_auth_plugin" { c: ConnId, is_orig: bool, name: &'a [u8], data: &'a [u8] }
    /// The server wants another way to authenticate.
    MysqlAuthSwitchRequest<'a> = "mysql_auth_switch_request" { c: ConnId, name: &'a [u8], data: &'a [u8] }
    /// More data of that way.
    MysqlAuthMoreData<'a> = "mysql_auth_more_data" { c: ConnId, is_orig: bool, data: &'a [u8] }
}
