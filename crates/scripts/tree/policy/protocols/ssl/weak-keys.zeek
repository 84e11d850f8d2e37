# Raises notices about servers with short keys, old versions and broken cipher suites, each once a day.

@load base/protocols/ssl
@load base/frameworks/notice
@load base/utils/directions-and-hosts

module SSL;

export {
	redef enum Notice::Type += {
		## The key of a certificate or a key exchange is short.
		Weak_Key,
		## The version is too old.
		Old_Version,
		## The cipher suite is broken.
		Weak_Cipher
	};

	## The hosts whose servers are checked.
	option notify_weak_keys = LOCAL_HOSTS;

	## The shortest acceptable key of RSA, DSA and Diffie-Hellman, in bits.
	option notify_minimal_key_length = 2048;

	## Whether to raise a notice if a key exchange is weaker than the certificate's key.
	option notify_dh_length_shorter_cert_length = T;

	## The oldest acceptable version. SSLv2 and SSLv3 are broken (RFC 6176, RFC 7568).
	option tls_minimum_version = TLSv10;

	## Names of suites that are unsafe: export ciphers, and RC4 (RFC 7465).
	option unsafe_ciphers_regex = /_(EXPORT|RC4)_/;
}

# The length of the server's key, if short keys of its kind are weak; otherwise 0.
function certified_key_length(c: connection): count
	{
	if ( ! c?$ssl || ! c$ssl?$cert_chain || |c$ssl$cert_chain| == 0 || ! c$ssl$cert_chain[0]?$x509 )
		return 0;

	local cert = c$ssl$cert_chain[0]$x509$certificate;

	if ( ! cert?$key_type || ! cert?$key_length )
		return 0;

	return cert$key_type == "rsa" || cert$key_type == "dsa" ? cert$key_length : 0;
	}

event ssl_established(c: connection) &priority=3
	{
	if ( ! addr_matches_host(c$id$resp_h, notify_weak_keys) )
		return;

	local bits = certified_key_length(c);

	if ( bits == 0 || bits >= notify_minimal_key_length )
		return;

	local cert = c$ssl$cert_chain[0]$x509;
	NOTICE(Notice::Info($note=Weak_Key, $conn=c, $suppress_for=1day,
	                    $msg=fmt("Host uses weak certificate with %d bit key", bits),
	                    $sub=fmt("Subject: %s", cert$certificate$subject),
	                    $file_desc=fmt("Fingerprint: %s", cert$fingerprint),
	                    $identifier=cat(c$id$resp_h, c$id$resp_p, cert$fingerprint, bits)));
	}

event ssl_server_hello(c: connection, version: count, record_version: count, possible_ts: time, server_random: string,
                       session_id: string, cipher: count, comp_method: count) &priority=3
	{
	if ( ! addr_matches_host(c$id$resp_h, notify_weak_keys) )
		return;

	if ( version < tls_minimum_version )
		NOTICE(Notice::Info($note=Old_Version, $conn=c, $suppress_for=1day,
		                    $msg=fmt("Host uses protocol version %s which is lower than the safe minimum %s",
		                             version_strings[version], version_strings[tls_minimum_version]),
		                    $identifier=cat(c$id$resp_h, c$id$resp_p)));

	local suite = c$ssl$cipher;

	if ( unsafe_ciphers_regex in suite )
		NOTICE(Notice::Info($note=Weak_Cipher, $conn=c, $suppress_for=1day,
		                    $msg=fmt("Host established connection using unsafe cipher suite %s", suite),
		                    $identifier=cat(c$id$resp_h, c$id$resp_p, suite)));
	}

event ssl_dh_server_params(c: connection, p: string, q: string, Ys: string) &priority=3
	{
	if ( ! addr_matches_host(c$id$resp_h, notify_weak_keys) )
		return;

	# The size of the prime.
	local bits = |p| * 8;

	if ( bits < notify_minimal_key_length )
		NOTICE(Notice::Info($note=Weak_Key, $conn=c, $suppress_for=1day,
		                    $msg=fmt("Host uses weak DH parameters with %d key bits", bits),
		                    $identifier=cat(c$id$resp_h, c$id$resp_p, bits)));

	local certified = certified_key_length(c);

	if ( notify_dh_length_shorter_cert_length && certified > bits )
		NOTICE(Notice::Info($note=Weak_Key, $conn=c, $suppress_for=1day,
		                    $msg=fmt("DH key length of %d bits is smaller certificate key length of %d bits", bits,
		                             certified),
		                    $identifier=cat(c$id$resp_h, c$id$resp_p)));
	}
