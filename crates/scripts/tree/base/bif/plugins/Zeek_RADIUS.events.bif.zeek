# What the RADIUS part declares: events.

module GLOBAL;

export {
	global radius_message: event(c: connection, result: RADIUS::Message);
	global radius_attribute: event(c: connection, attr_type: count, value: string);
}
