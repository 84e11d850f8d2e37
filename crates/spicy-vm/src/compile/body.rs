//! Builds one function: registers, jumps, labels.
use super::Compiler;
use super::facts::Facts;
use super::offset::Offset;
use super::places::Inside;
use crate::bytecode::{Function, Inst, NONE, Reg, RegKind};
use spicy_sema::hir::{self, Const};
use spicy_sema::types::{Ty, Type};
use spicy_syntax::Span;
use std::collections::HashSet;

/// From this many registers on, a function gives up what is known of others before it takes more.
const MANY: usize = 24;

/// A target of jumps whose address is not known yet.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Label(u32);

pub(crate) struct Loop {
    pub(crate) again: Label,
    pub(crate) done: Label,
}

/// Where a hook or function ends whose statements are copied.
pub(crate) struct Leave {
    pub(crate) end: Label,
    pub(crate) result: Option<Reg>,
    /// What is known on all ways there so far.
    pub(super) facts: Option<Facts>,
}

pub(crate) struct Builder<'a, 'b> {
    pub(crate) c: &'b mut Compiler<'a>,
    pub(crate) f: Function,
    pub(crate) span: Span,
    pub(crate) this: Reg,
    pub(crate) dollar: Reg,
    pub(crate) captures: Reg,
    /// The items of the bitfield that was just parsed, if it has no value of its own.
    pub(crate) bits: Vec<Reg>,
    pub(crate) locals: Vec<Reg>,
    pub(crate) loops: Vec<Loop>,
    /// Locals that stand for elements of containers.
    pub(crate) elements: Vec<u32>,
    /// The member that `$$`, the second local, is another name for.
    pub(crate) dollar_is: Option<u32>,
    /// The unit that `self` is.
    pub(crate) unit: Option<u32>,
    /// The arguments of the unit that `self` is, if they are in registers.
    pub(crate) params: Option<Vec<Reg>>,
    /// The offset of the unit that `self` is, if it is in registers.
    pub(super) offset: Option<Offset>,
    /// What is known where the next instruction stands.
    pub(super) facts: Facts,
    /// How many facts there have been.
    pub(super) noted: u32,
    /// The embedded units that registers stand for which do not exist.
    pub(super) inside: Vec<Inside>,
    labels: Vec<Option<u32>>,
    /// Labels that something jumps to.
    jumped: HashSet<u32>,
    free: Vec<Reg>,
    temps: Vec<Reg>,
    /// The end of the hook or function whose statements are being copied.
    pub(crate) leave: Option<Leave>,
    /// The functions whose statements are being copied.
    pub(super) copied: Vec<u32>,
    /// The end of the code when a label was last placed: nothing before it may be joined with what follows.
    joined: usize,
}

impl<'a, 'b> Builder<'a, 'b> {
    pub(crate) fn new(c: &'b mut Compiler<'a>, name: &str) -> Self {
        Builder {
            c,
            f: Function { name: name.to_owned(), ..Function::default() },
            span: Span::default(),
            this: NONE,
            dollar: NONE,
            captures: NONE,
            bits: Vec::new(),
            locals: Vec::new(),
            loops: Vec::new(),
            elements: Vec::new(),
            dollar_is: None,
            unit: None,
            params: None,
            offset: None,
            facts: Vec::new(),
            noted: 0,
            inside: Vec::new(),
            labels: Vec::new(),
            jumped: HashSet::new(),
            free: Vec::new(),
            temps: Vec::new(),
            leave: None,
            copied: Vec::new(),
            joined: 0,
        }
    }

    /// Patches jumps and returns the function.
    pub(crate) fn finish(mut self) -> Function {
        self.emit(Inst::ReturnVoid);
        self.note_leaks();
        let labels = &self.labels;
        let resolve = |to: &mut u32| *to = labels.get(*to as usize).copied().flatten().unwrap_or(u32::MAX);
        self.f.code.iter_mut().filter_map(Inst::target_mut).for_each(resolve);
        self.f.tables.iter_mut().flatten().for_each(|(_, to)| resolve(to));
        self.f.words.iter_mut().flatten().for_each(|(_, to)| resolve(to));
        self.f
    }

