# Certificates with which clients and key distribution centers prove who they are.

@load ./main
@load base/utils/conn-ids
@load base/frameworks/files
@load base/files/x509

module KRB;

export {
	redef record Info += {
		## The client's certificate.
		client_cert: Files::Info &optional;
		## Its subject.
		client_cert_subject: string &log &optional;
		## Its file.
		client_cert_fuid: string &log &optional;

		## The server's certificate.
		server_cert: Files::Info &optional;
		## Its subject.
		server_cert_subject: string &log &optional;
		## Its file.
		server_cert_fuid: string &log &optional;
	};

	## Names nothing: the analyzer names its files itself.
	global get_file_handle: function(c: connection, is_orig: bool): string;

	## What to call a file.
	global describe_file: function(f: fa_file): string;
}

function get_file_handle(c: connection, is_orig: bool): string
	{
	return "";
	}

# Whether it was Kerberos that brought the file.
function is_ours(f: fa_file): bool
	{
	return f$source in set("KRB", "KRB_TCP");
	}

# Whether what is known of a file holds a parsed certificate.
function has_certificate(info: Files::Info): bool
	{
	return info?$x509 && info$x509?$certificate;
	}

function describe_file(f: fa_file): string
	{
	if ( ! is_ours(f) || ! f?$info || ! has_certificate(f$info) )
		return "";

	# Where it comes from says more than what is in it.
	for ( id, carrier in f$conns )
		if ( carrier?$krb )
			return fmt("%s:%s", id$resp_h, id$resp_p);

	local cert = f$info$x509$certificate;
	return fmt("Serial: %s Subject: %s Issuer: %s", cert$serial, cert$subject, cert$issuer);
	}

event zeek_init() &priority=5
	{
	local files = Files::ProtoRegistration($get_file_handle=get_file_handle, $describe=describe_file);
	Files::register_protocol(Analyzer::ANALYZER_KRB_TCP, files);
	Files::register_protocol(Analyzer::ANALYZER_KRB, files);
	}

event file_over_new_connection(f: fa_file, c: connection, is_orig: bool) &priority=5
	{
	if ( ! is_ours(f) )
		return;

	set_session(c);
	local session = c$krb;

	if ( is_orig )
		{
		session$client_cert_fuid = f$id;
		session$client_cert = f$info;
		return;
		}

	session$server_cert_fuid = f$id;
	session$server_cert = f$info;
	}

function fill_in_subjects(c: connection)
	{
	if ( ! c?$krb )
		return;

	local session = c$krb;

	if ( session?$client_cert && has_certificate(session$client_cert) )
		session$client_cert_subject = session$client_cert$x509$certificate$subject;

	if ( session?$server_cert && has_certificate(session$server_cert) )
		session$server_cert_subject = session$server_cert$x509$certificate$subject;
	}

event krb_error(c: connection, msg: Error_Msg)
	{
	fill_in_subjects(c);
	}

event krb_as_response(c: connection, msg: KDC_Response)
	{
	fill_in_subjects(c);
	}

event krb_tgs_response(c: connection, msg: KDC_Response)
	{
	fill_in_subjects(c);
	}

hook finalize_krb(c: connection) &priority=5
	{
	fill_in_subjects(c);
	}
