# Looks up the SHA-1 of files in Team Cymru's Malware Hash Registry, by DNS.

@load base/frameworks/files
@load base/frameworks/notice
@load frameworks/files/hash-all-files

module TeamCymruMalwareHashRegistry;

export {
	redef enum Notice::Type += {
		Match,
	};

	option match_file_types = /application\/(x-dosexec|vnd\.ms-cab-compressed|pdf|x-shockwave-flash|x-java-applet|jar)|video\/mp4/;
	option match_sub_url = "https://www.virustotal.com/gui/search/%s";
	option notice_threshold = 10;
}

# The answer has the time when the file was first seen, and the percentage of scanners that detect it.
function judge(hash: string, fi: Notice::FileInfo, answer: string)
	{
	local parts = split_string1(answer, / /);

	if ( |parts| != 2 )
		return;

	local rate = to_count(parts[1]);

	if ( rate < notice_threshold )
		return;

	local seen = strftime("%Y-%m-%d %H:%M:%S", double_to_time(to_double(parts[0])));
	local n = Notice::Info($note=Match, $sub=fmt(match_sub_url, hash),
	                       $msg=fmt("Malware Hash Registry Detection rate: %d%%  Last seen: %s", rate, seen));
	Notice::populate_file_info2(fi, n);
	NOTICE(n);
	}

event file_hash(f: fa_file, kind: string, hash: string)
	{
	if ( kind != "sha1" || ! f?$info || ! f$info?$mime_type || match_file_types !in f$info$mime_type )
		return;

	# The `when` keeps this much of the file, not all of it.
	local fi = Notice::create_file_info(f);
	local name = fmt("%s.malware.hash.cymru.com", hash);

	when [hash, fi, name] ( local answer = lookup_hostname_txt(name) )
		{
		judge(hash, fi, answer);
		}
	}
