//! The declarations of modules. They are checked in passes: names first, then types, signatures, globals, bodies.
use crate::check::{Checker, Cx, Decl, GlobalDecl, TypeDecl};
use crate::hir::{Body, Const, Function, Global, Kind, Param, St, StKind};
use crate::types::{Ty, Type};
use spicy_syntax::ast::{self, Item};
use std::rc::Rc;

impl Checker<'_> {
    /// Declares the names of all modules.
    pub(crate) fn declare(&mut self) {
        for m in 0..self.modules.len() {
            let ast = Rc::clone(&self.modules[m].ast);
            for (i, item) in ast.items.iter().enumerate() {
                match item {
                    Item::Type(t) => {
                        let decl = TypeDecl {
                            module: m as u32,
                            public: t.public,
                            ast: Rc::clone(&ast),
                            item: i,
                            ty: None,
                            resolving: false,
                        };
                        self.type_decls.push(decl);
                        let index = self.type_decls.len() as u32 - 1;
                        self.declare_name(m, &t.name, Decl::Type(index));
                    }
                    Item::Variable(v) => {
                        let index = self.global_decls.len() as u32;
                        let decl = GlobalDecl {
                            module: m as u32,
                            ast: Rc::clone(&ast),
                            item: i,
                            ty: None,
                            resolving: false,
                            value: None,
                        };
                        self.global_decls.push(decl);
                        let name = format!("{}::{}", ast.name.text, v.name.text);
                        let global =
                            Global { name, ty: Ty::UNKNOWN, constant: v.constant, init: None, span: v.span };
                        self.program.globals.push(global);
                        self.declare_name(m, &v.name, Decl::Global(index));
                    }
                    Item::Function(f) => {
                        let index = self.program.functions.len() as u32;
                        let name = format!("{}::{}", ast.name.text, f.name.text);
                        let function = Function {
                            name,
                            params: Vec::new(),
                            ret: Ty::VOID,
                            body: None,
                            native: None,
                            span: f.span,
                        };
                        self.program.functions.push(function);
                        match self.scopes[m].get_mut(&f.name.text) {
                            Some(Decl::Functions(list)) => list.push(index),
                            _ => self.declare_name(m, &f.name, Decl::Functions(vec![index])),
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn declare_name(&mut self, module: usize, id: &ast::Id, decl: Decl) {
        if self.scopes[module].contains_key(&id.text) {
            self.error(id.span, format!("redefinition of '{}'", id.text));
        }
        self.scopes[module].insert(id.text.clone(), decl);
    }

    /// Finds the library's enums, which signatures of methods use.
    pub(crate) fn resolve_library(&mut self) {
        for name in [
            "AddressFamily",
            "BitOrder",
            "ByteOrder",
            "Charset",
            "DecodeErrorStrategy",
            "Direction",
            "Protocol",
            "RealType",
            "ReassemblerPolicy",
            "Side",
            "StreamStatistics",
        ] {
            if let Some(Decl::Type(d)) = self.scopes[0].get(name).cloned() {
                let ty = self.declared_type(d);
                self.library.insert(name, ty);
            }
        }
    }

    pub(crate) fn resolve_types(&mut self) {
        for d in 0..self.type_decls.len() as u32 {
            let ty = self.declared_type(d);
            self.check_alias(d, ty);
        }
    }

    /// Adds a public alias of a unit to the unit's names. Reports an alias of a unit that is not public.
    fn check_alias(&mut self, decl: u32, ty: Ty) {
        let d = &self.type_decls[decl as usize];
        let (ast, item, module) = (Rc::clone(&d.ast), d.item, d.module);
        let Item::Type(t) = &ast.items[item] else { return };
        if let (Type::Unit(u), ast::TypeKind::Name(_), true) =
            (self.program.types.get(ty).clone(), &t.ty.kind, t.public)
        {
            if self.program.units[u as usize].public {
                let name = format!("{}::{}", self.program.modules[module as usize], t.name.text);
                self.program.units[u as usize].aliases.push(name);
            } else {
                self.error(t.span, "public unit alias cannot refer to a non-public type");
            }
        }
    }

    /// Resolves the parameters and results of functions.
    pub(crate) fn resolve_signatures(&mut self) {
        let mut index = 0;
        for m in 0..self.modules.len() {
            let ast = Rc::clone(&self.modules[m].ast);
            for item in &ast.items {
                let Item::Function(f) = item else { continue };
                let at = self.function_at(index, &f.name.text);
                index = at + 1;
                let ((params, ret), _) = self.within(Cx::new(m as u32), |c| {
                    let params: Vec<Param> = f.params.iter().map(|p| c.param(p)).collect();
                    (params, f.ret.as_ref().map_or(Ty::VOID, |t| c.ty(t)))
                });
                let mut native = None;
                for a in &f.attrs {
                    match (a.name, a.value.as_ref().map(|v| &*v.kind)) {
                        ("cxxname", Some(ast::ExprKind::Str(s))) => {
                            native = Some(s.trim_start_matches("::").to_owned());
                        }
                        ("cxxname", _) => self.error(a.span, "&cxxname requires a string"),
                        ("have_prototype" | "priority" | "static" | "always-emit" | "debug", _) => {}
                        (other, _) => self.error(a.span, format!("invalid attribute '&{other}' in function")),
                    }
                }
                if f.body.is_none() && native.is_none() {
                    self.error(f.span, format!("function '{}' has no body and no &cxxname", f.name.text));
                }
                let function = &mut self.program.functions[at];
                function.params = params;
                function.ret = ret;
                function.native = native;
            }
        }
    }

    /// Returns the index of the next declared function with this name. Functions of hooks may come between.
    fn function_at(&self, from: usize, name: &str) -> usize {
        let list = &self.program.functions;
        (from..list.len()).find(|i| list[*i].name.rsplit("::").next() == Some(name)).unwrap_or(from)
    }

    pub(crate) fn param(&mut self, p: &ast::Param) -> Param {
        let ty = self.ty(&p.ty);
        let default = p.default.as_ref().map(|e| self.expr_to(e, ty, p.span));
        Param { name: p.name.text.clone(), ty, inout: p.inout, default }
    }

    pub(crate) fn resolve_globals(&mut self) {
        for g in 0..self.global_decls.len() as u32 {
            self.global_type(g);
        }
    }

    /// Returns the type of a global, and checks its initial value.
    pub(crate) fn global_type(&mut self, index: u32) -> Ty {
        let g = &mut self.global_decls[index as usize];
        if let Some(ty) = g.ty {
            return ty;
        }
        let (ast, item, module) = (Rc::clone(&g.ast), g.item, g.module);
        let Item::Variable(v) = &ast.items[item] else { return Ty::UNKNOWN };
        if std::mem::replace(&mut self.global_decls[index as usize].resolving, true) {
            self.error(v.span, format!("'{}' is defined by itself", v.name.text));
            return Ty::UNKNOWN;
        }
        let cx = Cx::new(module);
        let ((ty, init), cx) = self.within(cx, |c| {
            let declared = v.ty.as_ref().map(|t| c.ty(t));
            // Functions that the initial value calls may use the global.
            if let Some(ty) = declared {
                c.global_decls[index as usize].ty = Some(ty);
            }
            let init = match (declared, &v.init) {
                (Some(ty), Some(e)) => Some(c.expr_to(e, ty, v.span)),
                (None, Some(e)) => Some(c.expr(e)),
                (Some(ty), None) => c.default_of(ty, &v.args, v.span),
                _ => None,
            };
            let ty = declared.or(init.as_ref().map(|e| e.ty)).unwrap_or(Ty::UNKNOWN);
            c.check_variable_type(ty, v.span);
            (ty, init)
        });
        let decl = &mut self.global_decls[index as usize];
        decl.ty = Some(ty);
        decl.resolving = false;
        if let (true, Some(Kind::Const(value))) = (v.constant, init.as_ref().map(|e| &*e.kind)) {
            decl.value = Some(value.clone());
        }
        let global = &mut self.program.globals[index as usize];
        global.ty = ty;
        global.init = init.map(|ex| {
            let span = ex.span;
            Body {
                locals: cx.locals,
                stmts: vec![St { kind: StKind::Return(Some(ex)), span }],
                dollar_is: None,
            }
        });
        ty
    }

    /// Reports types that are invalid for a variable.
    pub(crate) fn check_variable_type(&mut self, ty: Ty, span: spicy_syntax::Span) {
        match self.program.types.get(ty) {
            Type::StructLiteral(_) => self.error(span, "declaration needs a concrete struct type"),
            Type::Void => self.error(span, "a variable cannot be void"),
            _ => {}
        }
    }

    pub(crate) fn check_functions(&mut self) {
        let mut index = 0;
        for m in 0..self.modules.len() {
            let ast = Rc::clone(&self.modules[m].ast);
            for item in &ast.items {
                let Item::Function(f) = item else { continue };
                let at = self.function_at(index, &f.name.text);
                index = at + 1;
                let Some(stmts) = &f.body else { continue };
                let (params, ret) =
                    (self.program.functions[at].params.clone(), self.program.functions[at].ret);
                let mut cx = Cx::new(m as u32);
                cx.ret = Some(ret);
                for p in &params {
                    let mutable = p.inout;
                    cx.local(&p.name, p.ty, mutable);
                }
                let (stmts, cx) = self.within(cx, |c| c.statements(stmts));
                if ret != Ty::VOID && !ends(&stmts) {
                    self.error(f.span, format!("function '{}' can end without a return", f.name.text));
                }
                self.program.functions[at].body = Some(Body { locals: cx.locals, stmts, dollar_is: None });
            }
        }
    }

    /// Checks module-level statements.
    pub(crate) fn check_statements(&mut self) {
        for m in 0..self.modules.len() {
            let ast = Rc::clone(&self.modules[m].ast);
            let cx = Cx::new(m as u32);
            let (stmts, cx) = self.within(cx, |c| {
                let mut out = Vec::new();
                for item in &ast.items {
                    if let Item::Statement(s) = item {
                        c.statement(s, &mut out);
                    }
                }
                out
            });
            self.program.init.push(Body { locals: cx.locals, stmts, dollar_is: None });
            self.check_module_properties(m as u32, &ast);
        }
    }

    /// Returns the value of a constant integer expression.
    pub(crate) fn constant_int(&mut self, e: &ast::Expr) -> Option<i64> {
        match *self.expr(e).kind {
            Kind::Const(Const::Uint(n)) => i64::try_from(n).ok(),
            Kind::Const(Const::Int(n)) => Some(n),
            _ => None,
        }
    }
}

/// Whether every path through the statements ends in a `return` or `throw`.
fn ends(stmts: &[St]) -> bool {
    stmts.iter().any(|s| match &s.kind {
        StKind::Return(_) | StKind::Throw(_) => true,
        StKind::Block(b) => ends(b),
        StKind::If { then, otherwise, .. } => ends(then) && ends(otherwise),
        // Only an endless loop ends here; a switch without a default throws if nothing matches.
        StKind::While { condition, .. } => matches!(*condition.kind, Kind::Const(Const::Bool(true))),
        StKind::Switch { cases, default, .. } => {
            cases.iter().all(|c| ends(&c.1)) && default.as_ref().is_none_or(|d| ends(d))
        }
        _ => false,
    })
}
