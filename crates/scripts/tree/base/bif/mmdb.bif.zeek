# Built-in declarations: mmdb.

module GLOBAL;

export {
	global mmdb_open_location_db: function(f: string): bool;
	global mmdb_open_asn_db: function(f: string): bool;
	global lookup_location: function(a: addr): geo_location;
	global lookup_autonomous_system: function(a: addr): geo_autonomous_system;
}
