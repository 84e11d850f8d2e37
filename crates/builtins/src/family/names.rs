//! Names of hosts and addresses. All functions except `blocking_lookup_hostname` answer later, to a waiting `when`.
use crate::call::{Answer, Call, Stop, family};
use crate::names::{ask, ask_now, value_of};
use resolver::Question;
use value::{ErrorKind, RuntimeError};

family! {
    "lookup_addr" => |c| {
        let a = c.addr(0)?;
        later(c, "lookup_addr", Question::Address(a))
    },
    "lookup_hostname" => |c| {
        let name = c.text(0)?;
        later(c, "lookup_hostname", Question::Host(name))
    },
    "lookup_hostname_txt" => |c| {
        let name = c.text(0)?;
        later(c, "lookup_hostname_txt", Question::Text(name))
    },
    "blocking_lookup_hostname" => |c| {
        let name = c.text(0)?;
        let found = ask_now(c.cx, &Question::Host(name))?;
        value_of(c.cx, &found).ok_or_else(|| Stop::MissingType("addr_set".to_owned()))
    },
}

fn later(c: &mut Call<'_>, function: &str, q: Question) -> Answer {
    match c.cx.delay() {
        Some(ticket) => {
            ask(c.cx, q, ticket);
            Err(RuntimeError::of(ErrorKind::Delayed, "the answer comes later").into())
        }
        None => {
            c.error(&format!("{function}() can only be called inside a when-condition"));
            match q {
                Question::Host(_) => c.set_of("addr_set", Vec::new()),
                _ => Ok("<error>".into()),
            }
        }
    }
}
