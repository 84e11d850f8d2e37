# Reports to the intelligence framework what was seen, in one line for the scripts of this folder.

@load base/frameworks/intel

module Intel;

# Reports a host of a connection.
function host_seen(c: connection, host: addr, place: Where)
	{
	Intel::seen(Seen($host=host, $conn=c, $where=place));
	}

# Reports a text of a connection.
function text_seen(c: connection, text: string, kind: Type, place: Where)
	{
	Intel::seen(Seen($conn=c, $where=place, $indicator_type=kind, $indicator=text));
	}

# Reports a text of a file.
function file_text_seen(f: fa_file, text: string, kind: Type, place: Where)
	{
	Intel::seen(Seen($f=f, $where=place, $indicator_type=kind, $indicator=text));
	}
