# Names of SSL, TLS and DTLS numbers (IANA's registries for TLS, and unregistered numbers seen in traffic).

@load ./ciphers

module SSL;

# A draft of TLS 1.3 has its number in the low byte.
function version_name(i: count): string
	{
	return i / 0xff == 0x7f ? fmt("TLSv13-draft%d", i % 0x7f) : fmt("unknown-%d", i);
	}

export {
	# Versions. There is no DTLS 1.1.
	const SSLv2 = 0x0002;
	const SSLv3 = 0x0300;
	const TLSv10 = 0x0301;
	const TLSv11 = 0x0302;
	const TLSv12 = 0x0303;
	const TLSv13 = 0x0304;
	const DTLSv10 = 0xFEFF;
	const DTLSv12 = 0xFEFD;
	const DTLSv13 = 0xFEFC;

	## Names of versions.
	const version_strings: table[count] of string = {
		[SSLv2] = "SSLv2", [SSLv3] = "SSLv3", [TLSv10] = "TLSv10", [TLSv11] = "TLSv11", [TLSv12] = "TLSv12",
		[TLSv13] = "TLSv13", [DTLSv10] = "DTLSv10", [DTLSv12] = "DTLSv12", [DTLSv13] = "DTLSv13",
	} &default=version_name;

	# Record types.
	const CHANGE_CIPHER_SPEC = 20;
	const ALERT = 21;
	const HANDSHAKE = 22;
	const APPLICATION_DATA = 23;
	const HEARTBEAT = 24;
	const TLS12_CID = 25;
	const TLS13_ACK = 26;
	const RETURN_ROUTABILITY_CHECK = 26;

	# Messages of SSLv2, which has no record types.
	const V2_ERROR = 300;
	const V2_CLIENT_HELLO = 301;
	const V2_CLIENT_MASTER_KEY = 302;
	const V2_SERVER_HELLO = 304;

	# Handshake messages.
	const HELLO_REQUEST = 0;
	const CLIENT_HELLO = 1;
	const SERVER_HELLO = 2;
	const HELLO_VERIFY_REQUEST = 3;
	const SESSION_TICKET = 4;
	const HELLO_RETRY_REQUEST = 6;
	const ENCRYPTED_EXTENSIONS = 8;
	const CERTIFICATE = 11;
	const SERVER_KEY_EXCHANGE = 12;
	const CERTIFICATE_REQUEST = 13;
	const SERVER_HELLO_DONE = 14;
	const CERTIFICATE_VERIFY = 15;
	const CLIENT_KEY_EXCHANGE = 16;
	const FINISHED = 20;
	const CERTIFICATE_URL = 21;
	const CERTIFICATE_STATUS = 22;
	const SUPPLEMENTAL_DATA = 23;
	const KEY_UPDATE = 24;
	const COMPRESSED_CERTIFICATE = 25;
	const EKT_KEY = 26;

	## Alert levels.
	const alert_levels: table[count] of string = {
		[1] = "warning", [2] = "fatal",
	} &default=function(i: count): string { return fmt("unknown-%d", i); };

	## Alert descriptions.
	const alert_descriptions: table[count] of string = {
		[0] = "close_notify", [10] = "unexpected_message", [20] = "bad_record_mac", [21] = "decryption_failed",
		[22] = "record_overflow", [30] = "decompression_failure", [40] = "handshake_failure",
		[41] = "no_certificate", [42] = "bad_certificate", [43] = "unsupported_certificate",
		[44] = "certificate_revoked", [45] = "certificate_expired", [46] = "certificate_unknown",
		[47] = "illegal_parameter", [48] = "unknown_ca", [49] = "access_denied", [50] = "decode_error",
		[51] = "decrypt_error", [60] = "export_restriction", [70] = "protocol_version",
		[71] = "insufficient_security", [80] = "internal_error", [86] = "inappropriate_fallback",
		[90] = "user_canceled", [100] = "no_renegotiation", [110] = "unsupported_extension",
		[111] = "certificate_unobtainable", [112] = "unrecognized_name", [113] = "bad_certificate_status_response",
		[114] = "bad_certificate_hash_value", [115] = "unknown_psk_identity", [116] = "certificate_required",
		[120] = "no_application_protocol", [121] = "ech_required",
	} &default=function(i: count): string { return fmt("unknown-%d", i); };

	## Hash algorithms of signatures.
	const hash_algorithms: table[count] of string = {
		[0] = "none", [1] = "md5", [2] = "sha1", [3] = "sha224", [4] = "sha256", [5] = "sha384", [6] = "sha512",
		[8] = "Intrinsic",
	} &default=function(i: count): string { return fmt("unknown-%d", i); };

	## Signature algorithms.
	const signature_algorithms: table[count] of string = {
		[0] = "anonymous", [1] = "rsa", [2] = "dsa", [3] = "ecdsa", [4] = "rsa_pss_sha256", [5] = "rsa_pss_sha384",
		[6] = "rsa_pss_sha512", [7] = "ed25519", [8] = "ed448", [9] = "rsa_pss_sha256", [10] = "rsa_pss_sha384",
		[11] = "rsa_pss_sha512", [64] = "gostr34102012_256", [65] = "gostr34102012_256",
	} &default=function(i: count): string { return fmt("unknown-%d", i); };

	## Extensions of hellos.
	const extensions: table[count] of string = {
		[0] = "server_name", [1] = "max_fragment_length", [2] = "client_certificate_url", [3] = "trusted_ca_keys",
		[4] = "truncated_hmac", [5] = "status_request", [6] = "user_mapping", [7] = "client_authz",
		[8] = "server_authz", [9] = "cert_type", [10] = "supported_groups", [11] = "ec_point_formats", [12] = "srp",
		[13] = "signature_algorithms", [14] = "use_srtp", [15] = "heartbeat",
		[16] = "application_layer_protocol_negotiation", [17] = "status_request_v2",
		[18] = "signed_certificate_timestamp", [19] = "client_certificate_type", [20] = "server_certificate_type",
		[21] = "padding", [22] = "encrypt_then_mac", [23] = "extended_master_secret", [24] = "token_binding",
		[25] = "cached_info", [26] = "tls_lts", [27] = "compress_certificate", [28] = "record_size_limit",
		[29] = "pwd_protect", [30] = "pwd_clear", [31] = "password_salt", [32] = "ticket_pinning",
		[33] = "tls_cert_with_extern_psk", [34] = "delegated_credential", [35] = "SessionTicket TLS", [36] = "TLMSP",
		[37] = "TLMSP_proxying", [38] = "TLMSP_delegate", [39] = "supported_ekt_ciphers", [40] = "key_share_old",
		[41] = "pre_shared_key", [42] = "early_data", [43] = "supported_versions", [44] = "cookie",
		[45] = "psk_key_exchange_modes", [46] = "TicketEarlyDataInfo", [47] = "certificate_authorities",
		[48] = "oid_filters", [49] = "post_handshake_auth", [50] = "signature_algorithms_cert", [51] = "key_share",
		[52] = "transparency_info", [53] = "connection_id_deprecated", [54] = "connection_id",
		[55] = "external_id_hash", [56] = "external_session_id", [57] = "quic_transport_parameters",
		[58] = "ticket_request", [59] = "dnssec_chain", [60] = "sequence_number_encryption_algorithms", [61] = "rrc",
		[62] = "tls_flags", [13172] = "next_protocol_negotiation", [13175] = "origin_bound_certificates",
		[13180] = "encrypted_client_certificates", [17513] = "application_setting", [30031] = "channel_id",
		[30032] = "channel_id_new", [35655] = "padding", [64768] = "ech_outer_extensions",
		[65037] = "encrypted_client_hello", [65281] = "renegotiation_info", [2570] = "grease_0x0A0A",
		[6682] = "grease_0x1A1A", [10794] = "grease_0x2A2A", [14906] = "grease_0x3A3A", [19018] = "grease_0x4A4A",
		[23130] = "grease_0x5A5A", [27242] = "grease_0x6A6A", [31354] = "grease_0x7A7A", [35466] = "grease_0x8A8A",
		[39578] = "grease_0x9A9A", [43690] = "grease_0xAAAA", [47802] = "grease_0xBABA", [51914] = "grease_0xCACA",
		[56026] = "grease_0xDADA", [60138] = "grease_0xEAEA", [64250] = "grease_0xFAFA",
	} &default=function(i: count): string { return fmt("unknown-%d", i); };

	## Named groups.
	const ec_curves: table[count] of string = {
		[1] = "sect163k1", [2] = "sect163r1", [3] = "sect163r2", [4] = "sect193r1", [5] = "sect193r2",
		[6] = "sect233k1", [7] = "sect233r1", [8] = "sect239k1", [9] = "sect283k1", [10] = "sect283r1",
		[11] = "sect409k1", [12] = "sect409r1", [13] = "sect571k1", [14] = "sect571r1", [15] = "secp160k1",
		[16] = "secp160r1", [17] = "secp160r2", [18] = "secp192k1", [19] = "secp192r1", [20] = "secp224k1",
		[21] = "secp224r1", [22] = "secp256k1", [23] = "secp256r1", [24] = "secp384r1", [25] = "secp521r1",
		[26] = "brainpoolP256r1", [27] = "brainpoolP384r1", [28] = "brainpoolP512r1", [29] = "x25519", [30] = "x448",
		[31] = "brainpoolP256r1tls13", [32] = "brainpoolP384r1tls13", [33] = "brainpoolP512r1tls13", [34] = "GC256A",
		[35] = "GC256B", [36] = "GC256C", [37] = "GC256D", [38] = "GC512A", [39] = "GC512B", [40] = "GC512C",
		[41] = "curveSM2", [256] = "ffdhe2048", [257] = "ffdhe3072", [258] = "ffdhe4096", [259] = "ffdhe6144",
		[260] = "ffdhe8192", [512] = "MLKEM512", [513] = "MLKEM768", [514] = "MLKEM1024",
		[4587] = "SecP256r1MLKEM768", [4588] = "X25519MLKEM768", [4589] = "SecP384r1MLKEM1024", [16696] = "CECPQ2",
		[25497] = "X25519Kyber768Draft00", [25498] = "SecP256r1Kyber768Draft00",
		[0xFF01] = "arbitrary_explicit_prime_curves", [0xFF02] = "arbitrary_explicit_char2_curves",
		[2570] = "grease_0x0A0A", [6682] = "grease_0x1A1A", [10794] = "grease_0x2A2A", [14906] = "grease_0x3A3A",
		[19018] = "grease_0x4A4A", [23130] = "grease_0x5A5A", [27242] = "grease_0x6A6A", [31354] = "grease_0x7A7A",
		[35466] = "grease_0x8A8A", [39578] = "grease_0x9A9A", [43690] = "grease_0xAAAA", [47802] = "grease_0xBABA",
		[51914] = "grease_0xCACA", [56026] = "grease_0xDADA", [60138] = "grease_0xEAEA", [64250] = "grease_0xFAFA",
	} &default=function(i: count): string { return fmt("unknown-%d", i); };

	## Elliptic curve point formats.
	const ec_point_formats: table[count] of string = {
		[0] = "uncompressed", [1] = "ansiX962_compressed_prime", [2] = "ansiX962_compressed_char2",
	} &default=function(i: count): string { return fmt("unknown-%d", i); };

	# Extensions of hellos.
	const SSL_EXTENSION_SERVER_NAME = 0;
	const SSL_EXTENSION_MAX_FRAGMENT_LENGTH = 1;
	const SSL_EXTENSION_CLIENT_CERTIFICATE_URL = 2;
	const SSL_EXTENSION_TRUSTED_CA_KEYS = 3;
	const SSL_EXTENSION_TRUNCATED_HMAC = 4;
	const SSL_EXTENSION_STATUS_REQUEST = 5;
	const SSL_EXTENSION_USER_MAPPING = 6;
	const SSL_EXTENSION_CLIENT_AUTHZ = 7;
	const SSL_EXTENSION_SERVER_AUTHZ = 8;
	const SSL_EXTENSION_CERT_TYPE = 9;
	const SSL_EXTENSION_SUPPORTED_GROUPS = 10;
	const SSL_EXTENSION_EC_POINT_FORMATS = 11;
	const SSL_EXTENSION_SRP = 12;
	const SSL_EXTENSION_SIGNATURE_ALGORITHMS = 13;
	const SSL_EXTENSION_USE_SRTP = 14;
	const SSL_EXTENSION_HEARTBEAT = 15;
	const SSL_EXTENSION_APPLICATION_LAYER_PROTOCOL_NEGOTIATION = 16;
	const SSL_EXTENSION_STATUS_REQUEST_V2 = 17;
	const SSL_EXTENSION_SIGNED_CERTIFICATE_TIMESTAMP = 18;
	const SSL_EXTENSION_CLIENT_CERTIFICATE_TYPE = 19;
	const SSL_EXTENSION_SERVER_CERTIFICATE_TYPE = 20;
	const SSL_EXTENSION_PADDING = 21;
	const SSL_EXTENSION_ENCRYPT_THEN_MAC = 22;
	const SSL_EXTENSION_EXTENDED_MASTER_SECRET = 23;
	const SSL_EXTENSION_TOKEN_BINDING = 24;
	const SSL_EXTENSION_CACHED_INFO = 25;
	const SSL_EXTENSION_TLS_LTS = 26;
	const SSL_EXTENSION_COMPRESS_CERTIFICATE = 27;
	const SSL_EXTENSION_RECORD_SIZE_LIMIT = 28;
	const SSL_EXTENSION_PWD_PROTECT = 29;
	const SSL_EXTENSION_PWD_CLEAR = 30;
	const SSL_EXTENSION_PASSWORD_SALT = 31;
	const SSL_EXTENSION_TICKET_PINNING = 32;
	const SSL_EXTENSION_TLS_CERT_WITH_EXTERN_PSK = 33;
	const SSL_EXTENSION_DELEGATED_CREDENTIAL = 34;
	const SSL_EXTENSION_SESSIONTICKET_TLS = 35;
	const SSL_EXTENSION_TLMSP = 36;
	const SSL_EXTENSION_TLMSP_PROXYING = 37;
	const SSL_EXTENSION_TLMSP_DELEGATE = 38;
	const SSL_EXTENSION_SUPPORTED_EKT_CIPHERS = 39;
	const SSL_EXTENSION_KEY_SHARE_OLD = 40;
	const SSL_EXTENSION_PRE_SHARED_KEY = 41;
	const SSL_EXTENSION_EARLY_DATA = 42;
	const SSL_EXTENSION_SUPPORTED_VERSIONS = 43;
	const SSL_EXTENSION_COOKIE = 44;
	const SSL_EXTENSION_PSK_KEY_EXCHANGE_MODES = 45;
	const SSL_EXTENSION_TICKETEARLYDATAINFO = 46;
	const SSL_EXTENSION_CERTIFICATE_AUTHORITIES = 47;
	const SSL_EXTENSION_OID_FILTERS = 48;
	const SSL_EXTENSION_POST_HANDSHAKE_AUTH = 49;
	const SSL_EXTENSION_SIGNATURE_ALGORITHMS_CERT = 50;
	const SSL_EXTENSION_KEY_SHARE = 51;
	const SSL_EXTENSION_TRANSPARENCY_INFO = 52;
	const SSL_EXTENSION_CONNECTION_ID_DEPRECATED = 53;
	const SSL_EXTENSION_CONNECTION_ID = 54;
	const SSL_EXTENSION_EXTERNAL_ID_HASH = 55;
	const SSL_EXTENSION_EXTERNAL_SESSION_ID = 56;
	const SSL_EXTENSION_QUIC_TRANSPORT_PARAMETERS = 57;
	const SSL_EXTENSION_TICKET_REQUEST = 58;
	const SSL_EXTENSION_DNSSEC_CHAIN = 59;
	const SSL_EXTENSION_SEQUENCE_NUMBER_ENCRYPTION_ALGORITHMS = 60;
	const SSL_EXTENSION_RRC = 61;
	const SSL_EXTENSION_TLS_FLAGS = 62;
	const SSL_EXTENSION_NEXT_PROTOCOL_NEGOTIATION = 13172;
	const SSL_EXTENSION_ORIGIN_BOUND_CERTIFICATES = 13175;
	const SSL_EXTENSION_ENCRYPTED_CLIENT_CERTIFICATES = 13180;
	const SSL_EXTENSION_APPLICATION_SETTING = 17513;
	const SSL_EXTENSION_CHANNEL_ID = 30031;
	const SSL_EXTENSION_CHANNEL_ID_NEW = 30032;
	const SSL_EXTENSION_PADDING_TEMP = 35655;
	const SSL_EXTENSION_ECH_OUTER_EXTENSION = 64768;
	const SSL_EXTENSION_ENCRYPTED_CLIENT_HELLO = 65037;
	const SSL_EXTENSION_RENEGOTIATION_INFO = 65281;
}
