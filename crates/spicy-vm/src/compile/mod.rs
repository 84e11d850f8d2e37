//! Compiles the typed program to bytecode.
mod body;
mod bytes;
mod chosen;
mod construct;
mod dead;
mod embed;
mod expr;
mod facts;
mod field;
mod fixed;
mod inline;
mod jumps;
mod keys;
mod moves;
mod nested;
mod offset;
mod only;
mod places;
mod repeat;
mod settle;
mod stmt;
mod switch;
mod unit;
mod unread;

use crate::bytecode::{Choice, Function, Layout};
use crate::verify::{VerifyError, verify};
use body::Builder;
use keys::{ConstKey, key_of};
use spicy_sema::hir::{self, Const};
use spicy_sema::types::Type;
use std::collections::{HashMap, HashSet};

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
    /// For each unit, what a new instance holds.
    pub(crate) templates: Vec<Template>,
    pub(crate) layouts: Vec<Layout>,
    pub(crate) choices: Vec<Choice>,
    pub(crate) ranges: bool,
}

/// What a program is compiled for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whether hooks with `%debug` run.
    pub debug: bool,
    /// Whether units record where in the input their members were, for a dump with offsets.
    pub ranges: bool,
    /// Whether members keep no value that nothing in the program reads from their unit. Events, output and functions of the
    /// host get the same; a host that looks at units itself, such as a dump, finds these members unset.
    pub leaves_unread: bool,
}

/// What a new instance of a unit holds.
#[derive(Debug)]
pub(crate) struct Template {
    /// How many places it has: for members up to the last whose value is kept, and for those of embedded units.
    pub(crate) members: usize,
    /// Members that begin with a constant: member, constant.
    pub(crate) constants: Vec<(u32, u32)>,
}

