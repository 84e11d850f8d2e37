# mqtt_connect.log, mqtt_subscribe.log and mqtt_publish.log: a row for each connect of a client, each change of its
# subscriptions, and each message in either direction (MQTT 3.1.1).

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

	## Whether a client subscribes or unsubscribes.
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

		## The protocol's name.
		proto_name: string &log &optional;
		## The protocol's version.
		proto_version: string &log &optional;
		## The client's identifier.
		client_id: string &log &optional;
		## The server's answer.
		connect_status: string &log &optional;

		## The topic of the Will Message, which is published if the client vanishes.
		will_topic: string &log &optional;
		## The Will Message.
		will_payload: string &log &optional;
	};

	## A change of a client's subscriptions.
	type SubscribeInfo: record {
		## When it was requested.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;

		## Whether it subscribes or unsubscribes.
		action: SubUnsub &log;
		## Topics or topic patterns.
		topics: string_vec &log;
		## The requested qualities of service.
		qos_levels: index_vec &log &optional;
		## The granted quality of service.
		granted_qos_level: count &log &optional;
		## Whether the server acknowledged it.
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

		## Whether the client sent it, rather than received it.
		from_client: bool &log;
		## Whether the server retains it for later subscribers.
		retain: bool &log;
		## The quality of service.
		qos: string &log;
		## ok if every packet that the quality of service requires was seen.
		status: string &log &default="incomplete_qos";

		## Its topic.
		topic: string &log;
		## The payload's beginning, up to MQTT::max_payload_size.
		payload: string &log;

		## The payload's length.
		payload_len: count &log;

		## PUBACK: the receiver has it.
		ack: bool &default=F;
		## PUBREC: the receiver has it and will deliver it once.
		rec: bool &default=F;
		## PUBREL: the sender releases it.
		rel: bool &default=F;
		## PUBCOMP: the receiver is done with it.
		comp: bool &default=F;
		## The numeric level of qos.
		qos_level: count &default=0;
	};

	## A connect that is about to be logged.
	global MQTT::log_mqtt: event(rec: ConnectInfo);

	## Logs a message whose delivery was not completed in time.
	global publish_expire: function(tbl: table[count] of PublishInfo, idx: count): interval;

	## Logs a subscription without a timely answer.
	global subscribe_expire: function(tbl: table[count] of SubscribeInfo, idx: count): interval;

	## Pending operations of a connection, by packet id.
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

# A message whose delivery was not completed is logged as it is.
function publish_expire(tbl: table[count] of PublishInfo, idx: count): interval
	{
	Log::write(PUBLISH_LOG, tbl[idx]);
	return 0sec;
	}

# A subscription that was never answered is logged as it is.
function subscribe_expire(tbl: table[count] of SubscribeInfo, idx: count): interval
	{
	Log::write(SUBSCRIBE_LOG, tbl[idx]);
	return 0sec;
	}

function open_row(c: connection): ConnectInfo
	{
	c$mqtt = ConnectInfo($ts=network_time(), $uid=c$uid, $id=c$id);
	return c$mqtt;
	}

# The row of a connection's CONNECT, created by its first packet of any kind.
function row_of(c: connection): ConnectInfo
	{
	return c?$mqtt ? c$mqtt : open_row(c);
	}

# The packets of a connection that are not acknowledged yet.
function state_of(c: connection): State
	{
	if ( ! c?$mqtt_state )
		{
		# A connection whose CONNECT was missed has a row too.
		row_of(c);
		c$mqtt_state = State($publish=table(), $subscribe=table());
		}

	return c$mqtt_state;
	}

event mqtt_connect(c: connection, msg: MQTT::ConnectMsg) &priority=5
	{
	state_of(c);
	local row = c$mqtt;
	row$client_id = msg$client_id;
	row$proto_version = versions[msg$protocol_version];
	row$proto_name = msg$protocol_name;

	# The Will Flag brings both fields, but either may be empty (3.1.2.5).
	if ( msg?$will_msg )
		row$will_payload = msg$will_msg;
	if ( msg?$will_topic )
		row$will_topic = msg$will_topic;
	}

event mqtt_connack(c: connection, msg: MQTT::ConnectAckMsg) &priority=5
	{
	local row = row_of(c);
	row$connect_status = return_codes[msg$return_code];
	Log::write(CONNECT_LOG, row);
	}

# Steps of a delivery that PUBACK, PUBREC, PUBREL and PUBCOMP stand for (section 4.3).
type Step: enum { ACKNOWLEDGED, RECEIVED, RELEASED, COMPLETED };

