##! Sends one order to a process that loads frameworks/control/controllee, prints the answer, and ends.
##!
##!     egret frameworks/control/controller Control::host=HOST Control::host_port=PORT Control::cmd=COMMAND [Control::arg=ARGUMENT]

@load base/frameworks/control
@load base/frameworks/broker

module Control;

redef exit_only_after_terminate = T;

event zeek_init() &priority=5
	{
	if ( cmd == "" )
		{
		Reporter::error("Control::cmd is not set: it names the order to be sent");
		terminate();
		return;
		}

	if ( cmd !in commands )
		{
		Reporter::error(fmt("%s is no order that controllees know", cmd));
		terminate();
		return;
		}

	Broker::subscribe(topic_prefix);
	Broker::peer(fmt("%s", host), host_port);
	}

# The globals that may be set at run time, with their values here.
function settings(): table[string] of any
	{
	local found: table[string] of any = table();

	for ( name, id in global_ids() )
		if ( id$redefinable && id?$value && name !in ignore_ids )
			found[name] = id$value;

	return found;
	}

function send(topic: string)
	{
	switch ( cmd )
		{
		case "id_value":
			if ( arg == "" )
				{
				Reporter::error("id_value needs the name of a global in Control::arg");
				terminate();
				return;
				}

			Broker::publish(topic, id_value_request, arg);
			break;
		case "peer_status":
			Broker::publish(topic, peer_status_request);
			break;
		case "net_stats":
			Broker::publish(topic, net_stats_request);
			break;
		case "configuration_update":
			# Values first: what follows them finds them set.
			for ( name in settings() )
				Broker::publish_id(topic, name);

			Broker::publish(topic, configuration_update_request);
			break;
		case "shutdown":
			Broker::publish(topic, shutdown_request);
			break;
		default:
			break;
		}
	}

event Broker::peer_added(endpoint: Broker::EndpointInfo, msg: string)
	{
	send(cat(topic_prefix, "/", endpoint$id));
	}

event Control::id_value_response(id: string, val: string)
	{
	terminate();
	}

event Control::peer_status_response(s: string)
	{
	print s;
	terminate();
	}

event Control::net_stats_response(s: string)
	{
	print s;
	terminate();
	}

event Control::configuration_update_response()
	{
	terminate();
	}

event Control::shutdown_response()
	{
	terminate();
	}
