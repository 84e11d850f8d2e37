//! Anonymous functions and their captures.
use super::scope::{Captured, Frame};
use super::{Pass, loc};
use crate::tree::{self, Body, BodyKind, CaptureFrom, Expr, ExprKind, ExprRef, Head, Param};
use script_syntax::tree::{self as syntax, List};
use script_syntax::{LambdaId, Name, Span};
use value::Type;

impl Pass<'_> {
    /// Checks `function[…](…): T { … }`.
    pub(super) fn lambda(&mut self, id: LambdaId, at: Span) -> ExprRef {
        let l = self.t[id];
        let captures = l.captures.map(|c| self.captures(c));
        let ret = l.ret.map(|r| self.ty(r));
        let ty = self.func_type(syntax::Flavor::Function, l.params, ret, l.header);
        let Type::Func(f) = &ty else { return self.nothing(at) };
        let outer = std::mem::take(&mut self.c.in_init);
        let export = std::mem::take(&mut self.c.export);
        let hook = std::mem::take(&mut self.c.in_hook);
        let mut frame = Frame::new(BodyKind::Lambda);
        frame.has_captures = captures.is_some();
        frame.captures = captures.unwrap_or_default();
        frame.result = (!matches!(f.result, Type::Void)).then(|| f.result.clone());
        frame.infer_result = l.infer_return;
        self.c.frames.push(frame);
        let mut params = Vec::with_capacity(f.params.len());
        let names: Vec<(Name, Span)> = self.t[l.params].iter().map(|p| (p.name, p.name_span)).collect();
        for (i, ((name, name_at), p)) in names.into_iter().zip(&f.params).enumerate() {
            if let Some(found) = self.find_local(name) {
                let text = self.local_text(name).to_string();
                self.error_of("argument name used twice", super::Subject { site: found.span.into(), text });
            }
            let local = self.add_local(name, Some(p.ty.clone()), name_at);
            params.push(Param { local, arg: i as u32 });
        }
        let block = self.body(l.body, l.body_span);
        self.c.in_init = outer;
        self.c.export = export;
        self.c.in_hook = hook;
        let Some(frame) = self.c.frames.pop() else { return self.nothing(at) };
        let mut ty = ty.clone();
        if l.infer_return
            && let Some(result) = frame.result.clone()
        {
            ty = Type::func(value::Flavor::Function, f.params.clone(), result);
            self.place_type(&ty, l.header);
        }
        let result = frame.result.clone().unwrap_or(Type::Void);
        let whole =
            |p: &mut Self| super::Subject { site: at.into(), text: p.lambda_text(&ty, &frame, &block) };
        let ok = self.check_captures(&frame, "lambda", &whole);
        self.c.lambdas += 1;
        let module = self.c.module;
        let text = self.lambda_name(at);
        let from = frame.captures.iter().map(|c| c.from).collect();
        let body = self.finish_body(frame, block, text, params, result, module, at);
        let e = Expr::new(ExprKind::Lambda(body, from), ty, loc(at));
        if ok { e } else { self.broken(&e) }
    }

    /// Returns an anonymous function as messages show it.
    fn lambda_text(&mut self, ty: &Type, f: &Frame, block: &tree::Stmt) -> String {
        let mut s = ty.to_string();
        if f.has_captures {
            let mut names = Vec::with_capacity(f.captures.len());
            for c in &f.captures {
                let name = self.local_text(c.name);
                names.push(if c.from.copy { format!("copy {name}") } else { name.to_string() });
            }
            s.push_str(&format!("[{}]", names.join(",  ")));
        }
        s.push_str(&tree::print::statement(block));
        s
    }

    /// Makes the name of an anonymous function, from its offset and a running number.
    fn lambda_name(&self, at: Span) -> value::Name {
        format!("lambda_<{}-{}>", at.start, self.c.lambdas).into()
    }

    /// Checks explicit captures. Variables that cannot be captured are reported and left out.
    pub(super) fn captures(&mut self, list: List<syntax::Capture>) -> Vec<Captured> {
        let t = self.t;
        let mut out = Vec::with_capacity(list.len());
        for c in &t[list] {
            let Some(found) = self.find_local(c.name) else {
                let text = self.text(c.name).to_string();
                let message = match self.lookup(c.name, c.span) {
                    None => format!("no such local identifier: {text}"),
                    Some(id) if matches!(self.c.symbols[id].meaning, super::symbol::Meaning::Type) => {
                        format!("cannot specify type in capture: {text}")
                    }
                    Some(_) => format!("cannot specify global in capture: {text}"),
                };
                self.error(c.span, message);
                continue;
            };
            self.note_local(&found, c.span);
            out.push(Captured {
                name: c.name,
                from: CaptureFrom { from: found.var, copy: c.deep },
                ty: found.ty.unwrap_or(Type::Error),
                constant: found.constant,
                used: false,
            });
        }
        out
    }

    /// Checks that the captures match the uses of outer variables. Messages are about `whole`.
    pub(super) fn check_captures(
        &mut self,
        f: &Frame,
        what: &str,
        whole: &dyn Fn(&mut Self) -> super::Subject,
    ) -> bool {
        let report = |p: &mut Self, message: &dyn Fn(&str) -> String, name: Name| {
            let name = p.local_text(name);
            let w = whole(p);
            p.error_of(message(&name), w);
            false
        };
        if !f.has_captures {
            if let Some(&first) = f.outer.first() {
                let more = if f.outer.len() > 1 { "e.g., " } else { "" };
                let name = self.local_text(first);
                let message = format!("{what} uses outer identifiers without [] captures: {more}{name}");
                let site = whole(self).site;
                self.error(site, message);
                return false;
            }
            return true;
        }
        for (i, c) in f.captures.iter().enumerate() {
            if f.captures.iter().take(i).any(|d| d.name == c.name) {
                return report(self, &|name| format!("{name} listed multiple times in capture"), c.name);
            }
        }
        for &name in &f.outer {
            if !f.captures.iter().any(|c| c.name == name) {
                let message = |name: &str| format!("{name} is used inside {what} but not captured");
                return report(self, &message, name);
            }
        }
        for c in &f.captures {
            if !c.used {
                let message = |name: &str| format!("{name} is captured but not used inside {what}");
                return report(self, &message, c.name);
            }
        }
        true
    }

    /// Makes a body from a frame whose code was checked.
    pub(super) fn finish_body(
        &mut self,
        frame: Frame,
        block: tree::Stmt,
        name: value::Name,
        params: Vec<Param>,
        result: Type,
        module: Name,
        at: Span,
    ) -> tree::BodyId {
        let (kind, module) = (frame.kind, self.rc(module));
        let head = Head { name, kind, priority: 0, groups: Vec::new(), module, loc: loc(at) };
        let body = self.made_body(frame, block, params, result, head);
        self.c.program.add_body(body)
    }

    pub(super) fn made_body(
        &mut self,
        frame: Frame,
        block: tree::Stmt,
        params: Vec<Param>,
        result: Type,
        head: Head,
    ) -> Body {
        let mut captures = Vec::with_capacity(frame.captures.len());
        for c in &frame.captures {
            let name = self.local_text(c.name);
            captures.push(tree::Capture { name, ty: c.ty.clone() });
        }
        let block = with_inits(block, frame.inits);
        let Head { name, kind, priority, groups, module, loc } = head;
        let locals = frame.locals;
        Body { name, kind, params, locals, captures, block, result, priority, groups, module, loc }
    }
}

/// Makes a block that first initializes the aggregates that were declared without a value.
fn with_inits(block: tree::Stmt, inits: Vec<tree::LocalId>) -> tree::Stmt {
    if inits.is_empty() {
        return block;
    }
    let at = block.loc;
    let first = tree::Stmt { kind: tree::StmtKind::InitLocals(inits), loc: at };
    match block.kind {
        tree::StmtKind::Block(mut all) => {
            all.insert(0, first);
            tree::Stmt { kind: tree::StmtKind::Block(all), loc: at }
        }
        kind => {
            tree::Stmt { kind: tree::StmtKind::Block(vec![first, tree::Stmt { kind, loc: at }]), loc: at }
        }
    }
}
