# How HTTP files are identified.

@load ./main
@load ./entities
@load ./utils
@load base/utils/conn-ids
@load base/frameworks/files

module HTTP;

export {
	## The handle of the file that a side currently sends.
	global get_file_handle: function(c: connection, is_orig: bool): string;

	## A description of a file.
	global describe_file: function(f: fa_file): string;
}

function get_file_handle(c: connection, is_orig: bool): string
	{
	if ( ! c?$http )
		return "";

	local row = c$http;

	# Ranges are parts of one file, whatever connection carries them.
	if ( row$range_request && ! is_orig )
		return cat(Analyzer::ANALYZER_HTTP, is_orig, c$id$orig_h, build_url(row));

	return cat(Analyzer::ANALYZER_HTTP, c$start_time, is_orig, row$trans_depth,
	           is_orig ? row$orig_mime_depth : row$resp_mime_depth, id_string(c$id));
	}

function describe_file(f: fa_file): string
	{
	if ( f$source == "HTTP" )
		for ( _, carrier in f$conns )
			if ( carrier?$http )
				return build_url_http(carrier$http);

	return "";
	}

event zeek_init() &priority=5
	{
	Files::register_protocol(Analyzer::ANALYZER_HTTP,
	                         Files::ProtoRegistration($get_file_handle=HTTP::get_file_handle,
	                                                  $describe=HTTP::describe_file));
	}
