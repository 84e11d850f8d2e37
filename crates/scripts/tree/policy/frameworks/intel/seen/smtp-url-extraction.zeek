# URLs in mail.

@load base/frameworks/intel
@load base/protocols/smtp
@load base/utils/urls
@load ./where-locations

event intel_mime_data(f: fa_file, data: string) &group="Intel::URL"
	{
	local urls = find_all_urls_without_scheme(data);

	if ( |urls| > 0 && f?$conns )
		for ( url in urls )
			for ( _, c in f$conns )
				Intel::seen(Intel::Seen($conn=c, $where=SMTP::IN_MESSAGE, $indicator=url, $indicator_type=Intel::URL));
	}

event file_new(f: fa_file) &group="Intel::URL"
	{
	if ( f$source == "SMTP" )
		Files::add_analyzer(f, Files::ANALYZER_DATA_EVENT, Files::AnalyzerArgs($stream_event=intel_mime_data));
	}
