//! Kinds of tokens.

macro_rules! tokens {
    ($($(#[$doc:meta])* $name:ident $text:literal),* $(,)?) => {
        /// The kind of a token. Its text is the source under its span.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[repr(u8)]
        pub enum Tok {
            $($(#[$doc])* #[doc = concat!("`", $text, "`")] $name),*
        }

        impl Tok {
            /// All kinds, in the order of their numbers.
            pub(crate) const ALL: &[Tok] = &[$(Tok::$name),*];

            /// The token's text, or a description of it.
            pub const fn text(self) -> &'static str {
                match self { $(Tok::$name => $text),* }
            }
        }
    };
}

tokens! {
    /// End of the file:
    Eof "end of file",
    /// An identifier, with its `::` parts:
    Ident "identifier",
    /// An identifier after a leading `::`:
    GlobalIdent "::identifier",
    Count "count", HexCount "hexadecimal count", Double "double", Interval "interval", Port "port",
    Addr4 "address", Addr6 "[address]", Subnet4 "subnet", Subnet6 "[address]/length", Host "host name",
    Str "string", True "T", False "F",
    /// The value of `@DIR`:
    Dir "@DIR",
    /// The value of `@FILENAME`:
    Filename "@FILENAME",
    Debug "@DEBUG",
    Load "@load", If "@if", Ifdef "@ifdef", Ifndef "@ifndef", AtElse "@else", AtEndif "@endif",
    Bang "!", Percent "%", Star "*", Slash "/", Plus "+", Minus "-", Comma ",", Colon ":", Semi ";",
    Less "<", Assign "=", Greater ">", Question "?", LParen "(", RParen ")", LBracket "[", RBracket "]",
    LBrace "{", RBrace "}", Tilde "~", Dollar "$", Pipe "|", Amp "&", Caret "^",
    /// Stands for any number of arguments, in declarations of built-in functions:
    Ellipsis "...",
    Decr "--", Incr "++", AddTo "+=", RemoveFrom "-=", Eq "==", Ne "!=", Ge ">=", Le "<=",
    AndAnd "&&", OrOr "||", Shl "<<", Shr ">>", HasField "?$", NotIn "!in",
    KwAdd "add", KwAddr "addr", KwAny "any", KwAs "as", KwAssert "assert", KwBool "bool", KwBreak "break",
    KwCase "case", KwOption "option", KwConst "const", KwCopy "copy", KwCount "count", KwDefault "default",
    KwDelete "delete", KwDouble "double", KwElse "else", KwEnum "enum", KwEvent "event", KwExport "export",
    KwFallthrough "fallthrough", KwFile "file", KwFor "for", KwWhile "while", KwFunction "function",
    KwGlobal "global", KwHook "hook", KwIf "if", KwIn "in", KwInt "int", KwInterval "interval", KwIs "is",
    KwLocal "local", KwModule "module", KwNext "next", KwOf "of", KwOpaque "opaque", KwPattern "pattern",
    KwPort "port", KwPrint "print", KwRecord "record", KwRedef "redef", KwReturn "return",
    KwSchedule "schedule", KwSet "set", KwString "string", KwSubnet "subnet", KwSwitch "switch",
    KwTable "table", KwTime "time", KwTimeout "timeout", KwType "type", KwVector "vector", KwWhen "when",
    AttrAddFunc "&add_func", AttrCreateExpire "&create_expire", AttrDefault "&default",
    AttrDefaultInsert "&default_insert", AttrDeleteFunc "&delete_func", AttrDeprecated "&deprecated",
    AttrRawOutput "&raw_output", AttrErrorHandler "&error_handler", AttrExpireFunc "&expire_func",
    AttrGroup "&group", AttrLog "&log", AttrOptional "&optional", AttrIsAssigned "&is_assigned",
    AttrIsUsed "&is_used", AttrPriority "&priority", AttrTypeColumn "&type_column",
    AttrReadExpire "&read_expire", AttrRedef "&redef", AttrWriteExpire "&write_expire",
    AttrOnChange "&on_change", AttrBrokerStore "&broker_store",
    AttrBrokerAllowComplexType "&broker_allow_complex_type", AttrBackend "&backend",
    AttrOrdered "&ordered", AttrNoZamOpt "&no_ZAM_opt", AttrNoCppOpt "&no_CPP_opt",
}

/// Returns the keyword for `word`, or [`Tok::Ident`].
pub(crate) fn keyword(word: &[u8]) -> Tok {
    use Tok::*;
    match word {
        b"T" => True,
        b"F" => False,
        b"add" => KwAdd,
        b"addr" => KwAddr,
        b"any" => KwAny,
        b"as" => KwAs,
        b"assert" => KwAssert,
        b"bool" => KwBool,
        b"break" => KwBreak,
        b"case" => KwCase,
        b"option" => KwOption,
        b"const" => KwConst,
        b"copy" => KwCopy,
        b"count" => KwCount,
        b"default" => KwDefault,
        b"delete" => KwDelete,
        b"double" => KwDouble,
        b"else" => KwElse,
        b"enum" => KwEnum,
        b"event" => KwEvent,
        b"export" => KwExport,
        b"fallthrough" => KwFallthrough,
        b"file" => KwFile,
        b"for" => KwFor,
        b"while" => KwWhile,
        b"function" => KwFunction,
        b"global" => KwGlobal,
        b"hook" => KwHook,
        b"if" => KwIf,
        b"in" => KwIn,
        b"int" => KwInt,
        b"interval" => KwInterval,
        b"is" => KwIs,
        b"local" => KwLocal,
        b"module" => KwModule,
        b"next" => KwNext,
        b"of" => KwOf,
        b"opaque" => KwOpaque,
        b"pattern" => KwPattern,
        b"port" => KwPort,
        b"print" => KwPrint,
        b"record" => KwRecord,
        b"redef" => KwRedef,
        b"return" => KwReturn,
        b"schedule" => KwSchedule,
        b"set" => KwSet,
        b"string" => KwString,
        b"subnet" => KwSubnet,
        b"switch" => KwSwitch,
        b"table" => KwTable,
        b"time" => KwTime,
        b"timeout" => KwTimeout,
        b"type" => KwType,
        b"vector" => KwVector,
        b"when" => KwWhen,
        _ => Ident,
    }
}

/// Returns the attribute whose name after `&` is `word`.
pub(crate) fn attribute(word: &[u8]) -> Option<Tok> {
    use Tok::*;
    Some(match word {
        b"add_func" => AttrAddFunc,
        b"create_expire" => AttrCreateExpire,
        b"default" => AttrDefault,
        b"default_insert" => AttrDefaultInsert,
        b"delete_func" => AttrDeleteFunc,
        b"deprecated" => AttrDeprecated,
        b"raw_output" => AttrRawOutput,
        b"error_handler" => AttrErrorHandler,
        b"expire_func" => AttrExpireFunc,
        b"group" => AttrGroup,
        b"log" => AttrLog,
        b"optional" => AttrOptional,
        b"is_assigned" => AttrIsAssigned,
        b"is_used" => AttrIsUsed,
        b"priority" => AttrPriority,
        b"type_column" => AttrTypeColumn,
        b"read_expire" => AttrReadExpire,
        b"redef" => AttrRedef,
        b"write_expire" => AttrWriteExpire,
        b"on_change" => AttrOnChange,
        b"broker_store" => AttrBrokerStore,
        b"broker_allow_complex_type" => AttrBrokerAllowComplexType,
        b"backend" => AttrBackend,
        b"ordered" => AttrOrdered,
        b"no_ZAM_opt" => AttrNoZamOpt,
        b"no_CPP_opt" => AttrNoCppOpt,
        _ => return None,
    })
}

/// All keywords, for suggestions.
pub const KEYWORDS: &[&str] = &[
    "add",
    "addr",
    "any",
    "as",
    "assert",
    "bool",
    "break",
    "case",
    "option",
    "const",
    "copy",
    "count",
    "default",
    "delete",
    "double",
    "else",
    "enum",
    "event",
    "export",
    "fallthrough",
    "file",
    "for",
    "while",
    "function",
    "global",
    "hook",
    "if",
    "in",
    "int",
    "interval",
    "is",
    "local",
    "module",
    "next",
    "of",
    "opaque",
    "pattern",
    "port",
    "print",
    "record",
    "redef",
    "return",
    "schedule",
    "set",
    "string",
    "subnet",
    "switch",
    "table",
    "time",
    "timeout",
    "type",
    "vector",
    "when",
];

/// A token and its place, in offsets of its file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) tok: Tok,
    pub(crate) start: u32,
    pub(crate) end: u32,
}
