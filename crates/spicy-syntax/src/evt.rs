//! `.evt` files: the analyzers of a grammar, its exports and its events.
//!
//! Blocks end with `;`, comments begin with `#`, and `@if` lines work as in grammars. Expressions are kept as trees and
//! checked later, in the scope of the unit that they refer to.
//!
//! ```
//! use spicy_syntax::{Diagnostics, Sources, evt};
//! let mut sources = Sources::default();
//! let file = sources.add("tftp.evt", "protocol analyzer spicy::TFTP over UDP: parse with TFTP::Packet, port 69/udp;");
//! let mut errors = Diagnostics::default();
//! let parsed = evt::parse(&sources, file, &mut errors);
//! assert_eq!(parsed.analyzers[0].name.text, "spicy::TFTP");
//! ```
#![expect(missing_docs, reason = "fields are named after the words of the file")]
use crate::Diagnostics;
use crate::ast::{Expr, Id, Import, Param};
use crate::lexer::lex;
use crate::parser::{Parse, Parser};
use crate::source::{FileId, Sources, Span};
use crate::token::Tok;

/// The content of a file.
#[derive(Debug, Default)]
pub struct Evt {
    pub imports: Vec<Import>,
    pub analyzers: Vec<Analyzer>,
    pub exports: Vec<Export>,
    pub events: Vec<Event>,
}

#[derive(Debug)]
pub struct Analyzer {
    pub name: Id,
    pub kind: AnalyzerKind,
    /// The unit for both sides, or for a side that has no unit of its own.
    pub parse: Option<Id>,
    pub parse_originator: Option<Id>,
    pub parse_responder: Option<Id>,
    pub ports: Vec<Ports>,
    pub mime_types: Vec<(String, Span)>,
    pub replaces: Option<Id>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalyzerKind {
    Tcp,
    Udp,
    File,
    Packet,
}

/// A port, or a range of ports of one protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ports {
    pub from: u16,
    pub to: u16,
    pub protocol: String,
}

#[derive(Debug)]
pub struct Export {
    pub name: Id,
    pub alias: Option<Id>,
    /// Whether the whole type has `&log`.
    pub log: bool,
    pub fields: Fields,
    pub span: Span,
}

/// The fields of an exported type that scripts see.
#[derive(Debug, PartialEq, Eq)]
pub enum Fields {
    All,
    /// These fields, each with whether it has `&log`.
    With(Vec<(String, bool)>),
    Without(Vec<String>),
}

#[derive(Debug)]
pub struct Event {
    /// `Unit`, `Unit::field`, `Unit::%hook`
    pub path: Id,
    pub params: Vec<Param>,
    pub condition: Option<Expr>,
    pub event: Id,
    pub args: Vec<Expr>,
    pub priority: Option<Expr>,
    pub span: Span,
}

/// Parses a file. Blocks with errors are reported and left out.
pub fn parse(sources: &Sources, file: FileId, errors: &mut Diagnostics) -> Evt {
    let tokens = lex(sources, file, errors);
    let mut out = Evt::default();
    let mut p = Parser::new(file, &tokens, errors);
    while !matches!(p.tok(), Tok::End) {
        let before = p.position();
        if p.evt_block(&mut out).is_err() {
            p.recover();
            if p.position() == before {
                p.bump();
            }
        }
    }
    out
}

