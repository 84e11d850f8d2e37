# What the MQTT part declares: events.

module GLOBAL;

export {
	## A client connects.
	##
	## c: The connection.
	##
	## msg: What it says of itself.
	global mqtt_connect: event(c: connection, msg: MQTT::ConnectMsg);

	## The answer to a connect.
	##
	## c: The connection.
	##
	## msg: Whether the client is in.
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

	## A message has arrived (quality of service 1).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg_id: The number of the message.
	global mqtt_puback: event(c: connection, is_orig: bool, msg_id: count);

	## A message has arrived (quality of service 2, first answer).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg_id: The number of the message.
	global mqtt_pubrec: event(c: connection, is_orig: bool, msg_id: count);

	## A message may be released (quality of service 2, second step).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg_id: The number of the message.
	global mqtt_pubrel: event(c: connection, is_orig: bool, msg_id: count);

	## A message is done (quality of service 2, last step).
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg_id: The number of the message.
	global mqtt_pubcomp: event(c: connection, is_orig: bool, msg_id: count);

	## A client wants messages of topics.
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

	## A client no longer wants messages of topics.
	##
	## c: The connection.
	##
	## msg_id: The number of the message.
	##
	## topics: The topics.
	global mqtt_unsubscribe: event(c: connection, msg_id: count, topics: string_vec);

	## The answer to the end of a subscription.
	##
	## c: The connection.
	##
	## msg_id: The number of the message.
	global mqtt_unsuback: event(c: connection, msg_id: count);

	## A client shows that it is there.
	##
	## c: The connection.
	global mqtt_pingreq: event(c: connection);

	## The answer to a client that shows that it is there.
	##
	## c: The connection.
	global mqtt_pingresp: event(c: connection);

	## A client says goodbye.
	##
	## c: The connection.
	global mqtt_disconnect: event(c: connection);
}
