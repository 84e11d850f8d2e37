# Types of the LDAP analyzer's events, declared before all scripts, like the types of built-in functions. Values are
# the protocol's numbers; Undef means missing or unknown.

module LDAP;

# A grammar that replaces our analyzer exports its own types.
@ifndef ( LDAP::ProtocolOpcode )
export {
	## The kind of a message (RFC 4511, 4.1.1).
	type ProtocolOpcode: enum {
		ProtocolOpcode_BIND_REQUEST = 0,
		ProtocolOpcode_BIND_RESPONSE = 1,
		ProtocolOpcode_UNBIND_REQUEST = 2,
		ProtocolOpcode_SEARCH_REQUEST = 3,
		ProtocolOpcode_SEARCH_RESULT_ENTRY = 4,
		ProtocolOpcode_SEARCH_RESULT_DONE = 5,
		ProtocolOpcode_MODIFY_REQUEST = 6,
		ProtocolOpcode_MODIFY_RESPONSE = 7,
		ProtocolOpcode_ADD_REQUEST = 8,
		ProtocolOpcode_ADD_RESPONSE = 9,
		ProtocolOpcode_DEL_REQUEST = 10,
		ProtocolOpcode_DEL_RESPONSE = 11,
		ProtocolOpcode_MOD_DN_REQUEST = 12,
		ProtocolOpcode_MOD_DN_RESPONSE = 13,
		ProtocolOpcode_COMPARE_REQUEST = 14,
		ProtocolOpcode_COMPARE_RESPONSE = 15,
		ProtocolOpcode_ABANDON_REQUEST = 16,
		ProtocolOpcode_SEARCH_RESULT_REFERENCE = 19,
		ProtocolOpcode_EXTENDED_REQUEST = 23,
		ProtocolOpcode_EXTENDED_RESPONSE = 24,
		ProtocolOpcode_INTERMEDIATE_RESPONSE = 25,
		ProtocolOpcode_Undef = 2147483647,
	};

	## The result of an operation (RFC 4511, 4.1.9; IANA, "LDAP Result Codes"; numbers from 81 on are internal to
	## clients).
	type ResultCode: enum {
		ResultCode_SUCCESS = 0,
		ResultCode_OPERATIONS_ERROR = 1,
		ResultCode_PROTOCOL_ERROR = 2,
		ResultCode_TIME_LIMIT_EXCEEDED = 3,
		ResultCode_SIZE_LIMIT_EXCEEDED = 4,
		ResultCode_COMPARE_FALSE = 5,
		ResultCode_COMPARE_TRUE = 6,
		ResultCode_AUTH_METHOD_NOT_SUPPORTED = 7,
		ResultCode_STRONGER_AUTH_REQUIRED = 8,
		ResultCode_PARTIAL_RESULTS = 9,
		ResultCode_REFERRAL = 10,
		ResultCode_ADMIN_LIMIT_EXCEEDED = 11,
		ResultCode_UNAVAILABLE_CRITICAL_EXTENSION = 12,
		ResultCode_CONFIDENTIALITY_REQUIRED = 13,
		ResultCode_SASL_BIND_IN_PROGRESS = 14,
		ResultCode_NO_SUCH_ATTRIBUTE = 16,
		ResultCode_UNDEFINED_ATTRIBUTE_TYPE = 17,
		ResultCode_INAPPROPRIATE_MATCHING = 18,
		ResultCode_CONSTRAINT_VIOLATION = 19,
		ResultCode_ATTRIBUTE_OR_VALUE_EXISTS = 20,
		ResultCode_INVALID_ATTRIBUTE_SYNTAX = 21,
		ResultCode_NO_SUCH_OBJECT = 32,
		ResultCode_ALIAS_PROBLEM = 33,
		ResultCode_INVALID_DNSYNTAX = 34,
		ResultCode_ALIAS_DEREFERENCING_PROBLEM = 36,
		ResultCode_INAPPROPRIATE_AUTHENTICATION = 48,
		ResultCode_INVALID_CREDENTIALS = 49,
		ResultCode_INSUFFICIENT_ACCESS_RIGHTS = 50,
		ResultCode_BUSY = 51,
		ResultCode_UNAVAILABLE = 52,
		ResultCode_UNWILLING_TO_PERFORM = 53,
		ResultCode_LOOP_DETECT = 54,
		ResultCode_SORT_CONTROL_MISSING = 60,
		ResultCode_OFFSET_RANGE_ERROR = 61,
		ResultCode_NAMING_VIOLATION = 64,
		ResultCode_OBJECT_CLASS_VIOLATION = 65,
		ResultCode_NOT_ALLOWED_ON_NON_LEAF = 66,
		ResultCode_NOT_ALLOWED_ON_RDN = 67,
		ResultCode_ENTRY_ALREADY_EXISTS = 68,
		ResultCode_OBJECT_CLASS_MODS_PROHIBITED = 69,
		ResultCode_RESULTS_TOO_LARGE = 70,
		ResultCode_AFFECTS_MULTIPLE_DSAS = 71,
		ResultCode_CONTROL_ERROR = 76,
		ResultCode_OTHER = 80,
		ResultCode_SERVER_DOWN = 81,
		ResultCode_LOCAL_ERROR = 82,
		ResultCode_ENCODING_ERROR = 83,
		ResultCode_DECODING_ERROR = 84,
		ResultCode_TIMEOUT = 85,
		ResultCode_AUTH_UNKNOWN = 86,
		ResultCode_FILTER_ERROR = 87,
		ResultCode_USER_CANCELED = 88,
		ResultCode_PARAM_ERROR = 89,
		ResultCode_NO_MEMORY = 90,
		ResultCode_CONNECT_ERROR = 91,
		ResultCode_NOT_SUPPORTED = 92,
		ResultCode_CONTROL_NOT_FOUND = 93,
		ResultCode_NO_RESULTS_RETURNED = 94,
		ResultCode_MORE_RESULTS_TO_RETURN = 95,
		ResultCode_CLIENT_LOOP = 96,
		ResultCode_REFERRAL_LIMIT_EXCEEDED = 97,
		ResultCode_INVALID_RESPONSE = 100,
		ResultCode_AMBIGUOUS_RESPONSE = 101,
		ResultCode_TLS_NOT_SUPPORTED = 112,
		ResultCode_INTERMEDIATE_RESPONSE = 113,
		ResultCode_UNKNOWN_TYPE = 114,
		ResultCode_LCUP_INVALID_DATA = 115,
		ResultCode_LCUP_UNSUPPORTED_SCHEME = 116,
		ResultCode_LCUP_RELOAD_REQUIRED = 117,
		ResultCode_CANCELED = 118,
		ResultCode_NO_SUCH_OPERATION = 119,
		ResultCode_TOO_LATE = 120,
		ResultCode_CANNOT_CANCEL = 121,
		ResultCode_ASSERTION_FAILED = 122,
		ResultCode_AUTHORIZATION_DENIED = 123,
		ResultCode_Undef = 2147483647,
	};

	## How a client authenticates (RFC 4511, 4.2; MS-ADTS, 5.1.1.1.3).
	type BindAuthType: enum {
		BindAuthType_BIND_AUTH_SIMPLE = 0,
		BindAuthType_BIND_AUTH_SASL = 3,
		BindAuthType_SICILY_PACKAGE_DISCOVERY = 9,
		BindAuthType_SICILY_NEGOTIATE = 10,
		BindAuthType_SICILY_RESPONSE = 11,
		BindAuthType_Undef = 2147483647,
	};

	## How far a search goes (RFC 4511, 4.5.1.2).
	type SearchScope: enum {
		SearchScope_SEARCH_BASE = 0,
		SearchScope_SEARCH_SINGLE = 1,
		SearchScope_SEARCH_TREE = 2,
		SearchScope_Undef = 2147483647,
	};

	## Which aliases a search follows (RFC 4511, 4.5.1.3).
	type SearchDerefAlias: enum {
		SearchDerefAlias_DEREF_NEVER = 0,
		SearchDerefAlias_DEREF_IN_SEARCHING = 1,
		SearchDerefAlias_DEREF_FINDING_BASE = 2,
		SearchDerefAlias_DEREF_ALWAYS = 3,
		SearchDerefAlias_Undef = 2147483647,
	};
}
@endif
