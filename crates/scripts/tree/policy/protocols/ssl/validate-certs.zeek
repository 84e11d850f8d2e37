# Verifies the certificates of servers against the roots. Intermediate certificates of valid chains are cached, since
# servers often omit them and browsers know them.

@load base/frameworks/cluster
@load base/frameworks/notice
@load base/protocols/ssl

module SSL;

export {
	redef enum Notice::Type += {
		## The chain of a server's certificate does not lead to a root, or is not valid.
		Invalid_Server_Cert
	};

	redef record Info += {
		## The result of the validation: `ok`, or the error.
		validation_status: string &log &optional;
		## OpenSSL's number of the result.
		validation_code: int &optional;
		## The chain to the root, starting with the server's own certificate.
		valid_chain: vector of opaque of x509 &optional;
	};

	## Results of validations, by the digests of the chain's certificates.
	global recently_validated_certs: table[string] of X509::Result = table() &read_expire=5mins &redef;

	## Whether to cache intermediate certificates.
	global ssl_cache_intermediate_ca: bool = T &redef;

	## Whether to keep the chain to the root in `valid_chain`, which takes memory.
	global ssl_store_valid_chain: bool = F &redef;

	## The manager sends intermediate certificates to workers.
	global intermediate_add: event(key: string, value: vector of opaque of x509);

	## A worker sends intermediate certificates to the manager.
	global new_intermediate: event(key: string, value: vector of opaque of x509);
}

# Intermediate certificates, from the one that signs host certificates up to the one below the root, by the digest of
# the first one's name.
global intermediate_cache: table[string] of vector of opaque of x509;

# SHA-256 in IANA's registry.
const name_digest = 4;

event SSL::intermediate_add(key: string, value: vector of opaque of x509)
	{
	intermediate_cache[key] = value;
	}

event SSL::new_intermediate(key: string, value: vector of opaque of x509)
	{
	if ( key in intermediate_cache )
		return;

	intermediate_cache[key] = value;
	Cluster::publish(Cluster::worker_topic, SSL::intermediate_add, key, value);
	}

# Caches the intermediate certificates of a valid chain.
function remember_between(chain: vector of opaque of x509)
	{
	local last = |chain| - 1;

	if ( last < 2 )
		return;

	local key = x509_subject_name_hash(chain[1], name_digest);

	if ( key in intermediate_cache )
		return;

	local between: vector of opaque of x509 = chain[1:last];
	intermediate_cache[key] = between;

	if ( Cluster::is_enabled() )
		Cluster::publish(Cluster::manager_topic, SSL::new_intermediate, key, between);
	}

function chain_key(chain: vector of opaque of x509): string
	{
	local digests: string_vec = vector();

	for ( _, cert in chain )
		digests += sha1_hash(x509_get_certificate_string(cert));

	return join_string_vec(digests, ".");
	}

# Verifies a chain; results are cached for a while.
function judge_chain(chain: vector of opaque of x509): X509::Result
	{
	local key = chain_key(chain);

	if ( key in recently_validated_certs )
		return recently_validated_certs[key];

	local result = x509_verify(chain, root_certs);

	recently_validated_certs[key] = ssl_store_valid_chain ? result
	    : X509::Result($result=result$result, $result_string=result$result_string);

	if ( ssl_cache_intermediate_ca && result$result_string == "ok" && result?$chain_certs )
		remember_between(result$chain_certs);

	return result;
	}

function note_result(info: Info, result: X509::Result)
	{
	info$validation_status = result$result_string;
	info$validation_code = result$result;

	if ( result?$chain_certs )
		info$valid_chain = result$chain_certs;
	}

hook ssl_finishing(c: connection) &priority=20
	{
	local info = c$ssl;

	if ( ! info?$cert_chain || |info$cert_chain| == 0 || ! info$cert_chain[0]?$x509 )
		return;

	local host = info$cert_chain[0];
	local signer = x509_issuer_name_hash(host$x509$handle, name_digest);

	# Try cached intermediate certificates first, whatever the server sends after its own certificate.
	if ( ssl_cache_intermediate_ca && signer in intermediate_cache )
		{
		local known: vector of opaque of x509 = vector();
		known += host$x509$handle;

		for ( _, above in intermediate_cache[signer] )
			known += above;

		local known_result = judge_chain(known);

		if ( known_result$result_string == "ok" )
			{
			note_result(info, known_result);
			return;
			}
		}

	local sent: vector of opaque of x509 = vector();

	for ( _, seen in info$cert_chain )
		{
		if ( seen?$x509 )
			sent += seen$x509$handle;
		}

	local result = judge_chain(sent);
	note_result(info, result);

	if ( result$result_string == "ok" )
		return;

	NOTICE(Notice::Info($note=Invalid_Server_Cert, $conn=c, $fuid=host$fuid,
	                    $msg=fmt("SSL certificate validation failed with (%s)", result$result_string),
	                    $sub=host$x509$certificate$subject,
	                    $identifier=cat(c$id$resp_h, c$id$resp_p, host$sha1, result$result)));
	}
