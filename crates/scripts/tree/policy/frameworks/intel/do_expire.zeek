# Indicators expire.

@load base/frameworks/intel

module Intel;

redef Intel::item_expiration = 10min;

# After all who may want to keep it: the indicator goes.
hook item_expired(indicator: string, indicator_type: Type, metas: set[MetaData]) &priority=-10
	{
	break;
	}
