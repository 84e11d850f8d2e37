//! Compiles bodies of the typed tree to bytecode, in one pass over the tree.
//!
//! Each local has its own register: scalars that are assigned before every use have word registers, all others value
//! registers ([`assigned`] decides). Temporaries form a stack above the locals, which is empty between statements.
mod assigned;
mod expr;
mod handlers;
mod reads;
mod stmt;

pub(crate) use expr::names_frame;
pub(crate) use handlers::handlers;
pub(crate) use reads::{arguments_read, fields_read};

use crate::code::{
    Class, Code, ENUMS, Generic, Ins, Kind, NONE, R, Signature, Site, Skip, Target, Var, class, word_kind,
};
use foldhash::HashMap;
use script_sema::tree::{Body, BodyKind, Expr, ExprRef, LocalId, Program, StmtKind};
use std::rc::Rc;
use value::{FuncType, Loc, Type, Value};

/// The error for a body that is too large for the machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a function has more than 65,000 {0}")]
pub struct TooLarge(pub(crate) &'static str);

/// The target of jumps; its position may not be known yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Label(usize);

/// A loop or `switch`: the targets of `next` and `break`.
struct Enclosing {
    next: Option<Label>,
    end: Label,
    /// The number of iterators that are open inside it.
    iters: usize,
}

/// A statement that a call without a value leaves.
#[derive(Clone, Copy)]
struct Statement {
    /// The number of arguments on the stack at its start.
    args: usize,
    /// Its end, once a call needs it.
    end: Option<Label>,
}

/// A function that is being compiled in place of its call.
struct Inlining {
    body: *const Body,
    /// The number of iterators that are open around it.
    iters: usize,
    /// Where its result goes.
    result: Var,
}

struct Compiler<'p> {
    program: &'p Program,
    code: Code,
    /// The body whose code this is; identifies it only.
    root: *const Body,
    /// The functions that are being compiled in place, from the outermost inwards.
    inlining: Vec<Inlining>,
    /// The numbers of the constant words in the code's pool.
    word_numbers: HashMap<u64, R>,
    locals: Vec<Var>,
    /// For each local: whether it has a value register that may be empty when the local is read.
    checked: Vec<bool>,
    /// For each local: its word, if it is a parameter whose argument is constant. It has no register then.
    known: Vec<Option<u64>>,
    local_types: Vec<Type>,
    w_top: R,
    v_top: R,
    labels: Vec<Option<Target>>,
    /// The labels that were bound last, all to the same place.
    bound: Vec<Label>,
    jumps: Vec<(usize, Label)>,
    /// The ends of the skips in the code.
    skips: Vec<Label>,
    /// The statement that is being compiled, if a call without a value can leave it.
    statement: Option<Statement>,
    /// The number of arguments on the stack.
    pending: usize,
    enclosing: Vec<Enclosing>,
    iters: usize,
    kind: BodyKind,
    /// The end of the current handler, if other handlers of the event follow in the same code.
    end: Option<Label>,
    result: Type,
    failed: Option<TooLarge>,
}

/// Compiles a body.
pub(crate) fn body(program: &Program, b: &Body, sig: Option<&FuncType>) -> Result<Code, TooLarge> {
    let mut c = Compiler::new(program, &b.name, b.kind, b.result.clone());
    c.root = b;
    let unset = assigned::maybe_unset(b);
    let layout = sig.map(signature);
    c.code.captures = b.captures.len();
    c.code.result = class(&b.result);
    let is_function = matches!(b.kind, BodyKind::Function | BodyKind::Lambda);
    c.code.is_hook = b.kind == BodyKind::Hook;
    c.code.owes_value = is_function && !matches!(c.code.result, Class::Nothing);
    if let Some(sig) = &layout {
        c.place_args(sig);
    }
    c.place_locals(b, layout.as_ref(), &unset);
    if b.kind == BodyKind::When {
        c.when_parts(b);
    } else {
        c.stmt(&b.block);
        c.emit(Ins::Return);
    }
    c.finish()
}

/// Compiles an expression outside of bodies, such as a thunk or an initial value. The code returns the expression's
/// value.
pub(crate) fn expression(program: &Program, e: &ExprRef) -> Result<Code, TooLarge> {
    let mut c = Compiler::new(program, "<initialization>", BodyKind::Function, Type::Any);
    let v = c.expr_boxed(e);
    c.emit(Ins::ReturnV { a: v });
    c.finish()
}

/// Assigns a signature's arguments to registers: scalars to word registers, others to value registers, each from the
/// first on.
pub(crate) fn signature(f: &FuncType) -> Signature {
    let (mut w, mut v) = (0, 0);
    let mut kinds = Vec::new();
    let args = f
        .params
        .iter()
        .map(|p| match word_kind(&p.ty) {
            Some(k) => {
                kinds.push(k);
                w += 1;
                Var::Word(w - 1)
            }
            None => {
                kinds.push(Kind::Bool);
                v += 1;
                Var::Value(v - 1)
            }
        })
        .collect();
    Signature { args, kinds: kinds.into(), result: class(&f.result) }
}

