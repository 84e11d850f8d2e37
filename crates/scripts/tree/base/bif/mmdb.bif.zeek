# Built-in declarations: mmdb.

module GLOBAL;

export {
	## Opens a location database in MaxMind's format.
	##
	## f: Its path.
	##
	## Returns: True if it was opened.
	global mmdb_open_location_db: function(f: string): bool;

	## Opens a database of autonomous systems in MaxMind's format.
	##
	## f: Its path.
	##
	## Returns: True if it was opened.
	global mmdb_open_asn_db: function(f: string): bool;

	## The location of an address.
	##
	## a: The address.
	##
	## Returns: Country, region, city, latitude and longitude as far as they are known.
	global lookup_location: function(a: addr): geo_location;

	## The autonomous system of an address.
	##
	## a: The address.
	##
	## Returns: Number and organization as far as they are known.
	global lookup_autonomous_system: function(a: addr): geo_autonomous_system;
}
