# Handlers that look for a kind of indicators run only while there are indicators of that kind.

@load frameworks/intel/seen
@load base/frameworks/reporter

module Intel;

export {
	const manage_seen_event_groups = T &redef;
}

global intel_type_counts: table[Intel::Type] of count &default=0;

# Groups are named as the kinds.
function switch_kind(kind: string, on: bool)
	{
	if ( ! manage_seen_event_groups || ! has_event_group(kind) )
		return;

	if ( on )
		enable_event_group(kind);
	else
		disable_event_group(kind);
	}

event zeek_init()
	{
	for ( kind in enum_names(Intel::Type) )
		switch_kind(kind, F);
	}

hook Intel::indicator_inserted(v: string, t: Intel::Type)
	{
	if ( ++intel_type_counts[t] == 1 )
		switch_kind(cat(t), T);
	}

hook Intel::indicator_removed(v: string, t: Intel::Type)
	{
	if ( --intel_type_counts[t] == 0 )
		switch_kind(cat(t), F);
	}
