# The distance between two addresses on the globe.

# Returns miles; -1.0 if the location of an address is unknown.
function haversine_distance_ip(a1: addr, a2: addr): double
	{
	local here = lookup_location(a1);
	local there = lookup_location(a2);

	if ( ! here?$latitude || ! here?$longitude || ! there?$latitude || ! there?$longitude )
		return -1.0;

	return haversine_distance(here$latitude, here$longitude, there$latitude, there$longitude);
	}
