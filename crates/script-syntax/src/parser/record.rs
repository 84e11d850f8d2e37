//! Records what a parser does with a text, as steps for [`super::replay`].
use super::{Buffers, Condition, Run, State};
use crate::lexer::{BranchEnd, Lexer};
use crate::parsed::{Packed, Writer};
use crate::token::Tok;
use crate::tree::{ExprKind, Function, Item, ItemKind, List, Type, TypeKind};
use crate::{Diagnostic, Directive, ExprId, Host, Name, Names, Source, Span, Tree};
use net_types::Addr;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The kind of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum StepKind {
    /// An item.
    Item,
    /// The opening or closing brace of `export`.
    Export,
    /// `@if`
    If,
    /// `@ifdef`, `@ifndef`
    Defined,
    /// `@else`
    Else,
    /// A function whose body may be decoded later.
    Function,
}

impl StepKind {
    pub(super) const ALL: [StepKind; 6] = [
        StepKind::Item,
        StepKind::Export,
        StepKind::If,
        StepKind::Defined,
        StepKind::Else,
        StepKind::Function,
    ];
}

/// A flag in the kind's byte: the step begins inside `export { … }`.
pub(super) const IN_EXPORT: u8 = 0x80;
/// A flag in the kind's byte: an `@endif` precedes the step's first token.
pub(super) const LED: u8 = 0x40;

/// Words whose value depends on the place of the file or on the run.
const OF_THE_PLACE: [&[u8]; 3] = [b"@DIR", b"@FILENAME", b"@DEBUG"];

/// Appends the steps of a file to `out`: one for every offset at which reading can continue, whatever its conditions
/// evaluate to. Items that depend on more than the text get no step: items with conditions or directives inside,
/// statements, errors.
///
/// A function that names one of `early` keeps its body: the program must know from the start that a script does.
pub(crate) fn record(source: &Source, names: &mut Names, early: &[&str], out: &mut Vec<u8>) {
    let mut steps = BTreeMap::new();
    let mut open = vec![(0, false)];
    while let Some((from, export)) = open.pop() {
        if let Entry::Vacant(place) = steps.entry(from) {
            place.insert(Step::at(source, names, early, from, export, &mut open));
        }
    }
    let mut w = Writer::new(out, source.base);
    let mut last = 0;
    for (from, step) in steps {
        let Some(step) = step else { continue };
        w.number((from - last) as u64);
        last = from;
        w.byte(step.head);
        w.number((step.first - from) as u64);
        w.bytes(&step.body);
    }
}

/// The nodes of a function's head.
#[derive(Default)]
pub(super) struct Head {
    bytes: Vec<u8>,
    /// The number of attributes among them.
    attrs: usize,
}

impl Head {
    /// Packs the nodes so far, before those of the body.
    pub(super) fn of(tree: &Tree, base: u32) -> Head {
        let mut bytes = Vec::new();
        tree.pack(&mut Writer::new(&mut bytes, base));
        Head { bytes, attrs: tree.attrs.len() }
    }

    /// Whether checking the body adds nothing to a program but this one body: it makes no other functions, types with
    /// fields, or attributes.
    fn is_apart(&self, tree: &Tree) -> bool {
        let has_fields = |t: &Type| matches!(t.kind, TypeKind::Record(..) | TypeKind::Func(..));
        let made = tree.lambdas.is_empty() && tree.whens.is_empty() && tree.attrs.len() == self.attrs;
        made && !tree.types.iter().any(has_fields)
    }
}

/// Whether a tree contains one of these names.
fn mentions(tree: &Tree, names: &Names, wanted: &[&str]) -> bool {
    tree.exprs.iter().any(|e| matches!(e.kind, ExprKind::Name(name) if wanted.contains(&names.text(name))))
}

struct Step {
    head: u8,
    /// The offset of the step's first token.
    first: usize,
    body: Vec<u8>,
}

