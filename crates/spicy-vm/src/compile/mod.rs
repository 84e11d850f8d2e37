//! Compiles the typed program to bytecode.
mod body;
mod construct;
mod expr;
mod field;
mod repeat;
mod stmt;
mod unit;

use crate::bytecode::Function;
use crate::verify::{VerifyError, verify};
use body::Builder;
use spicy_sema::hir::{self, Const};
use std::collections::HashMap;

/// A compiled program. It is immutable: machines of many threads may share it.
#[derive(Debug)]
pub struct Program {
    /// The typed program: types, names, sources.
    pub hir: hir::Program,
    pub(crate) functions: Vec<Function>,
    pub(crate) consts: Vec<Const>,
    pub(crate) texts: Vec<String>,
    /// The sets of tokens that look-ahead searches.
    pub(crate) sets: Vec<Vec<u32>>,
    /// For each unit, the function that parses it.
    pub(crate) parsers: Vec<u32>,
    /// For each unit, the function that initializes its variables.
    pub(crate) inits: Vec<u32>,
    /// For each global, the function that initializes it.
    pub(crate) globals: Vec<Option<u32>>,
    /// Statements of modules.
    pub(crate) statements: Vec<u32>,
}

/// Compiles a program and verifies the bytecode.
pub fn compile(hir: hir::Program, debug: bool) -> Result<Program, VerifyError> {
    let mut c = Compiler {
        hir: &hir,
        functions: Vec::new(),
        consts: Vec::new(),
        const_index: HashMap::new(),
        texts: Vec::new(),
        sets: Vec::new(),
        set_index: HashMap::new(),
        debug,
        first_parser: 0,
    };
    let mut out = Parts::default();
    c.program(&mut out);
    let (functions, consts, texts, sets) = (c.functions, c.consts, c.texts, c.sets);
    let program = Program {
        functions,
        consts,
        texts,
        sets,
        parsers: out.parsers,
        inits: out.inits,
        globals: out.globals,
        statements: out.statements,
        hir,
    };
    verify(&program)?;
    Ok(program)
}

#[derive(Default)]
struct Parts {
    parsers: Vec<u32>,
    inits: Vec<u32>,
    globals: Vec<Option<u32>>,
    statements: Vec<u32>,
}

pub(crate) struct Compiler<'a> {
    pub(crate) hir: &'a hir::Program,
    functions: Vec<Function>,
    consts: Vec<Const>,
    const_index: HashMap<String, u32>,
    texts: Vec<String>,
    sets: Vec<Vec<u32>>,
    set_index: HashMap<Vec<u32>, u32>,
    pub(crate) debug: bool,
    /// The number of the first function that parses a unit; the others follow it.
    first_parser: u32,
}

impl<'a> Compiler<'a> {
    fn program(&mut self, out: &mut Parts) {
        let hir = self.hir;
        self.first_parser = hir.functions.len() as u32;
        // Functions keep their numbers; the parsers come after them.
        for f in &hir.functions {
            let mut b = Builder::new(self, &f.name);
            b.function(f);
            let built = b.finish();
            self.functions.push(built);
        }
        for (i, u) in hir.units.iter().enumerate() {
            let mut b = Builder::new(self, &u.name);
            b.parse_unit(i as u32);
            let built = b.finish();
            out.parsers.push(self.functions.len() as u32);
            self.functions.push(built);
        }
        for (i, u) in hir.units.iter().enumerate() {
            let mut b = Builder::new(self, &u.name);
            b.unit_init(i as u32);
            let built = b.finish();
            out.inits.push(self.add(built));
        }
        for g in &hir.globals {
            let f = g.init.as_ref().map(|body| self.body_function(&g.name, body));
            out.globals.push(f);
        }
        for body in &hir.init {
            let f = self.body_function("module", body);
            out.statements.push(f);
        }
    }

    fn add(&mut self, f: Function) -> u32 {
        self.functions.push(f);
        self.functions.len() as u32 - 1
    }

    fn body_function(&mut self, name: &str, body: &hir::Body) -> u32 {
        let mut b = Builder::new(self, name);
        b.body(body, 0);
        let built = b.finish();
        self.add(built)
    }

    pub(crate) fn constant(&mut self, c: &Const) -> u32 {
        let key = format!("{c:?}");
        if let Some(k) = self.const_index.get(&key) {
            return *k;
        }
        let k = self.consts.len() as u32;
        self.consts.push(c.clone());
        self.const_index.insert(key, k);
        k
    }

    pub(crate) fn text(&mut self, t: &str) -> u32 {
        self.texts.push(t.to_owned());
        self.texts.len() as u32 - 1
    }

    pub(crate) fn set(&mut self, mut tokens: Vec<u32>) -> u32 {
        tokens.sort_unstable();
        tokens.dedup();
        if let Some(s) = self.set_index.get(&tokens) {
            return *s;
        }
        let s = self.sets.len() as u32;
        self.sets.push(tokens.clone());
        self.set_index.insert(tokens, s);
        s
    }

    pub(crate) fn parser_of(&self, unit: u32) -> u32 {
        self.first_parser + unit
    }
}
