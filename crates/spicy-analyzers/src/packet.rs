//! The analyzer of packets below connections.
use crate::arguments::Raised;
use crate::engine::Engine;
use crate::grammar::Kind;
use crate::library::{self, Around, number, text, unavailable};
use crate::protocol::{begin, is_misuse};
use crate::scripts::moment;
use event::EnumName;
use session::{PacketAnalyzer, PacketAnalyzerName, PacketContext, ScriptValue, Session, Verdict};
use spicy_vm::{Host, Outcome, Store, Value};
use std::rc::Rc;

/// Registers the grammar's packet analyzers.
pub fn register_packet_analyzers(engine: &Rc<Engine>, session: &mut Session) {
    for (at, offered) in engine.grammar.analyzers.iter().enumerate() {
        if offered.kind != Kind::Packet {
            continue;
        }
        let label = protocols::names::keep(&offered.label);
        let name = PacketAnalyzerName { name: label, script: EnumName(offered.script_name) };
        let analyzer = Box::new(OnePacket { engine: Rc::clone(engine), at });
        session.add_packet_analyzer(name, offered.replaces.as_deref(), analyzer);
    }
}

/// Runs a grammar's unit on each packet.
struct OnePacket {
    engine: Rc<Engine>,
    /// The index among the grammar's analyzers.
    at: usize,
}

impl PacketAnalyzer for OnePacket {
    fn packet(&mut self, cx: &mut PacketContext<'_>, data: &[u8]) -> Verdict {
        let engine = Rc::clone(&self.engine);
        let Some(unit) = engine.grammar.analyzers.get(self.at).and_then(|o| o.units[0]) else {
            return Verdict::Invalid;
        };
        let mut host = OnPacket { cx, engine: &engine, forward: None };
        let outcome = engine.run(&mut host, |world| {
            let mut parser = begin(world, unit, &mut None)?;
            parser.parse(world, data)?;
            Ok(parser.position())
        });
        let forward = host.forward;
        match (outcome, forward) {
            (Ok(_), None) => Verdict::Valid,
            (Ok(at), Some(number)) => {
                Verdict::Forward { offset: usize::try_from(at).unwrap_or(usize::MAX), number }
            }
            (Err(e), _) => {
                let text = engine.grammar.describe(&e);
                if is_misuse(e.kind()) {
                    cx.complain(&text);
                } else {
                    cx.violate(&text);
                }
                Verdict::Invalid
            }
        }
    }
}

/// The context that a grammar can access while it parses a packet.
struct OnPacket<'a, 'c> {
    cx: &'a mut PacketContext<'c>,
    engine: &'a Engine,
    /// The number that selects the analyzer of the rest of the packet.
    forward: Option<u64>,
}

impl Around for OnPacket<'_, '_> {
    fn script_value(&mut self, name: &str) -> Option<ScriptValue> {
        self.cx.script_value(name)
    }

    fn packets(&self) -> Option<u64> {
        Some(self.cx.packets())
    }

    fn network_time(&self) -> u64 {
        moment(self.cx.now())
    }
}

impl Host for OnPacket<'_, '_> {
    fn print(&mut self, line: &str) {
        if self.engine.settings.prints {
            self.cx.print(line);
        }
    }

    fn accept(&mut self) {
        self.cx.confirm();
    }

    fn decline(&mut self, reason: &str) {
        self.cx.violate(reason);
    }

    fn now(&self) -> u64 {
        self.network_time()
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.engine.settings.variables.get(name).cloned()
    }

    fn wants(&self, event: u32) -> bool {
        self.engine.grammar.events.get(event as usize).is_some_and(|d| self.cx.wants(d.id))
    }

    fn event(&mut self, event: u32, values: &[Value]) -> Outcome<()> {
        let Some((def, args)) = self.engine.grammar.event(event) else { return Ok(()) };
        let (grammar, number) = (&*self.engine.grammar, self.cx.packets());
        self.cx.with_headers(&mut |headers, raise| {
            raise(&Raised {
                def,
                grammar,
                args,
                values,
                conn: None,
                file: None,
                packet: Some((headers, number)),
                is_orig: None,
            });
        });
        Ok(())
    }

    fn call(&mut self, _: &mut Store, name: &str, args: &[Value]) -> Outcome<Value> {
        match name {
            "zeek::forward_packet" => self.forward = Some(number(args, 0)),
            "zeek::confirm_protocol" => self.cx.confirm(),
            "zeek::reject_protocol" => self.cx.violate(&text(args, 0)),
            "zeek::weird" => self.cx.weird(&text(args, 0), text(args, 1).as_bytes()),
            // A packet is parsed in one piece, so no more input follows.
            "zeek::skip_input" => {}
            _ => {
                let engine = self.engine;
                return library::answer(engine.context(&mut engine.random.borrow_mut()), self, name, args)
                    .unwrap_or_else(|| Err(unavailable(name)));
            }
        }
        Ok(Value::Null)
    }
}
