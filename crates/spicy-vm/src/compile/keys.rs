//! Tells constants of a program from each other, so that each is there once.
use spicy_sema::hir::Const;

/// What tells a constant from others: its kind, its numbers, its text.
pub(super) type ConstKey = (u8, u64, Vec<u8>);

pub(super) fn key_of(c: &Const) -> ConstKey {
    let addr = |a: &std::net::IpAddr| a.to_string().into_bytes();
    match c {
        Const::Null => (0, 0, Vec::new()),
        Const::Bool(b) => (1, u64::from(*b), Vec::new()),
        Const::Uint(n) => (2, *n, Vec::new()),
        Const::Int(n) => (3, *n as u64, Vec::new()),
        Const::Real(r) => (4, r.to_bits(), Vec::new()),
        Const::Bytes(b) => (5, 0, b.clone()),
        Const::Str(s) => (6, 0, s.clone().into_bytes()),
        Const::Error(s) => (7, 0, s.clone().into_bytes()),
        Const::Addr(a) => (8, 0, addr(a)),
        Const::Net(a, width) => (9, u64::from(*width), addr(a)),
        Const::Port(n, protocol) => (10, u64::from(*n) << 8 | u64::from(*protocol), Vec::new()),
        Const::Time(n) => (11, *n, Vec::new()),
        Const::Interval(n) => (12, *n as u64, Vec::new()),
        Const::Enum(n) => (13, *n as u64, Vec::new()),
        Const::Regexp(r) => (14, u64::from(*r), Vec::new()),
        Const::Type(t) => (15, u64::from(t.0), Vec::new()),
    }
}
