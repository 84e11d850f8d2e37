# Files of a request and its reply, in http.log.

@load base/frameworks/files
@load base/frameworks/notice/weird
@load base/utils/strings
@load base/utils/files
@load ./main

module HTTP;

export {
	## The message, or a part of it.
	type Entity: record {
		## Its name in the header.
		filename: string &optional;
	};

	## The most files listed in a row, per side.
	option max_files_orig = 15;
	option max_files_resp = 15;

	## Called for each further file; a `break` lists it anyway.
	global max_files_policy: hook(f: fa_file, is_orig: bool);

	redef record Info += {
		## Files of the originator: ids, names, types.
		orig_fuids: vector of string &log &optional;
		orig_filenames: vector of string &log &optional;
		orig_mime_types: vector of string &log &optional;
		## Files of the responder.
		resp_fuids: vector of string &log &optional;
		resp_filenames: vector of string &log &optional;
		resp_mime_types: vector of string &log &optional;
		## The current entity.
		current_entity: Entity &optional;
		## Entities so far.
		orig_mime_depth: count &default=0;
		resp_mime_depth: count &default=0;
	};

	redef record fa_file += {
		http: HTTP::Info &optional;
	};
}

event http_begin_entity(c: connection, is_orig: bool) &priority=10
	{
	set_state(c, is_orig);

	if ( is_orig )
		++c$http$orig_mime_depth;
	else
		++c$http$resp_mime_depth;

	c$http$current_entity = Entity();
	}

event http_header(c: connection, is_orig: bool, name: string, value: string) &priority=3
	{
	if ( ! c$http?$current_entity )
		{
		Weird::weird(Weird::Info($ts=network_time(), $name="missing_HTTP_entity", $uid=c$uid, $id=c$id,
		                         $source="HTTP"));
		return;
		}

	if ( ( name == "CONTENT-DISPOSITION" && /filename[ \t]*\*?=/i in value ) ||
	     ( name == "CONTENT-TYPE" && /name[ \t]*=/i in value ) )
		c$http$current_entity$filename = extract_filename_from_content_disposition(value);
	}

# Whether a row lists the maximum number of files and no hook handler allows more.
function is_full(size: count, max: count, f: fa_file, is_orig: bool): bool
	{
	return size >= max && hook HTTP::max_files_policy(f, is_orig);
	}

# Appends to a list, which is created if needed.
function with_one_more(list: string_vec, one: string): string_vec
	{
	list += one;
	return list;
	}

event file_over_new_connection(f: fa_file, c: connection, is_orig: bool) &priority=5
	{
	if ( f$source != "HTTP" || ! c?$http )
		return;

	local row = c$http;
	f$http = row;

	if ( row?$current_entity && row$current_entity?$filename )
		f$info$filename = row$current_entity$filename;

	if ( f$is_orig )
		{
		if ( is_full(row?$orig_fuids ? |row$orig_fuids| : 0, max_files_orig, f, T) )
			return;

		row$orig_fuids = with_one_more(row?$orig_fuids ? row$orig_fuids : vector(), f$id);
		if ( f$info?$filename )
			row$orig_filenames = with_one_more(row?$orig_filenames ? row$orig_filenames : vector(), f$info$filename);
		}
	else
		{
		if ( is_full(row?$resp_fuids ? |row$resp_fuids| : 0, max_files_resp, f, F) )
			return;

		row$resp_fuids = with_one_more(row?$resp_fuids ? row$resp_fuids : vector(), f$id);
		if ( f$info?$filename )
			row$resp_filenames = with_one_more(row?$resp_filenames ? row$resp_filenames : vector(), f$info$filename);
		}
	}

event file_sniff(f: fa_file, meta: fa_metadata) &priority=5
	{
	if ( ! f?$http || ! f?$is_orig || ! meta?$mime_type )
		return;

	local row = f$http;

	if ( f$is_orig )
		{
		if ( is_full(row?$orig_mime_types ? |row$orig_mime_types| : 0, max_files_orig, f, T) )
			return;

		row$orig_mime_types = with_one_more(row?$orig_mime_types ? row$orig_mime_types : vector(), meta$mime_type);
		}
	else
		{
		if ( is_full(row?$resp_mime_types ? |row$resp_mime_types| : 0, max_files_resp, f, F) )
			return;

		row$resp_mime_types = with_one_more(row?$resp_mime_types ? row$resp_mime_types : vector(), meta$mime_type);
		}
	}

event http_end_entity(c: connection, is_orig: bool) &priority=5
	{
	if ( c?$http && c$http?$current_entity )
		delete c$http$current_entity;
	}
