# What the RADIUS part declares: events.

module GLOBAL;

export {
	## Every message.
	global radius_message: event(c: connection, result: RADIUS::Message);
	## Each attribute of a message, before it.
	global radius_attribute: event(c: connection, attr_type: count, value: string);
}
