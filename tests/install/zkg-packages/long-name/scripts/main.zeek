@load base/frameworks/notice

module LongName;

export {
	redef enum Notice::Type += {
		## A client asked a web server for a long name.
		Seen,
	};

	## Names with more characters are long.
	option limit = 200;
}

event http_request(c: connection, method: string, original_URI: string, unescaped_URI: string, version: string)
	{
	if ( |unescaped_URI| > limit )
		NOTICE([$note=Seen, $msg=fmt("a name of %d characters", |unescaped_URI|), $conn=c]);
	}