impl Step {
    /// Records the step at offset `from`. Adds the offsets at which reading can continue to `open`.
    fn at(
        source: &Source,
        names: &mut Names,
        early: &[&str],
        from: usize,
        export: bool,
        open: &mut Vec<(usize, bool)>,
    ) -> Option<Step> {
        // More open conditions than a file can close.
        let conditions = u32::MAX / 2;
        let state = State {
            pos: from,
            conditions,
            export,
            in_statements: false,
            recover: false,
            errors: 0,
            done: false,
        };
        let mut asked = Asked(0);
        let mut buffers = Buffers::default();
        let mut run = Run::new(source, &mut buffers, state, names, &mut asked);
        let first = run.peek_token();
        let led = run.state.conditions;
        if first.tok == Tok::Eof {
            return None;
        }
        let mut body = Vec::new();
        let mut w = Writer::new(&mut body, source.base);
        let kind = if let Some(condition) = run.condition_head().ok()? {
            let yes = run.lex.pos;
            let mut ahead = Lexer { text: &source.text, pos: yes };
            let end = ahead.skip_branch();
            if end == BranchEnd::Eof {
                return None;
            }
            open.push((ahead.pos, export));
            let kind = match condition {
                Condition::If(e) => {
                    run.tree.pack(&mut w);
                    e.pack(&mut w);
                    StepKind::If
                }
                Condition::Defined(name, wanted) => {
                    name.pack(&mut w);
                    wanted.pack(&mut w);
                    StepKind::Defined
                }
                Condition::Else => StepKind::Else,
            };
            if kind != StepKind::Else {
                open.push((yes, export));
            }
            (yes as u32).pack(&mut w);
            (ahead.pos as u32).pack(&mut w);
            (end == BranchEnd::Endif).pack(&mut w);
            kind
        } else {
            run.head = Some(Head::default());
            let item = run.item().ok()?;
            let head = run.head.take()?;
            if run.state.in_statements {
                return None;
            }
            let end = run.position();
            open.push((end, run.state.export));
            (end as u32).pack(&mut w);
            match item {
                Some(Item { kind: ItemKind::Function(f), .. })
                    if head.is_apart(run.tree) && !mentions(run.tree, run.names, early) =>
                {
                    let alone = ItemKind::Function(Function { body: List::EMPTY, ..f });
                    let mut bytes = Vec::new();
                    Item { kind: alone, ..item? }.pack(&mut Writer::new(&mut bytes, source.base));
                    w.bytes(&bytes);
                    w.bytes(&head.bytes);
                    let mut w = Writer::new(&mut body, source.base);
                    item?.pack(&mut w);
                    run.tree.pack(&mut w);
                    StepKind::Function
                }
                Some(item) => {
                    item.pack(&mut w);
                    run.tree.pack(&mut w);
                    StepKind::Item
                }
                None => StepKind::Export,
            }
        };
        let text = source.text.get(first.start as usize..run.position()).unwrap_or_default();
        let placed = OF_THE_PLACE.iter().any(|word| memchr::memmem::find(text, word).is_some());
        let (inside, led) = (run.state.conditions != led, led != conditions);
        if inside || placed || asked.0 > 0 {
            return None;
        }
        let flags = if export { IN_EXPORT } else { 0 } | if led { LED } else { 0 };
        Some(Step { head: kind as u8 | flags, first: first.start as usize, body })
    }
}

/// Counts the parser's questions. A step with any question is dropped, so the answers do not matter.
struct Asked(u32);

impl Host for Asked {
    fn condition(&mut self, _: &mut Names, _: &Tree, _: ExprId, _: bool) -> bool {
        self.0 += 1;
        true
    }

    fn defined(&mut self, _: &mut Names, _: Name) -> bool {
        self.0 += 1;
        true
    }

    fn addresses(&mut self, _: &str, _: Span) -> Option<Vec<Addr>> {
        self.0 += 1;
        None
    }

    fn directive(&mut self, _: Directive<'_>, _: Span) {
        self.0 += 1;
    }

    fn report(&mut self, _: Diagnostic) {
        self.0 += 1;
    }
}
