# Certificates with which clients and key distribution centers authenticate.

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

	## Empty: the analyzer identifies its files itself.
	global get_file_handle: function(c: connection, is_orig: bool): string;

	## A description of a file.
	global describe_file: function(f: fa_file): string;
}

function get_file_handle(c: connection, is_orig: bool): string
	{
	return "";
	}

# Sources of files from Kerberos, over TCP and over UDP.
const file_sources = set("KRB", "KRB_TCP");

# True if a file was parsed as a certificate.
function has_certificate(info: Files::Info): bool
	{
	return info?$x509 && info$x509?$certificate;
	}

function describe_file(f: fa_file): string
	{
	if ( f$source !in file_sources || ! f?$info || ! has_certificate(f$info) )
		return "";

	# Its source says more than its content.
	for ( id, carrier in f$conns )
		if ( carrier?$krb )
			return cat(id$resp_h, ":", id$resp_p);

	local cert = f$info$x509$certificate;
	return cat("Serial: ", cert$serial, " Subject: ", cert$subject, " Issuer: ", cert$issuer);
	}

event zeek_init() &priority=5
	{
	local files = Files::ProtoRegistration($describe=describe_file, $get_file_handle=get_file_handle);
	Files::register_protocol(Analyzer::ANALYZER_KRB, files);
	Files::register_protocol(Analyzer::ANALYZER_KRB_TCP, files);
	}

event file_over_new_connection(f: fa_file, c: connection, is_orig: bool) &priority=5
	{
	if ( f$source !in file_sources )
		return;

	local row = row_of(c);

	if ( is_orig )
		{
		row$client_cert = f$info;
		row$client_cert_fuid = f$id;
		}
	else
		{
		row$server_cert = f$info;
		row$server_cert_fuid = f$id;
		}
	}

# Takes the subjects from certificates, which are parsed by now.
function fill_in_subjects(c: connection)
	{
	if ( ! c?$krb )
		return;

	local row = c$krb;

	if ( row?$server_cert && has_certificate(row$server_cert) )
		row$server_cert_subject = row$server_cert$x509$certificate$subject;

	if ( row?$client_cert && has_certificate(row$client_cert) )
		row$client_cert_subject = row$client_cert$x509$certificate$subject;
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
