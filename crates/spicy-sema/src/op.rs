//! Operations that are single instructions of the virtual machine: methods, library functions, operators of compound
//! types.
#![expect(missing_docs, reason = "named after the type and method that they carry out")]

macro_rules! ops {
    ($($name:ident)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u16)]
        pub enum Op { $($name),* }
        impl Op {
            pub const ALL: &[Op] = &[$(Op::$name),*];
        }
    };
}

ops! {
    AddrFamily
    BytesAt BytesDecode BytesEndsWith BytesFind BytesJoin BytesLower BytesMatch BytesSplit BytesSplit1 BytesStartsWith BytesStrip
    BytesSubRange BytesSubIter BytesSubEnd BytesToInt BytesToIntOrder BytesToReal BytesToTime BytesToTimeOrder BytesToUint
    BytesToUintOrder BytesUpper BytesIn BytesSize BytesSum BytesAppend BytesAppendByte BytesAppendView
    EnumHasLabel ErrorDescription IntervalNanoseconds IntervalSeconds TimeNanoseconds TimeSeconds
    MapClear MapGet MapGetOptional MapIn MapSize MapDelete SetClear SetAdd SetDelete SetIn SetSize
    NetFamily NetLength NetPrefix NetIn PortProtocol PortMake
    RegexpMatch RegexpFind RegexpGroups RegexpTokenMatcher MatchAdvance MatchAdvanceView
    ResultError Begin EndOf IterDeref IterAdvance IterDifference IterCompare IterOffset IterIsFrozen
    SinkClose SinkConnect SinkConnectFilter SinkConnectMime SinkGap SinkSequence SinkAutoTrim SinkInitialSequence SinkPolicy
    SinkSkip SinkTrim SinkWrite SinkSize
    StreamAt StreamFreeze StreamIsFrozen StreamStatistics StreamTrim StreamUnfreeze StreamSize StreamAppend StreamAppendView
    StreamMake StreamSub
    ViewAdvance ViewAdvanceIter ViewNextData ViewAt ViewFind ViewLimit ViewOffset ViewStartsWith ViewSubIter ViewSubRange
    ViewSubEnd ViewIn ViewSize ViewToBytes
    StrEncode StrEndsWith StrLower StrSplit StrSplit1 StrStartsWith StrUpper StrFormat StrSize StrSum
    TimeAdd TimeSub TimeDiff IntervalAdd IntervalSub IntervalMulInt IntervalMulReal
    UnitBacktrack UnitConnectFilter UnitContext UnitFind UnitForward UnitForwardEod UnitInput UnitOffset UnitPosition UnitSetInput
    UnitStream
    VectorAssign VectorAt VectorBack VectorFront VectorPopBack VectorPushBack VectorReserve VectorResize VectorSub VectorSubEnd
    VectorSize VectorSum VectorAppend VectorIn
    PackInt PackAddr PackReal UnpackInt UnpackAddr UnpackReal
    BitNot IntervalNs TimeNs
}
