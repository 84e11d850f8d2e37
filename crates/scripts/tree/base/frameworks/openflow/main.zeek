# Rules for OpenFlow switches, sent by a controller. NetControl can use it to carry out its rules.

@load ./consts
@load ./types

module OpenFlow;

export {
	## Asks for a rule to be added, changed or deleted. Returns false if the controller cannot.
	global flow_mod: function(controller: Controller, match: ofp_match, flow_mod: ofp_flow_mod): bool;

	## Asks for all rules to be deleted. Returns false if the controller cannot.
	global flow_clear: function(controller: Controller): bool;

	## The request was carried out. `name` is the controller's.
	global flow_mod_success: event(name: string, match: ofp_match, flow_mod: ofp_flow_mod, msg: string &default="");

	## The request could not be carried out.
	global flow_mod_failure: event(name: string, match: ofp_match, flow_mod: ofp_flow_mod, msg: string &default="");

	## A rule timed out; `reason` (`OFPRR_*`) says which timeout it was. Only from controllers with
	## `supports_flow_removed`.
	global flow_removed: event(name: string, match: ofp_match, cookie: count, priority: count, reason: count,
	                           duration_sec: count, idle_timeout: count, packet_count: count, byte_count: count);

	## Packets of a connection's originator, or with `reverse` of its responder.
	global match_conn: function(id: conn_id, reverse: bool &default=F): ofp_match;

	## EtherType and protocol number for `ofp_match`.
	global ether_type: function(v6: bool): count;
	global ip_protocol: function(p: port): count;

	## Returns the lower 32 bits of a cookie of ours, `INVALID_COOKIE` for other cookies.
	global get_cookie_uid: function(cookie: count): count;

	## Returns the group of a cookie of ours, `INVALID_COOKIE` for other cookies.
	global get_cookie_gid: function(cookie: count): count;

	## Makes a cookie with 32 bits that the caller chooses.
	global generate_cookie: function(cookie: count &default=0): count;

	## Called by plugins that create a controller.
	global register_controller: function(tpe: OpenFlow::Plugin, name: string, controller: Controller);

	## Forgets a controller that is no longer used.
	global unregister_controller: function(controller: Controller);

	## Called by a controller once it takes rules.
	global controller_init_done: function(controller: Controller);

	## A controller takes rules from now on.
	global OpenFlow::controller_activated: event(name: string, controller: Controller);

	## Returns the controller of a name; empty if there is none.
	global lookup_controller: function(name: string): vector of Controller;
}

# By their names.
global name_to_controller: table[string] of Controller;

function ip_protocol(p: port): count
	{
	switch ( get_port_transport_proto(p) )
		{
		case udp:
			return IP_UDP;
		case icmp:
			return IP_ICMP;
		default:
			return IP_TCP;
		}
	}

function ether_type(v6: bool): count
	{
	return v6 ? ETH_IPv6 : ETH_IPv4;
	}

function match_conn(id: conn_id, reverse: bool): ofp_match
	{
	local m = ofp_match($dl_type=ether_type(is_v6_addr(id$orig_h)), $nw_proto=ip_protocol(id$orig_p));
	local orig = addr_to_subnet(id$orig_h);
	local resp = addr_to_subnet(id$resp_h);

	m$nw_src = reverse ? resp : orig;
	m$nw_dst = reverse ? orig : resp;
	m$tp_src = port_to_count(reverse ? id$resp_p : id$orig_p);
	m$tp_dst = port_to_count(reverse ? id$orig_p : id$resp_p);
	return m;
	}

function generate_cookie(cookie: count): count
	{
	local ours = ZEEK_COOKIE_ID * COOKIE_BID_START;

	if ( cookie < COOKIE_UID_SIZE )
		return ours + cookie;

	Reporter::warning(fmt("The given cookie uid '%d' is > 32bit and will be discarded", cookie));
	return ours;
	}

function is_valid_cookie(cookie: count): bool
	{
	local ours = cookie / COOKIE_BID_START == ZEEK_COOKIE_ID;

	if ( ! ours )
		Reporter::warning(fmt("The given Openflow cookie '%d' is not valid", cookie));

	return ours;
	}

function get_cookie_uid(cookie: count): count
	{
	return is_valid_cookie(cookie) ? cookie % COOKIE_UID_SIZE : INVALID_COOKIE;
	}

function get_cookie_gid(cookie: count): count
	{
	return is_valid_cookie(cookie) ? cookie / COOKIE_GID_START % COOKIE_GID_SIZE : INVALID_COOKIE;
	}

# Registers a controller, and returns it.
function registered(tpe: OpenFlow::Plugin, name: string, controller: Controller): Controller
	{
	register_controller(tpe, name, controller);
	return controller;
	}

function controller_init_done(controller: Controller)
	{
	local name = controller$state$_name;

	if ( name !in name_to_controller )
		{
		Reporter::error(fmt("Openflow initialized unknown plugin %s successfully?", name));
		return;
		}

	controller$state$_activated = T;
	event OpenFlow::controller_activated(name, controller);
	}
