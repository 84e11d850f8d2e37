// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_MySQL.events.bif.zeek}.
//! MySQL's client and server protocol.
use crate::arg::{ConnId, ListOf};
use crate::declare::events;

events! { in mysql;
    /// A command of a client.
    MysqlCommandRequest<'a> = "mysql_command_request" { c: ConnId, command: u64, arg: &'a [u8] }
    /// A client changes the user.
    MysqlChangeUser<'a> = "mysql_change_user" { c: ConnId, username: &'a [u8] }
    /// A command failed.
    MysqlError<'a> = "mysql_error" { c: ConnId, code: u64, msg: &'a [u8] }
    /// A command succeeded.
    MysqlOk = "mysql_ok" { c: ConnId, affected_rows: u64 }
    /// The end of a list.
    MysqlEof = "mysql_eof" { c: ConnId, is_intermediate: bool }
    /// A row of a result.
    MysqlResultRow<'a> = "mysql_result_row" { c: ConnId, row: ListOf<'a, &'a [u8]> }
    /// A server's greeting.
    MysqlServerVersion<'a> = "mysql_server_version" { c: ConnId, ver: &'a [u8] }
    /// A client's login.
    MysqlHandshake<'a> = "mysql_handshake" { c: ConnId, username: &'a [u8] }
    /// A client requests TLS; from here on the connection is TLS.
    MysqlSslRequest = "mysql_ssl_request" { c: ConnId }
    /// An authentication method and its first data.
    MysqlAuthPlugin<'a> = "mysql_auth_plugin" { c: ConnId, is_orig: bool, name: &'a [u8], data: &'a [u8] }
    /// A server requests another authentication method.
    MysqlAuthSwitchRequest<'a> = "mysql_auth_switch_request" { c: ConnId, name: &'a [u8], data: &'a [u8] }
    /// More data of an authentication method.
    MysqlAuthMoreData<'a> = "mysql_auth_more_data" { c: ConnId, is_orig: bool, data: &'a [u8] }
}
