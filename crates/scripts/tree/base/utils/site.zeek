# The site: networks and names of its own and of its neighbours.

@load ./patterns

module Site;

export {
	# Not routed on the Internet (RFC 6890), each IPv4 network also in its 6to4 form (RFC 3056).
	option private_address_space: set[subnet] = {
		0.0.0.0/8,
		[2002::]/24,
		10.0.0.0/8,
		[2002:a00::]/24,
		100.64.0.0/10,
		[2002:6440::]/26,
		127.0.0.0/8,
		[2002:7f00::]/24,
		169.254.0.0/16,
		[2002:a9fe::]/32,
		172.16.0.0/12,
		[2002:ac10::]/28,
		192.0.0.0/24,
		[2002:c000::]/40,
		192.0.2.0/24,
		[2002:c000:200::]/40,
		192.168.0.0/16,
		[2002:c0a8::]/32,
		198.18.0.0/15,
		[2002:c612::]/31,
		198.51.100.0/24,
		[2002:c633:6400::]/40,
		203.0.113.0/24,
		[2002:cb00:7100::]/40,
		224.0.0.0/24,
		[2002:e000::]/40,
		239.0.0.0/8,
		[2002:ef00::]/24,
		240.0.0.0/4,
		[2002:f000::]/20,
		255.255.255.255/32,
		[2002:ffff:ffff::]/48,
		[::]/128,
		[::1]/128,
		[64:ff9b:1::]/48,
		[100::]/64,
		[2001::]/23,
		[2001:2::]/48,
		[2001:db8::]/32,
		[fc00::]/7,
		[fe80::]/10,
		[fec0::]/10,
	};

	option local_nets: set[subnet] = {};
	const private_address_space_is_local = T &redef;
	global local_nets_table: table[subnet] of subnet = {};
	option neighbor_nets: set[subnet] = {};
	option local_admins: table[subnet] of set[string] = {};
	option local_zones: set[string] = {};
	option neighbor_zones: set[string] = {};

	global is_local_addr: function(a: addr): bool;
	global is_neighbor_addr: function(a: addr): bool;
	global is_private_addr: function(a: addr): bool;
	global is_local_name: function(name: string): bool;
	global is_neighbor_name: function(name: string): bool;
	global get_emails: function(a: addr): string;
}

# Until zones are set no name matches: nothing follows the end of a text.
global local_names: pattern = /$./;
global neighbor_names: pattern = /$./;

# Set while a change of the private networks is applied to the local ones, which then already contain them.
global private_nets_are_in = F;

function is_local_addr(a: addr): bool
	{
	return a in local_nets;
	}

function is_neighbor_addr(a: addr): bool
	{
	return a in neighbor_nets;
	}

function is_private_addr(a: addr): bool
	{
	return a in private_address_space;
	}

function is_local_name(name: string): bool
	{
	return local_names in name;
	}

function is_neighbor_name(name: string): bool
	{
	return neighbor_names in name;
	}

# Returns the administrators of all networks around an address, separated by commas.
function get_emails(a: addr): string
	{
	local people: string_set = set();
	local out = "";

	for ( net, admins in local_admins )
		if ( a in net )
			for ( p in admins )
				if ( p != "" )
					add people[p];

	for ( p in people )
		out = out == "" ? p : out + ", " + p;

	return out;
	}

function follow_local_nets(id: string, nets: set[subnet]): set[subnet]
	{
	local all_nets = nets;

	if ( private_address_space_is_local && ! private_nets_are_in )
		all_nets = nets | private_address_space;

	private_nets_are_in = F;
	local_nets_table = table();

	for ( net in all_nets )
		local_nets_table[net] = net;

	return all_nets;
	}

# Matches the zones and all names in them.
function names_below(zones: set[string]): pattern
	{
	return set_to_regex(zones, "(^\\.?|\\.)(~~)$");
	}

function follow_local_zones(id: string, zones: set[string]): set[string]
	{
	local_names = names_below(zones);
	return zones;
	}

function follow_neighbor_zones(id: string, zones: set[string]): set[string]
	{
	neighbor_names = names_below(zones);
	return zones;
	}

function follow_private_nets(id: string, nets: set[subnet]): set[subnet]
	{
	local gone = private_address_space - nets;
	local now_local = ( local_nets - gone ) | nets;

	private_nets_are_in = T;
	Option::set("Site::local_nets", now_local, "<skip-config-log>");

	return nets;
	}

event zeek_init() &priority=10
	{
	follow_neighbor_zones("", neighbor_zones);
	Option::set_change_handler("Site::neighbor_zones", follow_neighbor_zones, -5);

	follow_local_zones("", local_zones);
	Option::set_change_handler("Site::local_zones", follow_local_zones, -5);

	# The handler of the local networks adds the private ones.
	Option::set_change_handler("Site::local_nets", follow_local_nets, -5);

	if ( private_address_space_is_local )
		{
		follow_private_nets("", private_address_space);
		Option::set_change_handler("Site::private_address_space", follow_private_nets, -5);
		}

	follow_local_nets("", local_nets);
	}
