# Declarations of the MQTT plugin: events.

module GLOBAL;

export {
	## A client connects.
	##
	## c: The connection.
	##
	## msg: The fields of the message.
	global mqtt_connect: event(c: connection, msg: MQTT::ConnectMsg);

	## The answer to a connect.
	##
	## c: The connection.
	##
	## msg: Whether the server accepted the connection.
	global mqtt_connack: event(c: connection, msg: MQTT::ConnectAckMsg);

	## A message for a topic.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg_id: The number of the message.
	##
	## msg: Topic, payload and quality of service.
	global mqtt_publish: event(c: connection, is_orig: bool, msg_id: count, msg: MQTT::PublishMsg);

	## A publication is acknowledged (PUBACK, quality of service 1).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg_id: The number of the message.
	global mqtt_puback: event(c: connection, is_orig: bool, msg_id: count);

	## A publication was received (PUBREC, first answer of quality of service 2).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg_id: The number of the message.
	global mqtt_pubrec: event(c: connection, is_orig: bool, msg_id: count);

	## A publication is released (PUBREL, second step of quality of service 2).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg_id: The number of the message.
	global mqtt_pubrel: event(c: connection, is_orig: bool, msg_id: count);

	## A publication is complete (PUBCOMP, last step of quality of service 2).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg_id: The number of the message.
	global mqtt_pubcomp: event(c: connection, is_orig: bool, msg_id: count);

	## A client subscribes to topics.
	##
	## c: The connection.
	##
	## msg_id: The number of the message.
	##
	## topics: The topics.
	##
	## requested_qos: The quality of service of each.
	global mqtt_subscribe: event(c: connection, msg_id: count, topics: string_vec, requested_qos: index_vec);

	## The answer to a subscription.
	##
	## c: The connection.
	##
	## msg_id: The number of the message.
	##
	## granted_qos: The quality of service, or 128 for a failure.
	global mqtt_suback: event(c: connection, msg_id: count, granted_qos: count);

	## A client unsubscribes from topics.
	##
	## c: The connection.
	##
	## msg_id: The number of the message.
	##
	## topics: The topics.
	global mqtt_unsubscribe: event(c: connection, msg_id: count, topics: string_vec);

	## The answer to an unsubscribe request.
	##
	## c: The connection.
	##
	## msg_id: The number of the message.
	global mqtt_unsuback: event(c: connection, msg_id: count);

	## A client's ping.
	##
	## c: The connection.
	global mqtt_pingreq: event(c: connection);

	## The answer to a ping.
	##
	## c: The connection.
	global mqtt_pingresp: event(c: connection);

	## A client disconnects.
	##
	## c: The connection.
	global mqtt_disconnect: event(c: connection);
}
