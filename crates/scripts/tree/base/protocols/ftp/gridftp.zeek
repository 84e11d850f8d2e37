# GridFTP: control connections that authenticate by GSI, and their data connections.
#
# Data connections are not announced in the clear. They are recognized by TLS with certificates of both sides and a
# cipher that does not encrypt, and by their size.

@load ./info
@load ./main
@load base/protocols/conn
@load base/protocols/ssl
@load base/frameworks/notice

module GridFTP;

export {
	## A connection counts as a data connection once a side has sent this many bytes.
	option size_threshold = 1073741824;

	## How long a connection is watched for this.
	option max_time = 2 min;

	## Whether the analysis of a detected connection ends.
	option skip_data = T;

	## A data connection was detected.
	global data_channel_detected: event(c: connection);

	## Whether a connection should be watched.
	const data_channel_initial_criteria: function(c: connection): bool &redef;
}

redef record FTP::Info += {
	last_auth_requested: string &optional;
};

event ftp_request(c: connection, command: string, arg: string) &priority=4
	{
	if ( c?$ftp && command == "AUTH" )
		c$ftp$last_auth_requested = arg;
	}

# Whether a connection was detected as a data connection.
function is_found(c: connection): bool
	{
	return "gridftp-data" in c$service;
	}

event ConnThreshold::bytes_threshold_crossed(c: connection, threshold: count, is_orig: bool)
	{
	# Other scripts set thresholds too, and slow transfers do not count.
	if ( threshold < size_threshold || c$duration > max_time )
		return;

	if ( is_found(c) || ! data_channel_initial_criteria(c) )
		return;

	event GridFTP::data_channel_detected(c);
	add c$service["gridftp-data"];

	if ( skip_data )
		skip_further_processing(c$id);
	}

# Starts or stops watching the size of both sides.
function watch_size(c: connection, on: bool)
	{
	local sides = vector(T, F);

	for ( _, is_orig in sides )
		if ( on )
			ConnThreshold::set_bytes_threshold(c, size_threshold, is_orig);
		else
			ConnThreshold::delete_bytes_threshold(c, size_threshold, is_orig);
	}

event GridFTP::stop_watching(c: connection)
	{
	# For a connection that has ended, the service is already in conn.log.
	local has_ended = c?$conn && c$conn?$service;

	if ( ! has_ended && ! is_found(c) )
		watch_size(c, F);
	}

event ssl_established(c: connection) &priority=5
	{
	# The security extensions of FTP authenticate by GSSAPI (RFC 2228, 3 and appendix I).
	if ( c?$ftp && c$ftp?$last_auth_requested && /GSSAPI/ in c$ftp$last_auth_requested )
		add c$service["gridftp"];
	}

function data_channel_initial_criteria(c: connection): bool
	{
	if ( ! c?$ssl || ! c$ssl?$cipher || ! c$ssl?$cert_chain || ! c$ssl?$client_cert_chain )
		return F;

	return |c$ssl$cert_chain| > 0 && |c$ssl$client_cert_chain| > 0 && /WITH_NULL/ in c$ssl$cipher;
	}

event ssl_established(c: connection) &priority=-3
	{
	if ( ! data_channel_initial_criteria(c) )
		return;

	watch_size(c, T);
	schedule max_time { GridFTP::stop_watching(c) };
	}
