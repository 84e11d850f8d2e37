# mqtt_connect.log, mqtt_subscribe.log and mqtt_publish.log: a line for each client's connect, each change of what it
# listens to, and each message in either direction (MQTT 3.1.1).

@load base/protocols/mqtt/consts

module MQTT;

export {
	redef enum Log::ID += {
		CONNECT_LOG,
		SUBSCRIBE_LOG,
		PUBLISH_LOG,
	};

	global log_policy_connect: Log::PolicyHook;
	global log_policy_subscribe: Log::PolicyHook;
	global log_policy_publish: Log::PolicyHook;

	## Whether a client begins to listen or stops.
	type MQTT::SubUnsub: enum {
		MQTT::SUBSCRIBE,
		MQTT::UNSUBSCRIBE,
	} &redef;

	## A client's connect.
	type ConnectInfo: record {
		## When it was seen.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;

		## What the client calls the protocol.
		proto_name: string &log &optional;
		## The version it speaks.
		proto_version: string &log &optional;
		## Its name.
		client_id: string &log &optional;
		## The server's answer.
		connect_status: string &log &optional;

		## Where a last message of the client goes should it vanish.
		will_topic: string &log &optional;
		## That message.
		will_payload: string &log &optional;
	};

	## A change of what a client listens to.
	type SubscribeInfo: record {
		## When it was asked for.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;

		## Whether it begins or stops.
		action: SubUnsub &log;
		## Topics, or patterns of them.
		topics: string_vec &log;
		## How surely their messages shall be delivered.
		qos_levels: index_vec &log &optional;
		## How surely they will be.
		granted_qos_level: count &log &optional;
		## The server has agreed.
		ack: bool &log &default=F;
	};

	## A message.
	type PublishInfo: record {
		## When it was seen.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;

		## From the client, rather than to it.
		from_client: bool &log;
		## The server keeps it for those who come later.
		retain: bool &log;
		## How surely it shall be delivered.
		qos: string &log;
		## ok where all was said that this takes.
		status: string &log &default="incomplete_qos";

		## Where it goes.
		topic: string &log;
		## Its beginning, up to MQTT::max_payload_size.
		payload: string &log;

		## The bytes of all of it.
		payload_len: count &log;

		## The receiver has it.
		ack: bool &default=F;
		## The receiver has it and will deliver it once.
		rec: bool &default=F;
		## The sender lets it go.
		rel: bool &default=F;
		## The receiver is done with it.
		comp: bool &default=F;
		## The level behind qos.
		qos_level: count &default=0;
	};

	## A connect on its way to the log.
	global MQTT::log_mqtt: event(rec: ConnectInfo);

	## Logs a message that waited too long for its end.
	global publish_expire: function(tbl: table[count] of PublishInfo, idx: count): interval;

	## Logs a subscription that waited too long for its answer.
	global subscribe_expire: function(tbl: table[count] of SubscribeInfo, idx: count): interval;

	## What is under way on a connection, by the numbers of its packets.
	type State: record {
		## Messages.
		publish: table[count] of PublishInfo &optional &write_expire=5secs &expire_func=publish_expire;
		## Subscriptions.
		subscribe: table[count] of SubscribeInfo &optional &write_expire=5secs &expire_func=subscribe_expire;
	};
}

redef record connection += {
	mqtt: ConnectInfo &optional;
	mqtt_state: State &optional;
};

const ports = { 1883/tcp };
redef likely_server_ports += { ports };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_MQTT, ports);
	Log::create_stream(MQTT::CONNECT_LOG, Log::Stream($path="mqtt_connect", $columns=ConnectInfo,
	                                                  $policy=log_policy_connect, $ev=log_mqtt));
	Log::create_stream(MQTT::SUBSCRIBE_LOG, Log::Stream($path="mqtt_subscribe", $columns=SubscribeInfo,
	                                                    $policy=log_policy_subscribe));
	Log::create_stream(MQTT::PUBLISH_LOG, Log::Stream($path="mqtt_publish", $columns=PublishInfo,
	                                                  $policy=log_policy_publish));
	}

function publish_expire(tbl: table[count] of PublishInfo, idx: count): interval
	{
	Log::write(PUBLISH_LOG, tbl[idx]);
	return 0sec;
	}

function subscribe_expire(tbl: table[count] of SubscribeInfo, idx: count): interval
	{
	Log::write(SUBSCRIBE_LOG, tbl[idx]);
	return 0sec;
	}

# The connect of a connection; makes room for what follows.
function session(c: connection): ConnectInfo
	{
	if ( ! c?$mqtt )
		c$mqtt = ConnectInfo($ts=network_time(), $uid=c$uid, $id=c$id);

	if ( ! c?$mqtt_state )
		c$mqtt_state = State($publish=table(), $subscribe=table());

	return c$mqtt;
	}

