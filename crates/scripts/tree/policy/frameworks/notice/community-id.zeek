# Adds the Community ID of connections to notice.log.

@load base/protocols/conn
@load base/frameworks/notice
@load policy/protocols/conn/community-id-logging

module CommunityID::Notice;

export {
	## If false, the column stays empty.
	option enabled: bool = T;

	redef record Notice::Info += {
		community_id: string &optional &log;
	};
}

hook Notice::notice(n: Notice::Info)
	{
	if ( enabled && n?$conn && n$conn?$conn && n$conn$conn?$community_id )
		n$community_id = n$conn$conn$community_id;
	}
