//! The host of a grammar that parses a connection.
use crate::arguments::Raised;
use crate::engine::Engine;
use crate::library::{self, Around, flag, number, text, unavailable};
use crate::links::Links;
use crate::scripts::{ip, moment, port};
use protocols::ssl;
use session::analyzer::{Context, Tag};
use session::{Role, ScriptValue};
use spicy_vm::{Host, Outcome, Store, Value};

/// The context that a grammar can access while it parses one piece of a connection's input.
pub(crate) struct OnConnection<'a, 'c, 'f> {
    pub(crate) cx: &'a mut Context<'c, 'f>,
    pub(crate) engine: &'a Engine,
    pub(crate) links: &'a mut Links,
    /// The sender of the data being parsed.
    pub(crate) from: Role,
    /// Whether the grammar has asked to skip further input.
    pub(crate) skips: bool,
    /// Whether originator and responder have exchanged roles.
    pub(crate) flipped: bool,
}

impl Around for OnConnection<'_, '_, '_> {
    fn script_value(&mut self, name: &str) -> Option<ScriptValue> {
        self.cx.script_value(name)
    }

    fn packets(&self) -> Option<u64> {
        Some(self.cx.packets())
    }

    fn network_time(&self) -> u64 {
        moment(self.cx.now())
    }

    fn is_enabled(&self, tag: Tag) -> Option<bool> {
        Some(self.cx.is_enabled(tag))
    }
}

impl OnConnection<'_, '_, '_> {
    fn about_connection(&mut self, name: &str, args: &[Value]) -> Option<Value> {
        let cx = &mut *self.cx;
        Some(match name {
            "zeek::confirm_protocol" => {
                cx.confirm();
                Value::Null
            }
            "zeek::reject_protocol" => {
                cx.violate(&text(args, 0), None);
                Value::Null
            }
            "zeek::weird" => {
                cx.weird(&text(args, 0), text(args, 1).as_bytes());
                Value::Null
            }
            "zeek::is_orig" => Value::Bool(self.from.is_orig()),
            "zeek::uid" => Value::text(cx.uid().text(b'C').as_str()),
            "zeek::conn_id" => {
                let c = cx.conn();
                let (orig, resp) = (Role::Orig, Role::Resp);
                Value::list(vec![ip(c.addr(orig)), port(c.port(orig)), ip(c.addr(resp)), port(c.port(resp))])
            }
            "zeek::flip_roles" => {
                cx.flip_roles();
                self.flipped = !self.flipped;
                self.from = self.from.other();
                self.links.flip();
                Value::Null
            }
            "zeek::terminate_session" => {
                cx.end_connection();
                Value::Null
            }
            "zeek::skip_input" => {
                self.skips = true;
                Value::Null
            }
            "ssl_is_partial_tcp" => Value::Bool(cx.is_partial()),
            "ssl_get_certificate_fuid" => {
                let handle = format!("{}{}", ssl::file_handle(cx, flag(args, 0)), number(args, 1));
                Value::text(cx.file_id(handle.as_bytes()).text(b'F').as_str())
            }
            "ssl_get_ocsp_fuid" => {
                let handle = format!("{}ocsp", ssl::file_handle(cx, false));
                Value::text(cx.file_id(handle.as_bytes()).text(b'F').as_str())
            }
            _ => return None,
        })
    }
}

impl Host for OnConnection<'_, '_, '_> {
    fn print(&mut self, line: &str) {
        if self.engine.settings.prints {
            self.cx.print(line);
        }
    }

    fn accept(&mut self) {
        self.cx.confirm();
    }

    fn decline(&mut self, reason: &str) {
        self.cx.violate(reason, None);
    }

    fn now(&self) -> u64 {
        self.network_time()
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.engine.settings.variables.get(name).cloned()
    }

    fn wants(&self, event: u32) -> bool {
        self.engine.grammar.events.get(event as usize).is_some_and(|d| self.cx.wants_added(d.id))
    }

    fn event(&mut self, event: u32, values: &[Value]) -> Outcome<()> {
        let Some((def, args)) = self.engine.grammar.event(event) else { return Ok(()) };
        let grammar = &*self.engine.grammar;
        let conn = Some(self.cx.conn().id());
        let is_orig = Some(self.from.is_orig());
        self.cx.raise(&Raised { def, grammar, args, values, conn, file: None, packet: None, is_orig });
        Ok(())
    }

    fn call(&mut self, store: &mut Store, name: &str, args: &[Value]) -> Outcome<Value> {
        if let Some(value) = self.about_connection(name, args) {
            return Ok(value);
        }
        let engine = self.engine;
        if name.starts_with("zeek::protocol_") {
            let answer = engine.lend(store, || self.links.protocol(self.cx, name, args));
            return answer.unwrap_or_else(|| Err(unavailable(name)));
        }
        if name.starts_with("zeek::file_") {
            let answer = engine.lend(store, || self.links.file(self.cx, self.from, name, args));
            return answer.unwrap_or_else(|| Err(unavailable(name)));
        }
        library::answer(engine.context(&mut engine.random.borrow_mut()), self, name, args)
            .unwrap_or_else(|| Err(unavailable(name)))
    }
}
