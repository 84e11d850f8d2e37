//! Names that the language gives a meaning: attributes, properties and hooks, reserved words.

/// Attributes, without their `&`.
pub(crate) const ATTRIBUTES: &[&str] = &[
    "always-emit", "anonymous", "bit-order", "byte-order", "chunked", "convert", "count", "cxx-any-as-ptr", "cxxname", "debug",
    "default", "eod", "have_prototype", "hilti_type", "internal", "ipv4", "ipv6", "log", "max-size", "needed-by-feature",
    "no-emit", "nosub", "on-heap", "optional", "originator", "parse-at", "parse-from", "priority", "requires",
    "requires-type-feature", "responder", "size", "static", "synchronize", "transient", "try", "type", "until",
    "until-including", "while",
];

/// Properties of modules and units, without their `%`.
pub(crate) const PROPERTIES: &[&str] = &[
    "byte-order", "context", "cxx-include", "description", "doc-description", "doc-id", "filter", "mime-type", "port",
    "random-access", "skip", "skip-post", "skip-pre", "skip-implementation", "spicy-version", "sync-advance-block-size",
    "synchronize-after", "synchronize-at",
];

/// Hooks that are not named after a field, without their `%`.
pub(crate) const HOOKS: &[&str] = &[
    "confirmed", "debug", "done", "error", "finally", "gap", "init", "overlap", "print", "rejected", "skipped",
    "sync_advance", "synced", "undelivered",
];

/// Words that cannot name anything.
pub(crate) const RESERVED: &[&str] = &[
    "False", "None", "Null", "True", "add", "addr", "any", "assert", "assert-exception", "begin", "bitfield",
    "bool", "break", "bytes", "case", "cast", "catch", "confirm", "const", "const_iterator", "constant", "continue", "cregexp",
    "cstring", "default", "delete", "else", "end", "enum", "export", "for", "foreach", "from",
    "function", "global", "ident", "if", "import", "in", "inout", "int16", "int32", "int64", "int8", "interval", "interval_ns",
    "iterator", "list", "local", "map", "mark", "mod", "module", "network", "new", "on", "optional", "pack",
    "port", "print", "priority", "private", "property", "public", "real", "regexp", "reject", "result", "return", "set", "sink",
    "stop", "stream", "string", "struct", "switch", "throw", "time", "time_ns", "timer", "try", "tuple", "type", "typeinfo",
    "uint16", "uint32", "uint64", "uint8", "unit", "unpack", "unset", "var", "vector", "view", "void", "while",
];

pub(crate) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}
