//! Reports messages as events.
use super::message::{Message, Operation, Outcome};
use super::names;
use event::ldap as ev;
use session::analyzer::Context;
use std::borrow::Cow;

/// Raises the event of the message's operation, then `LDAP::message`.
pub(super) fn message(cx: &mut Context<'_, '_>, m: &Message<'_>) {
    let message_id = m.id;
    let number;
    let mut outcome = Outcome::default();
    let (mut object, mut argument): (&[u8], &[u8]) = (b"", b"");
    match &m.operation {
        Operation::Bind(b) => {
            (object, argument) = (b.name, b.info);
            cx.event(|c| ev::LdapBindRequest {
                c,
                message_id,
                version: b.version,
                name: b.name,
                auth_type: names::auth_type(b.auth),
                auth_info: b.info,
            });
        }
        Operation::Search(s) => {
            object = s.base;
            let scope = names::scope(s.scope);
            // The enum name without its module.
            argument = scope.0.strip_prefix("LDAP::").unwrap_or(scope.0).as_bytes();
            let [size_limit, time_limit] = s.limits;
            cx.event(|c| ev::LdapSearchRequest {
                c,
                message_id,
                base_object: s.base,
                scope,
                deref: names::deref(s.deref),
                size_limit,
                time_limit,
                types_only: s.types_only,
                filter: s.filter.as_bytes(),
                attributes: &s.attributes,
            });
        }
        Operation::Entry(name) => {
            object = name;
            cx.event(|c| ev::LdapSearchResultEntry { c, message_id, object_name: name });
        }
        Operation::Extended(request_name, request_value) => {
            object = request_name;
            cx.event(|c| ev::LdapExtendedRequest { c, message_id, request_name, request_value });
        }
        Operation::ExtendedResponse(o, response_name, response_value) => {
            outcome = *o;
            let result = result(o);
            cx.event(|c| ev::LdapExtendedResponse { c, message_id, result, response_name, response_value });
        }
        Operation::Change(name) => object = name,
        Operation::Abandon(id) => {
            number = id.to_string();
            object = number.as_bytes();
        }
        Operation::Response(o) => outcome = *o,
        Operation::Other => {}
    }
    let diagnostic = printable(outcome.diagnostic);
    cx.event(|c| ev::LdapMessage {
        c,
        message_id,
        opcode: names::opcode(m.opcode.into()),
        result: result(&outcome),
        matched_dn: outcome.matched,
        diagnostic_message: &diagnostic,
        object,
        argument,
    });
}

/// A diagnostic message, with `?` for each byte that is not printable ASCII: servers break its lines and end it with a
/// NUL.
fn printable(text: &[u8]) -> Cow<'_, [u8]> {
    let fits = |b: &u8| matches!(b, b' '..=b'~');
    if text.iter().all(fits) {
        return text.into();
    }
    text.iter().map(|b| if fits(b) { *b } else { b'?' }).collect()
}

fn result(o: &Outcome<'_>) -> event::EnumName {
    names::result_code(o.code.unwrap_or(u64::MAX))
}
