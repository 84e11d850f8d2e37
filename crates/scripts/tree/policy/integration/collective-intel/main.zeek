# Adds fields of the Collective Intelligence Framework's feeds to indicators and intel.log.

@load base/frameworks/intel

module Intel;

export {
	redef record Intel::MetaData += {
		cif_tags: string &optional;
		cif_confidence: double &optional;
		cif_source: string &optional;
		cif_description: string &optional;
		cif_firstseen: string &optional;
		cif_lastseen: string &optional;
	};

	type CIF: record {
		tags: string &optional &log;
		confidence: double &optional &log;
		source: string &optional &log;
		description: string &optional &log;
		firstseen: string &optional &log;
		lastseen: string &optional &log;
	};

	redef record Info += {
		cif: CIF &log &optional;
	};
}

function cif_of(m: MetaData): CIF
	{
	local known = CIF();

	if ( m?$cif_tags )
		known$tags = m$cif_tags;
	if ( m?$cif_confidence )
		known$confidence = m$cif_confidence;
	if ( m?$cif_source )
		known$source = m$cif_source;
	if ( m?$cif_description )
		known$description = m$cif_description;
	if ( m?$cif_firstseen )
		known$firstseen = m$cif_firstseen;
	if ( m?$cif_lastseen )
		known$lastseen = m$cif_lastseen;

	return known;
	}

# The last of several items counts.
hook extend_match(info: Info, s: Seen, items: set[Item]) &priority=5
	{
	for ( item in items )
		info$cif = cif_of(item$meta);
	}
