//! Methods of built-in types: their parameters and results.
use crate::check::Checker;
use crate::hir::Op;
use crate::types::{Ty, Type};

/// A parameter of a method.
pub(crate) struct MethodParam {
    pub(crate) name: &'static str,
    pub(crate) ty: Ty,
    pub(crate) optional: bool,
}

/// One overload of a method.
pub(crate) struct Method {
    pub(crate) op: Op,
    pub(crate) params: Vec<MethodParam>,
    pub(crate) ret: Ty,
    /// Whether the value must be writable.
    pub(crate) mutates: bool,
}

fn need(name: &'static str, ty: Ty) -> MethodParam {
    MethodParam { name, ty, optional: false }
}

fn may(name: &'static str, ty: Ty) -> MethodParam {
    MethodParam { name, ty, optional: true }
}

impl Checker<'_> {
    /// Returns all overloads of a method of a type.
    pub(crate) fn methods(&mut self, ty: Ty, name: &str) -> Vec<Method> {
        let call = |op, params: Vec<MethodParam>, ret| Method { op, params, ret, mutates: false };
        let change = |op, params: Vec<MethodParam>, ret| Method { op, params, ret, mutates: true };
        let (charset, errors) = (self.enum_named("Charset"), self.enum_named("DecodeErrorStrategy"));
        let (side, family, order) =
            (self.enum_named("Side"), self.enum_named("AddressFamily"), self.enum_named("ByteOrder"));
        let coding = || vec![may("charset", charset), may("errors", errors)];
        let (i64, u64, b) = (Ty::INT64, Ty::UINT64, Ty::BYTES);
        let base = || vec![may("base", u64)];
        let with_order = || vec![need("byte_order", order)];
        match (self.program.types.get(ty).clone(), name) {
            (Type::Addr, "family") => vec![call(Op::AddrFamily, vec![], family)],
            (Type::Bytes, "at") => vec![call(Op::BytesAt, vec![need("i", u64)], Ty::BYTES_ITER)],
            (Type::Bytes, "decode") => vec![call(Op::BytesDecode, coding(), Ty::STR)],
            (Type::Bytes, "ends_with") => vec![call(Op::BytesEndsWith, vec![need("suffix", b)], Ty::BOOL)],
            (Type::Bytes, "find") => {
                let ret = self.program.types.tuple(&[Ty::BOOL, Ty::BYTES_ITER]);
                vec![call(Op::BytesFind, vec![need("needle", b)], ret)]
            }
            (Type::Bytes, "join") => vec![call(Op::BytesJoin, vec![need("parts", Ty::ANY)], b)],
            (Type::Bytes, "lower") => vec![call(Op::BytesLower, coding(), b)],
            (Type::Bytes, "match") => {
                let ret = self.program.types.of(Type::Result(b));
                vec![call(Op::BytesMatch, vec![need("regex", Ty::REGEXP), may("group", u64)], ret)]
            }
            (Type::Bytes, "split") => vec![call(Op::BytesSplit, vec![may("sep", b)], Ty::VEC_BYTES)],
            (Type::Bytes, "split1") => {
                let ret = self.program.types.tuple(&[b, b]);
                vec![call(Op::BytesSplit1, vec![may("sep", b)], ret)]
            }
            (Type::Bytes, "starts_with") => {
                vec![call(Op::BytesStartsWith, vec![need("prefix", b)], Ty::BOOL)]
            }
            (Type::Bytes, "strip") => vec![call(Op::BytesStrip, vec![may("side", side), may("set", b)], b)],
            (Type::Bytes, "sub") => vec![
                call(Op::BytesSubIter, vec![need("begin", Ty::BYTES_ITER), need("end", Ty::BYTES_ITER)], b),
                call(Op::BytesSubRange, vec![need("begin", u64), need("end", u64)], b),
                call(Op::BytesSubEnd, vec![need("end", Ty::BYTES_ITER)], b),
            ],
            (Type::Bytes, "to_int") => {
                vec![call(Op::BytesToIntOrder, with_order(), i64), call(Op::BytesToInt, base(), i64)]
            }
            (Type::Bytes, "to_uint") => {
                vec![call(Op::BytesToUintOrder, with_order(), u64), call(Op::BytesToUint, base(), u64)]
            }
            (Type::Bytes, "to_time") => vec![
                call(Op::BytesToTimeOrder, with_order(), Ty::TIME),
                call(Op::BytesToTime, base(), Ty::TIME),
            ],
            (Type::Bytes, "to_real") => vec![call(Op::BytesToReal, vec![], Ty::REAL)],
            (Type::Bytes, "upper") => vec![call(Op::BytesUpper, coding(), b)],
            (Type::Enum(_), "has_label") => vec![call(Op::EnumHasLabel, vec![], Ty::BOOL)],
            (Type::Error, "description") => vec![call(Op::ErrorDescription, vec![], Ty::STR)],
            (Type::Interval, "nanoseconds") => vec![call(Op::IntervalNanoseconds, vec![], i64)],
            (Type::Interval, "seconds") => vec![call(Op::IntervalSeconds, vec![], Ty::REAL)],
            (Type::Time, "nanoseconds") => vec![call(Op::TimeNanoseconds, vec![], u64)],
            (Type::Time, "seconds") => vec![call(Op::TimeSeconds, vec![], Ty::REAL)],
            (Type::Map(..), "clear") => vec![change(Op::MapClear, vec![], Ty::VOID)],
            (Type::Map(k, v), "get") => vec![call(Op::MapGet, vec![need("key", k), may("default", v)], v)],
            (Type::Map(k, v), "get_optional") => {
                let ret = self.program.types.of(Type::Optional(v));
                vec![call(Op::MapGetOptional, vec![need("key", k)], ret)]
            }
            (Type::Set(_), "clear") => vec![change(Op::SetClear, vec![], Ty::VOID)],
            (Type::Network, "family") => vec![call(Op::NetFamily, vec![], family)],
            (Type::Network, "length") => vec![call(Op::NetLength, vec![], i64)],
            (Type::Network, "prefix") => vec![call(Op::NetPrefix, vec![], Ty::ADDR)],
            (Type::Port, "protocol") => vec![call(Op::PortProtocol, vec![], self.enum_named("Protocol"))],
            (Type::Result(_), "error") => vec![call(Op::ResultError, vec![], Ty::ERROR)],
            (Type::Regexp | Type::MatchState, _) => self.regexp_methods(ty, name),
            (Type::Sink, _) => sink_methods(name, self.enum_named("ReassemblerPolicy")),
            (Type::Stream | Type::View | Type::Iter(_), _) => self.stream_methods(ty, name),
            (Type::Str, _) => self.string_methods(name, coding()),
            (Type::Vector(t) | Type::List(t), _) => self.vector_methods(ty, t, name),
            (Type::Unit(u), _) => self.unit_methods(u, name),
            _ => Vec::new(),
        }
    }

    fn regexp_methods(&mut self, ty: Ty, name: &str) -> Vec<Method> {
        let call = |op, params: Vec<MethodParam>, ret, mutates| vec![Method { op, params, ret, mutates }];
        let data = || vec![need("data", Ty::BYTES)];
        match (ty, name) {
            (Ty::REGEXP, "match") => call(Op::RegexpMatch, data(), Ty::INT32, false),
            (Ty::REGEXP, "find") => {
                let ret = self.program.types.tuple(&[Ty::INT32, Ty::BYTES]);
                call(Op::RegexpFind, data(), ret, false)
            }
            (Ty::REGEXP, "match_groups") => call(Op::RegexpGroups, data(), Ty::VEC_BYTES, false),
            (Ty::REGEXP, "token_matcher") => call(Op::RegexpTokenMatcher, vec![], Ty::MATCH_STATE, false),
            (Ty::MATCH_STATE, "advance") => {
                let (with_bytes, with_view) = (
                    self.program.types.tuple(&[Ty::INT32, Ty::UINT64]),
                    self.program.types.tuple(&[Ty::INT32, Ty::VIEW]),
                );
                let mut out = call(
                    Op::MatchAdvance,
                    vec![need("data", Ty::BYTES), may("final", Ty::BOOL)],
                    with_bytes,
                    false,
                );
                out.extend(call(
                    Op::MatchAdvanceView,
                    vec![need("data", Ty::VIEW), may("final", Ty::BOOL)],
                    with_view,
                    false,
                ));
                out
            }
            _ => Vec::new(),
        }
    }

    fn stream_methods(&mut self, ty: Ty, name: &str) -> Vec<Method> {
        let call = |op, params: Vec<MethodParam>, ret| Method { op, params, ret, mutates: false };
        let change = |op, params: Vec<MethodParam>| Method { op, params, ret: Ty::VOID, mutates: true };
        let (it, u64) = (Ty::STREAM_ITER, Ty::UINT64);
        match (self.program.types.get(ty).clone(), name) {
            (Type::Stream, "at") => vec![call(Op::StreamAt, vec![need("i", u64)], it)],
            (Type::Stream, "freeze") => vec![change(Op::StreamFreeze, vec![])],
            (Type::Stream, "unfreeze") => vec![change(Op::StreamUnfreeze, vec![])],
            (Type::Stream, "is_frozen") => vec![call(Op::StreamIsFrozen, vec![], Ty::BOOL)],
            (Type::Stream, "statistics") => {
                vec![call(Op::StreamStatistics, vec![], self.enum_named("StreamStatistics"))]
            }
            (Type::Stream, "trim") => vec![change(Op::StreamTrim, vec![need("i", it)])],
            (Type::Stream, "sub") => vec![
                call(Op::StreamSub, vec![need("begin", u64), need("end", u64)], Ty::VIEW),
                call(Op::ViewSubIter, vec![need("begin", it), need("end", it)], Ty::VIEW),
            ],
            (Type::View, "advance") => {
                vec![
                    call(Op::ViewAdvanceIter, vec![need("i", it)], Ty::VIEW),
                    call(Op::ViewAdvance, vec![need("i", u64)], Ty::VIEW),
                ]
            }
            (Type::View, "advance_to_next_data") => vec![call(Op::ViewNextData, vec![], Ty::VIEW)],
            (Type::View, "at") => vec![call(Op::ViewAt, vec![need("i", u64)], it)],
            (Type::View, "find") => {
                let ret = self.program.types.tuple(&[Ty::BOOL, it]);
                vec![call(Op::ViewFind, vec![need("needle", Ty::BYTES)], ret)]
            }
            (Type::View, "limit") => vec![call(Op::ViewLimit, vec![need("i", u64)], Ty::VIEW)],
            (Type::View, "offset") => vec![call(Op::ViewOffset, vec![], u64)],
            (Type::View, "starts_with") => {
                vec![call(Op::ViewStartsWith, vec![need("b", Ty::BYTES)], Ty::BOOL)]
            }
            (Type::View, "sub") => vec![
                call(Op::ViewSubIter, vec![need("begin", it), need("end", it)], Ty::VIEW),
                call(Op::ViewSubRange, vec![need("begin", u64), need("end", u64)], Ty::VIEW),
                call(Op::ViewSubEnd, vec![need("end", it)], Ty::VIEW),
            ],
            (Type::Iter(Ty::STREAM), "offset") => vec![call(Op::IterOffset, vec![], u64)],
            (Type::Iter(Ty::STREAM), "is_frozen") => vec![call(Op::IterIsFrozen, vec![], Ty::BOOL)],
            _ => Vec::new(),
        }
    }

    fn string_methods(&mut self, name: &str, coding: Vec<MethodParam>) -> Vec<Method> {
        let call = |op, params: Vec<MethodParam>, ret| vec![Method { op, params, ret, mutates: false }];
        let s = Ty::STR;
        match name {
            "encode" => call(Op::StrEncode, coding, Ty::BYTES),
            "ends_with" => call(Op::StrEndsWith, vec![need("suffix", s)], Ty::BOOL),
            "lower" => call(Op::StrLower, vec![], s),
            "split" => call(Op::StrSplit, vec![may("sep", s)], Ty::VEC_STR),
            "split1" => {
                let ret = self.program.types.tuple(&[s, s]);
                call(Op::StrSplit1, vec![may("sep", s)], ret)
            }
            "starts_with" => call(Op::StrStartsWith, vec![need("prefix", s)], Ty::BOOL),
            "upper" => call(Op::StrUpper, vec![], s),
            _ => Vec::new(),
        }
    }

    fn vector_methods(&mut self, ty: Ty, t: Ty, name: &str) -> Vec<Method> {
        let call = |op, params: Vec<MethodParam>, ret| Method { op, params, ret, mutates: false };
        let change = |op, params: Vec<MethodParam>| Method { op, params, ret: Ty::VOID, mutates: true };
        let u64 = Ty::UINT64;
        match name {
            "assign" => vec![change(Op::VectorAssign, vec![need("i", u64), need("x", t)])],
            "at" => {
                let it = self.program.types.of(Type::Iter(ty));
                vec![call(Op::VectorAt, vec![need("i", u64)], it)]
            }
            "back" => vec![call(Op::VectorBack, vec![], t)],
            "front" => vec![call(Op::VectorFront, vec![], t)],
            "pop_back" => vec![change(Op::VectorPopBack, vec![])],
            "push_back" => vec![change(Op::VectorPushBack, vec![need("x", t)])],
            "reserve" => vec![change(Op::VectorReserve, vec![need("n", u64)])],
            "resize" => vec![change(Op::VectorResize, vec![need("n", u64)])],
            "sub" => vec![
                call(Op::VectorSub, vec![need("begin", u64), need("end", u64)], ty),
                call(Op::VectorSubEnd, vec![need("end", u64)], ty),
            ],
            _ => Vec::new(),
        }
    }

    fn unit_methods(&mut self, unit: u32, name: &str) -> Vec<Method> {
        let call = |op, params: Vec<MethodParam>, ret| vec![Method { op, params, ret, mutates: false }];
        let it = Ty::STREAM_ITER;
        match name {
            "backtrack" => call(Op::UnitBacktrack, vec![], Ty::VOID),
            "connect_filter" => {
                self.program.units[unit as usize].uses_filter = true;
                call(Op::UnitConnectFilter, vec![need("filter", Ty::ANY)], Ty::VOID)
            }
            "context" => {
                let context = self.program.units[unit as usize].context.unwrap_or(Ty::UNKNOWN);
                let ret = self.program.types.of(Type::Ref(context));
                call(Op::UnitContext, vec![], ret)
            }
            "find" => {
                let ret = self.program.types.of(Type::Optional(it));
                let direction = self.enum_named("Direction");
                call(
                    Op::UnitFind,
                    vec![need("needle", Ty::BYTES), may("dir", direction), may("start", it)],
                    ret,
                )
            }
            "forward" => call(Op::UnitForward, vec![need("data", Ty::BYTES)], Ty::VOID),
            "forward_eod" => call(Op::UnitForwardEod, vec![], Ty::VOID),
            "input" => call(Op::UnitInput, vec![], it),
            "offset" => call(Op::UnitOffset, vec![], Ty::UINT64),
            "position" => call(Op::UnitPosition, vec![], it),
            "set_input" => call(Op::UnitSetInput, vec![need("i", it)], Ty::VOID),
            "stream" => call(Op::UnitStream, vec![], Ty::STREAM),
            _ => Vec::new(),
        }
    }
}

