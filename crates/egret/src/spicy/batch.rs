//! Batches of input: many interleaved flows.
use super::describe;
use super::options::{Options, find};
use spicy_vm::{Error, Outcome, Parser, Progress, Value, World};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;

struct Flow {
    unit: u32,
    /// Each block is parsed separately.
    blocks: bool,
    parser: Option<Parser>,
    connection: Option<String>,
    failed: bool,
}

struct Connection {
    flows: [String; 2],
    /// The context that both sides share, and its type's name.
    context: Option<(Value, String)>,
}

#[derive(Default)]
struct Batch {
    flows: BTreeMap<String, Flow>,
    connections: BTreeMap<String, Connection>,
}

pub(crate) fn run(world: &mut World<'_>, file: &str, options: &Options) -> ExitCode {
    let Ok(data) = std::fs::read(file) else {
        eprintln!("[error] cannot read '{file}'");
        return ExitCode::FAILURE;
    };
    let mut batch = Batch::default();
    let mut at = 0;
    let mut first = true;
    while at < data.len() {
        let end = data[at..].iter().position(|b| *b == b'\n').map_or(data.len(), |n| at + n);
        let line = String::from_utf8_lossy(&data[at..end]).into_owned();
        at = end + 1;
        if std::mem::take(&mut first) {
            if line.trim() != "!spicy-batch v2" {
                eprintln!("[error] '{file}' is not a batch: expected '!spicy-batch v2' in its first line");
                return ExitCode::FAILURE;
            }
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["@begin-flow", id, kind, parser] => batch.begin(world, id, kind, parser, None, options),
            ["@begin-conn", id, kind, orig, orig_parser, resp, resp_parser] => {
                let flows = [orig.to_owned(), resp.to_owned()];
                batch.connections.insert(id.to_owned(), Connection { flows, context: None });
                batch.begin(world, orig, kind, orig_parser, Some(id), options);
                batch.begin(world, resp, kind, resp_parser, Some(id), options);
            }
            ["@data", id, size] => {
                let size: usize = size.parse().unwrap_or(0);
                let piece = data.get(at..(at + size).min(data.len())).unwrap_or_default();
                at += size + 1;
                batch.data(world, id, piece);
            }
            ["@gap", id, size] => batch.gap(world, id, size.parse().unwrap_or(0)),
            ["@end-flow", id] => batch.end(world, id),
            ["@end-conn", id] => {
                if let Some(c) = batch.connections.remove(id) {
                    for f in &c.flows {
                        batch.end(world, f);
                    }
                }
            }
            _ => {}
        }
    }
    let open: Vec<String> = batch.flows.keys().cloned().collect();
    for id in open {
        batch.end(world, &id);
    }
    ExitCode::SUCCESS
}

impl Batch {
    fn begin(
        &mut self,
        world: &World<'_>,
        id: &str,
        kind: &str,
        parser: &str,
        connection: Option<&str>,
        options: &Options,
    ) {
        let Some(unit) = find(&world.program, parser, options) else { return };
        let flow = Flow {
            unit,
            blocks: kind == "block",
            parser: None,
            connection: connection.map(str::to_owned),
            failed: false,
        };
        self.flows.insert(id.to_owned(), flow);
    }

    /// A parser for a flow, with its connection's context.
    fn parser(&mut self, world: &mut World<'_>, id: &str) -> Outcome<Parser> {
        let Some(flow) = self.flows.get(id) else { return Err(Error::parse("no such flow")) };
        let (unit, connection) = (flow.unit, flow.connection.clone());
        let parser = Parser::new(world, unit, Vec::new(), None)?;
        let info = &world.program.hir.units[unit as usize];
        if let (Some(c), Some(ty)) = (connection.and_then(|c| self.connections.get_mut(&c)), info.context) {
            let declared = if info.context_name.is_empty() {
                world.program.hir.type_name(ty)
            } else {
                info.context_name.clone()
            };
            match &c.context {
                Some((value, known)) => {
                    if *known != declared {
                        let message = format!(
                            "context mismatch between related units: expected {known}, but got {declared}"
                        );
                        let e = Error::new(spicy_vm::ErrorKind::ContextMismatch, message);
                        return Err(e.at(info.span));
                    }
                    parser.unit().set_context(value.clone());
                }
                None => c.context = Some((parser.unit().context(), declared)),
            }
        }
        Ok(parser)
    }

    fn report(&mut self, world: &World<'_>, id: &str, out: Outcome<Progress>) {
        if let Err(e) = out {
            if let Some(f) = self.flows.get_mut(id) {
                f.failed = true;
            }
            println!("error for ID {id}: {}", describe(&Arc::clone(&world.program), &e));
        }
    }

    fn data(&mut self, world: &mut World<'_>, id: &str, piece: &[u8]) {
        self.input(world, id, |p, world| p.feed(world, piece));
    }

    fn gap(&mut self, world: &mut World<'_>, id: &str, len: u64) {
        self.input(world, id, |p, world| p.gap(world, len));
    }

    /// Runs `give`, which passes input on, with a flow's parser.
    fn input(
        &mut self,
        world: &mut World<'_>,
        id: &str,
        give: impl FnOnce(&mut Parser, &mut World<'_>) -> Outcome<Progress>,
    ) {
        let Some(flow) = self.flows.get_mut(id) else { return };
        if flow.blocks {
            let out = self.parser(world, id).and_then(|mut p| {
                give(&mut p, world)?;
                p.finish(world)
            });
            self.report(world, id, out);
            return;
        }
        if flow.failed {
            return;
        }
        let parser = match flow.parser.take() {
            Some(p) => Ok(p),
            None => self.parser(world, id),
        };
        let out = parser.and_then(|mut p| {
            let out = give(&mut p, world);
            if let Some(f) = self.flows.get_mut(id) {
                f.parser = Some(p);
            }
            out
        });
        self.report(world, id, out);
    }

    fn end(&mut self, world: &mut World<'_>, id: &str) {
        let Some(flow) = self.flows.remove(id) else { return };
        if let (Some(mut p), false) = (flow.parser, flow.failed) {
            let out = p.finish(world);
            self.report(world, id, out);
        }
    }
}
