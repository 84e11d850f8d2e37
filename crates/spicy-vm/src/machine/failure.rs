//! Instructions that raise errors, catch them and describe them.
use super::{Flow, Handler, Machine};
use crate::bytecode::Inst;
use crate::error::{Error, ErrorKind, Outcome};
use crate::print::shown;
use crate::value::Value;
use crate::world::World;

impl Machine {
    /// Errors, their handlers, and trial mode.
    #[inline(never)]
    pub(crate) fn step_failure(&mut self, world: &mut World<'_>, base: usize, inst: &Inst) -> Outcome<Flow> {
        match inst {
            Inst::Throw { s } => return Err(Error::parse(text_of(self.get(base, *s)))),
            Inst::Rethrow { s } => match self.get(base, *s) {
                Value::Caught(e) => return Err(e.clone()),
                _ => return Err(Error::internal("an error was expected")),
            },
            Inst::Assert { c, text } => match self.get(base, *c) {
                Value::Error(m) => return Err(Error::new(ErrorKind::Assertion, &**m)),
                Value::Bool(false) => {
                    let text = world.program.texts.get(*text as usize).map_or("", |t| t);
                    return Err(Error::new(ErrorKind::Assertion, format!("failed expression '{text}'")));
                }
                // A result that holds a value, or any other value.
                _ => {}
            },
            Inst::Fail { text, assertion } => {
                let text = world.program.texts.get(*text as usize).cloned().unwrap_or_default();
                return Err(Error::new(
                    if *assertion { ErrorKind::Assertion } else { ErrorKind::Parse },
                    text,
                ));
            }
            Inst::NoCase { s, ty, parse } => {
                let v = self.get(base, *s).clone();
                let value = shown(world, &v, *ty, true)?;
                return Err(if *parse {
                    Error::parse(format!("no matching case in switch statement for value '{value}'"))
                } else {
                    Error::new(ErrorKind::UnhandledSwitchCase, value)
                });
            }
            Inst::PushHandler { to, d, catch } => {
                if self.handlers.len() > 4 * world.budget.frames {
                    return Err(Error::new(ErrorKind::StackSizeExceeded, "not enough stack space remaining"));
                }
                let input = self.input.clone();
                self.handlers.push(Handler {
                    frames: self.frames.len(),
                    to: *to,
                    register: *d,
                    catch: *catch,
                    input,
                });
            }
            Inst::PopHandler => {
                self.handlers.pop();
            }
            Inst::Message { d, s } => {
                let v = match self.get(base, *s) {
                    Value::Caught(e) if e.kind() == ErrorKind::Backtrack => Value::Null,
                    Value::Caught(e) => {
                        let place = e
                            .span()
                            .map(|s| format!(" ({})", world.program.hir.sources.location(s)))
                            .unwrap_or_default();
                        Value::text(&format!("{}{place}", e.message()))
                    }
                    _ => Value::Null,
                };
                self.put(base, *d, v);
            }
            Inst::Confirm { u, d } => {
                let _ = u;
                let was = self.trial.take().is_some();
                self.put(base, *d, Value::Bool(was));
            }
            Inst::Reject => {
                return Err(match &self.trial {
                    Some(e) => e.clone(),
                    None => Error::parse("confirmation rejected"),
                });
            }
            _ => return Err(Error::internal("instruction")),
        }
        Ok(Flow::Next)
    }
}

fn text_of(v: &Value) -> String {
    match v {
        Value::Str(s) | Value::Error(s) => s.to_string(),
        _ => String::new(),
    }
}