fn sink_methods(name: &str, policy: Ty) -> Vec<Method> {
    let call = |op, params: Vec<MethodParam>, ret| Method { op, params, ret, mutates: true };
    let seq = || vec![need("seq", Ty::UINT64)];
    let (u64, void) = (Ty::UINT64, Ty::VOID);
    match name {
        "close" => vec![call(Op::SinkClose, vec![], void)],
        "connect" => vec![call(Op::SinkConnect, vec![need("u", Ty::ANY)], void)],
        "connect_filter" => vec![call(Op::SinkConnectFilter, vec![need("filter", Ty::ANY)], void)],
        "connect_mime_type" => vec![
            call(Op::SinkConnectMime, vec![need("mt", Ty::BYTES)], void),
            call(Op::SinkConnectMime, vec![need("mt", Ty::STR)], void),
        ],
        "gap" => vec![call(Op::SinkGap, vec![need("seq", u64), need("len", u64)], void)],
        "sequence_number" => vec![Method { op: Op::SinkSequence, params: vec![], ret: u64, mutates: false }],
        "set_auto_trim" => vec![call(Op::SinkAutoTrim, vec![need("enable", Ty::BOOL)], void)],
        "set_initial_sequence_number" => vec![call(Op::SinkInitialSequence, seq(), void)],
        "set_policy" => vec![call(Op::SinkPolicy, vec![need("policy", policy)], void)],
        "skip" => vec![call(Op::SinkSkip, seq(), void)],
        "trim" => vec![call(Op::SinkTrim, seq(), void)],
        "write" => {
            vec![call(Op::SinkWrite, vec![need("data", Ty::BYTES), may("seq", u64), may("len", u64)], void)]
        }
        _ => Vec::new(),
    }
}
