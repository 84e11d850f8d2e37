//! Nodes as bytes: their parts in order; for an enum, preceded by the number of the variant.
use super::{Reader, Writer};
use crate::token::Tok;
use crate::tree::*;
use crate::{Name, Span};
use net_types::{Addr, Port, Subnet};

/// A type that can be written to bytes and read back.
pub(crate) trait Packed: Sized {
    fn pack(&self, w: &mut Writer<'_>);
    fn unpack(r: &mut Reader<'_>) -> Option<Self>;
}

macro_rules! numbers {
    ($($ty:ty),*) => { $(
        impl Packed for $ty {
            fn pack(&self, w: &mut Writer<'_>) {
                w.number(u64::from(*self));
            }
            #[inline]
            fn unpack(r: &mut Reader<'_>) -> Option<Self> {
                r.number()?.try_into().ok()
            }
        }
    )* };
}

macro_rules! records {
    ($($ty:ident { $($part:ident),* })*) => { $(
        impl Packed for $ty {
            fn pack(&self, w: &mut Writer<'_>) {
                $(self.$part.pack(w);)*
            }
            #[inline]
            fn unpack(r: &mut Reader<'_>) -> Option<Self> {
                Some($ty { $($part: Packed::unpack(r)?),* })
            }
        }
    )* };
}

macro_rules! choices {
    ($($ty:ident {
        $($number:literal $case:ident $(($($part:ident),+))? $({ $($field:ident),+ })?),* $(,)?
    })*) => { $(
        impl Packed for $ty {
            fn pack(&self, w: &mut Writer<'_>) {
                match self {
                    $($ty::$case $(($($part),+))? $({ $($field),+ })? => {
                        w.byte($number);
                        $($($part.pack(w);)+)?
                        $($($field.pack(w);)+)?
                    })*
                }
            }
            #[inline]
            fn unpack(r: &mut Reader<'_>) -> Option<Self> {
                Some(match r.byte()? {
                    $($number => {
                        $($(let $part = Packed::unpack(r)?;)+)?
                        $($(let $field = Packed::unpack(r)?;)+)?
                        $ty::$case $(($($part),+))? $({ $($field),+ })?
                    })*
                    _ => return None,
                })
            }
        }
    )* };
}

numbers!(u8, u16, u32, u64);

impl Packed for bool {
    fn pack(&self, w: &mut Writer<'_>) {
        w.byte(u8::from(*self));
    }
    #[inline]
    fn unpack(r: &mut Reader<'_>) -> Option<Self> {
        Some(r.byte()? != 0)
    }
}

impl Packed for f64 {
    fn pack(&self, w: &mut Writer<'_>) {
        w.bytes(&self.to_bits().to_le_bytes());
    }
    fn unpack(r: &mut Reader<'_>) -> Option<Self> {
        r.bytes()?.first_chunk().map(|b| f64::from_bits(u64::from_le_bytes(*b)))
    }
}

impl Packed for Name {
    fn pack(&self, w: &mut Writer<'_>) {
        w.number(self.index() as u64);
    }
    #[inline]
    fn unpack(r: &mut Reader<'_>) -> Option<Self> {
        r.name()
    }
}

impl Packed for Span {
    fn pack(&self, w: &mut Writer<'_>) {
        w.span(*self);
    }
    #[inline]
    fn unpack(r: &mut Reader<'_>) -> Option<Self> {
        r.span()
    }
}

impl Packed for Tok {
    fn pack(&self, w: &mut Writer<'_>) {
        w.byte(*self as u8);
    }
    fn unpack(r: &mut Reader<'_>) -> Option<Self> {
        Tok::ALL.get(usize::from(r.byte()?)).copied()
    }
}

impl<T> Packed for Id<T> {
    fn pack(&self, w: &mut Writer<'_>) {
        self.index().pack(w);
    }
    #[inline]
    fn unpack(r: &mut Reader<'_>) -> Option<Self> {
        Some(Id::new(u32::unpack(r)?))
    }
}

impl<T> Packed for List<T> {
    fn pack(&self, w: &mut Writer<'_>) {
        let (start, len) = self.bounds();
        len.pack(w);
        if len > 0 {
            start.pack(w);
        }
    }
    #[inline]
    fn unpack(r: &mut Reader<'_>) -> Option<Self> {
        match u32::unpack(r)? {
            0 => Some(List::EMPTY),
            len => Some(List::new(u32::unpack(r)?, len)),
        }
    }
}

impl<T: Packed> Packed for Option<T> {
    fn pack(&self, w: &mut Writer<'_>) {
        self.is_some().pack(w);
        if let Some(t) = self {
            t.pack(w);
        }
    }
    #[inline]
    fn unpack(r: &mut Reader<'_>) -> Option<Self> {
        Some(if bool::unpack(r)? { Some(T::unpack(r)?) } else { None })
    }
}

impl<A: Packed, B: Packed> Packed for (A, B) {
    fn pack(&self, w: &mut Writer<'_>) {
        self.0.pack(w);
        self.1.pack(w);
    }
    fn unpack(r: &mut Reader<'_>) -> Option<Self> {
        Some((A::unpack(r)?, B::unpack(r)?))
    }
}

impl Packed for Addr {
    fn pack(&self, w: &mut Writer<'_>) {
        w.bytes(self.octets());
    }
    fn unpack(r: &mut Reader<'_>) -> Option<Self> {
        r.bytes()?.first_chunk().map(|b| Addr::v6(*b))
    }
}

impl Packed for Subnet {
    fn pack(&self, w: &mut Writer<'_>) {
        self.prefix().pack(w);
        self.len128().pack(w);
    }
    fn unpack(r: &mut Reader<'_>) -> Option<Self> {
        Subnet::new128(Packed::unpack(r)?, Packed::unpack(r)?)
    }
}

impl<T: Packed> Packed for Vec<T> {
    fn pack(&self, w: &mut Writer<'_>) {
        w.number(self.len() as u64);
        for t in self {
            t.pack(w);
        }
    }
    fn unpack(r: &mut Reader<'_>) -> Option<Self> {
        let mut all = Vec::new();
        all.refill(r)?;
        Some(all)
    }
}

/// A type that can be read into memory that is reused.
trait Refill {
    fn refill(&mut self, r: &mut Reader<'_>) -> Option<()>;
}

impl<T: Packed> Refill for Vec<T> {
    #[inline]
    fn refill(&mut self, r: &mut Reader<'_>) -> Option<()> {
        self.clear();
        for _ in 0..r.number()? {
            self.push(T::unpack(r)?);
        }
        Some(())
    }
}

use net_types::TransportProto;

choices! {
    TransportProto { 0 Unknown, 1 Tcp, 2 Udp, 3 Icmp }
    BinOp {
        0 Add, 1 Sub, 2 Mul, 3 Div, 4 Mod, 5 And, 6 Or, 7 Xor, 8 Shl, 9 Shr, 10 AndAnd, 11 OrOr, 12 Eq, 13 Ne,
        14 Lt, 15 Le, 16 Gt, 17 Ge, 18 In, 19 NotIn,
    }
    UnOp {
        0 Not, 1 Complement, 2 Neg, 3 Pos, 4 Incr, 5 Decr, 6 Add, 7 Delete, 8 Copy, 9 Size, 10 Hook, 11 Paren,
    }
    ExprKind {
        0 Error, 1 Name(name), 2 Literal(value), 3 Type(ty), 4 Unary(op, a), 5 Binary(op, a, b), 6 AddTo(a, b),
        7 RemoveFrom(a, b), 8 Assign(a, b), 9 Local(name, e), 10 Cond(a, b, c), 11 Index(of, by),
        12 Slice(of, from, to), 13 Field(of, name), 14 HasField(of, name), 15 FieldAssign(name, e),
        16 Brackets(list), 17 Braces(list), 18 Record(all), 19 Table(all, attrs), 20 Set(all, attrs),
        21 Vector(all), 22 Call(f, args), 23 Lambda(f), 24 Schedule(when, event), 25 Cast(e, ty), 26 Is(e, ty),
    }
    Literal {
        0 Bool(b), 1 Count(n), 2 Double(d), 3 Interval(d), 4 Port(p), 5 Addr(a), 6 Subnet(s), 7 Str(b),
        8 Pattern { text, ignore_case, single_line },
    }
    BasicType {
        0 Bool, 1 Int, 2 Count, 3 Double, 4 Time, 5 Interval, 6 String, 7 Pattern, 8 Port, 9 Addr, 10 Subnet, 11 Any,
    }
    TypeKind {
        0 Error, 1 Basic(b), 2 Table(by, of), 3 Set(by), 4 Record(fields, end), 5 Enum(items), 6 Vector(of),
        7 File(of), 8 Opaque(name), 9 Func(flavor, params, ret), 10 Name(name),
    }
    Flavor { 0 Function, 1 Event, 2 Hook }
    StmtKind {
        0 Error, 1 Null, 2 Block(all), 3 Assert(e, message), 4 Print(all), 5 Event(call), 6 If(e, yes, no),
        7 Switch(e, cases), 8 For(f), 9 While(e, body), 10 Next, 11 Break, 12 Fallthrough, 13 Return(e),
        14 Local(l), 15 When(w), 16 Expr(e), 17 SliceAssign(to, e),
    }
    Init { 0 None, 1 Full, 2 Extra, 3 Remove }
    CaseLabel { 0 Values(all), 1 Types(all), 2 Default }
    GlobalKind { 0 Global, 1 Const, 2 Option, 3 Redef }
    ItemKind {
        0 Module(name), 1 Load(path), 2 Global(kind, local), 3 Type(ident, ty, attrs), 4 RedefEnum(ident, items),
        5 RedefRecord(ident, fields, attrs), 6 RedefField { record, field, class, attrs }, 7 Function(f),
        8 Stmt(s),
    }
}

records! {
    Port { proto, num }
    Expr { kind, span, height }
    ListExpr { items, trailing_comma }
    EventCall { name, name_span, args }
    Type { kind, span }
    Field { name, name_span, ty, attrs, span }
    EnumItem { name, span, value, deprecated }
    Attr { tok, value, span }
    Capture { name, span, deep }
    Lambda { captures, params, ret, infer_return, body, header, body_span }
    Stmt { kind, span }
    For { keys, bracketed, value, over, body }
    Ident { name, span }
    Local { constant, ident, ty, class, init, attrs }
    When { is_return, captures, condition, body, timeout }
    Case { label, body, span }
    CaseType { ty, name }
    Item { kind, span, exported }
    Function { flavor, redef, ident, params, params_span, ret, attrs, body, open, end }
}

macro_rules! tree {
    ($($part:ident),*) => {
        impl Tree {
            /// Writes which vectors have nodes, one bit each, then those. An item fills few of them.
            pub(crate) fn pack(&self, w: &mut Writer<'_>) {
                let filled = [$(!self.$part.is_empty()),*];
                w.number(filled.iter().rev().fold(0, |bits, &filled| bits << 1 | u64::from(filled)));
                $(if !self.$part.is_empty() {
                    self.$part.pack(w);
                })*
                w.bytes(&self.bytes);
            }

            /// Replaces the nodes, reusing their memory.
            pub(crate) fn refill(&mut self, r: &mut Reader<'_>) -> Option<()> {
                let mut filled = r.number()?;
                self.clear();
                $(if filled & 1 != 0 {
                    self.$part.refill(r)?;
                }
                filled >>= 1;)*
                self.bytes.extend_from_slice(r.bytes()?);
                (filled == 0).then_some(())
            }
        }
    };
}

tree! {
    exprs, types, stmts, lambdas, fors, locals, whens, expr_lists, type_lists, stmt_lists, fields, attrs, enum_items,
    captures, cases, case_types, idents
}
