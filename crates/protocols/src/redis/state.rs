//! The analyzer of a connection.
use super::command::Command;
use super::scan::Scan;
use super::text::Reply;
use crate::{Maker, Settings};
use event::ListOf;
use event::redis as ev;
use session::Role;
use session::analyzer::{Analyzer, Context};

/// Makes an analyzer for each connection.
pub fn maker(_: &dyn Settings) -> Maker {
    Box::new(|_| Some(Box::new(Redis { client: Side::new(true), server: Side::new(false), asked: false })))
}

/// The incomplete value of one side.
struct Side {
    scan: Scan,
    waiting: Vec<u8>,
    over: bool,
}

/// The analyzer of a connection.
pub struct Redis {
    client: Side,
    server: Side,
    /// A command was seen; servers send nothing before it.
    asked: bool,
}

impl Side {
    fn new(of_client: bool) -> Self {
        Side { scan: Scan::new(of_client), waiting: Vec::new(), over: false }
    }

    /// Calls `f` for each command or reply that ends in `data`.
    fn each(&mut self, of_client: bool, data: &[u8], f: &mut dyn FnMut(&[u8])) -> Result<(), String> {
        let gathered = !self.waiting.is_empty();
        let mut waiting = std::mem::take(&mut self.waiting);
        if gathered {
            waiting.extend_from_slice(data);
        }
        let bytes = if gathered { waiting.as_slice() } else { data };
        let mut used = 0;
        while let Some(unit) = bytes.get(used..).filter(|b| !b.is_empty()) {
            let Some(len) = self.scan.advance(unit).map_err(|e| e.to_string())? else { break };
            f(unit.get(..len).unwrap_or_default());
            used += len;
            self.scan = Scan::new(of_client);
        }
        if gathered {
            waiting.drain(..used);
            self.waiting = waiting;
        } else {
            self.waiting = bytes.get(used..).unwrap_or_default().to_vec();
        }
        Ok(())
    }

    fn stop(&mut self) {
        self.over = true;
        self.waiting = Vec::new();
    }
}

impl Analyzer for Redis {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        let is_orig = from.is_orig();
        let side = if is_orig { &mut self.client } else { &mut self.server };
        if side.over {
            return;
        }
        if is_orig {
            self.asked = true;
        } else if !self.asked {
            side.stop();
            return cx.violate("Server responses must come after a client request is seen", None);
        }
        let mut wordless = false;
        let result = side.each(is_orig, data, &mut |unit| {
            if !is_orig {
                reply(cx, &Reply::read(unit));
            } else if let Some(c) = Command::read(unit) {
                command(cx, &c);
            } else {
                wordless = true;
            }
        });
        let reason = match result {
            Err(e) if is_orig => format!("Redis command: {e}"),
            Err(e) => format!("error while parsing RESP server data: {e}"),
            Ok(()) if wordless => "Redis command: no word".into(),
            Ok(()) => return,
        };
        side.stop();
        cx.violate(&reason, None);
    }

    fn undelivered(&mut self, _: &mut Context<'_, '_>, from: Role, _: u64, _: u64) {
        // The start of the next command or reply is unknown.
        let side = if from.is_orig() { &mut self.client } else { &mut self.server };
        side.stop();
    }
}

fn command(cx: &mut Context<'_, '_>, command: &Command<'_>) {
    if let Some(set) = command.set() {
        cx.event(|c| ev::RedisSetCommand { c, command: set });
    }
    if let Some(key) = command.get() {
        cx.event(|c| ev::RedisGetCommand { c, key });
    }
    if let Some(auth) = command.auth() {
        cx.event(|c| ev::RedisAuthCommand { c, command: auth });
    }
    if let Some(hello) = command.hello() {
        cx.event(|c| ev::RedisHelloCommand { c, command: hello });
    }
    let cmd = ev::Command {
        raw: ListOf(&command.words),
        name: command.name(),
        key: command.key(),
        value: command.value(),
        known: command.known.map(|k| k.script),
    };
    cx.event(|c| ev::RedisCommand { c, cmd });
}

fn reply(cx: &mut Context<'_, '_>, reply: &Reply) {
    cx.confirm();
    let data = ev::ReplyData {
        attributes: reply.attributes.as_deref(),
        value: &reply.value,
        min_protocol_version: reply.min_version(),
    };
    if reply.is_error() {
        cx.event(|c| ev::RedisError { c, data });
    } else if reply.is_push() {
        cx.event(|c| ev::RedisServerPush { c, data });
    } else {
        cx.event(|c| ev::RedisReply { c, data });
    }
}
