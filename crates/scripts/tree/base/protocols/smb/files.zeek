# Names for the contents of files that are read and written.

@load base/frameworks/files
@load ./main

module SMB;

export {
	## What identifies a file: its share, its name, and its time of modification.
	global get_file_handle: function(c: connection, is_orig: bool): string;

	## What to call a file.
	global describe_file: function(f: fa_file): string;
}

function get_file_handle(c: connection, is_orig: bool): string
	{
	if ( ! c?$smb_state || ! c$smb_state?$current_file )
		return "";

	local f = c$smb_state$current_file;
	if ( ! f?$name && ! f?$path )
		return "";

	# The time in the protocol's form: as a double it would depend on rounding.
	local changed = f?$times ? f$times$modified_raw : 0;

	# Names may contain any bytes, but handles are texts.
	return clean(cat(Analyzer::ANALYZER_SMB, c$id$orig_h, c$id$resp_h, f?$path ? f$path : "",
	                 f?$name ? f$name : "", cat(changed)));
	}

# The current file of a connection, if it has a name.
function named_file(c: connection): string
	{
	if ( ! c?$smb_state || ! c$smb_state?$current_file )
		return "";

	local f = c$smb_state$current_file;
	return f?$name ? f$name : "";
	}

function describe_file(f: fa_file): string
	{
	if ( f$source != "SMB" )
		return "";

	for ( _, carrier in f$conns )
		{
		local name = named_file(carrier);

		if ( name != "" )
			return name;
		}

	return "";
	}

event zeek_init() &priority=5
	{
	Files::register_protocol(Analyzer::ANALYZER_SMB,
	                         Files::ProtoRegistration($get_file_handle=get_file_handle, $describe=describe_file));
	}

event file_over_new_connection(f: fa_file, c: connection, is_orig: bool) &priority=5
	{
	if ( ! c?$smb_state || ! c$smb_state?$current_file )
		return;

	local info = c$smb_state$current_file;
	info$fuid = f$id;

	if ( info$size > 0 )
		f$total_bytes = info$size;
	if ( info?$name )
		f$info$filename = info$name;

	write_file_log(c$smb_state);
	}