# Notes a step of a message's delivery, if its PUBLISH was seen.
function delivered(c: connection, msg_id: count, step: Step)
	{
	local waiting = state_of(c)$publish;

	if ( msg_id !in waiting )
		return;

	local row = waiting[msg_id];

	switch ( step )
		{
		case ACKNOWLEDGED:
			row$ack = T;
			if ( row$qos_level == 1 )
				row$status = "ok";
			break;
		case RECEIVED:
			row$rec = T;
			break;
		case RELEASED:
			row$rel = T;
			break;
		case COMPLETED:
			row$comp = T;
			# Exactly once: all four packets must have been seen.
			if ( row$rel && row$rec && row$qos_level == 2 )
				row$status = "ok";
			break;
		}
	}

# Logs a message whose delivery is complete.
function log_delivered(c: connection, msg_id: count)
	{
	local waiting = c$mqtt_state$publish;

	if ( msg_id !in waiting )
		return;

	local row = waiting[msg_id];

	if ( row$status != "ok" )
		return;

	delete waiting[msg_id];
	Log::write(PUBLISH_LOG, row);
	}

event mqtt_publish(c: connection, is_orig: bool, msg_id: count, msg: MQTT::PublishMsg) &priority=5
	{
	local row = PublishInfo($ts=network_time(), $uid=c$uid, $id=c$id, $topic=msg$topic, $payload=msg$payload,
	                        $payload_len=msg$payload_len, $qos=qos_levels[msg$qos], $qos_level=msg$qos,
	                        $retain=msg$retain, $from_client=is_orig);
	state_of(c)$publish[msg_id] = row;

	# At most once: there is no acknowledgment.
	if ( msg$qos == 0 )
		row$status = "ok";
	}

event mqtt_publish(c: connection, is_orig: bool, msg_id: count, msg: MQTT::PublishMsg) &priority=-5
	{
	log_delivered(c, msg_id);
	}

event mqtt_puback(c: connection, is_orig: bool, msg_id: count) &priority=5
	{
	delivered(c, msg_id, ACKNOWLEDGED);
	}

event mqtt_puback(c: connection, is_orig: bool, msg_id: count) &priority=-5
	{
	log_delivered(c, msg_id);
	}

event mqtt_pubrec(c: connection, is_orig: bool, msg_id: count) &priority=5
	{
	delivered(c, msg_id, RECEIVED);
	}

event mqtt_pubrel(c: connection, is_orig: bool, msg_id: count) &priority=5
	{
	delivered(c, msg_id, RELEASED);
	}

event mqtt_pubcomp(c: connection, is_orig: bool, msg_id: count) &priority=5
	{
	delivered(c, msg_id, COMPLETED);
	}

event mqtt_pubcomp(c: connection, is_orig: bool, msg_id: count) &priority=-5
	{
	log_delivered(c, msg_id);
	}

# Creates the row of a request about topics, to be logged with its answer.
function asked(c: connection, msg_id: count, action: SubUnsub, topics: string_vec): SubscribeInfo
	{
	local waiting = state_of(c)$subscribe;
	waiting[msg_id] = SubscribeInfo($action=action, $topics=topics, $ts=network_time(), $uid=c$uid, $id=c$id);
	return waiting[msg_id];
	}

# Logs an answered row and removes it.
function log_answered(c: connection, msg_id: count)
	{
	local waiting = c$mqtt_state$subscribe;
	local row = waiting[msg_id];
	delete waiting[msg_id];
	row$ack = T;
	Log::write(SUBSCRIBE_LOG, row);
	}

event mqtt_subscribe(c: connection, msg_id: count, topics: string_vec, requested_qos: index_vec) &priority=5
	{
	asked(c, msg_id, MQTT::SUBSCRIBE, topics)$qos_levels = requested_qos;
	}

event mqtt_suback(c: connection, msg_id: count, granted_qos: count) &priority=5
	{
	local waiting = state_of(c)$subscribe;

	if ( msg_id !in waiting )
		return;

	waiting[msg_id]$granted_qos_level = granted_qos;
	log_answered(c, msg_id);
	}

event mqtt_unsubscribe(c: connection, msg_id: count, topics: string_vec) &priority=5
	{
	asked(c, msg_id, MQTT::UNSUBSCRIBE, topics);
	}

event mqtt_unsuback(c: connection, msg_id: count) &priority=-5
	{
	if ( msg_id in state_of(c)$subscribe )
		log_answered(c, msg_id);
	}
