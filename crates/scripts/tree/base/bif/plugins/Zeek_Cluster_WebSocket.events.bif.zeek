# What the Cluster_WebSocket part declares: events.

module Cluster;

export {
	## A WebSocket client has connected.
	##
	## endpoint: The client.
	##
	## subscriptions: The topics that it listens to.
	global Cluster::websocket_client_added: event(endpoint: EndpointInfo, subscriptions: string_vec);

	## A WebSocket client has gone.
	##
	## endpoint: The client.
	##
	## code: The status of the close.
	##
	## reason: The reason of the close.
	global Cluster::websocket_client_lost: event(endpoint: EndpointInfo, code: count, reason: string);
}
