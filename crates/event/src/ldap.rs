// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/protocols/ldap/spicy-events.zeek}.
//! LDAP (RFC 4511).
use crate::arg::{ConnId, EnumName, List};
use crate::declare::events;

events! { in ldap;
    /// Every message, after the event of its kind. Without a result, `result` is ResultCode_Undef; the meaning of
    /// `object` and `argument` depends on the kind.
    LdapMessage<'a> = "LDAP::message" {
        c: ConnId, message_id: i64, opcode: EnumName, result: EnumName, matched_dn: &'a [u8],
        diagnostic_message: &'a [u8], object: &'a [u8], argument: &'a [u8]
    }
    /// A client's bind: its name, and depending on the method a password or the name of a mechanism.
    LdapBindRequest<'a> = "LDAP::bind_request" {
        c: ConnId, message_id: i64, version: i64, name: &'a [u8], auth_type: EnumName, auth_info: &'a [u8]
    }
    /// A client's search request.
    LdapSearchRequest<'a> = "LDAP::search_request" {
        c: ConnId, message_id: i64, base_object: &'a [u8], scope: EnumName, deref: EnumName, size_limit: i64,
        time_limit: i64, types_only: bool, filter: &'a [u8], attributes: &'a dyn List
    }
    /// A search result entry.
    LdapSearchResultEntry<'a> = "LDAP::search_result_entry" { c: ConnId, message_id: i64, object_name: &'a [u8] }
    /// An extended request, identified by an object identifier.
    LdapExtendedRequest<'a> = "LDAP::extended_request" {
        c: ConnId, message_id: i64, request_name: &'a [u8], request_value: &'a [u8]
    }
    /// An extended response.
    LdapExtendedResponse<'a> = "LDAP::extended_response" {
        c: ConnId, message_id: i64, result: EnumName, response_name: &'a [u8], response_value: &'a [u8]
    }
    /// From here on the connection is TLS.
    LdapStarttls = "LDAP::starttls" { c: ConnId }
}