impl Parser<'_> {
    fn evt_block(&mut self, out: &mut Evt) -> Parse<()> {
        let start = self.span();
        match self.tok() {
            Tok::Ident(w) => match w.as_str() {
                "protocol" | "file" | "packet" => {
                    let a = self.analyzer(start)?;
                    out.analyzers.push(a);
                }
                "import" => {
                    self.bump();
                    let name = self.label()?;
                    let from = if self.eat_word("from") { Some(self.dotted()?) } else { None };
                    out.imports.push(Import { name, from, span: start.to(self.last_span()) });
                }
                "export" => {
                    let e = self.export(start)?;
                    out.exports.push(e);
                }
                "on" => {
                    let e = self.event(start)?;
                    out.events.push(e);
                }
                _ => return self.unexpected("'protocol', 'file', 'packet', 'on', 'export' or 'import'"),
            },
            // The documentation of the analyzer.
            Tok::Prop("doc-id" | "doc-description") => {
                while !self.is(";") && !matches!(self.tok(), Tok::End) {
                    self.bump();
                }
            }
            _ => return self.unexpected("'protocol', 'file', 'packet', 'on', 'export' or 'import'"),
        }
        self.expect(";")
    }

    fn dotted(&mut self) -> Parse<Id> {
        let start = self.span();
        let mut text = self.label()?.text;
        while self.is(".") || self.is("/") {
            text.push('.');
            self.bump();
            text.push_str(&self.label()?.text);
        }
        Ok(Id { text, span: start.to(self.last_span()) })
    }

    /// Parses `protocol analyzer N over TCP: parse originator with U, …`.
    fn analyzer(&mut self, start: Span) -> Parse<Analyzer> {
        let what = match self.tok() {
            Tok::Ident(w) => w.clone(),
            _ => String::new(),
        };
        self.bump();
        self.expect_word("analyzer")?;
        let name = self.label()?;
        let kind = match what.as_str() {
            "file" => AnalyzerKind::File,
            "packet" => AnalyzerKind::Packet,
            _ => {
                self.expect_word("over")?;
                let transport = self.label()?;
                match transport.text.to_ascii_uppercase().as_str() {
                    "TCP" => AnalyzerKind::Tcp,
                    "UDP" => AnalyzerKind::Udp,
                    other => {
                        return self.fail(
                            transport.span,
                            format!("'{other}' is not a transport protocol: expected TCP or UDP"),
                        );
                    }
                }
            }
        };
        self.expect(":")?;
        let mut a = Analyzer {
            name,
            kind,
            parse: None,
            parse_originator: None,
            parse_responder: None,
            ports: Vec::new(),
            mime_types: Vec::new(),
            replaces: None,
            span: start,
        };
        loop {
            self.analyzer_property(&mut a)?;
            if !self.eat(",") {
                break;
            }
        }
        a.span = start.to(self.last_span());
        Ok(a)
    }

    fn analyzer_property(&mut self, a: &mut Analyzer) -> Parse<()> {
        let span = self.span();
        let word = self.label()?;
        match word.text.as_str() {
            "parse" => {
                let slot = if self.eat_word("originator") {
                    &mut a.parse_originator
                } else if self.eat_word("responder") {
                    &mut a.parse_responder
                } else {
                    &mut a.parse
                };
                self.expect_word("with")?;
                let unit = self.label()?;
                if slot.replace(unit).is_some() {
                    return self.fail(span, "the unit for this side is given twice");
                }
            }
            "port" | "ports" => {
                if self.eat("{") {
                    while !self.eat("}") {
                        let range = self.ports()?;
                        a.ports.push(range);
                        if !self.is("}") {
                            self.expect(",")?;
                        }
                    }
                } else {
                    let range = self.ports()?;
                    a.ports.push(range);
                }
            }
            "mime" if self.is("-") => {
                self.bump();
                self.expect_word("type")?;
                let at = self.span();
                let text = self.mime_type()?;
                a.mime_types.push((text, at.to(self.last_span())));
            }
            "replaces" => a.replaces = Some(self.label()?),
            other => {
                return self.fail(
                    span,
                    format!(
                        "unknown property '{other}': parse, port, ports, mime-type or replaces was expected"
                    ),
                );
            }
        }
        Ok(())
    }

    fn port(&mut self) -> Parse<(u16, String)> {
        match self.tok() {
            Tok::Port(n, p) => {
                self.bump();
                Ok((*n, p.clone()))
            }
            _ => {
                let span = self.span();
                self.fail(span, "cannot parse port specification")
            }
        }
    }

    fn ports(&mut self) -> Parse<Ports> {
        let span = self.span();
        let (from, protocol) = self.port()?;
        if !self.eat("-") {
            return Ok(Ports { from, to: from, protocol });
        }
        let (to, other) = self.port()?;
        if other != protocol {
            return self.fail(span, "start and end of port range must have same protocol");
        }
        if to < from {
            return self.fail(span, "start of port range cannot be after its end");
        }
        Ok(Ports { from, to, protocol })
    }

    /// Parses `application/x-foo`, token by token.
    fn mime_type(&mut self) -> Parse<String> {
        let mut text = String::new();
        while !matches!(self.tok(), Tok::Op("," | ";") | Tok::End) {
            match self.tok() {
                Tok::Ident(w) => text.push_str(w),
                Tok::Op(o) => text.push_str(o),
                Tok::Uint(n) => text.push_str(&n.to_string()),
                Tok::Str(s) => text.push_str(s),
                Tok::Real(r) => text.push_str(&r.to_string()),
                _ => return self.unexpected("a MIME type such as application/pdf"),
            }
            self.bump();
        }
        if text.split('/').count() == 2 {
            Ok(text)
        } else {
            self.unexpected("a MIME type such as application/pdf")
        }
    }

    /// Parses `export T [as Z] [&log] [with|without { f, … }]`.
    fn export(&mut self, start: Span) -> Parse<Export> {
        self.bump();
        let name = self.label()?;
        let alias = if self.eat_word("as") { Some(self.label()?) } else { None };
        let log = self.log()?;
        let fields = if self.eat_word("with") {
            let mut list = Vec::new();
            self.expect("{")?;
            while !self.eat("}") {
                let field = self.label()?.text;
                let log = self.log()?;
                list.push((field, log));
                if !self.is("}") {
                    self.expect(",")?;
                }
            }
            Fields::With(list)
        } else if self.eat_word("without") {
            let mut list = Vec::new();
            self.expect("{")?;
            while !self.eat("}") {
                list.push(self.label()?.text);
                if !self.is("}") {
                    self.expect(",")?;
                }
            }
            Fields::Without(list)
        } else {
            Fields::All
        };
        Ok(Export { name, alias, log, fields, span: start.to(self.last_span()) })
    }

    fn log(&mut self) -> Parse<bool> {
        let mut log = false;
        while let Some(a) = self.attribute()? {
            match a.name {
                "log" => log = true,
                other => {
                    return self.fail(a.span, format!("'&{other}' does not belong here: &log was expected"));
                }
            }
        }
        Ok(log)
    }

    /// Parses `on PATH [(params)] [if (condition)] -> event NAME(args) [&priority=N]`.
    fn event(&mut self, start: Span) -> Parse<Event> {
        self.bump();
        let path = self.hook_name()?;
        let params = if self.is("(") { self.params()? } else { Vec::new() };
        let condition = if self.eat_word("if") {
            self.expect("(")?;
            let c = self.expr()?;
            self.expect(")")?;
            Some(c)
        } else {
            None
        };
        self.expect("->")?;
        self.expect_word("event")?;
        let event = self.label()?;
        let args = self.arguments()?;
        let mut priority = None;
        while let Some(a) = self.attribute()? {
            match (a.name, a.value) {
                ("priority", Some(v)) => priority = Some(v),
                (other, _) => {
                    return self
                        .fail(a.span, format!("'&{other}' does not belong here: &priority=N was expected"));
                }
            }
        }
        Ok(Event { path, params, condition, event, args, priority, span: start.to(self.last_span()) })
    }
}

impl Analyzer {
    /// Returns the unit for a side.
    pub fn unit(&self, originator: bool) -> Option<&Id> {
        let own = if originator { &self.parse_originator } else { &self.parse_responder };
        own.as_ref().or(self.parse.as_ref())
    }
}
