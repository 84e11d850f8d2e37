// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/protocols/postgresql/spicy-events.zeek}.
//! PostgreSQL (its frontend/backend protocol, version 3).
use crate::arg::ConnId;
use crate::declare::events;

events! { in postgresql;
    /// A client requests TLS.
    SslRequest = "PostgreSQL::ssl_request" { c: ConnId }
    /// The server's answer: S for yes, N for no.
    SslReply<'a> = "PostgreSQL::ssl_reply" { c: ConnId, data: &'a [u8] }
    /// The server requests authentication; data has its parameters.
    AuthenticationRequest<'a> = "PostgreSQL::authentication_request" { c: ConnId, identifier: u64, data: &'a [u8] }
    /// The client is authenticated.
    AuthenticationOk = "PostgreSQL::authentication_ok" { c: ConnId }
    /// The client's authentication data.
    AuthenticationResponse<'a> = "PostgreSQL::authentication_response" { c: ConnId, data: &'a [u8] }
    /// A parameter of a client's first message, before it.
    StartupParameter<'a> = "PostgreSQL::startup_parameter" { c: ConnId, name: &'a [u8], value: &'a [u8] }
    /// A client's first message.
    StartupMessage = "PostgreSQL::startup_message" { c: ConnId, major: u64, minor: u64 }
    /// The server waits for the next query: idle (I), in a transaction (T), or in a failed one (E).
    ReadyForQuery<'a> = "PostgreSQL::ready_for_query" { c: ConnId, transaction_status: &'a [u8] }
    /// A query text.
    SimpleQuery<'a> = "PostgreSQL::simple_query" { c: ConnId, query: &'a [u8] }
    /// A field of an error, before it.
    ErrorField<'a> = "PostgreSQL::error_response_identified_field" { c: ConnId, code: &'a [u8], value: &'a [u8] }
    /// An error.
    ErrorResponse = "PostgreSQL::error_response" { c: ConnId }
    /// A field of a notice, before it.
    NoticeField<'a> = "PostgreSQL::notice_response_identified_field" { c: ConnId, code: &'a [u8], value: &'a [u8] }
    /// A notice.
    NoticeResponse = "PostgreSQL::notice_response" { c: ConnId }
    /// A row of a result.
    DataRow = "PostgreSQL::data_row" { c: ConnId, column_values: u64 }
    /// A parameter of the server.
    ParameterStatus<'a> = "PostgreSQL::parameter_status" { c: ConnId, name: &'a [u8], value: &'a [u8] }
    /// The key with which a client can cancel a query.
    BackendKeyData = "PostgreSQL::backend_key_data" { c: ConnId, process_id: u64, secret_key: u64 }
    /// The client terminates the session.
    Terminate = "PostgreSQL::terminate" { c: ConnId }
    /// A message that is not parsed.
    NotImplemented<'a> = "PostgreSQL::not_implemented" { c: ConnId, is_orig: bool, typ: &'a [u8], chunk: &'a [u8] }
}