impl<'p> Compiler<'p> {
    fn new(program: &'p Program, name: &str, kind: BodyKind, result: Type) -> Self {
        Compiler {
            program,
            code: Code { name: name.to_owned(), globals: program.globals.len(), ..Code::default() },
            root: std::ptr::null(),
            inlining: Vec::new(),
            word_numbers: HashMap::default(),
            locals: Vec::new(),
            checked: Vec::new(),
            known: Vec::new(),
            local_types: Vec::new(),
            w_top: 0,
            v_top: 0,
            labels: Vec::new(),
            bound: Vec::new(),
            jumps: Vec::new(),
            skips: Vec::new(),
            statement: None,
            pending: 0,
            enclosing: Vec::new(),
            iters: 0,
            kind,
            end: None,
            result,
            failed: None,
        }
    }

    fn finish(mut self) -> Result<Code, TooLarge> {
        // Labels may be bound behind the last instruction.
        let end = Some(self.here());
        if !self.code.ins.last().is_some_and(Ins::ends) || self.labels.contains(&end) {
            self.code.ins.push(Ins::Return);
        }
        let last = self.here() - 1;
        for (at, label) in std::mem::take(&mut self.jumps) {
            let bound = self.labels.get(label.0).copied().flatten();
            let to = bound.unwrap_or(last);
            if let Some(i) = self.code.ins.get_mut(at) {
                i.set_target(to);
            }
        }
        for ((_, skip), label) in self.code.skips.iter_mut().zip(&self.skips) {
            skip.to = self.labels.get(label.0).copied().flatten().unwrap_or(last);
        }
        match self.failed {
            Some(f) => Err(f),
            None => Ok(self.code),
        }
    }

    /// Reserves the registers that the caller fills with the arguments.
    fn place_args(&mut self, sig: &Signature) {
        for a in sig.args.iter() {
            match a {
                Var::Word(_) => _ = self.temp_w(),
                Var::Value(_) => _ = self.temp_v(),
                Var::None => {}
            }
        }
        self.code.value_params = self.v_top;
    }

    /// Assigns registers to locals: parameters get the ones that the caller filled, other locals the next ones.
    fn place_locals(&mut self, b: &Body, sig: Option<&Signature>, unset: &[bool]) {
        self.locals = vec![Var::None; b.locals.len()];
        self.known = vec![None; b.locals.len()];
        self.checked.clear();
        self.local_types = b.locals.iter().map(|l| l.ty.clone()).collect();
        if let Some(sig) = sig {
            for p in &b.params {
                let i = p.local.0 as usize;
                let at = sig.args.get(p.arg as usize).copied().unwrap_or(Var::None);
                let word = b.locals.get(i).is_some_and(|l| word_kind(&l.ty).is_some());
                let place = match (at, word) {
                    (Var::Word(_), true) | (Var::Value(_), false) => at,
                    // On entry, converts an argument of another class (`any` for a scalar).
                    (Var::Value(v), true) => {
                        let w = self.temp_w();
                        self.emit(Ins::Unbox { d: w, a: v });
                        Var::Word(w)
                    }
                    _ => Var::None,
                };
                if let Some(local) = self.locals.get_mut(i) {
                    *local = place;
                }
            }
        }
        let given = std::mem::take(&mut self.locals);
        for (i, (l, given)) in b.locals.iter().zip(given).enumerate() {
            let may_be_empty = unset.get(i).copied().unwrap_or(true);
            let place = match given {
                Var::None if word_kind(&l.ty).is_some() && !may_be_empty => Var::Word(self.temp_w()),
                Var::None => Var::Value(self.temp_v()),
                given => given,
            };
            self.checked.push(matches!(place, Var::Value(_)) && may_be_empty);
            self.locals.push(place);
        }
    }

    /// Compiles the condition, body and timeout of a `when`, each with its own entry.
    fn when_parts(&mut self, b: &Body) {
        let StmtKind::Block(parts) = &b.block.kind else { return };
        for (i, part) in parts.iter().enumerate().take(3) {
            let here = self.here();
            if let Some(entry) = self.code.entries.get_mut(i) {
                *entry = here;
            }
            match (&part.kind, i) {
                (StmtKind::Expr(cond), 0) => {
                    let (w, v) = (self.w_top, self.v_top);
                    let holds = self.label();
                    self.jump_if(cond, true, holds);
                    let zero = self.word_const(0);
                    let a = self.temp_w();
                    self.emit(Ins::ConstW { d: a, k: zero });
                    self.emit(Ins::ReturnW { a });
                    self.bind(holds);
                    (self.w_top, self.v_top) = (w, v);
                    // The body follows, in the same frame.
                    self.emit(Ins::Holds);
                }
                _ => {
                    self.stmt(part);
                    self.emit(Ins::Return);
                }
            }
        }
    }

    // Registers.

    fn temp_w(&mut self) -> R {
        let r = self.w_top;
        if r >= NONE - 8 {
            self.failed = Some(TooLarge("variables"));
            return 0;
        }
        self.w_top += 1;
        self.code.words = self.code.words.max(self.w_top);
        r
    }

