# What the MQTT part declares: events.

module GLOBAL;

export {
	## A client introduces itself.
	global mqtt_connect: event(c: connection, msg: MQTT::ConnectMsg);
	## The server's answer.
	global mqtt_connack: event(c: connection, msg: MQTT::ConnectAckMsg);
	## A message. The number is 0 at the lowest level.
	global mqtt_publish: event(c: connection, is_orig: bool, msg_id: count, msg: MQTT::PublishMsg);
	## It has come (level 1).
	global mqtt_puback: event(c: connection, is_orig: bool, msg_id: count);
	## It has come (level 2).
	global mqtt_pubrec: event(c: connection, is_orig: bool, msg_id: count);
	## The sender lets it go (level 2).
	global mqtt_pubrel: event(c: connection, is_orig: bool, msg_id: count);
	## The receiver is done with it (level 2).
	global mqtt_pubcomp: event(c: connection, is_orig: bool, msg_id: count);
	## A client wants messages.
	global mqtt_subscribe: event(c: connection, msg_id: count, topics: string_vec, requested_qos: index_vec);
	## It will get them.
	global mqtt_suback: event(c: connection, msg_id: count, granted_qos: count);
	## A client wants messages no more.
	global mqtt_unsubscribe: event(c: connection, msg_id: count, topics: string_vec);
	## It will not get them.
	global mqtt_unsuback: event(c: connection, msg_id: count);
	## Are you there?
	global mqtt_pingreq: event(c: connection);
	## I am.
	global mqtt_pingresp: event(c: connection);
	## The client leaves.
	global mqtt_disconnect: event(c: connection);
}
