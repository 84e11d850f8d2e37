# Places of addresses.

type geo_location: record {
	country_code: string &optional;
	region: string &optional;
	city: string &optional;
	latitude: double &optional;
	longitude: double &optional;
} &log;

type geo_autonomous_system: record {
	number: count &optional;
	organization: string &optional;
} &log;

const mmdb_dir: string = "" &redef;
const mmdb_city_db: string = "GeoLite2-City.mmdb" &redef;
const mmdb_country_db: string = "GeoLite2-Country.mmdb" &redef;
const mmdb_asn_db: string = "GeoLite2-ASN.mmdb" &redef;
const mmdb_dir_fallbacks: vector of string = vector("/usr/share/GeoIP", "/var/lib/GeoIP", "/usr/local/share/GeoIP", "/usr/local/var/GeoIP",) &redef;
const mmdb_stale_check_interval: interval = 5 min &redef;