    fn temp_v(&mut self) -> R {
        let r = self.v_top;
        if r >= NONE - 8 {
            self.failed = Some(TooLarge("variables"));
            return 0;
        }
        self.v_top += 1;
        self.code.values = self.code.values.max(self.v_top);
        r
    }

    fn local(&self, l: LocalId) -> Var {
        self.locals.get(l.0 as usize).copied().unwrap_or(Var::None)
    }

    /// Returns the word of a parameter whose argument is constant.
    fn known(&self, l: LocalId) -> Option<u64> {
        self.known.get(l.0 as usize).copied().flatten()
    }

    /// Whether reading the local needs a check that it has a value.
    fn is_checked(&self, l: LocalId) -> bool {
        self.checked.get(l.0 as usize).copied().unwrap_or(true)
    }

    // Code.

    fn here(&self) -> Target {
        self.code.ins.len() as Target
    }

    fn emit(&mut self, i: Ins) {
        match i {
            Ins::ArgW { .. } | Ins::ArgV { .. } | Ins::ArgTake { .. } | Ins::ArgConst { .. } => {
                self.pending += 1;
            }
            Ins::Builtin { n, .. }
            | Ins::BuiltinW { n, .. }
            | Ins::Print { n }
            | Ins::Raise { n, .. }
            | Ins::Schedule { n, .. } => self.pending = self.pending.saturating_sub(usize::from(n)),
            _ => {}
        }
        self.code.ins.push(i);
    }

    /// Lets the next instruction, a call whose value is used, leave the statement if there is no value.
    fn may_skip(&mut self, pushed: R) {
        let Some(Statement { args, end }) = self.statement else { return };
        let end = end.unwrap_or_else(|| self.label());
        self.statement = Some(Statement { args, end: Some(end) });
        let args = self.pending.saturating_sub(args + usize::from(pushed));
        self.code.skips.push((self.here(), Skip { to: 0, args }));
        self.skips.push(end);
    }

    /// Emits an instruction whose errors name the expression `e`.
    fn emit_at(&mut self, e: &ExprRef, i: Ins) {
        self.site(Site::Expr(e.clone()));
        self.emit(i);
    }

    fn emit_loc(&mut self, loc: Loc, i: Ins) {
        self.site(Site::Loc(loc));
        self.emit(i);
    }

    fn site(&mut self, s: Site) {
        let at = self.here();
        match self.code.sites.last_mut() {
            Some(last) if last.0 == at => last.1 = s,
            _ => self.code.sites.push((at, s)),
        }
    }

    fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    fn bind(&mut self, l: Label) {
        let here = Some(self.here());
        if self.bound.last().is_some_and(|last| self.labels.get(last.0) != Some(&here)) {
            self.bound.clear();
        }
        self.bound.push(l);
        if let Some(label) = self.labels.get_mut(l.0) {
            *label = here;
        }
    }

    /// Whether a jump goes to the current end of the code.
    fn is_reached_by_jump(&self) -> bool {
        let here = Some(self.here());
        self.jumps.iter().any(|(_, to)| self.labels.get(to.0) == Some(&here))
    }

    fn jump(&mut self, i: Ins, to: Label) {
        self.jumps.push((self.code.ins.len(), to));
        self.emit(i);
    }

    // Pools.

    fn pooled<T>(pool: &mut Vec<T>, v: T, failed: &mut Option<TooLarge>) -> R {
        if pool.len() >= usize::from(NONE) {
            *failed = Some(TooLarge("constants"));
            return 0;
        }
        pool.push(v);
        (pool.len() - 1) as R
    }

    fn word_const(&mut self, w: u64) -> R {
        let (pool, failed) = (&mut self.code.word_pool, &mut self.failed);
        *self.word_numbers.entry(w).or_insert_with(|| Self::pooled(pool, w, failed))
    }

    fn value_const(&mut self, v: Value) -> R {
        Self::pooled(&mut self.code.value_pool, v, &mut self.failed)
    }

    fn kind(&mut self, k: &Kind) -> R {
        let Kind::Enum(e) = k else { return k.code() };
        ENUMS
            + match self.code.enums.iter().position(|x| Rc::ptr_eq(x, e)) {
                Some(i) => i as R,
                None => Self::pooled(&mut self.code.enums, e.clone(), &mut self.failed),
            }
    }

    fn generic(&mut self, g: Generic) -> R {
        Self::pooled(&mut self.code.generics, g, &mut self.failed)
    }

    fn ty(&mut self, t: Type) -> R {
        Self::pooled(&mut self.code.types, t, &mut self.failed)
    }
}

/// Whether evaluating an expression may assign a variable. If so, operands that were read before must be copied.
fn assigns(e: &Expr) -> bool {
    let mut found = false;
    expr::visit(e, &mut |e| {
        use script_sema::tree::ExprKind as K;
        found |= matches!(
            e.kind,
            K::Assign(..) | K::AddTo(..) | K::RemoveFrom(..) | K::Increment(_) | K::Decrement(_)
        );
    });
    found
}