/// Compiles a program and verifies the bytecode.
pub fn compile(hir: hir::Program, options: Options) -> Result<Program, VerifyError> {
    let (c, out) = settle::settled(&hir, options, settle::ROUNDS);
    let (mut functions, consts, texts, sets) = (c.functions, c.consts, c.texts, c.sets);
    functions.iter_mut().for_each(|f| dead::remove(&hir, f));
    let (templates, layouts, choices) = (c.templates, c.layouts, c.choices);
    let program = Program {
        functions,
        consts,
        texts,
        sets,
        parsers: out.parsers,
        inits: out.inits,
        globals: out.globals,
        statements: out.statements,
        templates,
        layouts,
        choices,
        ranges: options.ranges,
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
    const_index: HashMap<ConstKey, u32>,
    texts: Vec<String>,
    sets: Vec<Vec<u32>>,
    set_index: HashMap<Vec<u32>, u32>,
    pub(crate) debug: bool,
    pub(crate) ranges: bool,
    /// The number of the first function that parses a unit; the others follow it.
    first_parser: u32,
    templates: Vec<Template>,
    layouts: Vec<Layout>,
    choices: Vec<Choice>,
    layout_index: HashMap<u32, Option<u32>>,
    /// Units that are nested where they are parsed, as far as known.
    nested: HashMap<u32, nested::State>,
    /// What the program does with members; without it, all values are kept.
    known: Option<unread::Uses>,
    /// The uses of members so far, and the types whose values were read whole.
    uses: unread::Uses,
    whole: HashSet<spicy_sema::types::Ty>,
    /// Whether the program is only compiled to see what it does with members.
    counts: bool,
    plan: embed::Plan,
    /// Members that cannot be embedded, as far as known.
    without: unread::Members,
    /// Embedded members that the code of this round needs whole.
    leaked: unread::Members,
    /// Members that the code of this round reads, though their values were not to be kept.
    missing: unread::Members,
    missing_items: unread::Members,
    /// Units whose arguments the code of this round reads from instances, though these were to hold none.
    missing_arguments: HashSet<u32>,
    /// Units whose place the code of this round asks for, though their instances were not to keep it.
    missing_places: HashSet<u32>,
    /// Hooks whose statements are part of other code, and those that are called.
    inlined: HashSet<u32>,
    called: HashSet<u32>,
}

impl<'a> Compiler<'a> {
    fn new(hir: &'a hir::Program, options: Options, known: Option<unread::Uses>) -> Self {
        Compiler {
            hir,
            functions: Vec::new(),
            consts: Vec::new(),
            const_index: HashMap::new(),
            texts: Vec::new(),
            sets: Vec::new(),
            set_index: HashMap::new(),
            debug: options.debug,
            ranges: options.ranges,
            first_parser: 0,
            templates: Vec::new(),
            layouts: Vec::new(),
            choices: Vec::new(),
            layout_index: HashMap::new(),
            nested: HashMap::new(),
            known,
            uses: unread::Uses::default(),
            whole: HashSet::new(),
            counts: false,
            plan: embed::Plan::default(),
            without: HashSet::new(),
            leaked: HashSet::new(),
            missing: HashSet::new(),
            missing_items: HashSet::new(),
            missing_arguments: HashSet::new(),
            missing_places: HashSet::new(),
            inlined: HashSet::new(),
            called: HashSet::new(),
        }
    }

    fn program(&mut self, out: &mut Parts) {
        let hir = self.hir;
        self.first_parser = hir.functions.len() as u32;
        self.plan_embedded();
        let numbered = (0..).zip(&hir.units);
        self.templates = numbered.map(|(i, u)| self.template(i, u)).collect();
        // Functions keep their numbers; the parsers come after them, but tell which hooks are called at all.
        self.functions.resize_with(hir.functions.len(), Function::default);
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
        for (i, f) in (0..).zip(&hir.functions) {
            let mut b = Builder::new(self, &f.name);
            if b.c.called.contains(&i) || !b.c.inlined.contains(&i) {
                b.function(f);
            }
            let built = b.finish();
            if let Some(slot) = self.functions.get_mut(i as usize) {
                *slot = built;
            }
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
        let key = key_of(c);
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

    /// What a new instance of a unit holds.
    fn template(&mut self, number: u32, unit: &hir::Unit) -> Template {
        let constants = unit.members.iter().enumerate();
        Template {
            members: self.size_of(number) as usize,
            constants: constants
                .filter_map(|(i, m)| Some((i as u32, self.constant(&self.initial(m)?))))
                .collect(),
        }
    }

    /// The constant that a variable begins with; `None` if it needs code, or is not set.
    pub(crate) fn initial(&self, m: &hir::Member) -> Option<Const> {
        let init = m.init.as_ref().filter(|_| m.kind == hir::MemberKind::Var)?;
        match &*init.ex.kind {
            hir::Kind::Const(c) => Some(c.clone()),
            hir::Kind::Default => Some(match self.hir.types.get(init.ex.ty) {
                Type::Bool => Const::Bool(false),
                Type::Int { signed: true, .. } => Const::Int(0),
                Type::Int { .. } => Const::Uint(0),
                Type::Real => Const::Real(0.0),
                Type::Bytes => Const::Bytes(Vec::new()),
                Type::Str => Const::Str(String::new()),
                Type::Enum(_) => Const::Enum(hir::ENUM_UNDEF),
                Type::Time => Const::Time(0),
                Type::Interval => Const::Interval(0),
                _ => return None,
            }),
            _ => None,
        }
    }

    /// The function that initializes a unit's variables, if there is anything to do.
    pub(crate) fn init_of(&self, unit: u32) -> Option<u32> {
        let u = &self.hir.units[unit as usize];
        let needs = |m: &hir::Member| {
            m.kind == hir::MemberKind::Sink
                || (m.init.is_some() && self.initial(m).is_none() && m.kind == hir::MemberKind::Var)
        };
        u.members.iter().any(needs).then(|| self.first_parser + self.hir.units.len() as u32 + unit)
    }

    /// Whether a unit ends anything besides itself: its sinks, or the unit that it filters for.
    pub(crate) fn closes(&self, unit: u32) -> bool {
        let u = &self.hir.units[unit as usize];
        u.is_filter || u.uses_filter || u.members.iter().any(|m| m.kind == hir::MemberKind::Sink)
    }

    /// Whether a unit has something to do at an error.
    pub(crate) fn handles_errors(&self, unit: u32) -> bool {
        let u = &self.hir.units[unit as usize];
        self.closes(unit)
            || self.keeps_place(unit)
            || !u.hook("error").is_empty()
            || !u.hook("finally").is_empty()
    }

    pub(crate) fn parser_of(&self, unit: u32) -> u32 {
        self.first_parser + unit
    }
}
