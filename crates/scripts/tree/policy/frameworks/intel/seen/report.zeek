# Reports to the intelligence framework what was seen, in one line for the scripts of this folder.

@load base/frameworks/intel

module Intel;

export {
	## Reports a host of a connection.
	global host_seen: function(c: connection, host: addr, place: Where);

	## Reports a text of a connection.
	global text_seen: function(c: connection, text: string, kind: Type, place: Where);

	## Reports a text of a file.
	global file_text_seen: function(f: fa_file, text: string, kind: Type, place: Where);
}

function host_seen(c: connection, host: addr, place: Where)
	{
	Intel::seen(Seen($host=host, $conn=c, $where=place));
	}

function text_seen(c: connection, text: string, kind: Type, place: Where)
	{
	Intel::seen(Seen($conn=c, $where=place, $indicator_type=kind, $indicator=text));
	}

function file_text_seen(f: fa_file, text: string, kind: Type, place: Where)
	{
	Intel::seen(Seen($f=f, $where=place, $indicator_type=kind, $indicator=text));
	}
