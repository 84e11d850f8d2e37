//! Maps numbers of LDAP to names of script enums.
use event::EnumName;

/// Declares a lookup from numbers to names of a script enum. Other numbers map to `Undef`.
macro_rules! names {
    ($(#[$doc:meta])* $lookup:ident: $kind:literal { $($number:literal $name:literal,)* }) => {
        $(#[$doc])*
        pub(super) const fn $lookup(number: u64) -> EnumName {
            EnumName(match number {
                $($number => concat!("LDAP::", $kind, "_", $name),)*
                _ => concat!("LDAP::", $kind, "_Undef"),
            })
        }
    };
}

#[rustfmt::skip]
names! {
    /// The operation of a message (RFC 4511, 4.1.1).
    opcode: "ProtocolOpcode" {
        0 "BIND_REQUEST", 1 "BIND_RESPONSE", 2 "UNBIND_REQUEST", 3 "SEARCH_REQUEST", 4 "SEARCH_RESULT_ENTRY",
        5 "SEARCH_RESULT_DONE", 6 "MODIFY_REQUEST", 7 "MODIFY_RESPONSE", 8 "ADD_REQUEST", 9 "ADD_RESPONSE",
        10 "DEL_REQUEST", 11 "DEL_RESPONSE", 12 "MOD_DN_REQUEST", 13 "MOD_DN_RESPONSE", 14 "COMPARE_REQUEST",
        15 "COMPARE_RESPONSE", 16 "ABANDON_REQUEST", 19 "SEARCH_RESULT_REFERENCE", 23 "EXTENDED_REQUEST",
        24 "EXTENDED_RESPONSE", 25 "INTERMEDIATE_RESPONSE",
    }
}

#[rustfmt::skip]
names! {
    /// The result code (RFC 4511, 4.1.9; IANA, "LDAP Result Codes"). Codes from 81 to 97 belong to the C API and are
    /// not sent.
    result_code: "ResultCode" {
        0 "SUCCESS", 1 "OPERATIONS_ERROR", 2 "PROTOCOL_ERROR", 3 "TIME_LIMIT_EXCEEDED", 4 "SIZE_LIMIT_EXCEEDED",
        5 "COMPARE_FALSE", 6 "COMPARE_TRUE", 7 "AUTH_METHOD_NOT_SUPPORTED", 8 "STRONGER_AUTH_REQUIRED",
        9 "PARTIAL_RESULTS", 10 "REFERRAL", 11 "ADMIN_LIMIT_EXCEEDED", 12 "UNAVAILABLE_CRITICAL_EXTENSION",
        13 "CONFIDENTIALITY_REQUIRED", 14 "SASL_BIND_IN_PROGRESS", 16 "NO_SUCH_ATTRIBUTE",
        17 "UNDEFINED_ATTRIBUTE_TYPE", 18 "INAPPROPRIATE_MATCHING", 19 "CONSTRAINT_VIOLATION",
        20 "ATTRIBUTE_OR_VALUE_EXISTS", 21 "INVALID_ATTRIBUTE_SYNTAX", 32 "NO_SUCH_OBJECT", 33 "ALIAS_PROBLEM",
        34 "INVALID_DNSYNTAX", 36 "ALIAS_DEREFERENCING_PROBLEM", 48 "INAPPROPRIATE_AUTHENTICATION",
        49 "INVALID_CREDENTIALS", 50 "INSUFFICIENT_ACCESS_RIGHTS", 51 "BUSY", 52 "UNAVAILABLE",
        53 "UNWILLING_TO_PERFORM", 54 "LOOP_DETECT", 60 "SORT_CONTROL_MISSING", 61 "OFFSET_RANGE_ERROR",
        64 "NAMING_VIOLATION", 65 "OBJECT_CLASS_VIOLATION", 66 "NOT_ALLOWED_ON_NON_LEAF",
        67 "NOT_ALLOWED_ON_RDN", 68 "ENTRY_ALREADY_EXISTS", 69 "OBJECT_CLASS_MODS_PROHIBITED",
        70 "RESULTS_TOO_LARGE", 71 "AFFECTS_MULTIPLE_DSAS", 76 "CONTROL_ERROR", 80 "OTHER", 81 "SERVER_DOWN",
        82 "LOCAL_ERROR", 83 "ENCODING_ERROR", 84 "DECODING_ERROR", 85 "TIMEOUT", 86 "AUTH_UNKNOWN",
        87 "FILTER_ERROR", 88 "USER_CANCELED", 89 "PARAM_ERROR", 90 "NO_MEMORY", 91 "CONNECT_ERROR",
        92 "NOT_SUPPORTED", 93 "CONTROL_NOT_FOUND", 94 "NO_RESULTS_RETURNED", 95 "MORE_RESULTS_TO_RETURN",
        96 "CLIENT_LOOP", 97 "REFERRAL_LIMIT_EXCEEDED", 100 "INVALID_RESPONSE", 101 "AMBIGUOUS_RESPONSE",
        112 "TLS_NOT_SUPPORTED", 113 "INTERMEDIATE_RESPONSE", 114 "UNKNOWN_TYPE", 115 "LCUP_INVALID_DATA",
        116 "LCUP_UNSUPPORTED_SCHEME", 117 "LCUP_RELOAD_REQUIRED", 118 "CANCELED", 119 "NO_SUCH_OPERATION",
        120 "TOO_LATE", 121 "CANNOT_CANCEL", 122 "ASSERTION_FAILED", 123 "AUTHORIZATION_DENIED",
    }
}

#[rustfmt::skip]
names! {
    /// The authentication of a bind (RFC 4511, 4.2; MS-ADTS, 5.1.1.1.3).
    auth_type: "BindAuthType" {
        0 "BIND_AUTH_SIMPLE", 3 "BIND_AUTH_SASL", 9 "SICILY_PACKAGE_DISCOVERY", 10 "SICILY_NEGOTIATE",
        11 "SICILY_RESPONSE",
    }
}

#[rustfmt::skip]
names! {
    /// The scope of a search (RFC 4511, 4.5.1.2).
    scope: "SearchScope" {
        0 "SEARCH_BASE", 1 "SEARCH_SINGLE", 2 "SEARCH_TREE",
    }
}

#[rustfmt::skip]
names! {
    /// When a search dereferences aliases (RFC 4511, 4.5.1.3).
    deref: "SearchDerefAlias" {
        0 "DEREF_NEVER", 1 "DEREF_IN_SEARCHING", 2 "DEREF_FINDING_BASE", 3 "DEREF_ALWAYS",
    }
}