    /// Jumps by a number. Of equal numbers, the first counts.
    pub(crate) fn jump_by(&mut self, s: Reg, mut table: Vec<(i128, Label)>) {
        table.sort_by_key(|e| e.0);
        table.dedup_by_key(|e| e.0);
        self.jumped.extend(table.iter().map(|e| e.1.0));
        self.f.tables.push(table.into_iter().map(|(n, l)| (n, l.0)).collect());
        self.emit(Inst::Switch { s, table: self.f.tables.len() as u32 - 1 });
    }

    /// Jumps by bytes. Of equal ones, the first counts.
    pub(crate) fn jump_by_bytes(&mut self, s: Reg, mut table: Vec<(&[u8], Label)>) {
        table.sort_by_key(|e| e.0);
        table.dedup_by_key(|e| e.0);
        self.jumped.extend(table.iter().map(|e| e.1.0));
        self.f.words.push(table.into_iter().map(|(b, l)| (b.into(), l.0)).collect());
        self.emit(Inst::SwitchBytes { s, table: self.f.words.len() as u32 - 1 });
    }

    pub(crate) fn emit(&mut self, i: Inst) {
        self.forget_own(&i);
        let Some(mut i) = self.outward(i) else { return };
        self.forget_changes(&i);
        self.jumped.extend(i.target_mut().map(|to| *to));
        self.f.code.push(i);
        self.f.spans.push(self.span);
    }

    /// Takes the last instruction back.
    fn unemit(&mut self) {
        self.f.code.pop();
        self.f.spans.pop();
    }

    pub(crate) fn emit_at(&mut self, i: Inst, span: Span) {
        let before = std::mem::replace(&mut self.span, span);
        self.emit(i);
        self.span = before;
    }

    pub(crate) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    /// Whether some instruction so far jumps to a label.
    pub(super) fn is_jumped_to(&self, l: Label) -> bool {
        self.jumped.contains(&l.0)
    }

    pub(crate) fn place(&mut self, l: Label) {
        self.facts.clear();
        self.joined = self.f.code.len();
        self.labels[l.0 as usize] = Some(self.f.code.len() as u32);
    }

    pub(crate) fn jump(&mut self, l: Label) {
        self.emit(Inst::Jump { to: l.0 });
    }

    pub(crate) fn jump_if(&mut self, c: Reg, l: Label) {
        self.branch(c, true, l);
    }

    pub(crate) fn jump_if_not(&mut self, c: Reg, l: Label) {
        self.branch(c, false, l);
    }

    /// Jumps if the register holds `when`. A comparison that was made just before becomes part of the jump.
    pub(super) fn branch(&mut self, c: Reg, when: bool, l: Label) {
        let to = l.0;
        match self.f.code.last() {
            Some(&Inst::Compare { op, d, a, b }) if d == c && self.joined < self.f.code.len() => {
                self.unemit();
                match self.f.code.last() {
                    Some(&Inst::Const { d, k }) if d == b && a != b && self.joined < self.f.code.len() => {
                        self.unemit();
                        self.emit(Inst::JumpCompareConst { op, a, k, when, to });
                    }
                    _ => self.emit(Inst::JumpCompare { op, a, b, when, to }),
                }
            }
            _ if when => self.emit(Inst::JumpIf { c, to }),
            _ => self.emit(Inst::JumpIfNot { c, to }),
        }
    }

    pub(crate) fn to(l: Label) -> u32 {
        l.0
    }

    /// A register for the whole function.
    pub(crate) fn reg(&mut self, kind: RegKind) -> Reg {
        self.f.kinds.push(kind);
        // The verifier refuses a function with too many.
        (self.f.kinds.len() - 1).min(usize::from(NONE)) as Reg
    }

