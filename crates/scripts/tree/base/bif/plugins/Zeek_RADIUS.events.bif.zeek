# Declarations of the RADIUS plugin: events.

module GLOBAL;

export {
	## A message of RADIUS.
	##
	## c: The connection.
	##
	## result: The message with its attributes.
	global radius_message: event(c: connection, result: RADIUS::Message);

	## An attribute of a message of RADIUS, before radius_message.
	##
	## c: The connection.
	##
	## attr_type: Its number.
	##
	## value: Its value.
	global radius_attribute: event(c: connection, attr_type: count, value: string);
}
