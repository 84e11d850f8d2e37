# Items that mark an indicator as harmless: its matches are not logged.

@load base/frameworks/intel

module Intel;

export {
	redef record Intel::MetaData += {
		## Whether the indicator is harmless.
		whitelist: bool &default=F;
	};
}

hook Intel::extend_match(info: Info, s: Seen, items: set[Item]) &priority=9
	{
	local harmless = F;

	for ( item in items )
		if ( item$meta$whitelist )
			harmless = T;

	if ( harmless )
		break;
	}
