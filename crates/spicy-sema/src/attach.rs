//! Attaches .evt files to units: analyzers, exports, and hooks that raise events.
use crate::check::{Checker, Cx, Decl};
use crate::expr::make;
use crate::hir::{Analyzer, Event, EventArg, Ex, Export, Kind};
use crate::names::Named;
use crate::types::{Ty, Type};
use spicy_syntax::Span;
use spicy_syntax::ast::{Expr, ExprKind, Hook, Id, Stmt, StmtKind};
use spicy_syntax::evt::{self, Evt};

/// The function that an event's hook calls. Its name is not valid in grammars.
pub(crate) const RAISE: &str = "$raise";

/// Events run after all other hooks, unless they set a priority.
const PRIORITY: u64 = 1000;

impl Checker<'_> {
    /// Attaches files. Each comes with the module in whose scope its events are checked.
    pub(crate) fn attach(&mut self, evts: &[(u32, &Evt)]) {
        for (module, evt) in evts {
            for a in &evt.analyzers {
                self.within(Cx::new(*module), |c| c.analyzer(a));
            }
            for e in &evt.exports {
                self.within(Cx::new(*module), |c| c.export(e));
            }
            for e in &evt.events {
                self.event(*module, e);
            }
        }
    }

    /// Finds the unit with a name. Reports an error if there is no such unit or it is not public.
    fn unit_named(&mut self, id: &Id) -> Option<u32> {
        match self.lookup(&id.text) {
            Some(Named::Decl(Decl::Type(t))) => {
                let ty = self.declared_type(t);
                match *self.program.types.get(ty) {
                    Type::Unit(u) => {
                        if !self.program.units[u as usize].public {
                            self.error(
                                id.span,
                                format!("unit '{}' must be public to be an analyzer", id.text),
                            );
                        }
                        Some(u)
                    }
                    _ => {
                        self.error(id.span, format!("'{}' is not a unit", id.text));
                        None
                    }
                }
            }
            _ => {
                self.unknown_name(id.span, &id.text);
                None
            }
        }
    }

    fn analyzer(&mut self, a: &evt::Analyzer) {
        let originator = a.unit(true).and_then(|id| self.unit_named(id));
        let responder = a.unit(false).and_then(|id| self.unit_named(id));
        if a.unit(true).is_none() && a.unit(false).is_none() {
            self.error(a.span, format!("analyzer '{}' needs 'parse with UNIT'", a.name.text));
        }
        if self.program.analyzers.iter().any(|b| b.name == a.name.text) {
            self.error(a.name.span, format!("analyzer '{}' is defined twice", a.name.text));
        }
        let mime_types = a.mime_types.iter().map(|m| m.0.clone()).collect();
        self.program.analyzers.push(Analyzer {
            name: a.name.text.clone(),
            kind: a.kind,
            originator,
            responder,
            ports: a.ports.clone(),
            mime_types,
            replaces: a.replaces.as_ref().map(|r| r.text.clone()),
            span: a.span,
        });
    }

    fn export(&mut self, e: &evt::Export) {
        let ty = match self.lookup(&e.name.text) {
            Some(Named::Decl(Decl::Type(t))) => self.declared_type(t),
            _ => return self.unknown_name(e.name.span, &e.name.text),
        };
        let known = |c: &Self, name: &str| match c.program.types.get(ty) {
            Type::Unit(u) => c.member_index(*u, name).is_some(),
            Type::Struct(s) => c.program.structs[*s as usize].fields.iter().any(|f| f.name == name),
            Type::Tuple(ts) => ts.iter().any(|t| t.0.as_deref() == Some(name)),
            Type::Bitfield(b) => c.program.bitfields[*b as usize].ranges.iter().any(|r| r.name == name),
            _ => false,
        };
        let names: Vec<&String> = match &e.fields {
            evt::Fields::All => Vec::new(),
            evt::Fields::With(list) => list.iter().map(|f| &f.0).collect(),
            evt::Fields::Without(list) => list.iter().collect(),
        };
        for name in names {
            if !known(self, name) {
                self.error(e.span, format!("type '{}' does not have field '{name}'", e.name.text));
            }
        }
        let fields = match &e.fields {
            evt::Fields::All => evt::Fields::All,
            evt::Fields::With(l) => evt::Fields::With(l.clone()),
            evt::Fields::Without(l) => evt::Fields::Without(l.clone()),
        };
        let name = e.alias.as_ref().unwrap_or(&e.name).text.clone();
        self.program.exports.push(Export { ty, name, log: e.log, fields, span: e.span });
    }

    /// Adds an event, as a hook that raises it.
    fn event(&mut self, module: u32, e: &evt::Event) {
        if !self.names_unit(module, &e.path) {
            return;
        }
        let number = self.program.events.len() as u32;
        self.program.events.push(Event { name: e.event.text.clone(), args: Vec::new(), span: e.span });
        let at = |kind| Expr { kind: Box::new(kind), span: e.event.span };
        let call = at(ExprKind::Call(at(ExprKind::Name(RAISE.to_owned())), e.args.clone()));
        let raise = Stmt { kind: StmtKind::Expr(call), span: e.span };
        let body = match &e.condition {
            Some(c) => StmtKind::If {
                init: None,
                condition: Some(c.clone()),
                then: vec![raise],
                otherwise: Vec::new(),
            },
            None => StmtKind::Block(vec![raise]),
        };
        let late = at(ExprKind::Unary("-", at(ExprKind::Uint(PRIORITY))));
        let hook = Hook {
            target: e.path.clone(),
            params: e.params.clone(),
            foreach: 0,
            error: 0,
            debug: false,
            priority: Some(e.priority.clone().unwrap_or(late)),
            body: vec![Stmt { kind: body, span: e.span }],
            span: e.path.span,
        };
        self.raising = Some(number);
        self.within(Cx::new(module), |c| c.external(module, &hook));
        self.raising = None;
    }

    /// Checks that the path of an event begins with a unit; reports an error otherwise.
    fn names_unit(&mut self, module: u32, path: &Id) -> bool {
        let text = path.text.as_str();
        let Some((before, _)) = text.rsplit_once("::") else {
            self.error(path.span, format!("namespace missing for '{text}'"));
            return false;
        };
        let is_type = |c: &mut Self, name: &str| {
            matches!(c.lookup_from(module, name), Some(Named::Decl(Decl::Type(_))))
        };
        let field = before.rsplit_once("::").map(|b| b.0);
        if is_type(self, text) || is_type(self, before) || field.is_some_and(|f| is_type(self, f)) {
            return true;
        }
        self.error(path.span, format!("no unit type of name '{text}'"));
        false
    }

    /// Checks the arguments of the event that the current hook raises.
    pub(crate) fn raise(&mut self, args: &[Expr], span: Span) -> Ex {
        let Some(event) = self.raising else { return self.bad(span) };
        let (mut kinds, mut values) = (Vec::new(), Vec::new());
        for a in args {
            let kind = match &*a.kind {
                ExprKind::DollarName(n) => match n.as_str() {
                    "conn" => EventArg::Connection,
                    "file" => EventArg::File,
                    "packet" => EventArg::Packet,
                    "is_orig" => EventArg::IsOriginator,
                    other => {
                        self.error(
                            a.span,
                            format!("unknown '${other}': $conn, $file, $packet or $is_orig was expected"),
                        );
                        continue;
                    }
                },
                _ => {
                    let ex = self.expr(a);
                    let ty = ex.ty;
                    values.push(ex);
                    EventArg::Value(ty)
                }
            };
            kinds.push(kind);
        }
        self.program.events[event as usize].args = kinds;
        make(Kind::Raise { event, args: values }, Ty::NULL, span)
    }
}
