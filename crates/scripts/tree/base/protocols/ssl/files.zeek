# The certificates in ssl.log: their fingerprints, and optionally their subjects and issuers.

@load base/files/x509
@load base/frameworks/files
@load base/utils/conn-ids
@load ./main

module SSL;

export {
	## Whether to log subject and issuer of the server's certificate, as in x509.log.
	const log_include_server_certificate_subject_issuer = F &redef;

	## Whether to log subject and issuer of the client's certificate.
	const log_include_client_certificate_subject_issuer = F &redef;

	redef record Info += {
		## The server's certificates, starting with its own.
		cert_chain: vector of Files::Info &optional;
		## Their fingerprints.
		cert_chain_fps: vector of string &optional &log;
		## The client's certificates, starting with its own.
		client_cert_chain: vector of Files::Info &optional;
		## Their fingerprints.
		client_cert_chain_fps: vector of string &optional &log;
		## The subject of the server's certificate.
		subject: string &log &optional;
		## Its issuer.
		issuer: string &log &optional;
		## The subject of the client's certificate.
		client_subject: string &log &optional;
		## Its issuer.
		client_issuer: string &log &optional;
		## Whether the server's certificate matches the requested server name.
		sni_matches_cert: bool &log &optional;
		## The number of certificates sent by the server.
		server_depth: count &default=0;
		## The number of certificates sent by the client.
		client_depth: count &default=0;
	};

	## Unused: the analyzer identifies its files itself.
	global get_file_handle: function(c: connection, is_orig: bool): string;

	## A description of a certificate: its connection, or its fields.
	global describe_file: function(f: fa_file): string;
}

function get_file_handle(c: connection, is_orig: bool): string
	{
	return "";
	}

function describe_file(f: fa_file): string
	{
	if ( f$source != "SSL" || ! f?$info || ! f$info?$x509 )
		return "";

	for ( id, carrier in f$conns )
		if ( carrier?$ssl )
			return fmt("%s:%s", id$resp_h, id$resp_p);

	# The connections no longer exist, so the certificate's own fields are used.
	local cert = f$info$x509$certificate;
	return fmt("Serial: %s Subject: %s Issuer: %s", cert$serial, cert$subject, cert$issuer);
	}

# Columns of ssl.log that are omitted unless the options above are set.
function unwanted_columns(): set[string]
	{
	local columns: set[string];

	if ( ! log_include_server_certificate_subject_issuer )
		columns += set("subject", "issuer");
	if ( ! log_include_client_certificate_subject_issuer )
		columns += set("client_subject", "client_issuer");

	return columns;
	}

event zeek_init() &priority=5
	{
	local files = Files::ProtoRegistration($describe=SSL::describe_file, $get_file_handle=SSL::get_file_handle);

	for ( tag in tls_analyzers )
		Files::register_protocol(tag, files);

	local filter = Log::get_filter(SSL::LOG, "default");

	# A site may have removed it.
	if ( filter$name == "<not found>" )
		return;

	filter$exclude = filter?$exclude ? filter$exclude | unwanted_columns() : unwanted_columns();
	Log::add_filter(SSL::LOG, filter);
	}

const certificate_types = set("application/x-x509-user-cert", "application/x-x509-ca-cert", "application/pkix-cert");

event file_sniff(f: fa_file, meta: fa_metadata) &priority=5
	{
	if ( ! f?$conns || |f$conns| != 1 || ! f?$info || ! f$info?$mime_type || f$info$mime_type !in certificate_types )
		return;

	for ( _, c in f$conns )
		{
		if ( ! c?$ssl )
			return;

		if ( ! c$ssl?$cert_chain )
			{
			c$ssl$cert_chain = vector();
			c$ssl$cert_chain_fps = vector();
			c$ssl$client_cert_chain = vector();
			c$ssl$client_cert_chain_fps = vector();
			}

		# The sender of a client certificate is the client, whoever opened the connection.
		if ( f$is_orig )
			c$ssl$client_cert_chain += f$info;
		else
			c$ssl$cert_chain += f$info;
		}
	}

function fingerprints(chain: vector of Files::Info): string_vec
	{
	local all: string_vec;

	for ( _, info in chain )
		{
		if ( info?$x509 && info$x509?$fingerprint )
			all += info$x509$fingerprint;
		}

	return all;
	}

hook ssl_finishing(c: connection) &priority=20
	{
	local ssl = c$ssl;

	if ( ! ssl?$cert_chain )
		return;

	for ( _, fp in fingerprints(ssl$cert_chain) )
		ssl$cert_chain_fps += fp;

	for ( _, fp in fingerprints(ssl$client_cert_chain) )
		ssl$client_cert_chain_fps += fp;

	if ( |ssl$cert_chain| > 0 && ssl$cert_chain[0]?$x509 )
		{
		local server = ssl$cert_chain[0]$x509;
		ssl$subject = server$certificate$subject;
		ssl$issuer = server$certificate$issuer;

		if ( ssl?$server_name )
			ssl$sni_matches_cert = x509_check_cert_hostname(server$handle, ssl$server_name) != "";
		}

	if ( |ssl$client_cert_chain| > 0 && ssl$client_cert_chain[0]?$x509 )
		{
		local client = ssl$client_cert_chain[0]$x509;
		ssl$client_subject = client$certificate$subject;
		ssl$client_issuer = client$certificate$issuer;
		}
	}
