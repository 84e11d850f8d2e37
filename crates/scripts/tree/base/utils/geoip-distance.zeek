# How far two addresses lie apart on the globe.

# In miles; -1.0 where the place of one of them is not known.
function haversine_distance_ip(a1: addr, a2: addr): double
	{
	local here = lookup_location(a1);
	local there = lookup_location(a2);

	if ( ! here?$latitude || ! here?$longitude || ! there?$latitude || ! there?$longitude )
		return -1.0;

	return haversine_distance(here$latitude, here$longitude, there$latitude, there$longitude);
	}
