# Writes the contents of TCP connections to files: of connections whose record requests it, or of all.

@load base/utils/files

module Conn;

export {
	option extraction_prefix = "contents";
	option default_extract = F;
}

redef record connection += {
	extract_orig: bool &default=default_extract;
	extract_resp: bool &default=default_extract;
};

function extract(c: connection, direction: count, suffix: string)
	{
	local name = generate_extraction_filename(extraction_prefix, c, suffix);
	set_contents_file(c$id, direction, open(name));
	}

event connection_established(c: connection) &priority=-5
	{
	if ( c$extract_orig )
		extract(c, CONTENTS_ORIG, "orig.dat");

	if ( c$extract_resp )
		extract(c, CONTENTS_RESP, "resp.dat");
	}
