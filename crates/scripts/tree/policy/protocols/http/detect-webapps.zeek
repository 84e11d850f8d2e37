# Web applications in software.log, with the shortest URL at which they were found.

@load base/frameworks/signatures
@load base/frameworks/software
@load base/protocols/http

@load-sigs ./detect-webapps.sig

module HTTP;

# Not intended as an alarm.
redef Signatures::ignored_ids += /^webapp-/;

export {
	redef enum Software::Type += {
		## A web application.
		WEB_APPLICATION,
	};

	redef record Software::Info += {
		## Where it was found.
		url: string &optional &log;
	};
}

event signature_match(state: signature_state, msg: string, data: string) &priority=5
	{
	if ( ! starts_with(state$sig_id, "webapp-") )
		return;

	local c = state$conn;
	Software::found(c$id, Software::Info($software_type=WEB_APPLICATION, $name=msg, $unparsed_version=msg,
	                                     $host=c$id$resp_h, $host_p=c$id$resp_p, $url=build_url_http(c$http)));
	}

# An application found nearer to the site's root is logged again.
event Software::register(info: Software::Info) &priority=5
	{
	if ( ! info?$url || info$host !in Software::tracked || info$name !in Software::tracked[info$host] )
		return;

	local known = Software::tracked[info$host][info$name];

	if ( ! known?$url || ! starts_with(known$url, info$url) )
		return;

	known$url = info$url;
	info$force_log = T;
	}
