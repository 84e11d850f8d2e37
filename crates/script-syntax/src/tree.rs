//! The tree of one item. Nodes are in vectors and refer to each other by index: once the vectors have grown, an item is
//! built without allocating, and a deep tree is dropped without recursion.
//!
//! The submodules use each other, as the nodes do: expressions contain types and function bodies, statements contain
//! expressions, types contain attributes and their expressions.
mod expr;
mod ids;
mod item;
mod stmt;
mod types;

pub use expr::{BinOp, EventCall, Expr, ExprKind, Lambda, ListExpr, Literal, UnOp};
pub use ids::{Id, List};
pub use item::{Function, GlobalKind, Item, ItemKind};
pub use stmt::{Case, CaseLabel, CaseType, For, Init, Local, Stmt, StmtKind, When};
pub use types::{Attr, BasicType, Capture, EnumItem, Field, Flavor, Type, TypeKind};

use crate::{Name, Span};
use std::ops::Index;

/// An expression's index.
pub type ExprId = Id<Expr>;
/// A type's index.
pub type TypeId = Id<Type>;
/// A statement's index.
pub type StmtId = Id<Stmt>;
/// A function literal's index.
pub type LambdaId = Id<Lambda>;
/// A pattern or string's bytes.
pub type Bytes = List<u8>;

/// A `for`'s index.
pub type ForId = Id<For>;
/// A local's index.
pub type LocalId = Id<Local>;
/// A `when`'s index.
pub type WhenId = Id<When>;

/// An identifier and its place.
#[derive(Clone, Copy, Debug)]
pub struct Ident {
    /// The name.
    pub name: Name,
    /// Its place.
    pub span: Span,
}

/// The nodes of one item.
#[derive(Default, Debug)]
pub struct Tree {
    pub(crate) exprs: Vec<Expr>,
    pub(crate) types: Vec<Type>,
    pub(crate) stmts: Vec<Stmt>,
    pub(crate) lambdas: Vec<Lambda>,
    pub(crate) fors: Vec<For>,
    pub(crate) locals: Vec<Local>,
    pub(crate) whens: Vec<When>,
    pub(crate) expr_lists: Vec<ExprId>,
    pub(crate) type_lists: Vec<TypeId>,
    pub(crate) stmt_lists: Vec<StmtId>,
    pub(crate) fields: Vec<Field>,
    pub(crate) attrs: Vec<Attr>,
    pub(crate) enum_items: Vec<EnumItem>,
    pub(crate) captures: Vec<Capture>,
    pub(crate) cases: Vec<Case>,
    pub(crate) case_types: Vec<CaseType>,
    pub(crate) idents: Vec<Ident>,
    pub(crate) bytes: Vec<u8>,
}

macro_rules! nodes {
    ($($ty:ty => $field:ident),* $(,)?) => { $(
        impl Index<Id<$ty>> for Tree {
            type Output = $ty;
            fn index(&self, i: Id<$ty>) -> &$ty {
                &self.$field[i.index() as usize]
            }
        }
        impl Arena<$ty> for Tree {
            fn push(&mut self, node: $ty) -> Id<$ty> {
                self.$field.push(node);
                Id::new(self.$field.len() as u32 - 1)
            }
        }
    )* };
}

macro_rules! lists {
    ($($ty:ty => $field:ident),* $(,)?) => { $(
        impl Index<List<$ty>> for Tree {
            type Output = [$ty];
            fn index(&self, l: List<$ty>) -> &[$ty] {
                let (start, len) = l.bounds();
                &self.$field[start as usize..(start + len) as usize]
            }
        }
        impl Runs<$ty> for Tree {
            fn run(&mut self, nodes: impl IntoIterator<Item = $ty>) -> List<$ty> {
                let start = self.$field.len();
                self.$field.extend(nodes);
                List::new(start as u32, (self.$field.len() - start) as u32)
            }
        }
    )* };
}

pub(crate) trait Arena<T> {
    fn push(&mut self, node: T) -> Id<T>;
}

pub(crate) trait Runs<T> {
    fn run(&mut self, nodes: impl IntoIterator<Item = T>) -> List<T>;
}

nodes! {
    Expr => exprs, Type => types, Stmt => stmts, Lambda => lambdas, For => fors, Local => locals, When => whens,
}

lists! {
    ExprId => expr_lists, TypeId => type_lists, StmtId => stmt_lists, Field => fields, Attr => attrs,
    EnumItem => enum_items, Capture => captures, Case => cases, CaseType => case_types, Ident => idents, u8 => bytes,
}

impl Tree {
    /// Drops all nodes but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.exprs.clear();
        self.types.clear();
        self.stmts.clear();
        self.lambdas.clear();
        self.fors.clear();
        self.locals.clear();
        self.whens.clear();
        self.expr_lists.clear();
        self.type_lists.clear();
        self.stmt_lists.clear();
        self.fields.clear();
        self.attrs.clear();
        self.enum_items.clear();
        self.captures.clear();
        self.cases.clear();
        self.case_types.clear();
        self.idents.clear();
        self.bytes.clear();
    }

    /// The number of nodes, as a measure of the tree's size.
    pub fn size(&self) -> usize {
        self.exprs.len() + self.types.len() + self.stmts.len() + self.fields.len()
    }
}
