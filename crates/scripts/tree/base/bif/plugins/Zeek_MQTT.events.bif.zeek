# What the MQTT part declares: events.

module GLOBAL;

export {
	global mqtt_connect: event(c: connection, msg: MQTT::ConnectMsg);
	global mqtt_connack: event(c: connection, msg: MQTT::ConnectAckMsg);
	global mqtt_publish: event(c: connection, is_orig: bool, msg_id: count, msg: MQTT::PublishMsg);
	global mqtt_puback: event(c: connection, is_orig: bool, msg_id: count);
	global mqtt_pubrec: event(c: connection, is_orig: bool, msg_id: count);
	global mqtt_pubrel: event(c: connection, is_orig: bool, msg_id: count);
	global mqtt_pubcomp: event(c: connection, is_orig: bool, msg_id: count);
	global mqtt_subscribe: event(c: connection, msg_id: count, topics: string_vec, requested_qos: index_vec);
	global mqtt_suback: event(c: connection, msg_id: count, granted_qos: count);
	global mqtt_unsubscribe: event(c: connection, msg_id: count, topics: string_vec);
	global mqtt_unsuback: event(c: connection, msg_id: count);
	global mqtt_pingreq: event(c: connection);
	global mqtt_pingresp: event(c: connection);
	global mqtt_disconnect: event(c: connection);
}