    /// A register for the current statement.
    pub(crate) fn temp(&mut self, kind: RegKind) -> Reg {
        // The one that was given back first, and rather one of which nothing is known.
        let fits = |r: &Reg| self.f.kinds[usize::from(*r)] == kind;
        let unknown = self.free.iter().position(|r| fits(r) && !self.facts.iter().any(|f| f.holds(*r)));
        let many = self.f.kinds.len() >= MANY;
        let reused = unknown.or_else(|| self.free.iter().position(fits).filter(|_| many));
        let r = match reused {
            Some(i) => self.free.remove(i),
            None => self.reg(kind),
        };
        self.forget_register(r);
        self.temps.push(r);
        r
    }

    /// Keeps a register for the current statement whose value was made before.
    pub(super) fn hold(&mut self, r: Reg) -> Reg {
        if let Some(i) = self.free.iter().position(|f| *f == r) {
            self.free.remove(i);
            self.temps.push(r);
        }
        r
    }

    pub(crate) fn mark(&self) -> usize {
        self.temps.len()
    }

    /// Gives back the registers taken since the mark.
    pub(crate) fn release(&mut self, mark: usize) {
        self.free.extend(self.temps.drain(mark..));
    }

    pub(crate) fn kind_of(&self, ty: Ty) -> RegKind {
        match self.c.hir.types.get(ty) {
            Type::Bool => RegKind::Bool,
            Type::Int { .. } => RegKind::Int,
            Type::Real => RegKind::Real,
            Type::Bytes => RegKind::Bytes,
            _ => RegKind::Any,
        }
    }

    pub(crate) fn of_type(&mut self, ty: Ty) -> Reg {
        let kind = self.kind_of(ty);
        self.temp(kind)
    }

    pub(crate) fn args(&mut self, regs: Vec<Reg>) -> u32 {
        self.f.args.push(regs.into_boxed_slice());
        self.f.args.len() as u32 - 1
    }

    pub(crate) fn constant(&mut self, c: &Const, ty: Ty) -> Reg {
        let k = self.c.constant(c);
        let d = self.of_type(ty);
        self.emit(Inst::Const { d, k });
        d
    }

    /// The parameter that holds the unit.
    pub(crate) fn take_self(&mut self) -> Reg {
        let r = self.reg(RegKind::Unit);
        self.f.params += 1;
        self.this = r;
        r
    }

    /// A function with a body.
    pub(crate) fn function(&mut self, f: &hir::Function) {
        self.span = f.span;
        let seen = |i: &usize| f.params[*i].inout && (*i > 0 || !f.params[*i].name.is_empty());
        self.f.inout = (0..f.params.len()).filter(seen).map(|i| i as u16).collect();
        match (&f.body, &f.native) {
            (Some(body), _) => {
                let body: &hir::Body = body;
                self.body(body, f.params.len());
            }
            (None, native) => {
                let regs: Vec<Reg> = f
                    .params
                    .iter()
                    .map(|p| self.kind_of(p.ty))
                    .collect::<Vec<_>>()
                    .into_iter()
                    .map(|k| self.reg(k))
                    .collect();
                self.f.params = regs.len() as u16;
                let d = self.of_type(f.ret);
                f.params.iter().for_each(|p| self.c.reads_whole(p.ty));
                let name = self.c.text(native.as_deref().unwrap_or(""));
                let args = self.args(regs);
                self.emit(Inst::External { name, d, args });
                self.emit(Inst::Return { s: d });
            }
        }
    }

    /// Statements whose first locals are parameters.
    pub(crate) fn body(&mut self, body: &hir::Body, params: usize) {
        let kinds: Vec<RegKind> = body.locals.iter().map(|t| self.kind_of(*t)).collect();
        self.locals = kinds.into_iter().map(|k| self.reg(k)).collect();
        self.f.params = params as u16;
        self.dollar_is = body.dollar_is;
        self.set_unit_of(body);
        // In hooks, the unit is the first parameter.
        if let Some(first) = self.locals.first() {
            self.this = *first;
        }
        self.statements(&body.stmts);
    }
}