event mqtt_connect(c: connection, msg: MQTT::ConnectMsg) &priority=5
	{
	local info = session(c);
	info$proto_name = msg$protocol_name;
	info$proto_version = versions[msg$protocol_version];
	info$client_id = msg$client_id;

	if ( msg?$will_topic )
		info$will_topic = msg$will_topic;

	if ( msg?$will_msg )
		info$will_payload = msg$will_msg;
	}

event mqtt_connack(c: connection, msg: MQTT::ConnectAckMsg) &priority=5
	{
	local info = session(c);
	info$connect_status = return_codes[msg$return_code];
	Log::write(CONNECT_LOG, info);
	}

# Logs a message that is done with.
function publish_done(c: connection, msg_id: count)
	{
	local waiting = c$mqtt_state$publish;

	if ( msg_id in waiting && waiting[msg_id]$status == "ok" )
		{
		Log::write(PUBLISH_LOG, waiting[msg_id]);
		delete waiting[msg_id];
		}
	}

event mqtt_publish(c: connection, is_orig: bool, msg_id: count, msg: MQTT::PublishMsg) &priority=5
	{
	session(c);

	local info = PublishInfo($ts=network_time(), $uid=c$uid, $id=c$id, $from_client=is_orig, $retain=msg$retain,
	                         $qos=qos_levels[msg$qos], $qos_level=msg$qos, $topic=msg$topic,
	                         $payload=msg$payload, $payload_len=msg$payload_len);

	# Level 0 is sent and forgotten.
	if ( msg$qos == 0 )
		info$status = "ok";

	c$mqtt_state$publish[msg_id] = info;
	}

event mqtt_publish(c: connection, is_orig: bool, msg_id: count, msg: MQTT::PublishMsg) &priority=-5
	{
	publish_done(c, msg_id);
	}

event mqtt_puback(c: connection, is_orig: bool, msg_id: count) &priority=5
	{
	session(c);

	if ( msg_id !in c$mqtt_state$publish )
		return;

	local info = c$mqtt_state$publish[msg_id];
	info$ack = T;

	if ( info$qos_level == 1 )
		info$status = "ok";
	}

event mqtt_puback(c: connection, is_orig: bool, msg_id: count) &priority=-5
	{
	publish_done(c, msg_id);
	}

event mqtt_pubrec(c: connection, is_orig: bool, msg_id: count) &priority=5
	{
	session(c);

	if ( msg_id in c$mqtt_state$publish )
		c$mqtt_state$publish[msg_id]$rec = T;
	}

event mqtt_pubrel(c: connection, is_orig: bool, msg_id: count) &priority=5
	{
	session(c);

	if ( msg_id in c$mqtt_state$publish )
		c$mqtt_state$publish[msg_id]$rel = T;
	}

event mqtt_pubcomp(c: connection, is_orig: bool, msg_id: count) &priority=5
	{
	session(c);

	if ( msg_id !in c$mqtt_state$publish )
		return;

	local info = c$mqtt_state$publish[msg_id];
	info$comp = T;

	if ( info$qos_level == 2 && info$rec && info$rel )
		info$status = "ok";
	}

event mqtt_pubcomp(c: connection, is_orig: bool, msg_id: count) &priority=-5
	{
	publish_done(c, msg_id);
	}

# Logs a subscription that was agreed to.
function subscribe_done(c: connection, msg_id: count)
	{
	local info = c$mqtt_state$subscribe[msg_id];
	info$ack = T;
	Log::write(MQTT::SUBSCRIBE_LOG, info);
	delete c$mqtt_state$subscribe[msg_id];
	}

event mqtt_subscribe(c: connection, msg_id: count, topics: string_vec, requested_qos: index_vec) &priority=5
	{
	session(c);
	c$mqtt_state$subscribe[msg_id] = SubscribeInfo($ts=network_time(), $uid=c$uid, $id=c$id, $action=MQTT::SUBSCRIBE,
	                                               $topics=topics, $qos_levels=requested_qos);
	}

event mqtt_suback(c: connection, msg_id: count, granted_qos: count) &priority=5
	{
	session(c);

	if ( msg_id in c$mqtt_state$subscribe )
		{
		c$mqtt_state$subscribe[msg_id]$granted_qos_level = granted_qos;
		subscribe_done(c, msg_id);
		}
	}

event mqtt_unsubscribe(c: connection, msg_id: count, topics: string_vec) &priority=5
	{
	session(c);
	c$mqtt_state$subscribe[msg_id] = SubscribeInfo($ts=network_time(), $uid=c$uid, $id=c$id, $action=MQTT::UNSUBSCRIBE,
	                                               $topics=topics);
	}

event mqtt_unsuback(c: connection, msg_id: count) &priority=-5
	{
	session(c);

	if ( msg_id in c$mqtt_state$subscribe )
		subscribe_done(c, msg_id);
	}
